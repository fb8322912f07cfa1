//! The BW6 family: `k = 6`, over the scalar field of a BLS12 curve with parameter `u`.

use super::{
    Twist, bits_below_top,
    lines::{Homogeneous, Line},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{
    CyclotomicMultSubgroup, Field, Fp3Config, PrimeField,
    fp6_2over3::{Fp6, Fp6Config},
};

/// The parameters of a BW6 curve whose trace is not zero modulo `r` as polynomials in `u` (as BW6-761): the
/// second factor of the Miller loop goes under Frobenius.
pub trait Bw6Params: 'static + Sized + Send + Sync {
    /// The absolute value of the curve parameter `u`.
    const X: &'static [u64];
    /// Whether the parameter is negative.
    const X_IS_NEGATIVE: bool;
    /// Signed digits of `u^2 - u - 1`, lowest first; which form is chosen shows in the Miller loop's output.
    const LOOP_2: &'static [i8];
    /// Coefficients, lowest first, of the polynomials `R0` and `R1` that give the hard part's exponent
    /// `R0(u) + p R1(u)`.
    const HARD_PART: (&'static [i16], &'static [i16]);
    /// The kind of twist that the second group is on.
    const TWIST: Twist;
    /// The base field.
    type Fp: PrimeField;
    /// The scalar field.
    type Fr: PrimeField;
    /// The tower.
    type Fp3Config: Fp3Config<Fp = Self::Fp>;
    /// The tower.
    type Fp6Config: Fp6Config<Fp3Config = Self::Fp3Config>;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
}

type Target<P> = Fp6<<P as Bw6Params>::Fp6Config>;

fn mul_by_line<P: Bw6Params>(f: &mut Target<P>, line: &Line<P::Fp>, p: &Affine<P::G1>) {
    let (cx, cy) = (line.cx * p.x, line.cy * p.y);
    match P::TWIST {
        Twist::M => f.mul_by_014(&line.free, &cx, &cy),
        Twist::D => f.mul_by_034(&cy, &cx, &line.free),
    }
}

/// The optimal ate Miller loop of all pairs; pairs with an identity count as one.
///
/// `f_{u+1,Q}(P) f_{u^2-u-1,[u]Q}(P)^p`: El Housni, "The arithmetic of
/// pairing-based proof systems", formulas 4.15 and 4.17. `f_u` is shared by both.
pub fn multi_miller_loop<P: Bw6Params>(ps: &[Affine<P::G1>], qs: &[Affine<P::G2>]) -> Target<P> {
    let pairs: Vec<_> = ps
        .iter()
        .zip(qs)
        .filter(|(p, q)| !p.is_zero() && !q.is_zero())
        .collect();
    let b = <P::G2 as SWCurveConfig>::COEFF_B;
    let mut points: Vec<_> = pairs.iter().map(|(_, q)| Homogeneous::new(q.x, q.y)).collect();
    let mut f_u = Target::<P>::ONE;
    for (i, bit) in bits_below_top(P::X).enumerate() {
        if i > 0 {
            f_u.square_in_place();
        }
        for ((p, _), r) in pairs.iter().zip(&mut points) {
            mul_by_line::<P>(&mut f_u, &r.double(&b), p);
        }
        if bit {
            for ((p, q), r) in pairs.iter().zip(&mut points) {
                mul_by_line::<P>(&mut f_u, &r.add(&q.x, &q.y), p);
            }
        }
    }
    let mut f_u_inv = f_u;
    f_u_inv.conjugate_in_place();
    if P::X_IS_NEGATIVE {
        core::mem::swap(&mut f_u, &mut f_u_inv);
    }

    let multiples = multiples_of_u::<P>(&points);
    let mut f_1 = f_u;
    for (((p, q), qu), r) in pairs.iter().zip(&multiples).zip(&mut points) {
        *r = Homogeneous::new(qu.0, qu.1);
        mul_by_line::<P>(&mut f_1, &{ *r }.add(&q.x, &q.y), p);
    }
    let mut f_2 = f_u;
    for digit in P::LOOP_2.iter().rev().skip(1) {
        f_2.square_in_place();
        for ((p, _), r) in pairs.iter().zip(&mut points) {
            mul_by_line::<P>(&mut f_2, &r.double(&b), p);
        }
        if *digit != 0 {
            f_2 *= if *digit > 0 { &f_u } else { &f_u_inv };
            for (((p, _), qu), r) in pairs.iter().zip(&multiples).zip(&mut points) {
                let y = if *digit > 0 { qu.1 } else { -qu.1 };
                mul_by_line::<P>(&mut f_2, &r.add(&qu.0, &y), p);
            }
        }
    }
    f_2.frobenius_map_in_place(1);
    f_1 * f_2
}

/// `[u] Q` in affine coordinates from the points after the first loop, with one inversion.
fn multiples_of_u<P: Bw6Params>(points: &[Homogeneous<P::Fp>]) -> Vec<(P::Fp, P::Fp)> {
    let mut inverses: Vec<_> = points.iter().map(|r| r.z).collect();
    crate::batch::invert(&mut inverses);
    points
        .iter()
        .zip(inverses)
        .map(|(r, z)| (r.x * z, if P::X_IS_NEGATIVE { -(r.y * z) } else { r.y * z }))
        .collect()
}

fn conj<P: Bw6Params>(mut f: Target<P>) -> Target<P> {
    f.conjugate_in_place();
    f
}

/// `f^u` for `f` in the cyclotomic subgroup.
fn exp_by_u<P: Bw6Params>(f: &Target<P>) -> Target<P> {
    let r = f.cyclotomic_exp(P::X);
    if P::X_IS_NEGATIVE { conj::<P>(r) } else { r }
}

/// The final exponentiation; `None` for zero.
///
/// The hard part is `f^(R0(u) + p R1(u))` with the polynomials of [`Bw6Params::HARD_PART`].
pub fn final_exponentiation<P: Bw6Params>(f: &Target<P>) -> Option<Target<P>> {
    // (p^3 - 1) (p + 1)
    let g = conj::<P>(*f) * f.inverse()?;
    let m = g.frobenius_map(1) * g;

    let (r0, r1) = P::HARD_PART;
    let mut power = m;
    let mut factors = Vec::with_capacity(r0.len() + r1.len());
    for i in 0..r0.len().max(r1.len()) {
        if i > 0 {
            power = exp_by_u::<P>(&power);
        }
        factors.extend(r0.get(i).map(|&e| (power, e)));
        factors.extend(r1.get(i).map(|&e| (power.frobenius_map(1), e)));
    }
    Some(small_multi_exp::<P>(&factors))
}

/// `prod f^e` over elements of the cyclotomic subgroup, with shared squarings and non-adjacent digits.
fn small_multi_exp<P: Bw6Params>(factors: &[(Target<P>, i16)]) -> Target<P> {
    let digits: Vec<_> = factors
        .iter()
        .map(|(_, e)| crate::recode::wnaf(&[u64::from(e.unsigned_abs())], 2))
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let mut acc = Target::<P>::ONE;
    for i in (0..length).rev() {
        acc.cyclotomic_square_in_place();
        for ((f, e), digits) in factors.iter().zip(&digits) {
            let digit = digits.get(i).copied().unwrap_or(0);
            if digit != 0 {
                acc *= if (digit < 0) == (*e < 0) { *f } else { conj::<P>(*f) };
            }
        }
    }
    acc
}
