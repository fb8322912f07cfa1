//! The BN family: `k = 12`, curve parameter `x`, loop over `6 x + 2`.

use crate::{
    gt::Split,
    pairing::{Family, MillerLoop, SmallBeta, SmallXi, Target, TargetExt, Twist},
    scalars::sw::{Lattice, Quarters},
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{Fp2, Fp6Config, Fp12, Fp12Config, PrimeField};
use core::marker::PhantomData;
use secant_field::{LazyField, lanes::LaneField};

/// The parameters of a BN curve.
pub trait BnParams: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// Signed digits of `|6 x + 2|`, lowest first. The result of the Miller loop depends on which digits are chosen.
    const LOOP: &'static [i8];
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The factor of `x` in the Frobenius map on the twist: `xi^((p - 1) / 3)`.
    const FROBENIUS_X: Fp2<Self::Fp2Config>;
    /// The factor of `y` in the Frobenius map on the twist: `xi^((p - 1) / 2)`.
    const FROBENIUS_Y: Fp2<Self::Fp2Config>;
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

type TargetOf<P> = Fp12<<P as BnParams>::Fp12Config>;

/// The width of the digits of `x` as an exponent. BN254's `x` is not sparse. It has 14 digits of this width, for a
/// table of three products and a squaring, and 24 signed bits.
const WIDTH: u32 = 4;

/// The pairing of a curve of the family.
pub struct Bn<P>(PhantomData<P>);

type Point<P> = (Fp2<<P as BnParams>::Fp2Config>, Fp2<<P as BnParams>::Fp2Config>);

/// The Frobenius map on the twist.
fn frobenius<P: BnParams>((mut x, mut y): Point<P>) -> Point<P> {
    x.conjugate_in_place();
    y.conjugate_in_place();
    (x * P::FROBENIUS_X, y * P::FROBENIUS_Y)
}

fn negated<P: BnParams>((x, y): Point<P>) -> Point<P> {
    (x, -y)
}

impl<P: BnParams> Family<2> for Bn<P> {
    type Target = Fp12<P::Fp12Config>;

    const SPLIT: Split = Split::Quarters(Quarters::Lattice(&{
        assert!(
            !P::X_IS_NEGATIVE && P::X.len() == 1,
            "the lattice is that of a positive parameter"
        );
        Lattice::bn(P::X[0])
    }));

    /// `f^(x + 1 + x p + x p^2) = f^(2 x p^3)`, the first relation of the lattice. The greatest common divisor of the
    /// difference of the exponents and the order of the cyclotomic subgroup is `r` (`secant-curve/tests/membership.rs`
    /// computes it).
    fn equal_in_target_group<F: Target>(f: &F) -> [F; 2] {
        // The parameter is positive: see the lattice.
        let power = f.cyclotomic_pow(&crate::recode::wnaf(P::X, WIDTH));
        let low = power.clone().times(f).times(&power.clone().frob(1));
        [low.times(&power.clone().frob(2)), power.cyclotomic_squared().frob(3)]
    }

    fn miller_loop<M: MillerLoop<Fp2<P::Fp2Config>>>(state: &mut M, qs: &[Point<P>]) -> M::Target {
        let map = |f: &dyn Fn(Point<P>) -> Point<P>| qs.iter().map(|q| f(*q)).collect::<Vec<_>>();
        let plus = state.addends(qs);
        let minus = state.addends(&map(&negated::<P>));
        let mut f = state.one();
        for (i, digit) in P::LOOP.iter().rev().skip(1).enumerate() {
            if i > 0 {
                f.square();
            }
            state.double(&mut f);
            match digit {
                0 => {}
                1 => state.add(&mut f, &plus),
                _ => state.add(&mut f, &minus),
            }
        }
        if P::X_IS_NEGATIVE {
            f.conjugate();
            state.negate();
        }
        let q1 = state.addends(&map(&frobenius::<P>));
        let q2 = state.addends(&map(&|q| negated::<P>(frobenius::<P>(frobenius::<P>(q)))));
        state.add(&mut f, &q1);
        state.add(&mut f, &q2);
        f
    }

    /// Fuentes-Castañeda, Knapp, Rodríguez-Henríquez, "Faster hashing to G2": `2 x (6 x^2 + 3 x + 1)` times the
    /// exponent `(p^4 - p^2 + 1) / r`.
    fn hard_part<F: Target>(f: F) -> F {
        let digits = crate::recode::wnaf(P::X, WIDTH);
        let exp_by_neg_x = |f: &F| {
            let r = f.cyclotomic_pow(&digits);
            if P::X_IS_NEGATIVE { r } else { r.conj() }
        };
        // The exponent p^2 + 1 is the rest of the easy part.
        let m = f.clone().frob(2).times(&f);
        // m^(-2 x), m^(-6 x), m^(6 x^2), m^(-12 x^3)
        let m2x = exp_by_neg_x(&m).cyclotomic_squared();
        let m6x = m2x.clone().cyclotomic_squared().times(&m2x);
        let m6x2 = exp_by_neg_x(&m6x);
        let m12x3 = exp_by_neg_x(&m6x2.clone().cyclotomic_squared());
        // The exponent 12 x^3 + 6 x^2 + 6 x, then with 4 x in place of 6 x, after division by m^(2 x)
        let a = m12x3.conj().times(&m6x2).times(&m6x.conj());
        let b = a.clone().times(&m2x);
        let c = m.clone().conj().times(&b).frob(3);
        a.clone()
            .times(&m6x2)
            .times(&m)
            .times(&b.frob(1))
            .times(&a.frob(2))
            .times(&c)
    }
}

impl_pairing!(Bn, BnParams, 2);
