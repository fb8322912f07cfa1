//! Every cell is determined: a changed value of any one is refused, and every constraint refuses one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use halo2_axiom::dev::VerifyFailure;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Error, Fr, Goal, Input,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
    foreign::{Element, Field, Formula},
};
use secant_gfp::named::Name;
use std::collections::BTreeSet;

/// What fails in a circuit.
fn failures(circuit: &BuiltCircuit) -> BTreeSet<String> {
    match circuit.mock() {
        Ok(()) => BTreeSet::new(),
        Err(Error::Mock(failures)) => failures
            .into_iter()
            .map(|failure| match failure {
                VerifyFailure::ConstraintNotSatisfied { constraint, .. } => {
                    let name = constraint.to_string();
                    // Constraint 0 ('name') in gate ...
                    name.split('\'').nth(1).unwrap().to_owned()
                }
                VerifyFailure::Lookup { name, .. } => name,
                VerifyFailure::Permutation { .. } => "copy".to_owned(),
                other => panic!("{other}"),
            })
            .collect(),
        Err(other) => panic!("{other}"),
    }
}

/// Changes each cell (or each `every`th), and returns all that failed. Panics if a change goes unnoticed.
fn tamper_each(b: Builder, goal: &Goal, every: usize) -> BTreeSet<String> {
    let circuit = b.finish(goal).unwrap();
    circuit.mock().unwrap();
    let mut failed = BTreeSet::new();
    for place in circuit.assigned().into_iter().step_by(every) {
        for difference in [Fr::from(1), -Fr::from(3)] {
            let mut tampered = circuit.clone();
            tampered.tamper(place, difference);
            let failures = failures(&tampered);
            assert!(!failures.is_empty(), "{place:?} may differ by {difference:?}");
            failed.extend(failures);
        }
    }
    failed
}

fn assert_contains(failed: &BTreeSet<String>, names: &[&str]) {
    for name in names {
        assert!(failed.contains(*name), "{name:?} never failed, but {failed:?}");
    }
}

fn secp256k1(b: &Builder) -> Weierstrass {
    Weierstrass::new("secp256k1", Parameters::named(Name::Secp256k1), b.shape()).unwrap()
}

fn multiple(k: u32) -> (BigUint, BigUint) {
    let p = Parameters::named(Name::Secp256k1);
    p.multiples(&k.into(), &BigUint::ZERO, 1).pop().unwrap().unwrap()
}

/// A public cell is what makes the others matter.
fn input(b: &mut Builder, value: u64) -> secant_circuit::Cell {
    let cell = b.witness(Fr::from(value));
    b.publish(cell);
    cell
}

