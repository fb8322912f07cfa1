//! Compile-time derivation of the Frobenius coefficients of extension towers.
//!
//! For an extension by `X^d = xi` the Frobenius map `x -> x^(p^i)` multiplies the coefficient of `X^k` by
//! `xi^(k (p^i - 1) / d)`. These functions compute the tables that the arkworks tower configurations need from
//! `gamma = xi^((p - 1) / d)`. Computing `gamma` takes long, so a tower should have a single constant, the one for the
//! largest `d`. The table of `k` for `d / j` is the table of `k j` for `d`.

use crate::{Mont, Prime, PrimeParams, constants as c};
use ark_ff::{Field, Fp2, Fp2Config};
use core::marker::PhantomData;

/// An element `(c0, c1)` of a quadratic extension while constants are computed.
type Pair<P, const N: usize> = (Prime<P, N>, Prime<P, N>);

/// A quadratic extension `Fp[u] / (u^2 - beta)` during `const` evaluation.
struct ConstFp2<P: PrimeParams<N>, const N: usize> {
    beta: i64,
    field: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> ConstFp2<P, N> {
    const fn new(beta: i64) -> Self {
        Self {
            beta,
            field: PhantomData,
        }
    }

    const fn mul(&self, a: &Pair<P, N>, b: &Pair<P, N>) -> Pair<P, N> {
        let t0 = Mont::<P, N>::const_mul(&a.0, &b.0);
        let t1 = Mont::<P, N>::const_mul(&a.1, &b.1);
        let t2 = Mont::<P, N>::const_mul(&a.0, &b.1);
        let t3 = Mont::<P, N>::const_mul(&a.1, &b.0);
        (
            Mont::<P, N>::const_add(&t0, &Mont::<P, N>::const_mul_small(&t1, self.beta)),
            Mont::<P, N>::const_add(&t2, &t3),
        )
    }

    const fn square(&self, a: &Pair<P, N>) -> Pair<P, N> {
        // (a0 + a1) (a0 + beta a1) = a0^2 + beta a1^2 + (1 + beta) a0 a1
        let product = Mont::<P, N>::const_mul(&a.0, &a.1);
        let sum = Mont::<P, N>::const_add(&a.0, &a.1);
        let other = Mont::<P, N>::const_add(&a.0, &Mont::<P, N>::const_mul_small(&a.1, self.beta));
        (
            Mont::<P, N>::const_add(
                &Mont::<P, N>::const_mul(&sum, &other),
                &Mont::<P, N>::const_mul_small(&product, -1 - self.beta),
            ),
            Mont::<P, N>::const_add(&product, &product),
        )
    }

    /// `a (xi0 + xi1 u)`
    const fn mul_small(&self, a: &Pair<P, N>, xi: (i64, i64)) -> Pair<P, N> {
        (
            Mont::<P, N>::const_add(
                &Mont::<P, N>::const_mul_small(&a.0, xi.0),
                &Mont::<P, N>::const_mul_small(&a.1, self.beta * xi.1),
            ),
            Mont::<P, N>::const_add(
                &Mont::<P, N>::const_mul_small(&a.0, xi.1),
                &Mont::<P, N>::const_mul_small(&a.1, xi.0),
            ),
        )
    }

    /// `(xi0 + xi1 u)^e`
    const fn pow_of_small(&self, xi: (i64, i64), e: &[u64; N]) -> Pair<P, N> {
        let mut r = (Mont::<P, N>::raw(Mont::<P, N>::R), Mont::<P, N>::raw([0; N]));
        let mut i = c::num_bits(e) as usize;
        while i > 0 {
            i -= 1;
            r = self.square(&r);
            if (e[i / 64] >> (i % 64)) & 1 == 1 {
                r = self.mul_small(&r, xi);
            }
        }
        r
    }
}

/// `xi^((p - 1) / d)`, with `xi = xi0 + xi1 u` in `Fp[u] / (u^2 - beta)`; `d` must divide `p - 1`.
pub const fn gamma_fp2<C, P, const N: usize>(xi: (i64, i64), beta: i64, d: u64) -> Fp2<C>
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    let e = c::minus_one_div(&Mont::<P, N>::M, d);
    let gamma = ConstFp2::<P, N>::new(beta).pow_of_small(xi, &e);
    Fp2::<C>::new(gamma.0, gamma.1)
}

