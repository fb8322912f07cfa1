//! The BN family: `k = 12`, curve parameter `x`, loop over `6 x + 2`.

use super::{
    Twist,
    bls12::{easy_part, half, mul_by_line},
    lines::Homogeneous,
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{CyclotomicMultSubgroup, Field, Fp2, Fp2Config, Fp6Config, Fp12, Fp12Config, PrimeField};

/// The parameters of a BN curve.
pub trait BnParams: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// Signed digits of `|6 x + 2|`, lowest first; which form is chosen shows in the Miller loop's output.
    const LOOP: &'static [i8];
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The factor of `x` in the Frobenius map on the twist: `xi^((p - 1) / 3)`.
    const FROBENIUS_X: Fp2<Self::Fp2Config>;
    /// The factor of `y` in the Frobenius map on the twist: `xi^((p - 1) / 2)`.
    const FROBENIUS_Y: Fp2<Self::Fp2Config>;
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

type Target<P> = Fp12<<P as BnParams>::Fp12Config>;

/// The Frobenius map on the twist.
fn frobenius<P: BnParams>(q: &Affine<P::G2>) -> Affine<P::G2> {
    let (mut x, mut y) = (q.x, q.y);
    x.conjugate_in_place();
    y.conjugate_in_place();
    Affine::new_unchecked(x * P::FROBENIUS_X, y * P::FROBENIUS_Y)
}

/// The optimal ate Miller loop of all pairs; pairs with an identity count as one.
pub fn multi_miller_loop<P: BnParams>(ps: &[Affine<P::G1>], qs: &[Affine<P::G2>]) -> Target<P> {
    let pairs: Vec<_> = ps
        .iter()
        .zip(qs)
        .filter(|(p, q)| !p.is_zero() && !q.is_zero())
        .collect();
    let mut points: Vec<_> = pairs.iter().map(|(_, q)| Homogeneous::new(q.x, q.y)).collect();
    let b = <P::G2 as SWCurveConfig>::COEFF_B;
    let half = half::<P::Fp>();
    let mut f = Target::<P>::ONE;
    for (i, digit) in P::LOOP.iter().rev().skip(1).enumerate() {
        if i > 0 {
            f.square_in_place();
        }
        for ((p, _), r) in pairs.iter().zip(&mut points) {
            mul_by_line(&mut f, &r.double_halved(&b, &half), &p.x, &p.y, P::TWIST);
        }
        if *digit != 0 {
            for ((p, q), r) in pairs.iter().zip(&mut points) {
                let y = if *digit > 0 { q.y } else { -q.y };
                mul_by_line(&mut f, &r.add(&q.x, &y), &p.x, &p.y, P::TWIST);
            }
        }
    }
    if P::X_IS_NEGATIVE {
        f.cyclotomic_inverse_in_place();
    }
    for ((p, q), r) in pairs.iter().zip(&mut points) {
        if P::X_IS_NEGATIVE {
            r.y = -r.y;
        }
        let q1 = frobenius::<P>(q);
        let q2 = -frobenius::<P>(&q1);
        mul_by_line(&mut f, &r.add(&q1.x, &q1.y), &p.x, &p.y, P::TWIST);
        mul_by_line(&mut f, &r.add(&q2.x, &q2.y), &p.x, &p.y, P::TWIST);
    }
    f
}

/// `f^-x` for `f` in the cyclotomic subgroup.
fn exp_by_neg_x<P: BnParams>(f: &Target<P>) -> Target<P> {
    let mut r = f.cyclotomic_exp(P::X);
    if !P::X_IS_NEGATIVE {
        r.cyclotomic_inverse_in_place();
    }
    r
}

/// The final exponentiation; `None` for zero.
///
/// The hard part is Fuentes-Castañeda, Knapp, Rodríguez-Henríquez, "Faster hashing to G2":
/// `2 x (6 x^2 + 3 x + 1)` times the exponent `(p^4 - p^2 + 1) / r`.
pub fn final_exponentiation<P: BnParams>(f: &Target<P>) -> Option<Target<P>> {
    let conj = |mut f: Target<P>| {
        f.conjugate_in_place();
        f
    };
    let frobenius = |mut f: Target<P>, power| {
        f.frobenius_map_in_place(power);
        f
    };
    let m = easy_part(f)?;
    // m^(-2 x), m^(-6 x), m^(6 x^2), m^(-12 x^3)
    let m2x = exp_by_neg_x::<P>(&m).cyclotomic_square();
    let m6x = m2x.cyclotomic_square() * m2x;
    let m6x2 = exp_by_neg_x::<P>(&m6x);
    let m12x3 = exp_by_neg_x::<P>(&m6x2.cyclotomic_square());
    // 12 x^3 + 6 x^2 + 6 x, and 4 x where one m^(2 x) is taken back
    let a = conj(m12x3) * m6x2 * conj(m6x);
    let b = a * m2x;
    Some(a * m6x2 * m * frobenius(b, 1) * frobenius(a, 2) * frobenius(conj(m) * b, 3))
}
