//! Window sizes and digits of the bucket method, shared by both curve models.

use crate::recode::{offset_scalar, signed_digit, signed_windows};
use alloc::vec::Vec;
use ark_ff::BigInteger;

/// Pairs of points that share an inversion at the least, when there are as many.
const BATCH: usize = 4096;

/// The windows of one multi-scalar multiplication.
pub struct Plan {
    /// Bits of a window.
    pub c: u32,
    /// Number of windows.
    pub windows: usize,
    /// Buckets of a window: one for every absolute value of a signed digit but zero.
    pub buckets: usize,
}

impl Plan {
    /// The cheapest window for `n` scalars of `bits` bits, if a point in a bucket costs `per_point` and a
    /// bucket `per_bucket`.
    pub fn choose(n: usize, bits: usize, per_point: f64, per_bucket: f64) -> Self {
        let cost =
            |c: u32| signed_windows(bits, c) as f64 * (n as f64 * per_point + f64::from(1u32 << (c - 1)) * per_bucket);
        let mut c = 2;
        for next in 3..=20 {
            if cost(next) < cost(c) {
                c = next;
            }
        }
        Self {
            c,
            windows: signed_windows(bits, c),
            buckets: 1 << (c - 1),
        }
    }

    /// How many windows to fill together for `n` points.
    pub fn windows_per_group(&self, n: usize) -> usize {
        (BATCH * 2).div_ceil(n).min(self.windows)
    }
}

/// The signed digits of all scalars, window by window.
pub fn digits<B: BigInteger>(scalars: &[B], plan: &Plan) -> Vec<i32> {
    let n = scalars.len();
    let limbs = (plan.windows * plan.c as usize).div_ceil(64).max(B::NUM_LIMBS + 1);
    let mut offset = alloc::vec![0u64; limbs];
    let mut out = alloc::vec![0i32; plan.windows * n];
    for (i, s) in scalars.iter().enumerate() {
        offset_scalar(s.as_ref(), plan.c, plan.windows, &mut offset);
        for w in 0..plan.windows {
            out[w * n + i] = signed_digit(&offset, w, plan.c, plan.windows);
        }
    }
    out
}
