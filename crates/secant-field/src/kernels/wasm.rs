//! Kernels for wasm32, whose widest product is 64 bits.
//!
//! Values are taken apart into digits of 32 bits, so that a product, a digit and a carry always fit:
//! `(2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1`. The digits of the accumulator stay in locals; only the digits of
//! one operand are taken in a loop. A 64-bit limb would need four such products and a call for each.

const MASK: u64 = u32::MAX as u64;

macro_rules! digits {
    ($module:ident, $n:literal, $d:literal) => {
        mod $module {
            use super::MASK;
            use seq_macro::seq;

            /// The digits of a value.
            #[inline(always)]
            fn split(a: &[u64; $n]) -> [u64; $d] {
                let mut r = [0; $d];
                seq!(I in 0..$n {
                    r[2 * I] = a[I] & MASK;
                    r[2 * I + 1] = a[I] >> 32;
                });
                r
            }

            #[inline(always)]
            fn join(r: &[u64; $d]) -> [u64; $n] {
                let mut a = [0; $n];
                seq!(I in 0..$n { a[I] = r[2 * I] | (r[2 * I + 1] << 32); });
                a
            }

            /// `a b R^-1`, below `2 m`, for `a, b < m < 2^(64 N - 1)`.
            #[inline(always)]
            pub fn mul(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let (a, m) = (split(a), split(m));
                let mut r = [0u64; $d];
                for digit in split(b) {
                    let t = r[0] + a[0] * digit;
                    let k = (t & MASK).wrapping_mul(inv) & MASK;
                    let mut carry_a = t >> 32;
                    let mut carry_m = ((t & MASK) + k * m[0]) >> 32;
                    seq!(J in 1..$d {
                        let t = r[J] + a[J] * digit + carry_a;
                        carry_a = t >> 32;
                        let u = (t & MASK) + k * m[J] + carry_m;
                        r[J - 1] = u & MASK;
                        carry_m = u >> 32;
                    });
                    // r < 2 m before and after, so the top digit has no more than 32 bits.
                    r[$d - 1] = carry_a + carry_m;
                }
                join(&r)
            }

            /// As [`mul`], for moduli of all bits, with what is above the limbs.
            #[inline(always)]
            pub fn mul_full(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> ([u64; $n], bool) {
                let (a, m) = (split(a), split(m));
                let (mut r, mut over) = ([0u64; $d], 0);
                for digit in split(b) {
                    let t = r[0] + a[0] * digit;
                    let k = (t & MASK).wrapping_mul(inv) & MASK;
                    let mut carry_a = t >> 32;
                    let mut carry_m = ((t & MASK) + k * m[0]) >> 32;
                    seq!(J in 1..$d {
                        let t = r[J] + a[J] * digit + carry_a;
                        carry_a = t >> 32;
                        let u = (t & MASK) + k * m[J] + carry_m;
                        r[J - 1] = u & MASK;
                        carry_m = u >> 32;
                    });
                    // r < 2 m before and after, so what is above the digits is one bit.
                    let top = carry_a + carry_m + over;
                    (r[$d - 1], over) = (top & MASK, top >> 32);
                }
                (join(&r), over != 0)
            }

            /// `a b`.
            #[inline(always)]
            pub fn mul_wide(a: &[u64; $n], b: &[u64; $n]) -> [[u64; $n]; 2] {
                let (a, b) = (split(a), split(b));
                let (mut low, mut r) = ([0u64; $d], [0u64; $d]);
                for (done, digit) in low.iter_mut().zip(b) {
                    let t = r[0] + a[0] * digit;
                    *done = t & MASK;
                    let mut carry = t >> 32;
                    seq!(J in 1..$d {
                        let t = r[J] + a[J] * digit + carry;
                        r[J - 1] = t & MASK;
                        carry = t >> 32;
                    });
                    r[$d - 1] = carry;
                }
                [join(&low), join(&r)]
            }

            /// `(a + k m) / R`, at most `m`.
            #[inline(always)]
            pub fn reduce_low(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let (mut r, m) = (split(a), split(m));
                for _ in 0..$d {
                    let k = r[0].wrapping_mul(inv) & MASK;
                    let mut carry = (r[0] + k * m[0]) >> 32;
                    seq!(J in 1..$d {
                        let t = r[J] + k * m[J] + carry;
                        r[J - 1] = t & MASK;
                        carry = t >> 32;
                    });
                    r[$d - 1] = carry;
                }
                join(&r)
            }

            /// `sum a_i b_i R^-1`, below `2 m`, for `(T + 1) m < 2^(64 N)`.
            #[inline(always)]
            pub fn sum_of_products<const T: usize>(
                a: &[&[u64; $n]; T],
                b: &[&[u64; $n]; T],
                m: &[u64; $n],
                inv: u64,
            ) -> [u64; $n] {
                let (a, b, m) = (a.map(split), b.map(split), split(m));
                let mut r = [0u64; $d];
                for i in 0..$d {
                    let mut top = 0;
                    for t in 0..T {
                        let (a, digit) = (&a[t], b[t][i]);
                        let mut carry = 0;
                        seq!(J in 0..$d {
                            let x = r[J] + a[J] * digit + carry;
                            r[J] = x & MASK;
                            carry = x >> 32;
                        });
                        top += carry;
                    }
                    let k = r[0].wrapping_mul(inv) & MASK;
                    let mut carry = (r[0] + k * m[0]) >> 32;
                    seq!(J in 1..$d {
                        let x = r[J] + k * m[J] + carry;
                        r[J - 1] = x & MASK;
                        carry = x >> 32;
                    });
                    // r < (T + 1) m, which fits.
                    r[$d - 1] = top + carry;
                }
                join(&r)
            }
        }
    };
}

digits!(n4, 4, 8);
digits!(n5, 5, 10);
digits!(n6, 6, 12);
digits!(n8, 8, 16);
digits!(n9, 9, 18);
digits!(n12, 12, 24);

/// Calls the function of the module for the number of limbs.
macro_rules! by_size {
    ($n:ident, |$size:ident| $body:expr) => {
        match $n {
            4 => {
                use n4 as $size;
                *super::same(&$body)
            }
            5 => {
                use n5 as $size;
                *super::same(&$body)
            }
            6 => {
                use n6 as $size;
                *super::same(&$body)
            }
            8 => {
                use n8 as $size;
                *super::same(&$body)
            }
            9 => {
                use n9 as $size;
                *super::same(&$body)
            }
            12 => {
                use n12 as $size;
                *super::same(&$body)
            }
            _ => unreachable!("no field of this size"),
        }
    };
}

/// Montgomery product `a b R^-1`, below `2 m`, for `a, b < m` and a clear top bit of `m`.
#[inline(always)]
pub fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| size::mul(super::same(a), super::same(b), super::same(m), inv))
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`, for moduli of all bits.
#[inline(always)]
pub fn mul_full<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    macro_rules! of_size {
        ($module:ident) => {{
            let (r, over) = $module::mul_full(super::same(a), super::same(b), super::same(m), inv);
            super::portable::subtract_modulus(*super::same(&r), m, over)
        }};
    }
    match N {
        4 => of_size!(n4),
        5 => of_size!(n5),
        6 => of_size!(n6),
        8 => of_size!(n8),
        9 => of_size!(n9),
        12 => of_size!(n12),
        _ => unreachable!("no field of this size"),
    }
}

/// `sum a_i b_i R^-1`, below `2 m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<const N: usize, const T: usize>(
    a: &[&[u64; N]; T],
    b: &[&[u64; N]; T],
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    by_size!(N, |size| size::sum_of_products(
        &a.map(super::same),
        &b.map(super::same),
        super::same(m),
        inv
    ))
}

/// `a b` in two halves.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
    match N {
        4 => n4::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        5 => n5::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        6 => n6::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        8 => n8::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        9 => n9::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        12 => n12::mul_wide(super::same(a), super::same(b)).map(|half| *super::same(&half)),
        _ => unreachable!("no field of this size"),
    }
}

/// `(a + k m) / R` for the `k < R` that makes it exact: at most `m`, for a clear top bit of `m`.
#[inline(always)]
pub fn reduce_low<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| size::reduce_low(super::same(a), super::same(m), inv))
}
