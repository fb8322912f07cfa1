//! Products for wasm32 with wide arithmetic (`i64.mul_wide_u`, `i64.add128`): whole limbs.
//!
//! A product is one interleaved chain of 128-bit sums with unrolled rows. It takes 35 ns for six limbs in wasmtime. Two
//! passes per row take 37 ns, rows in a loop 39 ns, and a column at a time 70 ns. A square that computes every product
//! of limbs once takes as long as a product.

/// `r + a b + carry` as low and high half.
#[inline(always)]
fn mac(r: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let t = u128::from(r) + u128::from(a) * u128::from(b) + u128::from(carry);
    (t as u64, (t >> 64) as u64)
}

use super::super::Carry;

macro_rules! limbs {
    ($module:ident, $n:literal) => {
        #[allow(dead_code, reason = "as in `limbs.rs`")]
        pub mod $module {
            use super::{Carry, mac};
            use seq_macro::seq;

            /// `a b R^-1`, below `2 m`, for `a, b < m < 2^(64 N - 1)`.
            #[inline(always)]
            pub fn mul(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let mut r = [0u64; $n];
                seq!(I in 0..$n {
                    let (t, mut carry_a) = mac(r[0], a[0], b[I], 0);
                    let k = t.wrapping_mul(inv);
                    let (_, mut carry_m) = mac(t, k, m[0], 0);
                    for j in 1..$n {
                        let t;
                        (t, carry_a) = mac(r[j], a[j], b[I], carry_a);
                        (r[j - 1], carry_m) = mac(t, k, m[j], carry_m);
                    }
                    // r < 2 m before and after, so this fits.
                    r[$n - 1] = carry_a + carry_m;
                });
                r
            }

            /// `a^2 R^-1`, as [`mul`].
            #[inline(always)]
            pub fn square(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                mul(a, a, m, inv)
            }

            /// As [`mul`], for moduli that may use all bits, with the bit above the limbs.
            #[inline(always)]
            pub fn mul_full(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> ([u64; $n], bool) {
                let (mut r, mut over) = ([0u64; $n], 0);
                for digit in b {
                    let (t, mut carry_a) = mac(r[0], a[0], *digit, 0);
                    let k = t.wrapping_mul(inv);
                    let (_, mut carry_m) = mac(t, k, m[0], 0);
                    for j in 1..$n {
                        let t;
                        (t, carry_a) = mac(r[j], a[j], *digit, carry_a);
                        (r[j - 1], carry_m) = mac(t, k, m[j], carry_m);
                    }
                    // r < 2 m before and after, so one bit lies above the limbs.
                    let top = u128::from(carry_a) + u128::from(carry_m) + over;
                    (r[$n - 1], over) = (top as u64, top >> 64);
                }
                (r, over != 0)
            }

            /// `a b`.
            #[inline(always)]
            pub fn mul_wide(a: &[u64; $n], b: &[u64; $n]) -> [[u64; $n]; 2] {
                let (mut low, mut r) = ([0u64; $n], [0u64; $n]);
                seq!(I in 0..$n {
                    let mut carry;
                    (low[I], carry) = mac(r[0], a[0], b[I], 0);
                    for j in 1..$n {
                        (r[j - 1], carry) = mac(r[j], a[j], b[I], carry);
                    }
                    r[$n - 1] = carry;
                });
                [low, r]
            }

            /// Both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = -1`, in two's complement, by four products.
            /// For four limbs, the sums that Karatsuba's three products need take as many instructions as the fourth
            /// product.
            #[inline(always)]
            pub fn mul_quadratic(a: [&[u64; $n]; 2], b: [&[u64; $n]; 2]) -> [[[u64; $n]; 2]; 2] {
                let (mut re, mut im) = (mul_wide(a[0], b[0]), mul_wide(a[0], b[1]));
                let mut borrow = Carry::NONE;
                let other = mul_wide(a[1], b[1]);
                for (x, y) in re.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
                    (*x, borrow) = borrow.sub(*x, *y);
                }
                let sum = im.as_flattened_mut();
                let mut top = 0;
                seq!(I in 0..$n {
                    let mut carry = 0;
                    for j in 0..$n {
                        (sum[I + j], carry) = mac(sum[I + j], a[1][j], b[0][I], carry);
                    }
                    (sum[I + $n], top) = mac(sum[I + $n], 1, carry, top);
                });
                debug_assert!(top == 0, "the sum fits");
                [re, im]
            }

            /// `a^2`.
            #[inline(always)]
            pub fn square_wide(a: &[u64; $n]) -> [[u64; $n]; 2] {
                mul_wide(a, a)
            }

            /// `(a + k m) / R`, at most `m`.
            #[inline(always)]
            pub fn reduce_low(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let mut r = *a;
                seq!(I in 0..$n {
                    let k = r[0].wrapping_mul(inv);
                    let (_, mut carry) = mac(r[0], k, m[0], 0);
                    for j in 1..$n {
                        (r[j - 1], carry) = mac(r[j], k, m[j], carry);
                    }
                    r[$n - 1] = carry;
                });
                r
            }

            /// `sum a_i b_i R^-1`, below `2 m`, for `(T + 1) m < 2^(64 N)`.
            #[inline(always)]
            pub fn sum_of_products<const T: usize>(
                a: &[&[u64; $n]; T],
                b: &[&[u64; $n]; T],
                m: &[u64; $n],
                inv: u64,
            ) -> [u64; $n] {
                let mut r = [0u64; $n];
                seq!(I in 0..$n {
                    let mut top = 0;
                    for t in 0..T {
                        let mut carry = 0;
                        for j in 0..$n {
                            (r[j], carry) = mac(r[j], a[t][j], b[t][I], carry);
                        }
                        top += carry;
                    }
                    let k = r[0].wrapping_mul(inv);
                    let (_, mut carry) = mac(r[0], k, m[0], 0);
                    for j in 1..$n {
                        (r[j - 1], carry) = mac(r[j], k, m[j], carry);
                    }
                    // r < (T + 1) m, which fits.
                    r[$n - 1] = top + carry;
                });
                r
            }
        }
    };
}

limbs!(n4, 4);
limbs!(n5, 5);
limbs!(n6, 6);
limbs!(n8, 8);
limbs!(n9, 9);
limbs!(n12, 12);
