//! Every gate, copy and lookup of every kind of circuit refuses some changed cell, and every changed cell is refused:
//! for all cells of all circuits.

use crate::common::{
    circuits::{self, input},
    examined::{examine, mock_agrees},
    expected::expect,
};
use num_bigint::BigUint;
use secant_circuit::{
    Builder, Fr, Goal,
    curve::{Parameters, edwards},
    foreign::{Field, Formula},
    pairing::{Bls12_381, Bn254, PairingCurve},
};
use secant_gfp::named::Name;

/// Examines a circuit. The names of its constraints are kept in a file, so that a missing constraint is noticed.
pub fn examined(name: &str, goal: &Goal, build: impl FnOnce(&mut Builder)) {
    let mut b = Builder::new();
    build(&mut b);
    let examined = examine(name, b, goal);
    println!(
        "{name}: {} cells, {} constraints, {} lookups, {} copies; {} cells beside zeros",
        examined.cells, examined.constraints, examined.lookups, examined.copies, examined.idle
    );
    let lines = examined.names.iter().map(|(gate, constraints)| {
        let constraints = constraints.iter().map(|(name, count)| match count {
            1 => format!("    {name}\n"),
            _ => format!("    {name}, {count} of it\n"),
        });
        format!("{gate}\n{}", constraints.collect::<String>())
    });
    expect(&format!("{}.txt", name.replace(' ', "_")), &lines.collect::<String>());
}

/// Like [`examined`], and checks that the mock prover agrees for every cell.
pub fn examined_by_both(name: &str, goal: &Goal, build: impl Fn(&mut Builder)) {
    examined(name, goal, &build);
    let mut b = Builder::new();
    build(&mut b);
    mock_agrees(b, goal);
}

#[test]
fn basic_gates() {
    examined_by_both("sums", &Goal::Fastest, |b| {
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
    });
    examined_by_both("quotients", &Goal::Fastest, |b| {
        let (x, y) = (input(b, 5), input(b, 7));
        b.div(x, y).unwrap();
        b.div_unsafe(x, y);
        b.assert_nonzero(x).unwrap();
    });
    examined_by_both("bits", &Goal::Fastest, |b| {
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
    });
    examined_by_both("indicators", &Goal::Fastest, |b| {
        let x = input(b, 2);
        let indicator = b.idx_to_indicator(x, 4).unwrap();
        b.select_by_indicator([x, x, x, x], &indicator);
        let bits = b.num_to_bits(x, 2).unwrap();
        b.bits_to_indicator(&bits);
        b.select_from_idx(&[5.into(), 6.into(), 7.into()], x).unwrap();
        b.select_array_by_indicator(&[vec![x], vec![x], vec![x], vec![x]], &indicator);
    });
    examined_by_both("interpolation", &Goal::Fastest, |b| {
        let [x, y, z] = [2, 3, 4].map(|value| input(b, value));
        b.lagrange_and_eval(&[(x, z), (y, x)], z).unwrap();
    });
}

#[test]
fn ranges() {
    examined_by_both("ranges", &Goal::Fastest, |b| {
        let (x, y) = (input(b, 1000), input(b, 37));
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
    });
}

/// A product, and a comparison.
pub fn a_formula(b: &mut Builder, modulus: &BigUint) {
    let field = Field::new("f", modulus, b.shape()).unwrap();
    let x = field.witness(b, &(modulus - 2u32));
    field.publish(b, &x).unwrap();
    let mut f = Formula::new("square");
    let u = f.input();
    let v = f.output_to_compare();
    f.zero("u u - v", u * u - v);
    f.distinct("u is not v", u, v);
    let gate = f.over(&field).unwrap();
    field.apply(b, &gate, &[(&x).into()], &[4u32.into()]).unwrap();
}

/// Lanes with limbs of one row and of several, for elements whose top limb can be made short.
#[test]
fn foreign_products() {
    for k in [9, 11] {
        for (name, bits, less) in [("formula", 255, 19u32), ("formula of short elements", 224, 63)] {
            examined_by_both(name, &Goal::Rows(k), |b| {
                a_formula(b, &((BigUint::from(1u32) << bits) - less))
            });
        }
    }
}
#[test]
fn tables() {
    examined_by_both("tables", &Goal::Fastest, |b| {
        let constants = b.constant_table((0..4u64).map(|i| vec![Fr::from(i * i), Fr::from(7)]).collect());
        b.constant_table((0..4u64).map(|i| vec![Fr::from(i + 100), Fr::from(8)]).collect());
        let mut rows = |first: u64| -> Vec<_> {
            (0..3)
                .map(|i| vec![input(b, first + i), input(b, first + 10 + i)])
                .collect()
        };
        let (cells, others) = (rows(10), rows(30));
        let table = b.table(&cells);
        b.table(&others);
        let index = input(b, 2);
        b.inc(index);
        for table in [constants, table] {
            let row = b.read(table, index).unwrap();
            b.publish(row.values[1]);
        }
    });
}

