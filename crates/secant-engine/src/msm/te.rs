//! Twisted Edwards curves on single elements: interleaved digits for few points, buckets in extended coordinates for
//! many.

use crate::{
    ExceptionalAddition,
    curves::te::extended::{Addend, Extended},
    recode::{bits, wnaf},
    scalars::{
        digits::Digits,
        te::mul::{entry, odd_multiples},
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::PrimeField;

/// Below this many points, interleaved signed digits beat buckets.
const STRAUS_BELOW: usize = 32;

/// Window width by scalar length, chosen where the additions for the table and those for the digits balance.
pub(crate) fn window_width(bits: usize) -> u32 {
    match bits {
        0..=31 => 2,
        32..=79 => 3,
        80..=159 => 4,
        _ => 5,
    }
}

/// Points that are added up together, which bounds the memory.
const BLOCK: usize = 1 << 15;

/// `sum scalars[i] * bases[i]` over the shorter of the two.
pub fn msm<C: TECurveConfig>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
) -> Result<Projective<C>, ExceptionalAddition> {
    meter!("msm", Projective<C>, bases.len().min(scalars.len()));
    let n = bases.len().min(scalars.len());
    let (bases, scalars) = (&bases[..n], &scalars[..n]);
    if n < STRAUS_BELOW {
        return straus(bases, scalars).into_projective();
    }
    let blocks = bases.chunks(BLOCK).zip(scalars.chunks(BLOCK));
    blocks
        .map(|(bases, scalars)| pippenger(bases, scalars))
        .fold(Extended::identity(), |sum, block| sum.add_extended(&block))
        .into_projective()
}

/// Interleaved digits. All points share the doublings, and the digits of each scalar are in non-adjacent form.
fn straus<C: TECurveConfig>(bases: &[Affine<C>], scalars: &[C::ScalarField]) -> Extended<C> {
    let scalars: Vec<_> = scalars.iter().map(|s| s.into_bigint()).collect();
    let length = scalars.iter().map(|s| bits(s.as_ref())).max().unwrap_or(0);
    let (w, table) = odd_multiples(bases, window_width(length));
    let entries = 1 << (w - 2);
    let digits: Vec<_> = scalars.iter().map(|s| wnaf(s.as_ref(), w)).collect();
    let mut acc = Extended::<C>::identity();
    for bit in (0..=length).rev() {
        acc = acc.double();
        for (table, digits) in table.chunks_exact(entries).zip(&digits) {
            let digit = digits.get(bit).copied().unwrap_or(0);
            if digit != 0 {
                acc = acc.add(&entry(table, digit));
            }
        }
    }
    acc
}

/// Buckets of signed digits in extended coordinates.
fn pippenger<C: TECurveConfig>(bases: &[Affine<C>], scalars: &[C::ScalarField]) -> Extended<C> {
    // In products: an addition of a point, and the addition that every bucket takes at the end. A bucket needs no sum
    // of its own: its points go into the running sum directly.
    let digits = Digits::new(scalars, |i| !bases[i].is_zero(), 8.0, 10.0);
    let plan = &digits.plan;
    let addends: Vec<_> = bases.iter().map(Addend::new).collect();
    let mut acc = Extended::<C>::identity();
    for w in (0..plan.windows).rev() {
        for _ in 0..plan.c {
            acc = acc.double();
        }
        let sorted = digits.sort(w..w + 1);
        let mut running = Extended::identity();
        let mut total = Extended::identity();
        let mut empty = true;
        for bucket in sorted.buckets().rev() {
            for &entry in bucket {
                let addend = addends[(entry >> 1) as usize];
                running = running.add(&if entry & 1 == 0 { addend } else { -addend });
                empty = false;
            }
            if !empty {
                total = total.add_extended(&running);
            }
        }
        acc = acc.add_extended(&total);
    }
    acc
}
