//! One interface to multiplication and MSM for both curve models.

use crate::scalars::{sw, te};
use alloc::vec::Vec;
use ark_ec::{
    CurveGroup,
    short_weierstrass::{self as ark_sw, SWCurveConfig},
    twisted_edwards::{self as ark_te, TECurveConfig},
};

/// The result is a point at infinity of a twisted Edwards curve, which has no affine coordinates.
///
/// Only curves that are not complete have such points (those where `a` is not a square or `d` is one), and their order
/// is two or four. The points and the scalars alone decide whether a result is such a point. A subgroup of odd order
/// has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceptionalAddition;

impl core::fmt::Display for ExceptionalAddition {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(
            "the result is a point at infinity of this incomplete Edwards curve, which has no affine coordinates",
        )
    }
}

impl core::error::Error for ExceptionalAddition {}

/// A curve group that the engine computes in.
///
/// Implemented for every short Weierstrass and twisted Edwards group of arkworks.
pub trait Group: CurveGroup {
    /// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
    fn scalar_mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition>;

    /// `sum scalars[i] * bases[i]`, with scalars in Montgomery form as field elements.
    ///
    /// Pairs beyond the shorter slice are ignored; callers check the lengths.
    fn multi_scalar_mul(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Self, ExceptionalAddition>;

    /// The affine form of many points with one inversion.
    fn normalize(points: &[Self]) -> Vec<Self::Affine> {
        Self::normalize_batch(points)
    }
}

impl<C: SWCurveConfig> Group for ark_sw::Projective<C> {
    fn scalar_mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        Ok(sw::mul(base, scalar))
    }

    fn multi_scalar_mul(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Self, ExceptionalAddition> {
        Ok(crate::msm::sw::msm(bases, scalars))
    }
}

impl<C: TECurveConfig> Group for ark_te::Projective<C> {
    fn scalar_mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        te::mul(base, scalar)
    }

    fn multi_scalar_mul(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Self, ExceptionalAddition> {
        crate::msm::te::msm(bases, scalars)
    }
}
