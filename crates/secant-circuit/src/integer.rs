//! Integers as elements of the circuit's field, and back.

use crate::Fr;
use halo2_axiom::halo2curves::ff::PrimeField;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::Signed;
use std::sync::LazyLock;

/// The modulus of the circuit's field.
pub static NATIVE_MODULUS: LazyLock<BigInt> = LazyLock::new(|| BigInt::from(to_integer(&-Fr::from(1)) + 1u32));

/// The least non-negative integer that represents an element.
pub fn to_integer(x: &Fr) -> BigUint {
    BigUint::from_bytes_le(x.to_repr().as_ref())
}

/// The integer of least magnitude that represents an element.
pub fn to_signed(x: &Fr) -> BigInt {
    let positive = BigInt::from(to_integer(x));
    let negative = &positive - &*NATIVE_MODULUS;
    if negative.magnitude() < positive.magnitude() {
        negative
    } else {
        positive
    }
}

/// An integer of any size, reduced to the field.
pub fn to_field(x: &BigInt) -> Fr {
    let reduced = if x.magnitude() < NATIVE_MODULUS.magnitude() {
        x.magnitude().clone()
    } else {
        x.magnitude() % NATIVE_MODULUS.magnitude()
    };
    let mut repr = <Fr as PrimeField>::Repr::default();
    let bytes = reduced.to_bytes_le();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    let magnitude = Option::<Fr>::from(Fr::from_repr(repr)).unwrap_or_default();
    if x.is_negative() { -magnitude } else { magnitude }
}

/// Like [`to_field`], for a natural number.
pub fn natural_to_field(x: &BigUint) -> Fr {
    to_field(&BigInt::from_biguint(Sign::Plus, x.clone()))
}

/// `2^bits`.
pub fn power_of_two(bits: usize) -> BigInt {
    BigInt::from(1) << bits
}

/// `2^bits` in the field.
pub fn field_power_of_two(bits: usize) -> Fr {
    to_field(&power_of_two(bits))
}

/// The `count` lowest digits of `x` in base `2^bits`, least significant first. The last one has all remaining bits.
pub fn limbs_of(x: &BigUint, bits: usize, count: usize) -> Vec<BigUint> {
    let mask = (BigUint::from(1u32) << bits) - 1u32;
    (0..count)
        .map(|i| {
            let rest = x >> (bits * i);
            if i + 1 == count { rest } else { rest & &mask }
        })
        .collect()
}

/// The bits of the digits that [`limbs_of`] makes of integers of `total` bits.
pub fn limb_widths(total: usize, bits: usize) -> Vec<usize> {
    (0..total.div_ceil(bits)).map(|i| bits.min(total - bits * i)).collect()
}

/// `x / 2^bits`, rounded down.
pub fn shift_floor(x: &BigInt, bits: usize) -> BigInt {
    x.div_floor(&power_of_two(bits))
}
