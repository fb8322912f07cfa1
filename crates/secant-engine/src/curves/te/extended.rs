//! Extended coordinates `(X : Y : T : Z)`, `x = X / Z`, `y = Y / Z`, `x y = T / Z`.
//!
//! Formulas: Hisil, Wong, Carter, Dawson, "Twisted Edwards curves revisited" (eprint 2008/522), the unified
//! addition (section 3.1) and the doubling (section 3.3). On a complete curve (`a` a square, `d` not) they
//! hold for all points.
//!
//! Other curves have points at infinity, where `x` or `y` is infinite, and pairs of points whose unified sum is
//! undefined. With both coordinates on projective lines, `x = X1 / Z1` and `y = Y1 / T1`, every point has coordinates.
//! Wherever the unified addition is undefined, another law is defined: Bernstein, Lange, "A complete set of addition
//! laws for incomplete Edwards curves" (eprint 2009/580). Extended coordinates are the products
//! `(X1 T1 : Y1 Z1 : X1 Y1 : Z1 T1)`. The points at infinity are those with `Z = 0`, and all four coordinates vanish
//! where a law is undefined. So addition and doubling here are those of the whole group, and never meet an undefined
//! step.

use crate::ExceptionalAddition;
use ark_ec::twisted_edwards::{Affine, Projective, TECurveConfig};
use ark_ff::{AdditiveGroup, Field, One, Zero};

/// A point in extended coordinates, at infinity if `Z = 0`.
pub struct Extended<C: TECurveConfig> {
    pub x: C::BaseField,
    pub y: C::BaseField,
    pub t: C::BaseField,
    pub z: C::BaseField,
}

impl<C: TECurveConfig> Clone for Extended<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: TECurveConfig> Copy for Extended<C> {}

/// An affine point with `d x y`, which saves a product in an addition.
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

    /// For exceptional additions only.
    #[cold]
    fn into_extended(self) -> Extended<C> {
        Extended {
            x: self.x,
            y: self.y,
            t: self.x * self.y,
            z: C::BaseField::one(),
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

/// Uses the method that is inlined: `Field::square` is one more call in some crates.
#[inline(always)]
fn square<F: Field>(mut x: F) -> F {
    x.square_in_place();
    x
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

    /// The point as arkworks represents it. arkworks has no representation of points at infinity.
    pub fn into_projective(self) -> Result<Projective<C>, ExceptionalAddition> {
        if self.z.is_zero() {
            return Err(ExceptionalAddition);
        }
        Ok(Projective::new_unchecked(self.x, self.y, self.t, self.z))
    }

    /// The point `(E / G, H / F)`.
    #[inline(always)]
    pub fn from_quotients(e: C::BaseField, f: C::BaseField, g: C::BaseField, h: C::BaseField) -> Self {
        Self::from_quotients_for::<true>(e, f, g, h)
    }

    /// The point `(E / G, H / F)`, without `T` if nothing is to be added to it.
    #[inline(always)]
    fn from_quotients_for<const ADDITION: bool>(
        e: C::BaseField,
        f: C::BaseField,
        g: C::BaseField,
        h: C::BaseField,
    ) -> Self {
        Self {
            x: e * f,
            y: g * h,
            t: if ADDITION { e * h } else { C::BaseField::ZERO },
            z: f * g,
        }
    }

    /// The unified addition is defined for equal points, so this serves all points.
    #[inline]
    pub fn double(&self) -> Self {
        self.double_for::<true>()
    }

    /// [`Self::double`], one product cheaper if another doubling follows. It needs no `T`.
    #[inline]
    pub fn double_for<const ADDITION: bool>(&self) -> Self {
        meter!("double", Self);
        let a = square(self.x);
        let b = square(self.y);
        let c = square(self.z).double();
        let d = C::mul_by_a(a);
        let e = square(self.x + self.y) - a - b;
        let g = d + b;
        let f = g - c;
        let h = d - b;
        Self::from_quotients_for::<ADDITION>(e, f, g, h)
    }

    /// Adds an affine point: eight products and one by `a`.
    #[inline]
    pub fn add(&self, q: &Addend<C>) -> Self {
        meter!("mixed add", Self);
        let a = self.x * q.x;
        let b = self.y * q.y;
        let c = self.t * q.dt;
        let e = (self.x + self.y) * (q.x + q.y) - a - b;
        let f = self.z - c;
        let g = self.z + c;
        let h = b - C::mul_by_a(a);
        let sum = Self::from_quotients(e, f, g, h);
        if sum.z.is_zero() {
            self.add_exceptional(&q.into_extended(), sum)
        } else {
            sum
        }
    }

    /// Adds any point: nine products, one by `d` and one by `a`.
    #[inline]
    pub fn add_extended(&self, q: &Self) -> Self {
        self.add_any(q, &(q.t * C::COEFF_D))
    }

    /// Adds any point `q`, given its `d T`: nine products and one by `a`.
    #[inline]
    pub fn add_any(&self, q: &Self, dt: &C::BaseField) -> Self {
        meter!("add", Self);
        let a = self.x * q.x;
        let b = self.y * q.y;
        let c = self.t * dt;
        let d = self.z * q.z;
        let e = (self.x + self.y) * (q.x + q.y) - a - b;
        let f = d - c;
        let g = d + c;
        let h = b - C::mul_by_a(a);
        let sum = Self::from_quotients(e, f, g, h);
        if sum.z.is_zero() {
            self.add_exceptional(q, sum)
        } else {
            sum
        }
    }

    /// Adds any point, after the unified law gave a point with `Z = 0`.
    #[cold]
    fn add_exceptional(&self, q: &Self, unified: Self) -> Self {
        if !(unified.x.is_zero() && unified.y.is_zero() && unified.t.is_zero()) {
            return unified;
        }
        let e = self.t * q.z + q.t * self.z;
        let f = self.x * q.y - q.x * self.y;
        let g = self.y * q.y + C::mul_by_a(self.x * q.x);
        let h = self.t * q.z - q.t * self.z;
        Self::from_quotients(e, f, g, h)
    }
}
