//! Squarings in the cyclotomic subgroup, and chains of them without the coefficients that follow from the others.
//!
//! With `g_i` the coefficient of `w^i`, the square has (Granger, Scott, eprint 2009/565)
//! ```text
//!   g0' = 3 (g0^2 + xi g3^2) - 2 g0    g3' = 6 g0 g3 + 2 g3
//!   g4' = 3 (g2^2 + xi g5^2) - 2 g4    g1' = 6 xi g2 g5 + 2 g1
//!   g2' = 3 (g1^2 + xi g4^2) - 2 g2    g5' = 6 g1 g4 + 2 g5
//! ```
//! where `g1, g4, g2, g5` need neither `g0` nor `g3`, which come back at the end (Karabina, eprint 2010/542):
//! ```text
//!   g3 = (xi g5^2 + 3 g2^2 - 2 g4) / (4 g1)    g0 = xi (2 g3^2 + g1 g5 - 3 g2 g4) + 1
//! ```

use super::{K, Single, Wide};
use crate::pairing::{
    lazy::LazyRing,
    target::{Sextic, Target},
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field, Zero};

/// Squarings for one decompression, from which on the chain pays: a squaring becomes cheaper by a third of its 0.5 us,
/// a decompression takes 0.5 us, and all of them share an inversion of 1.4 us (BLS12-381).
const SQUARINGS_FOR_ONE: usize = 6;

/// `x^2 + xi y^2` and `2 x y`.
#[inline(never)]
pub(super) fn square_pair<F: Sextic<Coefficient: LazyRing>>(square: &mut K<F>, product: &mut K<F>, x: &K<F>, y: &K<F>) {
    meter!("square", [K<F>; 2]);
    let (mut xx, mut yy, mut t) = (Wide::<F>::default(), Wide::<F>::default(), Wide::<F>::default());
    let mut sum = *x;
    sum += y;
    K::<F>::square_wide(&mut xx, x);
    K::<F>::square_wide(&mut yy, y);
    K::<F>::square_wide(&mut t, &sum);
    K::<F>::sub_wide(&mut t, &xx);
    K::<F>::sub_wide(&mut t, &yy);
    K::<F>::reduce(product, &mut t);
    K::<F>::reduce_with(square, &mut xx, F::XI, &yy);
}

/// `3 s - 2 g`
#[inline(always)]
pub(super) fn thrice_less_twice<R: LazyRing>(g: &mut R, s: &R) {
    let mut t = *s;
    t -= &*g;
    t.double_in_place();
    t += s;
    *g = t;
}

/// `3 s + 2 g`
#[inline(always)]
pub(super) fn thrice_and_twice<R: LazyRing>(g: &mut R, s: &R) {
    *g += s;
    g.double_in_place();
    *g += s;
}

/// The four coefficients of the square.
#[inline(never)]
pub(super) fn square<F: Sextic<Coefficient: LazyRing>>([g1, g4, g2, g5]: [&mut K<F>; 4]) {
    meter!("compressed cyclotomic square", F);
    let zero = K::<F>::ZERO;
    let (mut square_b, mut product_b, mut square_c, mut product_c, mut xi_product) = (zero, zero, zero, zero, zero);
    square_pair::<F>(&mut square_b, &mut product_b, g1, g4);
    square_pair::<F>(&mut square_c, &mut product_c, g2, g5);
    K::<F>::mul_small(&mut xi_product, &product_c, F::XI);
    thrice_and_twice(g1, &xi_product);
    thrice_less_twice(g4, &square_c);
    thrice_less_twice(g2, &square_b);
    thrice_and_twice(g5, &product_b);
}

/// `a^e` as [`Target::cyclotomic_pow`]; `None` if a chain of squarings does not pay, or meets an element whose missing
/// coefficients do not follow by the formula (one is such), or for digits beyond one.
pub(super) fn pow<F: Sextic<Coefficient: LazyRing>>(a: &Single<F>, digits: &[i8]) -> Option<Single<F>> {
    let count = digits.iter().filter(|d| **d != 0).count();
    let length = digits.iter().rposition(|d| *d != 0)? + 1;
    if length < SQUARINGS_FOR_ONE * count || digits.iter().any(|digit| digit.unsigned_abs() > 1) {
        return None;
    }
    let [_, mut g2, mut g4] = a.a;
    let [mut g1, _, mut g5] = a.b;
    let mut powers = Vec::with_capacity(count);
    for (i, &digit) in digits[..length].iter().enumerate() {
        if i > 0 {
            square::<F>([&mut g1, &mut g4, &mut g2, &mut g5]);
        }
        if digit != 0 {
            powers.push(([g1, g4, g2, g5], digit));
        }
    }
    let mut inverses: Vec<_> = powers.iter().map(|([g1, ..], _)| g1.double().double()).collect();
    if inverses.iter().any(Zero::is_zero) {
        return None;
    }
    crate::batch::invert(&mut inverses);
    let mut factors = powers.iter().zip(&inverses).map(|((g, digit), inverse)| {
        let mut power = decompress::<F>(g, inverse);
        if *digit < 0 {
            power.conjugate();
        }
        power
    });
    let mut r = factors.next()?;
    factors.for_each(|factor| r.mul(&factor));
    Some(r)
}

/// The element with these coefficients, from `1 / (4 g1)`.
fn decompress<F: Sextic<Coefficient: LazyRing>>([g1, g4, g2, g5]: &[K<F>; 4], inverse: &K<F>) -> Single<F> {
    meter!("decompress", F);
    let zero = K::<F>::ZERO;
    let (mut g3, mut g0, mut t) = (zero, zero, zero);
    K::<F>::squared(&mut g0, g5);
    K::<F>::mul_small(&mut g3, &g0, F::XI);
    K::<F>::squared(&mut t, g2);
    g3 += &t;
    t -= g4;
    t.double_in_place();
    g3 += &t;
    t = g3;
    LazyRing::product(&mut g3, &t, inverse);

    K::<F>::squared(&mut g0, &g3);
    LazyRing::product(&mut t, g2, g4);
    g0 -= &t;
    g0.double_in_place();
    g0 -= &t;
    LazyRing::product(&mut t, g1, g5);
    t += &g0;
    K::<F>::mul_small(&mut g0, &t, F::XI);
    g0 += K::<F>::ONE;
    Single {
        a: [g0, *g2, *g4],
        b: [*g1, g3, *g5],
    }
}
