//! Verifiable random functions by keys that stay secret: what members of a ring publish beside the proof of membership.
//!
//! A key `x` is hidden in `C = x G + b B`. Its evaluation at `H` is `O = x H`. The proof has `R = s G + t B` and `Q = s H` for
//! random `s` and `t`, and the answers `s + c x` and `t + c b` to the challenge `c`, a hash of all points. `B` is a second
//! generator whose logarithm nobody knows.

use alloc::{vec, vec::Vec};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::{Field, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

/// SHA-256: a runtime has it from its host.
pub type Sha256 = fn(&[u8]) -> [u8; 32];

/// An evaluation with its proof.
#[derive(Clone, Debug, CanonicalSerialize, CanonicalDeserialize)]
pub struct Evaluation<C: TECurveConfig> {
    /// `H`, where the function is evaluated.
    pub input: Affine<C>,
    /// `O`, its value.
    pub output: Affine<C>,
    /// `C`, which hides the key.
    pub commitment: Affine<C>,
    /// `R`.
    pub hiding: Affine<C>,
    /// `Q`.
    pub nonce: Affine<C>,
    /// The answers for the key and for what hides it.
    pub answers: [C::ScalarField; 2],
}

impl<C: TECurveConfig> Evaluation<C> {
    /// The evaluation by a key at a point, with what hides the key, `b`, and the random `s` and `t`.
    pub fn new(sha256: Sha256, input: Affine<C>, key: C::ScalarField, [b, s, t]: [C::ScalarField; 3]) -> Self {
        let (first, second) = (Affine::<C>::generator(), second_generator::<C>());
        let hidden = |value: C::ScalarField, by: C::ScalarField| (first * value + second * by).into_affine();
        let mut evaluation = Self {
            input,
            output: (input * key).into_affine(),
            commitment: hidden(key, b),
            hiding: hidden(s, t),
            nonce: (input * s).into_affine(),
            answers: [s, t],
        };
        let challenge = evaluation.challenge(sha256);
        evaluation.answers = [s + challenge * key, t + challenge * b];
        evaluation
    }

    /// The challenge.
    fn challenge(&self, sha256: Sha256) -> C::ScalarField {
        scalar(
            sha256,
            &[self.input, self.output, self.commitment, self.hiding, self.nonce],
        )
    }
}

/// The hash of points as a scalar.
fn scalar<C: TECurveConfig>(sha256: Sha256, points: &[Affine<C>]) -> C::ScalarField {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = points.serialize_uncompressed(&mut bytes);
    C::ScalarField::from_le_bytes_mod_order(&sha256(&bytes))
}

/// `B`: the first point of the curve that hashes give, in the subgroup.
fn second_generator<C: TECurveConfig>() -> Affine<C> {
    let generator = Affine::<C>::generator();
    let mut y = C::BaseField::from(u64::from_le_bytes(*b"secant B"));
    loop {
        if let Some(point) = Affine::<C>::get_point_from_y_unchecked(y, false) {
            let point = point.clear_cofactor();
            if !point.is_zero() && point != generator {
                return point;
            }
        }
        y += C::BaseField::ONE;
    }
}

/// Whether all evaluations are right: both equations of each, with weights that depend on all of them, add up to the
/// identity in one multi-scalar multiplication.
pub fn verify<C: TECurveConfig>(sha256: Sha256, batch: &[Evaluation<C>]) -> bool {
    let challenges: Vec<_> = batch.iter().map(|e| e.challenge(sha256)).collect();
    let all: Vec<_> = batch.iter().flat_map(|e| [e.hiding, e.nonce]).collect();
    let mut answers = Vec::new();
    let _ = (&challenges, batch.iter().map(|e| e.answers).collect::<Vec<_>>()).serialize_uncompressed(&mut answers);
    let seed = scalar(sha256, &all) + C::ScalarField::from_le_bytes_mod_order(&sha256(&answers));
    let mut weight = seed;
    let mut next_weight = || {
        weight *= seed;
        weight
    };
    let mut bases = vec![Affine::<C>::generator(), second_generator()];
    let mut scalars = vec![C::ScalarField::zero(); 2];
    for (e, c) in batch.iter().zip(challenges) {
        let [key, blinding] = e.answers;
        let (first, second) = (next_weight(), next_weight());
        scalars[0] += first * key;
        scalars[1] += first * blinding;
        bases.extend([e.hiding, e.commitment, e.input, e.nonce, e.output]);
        scalars.extend([-first, -first * c, second * key, -second, -second * c]);
    }
    Projective::<C>::msm(&bases, &scalars).is_ok_and(|sum| sum.into_affine().is_zero())
}