#[test]
fn basic_gates() {
    type Case = (&'static str, fn(&mut Builder));
    let cases: &[Case] = &[
        ("sums", |b| {
            let (x, y) = (input(b, 5), input(b, 7));
            b.add(x, y);
            b.sub(x, y);
            b.neg(x);
            b.mul(x, y);
            b.mul_add(x, y, x);
            b.sub_mul(x, y, y);
            b.mul_not(x, y);
            b.inc(x);
            b.dec(x);
            b.sum([x, y, x]);
            b.partial_sums([x, y, x]);
            b.inner_product([x, y], [y, y]);
            b.inner_product_with_sums([x, y], [y, y]);
            b.accumulated_product([x, y], [y, x, x]);
            b.sum_products_with_coeff_and_var([(Fr::from(3), x.into(), y.into())], x);
        }),
        ("quotients", |b| {
            let (x, y) = (input(b, 5), input(b, 7));
            b.div(x, y).unwrap();
            b.div_unsafe(x, y);
            b.assert_nonzero(x).unwrap();
        }),
        ("bits", |b| {
            let (zero, one) = (input(b, 0), input(b, 1));
            b.assert_bit(zero);
            b.or(zero, one);
            b.and(zero, one);
            b.xor(zero, one);
            b.not(one);
            b.or_and(zero, one, one);
            let x = input(b, 6);
            b.select(x, zero, one);
            b.num_to_bits(x, 3).unwrap();
            b.pow_var(x, x, 3).unwrap();
            b.is_zero(x);
            b.is_equal(x, one);
        }),
        ("indicators", |b| {
            let x = input(b, 2);
            let indicator = b.idx_to_indicator(x, 4).unwrap();
            b.select_by_indicator([x, x, x, x], &indicator);
            let bits = b.num_to_bits(x, 2).unwrap();
            b.bits_to_indicator(&bits);
            b.select_from_idx(&[5.into(), 6.into(), 7.into()], x).unwrap();
            b.select_array_by_indicator(&[vec![x], vec![x], vec![x], vec![x]], &indicator);
        }),
        ("interpolation", |b| {
            let [x, y, z] = [2, 3, 4].map(|value| input(b, value));
            b.lagrange_and_eval(&[(x, z), (y, x)], z).unwrap();
        }),
    ];
    for (name, case) in cases {
        let mut b = Builder::new();
        case(&mut b);
        println!("{name}");
        let failed = tamper_each(b, &Goal::Fastest, 1);
        assert_contains(&failed, &["a + b c = d", "copy"]);
    }
}

#[test]
fn ranges() {
    let mut b = Builder::new();
    let (x, y) = (input(&mut b, 1000), input(&mut b, 37));
    b.range_check(x, 10);
    b.range_check(x, 100);
    b.check_less_than(y, 38);
    b.check_less_than(y, 64);
    b.is_less_than(y, x, 50);
    b.is_big_less_than(y, &BigUint::from(99u32));
    b.div_mod(x, &BigUint::from(37u32), 30).unwrap();
    b.div_mod_var(x, y, 60, 10).unwrap();
    b.div_mod_var(x, y, 240, 100).unwrap();
    b.get_last_bit(y, 7).unwrap();
    let failed = tamper_each(b, &Goal::Fastest, 1);
    assert_contains(
        &failed,
        &[
            "a + b c = d",
            "copy",
            "pieces sum up",
            "last piece is short",
            "piece in range",
        ],
    );
}

/// In lanes with limbs of one and of several rows.
#[test]
fn foreign_products() {
    for k in [9, 11] {
        let mut b = Builder::new();
        let modulus = (BigUint::from(1u32) << 255) - 19u32;
        let field = Field::new("f", &modulus, b.shape()).unwrap();
        let x = field.witness(&mut b, &(&modulus - 2u32));
        field.assert_reduced(&mut b, &x).unwrap();
        for half in x.split(&mut b, 128) {
            b.publish(half);
        }
        let mut f = Formula::new("square");
        let u = f.input();
        let v = f.output_to_compare();
        f.zero("u u - v", u * u - v);
        f.distinct("u is not v", u, v);
        let gate = f.over(&field).unwrap();
        field.apply(&mut b, &gate, &[(&x).into()], &[4u32.into()]).unwrap();
        let failed = tamper_each(b, &Goal::Rows(k), 1);
        let names = [
            "weighed relations",
            "sum is a multiple of p",
            "a challenge",
            "digits of a challenge",
            "first weight",
            "second weight",
            "a challenge below r",
            "u is not v",
            "u is not v: square",
            "pieces sum up",
            "piece in range",
            "copy",
        ];
        assert_contains(&failed, &names);
    }
}

/// Tables: the row's number, its values, and the table that it is from.
#[test]
fn tables() {
    let mut b = Builder::new();
    let constants = b.constant_table((0..4u64).map(|i| vec![Fr::from(i * i), Fr::from(7)]).collect());
    b.constant_table((0..4u64).map(|i| vec![Fr::from(i + 100), Fr::from(8)]).collect());
    let cells: Vec<_> = (0..3)
        .map(|i| vec![input(&mut b, 10 + i), input(&mut b, 20 + i)])
        .collect();
    let table = b.table(&cells);
    let others: Vec<_> = (0..3)
        .map(|i| vec![input(&mut b, 30 + i), input(&mut b, 40 + i)])
        .collect();
    b.table(&others);
    let index = input(&mut b, 2);
    for table in [constants, table] {
        let row = b.read(table, index).unwrap();
        assert!(b.read(table, Input::Constant(Fr::from(4))).is_err());
        b.publish(row.values[1]);
    }
    let failed = tamper_each(b, &Goal::Fastest, 1);
    assert_contains(&failed, &["row of a constant table", "row of a table", "copy"]);
}

/// A read cannot take a row of another table, nor rows of zeros.
#[test]
fn reads_are_of_their_table() {
    let build = |row: [u64; 3]| {
        let mut b = Builder::new();
        let cells = [[10u64, 20], [11, 21]].map(|row| row.map(|x| input(&mut b, x)).to_vec());
        let table = b.table(&cells);
        let others = [[30u64, 40], [31, 41], [32, 42]].map(|row| row.map(|x| input(&mut b, x)).to_vec());
        b.table(&others);
        let honest = b.read(table, Input::Witness(Fr::from(1))).unwrap();
        let cells = [honest.number, honest.values[0], honest.values[1]];
        for (cell, value) in cells.into_iter().zip(row) {
            b.tamper(cell, Fr::from(value));
        }
        b.finish(&Goal::Fastest).unwrap()
    };
    assert!(failures(&build([1, 11, 21])).is_empty());
    assert!(failures(&build([0, 10, 20])).is_empty());
    for other in [[1, 31, 41], [2, 32, 42], [0, 0, 0], [0, 30, 40], [0, 11, 21]] {
        assert_eq!(
            failures(&build(other)),
            BTreeSet::from(["row of a table".to_owned()]),
            "{other:?}"
        );
    }
}

#[test]
fn points() {
    let mut b = Builder::new();
    let curve = secp256k1(&b);
    let p = curve.witness(&mut b, &multiple(5)).unwrap();
    for coordinate in [&p.x, &p.y] {
        for half in coordinate.split(&mut b, 128) {
            b.publish(half);
        }
    }
    let q = curve.constant(&multiple(2));
    let sum = curve.add_incomplete(&mut b, &p, &q).unwrap();
    assert_eq!(sum.coordinates(&curve.field), multiple(7));
    let double = curve.double(&mut b, &sum).unwrap();
    assert_eq!(double.coordinates(&curve.field), multiple(14));
    let difference = curve.sub_incomplete(&mut b, &p, &q).unwrap();
    assert_eq!(difference.coordinates(&curve.field), multiple(3));
    let bit = b.bit(true);
    let chosen = curve.select(&mut b, &sum, &double, bit);
    assert_eq!(chosen.coordinates(&curve.field), multiple(7));
    let zero = b.bit(false);
    let other = curve.select(&mut b, &sum, &double, zero);
    assert_eq!(other.coordinates(&curve.field), multiple(14));
    // A sum of equal or opposite points has no proof.
    let opposite = curve.sub_incomplete(&mut b.clone(), &p, &p);
    assert!(matches!(opposite, Err(Error::Exceptional(_))));
    assert!(matches!(
        curve.add_incomplete(&mut b.clone(), &p, &p),
        Err(Error::Exceptional(_))
    ));
    let (x, y) = multiple(5);
    assert!(matches!(
        curve.witness(&mut b.clone(), &(x, y + 1u32)),
        Err(Error::Unsatisfied(_))
    ));
    let failed = tamper_each(b, &Goal::Rows(10), 3);
    let names = [
        "weighed relations",
        "sum is a multiple of p",
        "x1 is not x2",
        "x1 is not x2: square",
        "x1 is not x2: product",
    ];
    assert_contains(&failed, &names);
}

/// A valid signature over secp256k1.
fn signed() -> Statement {
    Statement::made_up(&Parameters::named(Name::Secp256k1), &mut StdRng::seed_from_u64(1))
}

fn verification(b: &mut Builder) {
    let curve = secp256k1(b);
    let ecdsa = Ecdsa::new(b, &curve, 400).unwrap();
    ecdsa.verify_public(b, &signed()).unwrap();
}

/// A sample of all cells of a verification.
#[test]
fn ecdsa() {
    let mut b = Builder::new();
    verification(&mut b);
    let failed = tamper_each(b, &Goal::Fastest, 397);
    assert_contains(
        &failed,
        &[
            "a + b c = d",
            "copy",
            "pieces sum up",
            "sum is a multiple of p",
            "weighed relations",
        ],
    );
}

/// What is not signed has no proof: the public inputs are those of the witness.
#[test]
fn other_public_inputs() {
    let mut b = Builder::new();
    verification(&mut b);
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let honest = circuit.instances();
    circuit.mock_with(honest.clone()).unwrap();
    for i in 0..honest[0].len() {
        let mut other = honest.clone();
        other[0][i] += Fr::from(1);
        assert!(matches!(circuit.mock_with(other), Err(Error::Mock(_))), "{i}");
    }
}

#[test]
fn invalid_signatures() {
    let n = Parameters::named(Name::Secp256k1).order;
    type Change = fn(&mut Statement, &BigUint);
    let changes: &[Change] = &[
        |statement, _| statement.digest += 1u32,
        |statement, _| statement.signature.r += 1u32,
        |statement, _| statement.signature.s += 1u32,
        |statement, _| statement.signature.r = BigUint::ZERO,
        |statement, _| statement.signature.s = BigUint::ZERO,
        |statement, n| statement.signature.s += n,
        |statement, n| statement.signature.r += n,
        |statement, _| statement.key.1 += 1u32,
        |statement, _| statement.key = (BigUint::ZERO, BigUint::ZERO),
        |statement, _| statement.key = multiple(1),
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut statement = signed();
        change(&mut statement, &n);
        let mut b = Builder::new();
        let curve = secp256k1(&b);
        let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
        let verified = ecdsa.verify_public(&mut b, &statement);
        assert!(matches!(verified, Err(Error::Unsatisfied(_))), "{i}: {verified:?}");
    }
}

/// Changes each of these cells before the second phase is computed, so that its values are those that belong to the change:
/// what is left to refuse it is what the relations say.
fn lies(b: &Builder, cells: &[secant_circuit::Cell], difference: &Fr) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for &cell in cells {
        let mut b = b.clone();
        b.tamper(cell, b.value(cell) + difference);
        all.extend(failures(&b.finish(&Goal::Fastest).unwrap()));
    }
    all
}

