//! Multiplication on a curve with an endomorphism `phi`, `phi^2 = -2`. It is exact for every point, and shorter in the
//! prime-order subgroup.
//!
//! Masson, Sanso, Zhang, "Bandersnatch: a fast elliptic curve built over the BLS12-381 scalar field" (eprint
//! 2021/1152), with scalars reduced by an element that annihilates all points, as in
//! [`crate::scalars::sw::Endomorphism`].

use crate::{
    Annihilator, EndomorphismRing, ExceptionalAddition, Halves, Signed,
    curves::te::extended::Extended,
    recode::wnaf,
    scalars::{annihilator::worth_halving, te::mul::mul},
};
use ark_ec::{
    CurveGroup,
    twisted_edwards::{Affine, Projective, TECurveConfig},
};
use ark_ff::{Field, Zero};

/// The endomorphism `phi(x, y) = (c (1 - y^2) / (x y), b (y^2 + b) / (y^2 - b))`.
#[derive(Clone, Copy, Debug)]
pub struct Endomorphism<F> {
    b: F,
    c: F,
    subgroup: Annihilator,
    curve: Annihilator,
}

/// The width of signed digits.
const W: u32 = 4;
/// Odd multiples of a point.
const ENTRIES: usize = 1 << (W - 2);

impl<F: Field> Endomorphism<F> {
    /// From its constants and the coefficients `[a0, a1]` of an `a0 + a1 phi` that annihilates the prime-order
    /// subgroup, and of one that annihilates all points (Frobenius minus one).
    pub const fn new(b: F, c: F, subgroup: [Signed; 2], curve: [Signed; 2]) -> Self {
        let [s0, s1] = subgroup;
        let [c0, c1] = curve;
        Self {
            b,
            c,
            subgroup: Annihilator::new(EndomorphismRing::SqrtMinusTwo, s0, s1),
            curve: Annihilator::new(EndomorphismRing::SqrtMinusTwo, c0, c1),
        }
    }

    /// See [`Annihilator::decompose`]: for points of the subgroup.
    pub fn decompose(&self, k: &[u64]) -> Halves {
        self.subgroup.decompose(k)
    }

    /// The image of a point. It is at infinity or undefined only for points of small order, and then `Z = 0`.
    fn map<C: TECurveConfig<BaseField = F>>(&self, p: &Extended<C>) -> Extended<C> {
        let (yy, zz) = (p.y.square(), p.z.square());
        let bzz = self.b * zz;
        Extended::from_quotients(self.c * (zz - yy), yy - bzz, p.x * p.y, self.b * (yy + bzz))
    }
}

/// The integer multiple `scalar * base` of any point of the curve.
pub fn mul_with_endomorphism<C: TECurveConfig>(
    base: &Affine<C>,
    scalar: &[u64],
    endomorphism: &Endomorphism<C::BaseField>,
) -> Result<Projective<C>, ExceptionalAddition> {
    worth_halving(scalar)
        .and_then(|scalar| {
            let halves = endomorphism.curve.decompose(scalar);
            mul_halves(&Extended::from_affine(base), halves, endomorphism)
        })
        .map_or_else(|| mul(base, scalar), Extended::into_projective)
}

/// `scalar * base` for a point of the prime-order subgroup and a scalar below its order.
pub fn mul_in_subgroup<C: TECurveConfig>(
    base: &Projective<C>,
    scalar: &[u64],
    endomorphism: &Endomorphism<C::BaseField>,
) -> Result<Projective<C>, ExceptionalAddition> {
    if base.is_zero() {
        return Ok(*base);
    }
    let p = Extended {
        x: base.x,
        y: base.y,
        t: base.t,
        z: base.z,
    };
    mul_halves(&p, endomorphism.subgroup.decompose(scalar), endomorphism)
        .and_then(|product| product.into_projective().ok())
        .map_or_else(|| mul(&base.into_affine(), scalar), Ok)
}

/// The sum of `p` times the first half of a scalar and its image times the second. `None` where an image is not affine.
fn mul_halves<C: TECurveConfig>(
    p: &Extended<C>,
    halves: Halves,
    endomorphism: &Endomorphism<C::BaseField>,
) -> Option<Extended<C>> {
    // Odd multiples and their images, each with d T. Affine ones would take an inversion, which costs more than the
    // products that they save.
    let with_dt = |p: Extended<C>| (p, p.t * C::COEFF_D);
    let (double, d_double) = with_dt(p.double());
    let mut tables = [[with_dt(*p); ENTRIES]; 2];
    for i in 1..ENTRIES {
        tables[0][i] = with_dt(tables[0][i - 1].0.add_any(&double, &d_double));
    }
    tables[1] = tables[0].map(|(p, _)| with_dt(endomorphism.map(&p)));
    if tables.iter().flatten().any(|(p, _)| p.z.is_zero()) {
        return None;
    }
    let ((negative1, k1), (negative2, k2)) = halves;
    let parts = [(negative1, wnaf(&k1, W)), (negative2, wnaf(&k2, W))];
    let length = parts.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0);
    let mut acc = Extended::identity();
    for i in (0..length).rev() {
        let digits = [0, 1].map(|j| parts[j].1.get(i).copied().unwrap_or(0));
        acc = if digits == [0; 2] && i > 0 {
            acc.double_for::<false>()
        } else {
            acc.double()
        };
        for ((digit, (negative, _)), table) in digits.into_iter().zip(&parts).zip(&tables) {
            if digit == 0 {
                continue;
            }
            let (mut q, mut dt) = table[usize::from(digit.unsigned_abs()) / 2];
            if (digit < 0) != *negative {
                (q.x, q.t, dt) = (-q.x, -q.t, -dt);
            }
            acc = acc.add_any(&q, &dt);
        }
    }
    Some(acc)
}
