//! The arithmetic kernels, one file per back end.
//!
//! All kernels work on little-endian limbs and return fully reduced values. The portable back end is compiled for every
//! target and works for every modulus. Back ends that need special CPU instructions have a token type, which proves
//! that the CPU has them.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod adx;
mod carry;
pub(crate) mod general;
pub(crate) mod inverse;
pub(crate) mod portable;
pub(crate) mod slices;
mod special;
mod wasm;
#[cfg_attr(
    all(target_arch = "wasm32", not(wide_arithmetic)),
    allow(dead_code, reason = "`wasm::Sum` is in its place")
)]
mod wide;

pub(crate) use carry::Carry;
pub use inverse::{MAX as MAX_LIMBS, inverse};
pub use portable::{neg, reduce_once};
// Other targets compile `wasm::Sum` only for tests.
#[cfg(all(target_arch = "wasm32", not(wide_arithmetic)))]
pub use wasm::Sum as Wide;
#[cfg(not(all(target_arch = "wasm32", not(wide_arithmetic))))]
pub use wide::{TopReduction, Wide};

use crate::{Mont, PrimeParams, constants as c};
use ark_ff::FpConfig;
pub(crate) use special::square_wide;
use special::{Complement, Form};

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
    /// The constants of an odd modulus.
    pub const fn new(m: &[u64; N]) -> Self {
        Self {
            m: *m,
            inv: c::neg_inv128([m[0], m[1]]),
            zero: [0; N],
        }
    }

    /// The constants of the low `N` limbs of a modulus. The result is never used if the modulus has fewer limbs.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
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

/// Whether a modulus has a form with special kernels, which are short enough to be inlined.
pub const fn is_special<const N: usize>(m: &[u64; N]) -> bool {
    !matches!(Form::of(m), Form::Other)
}

/// `a + b mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 } && !spare {
        return *same(&adx::special::add(same(a), same(b), same(m)));
    }
    portable::add(a, b, m, spare)
}

/// `2 a mod m` for `a < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn double<const N: usize>(a: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 } && !spare {
        return add(a, a, m, spare);
    }
    portable::double(a, m, spare)
}

