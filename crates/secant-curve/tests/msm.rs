//! Multi-scalar multiplication on lanes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ff::{AdditiveGroup, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{
    bls12_377, bls12_381, bn254, bw6_761, ed_on_bls12_377, ed_on_bls12_381_bandersnatch, secp256k1, secp256r1,
};
use secant_engine::LaneGroup;
use secant_field::backend::{Backend, best};

/// Sums on lanes over multiples of the generator: many equal points, opposite ones and identities; scalars that are random,
/// all the same, or small.
fn on_lanes<G: LaneGroup>() {
    let mut rng = StdRng::seed_from_u64(5);
    for n in [10, 100, 333, 1500] {
        let factors: Vec<G::ScalarField> = (0..n)
            .map(|i| match i % 11 {
                0 => G::ScalarField::ZERO,
                1 | 2 => G::ScalarField::from(3u64),
                3 => -G::ScalarField::from(3u64),
                _ => rng.r#gen::<u16>().into(),
            })
            .collect();
        let bases: Vec<G> = factors.iter().map(|a| G::generator() * a).collect();
        let bases = G::normalize_batch(&bases);
        let one = G::ScalarField::rand(&mut rng);
        let random = (0..n).map(|_| G::ScalarField::rand(&mut rng)).collect();
        let small = (0..n).map(|_| rng.r#gen::<u8>().into()).collect();
        for scalars in [random, vec![one; n], small] {
            let scalars: Vec<G::ScalarField> = scalars;
            let sum: G::ScalarField = factors.iter().zip(&scalars).map(|(a, s)| *a * s).sum();
            let tested = secant_engine::msm_on_lanes::<G>(&bases, &scalars);
            assert_eq!(tested.is_some(), matches!(best(), Backend::Ifma | Backend::Lanes));
            if let Some(tested) = tested {
                assert_eq!(tested.unwrap(), G::generator() * sum, "{n} points");
            }
        }
    }
}

/// A curve of each kind that lanes tell apart.
#[test]
fn sums_on_lanes() {
    on_lanes::<bls12_381::G1Projective>();
    on_lanes::<bls12_381::G2Projective>();
    on_lanes::<bls12_377::G2Projective>();
    on_lanes::<bn254::G1Projective>();
    on_lanes::<bw6_761::G1Projective>();
    on_lanes::<secp256k1::Projective>();
    on_lanes::<secp256r1::Projective>();
    on_lanes::<ed_on_bls12_381_bandersnatch::SWProjective>();
    on_lanes::<ed_on_bls12_381_bandersnatch::EdwardsProjective>();
    on_lanes::<ed_on_bls12_377::EdwardsProjective>();
}
