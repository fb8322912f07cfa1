//! Bugs that audits found in circuits of this kind (halo2-lib and similar libraries), one test each. What a prover
//! could have done with the bug has no proof here.

use crate::common::{
    circuits::{self, curve, curves, input, multiple},
    examined::examine,
    failures,
    formulas::{circuit, formulas},
    lies::Honest,
    names,
    values::{accepted, cells_of, ed25519, fr},
};
use num_bigint::{BigInt, BigUint};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Cell, Error, Fr, Goal, Input,
    curve::{Parameters, Scalar},
    ecdsa::{Ecdsa, Hint, Statement},
    foreign::Field,
    pairing::{Bn254, Fp2Of, basis},
};
use secant_gfp::named::Name;
use std::collections::BTreeSet;

/// The constraints that refuse numbers out of range.
const RANGE: [&str; 3] = ["piece in range", "pieces sum up", "last piece is short"];

fn refused(b: Builder) -> BTreeSet<String> {
    failures(&b.finish(&Goal::Fastest).unwrap())
}

/// Only range checks refuse it.
fn assert_out_of_range(b: Builder) {
    let failed = refused(b);
    assert!(!failed.is_empty() && failed.is_subset(&names(&RANGE)), "{failed:?}");
}

fn digits(x: &BigUint, count: usize) -> Vec<Fr> {
    let digits = x.iter_u64_digits().chain(std::iter::repeat(0));
    digits.take(count).map(Fr::from).collect()
}

/// The modulus of circuits.
fn r() -> BigUint {
    Parameters::bn254().unwrap().order
}

/// The cell with this number, which is the same in any circuit.
fn cell_number(number: usize) -> Cell {
    let mut b = Builder::new();
    (0..=number).map(|_| b.witness(Fr::from(0))).last().unwrap()
}

/// An indicator whose entries are not checked to be bits can select a combination of rows instead of one row: halves of
/// two entries have the sum one and the index between them.
#[test]
fn unchecked_indicator() {
    let mut b = Builder::new();
    let x = input(&mut b, 2);
    let indicator = b.idx_to_indicator(x, 4).unwrap();
    let chosen = b.select_by_indicator([10, 20, 30, 50].map(Fr::from), &indicator);
    b.publish(chosen);
    assert_eq!(b.value(chosen), Fr::from(30));
    let half = Fr::from(2).invert().unwrap();
    let lies = [Fr::from(0), half, Fr::from(0), half];
    b.lie(&indicator.into_iter().zip(lies).collect::<Vec<_>>());
    assert_eq!(b.value(chosen), Fr::from(35));
    assert_eq!(refused(b), names(&["a + b c = d"]));
}

/// If the digits need not be those of the scalar, the prover can multiply by any scalar.
#[test]
fn underconstrained_multiple() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let point = curve.witness(&mut b, &multiple(&p, &3u32.into()).unwrap()).unwrap();
        let k = input(&mut b, 5);
        b.range_check(k, 64);
        curve.msm(&mut b, &[(point, Scalar::parts(vec![k], 64))]).unwrap();
        accepted(b.clone());
        // The statement has another scalar, and everything else is computed from that.
        b.lie(&[(k, Fr::from(6))]);
        let expected = if name == "bn254" {
            "copy"
        } else {
            "sum is a multiple of p"
        };
        assert_eq!(refused(b), names(&[expected]), "{name}");
    }
}

/// An equality check that compares a value with itself accepts any two values.
#[test]
fn equality_of_a_value_with_itself() {
    let mut b = Builder::new();
    let (x, y) = (input(&mut b, 5), input(&mut b, 6));
    let equal = b.is_equal(x, y);
    b.publish(equal);
    accepted(b.clone());
    b.lie(&[(equal, Fr::from(1))]);
    assert_eq!(refused(b), names(&["a + b c = d"]));

    let mut b = Builder::new();
    let cells = [5, 5].map(|value| input(&mut b, value));
    b.assert_equal(cells[0], cells[1]);
    b.tamper(cells[1], Fr::from(6));
    assert_eq!(refused(b), names(&["copy"]));

    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let [x, y] = [5u32, 5].map(|value| field.witness(&mut b, &value.into()));
    field.assert_equal(&mut b, &x, &y).unwrap();
    for element in [&x, &y] {
        let mut b = b.clone();
        b.lie(&[(cells_of(element)[0], Fr::from(6))]);
        assert_eq!(refused(b), names(&["sum is a multiple of p"]));
    }
}

