//! Integers as values of cells, and verdicts on circuits with them.

use super::formulas::to_field;
use num_bigint::BigUint;
use secant_circuit::{Builder, Cell, Fr, Goal, Input, curve::Scalar, foreign::Element};

/// An integer modulo the circuit's modulus.
pub fn fr(x: &BigUint) -> Fr {
    to_field(&x.clone().into())
}

/// A power of two.
pub fn power(bits: usize) -> BigUint {
    BigUint::from(1u32) << bits
}

/// The modulus of Curve25519's field.
pub fn ed25519() -> BigUint {
    power(255) - 19u32
}

/// The cells of an element's limbs.
pub fn cells_of(x: &Element) -> Vec<Cell> {
    let cells = x.limbs().iter().filter_map(|limb| match limb {
        Input::Copy(cell) => Some(*cell),
        _ => None,
    });
    cells.collect()
}

/// An integer in range-checked parts of 64 bits.
pub fn parts(b: &mut Builder, k: &BigUint, count: usize) -> Scalar {
    let digits = k.to_u64_digits();
    assert!(digits.len() <= count);
    let cells: Vec<Cell> = (0..count)
        .map(|i| {
            let cell = b.witness(Fr::from(digits.get(i).copied().unwrap_or(0)));
            b.range_check(cell, 64);
            cell
        })
        .collect();
    Scalar::parts(cells, 64)
}

/// Asserts that a proof could be made.
#[track_caller]
pub fn accepted(b: Builder) {
    b.finish(&Goal::Fastest).unwrap().mock().unwrap();
}

/// The gates of a circuit: the names up to one of the words `until`, the number of instances, and the numbers of
/// operands, cells of the second phase and ranged cells of each instance.
pub fn gates(b: &Builder, until: [&str; 2]) -> Vec<String> {
    let counts = b.gate_counts().into_iter();
    counts
        .map(|(name, count, [operands, late, limbs])| {
            let end = until.iter().filter_map(|word| name.find(word)).min();
            let name = &name[..end.unwrap_or(name.len())];
            format!("{name}: {count} of {operands} + {late} + {limbs}")
        })
        .collect()
}
