//! Points, scalars, signatures and pairings at the ends of their ranges. The mock prover accepts the right ones, and
//! the wrong ones have no circuit.

use crate::common::{
    circuits::{curve, curves, multiple, pairs_of_one, random_pair},
    failures,
    formulas::{circuit, formulas},
    names,
    values::{accepted, ed25519, parts, power},
};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use num_bigint::{BigInt, BigUint};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr,
    curve::{Coordinates, Parameters, Scalar, Weierstrass},
    ecdsa::{Ecdsa, Signature, Statement},
    pairing::{Bls12_381, Bn254, Fp2Of, PairingCurve, circuit::Pairing, model::Pair},
};
use secant_gfp::{Policy, RuntimeCurve, named::Name};

/// A point with `x = 0`, where there is one, and its opposite.
#[test]
fn points_with_x_zero() {
    let mut count = 0;
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let Some(y) = curve.field.sqrt(&p.b.clone().into()) else {
            continue;
        };
        count += 1;
        let point = (BigUint::ZERO, y.clone());
        let witness = curve.witness(&mut b, &point).unwrap();
        let double = curve.double(&mut b, &witness).unwrap();
        assert_eq!(
            Some(double.coordinates(&curve.field)),
            p.multiples_of(&point, &2u32.into(), &BigUint::ZERO, 1)[0]
        );
        let other = curve.witness(&mut b, &p.generator).unwrap();
        curve.add_incomplete(&mut b, &witness, &other).unwrap();
        let [left, opposite] =
            [y.clone(), &p.modulus - y].map(|y| curve.witness_any(&mut b, Some(&(BigUint::ZERO, y))).unwrap());
        let zero = curve.add(&mut b, &left, &opposite).unwrap();
        assert_eq!(b.value(zero.identity), Fr::from(1));
        let scalar = Scalar::parts(vec![b.constant(77)], 64);
        let product = curve.mul(&mut b, &left, &scalar).unwrap();
        let expected = p
            .multiples_of(&point, &77u32.into(), &BigUint::ZERO, 1)
            .remove(0)
            .unwrap();
        assert_eq!((product.x.value(), product.y.value()), (&expected.0, &expected.1));
        accepted(b);
    }
    assert!(count > 0);
}

/// Curve25519 of RFC 7748, `y^2 = x^3 + 486662 x^2 + x`, in Weierstrass form, with `x` shifted by a third of 486662. It
/// has points of the orders 2, 4 and 8.
fn curve25519() -> (Parameters, BigUint) {
    let p = ed25519();
    let montgomery = BigUint::from(486662u32);
    let third = &montgomery * BigUint::from(3u32).modinv(&p).unwrap() % &p;
    let square = &montgomery * &montgomery;
    // a = 1 - A^2 / 3, b = (2 A^3 - 9 A) / 27.
    let a = (&p + 1u32 - &square * BigUint::from(3u32).modinv(&p).unwrap() % &p) % &p;
    let b = (2u32 * &square * &montgomery - 9u32 * &montgomery) * BigUint::from(27u32).modinv(&p).unwrap() % &p;
    let y = "20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9";
    let y = BigUint::parse_bytes(y.as_bytes(), 16).unwrap();
    let n = power(252) + BigUint::parse_bytes(b"27742317777372353535851937790883648493", 10).unwrap();
    let bytes = [&p, &a, &b, &(&third + 9u32), &y, &n].map(BigUint::to_bytes_be);
    let [p, a, b, x, y, n] = bytes.each_ref();
    let h = &[8];
    let curve = RuntimeCurve::<4>::new(&secant_gfp::Parameters { p, a, b, x, y, n, h }, &Policy::NONE).unwrap();
    (Parameters::of(&curve), third)
}

