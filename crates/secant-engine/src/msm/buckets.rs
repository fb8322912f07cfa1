//! Buckets of signed digits on lanes.

use crate::{
    curves::lane_curve::Sum,
    msm::{
        POINTS_PER_GROUP, STRAUS_BELOW,
        bucket_sums::{BucketCurve, Sums},
        lists::Lists,
    },
    scalars::{
        digits::{Digits, Plan},
        straus::straus,
    },
    threads,
};
use alloc::vec::Vec;
use secant_field::lanes::LaneField;

/// `sum scalars[i] * points[i]` over the indices for which `keep` holds. It uses the best method, or, given a `width`,
/// buckets for windows of that many bits. `None` if an addition failed. There are points for a multiple of eight
/// scalars.
pub fn msm<C: BucketCurve, F: LaneField>(
    curve: &C,
    points: &[C::PackedAffine],
    scalars: &[F],
    keep: impl Fn(usize) -> bool + Sync,
    width: Option<u32>,
) -> Option<C::Sum> {
    if width.is_none() && scalars.len() < STRAUS_BELOW {
        return straus(curve, points, scalars, keep);
    }
    let digits = Digits::on_lanes(curve.token(), scalars, keep, |bits| match width {
        Some(width) => Plan::of_width(bits, width.clamp(2, 16)),
        None => Plan::choose(scalars.len(), bits, C::COSTS.0, C::COSTS.1),
    });
    let windows = digits.plan.windows;
    let per_group = POINTS_PER_GROUP.div_ceil(scalars.len());
    sum_of_windows(curve, &digits.plan, points, windows.div_ceil(per_group), |i| {
        let first = i * per_group;
        Lists::of_windows(&digits, first..(first + per_group).min(windows))
    })
}

/// The sum of all windows with their weights, from the buckets of each of `count` groups of windows; `None` if an
/// addition failed.
pub fn sum_of_windows<C: BucketCurve>(
    curve: &C,
    plan: &Plan,
    points: &[C::PackedAffine],
    count: usize,
    group: impl Fn(usize) -> Lists + Sync,
) -> Option<C::Sum> {
    // Consecutive groups share inversions. Each thread gets two tasks of groups, so that no thread waits long for
    // another.
    let tasks = match threads::count() {
        ..2 => 1,
        threads => count.clamp(1, 2 * threads),
    };
    let square = BucketRectangle::of(plan.buckets);
    let groups = threads::map(tasks, |task| {
        let mut lists = (task * count / tasks..(task + 1) * count / tasks).map(&group);
        curve.bucket_sums(points, &mut lists, Some(&|present| square.fold(present)))
    });
    let groups = groups.into_iter().collect::<Option<Vec<_>>>()?;
    let groups: Vec<_> = groups.into_iter().flatten().collect();
    square.weighted_sum(curve, &groups, plan.c as usize)
}

/// The buckets of a window as a rectangle: the bucket of weight `y width + x + 1` is in row `y` and column `x`.
///
/// With the sums of columns `c_x` and of rows `r_y`, the sum of the window is `sum (x + 1) c_x + width sum y r_y`. Both
/// are weighted sums again, but short ones. Columns and rows take as many additions as running sums over all buckets
/// would, but these additions can share inversions.
#[derive(Clone, Copy)]
struct BucketRectangle {
    /// Logarithm of the width.
    log_width: u32,
    height: usize,
}

impl BucketRectangle {
    /// The rectangle of `buckets`, a power of two.
    fn of(buckets: usize) -> Self {
        let log_width = buckets.ilog2().div_ceil(2);
        Self {
            log_width,
            height: buckets >> log_width,
        }
    }

    fn width(self) -> usize {
        1 << self.log_width
    }

    fn log_size(self) -> u32 {
        self.log_width + self.height.ilog2()
    }

    /// The number of sums for a window.
    fn sums(self) -> usize {
        self.width() + self.height - 1
    }

    /// The columns of some windows' buckets, and the rows except row 0: window after window, columns first.
    fn fold(self, present: &[bool]) -> Lists {
        let windows = present.len() >> self.log_size();
        // Every bucket is in two lists.
        Lists::of_sets(windows * self.sums(), present.len(), 2, |set, i| {
            let (window, row, column) = (
                i >> self.log_size(),
                (i >> self.log_width) & (self.height - 1),
                i & (self.width() - 1),
            );
            let sum = if set == 0 {
                column
            } else {
                self.width() + row.checked_sub(1)?
            };
            present[i].then_some(window * self.sums() + sum)
        })
    }

    /// `sum 2^(c i) window_i`, from the sums of the lists that [`Self::fold`] gives; `None` if an addition failed.
    fn weighted_sum<C: BucketCurve>(self, curve: &C, groups: &[Sums<C::Bucket>], c: usize) -> Option<C::Sum> {
        meter!("sum of windows", C::Sum);
        let windows = || {
            groups
                .iter()
                .flat_map(|Sums { points, present }| points.chunks(self.sums()).zip(present.chunks(self.sums())))
        };
        let width = self.width();
        let columns = windows().map(|(sums, present)| (&sums[..width], &present[..width]));
        let rows = windows().map(|(sums, present)| (&sums[width..], &present[width..]));
        // Columns come first, so that no sequence is longer than the first of its eight.
        let sequences: Vec<_> = columns.chain(rows).collect();
        let eights = threads::map(sequences.len().div_ceil(8), |i| {
            running_sums(curve, &sequences[8 * i..sequences.len().min(8 * i + 8)])
        });
        let sums = eights.into_iter().collect::<Option<Vec<_>>>()?.concat();
        let (columns, rows) = sums.split_at(sums.len() / 2);
        let log_width = self.log_width as usize;
        let parts = columns.iter().zip(rows);
        Some(C::Sum::horner(
            parts.flat_map(|(column, row)| [(*column, log_width), (*row, c - log_width)]),
        ))
    }
}

/// `sum (i + 1) bucket_i` of up to eight sequences side by side; `None` if an addition failed. No sequence is longer
/// than the first.
fn running_sums<C: BucketCurve>(curve: &C, sequences: &[(&[C::Bucket], &[bool])]) -> Option<Vec<C::Sum>> {
    let mut running = curve.identity();
    let mut total = running;
    let mut any = false;
    for b in (0..sequences[0].0.len()).rev() {
        let mut rows = [&sequences[0].0[b]; 8];
        let mut mask = 0;
        for (i, (sums, present)) in sequences.iter().enumerate() {
            if let (Some(sum), Some(true)) = (sums.get(b), present.get(b)) {
                rows[i] = sum;
                mask |= 1 << i;
            }
        }
        if mask != 0 {
            any = true;
            running = curve.add_buckets(&running, rows, mask);
        }
        if any {
            total = curve.add(&total, &running);
        }
    }
    Some(curve.store(&total)?[..sequences.len()].to_vec())
}
