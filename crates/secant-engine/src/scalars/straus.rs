//! Multi-scalar multiplication of few points, with each scalar in eight chunks side by side. Also multiplication of
//! many points, eight side by side.
//!
//! For a sum with `W` windows of `w` bits, lane `l` works on the windows from `l W / 8` on. All lanes work on the same
//! point at the same time. So doublings and additions are an eighth of what one scalar after another would take.
//! Horner's rule on single elements puts the eight sums together.

use crate::{
    curves::lane_curve::{LaneCurve, Sum},
    recode::Digit,
    scalars::digits::Digits,
    threads,
};
use alloc::vec::Vec;
use ark_ff::PrimeField;

/// Bits of a window: in a sum the multiples of a point cost as much as two of its eighths of additions.
pub const WIDTH: u32 = 4;
/// Multiples `1 ..= 2^(WIDTH - 1)` of a point.
const MULTIPLES: usize = 1 << (WIDTH - 1);

/// `sum scalars[i] * points[i]` over the indices for which `keep` holds; `None` if an addition failed. There are points
/// for a multiple of eight scalars.
pub fn straus<C: LaneCurve, F: PrimeField>(
    curve: &C,
    points: &[C::PackedAffine],
    scalars: &[F],
    keep: impl Fn(usize) -> bool + Sync,
) -> Option<C::Sum> {
    meter!("interleaved digits", C::Sum, scalars.len());
    let digits = Digits::of_width(scalars, keep, WIDTH);
    let per_lane = digits.plan.windows.div_ceil(8);
    let table = multiples(curve, points);
    let mut acc = curve.identity();
    for window in (0..per_lane).rev() {
        if window + 1 < per_lane {
            for _ in 0..WIDTH {
                acc = curve.double(&acc);
            }
        }
        for i in 0..scalars.len() {
            let digit = core::array::from_fn(|l| {
                let w = l * per_lane + window;
                if w < digits.plan.windows {
                    digits.digit(i, w)
                } else {
                    Digit::ZERO
                }
            });
            let multiples = &table[MULTIPLES * i..][..MULTIPLES];
            add_multiples(curve, &mut acc, digit, |_| multiples);
        }
    }
    let bits = per_lane * WIDTH as usize;
    Some(C::Sum::horner(curve.store(&acc)?.into_iter().map(|sum| (sum, bits))))
}

/// One term of the sums for many points: points packed for memory, in a multiple of eight, and their scalars.
pub struct Term<'a, P> {
    /// The points.
    pub points: &'a [P],
    /// Digits of [`WIDTH`] bits.
    pub digits: &'a Digits,
}

/// `sum scalars[i] * points[i]` over the terms, for every `i` below `count` separately; `None` if an addition failed.
pub fn multiply_each<C: LaneCurve>(
    curve: &C,
    terms: &[Term<'_, C::PackedAffine>],
    count: usize,
) -> Option<Vec<C::Sum>> {
    let windows = terms.iter().map(|t| t.digits.plan.windows).max().unwrap_or(0);
    let eights = threads::map(count.div_ceil(8), |k| {
        let tables: Vec<_> = terms
            .iter()
            .map(|t| multiples(curve, &t.points[8 * k..8 * k + 8]))
            .collect();
        let mut acc = curve.identity();
        for window in (0..windows).rev() {
            if window + 1 < windows {
                for _ in 0..WIDTH {
                    acc = curve.double(&acc);
                }
            }
            for (term, table) in terms.iter().zip(&tables) {
                if window < term.digits.plan.windows {
                    let digit = core::array::from_fn(|l| {
                        let i = 8 * k + l;
                        if i < count {
                            term.digits.digit(i, window)
                        } else {
                            Digit::ZERO
                        }
                    });
                    add_multiples(curve, &mut acc, digit, |l| &table[MULTIPLES * l..][..MULTIPLES]);
                }
            }
        }
        curve.store(&acc)
    });
    let mut all = eights.into_iter().collect::<Option<Vec<_>>>()?.concat();
    all.truncate(count);
    Some(all)
}

/// Adds to every lane the multiple for its digit, from the lane's table.
fn add_multiples<'a, C: LaneCurve<Packed: 'a>>(
    curve: &C,
    acc: &mut C::Points,
    digits: [Digit; 8],
    table: impl Fn(usize) -> &'a [C::Packed],
) {
    let (mut present, mut negative) = (0, 0);
    for (l, digit) in digits.iter().enumerate() {
        present |= u8::from(!digit.is_zero()) << l;
        negative |= u8::from(digit.is_negative()) << l;
    }
    if present != 0 {
        let row = |l: usize| &table(l)[if digits[l].is_zero() { 0 } else { digits[l].place() }];
        let q = curve.unpack(core::array::from_fn(row), negative);
        *acc = curve.add_some(acc, &q, present);
    }
}

/// Multiples `1 ..= MULTIPLES` of every point.
fn multiples<C: LaneCurve>(curve: &C, points: &[C::PackedAffine]) -> Vec<C::Packed> {
    let mut table = alloc::vec![C::Packed::default(); points.len() * MULTIPLES];
    for (k, eight) in points.chunks_exact(8).enumerate() {
        let base = curve.unpack_affine(core::array::from_fn(|i| &eight[i]), 0);
        let mut multiple = curve.lift(&base);
        for m in 0..MULTIPLES {
            if m > 0 {
                multiple = curve.add_affine_some(&multiple, &base, 255);
            }
            for (i, packed) in curve.pack(&multiple).into_iter().enumerate() {
                table[(8 * k + i) * MULTIPLES + m] = packed;
            }
        }
    }
    table
}
