//! Sums of products in digits. Targets whose carries cost little use [`Wide`](super::super::wide::Wide) instead.

use super::super::{Modulus, portable, same, wide};
use super::limbs;
use ark_ff::FpConfig;

/// An integer of `2 N` limbs in signed digits that are not carried, so that a sum needs only additions.
///
/// Products have digits of 29 or 30 bits, and a last digit that holds the rest of the value. The digits have room for a
/// sum of some `2^19` products. The value of the sum must be within [`Self::room`].
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Sum<const N: usize>([[u64; N]; 5]);

/// How many digits a sum for `N` limbs has.
const fn digits(n: usize) -> usize {
    match n {
        4 => limbs::n4::DIGITS,
        6 => limbs::n6::DIGITS,
        12 => limbs::n12::DIGITS,
        _ => panic!("no sums of this size"),
    }
}

/// Calls the function for the number of limbs.
macro_rules! by_size {
    ($n:ident, |$size:ident| $body:expr) => {
        match $n {
            4 => {
                use limbs::n4 as $size;
                $body
            }
            6 => {
                use limbs::n6 as $size;
                $body
            }
            12 => {
                use limbs::n12 as $size;
                $body
            }
            _ => unreachable!("no sums of this size"),
        }
    };
}

impl<const N: usize> Default for Sum<N> {
    fn default() -> Self {
        Self([[0; N]; 5])
    }
}

impl<const N: usize> Sum<N> {
    const DIGITS: usize = digits(N);

    /// The digits, of which there are `D`.
    #[inline(always)]
    fn get<const D: usize>(&self) -> &[u64; D] {
        match self.0.as_flattened().first_chunk() {
            Some(digits) if D == Self::DIGITS => digits,
            _ => unreachable!(),
        }
    }

    /// [`Self::get`], mutable.
    #[inline(always)]
    fn get_mut<const D: usize>(&mut self) -> &mut [u64; D] {
        match self.0.as_flattened_mut().first_chunk_mut() {
            Some(digits) if D == Self::DIGITS => digits,
            _ => unreachable!(),
        }
    }

    #[inline(always)]
    fn zip(&mut self, b: &Self, f: impl Fn(u64, u64) -> u64) {
        let b = b.0.as_flattened();
        for (x, y) in self.0.as_flattened_mut()[..Self::DIGITS].iter_mut().zip(b) {
            *x = f(*x, *y);
        }
    }

    /// `self + b`.
    #[inline(always)]
    pub fn add(&mut self, b: &Self) {
        self.zip(b, u64::wrapping_add);
    }

    /// `self - b`.
    #[inline(always)]
    pub fn sub(&mut self, b: &Self) {
        self.zip(b, u64::wrapping_sub);
    }

    /// `k self` for a small positive `k`.
    #[inline(always)]
    pub fn times(&mut self, k: u64) {
        for x in &mut self.0.as_flattened_mut()[..Self::DIGITS] {
            *x = x.wrapping_mul(k);
        }
    }

    /// `self + k x` for a small `k`.
    #[inline(always)]
    pub fn add_times(&mut self, k: i64, x: &Self) {
        if k != 0 {
            self.zip(x, |a, b| a.wrapping_add(b.wrapping_mul(k.cast_unsigned())));
        }
    }

    /// The value in limbs.
    fn limbs(&self) -> wide::Wide<N> {
        by_size!(N, |size| wide::Wide(size::limbs(self.get()).map(|half| *same(&half))))
    }

    /// `self - m 2^(64 N)` if `self` is not negative, for values that `2 N` limbs hold with a sign.
    pub fn sub_modulus_if_nonnegative(&mut self, m: &[u64; N]) {
        debug_assert!(
            by_size!(N, |size| size::fits(self.get())),
            "the limbs have no room for the sum"
        );
        let mut limbs = self.limbs();
        limbs.sub_modulus_if_nonnegative(m);
        by_size!(N, |size| *self.get_mut() =
            size::digits(&limbs.0.map(|half| *same(&half))));
    }

    /// How many products of elements below `m`, counted by absolute value, a reducible sum may have. For up to six
    /// limbs this is more than limbs have room for, since digits have additional headroom.
    pub const fn room(m: &[u64; N]) -> u64 {
        wide::Wide::room(m) << Self::EXTRA
    }

    /// A sum with `|self| < 2^EXTRA m 2^(64 N)` can be reduced. Twelve limbs have room enough without this, and their
    /// last row leaves too much for it.
    const EXTRA: u32 = if N < 12 { 4 } else { 0 };

    /// Whether it can be reduced.
    pub fn is_reducible(&self, m: &[u64; N]) -> bool {
        let mut part = *self;
        by_size!(N, |size| size::shift(part.get_mut(), Self::EXTRA));
        part.limbs().is_reducible(m)
    }

    /// `self = a b`.
    #[inline(never)]
    pub fn set_product(&mut self, a: &[u64; N], b: &[u64; N]) {
        by_size!(N, |size| *self.get_mut() = size::mul_digits(same(a), same(b)));
    }

