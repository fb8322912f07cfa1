//! Statements as text, as `secant prove` reads them, and configurations of circuits.

use ark_ec::{AffineRepr, short_weierstrass::Affine};
use num_bigint::BigUint;
use secant_circuit::{
    Builder, Configuration, Fr, Goal,
    curve::{Coordinates, Parameters},
    pairing::{Bls12_381, Bn254, integer},
    text::{self, Precompiled, Terms},
};
use secant_gfp::named::Name;
use std::sync::LazyLock;

/// The most terms or pairs that a text may have here.
const MOST: usize = 64;

/// A field of 254 bits, of 256 and of 521.
static CURVES: LazyLock<Vec<Parameters>> = LazyLock::new(|| {
    let named = [Name::Secp256r1, Name::Secp521r1].map(Parameters::named);
    Parameters::bn254().into_iter().chain(named).collect()
});

/// The first byte says what the others are: terms of a sum over a curve, or pairs.
///
/// # Panics
/// If what is read is not what is read again from each other form that it has.
pub fn run(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    match choice % 8 {
        6 => pairs::<Bn254>(text),
        7 => pairs::<Bls12_381>(text),
        kind => {
            let kinds = [Terms::Points, Terms::Multiples];
            terms(&CURVES[usize::from(kind) / 2], kinds[usize::from(kind) % 2], text);
        }
    }
}

fn is_short(reason: &text::TextError) {
    let reason = reason.to_string();
    assert!(reason.chars().count() < 300, "{reason}");
}

fn terms(parameters: &Parameters, kind: Terms, text: &[u8]) {
    let terms = match text::terms(text, parameters, kind, MOST) {
        Ok(terms) => terms,
        Err(e) => return is_short(&e),
    };
    assert!((1..=MOST).contains(&terms.len()));
    let zeros = || (BigUint::ZERO, BigUint::ZERO);
    let len = |x: &BigUint| 2 * x.bits().div_ceil(8) as usize;
    let (coordinate, scalar) = (len(&parameters.modulus), len(&parameters.order));
    let (mut lines, mut strings) = (String::new(), String::new());
    for (point, k) in &terms {
        assert!(
            point.as_ref().is_none_or(|point| is_on_curve(parameters, point)),
            "{point:?}"
        );
        assert!(*k < parameters.order);
        let (x, y) = point.clone().unwrap_or_else(zeros);
        lines += &format!("{x:x} 0x{y:X}");
        strings += &format!("{x:0>coordinate$x}{y:0>coordinate$x}");
        if kind == Terms::Multiples {
            lines += &format!(" {k:x}");
            strings += &format!("{k:0>scalar$x}");
        }
        lines += "\r\n";
    }
    for form in [lines, strings] {
        assert_eq!(
            text::terms(form.as_bytes(), parameters, kind, MOST).as_ref(),
            Ok(&terms),
            "{form}"
        );
    }
}

/// By num-bigint.
fn is_on_curve(p: &Parameters, (x, y): &Coordinates) -> bool {
    let right = x * x * x + &p.a * x + &p.b;
    *x < p.modulus && *y < p.modulus && y * y % &p.modulus == right % &p.modulus
}

fn pairs<C: Precompiled>(text: &[u8]) {
    let pairs = match text::pairs::<C>(text, MOST) {
        Ok(pairs) => pairs,
        Err(e) => return is_short(&e),
    };
    assert!(pairs.len() <= MOST);
    let mut lines = String::new();
    for (p, q) in &pairs {
        assert!(p.is_on_curve() && p.is_in_correct_subgroup_assuming_on_curve());
        assert!(q.is_on_curve() && q.is_in_correct_subgroup_assuming_on_curve());
        let zeros = <C::Fp as Default>::default();
        let (p, q) = (
            if p.is_zero() { [zeros; 2] } else { [p.x, p.y] },
            if q.is_zero() {
                [zeros; 4]
            } else {
                [q.x.c0, q.x.c1, q.y.c0, q.y.c1]
            },
        );
        let [first, second] = C::ORDER;
        let q = [q[first], q[second], q[2 + first], q[2 + second]];
        let numbers = p
            .into_iter()
            .chain(q)
            .map(|x| format!("{:0>1$x}", integer(x), 2 * C::BYTES));
        lines += &format!("0x{}\n", numbers.collect::<String>());
    }
    assert_eq!(text::pairs::<C>(lines.as_bytes(), MOST).as_ref(), Ok(&pairs), "{lines}");
}

