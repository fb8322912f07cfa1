//! The BLS12 family: `k = 12`, curve parameter `x`.

use crate::{
    gt::Split,
    pairing::{Family, MillerLoop, SmallBeta, SmallXi, Target, TargetExt, Twist, bits_below_top},
    scalars::sw::Quarters,
};
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{Fp2, Fp6Config, Fp12, Fp12Config, PrimeField};
use core::marker::PhantomData;
use secant_field::{LazyField, lanes::LaneField};

/// The parameters of a BLS12 curve.
pub trait Bls12Params: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The base field.
    type Fp: PrimeField + LaneField + LazyField;
    /// The scalar field.
    type Fr: PrimeField;
    /// The quadratic extension of the tower.
    type Fp2Config: SmallBeta<Fp = Self::Fp>;
    /// The extension of degree 6 of the tower.
    type Fp6Config: Fp6Config<Fp2Config = Self::Fp2Config>;
    /// The extension of degree 12 of the tower.
    type Fp12Config: Fp12Config<Fp6Config = Self::Fp6Config> + SmallXi;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<BaseField = Fp2<Self::Fp2Config>, ScalarField = Self::Fr>;
}

type TargetOf<P> = Fp12<<P as Bls12Params>::Fp12Config>;

/// The pairing of a curve of the family.
pub struct Bls12<P>(PhantomData<P>);

impl<P: Bls12Params> Family<2> for Bls12<P> {
    type Target = Fp12<P::Fp12Config>;

    const SPLIT: Split = Split::Quarters(Quarters::Base {
        eigenvalue: P::X[0],
        is_negative: P::X_IS_NEGATIVE,
    });

    /// `f^p = f^x`. `p - x` is `r` times a number that is coprime to the order of the cyclotomic subgroup,
    /// `p^4 - p^2 + 1`, since that order is `x^4 - x^2 + 1 = r` modulo `p - x` (Scott, eprint 2021/1130).
    fn equal_in_target_group<F: Target>(f: &F) -> [F; 2] {
        [f.clone().frob(1), exp_by_x::<P, F>(f)]
    }

    fn miller_loop<M: MillerLoop<Fp2<P::Fp2Config>>>(
        state: &mut M,
        qs: &[(Fp2<P::Fp2Config>, Fp2<P::Fp2Config>)],
    ) -> M::Target {
        let qs = state.addends(qs);
        let mut f = state.one();
        for (i, bit) in bits_below_top(P::X).enumerate() {
            if i > 0 {
                f.square();
            }
            state.double(&mut f);
            if bit {
                state.add(&mut f, &qs);
            }
        }
        if P::X_IS_NEGATIVE {
            f.conjugate();
        }
        f
    }

    /// Hayashida, Hayasaka, Teruya (eprint 2020/875): three times the exponent `(p^4 - p^2 + 1) / r`.
    fn hard_part<F: Target>(f: F) -> F {
        let exp_by_x = exp_by_x::<P, F>;
        // The exponent p^2 + 1 is the rest of the easy part.
        let m = f.clone().frob(2).times(&f);
        // (x - 1)^2
        let a = exp_by_x(&m).times(&m.clone().conj());
        let a = exp_by_x(&a).times(&a.conj());
        // (x - 1)^2 (x + p)
        let b = exp_by_x(&a).times(&a.frob(1));
        // (x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3
        let c = exp_by_x(&exp_by_x(&b)).times(&b.clone().frob(2)).times(&b.conj());
        c.times(&m.clone().cyclotomic_squared()).times(&m)
    }
}

/// `f^x` in the cyclotomic subgroup.
fn exp_by_x<P: Bls12Params, F: Target>(f: &F) -> F {
    let r = f.cyclotomic_pow(&crate::recode::wnaf(P::X, 2));
    if P::X_IS_NEGATIVE { r.conj() } else { r }
}

impl_pairing!(Bls12, Bls12Params, 2);
