//! Multi-scalar multiplication: `sum scalars[i] * bases[i]`.
//!
//! | file | what |
//! |---|---|
//! | `buckets.rs` | which method, windows, and the sum of buckets with their weights |
//! | `bucket_sums.rs` | the interface of a curve model that the bucket method uses |
//! | `lists.rs`, `pieces.rs` | the points of each bucket as a list; lists cut into pieces, eight side by side |
//! | `affine.rs`, `affine/` | sums of the lists on short Weierstrass curves: affine additions that share inversions |
//! | `extended.rs` | sums of the lists on twisted Edwards curves |
//! | `fixed_bases.rs` | bases that stay the same, with precomputed multiples |
//! | `sw.rs`, `te.rs` | buckets on single elements, where there are no lanes |
//!
//! Few points are added up by the interleaved digits of `scalars/straus.rs`. `docs/algorithms/msm.md` says how and why.

pub(crate) mod affine;
pub(crate) mod bucket_sums;
pub(crate) mod buckets;
pub(crate) mod extended;
pub(crate) mod fixed_bases;
pub(crate) mod lists;
pub(crate) mod pieces;
pub mod sw;
pub mod te;

pub use fixed_bases::FixedBaseMsm;

use crate::{
    curves::{
        group::ExceptionalAddition,
        lane_curve::{Sum, is_absent_from, pack_and_find},
        lane_group::{LaneGroup, WithCurve},
    },
    msm::bucket_sums::BucketCurve,
};
use ark_ec::AffineRepr;

/// Below this many points, interleaved digits beat buckets (measured: they cross at 70 on BN254, at 110 on BLS12-381).
pub(crate) const STRAUS_BELOW: usize = 88;

/// Points of several windows that are added up together.
pub(crate) const POINTS_PER_GROUP: usize = 1 << 14;

/// Points that are packed and added up together, which bounds the memory.
pub(crate) const BLOCK: usize = 1 << 16;

/// How many vectors ahead points are prefetched into the first-level cache.
pub(crate) const PREFETCH_DISTANCE: usize = 4;

/// `sum scalars[i] * bases[i]` over the shorter of the two, on the lanes of this CPU.
///
/// `None` without lanes, for curves that lanes have no code for (twisted Edwards curves with an `a` other than -1 and
/// -5), and for some points outside the prime-order subgroup that the formulas of lanes do not serve.
pub fn msm_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
) -> Option<Result<G, ExceptionalAddition>> {
    msm_of_width_on_lanes(bases, scalars, None)
}

/// [`msm_on_lanes`] with buckets for windows of `width` bits, clamped to the range from 2 to 16, whatever the number of
/// points. It serves to measure what windows cost. Wide windows take much memory even for few points: `2^(width - 1)`
/// buckets each.
pub fn msm_of_width_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
    width: Option<u32>,
) -> Option<Result<G, ExceptionalAddition>> {
    let mut total = G::Sum::identity();
    let count = bases.len().min(scalars.len());
    let (bases, scalars) = (&bases[..count], &scalars[..count]);
    for (bases, scalars) in bases.chunks(BLOCK).zip(scalars.chunks(BLOCK)) {
        total = total.plus(&G::with_curve(Msm::<G> { bases, scalars, width })??);
    }
    Some(G::from_sum(total))
}

struct Msm<'a, G: LaneGroup> {
    bases: &'a [G::Affine],
    scalars: &'a [G::ScalarField],
    width: Option<u32>,
}

impl<G: LaneGroup> WithCurve<G> for Msm<'_, G> {
    type Output = Option<G::Sum>;

    fn run<C>(self, curve: &C) -> Option<G::Sum>
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        meter!("msm", G::Sum, self.scalars.len());
        let (points, identities) = pack_and_find(curve, self.bases, AffineRepr::is_zero);
        buckets::msm(curve, &points, self.scalars, is_absent_from(&identities), self.width)
    }
}
