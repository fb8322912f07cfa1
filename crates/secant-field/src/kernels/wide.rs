//! Integers of twice the limbs of a field: products that are added up before they are reduced.

use super::{Carry, Modulus, portable, wasm};
use ark_ff::FpConfig;

/// An integer of `2 N` limbs in two's complement, the low half first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Wide<const N: usize>(pub [[u64; N]; 2]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([[0; N]; 2])
    }
}

impl<const N: usize> Wide<N> {
    /// `self + b`.
    #[inline(always)]
    pub fn add(&mut self, b: &Self) {
        let mut carry = Carry::NONE;
        for (x, y) in self.0.as_flattened_mut().iter_mut().zip(b.0.as_flattened()) {
            (*x, carry) = carry.add(*x, *y);
        }
    }

    /// `self - b`.
    #[inline(always)]
    pub fn sub(&mut self, b: &Self) {
        let mut borrow = Carry::NONE;
        for (x, y) in self.0.as_flattened_mut().iter_mut().zip(b.0.as_flattened()) {
            (*x, borrow) = borrow.sub(*x, *y);
        }
    }

    /// `k self` for a small positive `k`.
    #[inline(always)]
    pub fn times(&mut self, k: u64) {
        let mut carry = 0;
        for x in self.0.as_flattened_mut() {
            (*x, carry) = x.carrying_mul(k, carry);
        }
    }

    /// Whether it is negative.
    #[inline(always)]
    pub fn is_negative(&self) -> bool {
        self.0[1][N - 1] >> 63 == 1
    }

    /// `self - m 2^(64 N)` if that is not negative already.
    #[inline(always)]
    pub fn step_down(&mut self, m: &[u64; N]) {
        let mask = u64::from(self.is_negative()).wrapping_sub(1);
        let mut borrow = Carry::NONE;
        for (x, m) in self.0[1].iter_mut().zip(m) {
            (*x, borrow) = borrow.sub(*x, *m & mask);
        }
    }

    /// How many products of elements below `m` can be added up, in absolute values, and be reduced: `2^(64 N) / m`, from the
    /// top limb alone, rounded down.
    pub const fn room(m: &[u64; N]) -> u64 {
        u64::MAX / m[N - 1].saturating_add(1)
    }

    /// Whether it can be reduced: `|self| < m 2^(64 N)`.
    pub fn is_reducible(&self, m: &[u64; N]) -> bool {
        let high = if self.is_negative() {
            // Of -self - 1.
            self.0[1].map(|limb| !limb)
        } else {
            self.0[1]
        };
        !crate::constants::geq(&high, m)
    }

    /// Both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = beta`. False, and nothing is done, where three products take
    /// no longer than four.
    #[cfg(all(target_arch = "wasm32", wide_arithmetic))]
    #[inline(always)]
    pub fn set_quadratic_product(out: &mut [Self; 2], a: [&[u64; N]; 2], b: [&[u64; N]; 2], beta: i64) -> bool {
        if N != 4 || beta != -1 {
            return false;
        }
        Self::set_both(out, a, b);
        true
    }

    #[cfg(all(target_arch = "wasm32", wide_arithmetic))]
    #[inline(never)]
    fn set_both([re, im]: &mut [Self; 2], a: [&[u64; N]; 2], b: [&[u64; N]; 2]) {
        [re.0, im.0] = wasm::mul_quadratic(a, b);
    }

    /// `self = a b`, without instructions of a CPU of its own.
    #[inline(never)]
    pub fn set_product(&mut self, a: &[u64; N], b: &[u64; N]) {
        self.0 = if cfg!(target_arch = "wasm32") {
            wasm::mul_wide(a, b)
        } else {
            portable::mul_wide(a, b)
        };
    }

    /// `self R^-1` modulo the modulus of `C`, without instructions of a CPU of its own, for `|self| < m R` and two spare
    /// bits.
    #[inline(never)]
    pub fn reduce<C: FpConfig<N>>(&self, out: &mut [u64; N]) {
        let modulus = const { &Modulus::new(&C::MODULUS.0) };
        let (m, inv) = (&modulus.m, modulus.inv[0]);
        let low = if cfg!(target_arch = "wasm32") {
            wasm::reduce_low(&self.0[0], m, inv)
        } else {
            portable::reduce_low(&self.0[0], m, inv)
        };
        let mut v = [0; N];
        let mut carry = Carry::NONE;
        for i in 0..N {
            (v[i], carry) = carry.add(low[i], self.0[1][i]);
        }
        into_range(out, &v, m);
    }
}

/// A value from `-m` to below `2 m`, in two's complement, which takes two spare bits, as the one from zero to below
/// `m`.
#[inline(always)]
pub(super) fn into_range<const N: usize>(out: &mut [u64; N], v: &[u64; N], m: &[u64; N]) {
    // Less m where it is not negative: from -m to below m.
    let mask = (v[N - 1] >> 63).wrapping_sub(1);
    let mut borrow = Carry::NONE;
    for i in 0..N {
        (out[i], borrow) = borrow.sub(v[i], m[i] & mask);
    }
    let mask = (out[N - 1] >> 63).wrapping_neg();
    let mut carry = Carry::NONE;
    for i in 0..N {
        (out[i], carry) = carry.add(out[i], m[i] & mask);
    }
}