    /// Sets both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = beta`. Returns false, and does nothing, if digits
    /// have no room for it.
    #[inline(always)]
    pub fn set_quadratic_product(out: &mut [Self; 2], a: [&[u64; N]; 2], b: [&[u64; N]; 2], beta: i64) -> bool {
        by_size!(N, |size| Self::set_both(
            out,
            (beta == -1 && size::LOOSE).then(|| size::mul_quadratic(a.map(same), b.map(same)))
        ))
    }

    /// As [`Self::set_quadratic_product`], for a square.
    #[inline(always)]
    pub fn set_quadratic_square(out: &mut [Self; 2], a: [&[u64; N]; 2], beta: i64) -> bool {
        by_size!(N, |size| Self::set_both(
            out,
            (beta == -1 && size::LOOSE).then(|| size::square_quadratic(a.map(same)))
        ))
    }

    #[inline(always)]
    fn set_both<const D: usize>([re, im]: &mut [Self; 2], digits: Option<[[u64; D]; 2]>) -> bool {
        let Some([r, i]) = digits else { return false };
        (*re.get_mut(), *im.get_mut()) = (r, i);
        true
    }

    /// `self R^-1` modulo the modulus of `C`, for sums within [`Self::room`] and two spare bits.
    #[inline(never)]
    pub fn reduce<C: FpConfig<N>>(&self, out: &mut [u64; N]) {
        if Self::EXTRA > 0 {
            let [v] = Self::reduce_many::<C, 1>([self]);
            *out = v;
        } else {
            let modulus = const { &Modulus::new(&C::MODULUS.0) };
            let v = by_size!(N, |size| *same(&size::reduce_digits(
                self.get(),
                same(&modulus.m),
                modulus.inv[0]
            )));
            wide::into_range(out, &v, &modulus.m);
        }
    }

    /// [`Self::reduce`] of two sums. Sums of six limbs are reduced side by side; with shorter ones Cranelift would run
    /// out of registers.
    #[inline(always)]
    pub fn reduce_pair<C: FpConfig<N>>([a, b]: [&Self; 2], [x, y]: [&mut [u64; N]; 2]) {
        if N == 6 {
            Self::reduce_together::<C>([a, b], [x, y]);
        } else {
            a.reduce::<C>(x);
            b.reduce::<C>(y);
        }
    }

    #[inline(never)]
    fn reduce_together<C: FpConfig<N>>(sums: [&Self; 2], [x, y]: [&mut [u64; N]; 2]) {
        [*x, *y] = Self::reduce_many::<C, 2>(sums);
    }

