//! Multi-scalar multiplication.

use super::{
    affine::{Buckets, Scratch},
    jacobian::{AnyA, CoeffA, Jacobian, ZeroA},
    mul::{into_projective, window_width},
};
use crate::{
    pippenger::{Plan, digits},
    recode::{bits, wnaf},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveGroup,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{PrimeField, Zero};

/// Below this many points, interleaved signed digits beat buckets (measured over all curves: they cross
/// between 20 and 40 points).
const STRAUS_BELOW: usize = 24;

/// `sum scalars[i] * bases[i]` over the shorter of the two.
pub fn msm<C: SWCurveConfig>(bases: &[Affine<C>], scalars: &[C::ScalarField]) -> Projective<C> {
    let (bases, scalars): (Vec<_>, Vec<_>) = bases
        .iter()
        .zip(scalars)
        .filter(|(b, s)| !b.is_zero() && !s.is_zero())
        .map(|(b, s)| (*b, s.into_bigint()))
        .unzip();
    if C::COEFF_A.is_zero() {
        msm_with(&bases, &scalars, ZeroA)
    } else {
        msm_with(&bases, &scalars, AnyA(C::COEFF_A))
    }
}

fn msm_with<C: SWCurveConfig, A: CoeffA<C::BaseField>>(
    bases: &[Affine<C>],
    scalars: &[<C::ScalarField as PrimeField>::BigInt],
    a: A,
) -> Projective<C> {
    match bases.len() {
        0 => Projective::zero(),
        1 => super::mul(&bases[0], scalars[0].as_ref()),
        n if n < STRAUS_BELOW => straus(bases, scalars, a),
        _ => pippenger(bases, scalars, a),
    }
}

/// All points share the doublings; the digits of each are in non-adjacent form.
fn straus<C: SWCurveConfig, A: CoeffA<C::BaseField>>(
    bases: &[Affine<C>],
    scalars: &[<C::ScalarField as PrimeField>::BigInt],
    a: A,
) -> Projective<C> {
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    let w = window_width(length);
    let entries = 1 << (w - 2);
    let mut multiples = Vec::with_capacity(bases.len() * entries);
    for base in bases {
        let double = base.into_group() + base;
        let mut cur = base.into_group();
        multiples.push(cur);
        for _ in 1..entries {
            cur += double;
            multiples.push(cur);
        }
    }
    let table = Projective::normalize_batch(&multiples);
    let digits: Vec<_> = scalars.iter().map(|s| wnaf(s.as_ref(), w)).collect();
    let mut acc = Jacobian::<C::BaseField>::identity();
    for bit in (0..=length).rev() {
        acc = acc.double(&a);
        for (i, digits) in digits.iter().enumerate() {
            let digit = digits.get(bit).copied().unwrap_or(0);
            if digit != 0 {
                let p = &table[i * entries + usize::from(digit.unsigned_abs()) / 2];
                if !p.is_zero() {
                    acc = acc.add_affine(&p.x, &if digit > 0 { p.y } else { -p.y }, &a);
                }
            }
        }
    }
    into_projective(acc)
}

/// Buckets of signed digits, several windows at a time so that their additions share inversions.
fn pippenger<C: SWCurveConfig, A: CoeffA<C::BaseField>>(
    bases: &[Affine<C>],
    scalars: &[<C::ScalarField as PrimeField>::BigInt],
    a: A,
) -> Projective<C> {
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    // In products: an affine addition with its share of the inversion, and the two additions that every
    // bucket costs in the running sum.
    let plan = Plan::choose(bases.len(), length, 6.5, 27.0);
    let digits = digits(scalars, &plan);
    let mut scratch = Scratch::default();
    let mut windows: Vec<Projective<C>> = Vec::with_capacity(plan.windows);
    let per_group = plan.windows_per_group(bases.len());
    let mut first = 0;
    while first < plan.windows {
        let group = first..(first + per_group).min(plan.windows);
        first = group.end;
        let mut buckets = sort(bases, &digits, &plan, group.clone());
        buckets.reduce(&mut scratch);
        windows.extend((0..group.len()).map(|w| running_sum(&buckets, w * plan.buckets, plan.buckets, &a)));
    }
    let mut acc = Projective::zero();
    for sum in windows.iter().rev() {
        for _ in 0..plan.c {
            ark_ff::AdditiveGroup::double_in_place(&mut acc);
        }
        acc += sum;
    }
    acc
}

/// The points of a group of windows, negated where the digit is, sorted by window and bucket.
fn sort<C: SWCurveConfig>(
    bases: &[Affine<C>],
    digits: &[i32],
    plan: &Plan,
    group: core::ops::Range<usize>,
) -> Buckets<C> {
    let n = bases.len();
    let digits = &digits[group.start * n..group.end * n];
    let slot = |w: usize, d: i32| w * plan.buckets + d.unsigned_abs() as usize - 1;
    let mut starts = alloc::vec![0u32; group.len() * plan.buckets + 1];
    for (w, row) in digits.chunks_exact(n).enumerate() {
        for &d in row.iter().filter(|&&d| d != 0) {
            starts[slot(w, d) + 1] += 1;
        }
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let mut points = alloc::vec![Affine::identity(); starts.last().map_or(0, |&n| n as usize)];
    for (w, row) in digits.chunks_exact(n).enumerate() {
        for (base, &d) in bases.iter().zip(row).filter(|(_, d)| **d != 0) {
            let at = &mut next[slot(w, d)];
            points[*at as usize] = if d > 0 { *base } else { -*base };
            *at += 1;
        }
    }
    Buckets { points, starts }
}

/// `sum (i + 1) bucket_i` over the buckets from `first` on.
fn running_sum<C: SWCurveConfig, A: CoeffA<C::BaseField>>(
    buckets: &Buckets<C>,
    first: usize,
    count: usize,
    a: &A,
) -> Projective<C> {
    let mut running = Jacobian::<C::BaseField>::identity();
    let mut total = Projective::zero();
    for b in (first..first + count).rev() {
        let (start, end) = (buckets.starts[b] as usize, buckets.starts[b + 1] as usize);
        if let Some(p) = buckets.points[start..end].first().filter(|p| !p.is_zero()) {
            running = running.add_affine(&p.x, &p.y, a);
        }
        if !running.is_identity() {
            total += Projective::<C>::new_unchecked(running.x, running.y, running.z);
        }
    }
    total
}