/// A range that is only asserted while witnesses are made, in debug builds, and not constrained.
#[test]
fn ranges_are_constraints() {
    for (bits, value) in [
        (1, BigUint::from(2u32)),
        (10, 1024u32.into()),
        (64, r() - 1u32),
        (100, BigUint::from(1u32) << 100),
    ] {
        let mut b = Builder::new();
        let x = b.witness(fr(&value));
        b.range_check(x, bits);
        assert_out_of_range(b);
    }
}

/// A read from a table of cells whose columns have no selector, or whose rows are not distinguished from those of other
/// tables and from empty rows.
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

/// If the rows of a table of cells are not copied from their source, the prover can choose them.
#[test]
fn rows_are_copied() {
    let mut b = Builder::new();
    let cells: Vec<Cell> = (10..14).map(|value| input(&mut b, value)).collect();
    let table = b.table(&[cells[..2].to_vec(), cells[2..].to_vec()]);
    let row = b.read(table, Fr::from(1)).unwrap();
    b.publish(row.values[0]);
    accepted(b.clone());
    // Changed everywhere but in the statement.
    b.lie(&[(row.values[0], Fr::from(77)), (cells[2], Fr::from(77))]);
    b.tamper(cells[2], Fr::from(12));
    assert_eq!(refused(b), names(&["copy"]));
}

/// Limbs that are not reduced: if a residue has several integers, a statement about one of them is a statement about
/// another.
#[test]
fn unreduced_limbs() {
    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let x = field.witness(&mut b, &5u32.into());
    field.publish_integer(&mut b, &x);
    let other = cells_of(&x)
        .into_iter()
        .zip(digits(&(ed25519() + 5u32), 4))
        .collect::<Vec<_>>();
    let mut unreduced = b.clone();
    unreduced.lie(&other);
    accepted(unreduced);
    field.assert_reduced(&mut b, &x).unwrap();
    b.lie(&other);
    assert_out_of_range(b);
}

