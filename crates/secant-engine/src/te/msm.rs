//! Multi-scalar multiplication.

use super::{
    extended::{Addend, Extended},
    mul::{checked, entry, odd_multiples},
};
use crate::{
    ExceptionalAddition,
    pippenger::{Plan, digits},
    recode::{bits, wnaf},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::{PrimeField, Zero};

/// Below this many points, interleaved signed digits beat buckets.
const STRAUS_BELOW: usize = 32;

/// Window width by scalar length: the count of additions for the table and for the digits balance here.
pub(super) fn window_width(bits: usize) -> u32 {
    match bits {
        0..=31 => 2,
        32..=79 => 3,
        80..=159 => 4,
        _ => 5,
    }
}

/// `sum scalars[i] * bases[i]` over the shorter of the two.
pub fn msm<C: TECurveConfig>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
) -> Result<Projective<C>, ExceptionalAddition> {
    let (bases, scalars): (Vec<_>, Vec<_>) = bases
        .iter()
        .zip(scalars)
        .filter(|(b, s)| !b.is_zero() && !s.is_zero())
        .map(|(b, s)| (*b, s.into_bigint()))
        .unzip();
    match bases.len() {
        0 => Ok(Projective::zero()),
        n if n < STRAUS_BELOW => straus(&bases, &scalars),
        _ => pippenger(&bases, &scalars),
    }
}

/// All points share the doublings; the digits of each are in non-adjacent form.
fn straus<C: TECurveConfig>(
    bases: &[Affine<C>],
    scalars: &[<C::ScalarField as PrimeField>::BigInt],
) -> Result<Projective<C>, ExceptionalAddition> {
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    let w = window_width(length);
    let table = odd_multiples(bases, w)?;
    let entries = 1 << (w - 2);
    let digits: Vec<_> = scalars.iter().map(|s| wnaf(s.as_ref(), w)).collect();
    let mut acc = Extended::<C>::identity();
    for bit in (0..=length).rev() {
        acc = checked(acc.double())?;
        for (table, digits) in table.chunks_exact(entries).zip(&digits) {
            let digit = digits.get(bit).copied().unwrap_or(0);
            if digit != 0 {
                acc = checked(acc.add(&entry(table, digit)))?;
            }
        }
    }
    Ok(acc.into_projective())
}

/// Buckets of signed digits in extended coordinates.
fn pippenger<C: TECurveConfig>(
    bases: &[Affine<C>],
    scalars: &[<C::ScalarField as PrimeField>::BigInt],
) -> Result<Projective<C>, ExceptionalAddition> {
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    // In products: an addition to a bucket, and the two additions that every bucket costs in the end.
    let plan = Plan::choose(bases.len(), length, 8.0, 20.0);
    let addends: Vec<_> = bases.iter().map(Addend::new).collect();
    let digits = digits(scalars, &plan);
    let mut buckets: Vec<Option<Extended<C>>> = Vec::with_capacity(plan.buckets);
    let mut acc = Extended::<C>::identity();
    for row in digits.chunks_exact(bases.len()).rev() {
        for _ in 0..plan.c {
            acc = checked(acc.double())?;
        }
        buckets.clear();
        buckets.resize(plan.buckets, None);
        for ((addend, base), &d) in addends.iter().zip(bases).zip(row).filter(|(_, d)| **d != 0) {
            let bucket = &mut buckets[d.unsigned_abs() as usize - 1];
            *bucket = Some(match bucket {
                Some(sum) => checked(sum.add(&if d > 0 { *addend } else { -*addend }))?,
                None => Extended::from_affine(&if d > 0 { *base } else { -*base }),
            });
        }
        let mut running = Extended::identity();
        let mut total = Extended::identity();
        let mut empty = true;
        for bucket in buckets.iter().rev() {
            if let Some(b) = bucket {
                running = if empty { *b } else { checked(running.add_extended(b))? };
                empty = false;
            }
            if !empty {
                total = checked(total.add_extended(&running))?;
            }
        }
        acc = checked(acc.add_extended(&total))?;
    }
    Ok(acc.into_projective())
}