/// The recovered key belongs to a signature whose point has an `x` above the order.
#[test]
fn signatures() {
    type Build = fn(Name, &mut Builder);
    let all: [(&str, Build); 4] = [
        ("ecdsa", circuits::verification),
        ("low s", circuits::low_s),
        ("recovery", |name, b| circuits::recovery(name, true, b)),
        ("schnorr", circuits::schnorr),
    ];
    for curve in [Name::Secp256k1, Name::Secp256r1] {
        for (name, build) in all {
            examined(&format!("{name} over {curve}"), &Goal::Fastest, |b| build(curve, b));
        }
    }
}

/// Curves with an endomorphism, without one, and one whose order is the circuit's modulus.
#[test]
fn sums() {
    type Build = fn(&str, &Parameters, &mut Builder);
    let all: [(&str, Build); 6] = [
        ("msm", circuits::msm),
        ("fixed base msm", circuits::fixed_base_msm),
        ("sum", circuits::sum),
        ("public sums", circuits::public_sums),
        ("additions", circuits::additions),
        ("mul", circuits::mul),
    ];
    for (curve, p) in circuits::curves() {
        for (name, build) in all {
            examined(&format!("{name} over {curve}"), &Goal::Fastest, |b| build(curve, &p, b));
        }
    }
}

/// A curve with a complete law, and one with exceptions and a square root of -2.
#[test]
fn sums_on_twisted_edwards_curves() {
    type Build = fn(&str, &edwards::Parameters, &mut Builder);
    let all: [(&str, Build); 5] = [
        ("msm", circuits::edwards_msm),
        ("fixed base msm", circuits::edwards_fixed_base_msm),
        ("mul", circuits::edwards_mul),
        ("msm of any order", circuits::edwards_msm_any),
        ("additions", circuits::edwards_additions),
    ];
    for (curve, p) in circuits::edwards_curves() {
        for (name, build) in all {
            examined(&format!("{name} over {curve}"), &Goal::Fastest, |b| build(curve, &p, b));
        }
    }
}

fn extensions<C: PairingCurve>(name: &str) {
    type Build = fn(&mut Builder);
    let all: [(usize, Build); 3] = [
        (2, circuits::extension::<C, 1>),
        (6, circuits::extension::<C, 3>),
        (12, circuits::extension::<C, 6>),
    ];
    for (degree, build) in all {
        examined(
            &format!("extension of degree {degree} over {name}"),
            &Goal::Fastest,
            build,
        );
    }
}

#[test]
fn extensions_of_bn254() {
    extensions::<Bn254>("bn254");
}

#[test]
fn extensions_of_bls12_381() {
    extensions::<Bls12_381>("bls12-381");
}

#[test]
fn pairings_of_bn254() {
    examined("product over bn254", &Goal::Fastest, circuits::product_of_two::<Bn254>);
    examined(
        "product of one over bn254",
        &Goal::Fastest,
        circuits::product_of_one::<Bn254>,
    );
    examined(
        "pairing of the identity over bn254",
        &Goal::Fastest,
        circuits::pairing_of_identity::<Bn254>,
    );
}

#[test]
fn pairings_of_bls12_381() {
    examined(
        "product over bls12-381",
        &Goal::Fastest,
        circuits::product_of_two::<Bls12_381>,
    );
    examined(
        "product of one over bls12-381",
        &Goal::Fastest,
        circuits::product_of_one::<Bls12_381>,
    );
    examined(
        "pairing of the identity over bls12-381",
        &Goal::Fastest,
        circuits::pairing_of_identity::<Bls12_381>,
    );
}

#[test]
fn bls_signatures() {
    examined(
        "signature in g2 over bls12-381",
        &Goal::Fastest,
        circuits::signature_in_g2::<Bls12_381>,
    );
    examined(
        "signature in g1 over bls12-381",
        &Goal::Fastest,
        circuits::signature_in_g1::<Bls12_381>,
    );
}
