//! Short Weierstrass curves on single elements: interleaved digits for few points, buckets of affine points for many.

mod affine;

use crate::{
    batch,
    curves::sw::{AnyA, Coefficient, Jacobian, MinusThreeA, ZeroA, has_zero_a},
    msm::sw::affine::{Buckets, Scratch},
    recode::{bits, wnaf},
    scalars::{
        digits::{Digits, Sorted},
        sw::{
            interleaved::{Part, sum_of_parts},
            mul::{into_projective, multiple_of_small_order, odd_multiples, window_width},
        },
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{PrimeField, Zero};
use secant_field::context::Typed;

/// Below this many points, interleaved signed digits beat buckets (measured on BLS12-381 in WASM).
const STRAUS_BELOW: usize = 18;

/// Points that are gathered and added up together: enough to share an inversion, few enough for the L2 cache.
const CHUNK: usize = 4096;

/// `sum scalars[i] * bases[i]` over the shorter of the two.
///
/// Beyond its arguments it needs about 50 bytes a point (for scalars of 256 bits) and the buckets.
pub fn msm<C: SWCurveConfig>(bases: &[Affine<C>], scalars: &[C::ScalarField]) -> Projective<C> {
    meter!("msm", Projective<C>, bases.len().min(scalars.len()));
    let n = bases.len().min(scalars.len());
    let (bases, scalars) = (&bases[..n], &scalars[..n]);
    if n == 0 {
        Projective::zero()
    } else if n == 1 {
        crate::scalars::sw::mul(&bases[0], scalars[0].into_bigint().as_ref())
    } else if const { has_zero_a::<C>() } {
        msm_with(bases, scalars, ZeroA)
    } else if C::COEFF_A == -C::BaseField::from(3u64) {
        msm_with(bases, scalars, MinusThreeA)
    } else {
        msm_with(bases, scalars, AnyA(C::COEFF_A))
    }
}

fn msm_with<C: SWCurveConfig, A: Coefficient<Typed<C::BaseField>>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    a: A,
) -> Projective<C> {
    if bases.len() < STRAUS_BELOW {
        straus(bases, scalars, a)
    } else {
        pippenger(bases, scalars, a)
    }
}

/// Interleaved digits. All points share the doublings, and the digits of each scalar are in non-adjacent form.
fn straus<C: SWCurveConfig, A: Coefficient<Typed<C::BaseField>>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    a: A,
) -> Projective<C> {
    meter!("interleaved digits", Projective<C>, bases.len());
    let scalars: Vec<_> = scalars.iter().map(|s| s.into_bigint()).collect();
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    let w = window_width(length);
    let entries = 1 << (w - 2);
    let f = &Typed::<C::BaseField>::new();
    let mut parts = Vec::with_capacity(bases.len());
    // Points of small order, whose multiples have no table.
    let mut others = Projective::zero();
    for (base, scalar) in bases.iter().zip(&scalars) {
        if base.is_zero() {
            continue;
        }
        match odd_multiples(f, &a, &base.x, &base.y, entries) {
            Some(multiples) => parts.push((wnaf(scalar.as_ref(), w), multiples)),
            None => others += into_projective(multiple_of_small_order(f, &base.x, &base.y, scalar.as_ref(), &a)),
        }
    }
    let mut inverses: Vec<_> = parts.iter().map(|(_, multiples)| *multiples.z()).collect();
    batch::invert(&mut inverses);
    let tables: Vec<_> = parts
        .iter()
        .zip(&inverses)
        .map(|((_, multiples), inverse)| multiples.table(f, inverse))
        .collect();
    let parts: Vec<_> = parts
        .iter()
        .zip(&tables)
        .map(|((digits, _), table)| Part {
            negative: false,
            digits,
            table,
        })
        .collect();
    into_projective::<C>(sum_of_parts(f, &a, &parts)) + others
}

/// Buckets of signed digits, for several windows at a time, so that their additions share inversions.
fn pippenger<C: SWCurveConfig, A: Coefficient<Typed<C::BaseField>>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    a: A,
) -> Projective<C> {
    meter!("buckets", Projective<C>, bases.len());
    // In products: an affine addition with its share of the inversion, and the two additions that every bucket takes.
    let digits = Digits::new(scalars, |i| !bases[i].is_zero(), 6.5, 13.0);
    let plan = &digits.plan;
    let c = plan.c as usize;
    let mut scratch = Scratch::default();
    let per_group = plan.windows_per_group(bases.len());
    // The points to add at every bit of the scalars.
    let mut bits = alloc::vec![[Affine::identity(); 2]; plan.windows * c];
    let (mut first, mut reduced) = (0, 0);
    let mut buckets = Vec::new();
    while first < plan.windows {
        let group = first..(first + per_group).min(plan.windows);
        first = group.end;
        buckets.append(&mut fill(bases, &digits.sort(group), &mut scratch));
        if buckets.len() < CHUNK && first < plan.windows {
            continue;
        }
        // The weight of bucket `j` is `j + 1`.
        let (all, by_bit) = affine::sums_by_bit(core::mem::take(&mut buckets), c - 1, &mut scratch);
        let windows = &mut bits[c * reduced..c * first];
        for (w, window) in windows.chunks_exact_mut(c).enumerate() {
            window[0][1] = all[w];
            for (bit, sums) in window.iter_mut().zip(by_bit.chunks_exact(all.len())) {
                bit[0] = sums[w];
            }
        }
        reduced = first;
    }
    let f = &Typed::<C::BaseField>::new();
    let mut acc = Jacobian::identity(f);
    for sums in bits.iter().rev() {
        acc = acc.double(f, &a);
        for sum in sums.iter().filter(|sum| !sum.is_zero()) {
            acc = acc.add_affine(f, &a, &sum.x, &sum.y);
        }
    }
    into_projective(acc)
}

/// The sum of every bucket.
fn fill<C: SWCurveConfig>(bases: &[Affine<C>], sorted: &Sorted, scratch: &mut Scratch<C::BaseField>) -> Vec<Affine<C>> {
    meter!("bucket accumulation", Affine<C>, sorted.entries.len());
    let gather = |entry: &u32| {
        let base = bases[(entry >> 1) as usize];
        if entry & 1 == 0 { base } else { -base }
    };
    let mut sums = Vec::with_capacity(sorted.starts.len() - 1);
    let mut chunk = Buckets {
        points: Vec::with_capacity(CHUNK),
        starts: alloc::vec![0],
    };
    let flush = |chunk: &mut Buckets<C>, sums: &mut Vec<_>, scratch: &mut _| {
        chunk.reduce(scratch);
        sums.extend(
            chunk
                .starts
                .windows(2)
                .map(|w| match chunk.points[w[0] as usize..w[1] as usize] {
                    [p] => p,
                    _ => Affine::identity(),
                }),
        );
        chunk.points.clear();
        chunk.starts.truncate(1);
    };
    for bucket in sorted.buckets() {
        if chunk.points.len() + bucket.len() > CHUNK {
            flush(&mut chunk, &mut sums, scratch);
        }
        // A bucket that is larger than a chunk is first reduced to a few points.
        for part in bucket.chunks(CHUNK) {
            let start = chunk.points.len();
            chunk.points.extend(part.iter().map(gather));
            if bucket.len() > CHUNK {
                let points = chunk.points.split_off(start);
                let mut part = Buckets {
                    starts: alloc::vec![0, points.len() as u32],
                    points,
                };
                part.reduce(scratch);
                chunk.points.append(&mut part.points);
            }
        }
        chunk.starts.push(chunk.points.len() as u32);
    }
    flush(&mut chunk, &mut sums, scratch);
    sums
}
