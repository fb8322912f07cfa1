//! Buckets of signed digits on lanes.

use super::{
    STRAUS_BELOW, TOGETHER,
    curve::{LaneCurve, Sum},
    pieces::Lists,
    straus::straus,
};
use crate::pippenger::Digits;
use alloc::vec::Vec;
use ark_ff::PrimeField;

/// `sum scalars[i] * points[i]` over the scalars that `keep` says; `None` if an addition failed. There are points for
/// a multiple of eight scalars.
pub fn msm<C: LaneCurve, F: PrimeField>(
    curve: &C,
    points: &[C::PackedAffine],
    scalars: &[F],
    keep: impl Fn(usize) -> bool + Copy,
) -> Option<C::Sum> {
    if scalars.len() < STRAUS_BELOW {
        return straus(curve, points, scalars, keep);
    }
    let digits = Digits::new(scalars, C::COSTS.0, C::COSTS.1, 8);
    let plan = &digits.plan;
    let mut windows = Vec::with_capacity(plan.windows);
    let per_group = (TOGETHER / scalars.len()).next_multiple_of(8).max(8);
    for first in (0..plan.windows).step_by(per_group) {
        let sorted = digits.sort(first..(first + per_group).min(plan.windows), keep);
        let lists = Lists {
            entries: sorted.entries,
            starts: sorted.starts,
        };
        let (sums, present) = curve.bucket_sums(points, lists)?;
        for (sums, present) in sums.chunks(8 * plan.buckets).zip(present.chunks(8 * plan.buckets)) {
            running_sums(curve, plan.buckets, sums, present, &mut windows)?;
        }
    }
    Some(C::Sum::horner(&windows, plan.c as usize))
}

/// `sum (i + 1) bucket_i` of up to eight windows side by side; `None` if an addition failed.
fn running_sums<C: LaneCurve>(
    curve: &C,
    buckets: usize,
    sums: &[C::Bucket],
    present: &[bool],
    out: &mut Vec<C::Sum>,
) -> Option<()> {
    let windows = sums.len() / buckets;
    let mut running = curve.identity();
    let mut total = running;
    let mut any = false;
    for b in (0..buckets).rev() {
        let slot = |i: usize| if i < windows { i * buckets + b } else { b };
        let mut mask = 0;
        for i in 0..windows {
            mask |= u8::from(present[slot(i)]) << i;
        }
        if mask != 0 {
            any = true;
            running = curve.add_buckets(&running, core::array::from_fn(|i| &sums[slot(i)]), mask);
        }
        if any {
            total = curve.add(&total, &running);
        }
    }
    out.extend_from_slice(&curve.store(&total)?[..windows]);
    Some(())
}