/// An integer has one form in public parts: limbs that are longer than necessary are refused.
#[test]
fn parts_are_unique() {
    for bits in [64, 100, 128, 250] {
        let mut b = Builder::new();
        let field = Field::new("f", &ed25519(), b.shape()).unwrap();
        let x = field.witness(&mut b, &((BigUint::from(0x1234u32) << 128) + 77u32));
        let limbs = cells_of(&x);
        // One unit of a limb is 2^64 in the limb below it.
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

/// Range checks of limbs that were left out: the same integer has other limbs, one of which is as long as the prover
/// likes.
#[test]
fn dropped_range_lookups() {
    let mut b = Builder::new();
    let field = Field::new("f", &ed25519(), b.shape()).unwrap();
    let x = field.witness(&mut b, &(ed25519() - 5u32));
    let y = field.mul(&mut b, &x, &x).unwrap();
    let z = field.witness_to_compare(&mut b, &(ed25519() - 7u32));
    field.mul(&mut b, &y, &z).unwrap();
    for element in [&x, &z] {
        let cells = cells_of(element);
        for (low, high) in [(0, 1), (1, 2), (2, 3)] {
            let lie = |times: u64| {
                let base = Fr::from(1 << 32) * Fr::from(1 << 32);
                let mut b = b.clone();
                let (low, high) = (cells[low], cells[high]);
                b.lie(&[
                    (low, b.value(low) + base * Fr::from(times)),
                    (high, b.value(high) - Fr::from(times)),
                ]);
                b
            };
            // Limbs have two bits of slack.
            accepted(lie(1));
            assert_out_of_range(lie(4));
            assert_out_of_range(lie(7));
        }
    }
}

/// The slope of an addition is zero divided by zero where the points are equal: then the prover chooses it, and with it
/// the sum. A division of zero by zero also has any quotient.
#[test]
fn nought_by_nought() {
    for (name, p) in curves() {
        let all = formulas(&[&|b| circuits::msm(name, &p, b), &|b| circuits::additions(name, &p, b)]);
        let additions = all.values().filter(|(gate, _)| !gate.distinct().is_empty());
        let mut count = 0;
        for (gate, instances) in additions {
            let honest = Honest {
                gate,
                values: instances[0].clone(),
            };
            let [_, different] = gate.names();
            for (pair, different) in gate.distinct().into_iter().zip(different) {
                let values = honest.with_equal(pair).unwrap();
                assert_eq!(failures(&circuit(gate, &values)), names(&[different]), "{name}");
                count += 1;
            }
        }
        assert!(count >= 3, "{count} comparisons");
    }
    let mut b = Builder::new();
    let (x, y) = (input(&mut b, 0), input(&mut b, 7));
    b.div(x, y).unwrap();
    b.lie(&[(y, Fr::from(0))]);
    assert_eq!(refused(b), names(&["a + b c = d"]));
}

/// Scalars of different lengths in one sum: the longer ones lost the part that the shorter ones do not have.
#[test]
fn scalars_of_unequal_length() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let point = curve.witness(&mut b, &multiple(&p, &7u32.into()).unwrap()).unwrap();
        let short = input(&mut b, 1000);
        let long: Vec<Cell> = [0, 0, 0, 0, 16].map(|part| input(&mut b, part)).to_vec();
        long.iter().for_each(|&part| b.range_check(part, 64));
        let terms = [
            (point.clone(), Scalar::number(&mut b, short, 10)),
            (point.clone(), Scalar::number(&mut b, short, 130)),
            (point.clone(), Scalar::parts(long.clone(), 64)),
        ];
        let sum = curve.msm(&mut b, &terms).unwrap();
        let expected = multiple(&p, &(((BigUint::from(1u32) << 260usize) + 2000u32) * 7u32));
        assert_eq!(Some(sum.coordinates(&curve.field)), expected);
        accepted(b);
    }
}

/// The high limbs of a scalar, which nothing read.
#[test]
fn high_limbs() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let base = multiple(&p, &7u32.into()).unwrap();
        let parts: Vec<Cell> = [3, 0, 0, 5, 9].map(|part| input(&mut b, part)).to_vec();
        parts.iter().for_each(|&part| b.range_check(part, 64));
        curve
            .fixed_base_msm(&mut b, &[(base, Scalar::parts(parts.clone(), 64))], 1500)
            .unwrap();
        accepted(b.clone());
        let expected = if name == "bn254" {
            "copy"
        } else {
            "sum is a multiple of p"
        };
        for part in parts {
            let mut b = b.clone();
            b.lie(&[(part, b.value(part) + Fr::from(1))]);
            assert_eq!(refused(b), names(&[expected]), "{name}");
        }
    }
}

