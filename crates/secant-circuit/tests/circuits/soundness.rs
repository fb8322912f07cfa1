//! False claims have no proof: statements, reads, relations, parts of elements.

use crate::common::{
    circuits::{self, curve, secp256k1},
    failures,
    values::{cells_of, ed25519},
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    curve::{Coordinates, Parameters},
    ecdsa::{Ecdsa, RecoveryId, Signature, Statement},
    foreign::{Field, Formula},
    schnorr::{self, Schnorr},
};
use secant_gfp::named::Name;
use std::collections::BTreeSet;

/// `k G` over secp256k1.
fn multiple(k: u32) -> Coordinates {
    circuits::multiple(&Parameters::named(Name::Secp256k1), &k.into()).unwrap()
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
    let q = curve.constant(&multiple(2)).unwrap();
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
    b.finish(&Goal::Rows(10)).unwrap().mock().unwrap();
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

/// A statement that was not signed has no proof: the public inputs are those of the witness.
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

/// Changes each of these cells before the second phase is computed, so that the values of that phase fit the change.
/// Then only the relations can refuse it.
fn lies(b: &Builder, cells: &[secant_circuit::Cell], difference: &Fr) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for &cell in cells {
        let mut b = b.clone();
        b.tamper(cell, b.value(cell) + difference);
        all.extend(failures(&b.finish(&Goal::Fastest).unwrap()));
    }
    all
}

/// A product that is wrong in each limb, with everything else computed from it, and one that is right for another
/// integer of the same residue.
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

/// Relations of two fields are not treated as relations of one.
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

/// The outcome of a valid signature: whether there is a proof, or the builder reports one of the cases without.
fn has_proof(result: Result<(), Error>) -> bool {
    match result {
        Ok(()) => true,
        Err(Error::Exceptional(_)) => false,
        Err(other) => panic!("{other}"),
    }
}

/// Valid signatures whose nonce is the key or its negative, so that R is Q or -Q, have no proof, and the builder says
/// so (`docs/circuits.md` names them). Other multiples of the key have a proof, even those by a third root of one.
#[test]
fn signatures_without_a_proof() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        let p = Parameters::named(name);
        let n = &p.order;
        let rng = &mut StdRng::seed_from_u64(5);
        // A third root of one, where there is one.
        let mut roots = (2u32..).map(|g| BigUint::from(g).modpow(&((n - 1u32) / 3u32), n));
        let root = roots.find(|root| *root != BigUint::from(1u32)).unwrap();
        let opposite_of_square = n - &root * &root % n;
        for (factor, provable) in [
            (BigUint::from(1u32), false),
            (n - 1u32, false),
            (2u32.into(), true),
            (n - 2u32, true),
            (3u32.into(), true),
            (root, true),
            (opposite_of_square, true),
        ] {
            let [d, z] = [(); 2].map(|()| p.random_scalar(rng));
            let k = &d * &factor % n;
            let (x, y) = p.multiple(&k).unwrap();
            let r = &x % n;
            let s = k.modinv(n).unwrap() * (&z + &r * &d) % n;
            let id = RecoveryId {
                y_is_odd: y.bit(0),
                x_is_reduced: x >= *n,
            };
            let statement = Statement {
                key: p.multiple(&d).unwrap(),
                digest: z,
                signature: Signature { r, s },
            };
            let mut b = Builder::new();
            let curve = curve(&b, "c", &p);
            let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
            let (mut verified, mut recovered) = (b.clone(), b);
            let verified = ecdsa.verify_public(&mut verified, &statement);
            assert_eq!(has_proof(verified), provable, "{name}, {factor} times the key");
            let recovered = ecdsa.recover_public(&mut recovered, &statement.digest, &statement.signature, id);
            assert_eq!(
                has_proof(recovered),
                provable,
                "{name}, {factor} times the key, recovered"
            );
        }
    }
}

/// The same for BIP-340 signatures, whose points have an even `y`: the nonce is the key.
#[test]
fn schnorr_signatures_without_a_proof() {
    let p = Parameters::named(Name::Secp256k1);
    let n = &p.order;
    let even = |k: &BigUint| {
        let (x, y) = p.multiple(k).unwrap();
        (x, if y.bit(0) { n - k } else { k.clone() })
    };
    let rng = &mut StdRng::seed_from_u64(6);
    for (factor, provable) in [(1u32, false), (2, true), (3, true)] {
        let [d, challenge] = [(); 2].map(|()| p.random_scalar(rng));
        let (key, d) = even(&d);
        let (r, k) = even(&(&d * factor % n));
        let s = (k + &challenge * d) % n;
        let statement = schnorr::Statement {
            key,
            challenge,
            signature: schnorr::Signature { r, s },
        };
        let mut b = Builder::new();
        let curve = secp256k1(&b);
        let verifier = Schnorr::new(&mut b, &curve, 400).unwrap();
        let verified = verifier.verify_public(&mut b, &statement);
        assert_eq!(has_proof(verified), provable, "{factor} times the key");
    }
}
