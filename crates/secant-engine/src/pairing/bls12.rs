//! The BLS12 family: `k = 12`, curve parameter `x`.

use super::{
    Twist, bits_below_top,
    lines::{Homogeneous, Line},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{CyclotomicMultSubgroup, Field, Fp2, Fp2Config, Fp6Config, Fp12, Fp12Config, PrimeField};

/// The parameters of a BLS12 curve.
pub trait Bls12Params: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The base field.
    type Fp: PrimeField;
    /// The scalar field.
    type Fr: PrimeField;
    /// The tower.
    type Fp2Config: Fp2Config<Fp = Self::Fp>;
    /// The tower.
    type Fp6Config: Fp6Config<Fp2Config = Self::Fp2Config>;
    /// The tower.
    type Fp12Config: Fp12Config<Fp6Config = Self::Fp6Config>;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<BaseField = Fp2<Self::Fp2Config>, ScalarField = Self::Fr>;
}

type Target<P> = Fp12<<P as Bls12Params>::Fp12Config>;

/// Multiplies `f` by a line at the point `(px, py)`.
pub(super) fn mul_by_line<C: Fp12Config>(
    f: &mut Fp12<C>,
    line: &Line<Fp2<<C::Fp6Config as Fp6Config>::Fp2Config>>,
    px: &<<C::Fp6Config as Fp6Config>::Fp2Config as Fp2Config>::Fp,
    py: &<<C::Fp6Config as Fp6Config>::Fp2Config as Fp2Config>::Fp,
    twist: Twist,
) {
    let (mut cx, mut cy) = (line.cx, line.cy);
    cx.mul_assign_by_fp(px);
    cy.mul_assign_by_fp(py);
    match twist {
        Twist::M => f.mul_by_014(&line.free, &cx, &cy),
        Twist::D => f.mul_by_034(&cy, &cx, &line.free),
    }
}

/// `prod f_{x, Q_i}(P_i)`; pairs with an identity count as one.
pub fn multi_miller_loop<P: Bls12Params>(ps: &[Affine<P::G1>], qs: &[Affine<P::G2>]) -> Target<P> {
    let pairs: Vec<_> = ps
        .iter()
        .zip(qs)
        .filter(|(p, q)| !p.is_zero() && !q.is_zero())
        .collect();
    let mut points: Vec<_> = pairs.iter().map(|(_, q)| Homogeneous::new(q.x, q.y)).collect();
    let b = <P::G2 as SWCurveConfig>::COEFF_B;
    let half = half::<P::Fp>();
    let mut f = Target::<P>::ONE;
    for (i, bit) in bits_below_top(P::X).enumerate() {
        if i > 0 {
            f.square_in_place();
        }
        for ((p, _), r) in pairs.iter().zip(&mut points) {
            mul_by_line(&mut f, &r.double_halved(&b, &half), &p.x, &p.y, P::TWIST);
        }
        if bit {
            for ((p, q), r) in pairs.iter().zip(&mut points) {
                mul_by_line(&mut f, &r.add(&q.x, &q.y), &p.x, &p.y, P::TWIST);
            }
        }
    }
    if P::X_IS_NEGATIVE {
        f.cyclotomic_inverse_in_place();
    }
    f
}

/// The inverse of two.
pub(super) fn half<F: PrimeField>() -> F {
    // (p + 1) / 2
    let mut x = F::MODULUS;
    ark_ff::BigInteger::div2(&mut x);
    F::from_bigint(x).map_or(F::ZERO, |x| x + F::ONE)
}

/// `f^x` for `f` in the cyclotomic subgroup.
fn exp_by_x<P: Bls12Params>(f: &Target<P>) -> Target<P> {
    let mut r = f.cyclotomic_exp(P::X);
    if P::X_IS_NEGATIVE {
        r.cyclotomic_inverse_in_place();
    }
    r
}

/// `f^((p^6 - 1) (p^2 + 1))`, the easy part for `k = 12`; `None` for zero.
pub(super) fn easy_part<C: Fp12Config>(f: &Fp12<C>) -> Option<Fp12<C>> {
    let mut conjugate = *f;
    conjugate.conjugate_in_place();
    let g = conjugate * f.inverse()?;
    let mut r = g;
    r.frobenius_map_in_place(2);
    Some(r * g)
}

/// The final exponentiation; `None` for zero.
///
/// The hard part is Hayashida, Hayasaka, Teruya (eprint 2020/875): three times the exponent
/// `(p^4 - p^2 + 1) / r`.
pub fn final_exponentiation<P: Bls12Params>(f: &Target<P>) -> Option<Target<P>> {
    let conj = |mut f: Target<P>| {
        f.conjugate_in_place();
        f
    };
    let frobenius = |mut f: Target<P>, power| {
        f.frobenius_map_in_place(power);
        f
    };
    let m = easy_part(f)?;
    // (x - 1)^2
    let a = exp_by_x::<P>(&m) * conj(m);
    let a = exp_by_x::<P>(&a) * conj(a);
    // (x - 1)^2 (x + p)
    let b = exp_by_x::<P>(&a) * frobenius(a, 1);
    // (x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3
    let c = exp_by_x::<P>(&exp_by_x::<P>(&b));
    Some(c * frobenius(b, 2) * conj(b) * m.cyclotomic_square() * m)
}
