//! Jacobian coordinates `(X / Z^2, Y / Z^3)`.
//!
//! Formulas: Explicit-Formulas Database, "Jacobian coordinates" (`madd-2007-bl`, `add-2007-bl` with fewer additions; for
//! doublings see [`Coefficient`](crate::Coefficient)).

use super::Coordinates;
use crate::{Affine, Coefficient, Curve, ElementOf};
use educe::Educe;
use secant_field::modular::Modular;

/// `[X, Y, Z]`.
pub(crate) type JacobianXyz<F> = [<F as Modular>::Element; 3];

/// The point `(X / Z^2, Y / Z^3)`, or infinity if `Z` is zero.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Jacobian<C: Curve>(pub(crate) JacobianXyz<C::Field>);

impl<C: Curve> Jacobian<C> {
    /// `Z`.
    pub fn z(&self) -> &ElementOf<C> {
        &self.0[2]
    }

    /// `X`.
    pub fn x(&self) -> &ElementOf<C> {
        &self.0[0]
    }

    /// `p + (x, y)`.
    pub fn add_affine(&self, x: &ElementOf<C>, y: &ElementOf<C>, curve: &C) -> Self {
        Self(add_affine(curve.field(), curve.a(), &self.0, x, y))
    }
}

/// Adds `(x, y)` on a curve with the coefficient `a`.
#[inline(always)]
pub(crate) fn add_affine<F: Modular, A: Coefficient<F>>(
    f: &F,
    a: &A,
    p: &JacobianXyz<F>,
    x: &F::Element,
    y: &F::Element,
) -> JacobianXyz<F> {
    meter!("mixed add", JacobianXyz<F>);
    let [x1, y1, z1] = p;
    if f.is_zero(z1) {
        return [*x, *y, f.one()];
    }
    let zz = f.square(z1);
    let h = f.sub(&f.mul(x, &zz), x1);
    let r = f.sub(&f.mul(y, &f.mul(z1, &zz)), y1);
    if f.is_zero(&h) {
        return add_equal(f, a, p, &r);
    }
    add_distinct(f, x1, y1, &h, &r, &f.mul(z1, &h))
}

/// The sum of points with the same `x`; `r` is the difference of their `y`.
#[cold]
#[inline(never)]
fn add_equal<F: Modular, A: Coefficient<F>>(f: &F, a: &A, p: &JacobianXyz<F>, r: &F::Element) -> JacobianXyz<F> {
    if f.is_zero(r) {
        a.double(f, p)
    } else {
        [f.one(), f.one(), f.zero()]
    }
}

/// The sum of points with different `x`. `u` and `s` are the first point's coordinates over the common denominator, `h`
/// and `r` are the differences of the second point's coordinates to them.
#[inline(always)]
fn add_distinct<F: Modular>(
    f: &F,
    u: &F::Element,
    s: &F::Element,
    h: &F::Element,
    r: &F::Element,
    z: &F::Element,
) -> JacobianXyz<F> {
    let hh = f.square(h);
    let hhh = f.mul(h, &hh);
    let v = f.mul(u, &hh);
    let x = f.sub(&f.sub(&f.square(r), &hhh), &f.double(&v));
    let y = f.sub(&f.mul(r, &f.sub(&v, &x)), &f.mul(s, &hhh));
    [x, y, *z]
}

/// `p + q` on a curve with the coefficient `a`.
pub(crate) fn add<F: Modular, A: Coefficient<F>>(
    f: &F,
    a: &A,
    p: &JacobianXyz<F>,
    q: &JacobianXyz<F>,
) -> JacobianXyz<F> {
    meter!("add", JacobianXyz<F>);
    let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
    if f.is_zero(z1) {
        return *q;
    }
    if f.is_zero(z2) {
        return *p;
    }
    let (zz1, zz2) = (f.square(z1), f.square(z2));
    let (u, s) = (f.mul(x1, &zz2), f.mul(y1, &f.mul(z2, &zz2)));
    let h = f.sub(&f.mul(x2, &zz1), &u);
    let r = f.sub(&f.mul(y2, &f.mul(z1, &zz1)), &s);
    if f.is_zero(&h) {
        return add_equal(f, a, p, &r);
    }
    add_distinct(f, &u, &s, &h, &r, &f.mul(&f.mul(z1, z2), &h))
}

impl<C: Curve> Coordinates<C> for Jacobian<C> {
    fn identity(curve: &C) -> Self {
        let f = curve.field();
        Self([f.one(), f.one(), f.zero()])
    }

    fn is_identity(&self, curve: &C) -> bool {
        curve.field().is_zero(self.z())
    }

    fn from_affine(point: &Affine<C>, curve: &C) -> Self {
        match point.xy() {
            None => Self::identity(curve),
            Some((x, y)) => Self([*x, *y, curve.field().one()]),
        }
    }

    fn to_affine(&self, curve: &C) -> Affine<C> {
        let f = curve.field();
        let [x, y, z] = &self.0;
        f.inverse(z).map_or(Affine::Infinity, |inverse| {
            let square = f.square(&inverse);
            Affine::Point {
                x: f.mul(x, &square),
                y: f.mul(y, &f.mul(&square, &inverse)),
            }
        })
    }

    fn double(&self, curve: &C) -> Self {
        // Z3 = 2 Y Z, so the identity and points of order two need no case of their own.
        Self(curve.a().double(curve.field(), &self.0))
    }

    fn add(&self, other: &Self, curve: &C) -> Self {
        Self(add(curve.field(), curve.a(), &self.0, &other.0))
    }

    fn neg(&self, curve: &C) -> Self {
        let [x, y, z] = self.0;
        Self([x, curve.field().neg(&y), z])
    }

    fn equals(&self, other: &Self, curve: &C) -> bool {
        let f = curve.field();
        let ([x1, y1, z1], [x2, y2, z2]) = (&self.0, &other.0);
        if f.is_zero(z1) || f.is_zero(z2) {
            return f.is_zero(z1) && f.is_zero(z2);
        }
        let (zz1, zz2) = (f.square(z1), f.square(z2));
        f.mul(x1, &zz2) == f.mul(x2, &zz1) && f.mul(y1, &f.mul(z2, &zz2)) == f.mul(y2, &f.mul(z1, &zz1))
    }
}
