//! The coefficient `a` of a curve. Special values have types of their own.

use super::{
    complete::{self, Xyz},
    jacobian::Jacobian,
};
use core::fmt::Debug;
use secant_field::context::FieldContext;

/// A coefficient `a`, with the formulas that depend on it.
pub trait Coefficient<F: FieldContext>: Clone + Debug + Send + Sync {
    /// `a`.
    fn value(&self, field: &F) -> F::Element;

    /// `a x`.
    fn mul(&self, field: &F, x: &F::Element) -> F::Element;

    /// `3 x^2 + a w^2`. `w` is computed only where it is needed.
    #[inline(always)]
    fn slope(&self, field: &F, x: &F::Element, w: impl FnOnce() -> F::Element) -> F::Element {
        let xx = field.square(x);
        field.add(&triple(field, &xx), &self.mul(field, &field.square(&w())))
    }

    /// `2 p`. The identity and points of order two need no case of their own, since `Z3 = 2 Y Z`.
    #[inline(always)]
    fn double(&self, field: &F, p: &Jacobian<F::Element>) -> Jacobian<F::Element> {
        if const { F::CHEAP_SQUARES } {
            double_by_squares(field, self, p)
        } else {
            double_by_products(field, self, p)
        }
    }

    /// `p + q` by a formula that is complete on curves of odd order, with `b3 = 3 b`.
    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        complete::add(field, self, b3, p, q)
    }

    /// `2 p` by a formula that is complete on curves of odd order, with `b3 = 3 b`.
    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        complete::double(field, self, b3, p)
    }
}

/// `3 x`.
#[inline(always)]
pub fn triple<F: FieldContext>(field: &F, x: &F::Element) -> F::Element {
    field.add(&field.double(x), x)
}

/// dbl-2001-b of the Explicit-Formulas Database in another order. `D = 4 X Y^2` and `8 Y^4 = (2 Y^2) (4 Y^2)` are
/// computed as products, which takes fewer additions.
#[inline(always)]
fn double_by_products<F: FieldContext, A: Coefficient<F>>(
    f: &F,
    a: &A,
    p: &Jacobian<F::Element>,
) -> Jacobian<F::Element> {
    let y2 = f.double(&p.y);
    let z = f.mul(&y2, &p.z);
    let b = f.mul(&p.y, &y2);
    let c = f.double(&b);
    let e = a.slope(f, &p.x, || f.square(&p.z));
    let d = f.mul(&p.x, &c);
    let x = f.sub(&f.square(&e), &f.double(&d));
    let y = f.sub(&f.mul(&e, &f.sub(&d, &x)), &f.mul(&b, &c));
    Jacobian { x, y, z }
}

/// dbl-2007-bl with `Z3 = 2 Y Z`: more squares and fewer products.
#[inline]
fn double_by_squares<F: FieldContext, A: Coefficient<F>>(
    f: &F,
    a: &A,
    p: &Jacobian<F::Element>,
) -> Jacobian<F::Element> {
    let b = f.square(&p.y);
    let d = f.double(&f.double(&f.mul(&p.x, &b)));
    let e = a.slope(f, &p.x, || f.square(&p.z));
    doubled(f, p, &f.square(&b), &d, &e)
}

/// dbl-2009-l: for `a = 0`, with one product less.
#[inline]
fn double_by_squares_with_zero_a<F: FieldContext>(f: &F, p: &Jacobian<F::Element>) -> Jacobian<F::Element> {
    let a = f.square(&p.x);
    let b = f.square(&p.y);
    let c = f.square(&b);
    let d = f.double(&f.sub(&f.sub(&f.square(&f.add(&p.x, &b)), &a), &c));
    doubled(f, p, &c, &d, &triple(f, &a))
}

/// `2 p` from `c = Y^4`, `d = 4 X Y^2` and the slope `e`.
#[inline(always)]
fn doubled<F: FieldContext>(
    f: &F,
    p: &Jacobian<F::Element>,
    c: &F::Element,
    d: &F::Element,
    e: &F::Element,
) -> Jacobian<F::Element> {
    let x = f.sub(&f.square(e), &f.double(d));
    let eight = f.double(&f.double(&f.double(c)));
    let y = f.sub(&f.mul(e, &f.sub(d, &x)), &eight);
    let z = f.double(&f.mul(&p.y, &p.z));
    Jacobian { x, y, z }
}

