//! Pairings in circuits: values, products that are one, points outside the groups, changed cells, real proofs.

use crate::common::circuits::{pairs_of_one, random_pair};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, pairing::Pairing as _, short_weierstrass::Affine};
use ark_ff::{Field as _, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    pairing::{Bls12_381, Bn254, Fp12Of, PairingCurve, circuit::Pairing, model::Pair},
    prove::{self, Engine, Prover, Srs},
};

fn values(pairs: &[Pair<Bn254>]) -> Fp12Of<Bn254> {
    let (p, q): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    secant_curve::bn254::Bn254::multi_pairing(p, q).0
}

fn values_381(pairs: &[Pair<Bls12_381>]) -> Fp12Of<Bls12_381> {
    let (p, q): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    secant_curve::bls12_381::Bls12_381::multi_pairing(p, q).0
}

/// The circuit's value is the one that the library computes, and no other value has a proof.
fn value_is_public<C: PairingCurve>(seed: u64, count: usize, value: fn(&[Pair<C>]) -> Fp12Of<C>) {
    let rng = &mut StdRng::seed_from_u64(seed);
    let pairs: Vec<_> = (0..count).map(|_| random_pair::<C>(rng)).collect();
    let mut b = Builder::new();
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    pairing.product_public(&mut b, &pairs).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let public = pairing.public_inputs(&pairs, Some(&value(&pairs)));
    assert_eq!(circuit.public_values(), public);
    circuit.mock_with(vec![public.clone()]).unwrap();
    for i in (0..public.len()).step_by(7) {
        let mut other = public.clone();
        other[i] += Fr::from(1);
        assert!(matches!(circuit.mock_with(vec![other]), Err(Error::Mock(_))), "{i}");
    }
}

#[test]
fn values_of_bn254() {
    value_is_public::<Bn254>(1, 1, values);
    value_is_public::<Bn254>(2, 3, values);
}

#[test]
fn values_of_bls12_381() {
    value_is_public::<Bls12_381>(1, 1, values_381);
    value_is_public::<Bls12_381>(2, 2, values_381);
}

fn products_are_one<C: PairingCurve>() {
    let rng = &mut StdRng::seed_from_u64(5);
    for count in [2, 3, 4] {
        let mut pairs = pairs_of_one::<C>(rng, count);
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
        pairing.one_public(&mut b, &pairs).unwrap();
        let circuit = b.finish(&Goal::Fastest).unwrap();
        assert_eq!(circuit.public_values(), pairing.public_inputs(&pairs, None));
        circuit.mock().unwrap();
        // A product of one is not provable as a value, and no other product is provable as one.
        let mut b = Builder::new();
        let value = pairing.product_public(&mut b, &pairs);
        assert!(matches!(value, Err(Error::Exceptional(_))), "{value:?}");
        pairs[0].0 = (pairs[0].0 + Affine::<C::G1>::generator()).into_affine();
        let other = pairing.one_public(&mut Builder::new(), &pairs);
        assert!(matches!(other, Err(Error::Unsatisfied(_))), "{other:?}");
    }
}

#[test]
fn products_of_bn254() {
    products_are_one::<Bn254>();
}

#[test]
fn products_of_bls12_381() {
    products_are_one::<Bls12_381>();
}

/// Invalid points are refused.
fn points_are_refused<C: PairingCurve>() {
    let rng = &mut StdRng::seed_from_u64(6);
    let (p, q) = random_pair::<C>(rng);
    let refused = |pair: Pair<C>| {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
        pairing.product_public(&mut b, &[pair]).unwrap_err()
    };
    let off = Affine::<C::G1>::new_unchecked(p.x().unwrap(), p.y().unwrap() + C::Fp::from(1u64));
    assert!(matches!(refused((off, q)), Error::Unsatisfied(_)));
    // Pairs whose value is one.
    assert!(matches!(refused((Affine::zero(), q)), Error::Exceptional(_)));
    assert!(matches!(refused((p, Affine::zero())), Error::Exceptional(_)));
    let off = Affine::<C::G2>::new_unchecked(q.x().unwrap(), q.x().unwrap());
    assert!(matches!(refused((p, off)), Error::Unsatisfied(_)));
    // A point of the twist outside the group.
    let outside = loop {
        let x = secant_circuit::pairing::Fp2Of::<C>::rand(rng);
        if let Some(point) = Affine::<C::G2>::get_point_from_x_unchecked(x, false)
            && !point.is_in_correct_subgroup_assuming_on_curve()
        {
            break point;
        }
    };
    assert!(matches!(refused((p, outside)), Error::Unsatisfied(_)));
}

#[test]
fn points_of_bn254() {
    points_are_refused::<Bn254>();
}

#[test]
fn points_of_bls12_381() {
    points_are_refused::<Bls12_381>();
}