/// A division whose quotient may be so large that quotient times divisor wraps around the circuit's modulus.
#[test]
fn division_that_wraps() {
    // A quotient in the field instead of the integers.
    let mut b = Builder::new();
    let x = input(&mut b, 1000);
    let (q, remainder) = b.div_mod(x, &37u32.into(), 30).unwrap();
    b.publish(q);
    accepted(b.clone());
    let other = Fr::from(1000) * Fr::from(37).invert().unwrap();
    b.lie(&[(q, other), (remainder, Fr::from(0))]);
    assert_out_of_range(b);
    // Integers: x + r in place of x. Its quotient and remainder are as long as they may be.
    let mut b = Builder::new();
    let values = [
        (BigUint::from(1u32) << 239) + 12345u32,
        (BigUint::from(1u32) << 99) + 77u32,
    ];
    let [x, y] = values.each_ref().map(|value| b.witness(fr(value)));
    let (q, remainder) = b.div_mod_var(x, y, 240, 100).unwrap();
    b.publish(q);
    accepted(b.clone());
    let wrapped = &values[0] + r();
    let (quotient, rest) = (&wrapped / &values[1], &wrapped % &values[1]);
    assert!(quotient.bits() <= 240);
    let base = BigUint::from(1u32) << 100;
    let parts = |q: &BigUint, remainder: &BigUint| {
        let (low, high): (BigUint, BigUint) = (q % &base, q / &base);
        let product: BigUint = &high * &values[1];
        [remainder.clone(), &values[1] - 1u32 - remainder, low, high, product]
    };
    let honest = parts(&(&values[0] / &values[1]), &(&values[0] % &values[1]));
    let lies = parts(&quotient, &rest);
    // The cells of the range checks, from the remainder's on, and their limbs.
    let first = (0..200).find(|&i| cell_number(i) == remainder).unwrap();
    let mut all = vec![(q, fr(&quotient)), (remainder, fr(&rest))];
    for (i, (cell, limbs)) in [(0, 4), (20, 21), (30, 34), (31, 43), (55, 56)].into_iter().enumerate() {
        let limb = |value: &BigUint, j: usize| match j {
            0 => fr(&(value % (BigUint::from(1u32) << 72))),
            _ => fr(&(value >> 72)),
        };
        assert_eq!(b.value(cell_number(first + cell)), fr(&honest[i]), "{i}");
        for j in 0..2 {
            let at = cell_number(first + limbs + j);
            assert_eq!(b.value(at), limb(&honest[i], j), "{i}, {j}");
            all.push((at, limb(&lies[i], j)));
        }
        if i == 2 || i == 3 {
            all.push((cell_number(first + cell), fr(&lies[i])));
        }
    }
    b.lie(&all);
    assert_out_of_range(b);
}

/// A sum that takes the identity's coordinates for those of a point, or calls a sum the identity although it is not.
#[test]
fn identity_in_sums() {
    for (name, p) in curves() {
        let [zero, one, minus_one] = [BigUint::ZERO, 1u32.into(), &p.order - 1u32];
        for (k, l) in [
            (&zero, &zero),
            (&zero, &one),
            (&one, &zero),
            (&one, &one),
            (&one, &minus_one),
        ] {
            let mut b = Builder::new();
            let curve = curve(&b, name, &p);
            let [left, right] = [k, l].map(|k| circuits::public_any(&mut b, &curve, k));
            let sum = curve.add(&mut b, &left, &right).unwrap();
            let is = multiple(&p, &(k + l));
            assert_eq!(b.value(sum.identity), Fr::from(u64::from(is.is_none())));
            let coordinates = [&sum.x, &sum.y].map(|element| element.value().clone());
            assert_eq!(coordinates, <[BigUint; 2]>::from(is.unwrap_or_default()));
            accepted(b.clone());
            for cell in [vec![sum.identity], cells_of(&sum.x), cells_of(&sum.y)].concat() {
                let mut b = b.clone();
                b.lie(&[(cell, Fr::from(1) - b.value(cell))]);
                assert_eq!(refused(b), names(&["a + b c = d"]), "{name}: {k} + {l}");
            }
        }
    }
}

