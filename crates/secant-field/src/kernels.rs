//! The arithmetic kernels, one file per back end.
//!
//! All work on little-endian limbs and return fully reduced values. The portable back end is compiled for
//! every target and serves every modulus; the others come beside it and say in a token type that the CPU has
//! what they need.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod adx;
mod inverse;
mod portable;
mod wasm;
mod wide;

pub use inverse::inverse;
pub use portable::{add, double, neg, reduce_once, sub};
pub use wide::Wide;

use crate::{Mont, PrimeParams, constants as c};
use ark_ff::FpConfig;

/// The constants of a field as the kernels read them.
#[derive(Debug)]
#[repr(C)]
pub struct Modulus<const N: usize> {
    /// The limbs of the modulus.
    m: [u64; N],
    /// `-m^-1 mod 2^128`.
    inv: [u64; 2],
    /// Read in place of `m` where nothing is to be subtracted.
    zero: [u64; N],
}

impl<const N: usize> Modulus<N> {
    /// From an odd modulus.
    pub const fn new(m: &[u64; N]) -> Self {
        Self {
            m: *m,
            inv: c::neg_inv128([m[0], m[1]]),
            zero: [0; N],
        }
    }

    /// From the first limbs of a modulus; never used where there are fewer.
    const fn low<const K: usize>(m: &[u64; K]) -> Self {
        let mut low = [0; N];
        let mut i = 0;
        while i < N {
            low[i] = if i < K { m[i] } else { 0 };
            i += 1;
        }
        Self::new(&low)
    }
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`.
#[inline(always)]
pub fn mul<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if Mont::<P, N>::SPARE_BITS > 0
        && (N == 4 || N == 6)
        && let Some(adx) = adx::Adx::new()
    {
        return if N == 4 {
            *same(&adx.mul4(same(a), same(b), const { &modulus::<P, N, 4>() }))
        } else {
            *same(&adx.mul6(same(a), same(b), const { &modulus::<P, N, 6>() }))
        };
    }
    if cfg!(target_arch = "wasm32") && Mont::<P, N>::SPARE_BITS > 0 {
        let r = wasm::mul(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV);
        return portable::subtract_modulus(r, &Mont::<P, N>::M, false);
    }
    portable::mul(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV, Mont::<P, N>::SPARE_BITS > 0)
}

/// Montgomery square `a^2 R^-1 mod m` for `a < m`.
#[inline(always)]
pub fn square<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    mul::<P, N>(a, a)
}

/// `sum a_i b_i R^-1 mod m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize>(
    a: &[[u64; N]; T],
    b: &[[u64; N]; T],
) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if (T > 2 || N == 12) && matches!(N, 4 | 6 | 12) && adx::Adx::new().is_some() {
        let (mut sum, mut product, mut out) = (Wide::default(), Wide::default(), [0; N]);
        mul_wide(&mut sum, &a[0], &b[0]);
        for t in 1..T {
            mul_wide(&mut product, &a[t], &b[t]);
            sum.add(&product);
        }
        reduce_wide::<Mont<P, N>, N>(&mut out, &sum);
        return out;
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if T == 2
        && (N == 4 || N == 6)
        && let Some(adx) = adx::Adx::new()
    {
        let pair = |x: &[[u64; N]; T]| [x[0], x[1 % T]];
        let (a, b) = (pair(a), pair(b));
        return if N == 4 {
            let (a, b) = (a.map(|x| *same(&x)), b.map(|x| *same(&x)));
            *same(&adx.sum_of_two_products4(&a, &b, const { &modulus::<P, N, 4>() }))
        } else {
            let (a, b) = (a.map(|x| *same(&x)), b.map(|x| *same(&x)));
            *same(&adx.sum_of_two_products6(&a, &b, const { &modulus::<P, N, 6>() }))
        };
    }
    if cfg!(target_arch = "wasm32") {
        let r = wasm::sum_of_products(&a.each_ref(), &b.each_ref(), &Mont::<P, N>::M, Mont::<P, N>::INV);
        return portable::subtract_modulus(r, &Mont::<P, N>::M, false);
    }
    portable::sum_of_products(&a.each_ref(), &b.each_ref(), &Mont::<P, N>::M, Mont::<P, N>::INV)
}

/// The constants of a field for the kernels of `K` limbs; never used where the field has others.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const fn modulus<P: PrimeParams<N>, const N: usize, const K: usize>() -> Modulus<K> {
    Modulus::low(&Mont::<P, N>::M)
}