/// `a = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZeroA;

/// `a = -3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinusThreeA;

/// Any `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyA<E>(pub E);

/// A coefficient `a` given at run time, classified by the fastest formulas for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownA<E> {
    /// `a = 0`.
    Zero,
    /// `a = -3`.
    MinusThree,
    /// Another `a`.
    Any(E),
}

impl<F: FieldContext> Coefficient<F> for ZeroA {
    #[inline(always)]
    fn value(&self, field: &F) -> F::Element {
        field.zero()
    }

    #[inline(always)]
    fn mul(&self, field: &F, _: &F::Element) -> F::Element {
        field.zero()
    }

    #[inline(always)]
    fn slope(&self, field: &F, x: &F::Element, _: impl FnOnce() -> F::Element) -> F::Element {
        triple(field, &field.square(x))
    }

    #[inline(always)]
    fn double(&self, field: &F, p: &Jacobian<F::Element>) -> Jacobian<F::Element> {
        if const { F::CHEAP_SQUARES } {
            double_by_squares_with_zero_a(field, p)
        } else {
            double_by_products(field, self, p)
        }
    }

    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        complete::add_with_zero_a(field, b3, p, q)
    }

    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        complete::double_with_zero_a(field, b3, p)
    }
}

impl<F: FieldContext> Coefficient<F> for MinusThreeA {
    #[inline(always)]
    fn value(&self, field: &F) -> F::Element {
        field.neg(&triple(field, &field.one()))
    }

    #[inline(always)]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        field.neg(&triple(field, x))
    }

    #[inline(always)]
    fn slope(&self, field: &F, x: &F::Element, w: impl FnOnce() -> F::Element) -> F::Element {
        // 3 (x - w) (x + w)
        let w = w();
        let product = field.mul(&field.sub(x, &w), &field.add(x, &w));
        triple(field, &product)
    }
}

impl<E> AnyA<E> {
    /// `a z^4`: the coefficient on the curve to which `(x, y) -> (x z^2, y z^3)` leads.
    pub fn on_scaled_curve<F: FieldContext<Element = E>>(&self, field: &F, z: &E) -> Self {
        Self(field.mul(&self.0, &field.square(&field.square(z))))
    }
}

impl<F: FieldContext> Coefficient<F> for AnyA<F::Element> {
    #[inline(always)]
    fn value(&self, _: &F) -> F::Element {
        self.0
    }

    #[inline(always)]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        field.mul(&self.0, x)
    }
}

impl<E: Copy + PartialEq> KnownA<E> {
    /// Classifies a value of `a`.
    pub fn new<F: FieldContext<Element = E>>(field: &F, a: E) -> Self {
        if field.is_zero(&a) {
            Self::Zero
        } else if a == MinusThreeA.value(field) {
            Self::MinusThree
        } else {
            Self::Any(a)
        }
    }
}

impl<F: FieldContext> Coefficient<F> for KnownA<F::Element> {
    fn value(&self, field: &F) -> F::Element {
        match self {
            Self::Zero => ZeroA.value(field),
            Self::MinusThree => MinusThreeA.value(field),
            Self::Any(a) => *a,
        }
    }

    #[inline]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        match self {
            Self::Zero => ZeroA.mul(field, x),
            Self::MinusThree => MinusThreeA.mul(field, x),
            Self::Any(a) => AnyA(*a).mul(field, x),
        }
    }

    #[inline]
    fn slope(&self, field: &F, x: &F::Element, w: impl FnOnce() -> F::Element) -> F::Element {
        match self {
            Self::Zero => ZeroA.slope(field, x, w),
            Self::MinusThree => MinusThreeA.slope(field, x, w),
            Self::Any(a) => AnyA(*a).slope(field, x, w),
        }
    }

    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        match self {
            Self::Zero => ZeroA.add_complete(field, b3, p, q),
            Self::MinusThree => MinusThreeA.add_complete(field, b3, p, q),
            Self::Any(a) => AnyA(*a).add_complete(field, b3, p, q),
        }
    }

    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        match self {
            Self::Zero => ZeroA.double_complete(field, b3, p),
            Self::MinusThree => MinusThreeA.double_complete(field, b3, p),
            Self::Any(a) => AnyA(*a).double_complete(field, b3, p),
        }
    }
}
