//! Multiplication with an endomorphism `phi` of degree two, `phi^2 = -2`, exact for every point.
//!
//! `phi` is Velu's isogeny whose kernel is a point of order two, `(x0, 0)`, followed by an isomorphism back to the curve. As
//! for [`crate::scalars::sw::Endomorphism`], scalars are reduced by an element of `Z[phi]` that annihilates all points.

use crate::{
    Annihilator, EndomorphismRing, Halves, Signed,
    curves::sw::jacobian::{AnyA, Jacobian, square},
    scalars::{
        annihilator::worth_halving,
        sw::{
            interleaved::{Part, interleaved},
            mul::{OddMultiples, into_projective, mul},
        },
    },
};
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::Field;

/// The width of signed digits.
const W: u32 = 4;

/// The endomorphism `phi(x, y) = (x0 + (t y / u)^2, t^3 y (3 x0^2 + a - u^2) / u^2)` with `u = x - x0` and `t^2 = -1/2`.
#[derive(Clone, Copy, Debug)]
pub struct DegreeTwoEndomorphism<F> {
    x0: F,
    t: F,
    annihilator: Annihilator,
}

impl<F: Field> DegreeTwoEndomorphism<F> {
    /// From `x0`, `t` and the coefficients `[a0, a1]` of an `a0 + a1 phi` that annihilates all points (Frobenius minus
    /// one).
    pub const fn new(x0: F, t: F, [a0, a1]: [Signed; 2]) -> Self {
        Self {
            x0,
            t,
            annihilator: Annihilator::new(EndomorphismRing::SqrtMinusTwo, a0, a1),
        }
    }

    /// See [`Annihilator::decompose`].
    pub fn decompose(&self, k: &[u64]) -> Halves {
        self.annihilator.decompose(k)
    }

    /// The image of `(x, y)` on the curve with the coefficient `a`, in Jacobian coordinates: the identity for the kernel
    /// alone.
    fn map(&self, x: &F, y: &F, a: F) -> Jacobian<F> {
        let (u, ty) = (*x - self.x0, self.t * y);
        let (uu, xx) = (square(u), square(self.x0));
        let slope = xx.double() + xx + a - uu;
        Jacobian::new(square(ty) + self.x0 * uu, square(self.t) * ty * slope * u, u)
    }
}

/// The integer multiple `scalar * base`, on a curve that has the endomorphism.
pub fn mul_with_degree_two<C: SWCurveConfig>(
    base: &Affine<C>,
    scalar: &[u64],
    endomorphism: &DegreeTwoEndomorphism<C::BaseField>,
) -> Projective<C> {
    worth_halving(scalar)
        .filter(|_| !base.is_zero())
        .and_then(|scalar| mul_halves(&base.x, &base.y, C::COEFF_A, scalar, endomorphism))
        .map_or_else(|| mul(base, scalar), into_projective)
}

/// `None` for points of small order.
fn mul_halves<F: Field>(
    x: &F,
    y: &F,
    a: F,
    scalar: &[u64],
    endomorphism: &DegreeTwoEndomorphism<F>,
) -> Option<Jacobian<F>> {
    const ENTRIES: usize = 1 << (W - 2);
    let image = endomorphism.map(x, y, a);
    if image.is_identity() {
        return None;
    }
    // a on the curve scaled by z: see `mul_with`.
    let scaled = |z: F| AnyA(a * square(square(z)));
    // Multiples of the image on the curve scaled by its z, where it is affine; then all on one curve.
    let multiples = OddMultiples::new(&Jacobian::new(*x, *y, F::ONE), &AnyA(a), ENTRIES)?;
    let images = OddMultiples::new(&Jacobian::new(image.x, image.y, F::ONE), &scaled(image.z), ENTRIES)?;
    let z = images.z * image.z;
    let tables = [multiples.scaled_by(z), images.scaled_by(multiples.z)];
    let z = z * multiples.z;
    let ((n1, k1), (n2, k2)) = endomorphism.decompose(scalar);
    let [table1, table2] = tables;
    let parts = [Part::new(n1, &k1, W, table1), Part::new(n2, &k2, W, table2)];
    let mut acc = interleaved(&parts, &scaled(z));
    acc.z *= z;
    Some(acc)
}
