//! Multiplication of one point by an integer.

use super::extended::{Addend, Extended};
use crate::{
    ExceptionalAddition,
    recode::{bits, wnaf},
};
use alloc::vec::Vec;
use ark_ec::{
    CurveGroup,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};

/// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
pub fn mul<C: TECurveConfig>(base: &Affine<C>, scalar: &[u64]) -> Result<Projective<C>, ExceptionalAddition> {
    let w = super::msm::window_width(bits(scalar));
    let table = odd_multiples(&[*base], w)?;
    let mut acc = Extended::<C>::identity();
    for &digit in wnaf(scalar, w).iter().rev() {
        acc = checked(acc.double())?;
        if digit != 0 {
            acc = checked(acc.add(&entry(&table, digit)))?;
        }
    }
    Ok(acc.into_projective())
}

/// The entry for an odd digit.
#[inline(always)]
pub(super) fn entry<C: TECurveConfig>(table: &[Addend<C>], digit: i8) -> Addend<C> {
    let q = table[usize::from(digit.unsigned_abs()) / 2];
    if digit > 0 { q } else { -q }
}

/// An undefined step is an error. A complete curve never meets one: `Z` is then a product of non-zero
/// denominators.
#[inline(always)]
pub(super) fn checked<C: TECurveConfig>(p: Extended<C>) -> Result<Extended<C>, ExceptionalAddition> {
    if p.is_defined() {
        Ok(p)
    } else {
        Err(ExceptionalAddition)
    }
}

/// `P, 3 P, 5 P, ...`, `2^(w-2)` of them, for every base in turn, affine with one inversion for all.
pub(super) fn odd_multiples<C: TECurveConfig>(
    bases: &[Affine<C>],
    w: u32,
) -> Result<Vec<Addend<C>>, ExceptionalAddition> {
    let entries = 1usize << (w - 2);
    if entries == 1 {
        return Ok(bases.iter().map(Addend::new).collect());
    }
    let mut multiples = Vec::with_capacity(bases.len() * entries);
    for base in bases {
        let mut cur = Extended::from_affine(base);
        let double = checked(cur.double())?;
        multiples.push(cur.into_projective());
        for _ in 1..entries {
            cur = checked(cur.add_extended(&double))?;
            multiples.push(cur.into_projective());
        }
    }
    Ok(Projective::normalize_batch(&multiples)
        .iter()
        .map(Addend::new)
        .collect())
}
