//! Homogeneous projective coordinates `(X / Z, Y / Z)`.

use super::Coordinates;
use crate::{Affine, Coefficient, Curve, ElementOf};
use core::{fmt::Debug, marker::PhantomData};
use educe::Educe;
use secant_engine::curves::sw::{Xyz, triple};
use secant_field::context::FieldContext;

/// The point `(X / Z, Y / Z)`, or infinity if `Z` is zero, with formulas `S`.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct HomogeneousBy<C: Curve, S>(Xyz<C::Field>, PhantomData<S>);

/// Homogeneous coordinates with the fastest formulas, which have a branch for each exceptional case.
///
/// Formulas: Explicit-Formulas Database, "Projective coordinates" (`add-1998-cmo-2`, `dbl-2007-bl`).
pub type Homogeneous<C> = HomogeneousBy<C, Branching>;

/// Homogeneous coordinates with complete formulas: the operations are the same for all points, at infinity or not.
///
/// The formulas are complete on curves of odd order. On a curve of even order they fail for two points whose difference
/// has order two. [`Coordinates::identity`] and [`Coordinates::from_affine`] accept any curve, but on a curve of even
/// order sums are computed as in [`Homogeneous`].
pub type Complete<C> = HomogeneousBy<C, WithoutExceptions>;

/// The formulas of [`Homogeneous`].
#[derive(Clone, Copy, Debug)]
pub struct Branching;

/// The formulas of [`Complete`].
#[derive(Clone, Copy, Debug)]
pub struct WithoutExceptions;

/// Formulas in homogeneous coordinates.
pub trait Formulas: Copy + Debug {
    /// `2 p`.
    fn double<C: Curve>(curve: &C, p: &Xyz<C::Field>) -> Xyz<C::Field>;
    /// `p + q`.
    fn add<C: Curve>(curve: &C, p: &Xyz<C::Field>, q: &Xyz<C::Field>) -> Xyz<C::Field>;
}

fn equals<F: FieldContext>(f: &F, p: &Xyz<F>, q: &Xyz<F>) -> bool {
    let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
    if f.is_zero(z1) || f.is_zero(z2) {
        return f.is_zero(z1) && f.is_zero(z2);
    }
    f.mul(x1, z2) == f.mul(x2, z1) && f.mul(y1, z2) == f.mul(y2, z1)
}

fn double<F: FieldContext, A: Coefficient<F>>(f: &F, a: &A, [x, y, z]: &Xyz<F>) -> Xyz<F> {
    // For the identity (0 : Y : 0) and for points of order two (y = 0) this gives (0 : Y' : 0) with a nonzero Y'.
    let w = a.slope(f, x, || *z);
    let s = f.double(&f.mul(y, z));
    let ss = f.square(&s);
    let r = f.mul(y, &s);
    let b = f.double(&f.mul(x, &r));
    let h = f.sub(&f.square(&w), &f.double(&b));
    if f.is_zero(&s) {
        return [f.zero(), f.one(), f.zero()];
    }
    [
        f.mul(&h, &s),
        f.sub(&f.mul(&w, &f.sub(&b, &h)), &f.double(&f.square(&r))),
        f.mul(&s, &ss),
    ]
}

fn add<F: FieldContext, A: Coefficient<F>>(f: &F, a: &A, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
    let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
    if f.is_zero(z1) {
        return *q;
    }
    if f.is_zero(z2) {
        return *p;
    }
    let (u1, s1) = (f.mul(x1, z2), f.mul(y1, z2));
    let u = f.sub(&f.mul(y2, z1), &s1);
    let v = f.sub(&f.mul(x2, z1), &u1);
    if f.is_zero(&v) {
        return if f.is_zero(&u) {
            double(f, a, p)
        } else {
            [f.zero(), f.one(), f.zero()]
        };
    }
    let zz = f.mul(z1, z2);
    let vv = f.square(&v);
    let vvv = f.mul(&v, &vv);
    let r = f.mul(&vv, &u1);
    let t = f.sub(&f.sub(&f.mul(&f.square(&u), &zz), &vvv), &f.double(&r));
    [
        f.mul(&v, &t),
        f.sub(&f.mul(&u, &f.sub(&r, &t)), &f.mul(&vvv, &s1)),
        f.mul(&vvv, &zz),
    ]
}

/// `3 b`.
fn b3<C: Curve>(curve: &C) -> ElementOf<C> {
    triple(curve.field(), curve.b())
}

impl Formulas for Branching {
    fn double<C: Curve>(curve: &C, p: &Xyz<C::Field>) -> Xyz<C::Field> {
        double(curve.field(), curve.a(), p)
    }

    fn add<C: Curve>(curve: &C, p: &Xyz<C::Field>, q: &Xyz<C::Field>) -> Xyz<C::Field> {
        add(curve.field(), curve.a(), p, q)
    }
}

impl Formulas for WithoutExceptions {
    fn double<C: Curve>(curve: &C, p: &Xyz<C::Field>) -> Xyz<C::Field> {
        if !curve.has_odd_order() {
            return Branching::double(curve, p);
        }
        curve.a().double_complete(curve.field(), &b3(curve), p)
    }

    fn add<C: Curve>(curve: &C, p: &Xyz<C::Field>, q: &Xyz<C::Field>) -> Xyz<C::Field> {
        if !curve.has_odd_order() {
            return Branching::add(curve, p, q);
        }
        curve.a().add_complete(curve.field(), &b3(curve), p, q)
    }
}

impl<C: Curve, S: Formulas> HomogeneousBy<C, S> {
    const fn new(xyz: Xyz<C::Field>) -> Self {
        Self(xyz, PhantomData)
    }
}

impl<C: Curve, S: Formulas> Coordinates<C> for HomogeneousBy<C, S> {
    fn identity(curve: &C) -> Self {
        Self::from_affine(&Affine::Infinity, curve)
    }

    fn is_identity(&self, curve: &C) -> bool {
        curve.field().is_zero(&self.0[2])
    }

    fn from_affine(point: &Affine<C>, curve: &C) -> Self {
        let f = curve.field();
        Self::new(match point.xy() {
            None => [f.zero(), f.one(), f.zero()],
            Some((x, y)) => [*x, *y, f.one()],
        })
    }

    fn to_affine(&self, curve: &C) -> Affine<C> {
        let (f, [x, y, z]) = (curve.field(), &self.0);
        f.inverse(z).map_or(Affine::Infinity, |inverse| Affine::Point {
            x: f.mul(x, &inverse),
            y: f.mul(y, &inverse),
        })
    }

    fn double(&self, curve: &C) -> Self {
        Self::new(S::double(curve, &self.0))
    }

    fn add(&self, other: &Self, curve: &C) -> Self {
        Self::new(S::add(curve, &self.0, &other.0))
    }

    fn neg(&self, curve: &C) -> Self {
        let [x, y, z] = self.0;
        Self::new([x, curve.field().neg(&y), z])
    }

    fn equals(&self, other: &Self, curve: &C) -> bool {
        equals(curve.field(), &self.0, &other.0)
    }
}
