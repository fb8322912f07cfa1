//! Products of denominators, and points that are gathered beside them.

use crate::{
    curves::lane_curve::rows,
    msm::{
        PREFETCH_DISTANCE,
        affine::additions::{ALL, Affine, ExceptionalLanes, Pair, two},
    },
    ring::Ring,
};
use alloc::vec::Vec;
use core::ops::Range;
use secant_field::lanes::{Difference, Token};

/// Points to gather, from the last vector to the first.
pub struct Gather<'a, P> {
    pub points: &'a [Affine<P>],
    /// The entries of the vectors that are left.
    pub rows: &'a [[u32; 8]],
    /// Where the first of these vectors goes.
    pub start: usize,
}

impl<P> Gather<'_, P> {
    /// Prefetches the points of the vector that is gathered `upcoming` vectors from now.
    #[inline(always)]
    pub fn prefetch<T: Token>(&self, token: T, upcoming: usize) {
        if let Some(row) = self.rows.iter().nth_back(upcoming) {
            for entry in row {
                token.prefetch(self.points, *entry);
            }
        }
    }

    /// Gathers the vectors from `k` on.
    #[inline(always)]
    pub fn gather_from<R: Ring<Packed = P>>(&mut self, token: R::Token, k: usize, x: &mut [R], y: &mut [R]) {
        while self.start + self.rows.len() > k
            && let Some((row, before)) = self.rows.split_last()
        {
            self.prefetch(token, PREFETCH_DISTANCE);
            let to = self.start + before.len();
            let (eight, negative) = token.pick(self.points, row);
            x[to] = R::unpack(token, rows!(eight, x));
            y[to] = R::unpack(token, rows!(eight, y)).negate_loose(negative);
            self.rows = before;
        }
    }

    /// Gathers the vectors of a new pair that are left, and all vectors after it.
    #[inline(always)]
    pub fn gather_for<R: Ring<Packed = P>>(&mut self, token: R::Token, pair: &Pair, x: &mut [R], y: &mut [R]) {
        let k = pair.from as usize;
        // In memory, older pairs lie before or after all new ones.
        if k.wrapping_sub(self.start) < self.rows.len() {
            self.gather_from(token, k, x, y);
        }
    }
}

/// Multiplies a denominator. Meanwhile, computes the next one, which belongs to `pair`, and gathers a vector of points.
#[inline(always)]
pub fn multiply_one<R: Ring>(
    token: R::Token,
    out: [&mut R; 1],
    factors: [[&R; 2]; 1],
    (pair, to): (&Pair, &mut R),
    gather: &mut Gather<'_, R::Packed>,
    x: &mut [R],
    y: &mut [R],
) {
    let (from, bias) = (pair.from as usize, pair.bias);
    let Some((row, before)) = gather.rows.split_last() else {
        let [x1, x2] = two(x, from);
        let of = [x2, x1];
        return R::set_products_interleaved(out, factors, [Difference { to, of, bias }], |_, _| ());
    };
    // Either the pair is older and lies before or after all new vectors, or it has been gathered and lies after this
    // one.
    let k = gather.start + before.len();
    let (low, high) = x.split_at_mut(k);
    let ([one, high @ ..], y) = (high, &mut y[k]) else {
        unreachable!("there is a place for every vector");
    };
    let [x1, x2] = if from < k {
        two(low, from)
    } else {
        two(high, from - k - 1)
    };
    let of = [x2, x1];
    let (points, parts) = (gather.points, 2 * R::PARTS);
    let (eight, negative) = token.pick(points, row);
    // Nothing comes after the last vectors. For them, prefetch something near: this is less work than a check.
    let ahead = before.iter().nth_back(PREFETCH_DISTANCE - 1).unwrap_or(row);
    gather.rows = before;
    R::set_products_interleaved(
        out,
        factors,
        [Difference { to, of, bias }],
        #[inline(always)]
        |i, n| {
            for entry in &ahead[i * 8 / n..(i + 1) * 8 / n] {
                token.prefetch(points, *entry);
            }
            for part in beside(i, n, parts) {
                if part < R::PARTS {
                    one.unpack_part(rows!(eight, x), part, None);
                } else {
                    y.unpack_part(rows!(eight, y), part - R::PARTS, Some(negative));
                }
            }
        },
    );
}

/// The parts, out of `parts`, that are done beside row `i` of a product's `n` rows. They begin in the second row, if
/// there is one. Transposing points there and in the fifth of eight rows takes 0.97 of the time that it takes in the
/// third and the sixth (measured).
#[inline(always)]
fn beside(i: usize, n: usize, parts: usize) -> Range<usize> {
    let start = (i.saturating_sub(1) * parts).div_ceil(n.max(2) - 1);
    let end = if i + 1 == n {
        parts
    } else {
        (i * parts).div_ceil(n.max(2) - 1)
    };
    start..end
}

/// Corrects the denominator of a pair in the lanes where it is not the difference of two points.
#[inline(always)]
pub fn correct_denominator<R: Ring, const SPECIAL: bool>(
    one: &R,
    (x, y, present): (&[R], &[R], &[u8]),
    pair: &Pair,
    d: &mut R,
    special: &mut Vec<ExceptionalLanes>,
) {
    let (k, bias) = (pair.from as usize, pair.bias.get());
    let [first, second] = two(present, k);
    let both = first & second;
    if SPECIAL {
        let ([x1, x2], [y1, y2]) = (two(x, k), two(y, k));
        let equal = R::combine_reduced(bias, [(1, x2), (-1, x1)]).is_zero() & both;
        let dy = R::combine_reduced(bias, [(1, y2), (-1, y1)]);
        let double = R::combine(bias, [(2, y1)]);
        let tangent = equal & dy.is_zero() & !double.reduce().is_zero();
        let opposite = equal & !tangent;
        *d = d.blend(&double, tangent).blend(one, opposite);
        special.push(ExceptionalLanes { tangent, opposite });
    }
    if both != ALL {
        *d = d.blend(one, !both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_are_done_once() {
        for n in 1..=16 {
            for parts in 0..=16 {
                let done: Vec<_> = (0..n).flat_map(|i| beside(i, n, parts)).collect();
                assert_eq!(done, (0..parts).collect::<Vec<_>>(), "{n} rows");
            }
        }
        let rows: Vec<_> = (0..8).filter(|&i| !beside(i, 8, 2).is_empty()).collect();
        assert_eq!(rows, [1, 4]);
    }
}
