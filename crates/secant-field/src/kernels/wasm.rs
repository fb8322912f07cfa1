//! Kernels for wasm32: in whole limbs if the target has wide arithmetic, otherwise in digits whose products fit 64
//! bits.

mod limbs;
#[cfg_attr(
    any(not(target_arch = "wasm32"), wide_arithmetic),
    allow(dead_code, reason = "for tests")
)]
mod sums;
mod whole;

// Other targets compile it only for tests.
#[cfg_attr(any(not(target_arch = "wasm32"), wide_arithmetic), allow(unused_imports))]
pub use sums::Sum;

use super::special::{Complement, Form};
use limbs::Special;

/// Whether the target has products of 128 bits; see the build script.
const WIDE: bool = cfg!(wide_arithmetic);

/// Calls the function for the number of limbs, from the kernels for the target.
macro_rules! by_size {
    ($n:ident, |$size:ident| $body:expr) => {
        match ($n, WIDE) {
            (4, false) => by_size!(limbs::n4, $size, $body),
            (5, false) => by_size!(limbs::n5, $size, $body),
            (6, false) => by_size!(limbs::n6, $size, $body),
            (8, false) => by_size!(limbs::n8, $size, $body),
            (9, false) => by_size!(limbs::n9, $size, $body),
            (12, false) => by_size!(limbs::n12, $size, $body),
            (4, true) => by_size!(whole::n4, $size, $body),
            (5, true) => by_size!(whole::n5, $size, $body),
            (6, true) => by_size!(whole::n6, $size, $body),
            (8, true) => by_size!(whole::n8, $size, $body),
            (9, true) => by_size!(whole::n9, $size, $body),
            (12, true) => by_size!(whole::n12, $size, $body),
            _ => unreachable!("no field of this size"),
        }
    };
    ($kernels:ident::$module:ident, $size:ident, $body:expr) => {{
        use $kernels::$module as $size;
        $body
    }};
}

/// Montgomery product `a b R^-1`, below `2 m`, for `a, b < m` and a clear top bit of `m`.
#[inline(always)]
pub fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| *super::same(&size::mul(
        super::same(a),
        super::same(b),
        super::same(m),
        inv
    )))
}

/// Montgomery square `a^2 R^-1`, as [`mul`].
#[inline(always)]
pub fn square<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| *super::same(&size::square(
        super::same(a),
        super::same(m),
        inv
    )))
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`, for moduli that may use all bits.
#[inline(always)]
pub fn mul_full<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| {
        let (r, over) = size::mul_full(super::same(a), super::same(b), super::same(m), inv);
        super::portable::subtract_modulus(*super::same(&r), m, over)
    })
}

/// `sum a_i b_i R^-1`, below `2 m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<const N: usize, const T: usize>(
    a: &[&[u64; N]; T],
    b: &[&[u64; N]; T],
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    by_size!(N, |size| *super::same(&size::sum_of_products(
        &a.map(super::same),
        &b.map(super::same),
        super::same(m),
        inv
    )))
}

/// The special form of a modulus, if kernels in digits have a reduction for it.
const fn special<const N: usize>(m: &[u64; N]) -> Option<Special> {
    const { assert!(limbs::n4::LOOSE) };
    match Form::of(m) {
        Form::Complement if N == limbs::n4::LIMBS && !WIDE => Some(Special::Complement(Complement::new(m))),
        Form::P256 if !WIDE => Some(Special::P256),
        _ => None,
    }
}

/// `a b R^-1 mod m` for `a, b < m`, if kernels in digits have a reduction for the form of `m`; otherwise `None`.
#[inline(always)]
pub fn mul_special<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> Option<[u64; N]> {
    let form = special(m)?;
    let (r, over) = limbs::n4::mul_special(super::same(a), super::same(b), form);
    Some(super::portable::subtract_modulus(*super::same(&r), m, over))
}

/// As [`mul_special`], for a square.
#[inline(always)]
pub fn square_special<const N: usize>(a: &[u64; N], m: &[u64; N]) -> Option<[u64; N]> {
    let form = special(m)?;
    let (r, over) = limbs::n4::square_special(super::same(a), form);
    Some(super::portable::subtract_modulus(*super::same(&r), m, over))
}

/// `a b` in two halves.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
    by_size!(N, |size| size::mul_wide(super::same(a), super::same(b))
        .map(|half| *super::same(&half)))
}

/// Both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = -1` and four limbs, each in two halves, in two's
/// complement.
#[cfg(any(wide_arithmetic, test))]
#[inline(always)]
pub fn mul_quadratic<const N: usize>(a: [&[u64; N]; 2], b: [&[u64; N]; 2]) -> [[[u64; N]; 2]; 2] {
    whole::n4::mul_quadratic(a.map(super::same), b.map(super::same)).map(|sum| sum.map(|half| *super::same(&half)))
}

/// `a^2` in two halves.
#[inline(always)]
pub fn square_wide<const N: usize>(a: &[u64; N]) -> [[u64; N]; 2] {
    by_size!(N, |size| size::square_wide(super::same(a))
        .map(|half| *super::same(&half)))
}