/// Points of small order. Additions and doublings are those of the curve until they reach the identity, where there is
/// no proof.
#[test]
fn points_of_small_order() {
    let (p, third) = curve25519();
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve25519", p.clone(), b.shape()).unwrap();
    let order_two: Coordinates = (third.clone(), BigUint::ZERO);
    // x = 1 on the Montgomery curve, where y^2 = 486664.
    let y = curve.field.sqrt(&BigInt::from(486664)).unwrap();
    let order_four: Coordinates = (third + 1u32, y);
    let [two, four, generator] =
        [&order_two, &order_four, &p.generator].map(|point| curve.witness(&mut b, point).unwrap());
    let double = curve.double(&mut b, &four).unwrap();
    assert_eq!(double.coordinates(&curve.field), order_two);
    let sum = curve.add_incomplete(&mut b, &two, &generator).unwrap();
    let back = curve.add_incomplete(&mut b, &sum, &two).unwrap();
    assert_eq!(back.coordinates(&curve.field), p.generator);
    let all = curve
        .sum(&mut b, &[four.clone(), generator.clone(), four.clone(), two.clone()])
        .unwrap();
    assert_eq!(all.coordinates(&curve.field), p.generator);
    assert!(matches!(curve.double(&mut b.clone(), &two), Err(Error::Exceptional(_))));
    assert!(matches!(
        curve.add_incomplete(&mut b.clone(), &two, &two),
        Err(Error::Exceptional(_))
    ));
    // Statements take only points whose order is known.
    let terms = [(p.generator.clone(), BigUint::from(5u32))];
    assert!(matches!(
        curve.msm_public(&mut b.clone(), &terms),
        Err(Error::Unsupported(_))
    ));
    let scalars = curve.scalars.clone().unwrap();
    let five = Scalar::element(&scalars.witness(&mut b, &5u32.into()));
    // Multiples of other points would be ambiguous.
    for base in [
        &order_four,
        &sum.coordinates(&curve.field),
        &(p.generator.0.clone(), BigUint::ZERO),
    ] {
        let terms = [(base.clone(), five.clone())];
        assert!(matches!(
            curve.fixed_base_msm(&mut b.clone(), &terms, 1000),
            Err(Error::Unsatisfied(_))
        ));
    }
    let terms = [(p.generator.clone(), five.clone())];
    let product = curve.fixed_base_msm(&mut b, &terms, 1000).unwrap();
    assert_eq!(Some(product.coordinates(&curve.field)), p.multiple(&5u32.into()));
    // Complete additions accept all of them.
    let any = [&two, &four, &generator].map(|point| curve.any(&mut b, point));
    let sums = [
        ([&any[0], &any[0]], None),
        ([&any[1], &any[1]], Some(order_two.clone())),
        ([&any[0], &any[2]], Some(sum.coordinates(&curve.field))),
    ];
    for ([left, right], expected) in sums {
        let sum = curve.add(&mut b, left, right).unwrap();
        assert_eq!(b.value(sum.identity) == Fr::from(1), expected.is_none());
        if let Some(expected) = expected {
            let sum = curve.assert_point(&mut b, &sum).unwrap();
            assert_eq!(sum.coordinates(&curve.field), expected);
        }
    }
    let product = curve.msm(&mut b, &[(generator, five)]).unwrap();
    assert_eq!(Some(product.coordinates(&curve.field)), multiple(&p, &5u32.into()));
    accepted(b);
}

#[test]
fn no_slope_doubles_a_point_of_order_two() {
    let (p, third) = curve25519();
    let build = |b: &mut Builder| {
        let curve = Weierstrass::new("curve25519", p.clone(), b.shape()).unwrap();
        let point = curve.witness(b, &p.generator).unwrap();
        curve.double(b, &point).unwrap();
    };
    let all = formulas(&[&build]);
    let (gate, instances) = &all["doubling modulo the field of curve25519"];
    let mut values = instances[0].clone();
    (values[0], values[1]) = (third.into(), BigInt::ZERO);
    for slope in [0, 1, 77] {
        let slope = BigInt::from(slope);
        (values[3], values[4]) = (&slope * &slope - &values[0] * 2, BigInt::ZERO);
        values[4] = &slope * (&values[0] - &values[3]);
        values[2] = slope;
        assert_eq!(failures(&circuit(gate, &values)), names(&["sum is a multiple of p"]));
    }
}

/// 0, 1, n - 1, n, n + 1 and the largest integers of the parts, in all kinds of sums.
#[test]
fn scalars() {
    for (name, p) in curves() {
        let n = &p.order;
        let all = [
            BigUint::ZERO,
            1u32.into(),
            2u32.into(),
            n - 1u32,
            n.clone(),
            n + 1u32,
            power(256) - 1u32,
        ];
        let base = multiple(&p, &3u32.into()).unwrap();
        let one = multiple(&p, &7u32.into()).unwrap();
        let terms = |k: &BigUint| multiple(&p, &(k * 3u32 + 7u32));
        // Another point keeps the sum away from the identity.
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        for k in &all {
            let scalars = [parts(&mut b, k, 4), parts(&mut b, &1u32.into(), 4)];
            let bases = [base.clone(), one.clone()];
            let fixed: Vec<_> = bases.iter().cloned().zip(scalars.clone()).collect();
            let sum = curve.fixed_base_msm(&mut b, &fixed, 1500).unwrap();
            assert_eq!(Some(sum.coordinates(&curve.field)), terms(k), "{name}: {k:x}");
            let points: Vec<_> = bases.iter().map(|base| curve.witness(&mut b, base).unwrap()).collect();
            let sum = curve
                .msm(&mut b, &points.into_iter().zip(scalars).collect::<Vec<_>>())
                .unwrap();
            assert_eq!(Some(sum.coordinates(&curve.field)), terms(k), "{name}: {k:x}");
        }
        let most = parts(&mut b, &all[6], 4);
        let point = curve.witness_any(&mut b, Some(&base)).unwrap();
        let product = curve.mul(&mut b, &point, &most).unwrap();
        let expected = multiple(&p, &(&all[6] * 3u32)).unwrap();
        assert_eq!((product.x.value(), product.y.value()), (&expected.0, &expected.1));
        accepted(b.clone());
        // The identity is not a point.
        for k in [&all[0], n] {
            let scalar = parts(&mut b, k, 4);
            let sum = curve.fixed_base_msm(&mut b.clone(), &[(base.clone(), scalar)], 1500);
            assert!(matches!(sum, Err(Error::Exceptional(_))), "{name}: {sum:?}");
        }
    }
}

