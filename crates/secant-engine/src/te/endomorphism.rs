//! Multiplication in the prime-order subgroup of a curve with an endomorphism `phi`, `phi^2 = -2`.
//!
//! Masson, Sanso, Zhang, "Bandersnatch: a fast elliptic curve built over the BLS12-381 scalar field" (eprint 2021/1152).

use super::{extended::Extended, mul::mul};
use crate::{Annihilator, EndomorphismRing, ExceptionalAddition, Signed, recode::wnaf};
use ark_ec::{
    CurveGroup,
    twisted_edwards::{Projective, TECurveConfig},
};
use ark_ff::{Field, Zero};

/// The endomorphism `phi(x, y) = (c (1 - y^2) / (x y), b (y^2 + b) / (y^2 - b))`.
#[derive(Clone, Copy, Debug)]
pub struct Endomorphism<F> {
    b: F,
    c: F,
    annihilator: Annihilator,
}

/// The width of signed digits.
const W: u32 = 4;
/// Odd multiples of a point.
const ENTRIES: usize = 1 << (W - 2);

impl<F: Field> Endomorphism<F> {
    /// From its constants and the coefficients of an `alpha = a0 + a1 phi` that annihilates the subgroup.
    pub const fn new(b: F, c: F, a0: Signed, a1: Signed) -> Self {
        Self {
            b,
            c,
            annihilator: Annihilator::new(EndomorphismRing::SqrtMinusTwo, a0, a1),
        }
    }

    /// See [`Annihilator::decompose`].
    pub fn decompose(&self, k: &[u64]) -> ((bool, [u64; 4]), (bool, [u64; 4])) {
        self.annihilator.decompose(k)
    }

    /// The image of a point of the subgroup other than the identity: `x` and `y` are not zero there, and `y^2` is not `b`.
    fn map<C: TECurveConfig<BaseField = F>>(&self, p: &Extended<C>) -> Extended<C> {
        let (yy, zz) = (p.y.square(), p.z.square());
        let bzz = self.b * zz;
        Extended::from_quotients(self.c * (zz - yy), yy - bzz, p.x * p.y, self.b * (yy + bzz))
    }
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
    let p = Extended::<C> {
        x: base.x,
        y: base.y,
        t: base.t,
        z: base.z,
    };
    // Odd multiples, and their images; each with d T. Affine ones would cost an inversion, which the products that
    // they spare are not worth.
    let with_dt = |p: Extended<C>| (p, p.t * C::COEFF_D);
    let (double, d_double) = with_dt(p.double());
    let mut tables = [[with_dt(p); ENTRIES]; 2];
    for i in 1..ENTRIES {
        tables[0][i] = with_dt(tables[0][i - 1].0.add_any(&double, &d_double));
    }
    tables[1] = tables[0].map(|(p, _)| with_dt(endomorphism.map(&p)));
    let ((negative1, k1), (negative2, k2)) = endomorphism.decompose(scalar);
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
    // Only points of small order have images at infinity.
    acc.into_projective()
        .or_else(|ExceptionalAddition| mul(&base.into_affine(), scalar))
}