/// `(a + k m) / R` for the `k < R` that makes it exact: at most `m`, for a clear top bit of `m`.
#[inline(always)]
pub fn reduce_low<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| *super::same(&size::reduce_low(
        super::same(a),
        super::same(m),
        inv
    )))
}

#[cfg(test)]
mod tests {
    use super::super::{portable, tests::values};
    use super::{limbs, whole};
    use ark_ff::PrimeField;
    use num_bigint::BigInt;
    use rand::{Rng, SeedableRng, rngs::StdRng};
    use std::{hint::black_box, vec::Vec};

    type Pair<const N: usize> = [[u64; N]; 2];
    type Product<const N: usize, R> = fn(&[u64; N], &[u64; N], &[u64; N], u64) -> R;
    type Sums<const N: usize, const T: usize> = fn(&[&[u64; N]; T], &[&[u64; N]; T], &[u64; N], u64) -> [u64; N];

    /// Pointers to the kernels of a size. Inlined into a test, all of them would take minutes to compile.
    struct Kernels<const N: usize> {
        mul: Product<N, [u64; N]>,
        mul_full: Product<N, ([u64; N], bool)>,
        square: fn(&[u64; N], &[u64; N], u64) -> [u64; N],
        reduce_low: fn(&[u64; N], &[u64; N], u64) -> [u64; N],
        mul_wide: fn(&[u64; N], &[u64; N]) -> Pair<N>,
        square_wide: fn(&[u64; N]) -> Pair<N>,
        sum_of_2: Sums<N, 2>,
        sum_of_6: Sums<N, 6>,
        // More products than digits of 30 bits have room for in a row.
        sum_of_16: Sums<N, 16>,
    }

    macro_rules! kernels {
        ($kind:ident::$size:ident) => {
            black_box(Kernels {
                mul: $kind::$size::mul,
                mul_full: $kind::$size::mul_full,
                square: $kind::$size::square,
                reduce_low: $kind::$size::reduce_low,
                mul_wide: $kind::$size::mul_wide,
                square_wide: $kind::$size::square_wide,
                sum_of_2: $kind::$size::sum_of_products::<2>,
                sum_of_6: $kind::$size::sum_of_products::<6>,
                sum_of_16: $kind::$size::sum_of_products::<16>,
            })
        };
    }

    /// Compares products and squares in digits, modulo numbers of special forms, with the portable ones.
    fn special_agrees(m: [u64; 4]) {
        let Some(form) = super::special(&m) else {
            panic!("no special form")
        };
        let inv = crate::constants::neg_inv64(m[0]);
        let values = values(&m);
        for a in &values {
            for b in &values {
                let (r, over) = limbs::n4::mul_special(a, b, form);
                let product = portable::mul(a, b, &m, inv, false);
                assert_eq!(portable::subtract_modulus(r, &m, over), product);
            }
            let (r, over) = limbs::n4::square_special(a, form);
            assert_eq!(
                portable::subtract_modulus(r, &m, over),
                portable::mul(a, a, &m, inv, false)
            );
        }
    }

    #[test]
    fn special_forms_agree_with_the_portable_kernels() {
        special_agrees(super::super::special::P256);
        // The `c` of secp256k1, the least and the greatest, and others.
        for c in [0x1_0000_03d1, 1, 189, u64::MAX, (1 << 58) + 1, (1 << 29) - 1] {
            special_agrees([c.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX]);
        }
        assert!(super::special(&[5, u64::MAX, u64::MAX]).is_none() && super::special(&[5; 4]).is_none());
        // Kernels in digits have no special reductions for other sizes.
        let mut p521 = [u64::MAX; 9];
        p521[8] = 511;
        assert!(
            super::mul_special(&[1; 9], &[1; 9], &p521).is_none() && super::square_special(&[1; 9], &p521).is_none()
        );
        let complement = [5u64.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX];
        assert!(super::mul_special(&[1; 6], &[1; 6], &complement).is_none());
    }

