//! BLS signatures in circuits, and the first group of BLS12-381. The signatures come from zkcrypto's library.

use crate::common::{failures, values::cells_of};
use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::{PrimeField, UniformRand};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Projective, Scalar,
    hash_to_curve::{ExpandMsgXmd, HashToCurve},
};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    pairing::{Bls12_381, Bn254, PairingCurve, circuit::Pairing},
};
use sha2::Sha256;

type C = Bls12_381;
type Xmd = ExpandMsgXmd<Sha256>;
type G1 = Affine<<C as PairingCurve>::G1>;
type G2 = Affine<<C as PairingCurve>::G2>;
type Fq = <C as PairingCurve>::Fp;

fn fq(bytes: &[u8]) -> Fq {
    Fq::from_be_bytes_mod_order(bytes)
}

/// A point from the uncompressed form: `x`, `y`.
fn g1(p: &G1Projective) -> G1 {
    let bytes = G1Affine::from(p).to_uncompressed();
    G1::new(fq(&bytes[..48]), fq(&bytes[48..]))
}

/// A point from the uncompressed form: the coefficients of `u` and 1 of `x`, then of `y`.
fn g2(p: &G2Projective) -> G2 {
    let bytes = G2Affine::from(p).to_uncompressed();
    let [x1, x0, y1, y0] = [0, 1, 2, 3].map(|i| fq(&bytes[48 * i..][..48]));
    type Fq2 = secant_curve::bls12_381::Fq2;
    G2::new(Fq2::new(x0, x1), Fq2::new(y0, y1))
}

fn scalar(n: u64) -> Scalar {
    Scalar::from(0x9e37_79b9_7f4a_7c15 ^ n) * Scalar::from(n + 3)
}

#[test]
fn signatures_in_g2() {
    let dst = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    let secret = scalar(1);
    let [message, other] =
        [b"message".as_slice(), b"another"].map(|m| <G2Projective as HashToCurve<Xmd>>::hash_to_curve([m], dst));
    let (key, signature) = (g1(&(G1Projective::generator() * secret)), g2(&(message * secret)));
    let verify = |message: &G2, signature: &G2| {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape())?;
        let key = pairing.g1(&mut b, &key)?;
        let (message, signature) = (pairing.g2(&mut b, message)?, pairing.g2(&mut b, signature)?);
        pairing.verify_signature_in_g2(&mut b, &key, &message, &signature)?;
        b.finish(&Goal::Fastest)?.mock()
    };
    verify(&g2(&message), &signature).unwrap();
    for (message, signature) in [(other, signature), (message, -signature)] {
        assert!(matches!(verify(&g2(&message), &signature), Err(Error::Unsatisfied(_))));
    }
}

#[test]
fn signatures_in_g1() {
    let dst = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
    let secret = scalar(2);
    let [message, other] =
        [b"message".as_slice(), b"another"].map(|m| <G1Projective as HashToCurve<Xmd>>::hash_to_curve([m], dst));
    let (key, signature) = (g2(&(G2Projective::generator() * secret)), g1(&(message * secret)));
    let verify = |message: &G1, signature: &G1| {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape())?;
        let key = pairing.g2(&mut b, &key)?;
        let (message, signature) = (pairing.g1(&mut b, message)?, pairing.g1(&mut b, signature)?);
        pairing.verify_signature_in_g1(&mut b, &key, &message, &signature)?;
        b.finish(&Goal::Fastest)?.mock()
    };
    verify(&g1(&message), &signature).unwrap();
    for (message, signature) in [(other, signature), (message, -signature)] {
        assert!(matches!(verify(&g1(&message), &signature), Err(Error::Unsatisfied(_))));
    }
    // A signature with a component outside the group pairs like the right one.
    let outside = (signature.into_group() + small_order()).into_affine();
    assert!(matches!(verify(&g1(&message), &outside), Err(Error::Unsatisfied(_))));
}

/// A point of the curve whose order divides the cofactor.
fn small_order() -> G1 {
    let rng = &mut StdRng::seed_from_u64(5);
    let point = loop {
        if let Some(point) = G1::get_point_from_x_unchecked(Fq::rand(rng), false) {
            break point;
        }
    };
    let order = <C as PairingCurve>::Fr::MODULUS;
    point.mul_bigint(order).into_affine()
}

#[test]
fn membership_in_g1() {
    let rng = &mut StdRng::seed_from_u64(6);
    let inside = (G1::generator() * <C as PairingCurve>::Fr::rand(rng)).into_affine();
    let check = |p: &G1| {
        let mut b = Builder::new();
        let pairing = Pairing::<C>::new("f", b.shape())?;
        let point = pairing.g1(&mut b, p)?;
        pairing.assert_in_g1(&mut b, &point)?;
        Ok(b)
    };
    for p in [inside, G1::generator(), -inside] {
        check(&p).unwrap().finish(&Goal::Fastest).unwrap().mock().unwrap();
    }
    for p in [small_order(), (inside + small_order()).into_affine()] {
        assert!(matches!(check(&p), Err(Error::Unsatisfied(_))));
    }
    // RFC 9380 says that 1 - x takes points of the curve to the group.
    for _ in 0..10 {
        if let Some(p) = G1::get_point_from_x_unchecked(Fq::rand(rng), true) {
            assert!(!p.is_in_correct_subgroup_assuming_on_curve());
            let multiple = p.mul_bigint([0xd201_0000_0001_0001]).into_affine();
            assert!(multiple.is_in_correct_subgroup_assuming_on_curve());
        }
    }
    // All points of BN254's curve are in its group, so there is nothing to check.
    let mut b = Builder::new();
    let pairing = Pairing::<Bn254>::new("f", b.shape()).unwrap();
    let generator = Affine::<<Bn254 as PairingCurve>::G1>::generator();
    let point = pairing.g1(&mut b, &generator).unwrap();
    let before = b.gate_counts();
    pairing.assert_in_g1(&mut b, &point).unwrap();
    assert_eq!(b.gate_counts(), before);
}

/// A point outside the group replaces one inside after the function has checked it.
#[test]
fn membership_is_constrained() {
    let mut b = Builder::new();
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let inside = G1::generator();
    let outside = (inside + small_order()).into_affine();
    let point = pairing.g1(&mut b, &inside).unwrap();
    pairing.assert_in_g1(&mut b, &point).unwrap();
    let coordinates = point.coordinates();
    let mut lies = Vec::new();
    for (element, value) in coordinates.iter().zip([outside.x, outside.y]) {
        let digits = value.into_bigint().0.map(Fr::from);
        lies.extend(cells_of(element).into_iter().zip(digits));
    }
    b.lie(&lies);
    let failed = failures(&b.finish(&Goal::Fastest).unwrap());
    assert!(failed.contains("sum is a multiple of p"), "{failed:?}");
}
