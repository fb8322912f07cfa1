//! Sums of products with one reduction each.
//!
//! A product of two elements is an integer of twice the limbs; sums and differences of such integers cost no
//! comparison with the modulus, and each costs a reduction only once, at its end ("lazy reduction": Aranha,
//! Karabina, Longa, Gebotys, López, eprint 2010/526). A sum of `k` products of elements below the modulus `p` is
//! below `k p^2`, and can be reduced while that is below `p R`, or more where such integers have room of their own:
//! [`LazyField::ROOM`] says how many.

use crate::kernels::{self, Wide};
use ark_ff::{Fp, FpConfig, PrimeField};

/// A prime field whose products can be reduced later.
///
/// Some methods take or give elements that are not below the modulus `p` but below a small multiple of it, as said
/// there; nothing else may be done with these.
pub trait LazyField: PrimeField {
    /// An integer in two's complement, for sums of products.
    type Wide: WideInteger;
    /// Sums of as many products can be reduced: `R / p`, rounded down, or more.
    const ROOM: u64;

    /// `a b` for any limbs.
    fn mul_wide(out: &mut Self::Wide, a: &Self, b: &Self);
    /// `t R^-1`, for `|t|` up to [`Self::ROOM`] products.
    fn reduce(out: &mut Self, t: &Self::Wide);
    /// `t - p R` where `t` is not negative, for `|t|` below half of `R^2`.
    fn step_down(t: &mut Self::Wide);
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
            fn reduce(out: &mut Self, t: &Wide<$n>) {
                meter!("wide reduce", Self, 1, 1);
                const { assert!(C::MODULUS.0[$n - 1] >> 62 == 0, "the modulus must leave two bits of its limbs") };
                kernels::reduce_wide::<C, $n>(&mut out.0.0, t);
            }

            #[inline(always)]
            fn step_down(t: &mut Wide<$n>) {
                meter!("step down", Wide<$n>);
                t.step_down(&C::MODULUS.0);
            }

            #[inline(always)]
            fn add_unreduced(out: &mut Self, a: &Self, b: &Self) {
                meter!("add unreduced", Self);
                let mut carry = false;
                for i in 0..$n {
                    (out.0.0[i], carry) = a.0.0[i].carrying_add(b.0.0[i], carry);
                }
                debug_assert!(!carry, "the limbs have no room for the sum");
            }

            #[inline(always)]
            fn sub_unreduced(out: &mut Self, a: &Self, b: &Self, k: u64) {
                meter!("sub unreduced", Self);
                // Every partial sum but the borrow's fits: the result is not negative.
                let (mut carry, mut borrow) = (0, false);
                let mut product = 0;
                for i in 0..$n {
                    let (x, over) = C::MODULUS.0[i].carrying_mul_add(k, a.0.0[i], carry);
                    let y;
                    (y, product) = b.0.0[i].carrying_mul(k, product);
                    carry = over;
                    (out.0.0[i], borrow) = x.borrowing_sub(y, borrow);
                }
                debug_assert!(carry == product + u64::from(borrow), "the limbs have no room for the difference");
            }

            #[inline(always)]
            fn halve(&mut self) {
                meter!("halve", Self);
                let mask = (self.0.0[0] & 1).wrapping_neg();
                let mut carry = false;
                for i in 0..$n {
                    (self.0.0[i], carry) = self.0.0[i].carrying_add(C::MODULUS.0[i] & mask, carry);
                }
                for i in 0..$n {
                    let next = if i + 1 < $n { self.0.0[i + 1] } else { u64::from(carry) };
                    self.0.0[i] = (self.0.0[i] >> 1) | (next << 63);
                }
            }
        }
    )*};
}

lazy_fields!(4, 6, 12);