/// If a factor of the residue witness may be any element of the field of degree twelve, any product becomes one. Here
/// only the class modulo the field of degree six counts, and a factor outside that field changes the class.
#[test]
fn residue_witness_outside_its_subfield() {
    let all = formulas(&[&circuits::product_of_one::<Bn254>]);
    let (gate, instances) = &all["product is one modulo the field of f"];
    let honest = &instances[0];
    let times = |w: usize| {
        let element = |pair: &[BigInt]| {
            let [re, im] = [0, 1].map(|i| pair[i].magnitude().clone().into());
            Fp2Of::<Bn254>::new(re, im)
        };
        let f: Vec<_> = honest[..12].chunks(2).map(element).collect();
        let mut factor = [Fp2Of::<Bn254>::from(0u64); 6];
        (factor[0], factor[w]) = (5u64.into(), 7u64.into());
        let f = basis::of_pairs::<Bn254>(f.try_into().unwrap()) * basis::of_pairs::<Bn254>(factor);
        let f = basis::pairs::<Bn254>(&f).into_iter().flat_map(|z| [z.c0, z.c1]);
        let f = f.map(|c| BigInt::from(BigUint::from(c)));
        f.chain(honest[12..].iter().cloned()).collect::<Vec<_>>()
    };
    for even in [2, 4] {
        assert_eq!(failures(&circuit(gate, &times(even))), names(&[]));
    }
    for odd in [1, 3, 5] {
        assert_eq!(
            failures(&circuit(gate, &times(odd))),
            names(&["sum is a multiple of p"])
        );
    }
}

/// Short integers of a hinted decomposition that are not checked: zeros make every signature valid, and so do long
/// integers that are zero modulo the order.
#[test]
fn hints_of_signatures() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        let p = Parameters::named(name);
        let mut statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
        let nonce = (&statement.digest + &statement.signature.r * 3u32) % &p.order;
        let point = multiple(&p, &nonce).unwrap();
        statement.signature.r = &point.0 % &p.order;
        statement.digest += 1u32;
        let verify = |hint: [BigInt; 2]| {
            let mut b = Builder::new();
            let curve = curve(&b, "curve", &p);
            let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
            assert!(ecdsa.verify_public(&mut b.clone(), &statement).is_err());
            let scalars = curve.scalars.as_ref().unwrap();
            let key = curve.witness(&mut b, &statement.key).unwrap();
            let [digest, r, s] = [&statement.digest, &statement.signature.r, &statement.signature.s]
                .map(|value| scalars.witness(&mut b, value));
            let count = if name == Name::Secp256k1 { 2 } else { 1 };
            let [u, v] = hint.map(|hint| [vec![hint], vec![BigInt::ZERO; count - 1]].concat());
            let point = point.clone();
            ecdsa.verify_hinted(&mut b, &key, [&digest, &r, &s], &Hint { point, u, v })
        };
        let zeros = verify([BigInt::ZERO, BigInt::ZERO]);
        assert!(
            matches!(&zeros, Err(Error::Unsatisfied(what)) if what.contains("divisor")),
            "{zeros:?}"
        );
        let n = BigInt::from(p.order.clone());
        let long = verify([n.clone(), n]);
        assert!(
            matches!(&long, Err(Error::Unsupported(what)) if what.contains("bits")),
            "{long:?}"
        );
        let wrong = verify([BigInt::from(1), BigInt::from(1)]);
        assert!(matches!(&wrong, Err(Error::Unsatisfied(_))), "{wrong:?}");
    }
}

/// If the base point of a multiplication is not copied from the statement (CVE-2026-54496), the prover multiplies
/// another point.
#[test]
fn base_point_is_copied() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let base = curve.witness(&mut b, &multiple(&p, &3u32.into()).unwrap()).unwrap();
        let k = input(&mut b, 5);
        b.range_check(k, 64);
        curve
            .msm(&mut b, &[(base.clone(), Scalar::parts(vec![k], 64))])
            .unwrap();
        // Rows of the table of multiples are copies of the inputs of gates: of the base, and of points computed from
        // it.
        examine(name, b.clone(), &Goal::Fastest);
        let (x, y) = multiple(&p, &4u32.into()).unwrap();
        let cells = [cells_of(&base.x), cells_of(&base.y)].concat();
        let lies: Vec<(Cell, Fr)> = cells.into_iter().zip([digits(&x, 4), digits(&y, 4)].concat()).collect();
        // Another point in the statement alone, and in all cells that it is copied to.
        let mut alone = b.clone();
        lies.iter().for_each(|&(cell, value)| alone.tamper(cell, value));
        assert!(refused(alone).contains("copy"), "{name}");
        b.lie(&lies);
        assert!(refused(b).contains("sum is a multiple of p"), "{name}");
    }
}
