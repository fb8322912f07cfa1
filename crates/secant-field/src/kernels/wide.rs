//! Integers of twice the limbs of a field: products that are added up before they are reduced.

use super::{Carry, Modulus, portable, wasm};
use crate::constants as c;
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

    /// `self - m 2^(64 N)` if `self` is not negative.
    #[inline(always)]
    pub fn sub_modulus_if_nonnegative(&mut self, m: &[u64; N]) {
        let mask = u64::from(self.is_negative()).wrapping_sub(1);
        let mut borrow = Carry::NONE;
        for (x, m) in self.0[1].iter_mut().zip(m) {
            (*x, borrow) = borrow.sub(*x, *m & mask);
        }
    }

    /// How many products of elements below `m`, counted by absolute value, a reducible sum may have: `2^(64 N) / m`,
    /// computed from the top limb alone and rounded down.
    pub const fn room(m: &[u64; N]) -> u64 {
        u64::MAX / m[N - 1].saturating_add(1)
    }

    /// Whether it can be reduced: `|self| < m 2^(64 N)`.
    pub fn is_reducible(&self, m: &[u64; N]) -> bool {
        let high = if self.is_negative() {
            // The high half of -self - 1.
            self.0[1].map(|limb| !limb)
        } else {
            self.0[1]
        };
        !crate::constants::geq(&high, m)
    }

    /// [`Self::room`] for [`Self::add_reducing_top`]; zero if the highest limb has too few bits of the modulus.
    pub const fn room_with_top_reduction(m: &[u64; N]) -> u64 {
        if m[N - 1] >> 48 == 0 {
            0
        } else {
            Self::room(m) * (RANGE as u64 - 1)
        }
    }

    /// `self + k x + l y` for factors below `2^31`, minus the multiple of `m 2^(64 N)` that makes it reducible. The sum
    /// must be within [`Self::room_with_top_reduction`]. All terms are added limb by limb, which takes fewer loads and stores than
    /// one sum after the other.
    #[inline(always)]
    pub fn add_reducing_top(&mut self, [(k, x), (l, y)]: [(i64, &Self); 2], folds: &TopReduction<N>) {
        /// `sum + k x`
        #[inline(always)]
        fn add_times(sum: i128, k: i64, x: u64) -> i128 {
            let product = match k.unsigned_abs() {
                0 => 0,
                1 => x.into(),
                k => u128::from(k) * u128::from(x),
            };
            if k < 0 {
                sum - product.cast_signed()
            } else {
                sum + product.cast_signed()
            }
        }
        let sign = |x: &Self| -i64::from(x.is_negative());
        let above = sign(self) + k * sign(x) + l * sign(y);
        let mut carry = 0i64;
        let (x, y) = (x.0.as_flattened(), y.0.as_flattened());
        for (s, (x, y)) in self.0.as_flattened_mut().iter_mut().zip(x.iter().zip(y)) {
            let sum = add_times(add_times(i128::from(carry) + i128::from(*s), k, *x), l, *y);
            (*s, carry) = (sum as u64, (sum >> 64) as i64);
        }
        let multiple = folds.multiple(above + carry, self.0[1][N - 1]);
        let mut carry = Carry::NONE;
        for (s, m) in self.0[1].iter_mut().zip(multiple) {
            (*s, carry) = carry.add(*s, *m);
        }
    }

    /// Sets both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = beta`, by four products. Returns false, and does
    /// nothing, if three products take no longer than four.
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

    /// `self = a b`, without CPU-specific instructions.
    #[inline(never)]
    pub fn set_product(&mut self, a: &[u64; N], b: &[u64; N]) {
        self.0 = if cfg!(target_arch = "wasm32") {
            wasm::mul_wide(a, b)
        } else {
            portable::mul_wide(a, b)
        };
    }

    /// `self R^-1` modulo the modulus of `C`, without CPU-specific instructions, for `|self| < m R` and two spare bits.
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

/// The bound of how many times [`TopReduction`] adds or subtracts the modulus.
const RANGE: usize = 16;
/// Bits of the fraction of [`TopReduction::reciprocal`].
const FRACTION: u32 = 57;

/// The constants of a modulus with two spare bits for [`Wide::add_reducing_top`].
#[derive(Debug)]
pub struct TopReduction<const N: usize> {
    /// `(RANGE - i) m` modulo `2^(64 N)`.
    multiples: [[u64; N]; 2 * RANGE],
    /// The inverse of the modulus in units of `2^(64 N - 32)`, with [`FRACTION`] bits of fraction.
    reciprocal: i64,
}

impl<const N: usize> TopReduction<N> {
    /// The constants of a modulus.
    pub const fn new(m: &[u64; N]) -> Self {
        let top = m[N - 1] >> 32;
        let mut multiples = [[0; N]; 2 * RANGE];
        // From the multiple zero on, in both directions.
        let mut i = 0;
        while i < RANGE {
            let (up, down) = (RANGE - i, RANGE + i);
            let (mut j, mut carry, mut borrow) = (0, false, false);
            while j < N {
                (multiples[up - 1][j], carry) = c::adc(multiples[up][j], m[j], carry);
                if i + 1 < RANGE {
                    (multiples[down + 1][j], borrow) = c::sbb(multiples[down][j], m[j], borrow);
                }
                j += 1;
            }
            i += 1;
        }
        Self {
            multiples,
            // A modulus without room does not use it.
            reciprocal: (1 << FRACTION) / if top == 0 { 1 } else { top as i64 },
        }
    }

