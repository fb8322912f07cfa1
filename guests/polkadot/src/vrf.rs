//! Verifiable random functions with hidden keys: what members of a ring publish together with their proof of
//! membership.
//!
//! The key `x` is hidden in `C = x G + b B`. Its evaluation at `H` is `O = x H`. The proof contains `R = s G + t B` and
//! `Q = s H` for random `s` and `t`, and the answers `s + c x` and `t + c b` to the challenge `c`, a hash of all
//! points. `B` is a second generator whose logarithm nobody knows.

use alloc::{vec, vec::Vec};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::{Field, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

/// SHA-256. A runtime gets it from its host.
pub type Sha256 = fn(&[u8]) -> [u8; 32];

/// An evaluation with its proof.
#[derive(Clone, Debug, CanonicalSerialize, CanonicalDeserialize)]
pub struct Evaluation<C: TECurveConfig> {
    /// `H`, the point at which the function is evaluated.
    pub input: Affine<C>,
    /// `O`, its value.
    pub output: Affine<C>,
    /// `C`, which hides the key.
    pub commitment: Affine<C>,
    /// `R`.
    pub hiding: Affine<C>,
    /// `Q`.
    pub nonce: Affine<C>,
    /// The answers for the key and for its blinding factor.
    pub answers: [C::ScalarField; 2],
}

impl<C: TECurveConfig> Evaluation<C> {
    /// Evaluates with a key at a point. The blinding factor is `b`, and `s` and `t` are random.
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

/// Hashes points to a scalar.
fn scalar<C: TECurveConfig>(sha256: Sha256, points: &[Affine<C>]) -> C::ScalarField {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = points.serialize_uncompressed(&mut bytes);
    C::ScalarField::from_le_bytes_mod_order(&sha256(&bytes))
}

/// `B`: the first point of the curve found by hashing, moved to the subgroup.
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

/// Whether all evaluations are correct. Both equations of each get weights that depend on all evaluations; the weighted
/// sum must be the identity. It is computed as one multi-scalar multiplication.
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
