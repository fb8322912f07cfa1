//! What the bucket method asks of a model of curves.

use crate::{curves::lane_curve::LaneCurve, msm::lists::Lists};
use alloc::vec::Vec;

/// A curve whose points can be added up in buckets.
pub trait BucketCurve: LaneCurve {
    /// A bucket's sum in memory.
    type Bucket: Copy + Default + Send + Sync;

    /// Costs of an addition to a bucket, and of the additions that every bucket costs in the end; only their ratio
    /// matters. `secant-curve/examples/window_costs.rs` fits them.
    const COSTS: (f64, f64);

    /// For each set of lists of points their sums, which are those of buckets; with `fold` the sums of the lists of buckets that
    /// it says, from which buckets there are. `None` if an addition failed.
    ///
    /// Sets are asked for one by one, when all points of those before have been taken.
    fn bucket_sums(
        &self,
        points: &[Self::PackedAffine],
        sets: &mut dyn Iterator<Item = Lists>,
        fold: Option<Fold<'_>>,
    ) -> Option<Vec<Sums<Self::Bucket>>>;

    /// `p + q` in the lanes of `mask`, `p` in the others, with buckets from memory.
    fn add_buckets(&self, p: &Self::Points, rows: [&Self::Bucket; 8], mask: u8) -> Self::Points;
}

/// The lists that buckets are added up by, as indices of buckets, from which buckets have a sum.
pub type Fold<'a> = &'a dyn Fn(&[bool]) -> Lists;

/// The sums of lists.
pub struct Sums<B> {
    /// Those of all lists, unspecified where there is none.
    pub points: Vec<B>,
    /// Whether there is one: not for lists without points, and it may be that not where points cancel.
    pub present: Vec<bool>,
}
