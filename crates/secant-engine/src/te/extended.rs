//! Extended coordinates `(X : Y : T : Z)`, `x = X / Z`, `y = Y / Z`, `x y = T / Z`.
//!
//! Formulas: Hisil, Wong, Carter, Dawson, "Twisted Edwards curves revisited" (eprint 2008/522), the unified
//! addition (section 3.1) and the doubling (section 3.3). On a complete curve (`a` a square, `d` not) they
//! hold for all points. Elsewhere an undefined case shows as `Z = 0`, and only then: `Z3` is the product
//! of the two denominators. [`Extended::is_defined`] is therefore asked after every step there.

use ark_ec::twisted_edwards::{Affine, Projective, TECurveConfig};
use ark_ff::{AdditiveGroup, Field, One};

/// A point in extended coordinates.
pub struct Extended<C: TECurveConfig> {
    x: C::BaseField,
    y: C::BaseField,
    t: C::BaseField,
    z: C::BaseField,
}

impl<C: TECurveConfig> Clone for Extended<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: TECurveConfig> Copy for Extended<C> {}

/// An affine point with `d x y`, which spares an addition a product.
pub struct Addend<C: TECurveConfig> {
    x: C::BaseField,
    y: C::BaseField,
    dt: C::BaseField,
}

impl<C: TECurveConfig> Clone for Addend<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: TECurveConfig> Copy for Addend<C> {}

impl<C: TECurveConfig> Addend<C> {
    pub fn new(p: &Affine<C>) -> Self {
        Self {
            x: p.x,
            y: p.y,
            dt: p.x * p.y * C::COEFF_D,
        }
    }
}

impl<C: TECurveConfig> core::ops::Neg for Addend<C> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: self.y,
            dt: -self.dt,
        }
    }
}

impl<C: TECurveConfig> Extended<C> {
    pub fn identity() -> Self {
        let (zero, one) = (C::BaseField::ZERO, C::BaseField::one());
        Self {
            x: zero,
            y: one,
            t: zero,
            z: one,
        }
    }

    pub fn from_affine(p: &Affine<C>) -> Self {
        Self {
            x: p.x,
            y: p.y,
            t: p.x * p.y,
            z: C::BaseField::one(),
        }
    }

    pub fn from_projective(p: &Projective<C>) -> Self {
        Self {
            x: p.x,
            y: p.y,
            t: p.t,
            z: p.z,
        }
    }

    pub fn into_projective(self) -> Projective<C> {
        Projective::new_unchecked(self.x, self.y, self.t, self.z)
    }

    /// Whether the step that gave this point was defined.
    pub fn is_defined(&self) -> bool {
        use ark_ff::Zero;
        !self.z.is_zero()
    }

    #[inline]
    pub fn double(&self) -> Self {
        let a = self.x.square();
        let b = self.y.square();
        let c = self.z.square().double();
        let d = C::mul_by_a(a);
        let e = (self.x + self.y).square() - a - b;
        let g = d + b;
        let f = g - c;
        let h = d - b;
        Self {
            x: e * f,
            y: g * h,
            t: e * h,
            z: f * g,
        }
    }

    /// Adds an affine point: eight products and one by `a`.
    #[inline]
    pub fn add(&self, q: &Addend<C>) -> Self {
        let a = self.x * q.x;
        let b = self.y * q.y;
        let c = self.t * q.dt;
        let e = (self.x + self.y) * (q.x + q.y) - a - b;
        let f = self.z - c;
        let g = self.z + c;
        let h = b - C::mul_by_a(a);
        Self {
            x: e * f,
            y: g * h,
            t: e * h,
            z: f * g,
        }
    }

    /// Adds any point: nine products, one by `d` and one by `a`.
    #[inline]
    pub fn add_extended(&self, q: &Self) -> Self {
        let a = self.x * q.x;
        let b = self.y * q.y;
        let c = self.t * q.t * C::COEFF_D;
        let d = self.z * q.z;
        let e = (self.x + self.y) * (q.x + q.y) - a - b;
        let f = d - c;
        let g = d + c;
        let h = b - C::mul_by_a(a);
        Self {
            x: e * f,
            y: g * h,
            t: e * h,
            z: f * g,
        }
    }
}
