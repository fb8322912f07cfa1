//! Compile-time derivation of the Frobenius coefficients of extension towers.
//!
//! For an extension by `X^d = xi` the Frobenius map `x -> x^(p^i)` multiplies the coefficient of `X^k` by
//! `xi^(k (p^i - 1) / d)`. These functions compute the tables that the arkworks tower configurations want
//! from `xi` alone.

use crate::{Mont, Prime, PrimeParams, constants as c};
use ark_ff::{Field, Fp2, Fp2Config};

/// An element `(c0, c1)` of a quadratic extension while constants are computed.
type Pair<P, const N: usize> = (Prime<P, N>, Prime<P, N>);

/// A quadratic extension `Fp[u] / (u^2 - beta)` during `const` evaluation.
struct ConstFp2<P: PrimeParams<N>, const N: usize> {
    beta: Prime<P, N>,
}

impl<P: PrimeParams<N>, const N: usize> ConstFp2<P, N> {
    const fn mul(&self, a: &Pair<P, N>, b: &Pair<P, N>) -> Pair<P, N> {
        let t0 = Mont::<P, N>::const_mul(&a.0, &b.0);
        let t1 = Mont::<P, N>::const_mul(&a.1, &b.1);
        let t2 = Mont::<P, N>::const_mul(&a.0, &b.1);
        let t3 = Mont::<P, N>::const_mul(&a.1, &b.0);
        (
            Mont::<P, N>::const_add(&t0, &Mont::<P, N>::const_mul(&self.beta, &t1)),
            Mont::<P, N>::const_add(&t2, &t3),
        )
    }

    const fn pow(&self, a: &Pair<P, N>, e: &[u64; N]) -> Pair<P, N> {
        let mut r = (Mont::<P, N>::raw(Mont::<P, N>::R), Mont::<P, N>::raw([0; N]));
        let mut i = c::num_bits(e) as usize;
        while i > 0 {
            i -= 1;
            r = self.mul(&r, &r);
            if (e[i / 64] >> (i % 64)) & 1 == 1 {
                r = self.mul(&r, a);
            }
        }
        r
    }
}

/// `xi^(k (p^i - 1) / d)` for `i` in `0..LEN`, with `xi = (xi0, xi1)` in `Fp[u] / (u^2 - beta)`.
///
/// `beta` is a non-residue, so that `u^p = -u`; `d` must divide `p - 1`.
pub const fn frobenius_fp2<C, P, const N: usize, const LEN: usize>(
    xi: (Prime<P, N>, Prime<P, N>),
    beta: Prime<P, N>,
    d: u64,
    k: u64,
) -> [Fp2<C>; LEN]
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    let field = ConstFp2 { beta };
    let mut gamma = field.pow(&xi, &c::minus_one_div(&Mont::<P, N>::M, d));
    // Raise to the k-th power.
    let base = gamma;
    let mut j = 1;
    while j < k {
        gamma = field.mul(&gamma, &base);
        j += 1;
    }
    let zero = Mont::<P, N>::raw([0; N]);
    let one = Mont::<P, N>::raw(Mont::<P, N>::R);
    let mut out = [Fp2::<C>::new(one, zero); LEN];
    let mut cur = (one, zero);
    let mut i = 1;
    while i < LEN {
        // (p^i - 1) / d = p (p^(i-1) - 1) / d + (p - 1) / d, and x^p is conjugation.
        let conj = (cur.0, Mont::<P, N>::const_neg(&cur.1));
        cur = field.mul(&conj, &gamma);
        out[i] = Fp2::<C>::new(cur.0, cur.1);
        i += 1;
    }
    out
}

/// `a^-1` in `Fp[u] / (u^2 - beta)`, in a constant (zero gives zero).
pub const fn inverse_fp2<C, P, const N: usize>(a: &Fp2<C>, beta: Prime<P, N>) -> Fp2<C>
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    // (a0 - a1 u) / (a0^2 - beta a1^2)
    let square = Mont::<P, N>::const_mul(&a.c1, &a.c1);
    let norm = Mont::<P, N>::const_add(
        &Mont::<P, N>::const_mul(&a.c0, &a.c0),
        &Mont::<P, N>::const_neg(&Mont::<P, N>::const_mul(&beta, &square)),
    );
    let inverse = Mont::<P, N>::const_inverse(&norm);
    Fp2::<C>::new(
        Mont::<P, N>::const_mul(&a.c0, &inverse),
        Mont::<P, N>::const_neg(&Mont::<P, N>::const_mul(&a.c1, &inverse)),
    )
}

/// `xi^(k (p^i - 1) / d)` for `i` in `0..LEN`, with `xi` in the prime field; `d` must divide `p - 1`.
pub const fn frobenius_fp<P: PrimeParams<N>, const N: usize, const LEN: usize>(
    xi: Prime<P, N>,
    d: u64,
    k: u64,
) -> [Prime<P, N>; LEN] {
    let base = Mont::<P, N>::const_pow(&xi, &c::minus_one_div(&Mont::<P, N>::M, d));
    let gamma = Mont::<P, N>::const_pow(&base, &[k]);
    let mut out = [Mont::<P, N>::raw(Mont::<P, N>::R); LEN];
    let mut i = 1;
    while i < LEN {
        // gamma^p = gamma in the prime field.
        out[i] = Mont::<P, N>::const_mul(&out[i - 1], &gamma);
        i += 1;
    }
    out
}

/// `(p^3 - 3) / 4` for `p = 3 mod 4`, in `3 N` limbs: the trace of `p^3 - 1`, less one, halved.
pub const fn cube_minus_three_div_four<const N: usize, const N3: usize>(p: &[u64; N]) -> [u64; N3] {
    assert!(N3 == 3 * N && p[0] % 4 == 3);
    let mut acc = [0; N3];
    acc[0] = 1;
    let mut round = 0;
    while round < 3 {
        let mut product = [0u64; N3];
        let mut i = 0;
        while i < N {
            let mut carry = 0u128;
            let mut j = 0;
            while i + j < N3 {
                let t = p[i] as u128 * acc[j] as u128 + product[i + j] as u128 + carry;
                product[i + j] = t as u64;
                carry = t >> 64;
                j += 1;
            }
            i += 1;
        }
        acc = product;
        round += 1;
    }
    // p^3 = 3 mod 4.
    c::shr(&acc, 2)
}

/// `K x` for a small constant `K`, by doublings and additions.
#[inline(always)]
pub fn mul_small<F: Field, const K: i64>(x: &F) -> F {
    if K == 0 {
        return F::ZERO;
    }
    let mut r = *x;
    let k = K.unsigned_abs();
    let mut bit = 63 - k.leading_zeros();
    while bit > 0 {
        bit -= 1;
        r.double_in_place();
        if (k >> bit) & 1 == 1 {
            r += x;
        }
    }
    if K < 0 { -r } else { r }
}