fn cells_of(x: &Element) -> Vec<secant_circuit::Cell> {
    let cells = x.limbs().iter().filter_map(|limb| match limb {
        Input::Copy(cell) => Some(*cell),
        _ => None,
    });
    cells.collect()
}

fn ed25519() -> BigUint {
    (BigUint::from(1u32) << 255) - 19u32
}

/// A product that is wrong, in each limb, with everything else computed from it; and one that is right for another integer of
/// the same residue.
#[test]
fn relations_are_multiples_of_p() {
    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let x = field.witness(&mut b, &(ed25519() - 5u32));
    let y = field.mul(&mut b, &x, &x).unwrap();
    let cells = cells_of(&y);
    assert_eq!(
        lies(&b, &cells, &Fr::from(1)),
        BTreeSet::from(["sum is a multiple of p".to_owned()])
    );
    // 25 + p, whose digits are 6, 0, 0, 2^63.
    b.tamper(cells[0], Fr::from(6));
    b.tamper(cells[3], Fr::from(1 << 63));
    b.finish(&Goal::Fastest).unwrap().mock().unwrap();
}

/// A wrong relation among many right ones.
#[test]
fn one_of_many_relations() {
    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let x = field.witness(&mut b, &3u32.into());
    let mut middle = Vec::new();
    for i in 0..300 {
        let square = field.mul(&mut b, &x, &x).unwrap();
        if i % 60 == 30 {
            middle.extend(cells_of(&square));
        }
    }
    assert_eq!(
        lies(&b, &middle, &Fr::from(1)),
        BTreeSet::from(["sum is a multiple of p".to_owned()])
    );
}

