//! The towers of fields of pairing-friendly curves with embedding degree twelve: `Fp2 = Fp[u] / (u^2 - beta)`,
//! `Fp6 = Fp2[v] / (v^3 - xi)`, `Fp12 = Fp6[w] / (w^2 - v)`.

use ark_ff::{AdditiveGroup, Field, Fp2, Fp6, fp6_3over2};
use core::marker::PhantomData;
use educe::Educe;
use secant_engine::pairing::{SmallBeta, SmallXi, Twist};
use secant_field::{
    Prime, PrimeParams, small_integer,
    tower::{frobenius_fp2, gamma_fp2, inverse_fp2, mul_small, pow_fp2},
};

/// The non-residues of a tower over a prime field.
pub trait Tower<const N: usize>: PrimeParams<N> {
    /// `beta = u^2`.
    const BETA: i64;
    /// `xi = v^3`: the coefficients of `1` and `u`.
    const XI: (i64, i64);
}

/// The configuration of `Fp2`.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Fp2Config<P, const N: usize>(PhantomData<P>);

/// The configuration of `Fp6`.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Fp6Config<P, const N: usize>(PhantomData<P>);

/// The configuration of `Fp12`.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Fp12Config<P, const N: usize>(PhantomData<P>);

impl<P: Tower<N>, const N: usize> Fp2Config<P, N> {
    /// `xi^((p - 1) / 6)`.
    const GAMMA: Fp2<Self> = gamma_fp2(P::XI, P::BETA, 6);

    /// The coefficients `(c_x, c_y)` of the endomorphism `psi(x, y) = (c_x x^p, c_y y^p)` of a sextic twist.
    pub const fn psi(twist: Twist) -> (Fp2<Self>, Fp2<Self>) {
        let base = match twist {
            Twist::D => Self::GAMMA,
            Twist::M => inverse_fp2(&Self::GAMMA, P::BETA),
        };
        (pow_fp2(&base, P::BETA, 2), pow_fp2(&base, P::BETA, 3))
    }
}

impl<P: Tower<N>, const N: usize> ark_ff::Fp2Config for Fp2Config<P, N> {
    type Fp = Prime<P, N>;
    const NONRESIDUE: Self::Fp = small_integer(P::BETA);
    const FROBENIUS_COEFF_FP2_C1: &'static [Self::Fp] = &[Self::Fp::ONE, Self::Fp::NEG_ONE];

    #[inline(always)]
    fn mul_fp_by_nonresidue_in_place(x: &mut Self::Fp) -> &mut Self::Fp {
        *x = mul_small(x, P::BETA);
        x
    }

    #[inline(always)]
    fn mul_fp_by_nonresidue_and_add(y: &mut Self::Fp, x: &Self::Fp) {
        *y = *x + mul_small(y, P::BETA);
    }

    #[inline(always)]
    fn mul_fp_by_nonresidue_plus_one_and_add(y: &mut Self::Fp, x: &Self::Fp) {
        *y = *x + mul_small(y, P::BETA + 1);
    }

    #[inline(always)]
    fn sub_and_mul_fp_by_nonresidue(y: &mut Self::Fp, x: &Self::Fp) {
        *y = *x + mul_small(y, -P::BETA);
    }
}

impl<P: Tower<N>, const N: usize> SmallBeta for Fp2Config<P, N> {
    const BETA: i64 = P::BETA;
}

impl<P: Tower<N>, const N: usize> fp6_3over2::Fp6Config for Fp6Config<P, N> {
    type Fp2Config = Fp2Config<P, N>;
    const NONRESIDUE: Fp2<Fp2Config<P, N>> = Fp2::new(small_integer(P::XI.0), small_integer(P::XI.1));
    const FROBENIUS_COEFF_FP6_C1: &'static [Fp2<Fp2Config<P, N>>] =
        &frobenius_fp2::<_, P, N, 6>(&Fp2Config::<P, N>::GAMMA, P::BETA, 2);
    const FROBENIUS_COEFF_FP6_C2: &'static [Fp2<Fp2Config<P, N>>] =
        &frobenius_fp2::<_, P, N, 6>(&Fp2Config::<P, N>::GAMMA, P::BETA, 4);

    #[inline(always)]
    fn mul_fp2_by_nonresidue_in_place(x: &mut Fp2<Fp2Config<P, N>>) -> &mut Fp2<Fp2Config<P, N>> {
        // (x0 + x1 u) (xi0 + xi1 u)
        let (x0, x1) = (x.c0, x.c1);
        x.c0 = mul_small(&x0, P::XI.0) + mul_small(&x1, P::XI.1 * P::BETA);
        x.c1 = mul_small(&x1, P::XI.0) + mul_small(&x0, P::XI.1);
        x
    }
}

impl<P: Tower<N>, const N: usize> ark_ff::Fp12Config for Fp12Config<P, N> {
    type Fp6Config = Fp6Config<P, N>;
    const NONRESIDUE: Fp6<Fp6Config<P, N>> = Fp6::new(Fp2::ZERO, Fp2::ONE, Fp2::ZERO);
    const FROBENIUS_COEFF_FP12_C1: &'static [Fp2<Fp2Config<P, N>>] =
        &frobenius_fp2::<_, P, N, 12>(&Fp2Config::<P, N>::GAMMA, P::BETA, 1);
}

impl<P: Tower<N>, const N: usize> SmallXi for Fp12Config<P, N> {
    const XI: (i64, i64) = P::XI;
}
