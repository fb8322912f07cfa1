//! The interface of a curve model that the bucket method uses.

use crate::{curves::lane_curve::LaneCurve, msm::lists::Lists};
use alloc::vec::Vec;

/// A curve whose points can be added up in buckets.
pub trait BucketCurve: LaneCurve {
    /// A bucket's sum in memory.
    type Bucket: Copy + Default + Send + Sync;

    /// Costs of an addition to a bucket, and of the additions that every bucket takes at the end. Only their ratio
    /// matters. `secant-curve/examples/window_costs.rs` fits them.
    const COSTS: (f64, f64);

    /// The sums of the lists of points in each set. These sums are buckets. With `fold`, the result is instead the sums
    /// of the lists of buckets that `fold` returns, given which buckets have a sum. `None` if an addition failed.
    ///
    /// A set is requested only when all points of the sets before it have been taken.
    fn bucket_sums(
        &self,
        points: &[Self::PackedAffine],
        sets: &mut dyn Iterator<Item = Lists>,
        fold: Option<BucketReduction<'_>>,
    ) -> Option<Vec<Sums<Self::Bucket>>>;

    /// `p + q` in the lanes of `mask`, `p` in the others, with buckets from memory.
    fn add_buckets(&self, p: &Self::Points, rows: [&Self::Bucket; 8], mask: u8) -> Self::Points;
}

/// Returns the lists by which buckets are added up, as indices of buckets, given which buckets have a sum.
pub type BucketReduction<'a> = &'a dyn Fn(&[bool]) -> Lists;

/// The sums of lists.
pub struct Sums<B> {
    /// The sums of all lists, unspecified where a list has none.
    pub points: Vec<B>,
    /// Whether each list has a sum. A list without points has none. A list whose points cancel may have none.
    pub present: Vec<bool>,
}
