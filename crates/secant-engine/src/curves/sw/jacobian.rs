//! Jacobian coordinates `(X / Z^2, Y / Z^3)` on a curve with any `a`, over any field.
//!
//! Formulas: Explicit-Formulas Database, "Jacobian coordinates" (`madd-2007-bl`, `add-2007-bl` with fewer additions; for
//! doublings see [`Coefficient`]). They do not involve `b`, so they also hold on the isomorphic curves that
//! multiplication moves its table to.

use super::coefficient::Coefficient;
use secant_field::context::FieldContext;

/// A point; the identity has `z = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jacobian<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
}

impl<E: Copy> Jacobian<E> {
    /// From coordinates.
    pub const fn new(x: E, y: E, z: E) -> Self {
        Self { x, y, z }
    }

    /// The affine point `(x, y)`.
    #[inline(always)]
    pub fn from_affine<F: FieldContext<Element = E>>(f: &F, x: &E, y: &E) -> Self {
        Self::new(*x, *y, f.one())
    }

    /// The identity.
    #[inline(always)]
    pub fn identity<F: FieldContext<Element = E>>(f: &F) -> Self {
        Self::new(f.one(), f.one(), f.zero())
    }

    /// Whether it is the identity.
    #[inline(always)]
    pub fn is_identity<F: FieldContext<Element = E>>(&self, f: &F) -> bool {
        f.is_zero(&self.z)
    }

    /// Doubles any point.
    #[inline(always)]
    pub fn double<F: FieldContext<Element = E>>(&self, f: &F, a: &impl Coefficient<F>) -> Self {
        meter!("double", Self);
        a.double(f, self)
    }

    /// Adds the affine point `(x, y)`, which is not the identity.
    #[inline(always)]
    pub fn add_affine<F: FieldContext<Element = E>>(&self, f: &F, a: &impl Coefficient<F>, x: &E, y: &E) -> Self {
        meter!("mixed add", Self);
        if self.is_identity(f) {
            return Self::from_affine(f, x, y);
        }
        let (h, r) = self.differences(f, x, y);
        if f.is_zero(&h) {
            return self.add_with_same_x(f, a, &r);
        }
        self.add_distinct(f, &h, &r, &f.mul(&self.z, &h))
    }

    /// Adds `(x, y)` and gives the ratio of the new to the old `z`; `None` for equal or opposite points
    /// and for the identity.
    pub fn add_affine_with_ratio<F: FieldContext<Element = E>>(&self, f: &F, x: &E, y: &E) -> Option<(Self, E)> {
        meter!("mixed add", Self);
        let (h, r) = self.differences(f, x, y);
        let are_distinct = !self.is_identity(f) && !f.is_zero(&h);
        are_distinct.then(|| (self.add_distinct(f, &h, &r, &f.mul(&self.z, &h)), h))
    }

    /// Adds any point.
    pub fn add<F: FieldContext<Element = E>>(&self, f: &F, a: &impl Coefficient<F>, q: &Self) -> Self {
        meter!("add", Self);
        if self.is_identity(f) {
            return *q;
        }
        if q.is_identity(f) {
            return *self;
        }
        // Both points over the common denominator Z1 Z2.
        let (zz1, zz2) = (f.square(&self.z), f.square(&q.z));
        let u = f.mul(&self.x, &zz2);
        let s = f.mul(&self.y, &f.mul(&q.z, &zz2));
        let h = f.sub(&f.mul(&q.x, &zz1), &u);
        let r = f.sub(&f.mul(&q.y, &f.mul(&self.z, &zz1)), &s);
        if f.is_zero(&h) {
            return self.add_with_same_x(f, a, &r);
        }
        let z = f.mul(&self.z, &q.z);
        Self::new(u, s, z).add_distinct(f, &h, &r, &f.mul(&z, &h))
    }

    /// Adds a point with the same first coordinate, which hardly ever happens. `r` is zero if the points are equal.
    #[cold]
    #[inline(never)]
    fn add_with_same_x<F: FieldContext<Element = E>>(&self, f: &F, a: &impl Coefficient<F>, r: &E) -> Self {
        if f.is_zero(r) {
            a.double(f, self)
        } else {
            Self::identity(f)
        }
    }

    /// `(x Z^2 - X, y Z^3 - Y)`.
    #[inline(always)]
    fn differences<F: FieldContext<Element = E>>(&self, f: &F, x: &E, y: &E) -> (E, E) {
        let zz = f.square(&self.z);
        let u = f.mul(x, &zz);
        let s = f.mul(&f.mul(y, &self.z), &zz);
        (f.sub(&u, &self.x), f.sub(&s, &self.y))
    }

    /// The addition itself, from the differences `h != 0` and `r` of the coordinates over a common denominator. The sum
    /// has the given `z`.
    #[inline(always)]
    fn add_distinct<F: FieldContext<Element = E>>(&self, f: &F, h: &E, r: &E, z: &E) -> Self {
        let hh = f.square(h);
        let hhh = f.mul(h, &hh);
        let v = f.mul(&self.x, &hh);
        let x = f.sub(&f.sub(&f.square(r), &hhh), &f.double(&v));
        let y = f.sub(&f.mul(r, &f.sub(&v, &x)), &f.mul(&self.y, &hhh));
        Self::new(x, y, *z)
    }
}