/// A configuration in JSON, as `secant prove --config` reads it: of a small circuit it gives one with these columns, or a reason.
///
/// # Panics
/// If it gives another one.
pub fn run_configuration(bytes: &[u8]) {
    let Ok(configuration) = serde_json::from_slice::<Configuration>(bytes) else {
        return;
    };
    let mut b = small();
    b.set_soundness(configuration.soundness);
    match b.finish(&Goal::Explicit(configuration.clone())) {
        Ok(circuit) => {
            assert_eq!(*circuit.configuration(), configuration);
            let columns = circuit.counts().advice_columns as u64;
            assert!(columns <= 1 << 13 && columns << configuration.k <= 1 << 36, "{columns}");
        }
        Err(e) => assert!(e.to_string().chars().count() < 300, "{e}"),
    }
}

/// A circuit with every kind of column.
fn small() -> Builder {
    let mut b = Builder::new();
    let x = b.witness(Fr::from(11));
    let y = b.mul(x, x);
    b.range_check(y, 7);
    b.publish(y);
    let table = b.constant_table((0..4u64).map(|i| vec![Fr::from(i), Fr::from(i * i)]).collect());
    let row = b.read(table, Fr::from(3));
    assert!(row.is_ok_and(|row| b.value(row.values[1]) == Fr::from(9)));
    if let Some(field) = CURVES
        .first()
        .and_then(|p| secant_circuit::foreign::Field::new("f", &p.modulus, b.shape()).ok())
    {
        let x = field.witness(&mut b, &5u32.into());
        assert!(field.mul(&mut b, &x, &x).is_ok());
    }
    b
}

/// Texts in all forms.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (i, p) in CURVES.iter().enumerate() {
        let len = 2 * p.modulus.bits().div_ceil(8) as usize;
        let (x, y) = &p.generator;
        let texts = [
            [
                format!("{x:x} {y:x}\n0 0\n"),
                format!("0x{x:0>len$x}{y:0>len$x}{x:0>len$x}{y:0>len$x}"),
            ],
            [
                format!("{x:x} {y:x} 0xff\n0 0 5\n"),
                format!("0x{x:0>len$x}{y:0>len$x}{:0>len$x}\n", 7),
            ],
        ];
        for (kind, texts) in texts.iter().enumerate() {
            seeds.extend(
                texts
                    .iter()
                    .map(|text| [&[(2 * i + kind) as u8][..], text.as_bytes()].concat()),
            );
        }
    }
    fn generators<C: Precompiled>(choice: u8) -> Vec<Vec<u8>> {
        let (p, q) = (Affine::<C::G1>::generator(), Affine::<C::G2>::generator());
        let [first, second] = C::ORDER;
        let (x, y) = ([q.x.c0, q.x.c1], [q.y.c0, q.y.c1]);
        let numbers =
            [p.x, p.y, x[first], x[second], y[first], y[second]].map(|c| format!("{:0>1$x}", integer(c), 2 * C::BYTES));
        let none = format!("{}{}", "0".repeat(4 * C::BYTES), numbers[2..].concat());
        let texts = [
            numbers.concat(),
            numbers.join(" "),
            format!("0x{none}\n0x{}\n", numbers.concat()),
            String::new(),
        ];
        texts.map(|text| [&[choice][..], text.as_bytes()].concat()).into()
    }
    seeds.extend(generators::<Bn254>(6));
    seeds.extend(generators::<Bls12_381>(7));
    seeds
}

/// Configurations that are chosen for the circuit.
pub fn configurations() -> Vec<Vec<u8>> {
    let b = small();
    let goals = [Goal::Fastest, Goal::Rows(9), Goal::Rows(12), Goal::Smallest(12)];
    let chosen = goals.iter().filter_map(|goal| b.configuration(goal).ok());
    chosen
        .filter_map(|configuration| serde_json::to_vec(&configuration).ok())
        .collect()
}