/// The signature of a digest with given secret and nonce.
fn signed(p: &Parameters, secret: &BigUint, nonce: &BigUint, digest: &BigUint) -> Statement {
    let n = &p.order;
    let r = multiple(p, nonce).unwrap().0 % n;
    let s = nonce.modinv(n).unwrap() * (digest + &r * secret) % n;
    Statement {
        key: multiple(p, secret).unwrap(),
        digest: digest.clone(),
        signature: Signature { r, s },
    }
}

fn verified(p: &Parameters, statement: &Statement) -> Result<Builder, Error> {
    let mut b = Builder::new();
    let curve = curve(&b, "curve", p);
    let ecdsa = Ecdsa::new(&mut b, &curve, 400)?;
    ecdsa.verify_public(&mut b, statement)?;
    Ok(b)
}

/// Digests of zero and from the order on, keys and nonces next to zero and to the order, and the other `s`.
#[test]
fn signatures() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        let p = Parameters::named(name);
        let n = &p.order;
        let [one, two] = [1u32, 2].map(BigUint::from);
        let most = power(256) - 1u32;
        let cases = [
            (&one, &two, &BigUint::ZERO),
            (&two, &one, n),
            (&one, &(n - 2u32), &(n + 1u32)),
            (&(n - 1u32), &two, &most),
            (&(n - 2u32), &one, &(n - 1u32)),
            (&(n >> 1u32), &(n - 1u32), &one),
        ];
        for (secret, nonce, digest) in cases {
            let mut statement = signed(&p, secret, nonce, digest);
            accepted(verified(&p, &statement).unwrap());
            // `-s` belongs to the opposite nonce.
            statement.signature.s = n - &statement.signature.s;
            verified(&p, &statement).unwrap();
            for change in [1u32, 2] {
                let mut other = statement.clone();
                other.signature.s = (&other.signature.s + change) % n;
                assert!(matches!(verified(&p, &other), Err(Error::Unsatisfied(_))));
            }
            // A digest with another last bit.
            let mut other = statement.clone();
            other.digest ^= &one;
            assert!(matches!(verified(&p, &other), Err(Error::Unsatisfied(_))));
        }
        // The nonce is the secret, so the point is the key. Two multiples of one point cannot be added.
        let mut statement = signed(&p, &77u32.into(), &77u32.into(), &5u32.into());
        assert!(matches!(verified(&p, &statement), Err(Error::Exceptional(_))));
        statement.digest = power(256);
        assert!(matches!(verified(&p, &statement), Err(Error::Unsatisfied(_))));
        for (r, s) in [
            (&BigUint::ZERO, &one),
            (&one, &BigUint::ZERO),
            (n, &one),
            (&one, n),
            (&most, &most),
        ] {
            let mut statement = signed(&p, &one, &two, &5u32.into());
            statement.signature = Signature {
                r: r.clone(),
                s: s.clone(),
            };
            assert!(matches!(verified(&p, &statement), Err(Error::Unsatisfied(_))));
        }
    }
}

fn one_of<C: PairingCurve>(pairs: &[Pair<C>]) -> Result<Builder, Error> {
    let mut b = Builder::new();
    Pairing::<C>::new("f", b.shape())?.one_public(&mut b, pairs)?;
    Ok(b)
}

fn product_of<C: PairingCurve>(pairs: &[Pair<C>]) -> Result<Builder, Error> {
    let mut b = Builder::new();
    Pairing::<C>::new("f", b.shape())?.product_public(&mut b, pairs)?;
    Ok(b)
}

