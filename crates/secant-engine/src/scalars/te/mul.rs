//! Multiplication of one point by an integer.

use crate::{
    ExceptionalAddition, batch,
    curves::te::extended::{Addend, Extended},
    recode::{bits, wnaf},
};
use alloc::vec::Vec;
use ark_ec::twisted_edwards::{Affine, Projective, TECurveConfig};
use ark_ff::Zero;

/// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
pub fn mul<C: TECurveConfig>(base: &Affine<C>, scalar: &[u64]) -> Result<Projective<C>, ExceptionalAddition> {
    let (w, table) = odd_multiples(&[*base], crate::msm::te::window_width(bits(scalar)));
    let mut acc = Extended::<C>::identity();
    for (i, &digit) in wnaf(scalar, w).iter().enumerate().rev() {
        acc = if digit != 0 {
            acc.double().add(&entry(&table, digit))
        } else if i > 0 {
            acc.double_for::<false>()
        } else {
            acc.double()
        };
    }
    acc.into_projective()
}

/// The entry for an odd digit.
#[inline(always)]
pub(crate) fn entry<C: TECurveConfig>(table: &[Addend<C>], digit: i8) -> Addend<C> {
    let q = table[usize::from(digit.unsigned_abs()) / 2];
    if digit > 0 { q } else { -q }
}

/// The first `2^(w-2)` odd multiples `P, 3 P, 5 P, ...` of every base in turn, affine with one inversion for all. Also
/// returns `w`. It is 2, whatever was asked for, if one of these multiples is at infinity and so has no affine form.
pub(crate) fn odd_multiples<C: TECurveConfig>(bases: &[Affine<C>], w: u32) -> (u32, Vec<Addend<C>>) {
    let bases_alone = || (2, bases.iter().map(Addend::new).collect());
    if w == 2 {
        return bases_alone();
    }
    let entries = 1usize << (w - 2);
    let mut multiples = Vec::with_capacity(bases.len() * entries);
    for base in bases {
        let mut cur = Extended::from_affine(base);
        let double = cur.double();
        multiples.push(cur);
        for _ in 1..entries {
            cur = cur.add_extended(&double);
            multiples.push(cur);
        }
    }
    let mut inverses: Vec<_> = multiples.iter().map(|p| p.z).collect();
    if inverses.iter().any(Zero::is_zero) {
        return bases_alone();
    }
    // Not arkworks' `normalize_batch`: it waits for a thread of rayon's if another crate turns on arkworks' `parallel`.
    batch::invert(&mut inverses);
    let affine =
        |(p, inverse): (&Extended<C>, &C::BaseField)| Addend::new(&Affine::new_unchecked(p.x * inverse, p.y * inverse));
    (w, multiples.iter().zip(&inverses).map(affine).collect())
}
