//! Constants are on their curves, and moduli are primes: an author's mistake is an error when the constant or field is
//! made.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::{AdditiveGroup, Field as _, UniformRand};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Shape,
    curve::{Parameters, Weierstrass, edwards},
    foreign::Field,
    pairing::{Bls12_381, Bn254, PairingCurve, circuit::Pairing},
};
use secant_gfp::named::Name;

fn unsatisfied<T>(result: Result<T, Error>, what: &str) {
    match result {
        Err(Error::Unsatisfied(text)) => assert!(text.contains(what), "{text}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{what} was taken"),
    }
}

#[test]
fn points_of_weierstrass_curves() {
    for name in [Name::Secp256k1, Name::Secp256r1, Name::Secp384r1, Name::Secp521r1] {
        let p = Parameters::named(name);
        let b = Builder::new();
        let curve = Weierstrass::new("c", p.clone(), b.shape()).unwrap();
        let (x, y) = p.generator.clone();
        curve.constant(&(x.clone(), y.clone())).unwrap();
        let opposite = &p.modulus - &y;
        curve.constant(&(x.clone(), opposite)).unwrap();
        for other in [
            (x.clone(), &y + 1u32),
            (&x + 1u32, y.clone()),
            (y.clone(), x.clone()),
            (BigUint::ZERO, BigUint::ZERO),
            // Other integers with the same residues.
            (&x + &p.modulus, y.clone()),
            (x.clone(), &y + &p.modulus),
        ] {
            unsatisfied(curve.constant(&other), "a constant point of the curve");
        }
    }
}

/// Affine points that are not on the curve, and for BLS12-381 points that are on it but not in the group.
fn pairs<C: PairingCurve>(outside: bool) {
    let b = Builder::new();
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let (p, q) = (Affine::<C::G1>::generator(), Affine::<C::G2>::generator());
    pairing.constant_g1(&p).unwrap();
    pairing.constant_g1(&-p).unwrap();
    pairing.constant_g2(&q).unwrap();
    let not_on_g1 = Affine::<C::G1>::new_unchecked(p.x, p.y + C::Fp::ONE);
    let not_on_g2 = Affine::<C::G2>::new_unchecked(q.x, q.y.double());
    let (first, second) = (
        "a constant point of the first group",
        "a constant point of the second group",
    );
    unsatisfied(pairing.constant_g1(&not_on_g1), first);
    unsatisfied(pairing.constant_g2(&not_on_g2), second);
    let zero = Affine::<C::G1>::new_unchecked(C::Fp::ZERO, C::Fp::ZERO);
    assert!(pairing.constant_g1(&zero).is_err());
    assert!(pairing.constant_g1(&Affine::identity()).is_err());
    assert!(pairing.constant_g2(&Affine::identity()).is_err());
    // One of `cofactor` points of the curve is in the group.
    let mut rng = StdRng::seed_from_u64(1);
    let point = loop {
        if let Some(point) = Affine::<C::G2>::get_point_from_x_unchecked(UniformRand::rand(&mut rng), false) {
            break point;
        }
    };
    unsatisfied(pairing.constant_g2(&point), second);
    pairing
        .constant_g2(&point.mul_by_cofactor_to_group().into_affine())
        .unwrap();
    let point = loop {
        if let Some(point) = Affine::<C::G1>::get_point_from_x_unchecked(UniformRand::rand(&mut rng), false) {
            break point;
        }
    };
    match outside {
        true => unsatisfied(pairing.constant_g1(&point), first),
        false => drop(pairing.constant_g1(&point).unwrap()),
    }
}

#[test]
fn points_of_pairings() {
    pairs::<Bn254>(false);
    pairs::<Bls12_381>(true);
}

/// Moduli are primes: products of two primes, powers and a Carmichael number are refused.
#[test]
fn moduli() {
    let power = |bits: u32| BigUint::from(1u32) << bits;
    let refused = |modulus: &BigUint| match Field::new("f", modulus, Shape::default()) {
        Err(Error::Unsupported(text)) => text,
        other => panic!("{other:?} of {modulus}"),
    };
    let prime_of_128 = power(128) - 159u32;
    let prime = power(255) - 19u32;
    let composites = [
        &prime_of_128 * (power(127) - 1u32),
        &prime_of_128 * &prime_of_128,
        // The product of a small factor and a large one.
        (power(224) - 63u32) * 3u32,
        (power(250) - 207u32) * 131u32,
        power(255) - 21u32,
        power(256) - 1u32,
        &prime + 2u32,
        BigUint::from(3u32).pow(160),
    ];
    for composite in &composites {
        assert!(composite.bits() >= 224);
        assert!(refused(composite).contains("no prime"), "{composite}");
    }
    // (6 k + 1) (12 k + 1) (18 k + 1) with three primes. Fermat's test to any base takes it for a prime.
    let k = power(80) + 15_770u32;
    let carmichael = (&k * 6u32 + 1u32) * (&k * 12u32 + 1u32) * (&k * 18u32 + 1u32);
    assert!(fermat(&carmichael));
    assert!(refused(&carmichael).contains("no prime"));
    for even in [power(255), power(256) - 2u32] {
        refused(&even);
    }
    Field::new("f", &prime, Shape::default()).unwrap();
    for name in [Name::Secp256k1, Name::Secp521r1] {
        let p = Parameters::named(name);
        Field::new("f", &p.modulus, Shape::default()).unwrap();
        Field::new("n", &p.order, Shape::default()).unwrap();
    }
    // A curve over a composite modulus has no gates.
    let mut p = Parameters::named(Name::Secp256k1);
    p.modulus = composites[0].clone();
    assert!(Weierstrass::new("c", p, Shape::default()).is_err());
    let mut p = Parameters::named(Name::Secp256k1);
    p.order = composites[1].clone();
    assert!(Weierstrass::new("c", p, Shape::default()).is_err());
    let mut p = edwards::Parameters::jubjub();
    p.modulus = composites[0].clone();
    assert!(edwards::TwistedEdwards::new("c", p, Shape::default()).is_err());
}

/// Fermat's test to a few bases.
fn fermat(n: &BigUint) -> bool {
    [2u32, 3, 5, 7]
        .iter()
        .all(|base| BigUint::from(*base).modpow(&(n - 1u32), n) == 1u32.into())
}
