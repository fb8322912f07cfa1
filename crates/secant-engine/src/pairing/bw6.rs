//! The BW6 family: `k = 6`, over the scalar field of a BLS12 curve with parameter `u`.

use crate::{
    Annihilator, EndomorphismRing, Signed,
    gt::Split,
    pairing::{Family, LazyRing, MillerLoop, RingField, SmallXi, Target, TargetExt, Twist, bits_below_top},
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{
    Fp3Config, PrimeField,
    fp6_2over3::{Fp6, Fp6Config},
};
use core::marker::PhantomData;

/// The parameters of a BW6 curve whose trace is not zero modulo `r`, as polynomials in `u` (such as BW6-761). The
/// Frobenius map is applied to the second factor of its Miller loop.
pub trait Bw6Params: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter `u`.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// Signed digits of `u^2 - u - 1`, lowest first. The result of the Miller loop depends on which digits are chosen.
    const LOOP_2: &'static [i8];
    /// Coefficients, lowest first, of the polynomials `R0` and `R1` that give the hard part's exponent
    /// `R0(u) + p R1(u)`.
    const HARD_PART: (&'static [i16], &'static [i16]);
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The base field.
    type Fp: PrimeField + RingField + LazyRing;
    /// The scalar field.
    type Fr: PrimeField;
    /// The cubic extension of the tower.
    type Fp3Config: Fp3Config<Fp = Self::Fp>;
    /// The extension of degree 6 of the tower.
    type Fp6Config: Fp6Config<Fp3Config = Self::Fp3Config> + SmallXi;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
}

type TargetOf<P> = Fp6<<P as Bw6Params>::Fp6Config>;

/// The pairing of a curve of the family.
pub struct Bw6<P>(PhantomData<P>);

impl<P: Bw6Params> Family<1> for Bw6<P> {
    type Target = Fp6<P::Fp6Config>;

    const SPLIT: Split = Split::Halves(Annihilator::new(
        EndomorphismRing::Eisenstein,
        Signed::polynomial(P::X[0], P::X_IS_NEGATIVE, &[1, 0, -1, 1]),
        Signed::polynomial(P::X[0], P::X_IS_NEGATIVE, &[1, 1]),
    ));

    /// `f^(x^3 - x^2 + 1) = f^((x + 1) p)`. A common divisor of the difference of the exponents and the order of the
    /// cyclotomic subgroup, `p^2 - p + 1`, divides the norm of that difference, `3 r`. Three does not divide that
    /// order.
    fn equal_in_target_group<F: Target>(f: &F) -> [F; 2] {
        let digits = crate::recode::wnaf(P::X, 2);
        let exp_by_x = |f: &F| {
            let r = f.cyclotomic_pow(&digits);
            if P::X_IS_NEGATIVE { r.conj() } else { r }
        };
        let x = exp_by_x(f);
        let x2 = exp_by_x(&x);
        let x3 = exp_by_x(&x2);
        [x3.times(&x2.conj()).times(f), x.times(f).frob(1)]
    }

    /// `f_{u+1,Q}(P) f_{u^2-u-1,[u]Q}(P)^p`: El Housni, "The arithmetic of pairing-based proof systems", formulas 4.15
    /// and 4.17. Both factors share `f_u`.
    fn miller_loop<M: MillerLoop<P::Fp>>(state: &mut M, qs: &[(P::Fp, P::Fp)]) -> M::Target {
        let qs = state.addends(qs);
        let mut f_u = state.one();
        for (i, bit) in bits_below_top(P::X).enumerate() {
            if i > 0 {
                f_u.square();
            }
            state.double(&mut f_u);
            if bit {
                state.add(&mut f_u, &qs);
            }
        }
        let mut f_u_inv = f_u.clone().conj();
        if P::X_IS_NEGATIVE {
            core::mem::swap(&mut f_u, &mut f_u_inv);
        }

        let multiples = multiples_of_u::<P, M>(state);
        let mut f_1 = f_u.clone();
        state.restart(&multiples);
        state.add(&mut f_1, &qs);

        let plus = state.addends(&multiples);
        let minus = state.addends(&multiples.iter().map(|(x, y)| (*x, -*y)).collect::<Vec<_>>());
        let mut f_2 = f_u.clone();
        state.restart(&multiples);
        for digit in P::LOOP_2.iter().rev().skip(1) {
            f_2.square();
            state.double(&mut f_2);
            match digit {
                0 => {}
                1 => {
                    f_2.mul(&f_u);
                    state.add(&mut f_2, &plus);
                }
                _ => {
                    f_2.mul(&f_u_inv);
                    state.add(&mut f_2, &minus);
                }
            }
        }
        f_2.frob(1).times(&f_1)
    }

    /// `f^(R0(u) + p R1(u))` with the polynomials of [`Bw6Params::HARD_PART`].
    fn hard_part<F: Target>(f: F) -> F {
        let digits = crate::recode::wnaf(P::X, 2);
        // The exponent p + 1 is the rest of the easy part.
        let mut power = f.clone().frob(1).times(&f);
        let (r0, r1) = P::HARD_PART;
        let mut factors = Vec::with_capacity(r0.len() + r1.len());
        for i in 0..r0.len().max(r1.len()) {
            if i > 0 {
                power = power.cyclotomic_pow(&digits);
                if P::X_IS_NEGATIVE {
                    power.conjugate();
                }
            }
            factors.extend(r0.get(i).map(|&e| (power.clone(), e)));
            factors.extend(r1.get(i).map(|&e| (power.clone().frob(1), e)));
        }
        small_multi_exp(&factors).unwrap_or(f)
    }
}

/// `[u] Q` in affine coordinates from the points after the first loop, with one inversion.
fn multiples_of_u<P: Bw6Params, M: MillerLoop<P::Fp>>(state: &M) -> Vec<(P::Fp, P::Fp)> {
    let points = state.points();
    let mut inverses: Vec<_> = points.iter().map(|r| r.z).collect();
    crate::batch::invert(&mut inverses);
    points
        .iter()
        .zip(inverses)
        .map(|(r, z)| (r.x * z, if P::X_IS_NEGATIVE { -(r.y * z) } else { r.y * z }))
        .collect()
}

/// `prod f^e` over elements of the cyclotomic subgroup, with shared squarings and non-adjacent digits; `None` if
/// all exponents are zero.
fn small_multi_exp<F: Target>(factors: &[(F, i16)]) -> Option<F> {
    let digits: Vec<_> = factors
        .iter()
        .map(|(_, e)| crate::recode::wnaf(&[u64::from(e.unsigned_abs())], 2))
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let mut acc: Option<F> = None;
    for i in (0..length).rev() {
        if let Some(acc) = &mut acc {
            acc.cyclotomic_square();
        }
        for ((f, e), digits) in factors.iter().zip(&digits) {
            let digit = digits.get(i).copied().unwrap_or(0);
            if digit != 0 {
                let f = if (digit < 0) == (*e < 0) {
                    f.clone()
                } else {
                    f.clone().conj()
                };
                acc = Some(match acc {
                    Some(acc) => acc.times(&f),
                    None => f,
                });
            }
        }
    }
    acc
}

impl_pairing!(Bw6, Bw6Params, 1);