/// `gamma^k` for a small `k > 0`, in a constant.
pub const fn pow_fp2<C, P, const N: usize>(gamma: &Fp2<C>, beta: i64, k: u64) -> Fp2<C>
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    let field = ConstFp2::<P, N>::new(beta);
    let gamma = (gamma.c0, gamma.c1);
    let mut power = gamma;
    let mut i = 1;
    while i < k {
        power = field.mul(&power, &gamma);
        i += 1;
    }
    Fp2::<C>::new(power.0, power.1)
}

/// `gamma^(k (p^i - 1) / (p - 1))` for `i` in `0..LEN` and `k > 0`: the table of `X^k` for the `gamma` of `X^d = xi`.
///
/// `beta` is a non-residue, so that `u^p = -u`.
pub const fn frobenius_fp2<C, P, const N: usize, const LEN: usize>(gamma: &Fp2<C>, beta: i64, k: u64) -> [Fp2<C>; LEN]
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    let field = ConstFp2::<P, N>::new(beta);
    let power = pow_fp2(gamma, beta, k);
    let power = (power.c0, power.c1);
    let zero = Mont::<P, N>::raw([0; N]);
    let one = Mont::<P, N>::raw(Mont::<P, N>::R);
    let mut out = [Fp2::<C>::new(one, zero); LEN];
    let mut cur = (one, zero);
    let mut i = 1;
    while i < LEN {
        // (p^i - 1) / (p - 1) = p (p^(i-1) - 1) / (p - 1) + 1, and x^p is conjugation.
        let conj = (cur.0, Mont::<P, N>::const_neg(&cur.1));
        cur = field.mul(&conj, &power);
        out[i] = Fp2::<C>::new(cur.0, cur.1);
        i += 1;
    }
    out
}

/// `a^-1` in `Fp[u] / (u^2 - beta)`, in a constant (zero gives zero).
pub const fn inverse_fp2<C, P, const N: usize>(a: &Fp2<C>, beta: i64) -> Fp2<C>
where
    C: Fp2Config<Fp = Prime<P, N>>,
    P: PrimeParams<N>,
{
    // (a0 - a1 u) / (a0^2 - beta a1^2)
    let norm = Mont::<P, N>::const_add(
        &Mont::<P, N>::const_mul(&a.c0, &a.c0),
        &Mont::<P, N>::const_mul_small(&Mont::<P, N>::const_mul(&a.c1, &a.c1), -beta),
    );
    let inverse = Mont::<P, N>::const_inverse(&norm);
    Fp2::<C>::new(
        Mont::<P, N>::const_mul(&a.c0, &inverse),
        Mont::<P, N>::const_neg(&Mont::<P, N>::const_mul(&a.c1, &inverse)),
    )
}

/// As [`frobenius_fp2`], with `gamma` in the prime field.
pub const fn frobenius_fp<P: PrimeParams<N>, const N: usize, const LEN: usize>(
    gamma: &Prime<P, N>,
    k: u64,
) -> [Prime<P, N>; LEN] {
    let power = Mont::<P, N>::const_pow(gamma, &[k]);
    let mut out = [Mont::<P, N>::raw(Mont::<P, N>::R); LEN];
    let mut i = 1;
    while i < LEN {
        // gamma^p = gamma in the prime field.
        out[i] = Mont::<P, N>::const_mul(&out[i - 1], &power);
        i += 1;
    }
    out
}

/// `(p^3 - 3) / 4` for `p = 3 mod 4`, in `3 N` limbs: `(t - 1) / 2` for the odd part `t` of `p^3 - 1`.
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

/// A cube root of unity: `g^((p - 1) / 3)` for the field's generator `g`, in a constant.
pub const fn cube_root<P: PrimeParams<N>, const N: usize>() -> Prime<P, N> {
    let exponent = c::minus_one_div(&Mont::<P, N>::M, 3);
    Mont::<P, N>::const_pow(&Mont::<P, N>::from_i64(P::GENERATOR), &exponent)
}

/// `k x` for a small constant `k`, by doublings and additions.
#[inline(always)]
pub fn mul_small<F: Field>(x: &F, k: i64) -> F {
    if k == 0 {
        return F::ZERO;
    }
    let mut r = *x;
    let times = k.unsigned_abs();
    let mut bit = 63 - times.leading_zeros();
    while bit > 0 {
        bit -= 1;
        r.double_in_place();
        if (times >> bit) & 1 == 1 {
            r += x;
        }
    }
    if k < 0 { -r } else { r }
}
