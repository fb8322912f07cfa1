//! Products of pairings, and where the final exponentiation meets elements without compressed form.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{
    AffineRepr,
    pairing::{MillerLoopOutput, Pairing},
};
use ark_ff::{Field, UniformRand};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254, bw6_761::BW6_761};

fn bytes(a: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = vec![];
    a.serialize_uncompressed(&mut bytes).unwrap();
    bytes
}

fn carry<B: CanonicalDeserialize>(a: &impl CanonicalSerialize) -> B {
    B::deserialize_uncompressed_unchecked(&bytes(a)[..]).unwrap()
}

#[test]
fn they_are_those_of_arkworks() {
    type Upstream = ark_bls12_381::Bls12_381;
    let mut rng = StdRng::seed_from_u64(8);
    for n in [0, 1, 2, 5] {
        let p: Vec<_> = (0..n).map(|_| ark_bls12_381::G1Affine::rand(&mut rng)).collect();
        let q: Vec<_> = (0..n).map(|_| ark_bls12_381::G2Affine::rand(&mut rng)).collect();
        let f = Upstream::multi_miller_loop(p.iter(), q.iter());
        let g = Bls12_381::multi_miller_loop(
            p.iter().map(carry::<secant_curve::bls12_381::G1Affine>),
            q.iter().map(carry::<secant_curve::bls12_381::G2Affine>),
        );
        assert_eq!(bytes(&f.0), bytes(&g.0));
        assert_eq!(
            bytes(&Upstream::final_exponentiation(f).unwrap().0),
            bytes(&Bls12_381::final_exponentiation(g).unwrap().0)
        );
    }
}

fn the_final_exponentiation_of_one_is_one<E: Pairing>() {
    for x in [E::TargetField::ONE, -E::TargetField::ONE, E::TargetField::from(7u64)] {
        assert_eq!(
            E::final_exponentiation(MillerLoopOutput(x)).unwrap().0,
            E::TargetField::ONE
        );
    }
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    let inverse = E::pairing((-p.into_group()).into(), q);
    assert_eq!(E::pairing(p, q) + inverse, E::pairing(E::G1Affine::zero(), q));
    assert_eq!(
        E::multi_pairing([p, (-p.into_group()).into()], [q, q]).0,
        E::TargetField::ONE
    );
}

#[test]
fn one_has_no_compressed_form() {
    the_final_exponentiation_of_one_is_one::<Bls12_381>();
    the_final_exponentiation_of_one_is_one::<Bls12_377>();
    the_final_exponentiation_of_one_is_one::<Bn254>();
    the_final_exponentiation_of_one_is_one::<BW6_761>();
}