/// `a - b mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 } && !spare {
        return *same(&adx::special::sub(same(a), same(b), same(m)));
    }
    // Only the kernel for x86-64 depends on it.
    let _ = spare;
    portable::sub(a, b, m)
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`.
#[inline(always)]
pub fn mul<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 && is_special(&Mont::<P, N>::M) }
        && let Some(adx) = adx::Adx::new()
    {
        return if const { matches!(Form::of(&Mont::<P, N>::M), Form::Complement) } {
            *same(&adx.mul_complement(same(a), same(b), const { &Complement::new(&Mont::<P, N>::M) }))
        } else {
            *same(&adx.mul_p256(same(a), same(b), &special::P256))
        };
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { Mont::<P, N>::SPARE_BITS > 0 && (N == 4 || N == 6) } {
        let Some(adx) = adx::Adx::new() else {
            return mul_portable::<P, N>(a, b);
        };
        return if const { N == 4 } {
            *same(&adx.mul4(same(a), same(b), const { &modulus::<P, N, 4>() }))
        } else {
            *same(&adx.mul6(same(a), same(b), const { &modulus::<P, N, 6>() }))
        };
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 8 && Mont::<P, N>::SPARE_BITS == 0 } {
        let Some(adx) = adx::Adx::new() else {
            return mul_portable::<P, N>(a, b);
        };
        let mut product = [0; N];
        adx.mul_full8(
            same_mut(&mut product),
            same(a),
            same(b),
            const { &modulus::<P, N, 8>() },
        );
        return product;
    }
    if const { is_special(&Mont::<P, N>::M) } {
        return in_registers(&mul_special::<P, N>(&in_registers(a), &in_registers(b)));
    }
    if const { cfg!(target_arch = "wasm32") } {
        return mul_wasm::<P, N>(a, b);
    }
    portable::mul(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV, Mont::<P, N>::SPARE_BITS > 0)
}

/// [`mul`] in plain Rust, on targets with assembly. It is not inlined: otherwise all code with products would contain
/// both kernels and take several times as long to compile.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
fn mul_portable<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    portable::mul(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV, Mont::<P, N>::SPARE_BITS > 0)
}

/// [`sum_of_products`] in plain Rust, on targets with assembly.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
fn sum_of_products_portable<P: PrimeParams<N>, const N: usize, const T: usize>(
    a: &[[u64; N]; T],
    b: &[[u64; N]; T],
) -> [u64; N] {
    portable::sum_of_products(&a.each_ref(), &b.each_ref(), &Mont::<P, N>::M, Mont::<P, N>::INV)
}

/// [`mul`] in place, for elements of many limbs: a copy of the result would cost more than a call.
#[inline(always)]
pub fn mul_assign<P: PrimeParams<N>, const N: usize>(a: &mut [u64; N], b: &[u64; N]) {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 12 && Mont::<P, N>::SPARE_BITS > 0 } {
        return match adx::Adx::new() {
            Some(adx) => adx.mul12(same_mut(a), same(b), const { &modulus::<P, N, 12>() }),
            None => mul_outlined::<P, N>(a, b),
        };
    }
    *a = mul::<P, N>(a, b);
}

/// [`square`] in place; see [`mul_assign`].
#[inline(always)]
pub fn square_assign<P: PrimeParams<N>, const N: usize>(a: &mut [u64; N]) {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 12 && Mont::<P, N>::SPARE_BITS > 1 } {
        return match adx::Adx::new() {
            Some(adx) => adx.square12(same_mut(a), const { &modulus::<P, N, 12>() }),
            None => square_outlined::<P, N>(a),
        };
    }
    *a = square::<P, N>(a);
}

/// [`mul`] for WASM. It is not inlined, since inlined copies make a module large, and compilers do better with small
/// functions.
#[inline(never)]
fn mul_wasm<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if const { Mont::<P, N>::SPARE_BITS == 0 } {
        return wasm::mul_full(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV);
    }
    let r = wasm::mul(a, b, &Mont::<P, N>::M, Mont::<P, N>::INV);
    portable::subtract_modulus(r, &Mont::<P, N>::M, false)
}

/// [`square`] for WASM, for moduli with a clear top bit.
#[inline(never)]
fn square_wasm<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    let r = wasm::square(a, &Mont::<P, N>::M, Mont::<P, N>::INV);
    portable::subtract_modulus(r, &Mont::<P, N>::M, false)
}

/// [`sum_of_products`] for WASM.
#[inline(never)]
fn sum_of_products_wasm<P: PrimeParams<N>, const N: usize, const T: usize>(
    a: &[[u64; N]; T],
    b: &[[u64; N]; T],
) -> [u64; N] {
    let r = wasm::sum_of_products(&a.each_ref(), &b.each_ref(), &Mont::<P, N>::M, Mont::<P, N>::INV);
    portable::subtract_modulus(r, &Mont::<P, N>::M, false)
}

/// [`mul_assign`] without assembly, not inlined: the caller would otherwise save the registers that this needs before
/// the call of the assembly too.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
fn mul_outlined<P: PrimeParams<N>, const N: usize>(a: &mut [u64; N], b: &[u64; N]) {
    *a = mul::<P, N>(a, b);
}

/// As [`mul_outlined`], for a square.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(never)]
fn square_outlined<P: PrimeParams<N>, const N: usize>(a: &mut [u64; N]) {
    *a = square::<P, N>(a);
}

/// A copy in registers, so that passing its address to a function does not keep the value itself in memory.
#[inline(always)]
fn in_registers<const N: usize>(a: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 } {
        return *same(&adx::special::scalars(same(a)));
    }
    *a
}

/// [`mul`] for the moduli of a special form, in plain Rust.
// Inlined beside inlined assembly, this would keep the compiler from inlining the caller. In WASM, inlined copies make
// a module large.
#[cfg_attr(
    any(all(target_arch = "x86_64", feature = "std"), target_arch = "wasm32"),
    inline(never)
)]
#[cfg_attr(
    not(any(all(target_arch = "x86_64", feature = "std"), target_arch = "wasm32")),
    inline(always)
)]
fn mul_special<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if cfg!(target_arch = "wasm32")
        && let Some(product) = wasm::mul_special(a, b, &Mont::<P, N>::M)
    {
        return product;
    }
    let product = if cfg!(target_arch = "wasm32") {
        wasm::mul_wide(a, b)
    } else if const { N == 9 } {
        portable::mul_wide(a, b)
    } else {
        special::mul_wide(a, b)
    };
    reduce_special::<P, N>(product)
}

/// [`square`] for the moduli of a special form, in plain Rust.
#[cfg_attr(
    any(all(target_arch = "x86_64", feature = "std"), target_arch = "wasm32"),
    inline(never)
)]
#[cfg_attr(
    not(any(all(target_arch = "x86_64", feature = "std"), target_arch = "wasm32")),
    inline(always)
)]
fn square_special<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    if cfg!(target_arch = "wasm32")
        && let Some(square) = wasm::square_special(a, &Mont::<P, N>::M)
    {
        return square;
    }
    let square = if cfg!(target_arch = "wasm32") {
        wasm::square_wide(a)
    } else {
        square_wide(a)
    };
    reduce_special::<P, N>(square)
}

/// The Montgomery reduction of a product of two elements, for the moduli of a special form.
#[inline(always)]
fn reduce_special<P: PrimeParams<N>, const N: usize>(product: [[u64; N]; 2]) -> [u64; N] {
    match const { Form::of(&Mont::<P, N>::M) } {
        Form::Complement => special::reduce_complement(product, const { &Complement::new(&Mont::<P, N>::M) }),
        Form::P521 => special::reduce_p521(product),
        _ => special::reduce_p256(product, &Mont::<P, N>::M),
    }
}

/// Montgomery square `a^2 R^-1 mod m` for `a < m`.
#[inline(always)]
pub fn square<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { N == 4 && is_special(&Mont::<P, N>::M) }
        && let Some(adx) = adx::Adx::new()
    {
        return if const { matches!(Form::of(&Mont::<P, N>::M), Form::Complement) } {
            *same(&adx.square_complement(same(a), const { &Complement::new(&Mont::<P, N>::M) }))
        } else {
            *same(&adx.square_p256(same(a), &special::P256))
        };
    }
    if const { is_special(&Mont::<P, N>::M) } {
        return in_registers(&square_special::<P, N>(&in_registers(a)));
    }
    if const { cfg!(target_arch = "wasm32") && Mont::<P, N>::SPARE_BITS > 0 } {
        return square_wasm::<P, N>(a);
    }
    mul::<P, N>(a, a)
}

/// `sum a_i b_i R^-1 mod m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<P: PrimeParams<N>, const N: usize, const T: usize>(
    a: &[[u64; N]; T],
    b: &[[u64; N]; T],
) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if const { (T > 2 || N == 12) && matches!(N, 4 | 6 | 12) } {
        if adx::Adx::new().is_none() {
            return sum_of_products_portable::<P, N, T>(a, b);
        }
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
    if const { T == 2 && (N == 4 || N == 6) } {
        let Some(adx) = adx::Adx::new() else {
            return sum_of_products_portable::<P, N, T>(a, b);
        };
        let pair = |x: &[[u64; N]; T]| [x[0], x[1 % T]];
        let (a, b) = (pair(a), pair(b));
        return if const { N == 4 } {
            let (a, b) = (a.map(|x| *same(&x)), b.map(|x| *same(&x)));
            *same(&adx.sum_of_two_products4(&a, &b, const { &modulus::<P, N, 4>() }))
        } else {
            let (a, b) = (a.map(|x| *same(&x)), b.map(|x| *same(&x)));
            *same(&adx.sum_of_two_products6(&a, &b, const { &modulus::<P, N, 6>() }))
        };
    }
    if const { cfg!(target_arch = "wasm32") } {
        return sum_of_products_wasm::<P, N, T>(a, b);
    }
    portable::sum_of_products(&a.each_ref(), &b.each_ref(), &Mont::<P, N>::M, Mont::<P, N>::INV)
}