    /// The multiple that brings a value to within little more than half of the modulus of zero, when added. `limb` is
    /// the highest limb of the value, and `above` is what lies above it.
    #[inline(always)]
    fn multiple(&self, above: i64, limb: u64) -> &[u64; N] {
        let value = (above << 32) | (limb >> 32).cast_signed();
        let quotient = (value * self.reciprocal + (1 << (FRACTION - 1))) >> FRACTION;
        debug_assert!(quotient.unsigned_abs() < RANGE as u64, "the sum has no room");
        &self.multiples[(quotient + RANGE as i64).cast_unsigned() as usize % (2 * RANGE)]
    }
}

/// Reduces a value from `-m` to below `2 m`, in two's complement, to the range from zero to below `m`. The modulus must
/// have two spare bits.
#[inline(always)]
pub(super) fn into_range<const N: usize>(out: &mut [u64; N], v: &[u64; N], m: &[u64; N]) {
    // Subtracts m if the value is not negative. It is then from -m to below m.
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

#[cfg(test)]
mod tests {
    use super::super::tests::{Config, integer};
    use super::*;
    use num_bigint::BigInt;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Compares sums of multiples of edge and random values, within the room for them, with integers.
    fn folded_sums_agree<C: FpConfig<N>, const N: usize>() {
        let m = integer(&C::MODULUS.0);
        let modulus = Modulus::<N>::new(&C::MODULUS.0);
        let folds = TopReduction::new(&C::MODULUS.0);
        let room = Wide::<N>::room_with_top_reduction(&C::MODULUS.0) as i64;
        assert!(room >= 60);
        let value = |x: &Wide<N>| {
            let v = integer(x.0.as_flattened());
            if x.is_negative() {
                v - (BigInt::from(1) << (128 * N))
            } else {
                v
            }
        };
        let wide = |v: &BigInt| {
            let mut wide = Wide::<N>::default();
            let digits = (v + (BigInt::from(1) << (128 * N))).to_u64_digits().1;
            for (x, y) in wide.0.as_flattened_mut().iter_mut().zip(digits) {
                *x = y;
            }
            assert_eq!(value(&wide), *v);
            wide
        };
        let mut quotients = std::collections::BTreeSet::new();
        let mut check = |t: &BigInt, k: i64, x: &BigInt, l: i64, y: &BigInt| {
            let exact: BigInt = t + k * x + l * y;
            assert!(exact.magnitude() <= (&m * &m * room).magnitude());
            let mut sum = wide(t);
            sum.add_reducing_top([(k, &wide(x)), (l, &wide(y))], &folds);
            let less: BigInt = exact - value(&sum);
            assert_eq!(&less % (&m << (64 * N)), BigInt::ZERO);
            quotients.insert(less / (&m << (64 * N)));
            // The result is within half of the modulus, plus the error of the estimated quotient.
            assert!(((value(&sum) >> (64 * N)) * 32u32).magnitude() <= (&m * 17u32).magnitude());
            assert!(sum.is_reducible(&modulus.m));
        };
        // Terms have up to as many products as limbs have room for. Factors take the sums as far as these may go.
        let own = Wide::<N>::room(&C::MODULUS.0).min(1 << 20) as i64;
        let mut rng = StdRng::seed_from_u64(N as u64);
        let square = &m * &m;
        for _ in 0..4000 {
            let mut next = |count: i64| -> BigInt {
                let part = match rng.gen_range(0..4) {
                    0 => BigInt::from(1) << 64,
                    1 => BigInt::ZERO,
                    _ => BigInt::from(rng.r#gen::<u64>()),
                };
                let v: BigInt = (&square * count * part) >> 64;
                if rng.r#gen() { v } else { -v }
            };
            let (t, x, y) = (next(own), next(2), next(1));
            let rest = room - own;
            let k = rng.gen_range(-(rest / 2)..=rest / 2);
            let rest = rest - 2 * k.abs();
            let l = rng.gen_range(-rest..=rest);
            check(&t, k, &x, l, &y);
        }
        // Values next to every multiple, and next to the middle between two.
        for i in -2 * room..=2 * room {
            let half = (&m << (64 * N)) * i / 2i64;
            for near in [-1i64, 0, 1] {
                let v: BigInt = &half + near;
                if v.magnitude() <= (&square * room).magnitude() {
                    let k = (2 * own - 1) as u32;
                    let x = &v / k;
                    check(&(&v - &x * k), k.into(), &x, 0, &BigInt::ZERO);
                }
            }
        }
        for sign in [-1i64, 1] {
            let k = sign * (room - own) / 2;
            let l = sign * (room - own) % 2;
            check(&(&square * own * sign), k, &(&square * 2), l, &square);
        }
        let expected = room as f64 / Wide::<N>::room(&C::MODULUS.0) as f64;
        assert!(
            quotients.len() as f64 > 2.0 * expected - 2.0,
            "some multiples are never taken: {quotients:?}"
        );
    }

    #[test]
    fn folded_sums_agree_with_integers() {
        folded_sums_agree::<<ark_bn254::Fq as Config>::C, 4>();
        folded_sums_agree::<<ark_bls12_381::Fq as Config>::C, 6>();
        folded_sums_agree::<<ark_bls12_377::Fq as Config>::C, 6>();
        folded_sums_agree::<<ark_bw6_761::Fq as Config>::C, 12>();
    }
}
