//! Sums of products with one reduction each.
//!
//! A product of two elements is an integer of twice the limbs. Sums and differences of such integers need no comparison
//! with the modulus, and each sum is reduced only once, at its end ("lazy reduction": Aranha, Karabina, Longa, Gebotys,
//! López, eprint 2010/526). A sum of `k` products of elements below the modulus `p` is below `k p^2`. It can be reduced
//! while that is below `p R`; or more, if such integers have additional headroom. [`LazyField::ROOM`] says for how many
//! products it can.

use crate::kernels::{self, Carry, Wide};
use ark_ff::{Fp, FpConfig, PrimeField};

/// A prime field whose products can be reduced later.
///
/// Some methods take or return elements that are below a small multiple of the modulus `p`, not below `p`, as they
/// state. Such elements may not be used in any other way.
pub trait LazyField: PrimeField {
    /// An integer in two's complement, for sums of products.
    type Wide: WideInteger;
    /// How many products a reducible sum may have: `R / p`, rounded down, or more.
    const ROOM: u64;
    /// [`Self::ROOM`] for [`Self::add_reducing_top`].
    const FOLDED_ROOM: u64;

    /// `a b` for any limbs.
    fn mul_wide(out: &mut Self::Wide, a: &Self, b: &Self);
    /// `(a0 + a1 u) (b0 + b1 u)` for `u^2 = beta < 0` and coefficients below `2 p`. The limbs must have room for twice
    /// as much. The first coefficient of the product is from `4 beta p^2` to `4 p^2`, the second one from zero to below
    /// `8 p^2`.
    fn mul_wide_quadratic(out: &mut [Self::Wide; 2], a: [&Self; 2], b: [&Self; 2], beta: i64);
    /// `(a0 + a1 u)^2` for `u^2 = beta < 0` and `a0, a1 < p`. The limbs must have room for `(1 - beta) p`. The first
    /// coefficient of the square is from `beta p^2` to below `(1 - 3 beta) p^2`, or `2 p^2` if `beta` is -1, the second
    /// one from zero to below `2 p^2`.
    fn square_wide_quadratic(out: &mut [Self::Wide; 2], a: [&Self; 2], beta: i64);
    /// `t R^-1`, for `|t|` up to [`Self::ROOM`] products.
    fn reduce(out: &mut Self, t: &Self::Wide);
    /// [`Self::reduce`] of two sums.
    fn reduce_pair(out: [&mut Self; 2], t: [&Self::Wide; 2]);
    /// Sets `t` to `t + k x + l y` for small factors, minus the multiple of `p R` that makes it reducible.
    fn add_reducing_top(t: &mut Self::Wide, terms: [(i64, &Self::Wide); 2]);
    /// Sets `t` to `t - p R` if `t` is not negative, for `|t|` below half of `R^2`.
    fn sub_modulus_if_nonnegative(t: &mut Self::Wide);
    /// `a + b` without reduction; the limbs must have room.
    fn add_unreduced(out: &mut Self, a: &Self, b: &Self);
    /// `a + k p - k b`, below `(k + 1) p`, for `a, b < p`; the limbs must have room.
    fn sub_unreduced(out: &mut Self, a: &Self, b: &Self, k: u64);
    /// `a / 2`.
    fn halve(&mut self);
}

/// An integer of twice the limbs of a field.
pub trait WideInteger: Copy + Default + Send + Sync {
    /// `self + b`.
    fn add(&mut self, b: &Self);
    /// `self - b`.
    fn sub(&mut self, b: &Self);
    /// `k self` for a small positive `k`.
    fn times(&mut self, k: u64);

    /// `self + k x` for a small `k`.
    #[inline(always)]
    fn add_times(&mut self, k: i64, x: &Self) {
        match k {
            0 => (),
            1 => self.add(x),
            -1 => self.sub(x),
            _ => {
                let mut x = *x;
                x.times(k.unsigned_abs());
                if k > 0 {
                    self.add(&x);
                } else {
                    self.sub(&x);
                }
            }
        }
    }
}

impl<const N: usize> WideInteger for Wide<N> {
    #[inline(always)]
    fn add(&mut self, b: &Self) {
        meter!("add", Self);
        Self::add(self, b);
    }

    #[inline(always)]
    fn sub(&mut self, b: &Self) {
        meter!("sub", Self);
        Self::sub(self, b);
    }

    #[inline(always)]
    fn times(&mut self, k: u64) {
        meter!("times", Self);
        Self::times(self, k);
    }

    #[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
    #[inline(always)]
    fn add_times(&mut self, k: i64, x: &Self) {
        Self::add_times(self, k, x);
    }
}

/// [`LazyField::mul_wide_quadratic`] by Karatsuba's method.
#[inline(always)]
fn quadratic_product<F: LazyField>([re, im]: &mut [F::Wide; 2], a: [&F; 2], b: [&F; 2], beta: i64) {
    let (mut sum_a, mut sum_b, mut v1) = (F::ZERO, F::ZERO, F::Wide::default());
    F::add_unreduced(&mut sum_a, a[0], a[1]);
    F::add_unreduced(&mut sum_b, b[0], b[1]);
    F::mul_wide(im, &sum_a, &sum_b);
    F::mul_wide(re, a[0], b[0]);
    F::mul_wide(&mut v1, a[1], b[1]);
    im.sub(re);
    im.sub(&v1);
    re.add_times(beta, &v1);
}

