//! Multi-scalar multiplication on eight lanes.

mod buckets;
mod projective;
mod straus;

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
use buckets::{Lists, PackedPoint, sums};
use projective::{Curve, Projective};
use secant_field::lanes::{Token, WithLanes, with_lanes};

/// Below this many points, interleaved digits beat buckets (measured: they cross at 70 on BN254, at 110 on BLS12-381).
const STRAUS_BELOW: usize = 88;

/// Points of several windows that are added up together, as they share inversions.
const TOGETHER: usize = 1 << 14;

/// Points that are packed and added up together, which bounds the memory.
const BLOCK: usize = 1 << 16;

/// `sum scalars[i] * bases[i]` over slices of equal length, on the lanes of this CPU.
///
/// `None` without lanes, and for points outside the prime-order subgroup that the lanes' formulas do not serve.
pub fn msm<C: SWCurveConfig<BaseField: RingField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
) -> Option<ark_sw::Projective<C>> {
    let mut total = ark_sw::Projective::zero();
    for (bases, scalars) in bases.chunks(BLOCK).zip(scalars.chunks(BLOCK)) {
        total += if C::COEFF_A.is_zero() {
            with_lanes(Msm::<C, true> { bases, scalars })??
        } else {
            with_lanes(Msm::<C, false> { bases, scalars })??
        };
    }
    Some(total)
}

struct Msm<'a, C: SWCurveConfig, const ZERO_A: bool> {
    bases: &'a [Affine<C>],
    scalars: &'a [C::ScalarField],
}

type RingOf<C, T> = <<C as ark_ec::CurveConfig>::BaseField as RingField>::Ring<T>;
type PackedOf<C, T> = <RingOf<C, T> as Ring>::Packed;

impl<C: SWCurveConfig<BaseField: RingField>, const ZERO_A: bool> WithLanes for Msm<'_, C, ZERO_A> {
    type Output = Option<ark_sw::Projective<C>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let Self { bases, scalars } = self;
        let points = pack::<C, T>(token, bases);
        let curve = curve::<C, T, ZERO_A>(token);
        if bases.len() < STRAUS_BELOW {
            return straus::straus(token, &curve, bases, &points, scalars);
        }
        // In products: an affine addition with its share of the inversion and of moving points about, and the two
        // additions that every bucket costs in the running sum.
        let digits = Digits::new(scalars, 8.0, 27.0, 8);
        let plan = &digits.plan;
        let mut windows = Vec::with_capacity(plan.windows);
        let per_group = (TOGETHER / bases.len()).next_multiple_of(8).max(8);
        for first in (0..plan.windows).step_by(per_group) {
            let group = first..(first + per_group).min(plan.windows);
            let sorted = digits.sort(group, |i| !bases[i].is_zero());
            let lists = Lists {
                entries: sorted.entries,
                starts: sorted.starts,
            };
            let sums = sums(token, &curve.a, &points, lists);
            let eights = sums
                .points
                .chunks(8 * plan.buckets)
                .zip(sums.present.chunks(8 * plan.buckets));
            for (points, present) in eights {
                running_sums::<C, T, ZERO_A>(token, &curve, points, present, plan.buckets, &mut windows)?;
            }
        }
        let mut acc = ark_sw::Projective::zero();
        for sum in windows.iter().rev() {
            for _ in 0..plan.c {
                acc.double_in_place();
            }
            acc += sum;
        }
        Some(acc)
    }
}

fn curve<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool>(
    token: T,
) -> Curve<RingOf<C, T>, ZERO_A> {
    let (a, b) = (C::COEFF_A, C::COEFF_B);
    token.run(
        #[inline(always)]
        || Curve {
            a: Ring::splat(token, &a),
            b3: Ring::splat(token, &(b.double() + b)),
        },
    )
}

/// The points as they are in lanes.
fn pack<C: SWCurveConfig<BaseField: RingField>, T: Token>(
    token: T,
    bases: &[Affine<C>],
) -> Vec<PackedPoint<PackedOf<C, T>>> {
    let mut points = Vec::with_capacity(bases.len().next_multiple_of(8));
    for eight in bases.chunks(8) {
        let at = |i: usize| eight.get(i).unwrap_or(&eight[0]);
        let x: [_; 8] = core::array::from_fn(|i| at(i).x);
        let y: [_; 8] = core::array::from_fn(|i| at(i).y);
        let (x, y) = token.run(
            #[inline(always)]
            || {
                (
                    RingOf::<C, T>::load(token, &x).pack(),
                    RingOf::<C, T>::load(token, &y).pack(),
                )
            },
        );
        points.extend(x.into_iter().zip(y).map(|(x, y)| PackedPoint { x, y }));
    }
    points
}

/// `sum (i + 1) bucket_i` of up to eight windows side by side; `None` if the formulas failed.
fn running_sums<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool>(
    token: T,
    curve: &Curve<RingOf<C, T>, ZERO_A>,
    points: &[PackedPoint<PackedOf<C, T>>],
    present: &[bool],
    buckets: usize,
    out: &mut Vec<ark_sw::Projective<C>>,
) -> Option<()> {
    let windows = points.len() / buckets;
    let one = token.run(
        #[inline(always)]
        || RingOf::<C, T>::splat(token, &C::BaseField::ONE),
    );
    let mut running = Projective::identity(token, &one);
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
            let (x, y) = unpack_points::<C, T>(token, core::array::from_fn(|i| &points[slot(i)]));
            let next = curve.add_affine(&running, &x, &y);
            running = token.run(
                #[inline(always)]
                || running.blend(&next, mask),
            );
        }
        if any {
            total = curve.add(&total, &running);
        }
    }
    out.extend_from_slice(&store(token, &total)?[..windows]);
    Some(())
}

/// Eight points from memory.
fn unpack_points<C: SWCurveConfig<BaseField: RingField>, T: Token>(
    token: T,
    [a, b, c, d, e, f, g, h]: [&PackedPoint<PackedOf<C, T>>; 8],
) -> (RingOf<C, T>, RingOf<C, T>) {
    token.run(
        #[inline(always)]
        || {
            (
                RingOf::<C, T>::unpack(token, [&a.x, &b.x, &c.x, &d.x, &e.x, &f.x, &g.x, &h.x]),
                RingOf::<C, T>::unpack(token, [&a.y, &b.y, &c.y, &d.y, &e.y, &f.y, &g.y, &h.y]),
            )
        },
    )
}

/// The points of all lanes; `None` if the formulas failed in one.
fn store<C: SWCurveConfig<BaseField: RingField>, T: Token>(
    token: T,
    p: &Projective<RingOf<C, T>>,
) -> Option<[ark_sw::Projective<C>; 8]> {
    let (x, y, z) = token.run(
        #[inline(always)]
        || (p.x.store(), p.y.store(), p.z.store()),
    );
    let mut all = [ark_sw::Projective::zero(); 8];
    for (i, p) in all.iter_mut().enumerate() {
        let (x, y, z): (C::BaseField, C::BaseField, C::BaseField) = (x[i], y[i], z[i]);
        if z.is_zero() && y.is_zero() {
            return None;
        }
        // From (X : Y : Z) to Jacobian coordinates.
        if !z.is_zero() {
            *p = ark_sw::Projective::new_unchecked(x * z, y * z.square(), z);
        }
    }
    Some(all)
}
