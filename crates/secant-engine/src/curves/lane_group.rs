//! Groups whose points can be in lanes, whatever the model of the curve.

use crate::{
    curves::{
        group::ExceptionalAddition,
        lane_curve::{Sum, pack_all},
    },
    msm::bucket_sums::BucketCurve,
};
use alloc::vec::Vec;
use ark_ec::CurveGroup;
use secant_field::lanes::LaneField;

/// A group whose points and scalars can be in lanes: moduli have 213 to 256, 369 to 384 or 733 to 768 bits.
pub trait LaneGroup: CurveGroup<ScalarField: LaneField> {
    /// One affine point in memory, as it is in a lane.
    type PackedAffine: Copy + Default + Send + Sync;
    /// A single point, from which results are made.
    type Sum: Sum;

    /// Runs an operation on the lanes of this CPU; `None` if it has none, or if lanes have no code for this curve.
    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output>;

    /// Runs an operation on lanes in plain Rust, which every CPU has; `None` if lanes have no code for this curve.
    fn with_plain_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output>;

    /// The point.
    fn from_sum(sum: Self::Sum) -> Result<Self, ExceptionalAddition>;

    /// The affine form of many points on the lanes of this CPU; `None` without lanes.
    fn normalize_on_lanes(points: &[Self]) -> Option<Vec<Self::Affine>>;

    /// Whether each point is on the curve, on the lanes of this CPU. The identity counts as on the curve. `None`
    /// without lanes.
    fn are_on_curve_on_lanes(points: &[Self::Affine]) -> Option<Vec<bool>>;
}

/// An operation that is generic over the lanes of the group `G`.
pub trait WithCurve<G: LaneGroup> {
    /// The result.
    type Output;

    /// Runs it.
    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>;
}

/// Points in memory as they are in lanes: [`pack_all`].
pub struct Pack<'a, G: LaneGroup>(pub &'a [G::Affine]);

impl<G: LaneGroup> WithCurve<G> for Pack<'_, G> {
    type Output = Vec<G::PackedAffine>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        pack_all(curve, self.0)
    }
}