/// An integer has one form in public parts: limbs that are longer than they have to be are refused.
#[test]
fn parts_are_unique() {
    for bits in [64, 100, 128, 250] {
        let mut b = Builder::new();
        let field = Field::new("f", &ed25519(), b.shape()).unwrap();
        let x = field.witness(&mut b, &((BigUint::from(0x1234u32) << 128) + 77u32));
        let limbs = cells_of(&x);
        // One from a limb is 2^64 to the one below it.
        let base = Fr::from(u64::MAX) + Fr::from(1);
        let (low, high) = (b.value(limbs[1]), b.value(limbs[2]));
        b.tamper(limbs[1], low + base);
        b.tamper(limbs[2], high - Fr::from(1));
        field.assert_reduced(&mut b, &x).unwrap();
        for part in x.split(&mut b, bits) {
            b.publish(part);
        }
        assert!(!failures(&b.finish(&Goal::Fastest).unwrap()).is_empty(), "{bits}");
    }
}

/// A part cannot wrap around the circuit's modulus.
#[test]
fn parts_are_below_the_modulus() {
    let p = (BigUint::from(1u32) << 250) - 207u32;
    let r = BigUint::parse_bytes(b"30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001", 16).unwrap();
    let mut b = Builder::new();
    let field = Field::new("f", &p, b.shape()).unwrap();
    let x = field.witness(&mut b, &5u32.into());
    for (cell, digit) in cells_of(&x).into_iter().zip((r + 5u32).to_u64_digits()) {
        b.tamper(cell, Fr::from(digit));
    }
    for part in x.split(&mut b, 250) {
        b.publish(part);
    }
    assert!(!failures(&b.finish(&Goal::Fastest).unwrap()).is_empty());
}