/// A real proof, which is valid for its public inputs only.
#[test]
fn proof() {
    let rng = &mut StdRng::seed_from_u64(8);
    let pairs = pairs_of_one::<Bn254>(rng, 2);
    let mut b = Builder::new();
    let pairing = Pairing::<Bn254>::new("f", b.shape()).unwrap();
    pairing.one_public(&mut b, &pairs).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let proof = Engine.prove(&srs, &keys, &circuit, rng).unwrap();
    let instances = vec![pairing.public_inputs(&pairs, None)];
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &proof).is_ok());
    for i in 0..instances[0].len() {
        let mut other = instances.clone();
        other[0][i] += Fr::from(1);
        assert!(
            prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &other, &proof).is_err(),
            "{i}"
        );
    }
    for _ in 0..20 {
        let mut other = proof.clone();
        let at = rng.gen_range(0..proof.len());
        other[at] ^= 1 << rng.gen_range(0..8);
        assert!(
            prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &other).is_err(),
            "{at}"
        );
    }
}

/// The public coordinates of the identity are zeros. Nothing else passes for the identity, and it passes for nothing
/// else.
fn identity_is_public<C: PairingCurve>() {
    let rng = &mut StdRng::seed_from_u64(9);
    let (p, q) = random_pair::<C>(rng);
    let circuit = |pairs: &[Pair<C>]| {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
        pairing.one_public(&mut b, pairs).unwrap();
        let circuit = b.finish(&Goal::Fastest).unwrap();
        assert_eq!(circuit.public_values(), pairing.public_inputs(pairs, None));
        (circuit, pairing)
    };
    let (with_identity, pairing) = circuit(&[(Affine::identity(), q)]);
    with_identity.mock().unwrap();
    let shown = with_identity.public_values();
    // Two of the six coordinates are those of the first point.
    let zeros = shown.len() / 3;
    assert!(shown[..zeros].iter().all(|&part| part == Fr::from(0)) && shown[zeros] != Fr::from(0));
    // Refused: another first point, the identity in place of the second point, and a zero that is something else.
    for pairs in [
        (p, q),
        (Affine::identity(), Affine::identity()),
        (p, Affine::identity()),
    ] {
        let other = pairing.public_inputs(&[pairs], None);
        assert!(matches!(with_identity.mock_with(vec![other]), Err(Error::Mock(_))));
    }
    for i in 0..shown.len() {
        let mut other = shown.clone();
        other[i] += Fr::from(1);
        assert!(
            matches!(with_identity.mock_with(vec![other]), Err(Error::Mock(_))),
            "{i}"
        );
    }
}

#[test]
fn identity_of_bn254() {
    identity_is_public::<Bn254>();
}

#[test]
fn identity_of_bls12_381() {
    identity_is_public::<Bls12_381>();
}

/// A key that was made for points other than the identity also serves for the identity: circuits do not depend on their
/// values.
#[test]
fn one_key_for_all() {
    let rng = &mut StdRng::seed_from_u64(10);
    let circuit = |pairs: &[Pair<Bn254>]| {
        let mut b = Builder::new();
        let pairing = Pairing::<Bn254>::new("f", b.shape()).unwrap();
        pairing.one_public(&mut b, pairs).unwrap();
        b.finish(&Goal::Fastest).unwrap()
    };
    let (p, q) = random_pair::<Bn254>(rng);
    let points = circuit(&pairs_of_one::<Bn254>(rng, 2));
    let srs = Srs::unsafe_local(points.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &points).unwrap();
    for pairs in [[(Affine::identity(), q), (p, Affine::identity())], [(p, q), (-p, q)]] {
        let circuit = circuit(&pairs);
        let proof = Engine.prove(&srs, &keys, &circuit, rng).unwrap();
        prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).unwrap();
    }
}

/// The numbers of cells of one pairing with its value, so that growth shows.
#[test]
fn counts() {
    fn counts<C: PairingCurve>() -> usize {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
        let pair = random_pair::<C>(&mut StdRng::seed_from_u64(1));
        pairing.product_public(&mut b, &[pair]).unwrap();
        b.finish(&Goal::Fastest).unwrap().counts().advice
    }
    let (bn254, bls12_381) = (counts::<Bn254>(), counts::<Bls12_381>());
    assert_eq!((bn254, bls12_381), (147_547, 133_300));
    // Two fifths of halo2-ecc's 3.33 million.
    assert!(bn254 < 1_332_000);
}

/// The pairing of the generators has its well-known value.
#[test]
fn generators() {
    let (g, h) = (
        <secant_curve::bn254::Bn254 as ark_ec::pairing::Pairing>::G1::generator().into_affine(),
        <secant_curve::bn254::Bn254 as ark_ec::pairing::Pairing>::G2::generator().into_affine(),
    );
    let value = values(&[(g, h)]);
    assert_eq!(
        value.pow(Bn254::constants().order.to_u64_digits()),
        Fp12Of::<Bn254>::ONE
    );
    let mut b = Builder::new();
    let pairing = Pairing::<Bn254>::new("f", b.shape()).unwrap();
    pairing.product_public(&mut b, &[(g, h)]).unwrap();
    assert_eq!(b.public_values(), pairing.public_inputs(&[(g, h)], Some(&value)));
}
