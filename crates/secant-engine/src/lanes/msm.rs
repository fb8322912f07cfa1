//! Buckets of signed digits on lanes.

use super::{
    STRAUS_BELOW, TOGETHER,
    curve::{LaneCurve, Sum},
    straus::straus,
};
use crate::{
    pippenger::{Digits, Plan},
    threads,
};
use alloc::vec::Vec;
use ark_ff::PrimeField;

/// `sum scalars[i] * points[i]` over the scalars that `keep` says; `None` if an addition failed. There are points for
/// a multiple of eight scalars.
pub fn msm<C: LaneCurve, F: PrimeField>(
    curve: &C,
    points: &[C::PackedAffine],
    scalars: &[F],
    keep: impl Fn(usize) -> bool,
) -> Option<C::Sum> {
    if scalars.len() < STRAUS_BELOW {
        return straus(curve, points, scalars, keep);
    }
    let digits = Digits::new(scalars, keep, C::COSTS.0, C::COSTS.1, 8);
    let Plan { c, windows, buckets } = digits.plan;
    // Every bucket of every window.
    let per_group = TOGETHER.div_ceil(scalars.len());
    let sums = threads::map(windows.div_ceil(per_group), |i| {
        let first = i * per_group;
        let sorted = digits.sort(first..(first + per_group).min(windows));
        curve.bucket_sums(points, &sorted)
    });
    let sums = sums.into_iter().collect::<Option<Vec<_>>>()?;
    let window = |i: usize| {
        let (sums, present) = &sums[i / per_group];
        let all = i % per_group * buckets..(i % per_group + 1) * buckets;
        (&sums[all.clone()], &present[all])
    };
    // Eight windows side by side.
    let windows = threads::map(windows.div_ceil(8), |i| {
        let eight: Vec<_> = (8 * i..windows.min(8 * i + 8)).map(window).collect();
        Some(running_sums(curve, &eight)?.0)
    });
    let windows = windows.into_iter().collect::<Option<Vec<_>>>()?.concat();
    Some(C::Sum::horner(&windows, c as usize))
}

/// Sums with weights, and without.
type Weighted<S> = (Vec<S>, Vec<S>);

/// `sum (i + 1) bucket_i` of up to eight windows side by side, and `sum bucket_i`; `None` if an addition failed. No
/// window is longer than the first.
pub fn running_sums<C: LaneCurve>(curve: &C, windows: &[(&[C::Bucket], &[bool])]) -> Option<Weighted<C::Sum>> {
    let mut running = curve.identity();
    let mut total = running;
    let mut any = false;
    for b in (0..windows[0].0.len()).rev() {
        let mut rows = [&windows[0].0[b]; 8];
        let mut mask = 0;
        for (i, (sums, present)) in windows.iter().enumerate() {
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
    let store = |points| Some(curve.store(points)?[..windows.len()].to_vec());
    Some((store(&total)?, store(&running)?))
}
