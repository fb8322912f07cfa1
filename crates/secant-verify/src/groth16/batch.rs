//! Decompresses and checks many points of a file at once.

use super::{FileCurve, FilePoint};
use alloc::vec::Vec;
#[cfg(feature = "batch")]
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::Field;
#[cfg(feature = "batch")]
use secant_curve::SwCurve;

/// The slow steps of reading points, for many points at once.
///
/// [`OneByOne`] works on any type of points. A library that computes on several points side by side can be faster: with
/// the feature `batch`, `OnLanes` is such an implementation for secant's curves.
pub trait Batch<P: FilePoint> {
    /// A square root of each value that has one; either of the two may be returned.
    fn square_roots(values: &[P::BaseField]) -> Vec<Option<P::BaseField>>;

    /// Whether each point is in the subgroup of prime order. All points must be on the curve.
    fn are_in_subgroup(points: &[P]) -> Vec<bool>;
}

/// One point after the other.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

impl<P: FilePoint> Batch<P> for OneByOne {
    fn square_roots(values: &[P::BaseField]) -> Vec<Option<P::BaseField>> {
        values.iter().map(Field::sqrt).collect()
    }

    fn are_in_subgroup(points: &[P]) -> Vec<bool> {
        points.iter().map(P::in_subgroup).collect()
    }
}

/// Eight points at once if the CPU has lanes, over the curves of `secant-curve`.
#[cfg(feature = "batch")]
#[derive(Clone, Copy, Debug)]
pub struct OnLanes;

#[cfg(feature = "batch")]
impl<C: SwCurve> Batch<Affine<C>> for OnLanes {
    fn square_roots(values: &[C::BaseField]) -> Vec<Option<C::BaseField>> {
        secant_engine::roots::square_roots(values)
    }

    fn are_in_subgroup(points: &[Affine<C>]) -> Vec<bool> {
        secant_curve::batch::are_in_subgroup::<Projective<C>>(points)
    }
}

/// A [`Batch`] for both groups of a pairing.
pub trait Batches<E: FileCurve>: Batch<E::G1Affine> + Batch<E::G2Affine> {}

impl<E: FileCurve, B: Batch<E::G1Affine> + Batch<E::G2Affine>> Batches<E> for B {}