    /// Runs a kernel without inlining it: see [`Kernels`].
    #[inline(never)]
    fn apart<R>(kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    /// Compares kernels with the portable ones.
    fn agree<const N: usize>(kernels: &Kernels<N>, moduli: &[[u64; N]]) {
        for m in moduli {
            let inv = crate::constants::neg_inv64(m[0]);
            let spare = m[N - 1].leading_zeros();
            let reduce = |r| portable::subtract_modulus(r, m, false);
            let full = |(r, over)| portable::subtract_modulus(r, m, over);
            let values = values(m);
            for a in &values {
                if spare > 0 {
                    let square = apart(|| portable::mul(a, a, m, inv, true));
                    assert_eq!(reduce((kernels.square)(a, m, inv)), square);
                    let low = reduce(apart(|| portable::reduce_low(a, m, inv)));
                    assert_eq!(reduce((kernels.reduce_low)(a, m, inv)), low);
                }
                for a in [a, &[u64::MAX; N]] {
                    assert_eq!((kernels.square_wide)(a), apart(|| portable::mul_wide(a, a)));
                }
                for b in &values {
                    let product = apart(|| portable::mul(a, b, m, inv, spare > 0));
                    if spare > 0 {
                        assert_eq!(reduce((kernels.mul)(a, b, m, inv)), product);
                    }
                    assert_eq!(full((kernels.mul_full)(a, b, m, inv)), product);
                    assert_eq!((kernels.mul_wide)(a, b), apart(|| portable::mul_wide(a, b)));
                    if spare > 1 {
                        let (x, y) = ([a, b], [b, &values[2]]);
                        let sum = apart(|| portable::sum_of_products(&x, &y, m, inv));
                        assert_eq!(reduce((kernels.sum_of_2)(&x, &y, m, inv)), sum);
                    }
                    if spare > 2 {
                        let x = [a, b, &values[2], a, b, &values[3]];
                        let y = [b, a, &values[2], a, b, &values[3]];
                        let sum = apart(|| portable::sum_of_products(&x, &y, m, inv));
                        assert_eq!(reduce((kernels.sum_of_6)(&x, &y, m, inv)), sum);
                    }
                    if spare > 4 {
                        let top = &values[2];
                        let x: [_; 16] = core::array::from_fn(|i| if i % 3 == 0 { a } else { top });
                        let y: [_; 16] = core::array::from_fn(|i| if i % 5 == 0 { b } else { top });
                        let sum = apart(|| portable::sum_of_products(&x, &y, m, inv));
                        assert_eq!(reduce((kernels.sum_of_16)(&x, &y, m, inv)), sum);
                    }
                }
            }
        }
    }

    /// [`agree`] for digits and for whole limbs, modulo these and other moduli.
    fn both_agree<const N: usize>(digits: &Kernels<N>, whole: &Kernels<N>, named: &[[u64; N]]) {
        let moduli = moduli(named);
        agree(digits, &moduli);
        agree(whole, &moduli);
    }

    #[test]
    fn kernels_agree_with_the_portable_ones() {
        let n4 = [ark_bn254::Fq::MODULUS.0, ark_secp256k1::Fq::MODULUS.0];
        let n6 = [ark_bls12_381::Fq::MODULUS.0, ark_bw6_761::Fr::MODULUS.0];
        both_agree(&kernels!(limbs::n4), &kernels!(whole::n4), &n4);
        both_agree(&kernels!(limbs::n5), &kernels!(whole::n5), &[]);
        both_agree(&kernels!(limbs::n6), &kernels!(whole::n6), &n6);
        both_agree(&kernels!(limbs::n8), &kernels!(whole::n8), &[]);
        both_agree(&kernels!(limbs::n9), &kernels!(whole::n9), &[]);
        both_agree(
            &kernels!(limbs::n12),
            &kernels!(whole::n12),
            &[ark_bw6_761::Fq::MODULUS.0],
        );
    }

    /// For elements below twice a modulus with two spare bits.
    #[test]
    fn quadratic_products_agree_with_integers() {
        const N: usize = 4;
        let m = &ark_bn254::Fq::MODULUS.0;
        let integer = |x: &[[u64; N]; 2]| {
            let mut bytes: Vec<u8> = x.as_flattened().iter().flat_map(|limb| limb.to_le_bytes()).collect();
            bytes.push(if x[1][N - 1] >> 63 == 1 { 255 } else { 0 });
            BigInt::from_signed_bytes_le(&bytes)
        };
        let mut values = values(m);
        let twice: Vec<_> = values
            .iter()
            .map(|x| portable::mul_wide(x, &core::array::from_fn(|i| u64::from(i == 0) * 2))[0])
            .collect();
        values.extend(twice);
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..2000 {
            let [a0, a1, b0, b1] = [(); 4].map(|()| values[rng.gen_range(0..values.len())]);
            let [x0, x1, y0, y1] = [a0, a1, b0, b1].map(|x| integer(&[x, [0; N]]));
            let [re, im] = super::mul_quadratic([&a0, &a1], [&b0, &b1]);
            assert_eq!(integer(&re), &x0 * &y0 - &x1 * &y1);
            assert_eq!(integer(&im), &x0 * &y1 + &x1 * &y0);
        }
    }

    /// The given moduli, and moduli with as many and with as few bits set as possible, for several numbers of spare
    /// bits.
    fn moduli<const N: usize>(named: &[[u64; N]]) -> Vec<[u64; N]> {
        let mut moduli = named.to_vec();
        for spare in [0, 1, 2, 3, 5, 55] {
            let (mut ones, mut zeros) = ([u64::MAX; N], [0; N]);
            (ones[0], ones[N - 1]) = (u64::MAX - 58, u64::MAX >> spare);
            (zeros[0], zeros[N - 1]) = (1, 1 << (63 - spare));
            moduli.extend([ones, zeros]);
        }
        moduli
    }
}