    #[inline(always)]
    fn reduce_many<C: FpConfig<N>, const T: usize>(sums: [&Self; T]) -> [[u64; N]; T] {
        let modulus = const { &Modulus::new(&C::MODULUS.0) };
        by_size!(N, |size| {
            let reciprocal = const {
                if N == size::LIMBS && Self::EXTRA > 0 {
                    &size::Reciprocal::new(&C::MODULUS.0, Modulus::new(&C::MODULUS.0).inv[0])
                } else {
                    &size::Reciprocal::NONE
                }
            };
            size::reduce_digits_of_many(sums.map(Self::get), same(&modulus.m), modulus.inv[0], reciprocal)
                .map(|v| portable::subtract_modulus(*same(&v), &modulus.m, false))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{Config, integer};
    use super::*;
    use ark_ff::{Fp, PrimeField, UniformRand};
    use num_bigint::{BigInt, Sign};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Compares sums of products of edge and random values, up to the largest that can be reduced, with exact integers.
    fn agree<C: FpConfig<N>, const N: usize>() {
        let limbs = C::MODULUS.0;
        let m = integer(&limbs);
        let mut rng = StdRng::seed_from_u64(N as u64);
        let mut values = std::vec![[0; N], [u64::MAX; N], limbs];
        values.push(core::array::from_fn(|i| if i == 0 { limbs[0] - 1 } else { limbs[i] }));
        values.push(core::array::from_fn(|i| if i % 2 == 0 { u64::MAX } else { 0 }));
        for _ in 0..30 {
            values.push(Fp::<C, N>::rand(&mut rng).0.0);
            values.push(core::array::from_fn(|_| rng.r#gen()));
        }
        let r = BigInt::from(1) << (64 * N);
        let room = Sum::<N>::room(&limbs);
        let (mut largest, mut stepped) = (BigInt::ZERO, 0);
        for _ in 0..4000 {
            let (mut exact, mut sum) = (BigInt::ZERO, Sum::<N>::default());
            // Terms mostly have one sign, so that sums become large.
            let mostly: bool = rng.r#gen();
            for _ in 0..rng.gen_range(1..=room.min(120)) {
                let [a, b] = [(); 2].map(|()| values[rng.gen_range(0..values.len())]);
                let (mut product, mut term) = (integer(&a) * integer(&b), Sum::default());
                term.set_product(&a, &b);
                let k: i64 = if rng.gen_range(0..8) == 0 { 3 } else { 1 };
                product *= k;
                let minus = mostly ^ (rng.gen_range(0..10) == 0);
                let next = if minus { &exact - &product } else { &exact + &product };
                if next.magnitude() > (&m * &m * room).magnitude() {
                    continue;
                }
                exact = next;
                if rng.r#gen() {
                    sum.add_times(if minus { -k } else { k }, &term);
                    continue;
                }
                term.times(k.unsigned_abs());
                if minus {
                    sum.sub(&term);
                } else {
                    sum.add(&term);
                }
            }
            assert!(sum.is_reducible(&limbs));
            let mut out = [0; N];
            sum.reduce::<C>(&mut out);
            let out = integer(&out);
            assert!(out < m && ((out * &r - &exact) % &m) == BigInt::ZERO);
            largest = largest.max(exact.clone());
            // `sub_modulus_if_nonnegative` is only for values that limbs can hold.
            if exact.magnitude().bits() < 128 * N as u64 - 1 {
                sum.sub_modulus_if_nonnegative(&limbs);
                let expected = if exact.sign() == Sign::Minus {
                    exact
                } else {
                    exact - &m * &r
                };
                let mut out = [0; N];
                if sum.is_reducible(&limbs) {
                    sum.reduce::<C>(&mut out);
                    assert_eq!((integer(&out) * &r - expected) % &m, BigInt::ZERO);
                    stepped += 1;
                }
            }
        }
        assert!(largest > &m * &m * (room * 3 / 4), "the largest of the sums is small");
        assert!(stepped > 100, "{stepped} stepped down");
    }

    /// Compares products and squares in quadratic extensions with integers, for edge and random values with room for
    /// twice as much.
    fn quadratic_agrees<const N: usize>() {
        let value = |sum: &Sum<N>| {
            by_size!(N, |size| {
                let digits: &[u64; size::DIGITS] = sum.get();
                digits
                    .iter()
                    .rev()
                    .fold(BigInt::ZERO, |v, d| (v << size::BITS) + d.cast_signed())
            })
        };
        let mut rng = StdRng::seed_from_u64(N as u64);
        let largest = core::array::from_fn(|i| if i + 1 == N { u64::MAX >> 1 } else { u64::MAX });
        let mut values = std::vec![[0; N], largest, core::array::from_fn(|i| u64::from(i == 0))];
        values.extend((0..30).map(|_| {
            let mut x: [u64; N] = core::array::from_fn(|_| rng.r#gen());
            x[N - 1] >>= 1;
            x
        }));
        for _ in 0..3000 {
            let [a0, a1, b0, b1] = [(); 4].map(|()| values[rng.gen_range(0..values.len())]);
            let [x0, x1, y0, y1] = [a0, a1, b0, b1].map(|x| integer(&x));
            let (mut product, mut square) = ([Sum::default(); 2], [Sum::default(); 2]);
            assert!(Sum::set_quadratic_product(&mut product, [&a0, &a1], [&b0, &b1], -1));
            assert_eq!(value(&product[0]), &x0 * &y0 - &x1 * &y1);
            assert_eq!(value(&product[1]), &x0 * &y1 + &x1 * &y0);
            assert!(Sum::set_quadratic_square(&mut square, [&a0, &a1], -1));
            assert_eq!(value(&square[0]), &x0 * &x0 - &x1 * &x1);
            assert_eq!(value(&square[1]), &x0 * &x1 * 2);
            // The last digit holds the rest of the value.
            for sum in product.iter().chain(&square) {
                assert!(
                    sum.0.as_flattened()[..Sum::<N>::DIGITS - 1]
                        .iter()
                        .all(|digit| *digit < 1 << 29)
                );
            }
        }
    }

    #[test]
    fn quadratic_products_agree_with_integers() {
        quadratic_agrees::<4>();
        let (mut out, one) = ([Sum::<6>::default(); 2], [1; 6]);
        assert!(!Sum::set_quadratic_product(&mut out, [&one; 2], [&one; 2], -1));
        assert!(!Sum::set_quadratic_square(&mut out, [&one; 2], -1));
        let (mut out, one) = ([Sum::<4>::default(); 2], [1; 4]);
        assert!(!Sum::set_quadratic_product(&mut out, [&one; 2], [&one; 2], -5));
        assert!(!Sum::set_quadratic_square(&mut out, [&one; 2], -5));
    }

    #[test]
    fn sums_that_cannot_be_reduced() {
        let m = ark_bn254::Fq::MODULUS.0;
        let mut sum = Sum::<4>::default();
        let mut square = Sum::default();
        square.set_product(&m, &m);
        let room = Sum::<4>::room(&m);
        // The room is rounded down, from the top limb.
        for _ in 0..room {
            sum.add(&square);
            assert!(sum.is_reducible(&m));
        }
        for _ in 0..room {
            sum.add(&square);
        }
        assert!(!sum.is_reducible(&m));
    }

    #[test]
    fn sums_agree_with_integers() {
        agree::<<ark_bn254::Fq as Config>::C, 4>();
        agree::<<ark_bls12_381::Fq as Config>::C, 6>();
        agree::<<ark_bls12_377::Fq as Config>::C, 6>();
        agree::<<ark_bw6_761::Fq as Config>::C, 12>();
    }
}
