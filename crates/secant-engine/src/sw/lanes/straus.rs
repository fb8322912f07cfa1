//! Few points: each scalar in eight chunks side by side.
//!
//! With `W` windows of `w` bits, lane `l` works on windows `l W / 8` and up, all lanes on the same point at the same
//! time: doublings and additions are an eighth of what one scalar after the other would take. The eight sums come
//! together by Horner's rule on single elements.

use super::{
    PackedOf, RingOf,
    buckets::PackedPoint,
    projective::{Curve, Projective},
    store, unpack_points,
};
use crate::{
    lanes::ring::{Ring, RingField},
    pippenger::Digits,
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{self as ark_sw, Affine, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, Field, Zero};
use secant_field::lanes::Token;

/// Bits of a window: the multiples of a point cost as much as two of its eighths of additions.
const WIDTH: u32 = 4;
/// Multiples `1 ..= 2^(WIDTH - 1)` of a point.
const MULTIPLES: usize = 1 << (WIDTH - 1);

/// A point in projective coordinates in memory.
#[derive(Clone, Copy, Default)]
struct PackedProjective<P> {
    x: P,
    y: P,
    z: P,
}

/// `sum scalars[i] * bases[i]`; `None` if the formulas failed. `points` are the bases, packed.
pub fn straus<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool>(
    token: T,
    curve: &Curve<RingOf<C, T>, ZERO_A>,
    bases: &[Affine<C>],
    points: &[PackedPoint<PackedOf<C, T>>],
    scalars: &[C::ScalarField],
) -> Option<ark_sw::Projective<C>> {
    let one = token.run(
        #[inline(always)]
        || RingOf::<C, T>::splat(token, &C::BaseField::ONE),
    );
    let digits = Digits::of_width(scalars, WIDTH);
    let per_lane = digits.plan.windows.div_ceil(8);
    let table = multiples::<C, T, ZERO_A>(token, curve, &one, points);
    let mut acc = Projective::identity(token, &one);
    for window in (0..per_lane).rev() {
        if window + 1 < per_lane {
            for _ in 0..WIDTH {
                acc = curve.double(&acc);
            }
        }
        for i in (0..bases.len()).filter(|&i| !bases[i].is_zero()) {
            let digit: [i32; 8] = core::array::from_fn(|l| {
                let w = l * per_lane + window;
                if w < digits.plan.windows { digits.digit(i, w) } else { 0 }
            });
            let (mut present, mut negative) = (0, 0);
            for (l, d) in digit.iter().enumerate() {
                present |= u8::from(*d != 0) << l;
                negative |= u8::from(*d < 0) << l;
            }
            if present == 0 {
                continue;
            }
            let multiples = &table[MULTIPLES * i..][..MULTIPLES];
            let at = |l: usize| &multiples[(digit[l].unsigned_abs() as usize).saturating_sub(1)];
            let q = token.run(
                #[inline(always)]
                || {
                    let p = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
                    let [a, b, c, d, e, f, g, h] = p;
                    let y = RingOf::<C, T>::unpack(token, [&a.y, &b.y, &c.y, &d.y, &e.y, &f.y, &g.y, &h.y]);
                    Projective {
                        x: RingOf::<C, T>::unpack(token, [&a.x, &b.x, &c.x, &d.x, &e.x, &f.x, &g.x, &h.x]),
                        y: y.blend(&Ring::combine(2, [(-1, &y)]), negative),
                        z: RingOf::<C, T>::unpack(token, [&a.z, &b.z, &c.z, &d.z, &e.z, &f.z, &g.z, &h.z]),
                    }
                },
            );
            let sum = curve.add(&acc, &q);
            acc = token.run(
                #[inline(always)]
                || acc.blend(&sum, present),
            );
        }
    }
    let mut total = ark_sw::Projective::zero();
    for sum in store(token, &acc)?.iter().rev() {
        for _ in 0..per_lane * WIDTH as usize {
            total.double_in_place();
        }
        total += sum;
    }
    Some(total)
}

/// Multiples `1 ..= MULTIPLES` of every point.
fn multiples<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool>(
    token: T,
    curve: &Curve<RingOf<C, T>, ZERO_A>,
    one: &RingOf<C, T>,
    points: &[PackedPoint<PackedOf<C, T>>],
) -> Vec<PackedProjective<PackedOf<C, T>>> {
    let mut table = alloc::vec![PackedProjective::default(); points.len() * MULTIPLES];
    for (k, eight) in points.chunks(8).enumerate() {
        let (x, y) = unpack_points::<C, T>(token, core::array::from_fn(|i| &eight[i]));
        let mut multiple = Projective { x, y, z: *one };
        for m in 0..MULTIPLES {
            if m > 0 {
                multiple = curve.add_affine(&multiple, &x, &y);
            }
            let (xs, ys, zs) = token.run(
                #[inline(always)]
                || (multiple.x.pack(), multiple.y.pack(), multiple.z.pack()),
            );
            for i in 0..8 {
                table[(8 * k + i) * MULTIPLES + m] = PackedProjective {
                    x: xs[i],
                    y: ys[i],
                    z: zs[i],
                };
            }
        }
    }
    table
}
