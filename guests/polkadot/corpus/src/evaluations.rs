//! Evaluations of verifiable random functions, as the runtime's pallet verifies them: `runtime/src/vrf.rs` says what they are.

use crate::encode;
use ark_ec::{
    AffineRepr, CurveGroup, PrimeGroup,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::{Field, PrimeField, UniformRand};
use ark_serialize::CanonicalSerialize;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

type Scalar<C> = <C as ark_ec::CurveConfig>::ScalarField;

fn scalar<C: TECurveConfig>(points: &[Affine<C>]) -> Scalar<C> {
    Scalar::<C>::from_le_bytes_mod_order(&Sha256::digest(encode(&points)))
}

fn second_generator<C: TECurveConfig>() -> Affine<C> {
    let mut y = C::BaseField::from(u64::from_le_bytes(*b"secant B"));
    loop {
        if let Some(point) = Affine::<C>::get_point_from_y_unchecked(y, false) {
            let point = point.clear_cofactor();
            if !point.is_zero() && point != Affine::<C>::generator() {
                return point;
            }
        }
        y += C::BaseField::ONE;
    }
}

/// The argument of the extrinsic `verify_evaluations`: that many of them, each of another key at another point.
pub fn batch<C: TECurveConfig>(count: usize, rng: &mut StdRng) -> Vec<u8> {
    let all: Vec<_> = (0..count).map(|_| evaluation::<C>(rng)).collect();
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = all.serialize_compressed(&mut bytes);
    bytes
}

/// The points and the answers of an evaluation.
type Evaluation<C> = ([Affine<C>; 5], [Scalar<C>; 2]);

fn evaluation<C: TECurveConfig>(rng: &mut StdRng) -> Evaluation<C> {
    let (g, b) = (Projective::<C>::generator(), second_generator::<C>().into_group());
    let h = Projective::<C>::rand(rng);
    let [key, blinding, s, t] = [(); 4].map(|()| Scalar::<C>::rand(rng));
    let points = [h, h * key, g * key + b * blinding, g * s + b * t, h * s].map(|point| point.into_affine());
    let challenge = scalar(&points);
    (points, [s + challenge * key, t + challenge * blinding])
}