/// Relations of two fields are not taken for those of one.
#[test]
fn fields_have_names_of_their_own() {
    let mut b = Builder::new();
    let one = Field::new("f", &ed25519(), b.shape()).unwrap();
    let two = Field::new("f", &((BigUint::from(1u32) << 255) - 31u32), b.shape()).unwrap();
    let x = one.witness(&mut b, &3u32.into());
    one.mul(&mut b, &x, &x).unwrap();
    assert!(matches!(two.mul(&mut b, &x, &x), Err(Error::Unsupported(_))));
    let zero = two.constant(&BigUint::ZERO);
    assert!(matches!(
        two.assert_equal(&mut b, &zero, &zero),
        Err(Error::Unsupported(_))
    ));
}

/// The same gate made twice is one gate, and factors that are too long are refused.
#[test]
fn formulas_made_twice() {
    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let x = field.witness(&mut b, &5u32.into());
    field.mul(&mut b, &x, &x).unwrap();
    let scaled = |factor: BigUint| {
        let mut f = Formula::new(format!("scaled square {}", factor.bits()));
        let u = f.input();
        let v = f.output();
        f.zero("factor u u = v", (u * u).times(factor) - v);
        f.over(&field)
    };
    for _ in 0..2 {
        let most = BigUint::from(1023u32);
        let value = BigUint::from(25_575u32);
        let value = field.reduce(&value.into());
        let gate = scaled(most).unwrap();
        field.apply(&mut b, &gate, &[(&x).into()], &[value]).unwrap();
    }
    assert!(matches!(scaled(BigUint::from(1u32) << 64), Err(Error::Unsupported(_))));
    b.finish(&Goal::Fastest).unwrap().mock().unwrap();
}