/// `a b` in twice the limbs, for any `a` and `b`.
#[inline(always)]
pub fn mul_wide<const N: usize>(out: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(adx) = adx::Adx::new() {
        match N {
            4 => return adx.mul_wide4(flat(out), same(a), same(b)),
            6 => return adx.mul_wide6(flat(out), same(a), same(b)),
            12 => return adx.mul_wide12(flat(out), same(a), same(b)),
            _ => {}
        }
    }
    wide::mul_portable(out, a, b);
}

/// The Montgomery reduction `t R^-1 mod m` of the field of `C`, for `|t| < m R` and two clear top bits of `m`.
#[inline(always)]
pub fn reduce_wide<C: FpConfig<N>, const N: usize>(out: &mut [u64; N], t: &Wide<N>) {
    debug_assert!(
        wide::is_reducible(t, &C::MODULUS.0),
        "the value is too large to be reduced"
    );
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(adx) = adx::Adx::new() {
        match N {
            4 => return adx.reduce_wide4(same_mut(out), flat_ref(t), const { &Modulus::low(&C::MODULUS.0) }),
            6 => return adx.reduce_wide6(same_mut(out), flat_ref(t), const { &Modulus::low(&C::MODULUS.0) }),
            12 => {
                let (m, low) = const { (&Modulus::low(&C::MODULUS.0), &Modulus::low(&C::MODULUS.0)) };
                return adx.reduce_wide12(same_mut(out), flat_ref(t), m, low);
            }
            _ => {}
        }
    }
    wide::reduce_portable(out, t, const { &Modulus::new(&C::MODULUS.0) });
}

/// A reference to an array of `N` limbs as one of `K`: they agree wherever this is called.
#[inline(always)]
fn same<const N: usize, const K: usize>(a: &[u64; N]) -> &[u64; K] {
    match a.first_chunk() {
        Some(a) if N == K => a,
        _ => unreachable!(),
    }
}

/// [`same`], to write to.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn same_mut<const N: usize, const K: usize>(a: &mut [u64; N]) -> &mut [u64; K] {
    match a.first_chunk_mut() {
        Some(a) if N == K => a,
        _ => unreachable!(),
    }
}

/// The limbs of a wide integer as one array; `K = 2 N` wherever this is called.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn flat<const N: usize, const K: usize>(a: &mut Wide<N>) -> &mut [u64; K] {
    match a.0.as_flattened_mut().first_chunk_mut() {
        Some(a) if 2 * N == K => a,
        _ => unreachable!(),
    }
}

/// [`flat`], to read.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn flat_ref<const N: usize, const K: usize>(a: &Wide<N>) -> &[u64; K] {
    match a.0.as_flattened().first_chunk() {
        Some(a) if 2 * N == K => a,
        _ => unreachable!(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernels of other targets against the portable ones, over boundary values and a walk of products.
    fn agree<const N: usize>(m: [u64; N]) {
        let inv = crate::constants::neg_inv64(m[0]);
        let reduce = |r| portable::subtract_modulus(r, &m, false);
        let mut one = [0; N];
        one[0] = 1;
        let top = sub(&[0; N], &one, &m);
        let mut values = std::vec![[0; N], one, top, crate::constants::pow2_mod(64 * N, &m)];
        for i in 0..40 {
            let next = portable::mul(&values[i % values.len()], &values[values.len() - 1], &m, inv, true);
            values.push(add(&next, &top, &m, true));
        }
        for a in &values {
            for b in &values {
                assert_eq!(reduce(wasm::mul(a, b, &m, inv)), portable::mul(a, b, &m, inv, true));
                let expected = portable::sum_of_products(&[a, b, &top], &[b, b, &top], &m, inv);
                assert_eq!(
                    reduce(wasm::sum_of_products(&[a, b, &top], &[b, b, &top], &m, inv)),
                    expected
                );
            }
        }
    }

    #[test]
    fn the_wasm_kernels_agree_with_the_portable_ones() {
        use ark_ff::PrimeField;
        // Only one spare bit: sums of three products do not fit, so a smaller modulus stands in.
        agree(ark_bw6_761::Fr::MODULUS.0);
        agree([u64::MAX - 58, u64::MAX, u64::MAX, u64::MAX >> 3]);
        agree(ark_bls12_381::Fq::MODULUS.0);
        agree(ark_bw6_761::Fq::MODULUS.0);
    }
}
