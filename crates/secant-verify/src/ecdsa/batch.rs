//! Verifies many signatures at once.

use super::{PublicKey, Signature, digest_scalar, has_x};
use crate::hash::Prehash;
use alloc::vec::Vec;
use secant_field::context::FieldContext;
use secant_gfp::Curve;

/// Whether each signature is valid for its digest under its key. The verdicts equal those of
/// [`PublicKey::verify_digest`]. This is faster on curves whose field has lanes and on CPUs that have them, where eight
/// multiplications run side by side.
///
/// Each signature has its own verdict: no wrong signature spoils another, and none cancels another out.
pub fn verify_each<C: Curve>(curve: &C, signatures: &[(PublicKey<C>, Prehash<'_>, Signature<C>)]) -> Vec<bool> {
    let n = curve.scalars();
    // One inversion serves all signatures.
    let mut product = n.one();
    let products: Vec<_> = signatures
        .iter()
        .map(|(.., signature)| {
            let before = product;
            product = n.mul(&product, signature.s());
            before
        })
        .collect();
    // The inverse exists: no factor is zero.
    let mut inverse = n.inverse(&product).unwrap_or(n.one());
    let mut scalars: Vec<_> = signatures
        .iter()
        .zip(&products)
        .rev()
        .map(|((_, digest, signature), before)| {
            let s_inverse = n.mul(&inverse, before);
            inverse = n.mul(&inverse, signature.s());
            (
                n.mul(&digest_scalar(curve, *digest), &s_inverse),
                n.mul(signature.r(), &s_inverse),
            )
        })
        .collect();
    scalars.reverse();
    let terms: Vec<_> = scalars
        .iter()
        .zip(signatures)
        .map(|((u1, u2), (key, ..))| (*u1, *u2, *key.point()))
        .collect();
    let points = curve.double_mul_each(&terms);
    points
        .iter()
        .zip(signatures)
        .map(|(point, (.., signature))| has_x(curve, point, signature.r()))
        .collect()
}