/// The constants of a field for the kernels of `K` limbs. The result is never used if the field has another number of
/// limbs.
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
    out.set_product(a, b);
}

/// The Montgomery reduction `t R^-1 mod m` of the field of `C`, for `|t| < m R` and two clear top bits of `m`.
#[inline(always)]
pub fn reduce_wide<C: FpConfig<N>, const N: usize>(out: &mut [u64; N], t: &Wide<N>) {
    debug_assert!(t.is_reducible(&C::MODULUS.0), "the value is too large to be reduced");
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
    t.reduce::<C>(out);
}

/// A reference to an array of `N` limbs as one of `K` limbs. `N = K` wherever this is called.
#[inline(always)]
fn same<const N: usize, const K: usize>(a: &[u64; N]) -> &[u64; K] {
    match a.first_chunk() {
        Some(a) if N == K => a,
        _ => unreachable!(),
    }
}

/// [`same`] for mutable references.
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

/// [`flat`] for shared references.
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
    use ark_ff::{Fp, PrimeField};
    use num_bigint::{BigInt, Sign};

    /// The configuration of a field's elements.
    pub(super) trait Config: PrimeField {
        type C;
    }

    impl<C: FpConfig<N>, const N: usize> Config for Fp<C, N> {
        type C = C;
    }

    /// The value of unsigned limbs.
    pub(super) fn integer(limbs: &[u64]) -> BigInt {
        let bytes: Vec<_> = limbs.iter().flat_map(|x| x.to_le_bytes()).collect();
        BigInt::from_bytes_le(Sign::Plus, &bytes)
    }

    /// Boundary values, and a sequence of products of earlier values.
    pub(super) fn values<const N: usize>(m: &[u64; N]) -> Vec<[u64; N]> {
        let inv = crate::constants::neg_inv64(m[0]);
        let (mut one, mut full) = ([0; N], [u64::MAX; N]);
        one[0] = 1;
        full[N - 1] = m[N - 1] - 1;
        let top = sub(&[0; N], &one, m, true);
        let mut values = std::vec![[0; N], one, top, full, crate::constants::pow2_mod(64 * N, m)];
        for i in 0..40 {
            let next = portable::mul(&values[i % values.len()], &values[values.len() - 1], m, inv, true);
            values.push(add(&next, &top, m, true));
        }
        values
    }

    #[test]
    fn general_kernels_agree_for_full_moduli() {
        let m = [u64::MAX - 58, 3, u64::MAX, u64::MAX, u64::MAX - 1];
        let inv = crate::constants::neg_inv64(m[0]);
        let top = sub(&[0; 5], &[1, 0, 0, 0, 0], &m, false);
        let values = [
            [0; 5],
            [1, 0, 0, 0, 0],
            top,
            [u64::MAX, u64::MAX, u64::MAX, u64::MAX, 0],
            [7, 0, u64::MAX, 1, u64::MAX - 2],
        ];
        for a in &values {
            for b in &values {
                let product = portable::mul(a, b, &m, inv, false);
                assert_eq!(general::mul(a, b, &m, inv), product);
            }
        }
    }

    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[test]
    fn products_of_eight_limbs_agree_for_full_moduli() {
        let Some(adx) = adx::Adx::new() else {
            eprintln!("skipped: no ADX");
            return;
        };
        let ones = [u64::MAX; 8];
        let (mut half, mut high) = ([0; 8], ones);
        (half[0], half[7]) = (1, 1 << 63);
        high[0] = 3;
        // The moduli of brainpoolP512r1: of its base field, and its order.
        let p = ark_ff::BigInt!(
            "0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3"
        );
        let n = ark_ff::BigInt!(
            "0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069"
        );
        for m in [ones, half, high, p.0, n.0] {
            let inv = crate::constants::neg_inv64(m[0]);
            let modulus: &'static _ = Box::leak(Box::new(Modulus::new(&m)));
            let mut edges = values(&m);
            edges.extend([1, 2, 3].map(|x| core::array::from_fn(|i| if i == 0 { m[0].wrapping_sub(x) } else { m[i] })));
            edges.retain(|x| x.iter().rev().lt(m.iter().rev()));
            assert!(edges.len() > 20);
            for a in &edges {
                for b in &edges {
                    let mut product = [0; 8];
                    adx.mul_full8(&mut product, a, b, modulus);
                    assert_eq!(product, general::mul(a, b, &m, inv), "{a:x?} {b:x?} {m:x?}");
                }
            }
        }
    }

    /// The rotation gives the Montgomery product modulo `2^521 - 1`.
    #[test]
    fn products_modulo_a_mersenne_prime() {
        let mut m = [u64::MAX; 9];
        m[8] = 0x1ff;
        assert_eq!(Form::of(&m), Form::P521);
        let inv = crate::constants::neg_inv64(m[0]);
        let mut values = values(&m);
        let mut low = [u64::MAX; 9];
        low[8] = 0;
        values.extend([low, [1 << 55, 0, 0, 0, 0, 0, 0, 1 << 18, 1 << 8]]);
        for a in &values {
            for b in &values {
                let product = portable::mul(a, b, &m, inv, true);
                assert_eq!(special::reduce_p521(special::mul_wide(a, b)), product);
                assert_eq!(special::reduce_p521(square_wide(a)), portable::mul(a, a, &m, inv, true));
            }
        }
    }

    /// Moduli without a spare bit have their own kernels for sums on x86-64.
    #[test]
    fn sums_agree_with_the_portable_ones() {
        for m in [
            ark_secp256k1::Fq::MODULUS.0,
            special::P256,
            ark_secp256r1::Fr::MODULUS.0,
        ] {
            let top = sub(&[0; 4], &[1, 0, 0, 0], &m, false);
            let half = [
                m[0] >> 1 | m[1] << 63,
                m[1] >> 1 | m[2] << 63,
                m[2] >> 1 | m[3] << 63,
                m[3] >> 1,
            ];
            let high = [0, 0, 0, u64::MAX - 1];
            let low = [u64::MAX, u64::MAX, u64::MAX, 0];
            let values = [
                [0; 4],
                [1, 0, 0, 0],
                [m[0].wrapping_neg(), 0, 0, 0],
                half,
                low,
                high,
                top,
            ];
            for a in values.iter().filter(|a| !crate::constants::geq(a, &m)) {
                assert_eq!(double(a, &m, false), portable::double(a, &m, false));
                for b in values.iter().filter(|b| !crate::constants::geq(b, &m)) {
                    let sum = add(a, b, &m, false);
                    assert_eq!(sum, crate::constants::add_mod(a, b, &m));
                    assert_eq!(sum, portable::add(a, b, &m, false));
                    assert_eq!(sub(&sum, b, &m, false), *a);
                    assert_eq!(sub(a, b, &m, false), portable::sub(a, b, &m));
                }
            }
        }
    }

    #[test]
    fn products_in_two_halves_agree() {
        let full = [u64::MAX; 4];
        let values = [
            full,
            [1, 0, u64::MAX, 1 << 63],
            [u64::MAX, 0, 0, u64::MAX],
            [0, u64::MAX, 1, 0],
        ];
        for a in &values {
            assert_eq!(square_wide(a), portable::mul_wide(a, a));
            for b in &values {
                assert_eq!(special::mul_wide(a, b), portable::mul_wide(a, b));
            }
        }
    }

    /// The bounds of these kernels hold for moduli of 767 bits (products) and 766 (squares).
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[test]
    fn products_of_twelve_limbs_agree_with_the_portable_ones() {
        let Some(adx) = adx::Adx::new() else {
            eprintln!("skipped: no ADX");
            return;
        };
        let full = |spare: u32| {
            let mut m = [u64::MAX; 12];
            (m[0], m[11]) = (u64::MAX - 58, u64::MAX >> spare);
            m
        };
        for m in [ark_bw6_761::Fq::MODULUS.0, full(1), full(2), full(7)] {
            let inv = crate::constants::neg_inv64(m[0]);
            let modulus: &'static Modulus<12> = Box::leak(Box::new(Modulus::new(&m)));
            let values = values(&m);
            for a in &values {
                for b in &values {
                    let mut product = *a;
                    adx.mul12(&mut product, b, modulus);
                    assert_eq!(product, portable::mul(a, b, &m, inv, true));
                }
                if m[11] >> 62 == 0 {
                    let mut square = *a;
                    adx.square12(&mut square, modulus);
                    assert_eq!(square, portable::mul(a, a, &m, inv, true));
                }
            }
        }
    }
}
