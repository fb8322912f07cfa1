//! Evaluations of verifiable random functions, in the form that the runtime's pallet verifies.

use crate::vrf::Evaluation;
use ark_ec::{
    CurveGroup,
    twisted_edwards::{Projective, TECurveConfig},
};
use ark_ff::UniformRand;
use ark_serialize::CanonicalSerialize;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

/// The argument of the extrinsic `verify_evaluations`: `count` evaluations, each with its own key at its own point.
pub fn batch<C: TECurveConfig>(count: usize, rng: &mut StdRng) -> Vec<u8> {
    let all: Vec<_> = (0..count).map(|_| evaluation::<C>(rng)).collect();
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = all.serialize_compressed(&mut bytes);
    bytes
}

fn evaluation<C: TECurveConfig>(rng: &mut StdRng) -> Evaluation<C> {
    let input = Projective::<C>::rand(rng).into_affine();
    let [key, b, s, t] = [(); 4].map(|()| C::ScalarField::rand(rng));
    Evaluation::new(|bytes| Sha256::digest(bytes).into(), input, key, [b, s, t])
}