/// Opposite points, equal pairs, the identity.
fn pairs<C: PairingCurve>() {
    let rng = &mut StdRng::seed_from_u64(1);
    let (p, q) = random_pair::<C>(rng);
    accepted(one_of::<C>(&[(p, q), (-p, q)]).unwrap());
    accepted(one_of::<C>(&[(p, q), (p, -q)]).unwrap());
    one_of::<C>(&[(p, q), (p, q), (-p, q), (-p, q)]).unwrap();
    product_of::<C>(&[(p, q), (p, q)]).unwrap();
    assert!(matches!(
        product_of::<C>(&[(p, q), (-p, q)]),
        Err(Error::Exceptional(_))
    ));
    assert!(matches!(one_of::<C>(&[(p, q), (p, q)]), Err(Error::Unsatisfied(_))));
    assert!(matches!(one_of::<C>(&[(p, q)]), Err(Error::Unsatisfied(_))));
    // No pairs, and pairs with the identity, which count as one.
    accepted(one_of::<C>(&[]).unwrap());
    assert!(matches!(product_of::<C>(&[]), Err(Error::Unsupported(_))));
    let value = product_of::<C>(&[(p, q)]).unwrap().public_values();
    // Six of the 18 integers are coordinates.
    let parts = value.len() / 18;
    let (no_p, no_q) = (Affine::<C::G1>::identity(), Affine::<C::G2>::identity());
    for pair in [(no_p, q), (p, no_q), (no_p, no_q)] {
        accepted(one_of::<C>(&[pair]).unwrap());
        let mut pairs = pairs_of_one::<C>(rng, 2);
        pairs.push(pair);
        accepted(one_of::<C>(&pairs).unwrap());
        assert!(matches!(one_of::<C>(&[(p, q), pair]), Err(Error::Unsatisfied(_))));
        assert!(matches!(product_of::<C>(&[pair]), Err(Error::Exceptional(_))));
        for pairs in [[(p, q), pair], [pair, (p, q)]] {
            let b = product_of::<C>(&pairs).unwrap();
            assert_eq!(b.public_values()[12 * parts..], value[6 * parts..]);
            accepted(b);
        }
    }
    accepted(one_of::<C>(&[(no_p, no_q); 3]).unwrap());
}

#[test]
fn pairs_of_bn254() {
    pairs::<Bn254>();
}

#[test]
fn pairs_of_bls12_381() {
    pairs::<Bls12_381>();
}

/// Points outside the groups. Points outside the first group pair as their component in it, and statements refuse them.
/// Points outside the second group are refused, even those of order 13.
#[test]
fn points_outside_of_groups() {
    type G1 = Affine<<Bls12_381 as PairingCurve>::G1>;
    type G2 = Affine<<Bls12_381 as PairingCurve>::G2>;
    let rng = &mut StdRng::seed_from_u64(2);
    let (p, q) = random_pair::<Bls12_381>(rng);
    let order = &Bls12_381::constants().order;
    let stray = loop {
        let x = <Bls12_381 as PairingCurve>::Fp::rand(rng);
        if let Some(point) = G1::get_point_from_x_unchecked(x, false) {
            break point.mul_bigint(order.to_u64_digits()).into_affine();
        }
    };
    assert!(!stray.is_zero());
    let pairs = [((p + stray).into_affine(), q), (-p, q)];
    let mut b = Builder::new();
    let pairing = Pairing::<Bls12_381>::new("f", b.shape()).unwrap();
    let points = pairs.map(|(p, q)| (pairing.g1(&mut b, &p).unwrap(), pairing.g2(&mut b, &q).unwrap()));
    pairing.assert_one(&mut b, &points).unwrap();
    accepted(b);
    for result in [one_of::<Bls12_381>(&pairs), product_of::<Bls12_381>(&pairs)] {
        assert!(matches!(result, Err(Error::Unsatisfied(_))));
    }
    let outside = loop {
        let x = Fp2Of::<Bls12_381>::rand(rng);
        if let Some(point) = G2::get_point_from_x_unchecked(x, false)
            && !point.is_in_correct_subgroup_assuming_on_curve()
        {
            break point;
        }
    };
    let cofactor = <<Bls12_381 as PairingCurve>::G2 as ark_ec::CurveConfig>::COFACTOR;
    let cofactor = cofactor.iter().rev().fold(BigUint::ZERO, |x, limb| (x << 64) + limb);
    let mut small = outside.mul_bigint((cofactor / 169u32 * order).to_u64_digits());
    while !small.mul_bigint([13]).into_affine().is_zero() {
        small = small.mul_bigint([13]);
    }
    let small = small.into_affine();
    assert!(!small.is_zero());
    for point in [outside, small, (q + small).into_affine()] {
        for result in [
            product_of::<Bls12_381>(&[(p, point)]),
            one_of::<Bls12_381>(&[(p, point), (-p, point)]),
        ] {
            assert!(matches!(result, Err(Error::Unsatisfied(_) | Error::Exceptional(_))));
        }
    }
}