/// [`LazyField::square_wide_quadratic`] by two products.
#[inline(always)]
fn quadratic_square<F: LazyField>([re, im]: &mut [F::Wide; 2], [a0, a1]: [&F; 2], beta: i64) {
    let (mut sum, mut other) = (F::ZERO, *a0);
    F::add_unreduced(&mut sum, a0, a1);
    if beta == -1 {
        // (a0 + a1) (a0 - a1), and 2 a0 a1: both from zero to below 2 p^2
        other -= a1;
        F::mul_wide(re, &sum, &other);
        F::add_unreduced(&mut sum, a0, a0);
        F::mul_wide(im, &sum, a1);
    } else {
        // With k = -beta: (a0 + a1) (a0 - k a1 + k p) + (k - 1) a0 a1, from zero to below (3 k + 1) p^2
        let k = beta.unsigned_abs();
        F::sub_unreduced(&mut other, a0, a1, k);
        F::mul_wide(re, &sum, &other);
        F::mul_wide(im, a0, a1);
        re.add_times(k as i64 - 1, im);
        im.times(2);
    }
}

macro_rules! lazy_fields {
    ($($n:literal),*) => {$(
        impl<C: FpConfig<$n>> LazyField for Fp<C, $n> {
            type Wide = Wide<$n>;
            const ROOM: u64 = Wide::<$n>::room(&C::MODULUS.0);

            #[inline(always)]
            fn mul_wide(out: &mut Wide<$n>, a: &Self, b: &Self) {
                meter!("wide mul", Self, 1, 1);
                kernels::mul_wide(out, &a.0.0, &b.0.0);
            }

            #[inline(always)]
            fn mul_wide_quadratic(out: &mut [Wide<$n>; 2], a: [&Self; 2], b: [&Self; 2], beta: i64) {
                #[cfg(target_arch = "wasm32")]
                if Wide::<$n>::set_quadratic_product(out, a.map(|x| &x.0.0), b.map(|x| &x.0.0), beta) {
                    return;
                }
                quadratic_product(out, a, b, beta);
            }

            #[inline(always)]
            fn square_wide_quadratic(out: &mut [Wide<$n>; 2], a: [&Self; 2], beta: i64) {
                #[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
                if Wide::<$n>::set_quadratic_square(out, a.map(|x| &x.0.0), beta) {
                    return;
                }
                quadratic_square(out, a, beta);
            }

            #[inline(always)]
            fn reduce(out: &mut Self, t: &Wide<$n>) {
                meter!("wide reduce", Self, 1, 1);
                const { assert!(C::MODULUS.0[$n - 1] >> 62 == 0, "the modulus must leave two bits of its limbs") };
                kernels::reduce_wide::<C, $n>(&mut out.0.0, t);
            }

            #[inline(always)]
            fn reduce_pair([x, y]: [&mut Self; 2], t: [&Wide<$n>; 2]) {
                #[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
                Wide::reduce_pair::<C>(t, [&mut x.0.0, &mut y.0.0]);
                #[cfg(not(all(target_arch = "wasm32", not(wide_arithmetic))))]
                {
                    LazyField::reduce(x, t[0]);
                    LazyField::reduce(y, t[1]);
                }
            }

            #[cfg(not(all(target_arch = "wasm32", not(wide_arithmetic))))]
            const FOLDED_ROOM: u64 = Wide::<$n>::room_with_top_reduction(&C::MODULUS.0);
            // Digits have headroom of their own, so sums are not folded.
            #[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
            const FOLDED_ROOM: u64 = Self::ROOM;

            #[inline(always)]
            fn add_reducing_top(t: &mut Wide<$n>, terms: [(i64, &Wide<$n>); 2]) {
                meter!("add folded", Wide<$n>);
                #[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
                for (k, x) in terms {
                    t.add_times(k, x);
                }
                #[cfg(not(all(target_arch = "wasm32", not(wide_arithmetic))))]
                t.add_reducing_top(terms, const { &kernels::TopReduction::new(&C::MODULUS.0) });
            }

            #[inline(always)]
            fn sub_modulus_if_nonnegative(t: &mut Wide<$n>) {
                meter!("step down", Wide<$n>);
                t.sub_modulus_if_nonnegative(&C::MODULUS.0);
            }

            #[inline(always)]
            fn add_unreduced(out: &mut Self, a: &Self, b: &Self) {
                meter!("add unreduced", Self);
                let mut carry = Carry::NONE;
                for i in 0..$n {
                    (out.0.0[i], carry) = carry.add(a.0.0[i], b.0.0[i]);
                }
                debug_assert!(!carry.is_set(), "the limbs have no room for the sum");
            }

            #[inline(always)]
            fn sub_unreduced(out: &mut Self, a: &Self, b: &Self, k: u64) {
                meter!("sub unreduced", Self);
                // The result is not negative and fits the limbs, so the last carry and the last borrows cancel.
                let (mut carry, mut borrow) = (0, Carry::NONE);
                let mut product = 0;
                for i in 0..$n {
                    let (x, over) = C::MODULUS.0[i].carrying_mul_add(k, a.0.0[i], carry);
                    let y;
                    (y, product) = b.0.0[i].carrying_mul(k, product);
                    carry = over;
                    (out.0.0[i], borrow) = borrow.sub(x, y);
                }
                debug_assert!(carry == product + u64::from(borrow.is_set()), "the limbs have no room for the difference");
            }

            #[inline(always)]
            fn halve(&mut self) {
                meter!("halve", Self);
                let mask = (self.0.0[0] & 1).wrapping_neg();
                let mut carry = Carry::NONE;
                for i in 0..$n {
                    (self.0.0[i], carry) = carry.add(self.0.0[i], C::MODULUS.0[i] & mask);
                }
                let carry = carry.is_set();
                for i in 0..$n {
                    let next = if i + 1 < $n { self.0.0[i + 1] } else { u64::from(carry) };
                    self.0.0[i] = (self.0.0[i] >> 1) | (next << 63);
                }
            }
        }
    )*};
}

lazy_fields!(4, 6, 12);
