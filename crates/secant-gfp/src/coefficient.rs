//! The coefficient `a` of a curve. Special values have types of their own.

use crate::coordinates::{homogeneous::Xyz, jacobian::JacobianXyz};
use core::fmt::Debug;
use secant_field::modular::Modular;

/// A coefficient `a`, with the formulas that depend on it.
pub trait Coefficient<F: Modular>: Clone + Debug + Send + Sync {
    /// `a`.
    fn value(&self, field: &F) -> F::Element;

    /// `a x`.
    fn mul(&self, field: &F, x: &F::Element) -> F::Element;

    /// `3 x^2 + a z^4`, from `x` and `z^2`.
    fn slope(&self, field: &F, x: &F::Element, zz: &F::Element) -> F::Element {
        let xx = field.square(x);
        field.add(&triple(field, &xx), &self.mul(field, &field.square(zz)))
    }

    /// `2 p` in Jacobian coordinates.
    #[inline(always)]
    fn double(&self, field: &F, p: &JacobianXyz<F>) -> JacobianXyz<F> {
        meter!("double", JacobianXyz<F>);
        // dbl-2001-b of the Explicit-Formulas Database in another order. D = 4 X Y^2 and 8 Y^4 = (2 Y^2)(4 Y^2) are
        // computed as products, which takes fewer additions.
        let [x, y, z] = p;
        let y2 = field.double(y);
        let z3 = field.mul(&y2, z);
        let b = field.mul(y, &y2);
        let c = field.double(&b);
        let e = self.slope(field, x, &field.square(z));
        let d = field.mul(x, &c);
        let x3 = field.sub(&field.square(&e), &field.double(&d));
        let y3 = field.sub(&field.mul(&e, &field.sub(&d, &x3)), &field.mul(&b, &c));
        [x3, y3, z3]
    }

    /// `p + q` by a formula that is complete on curves of odd order, with `b3 = 3 b`.
    ///
    /// Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves" (eprint 2015/1060),
    /// algorithm 1.
    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        let f = field;
        let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
        let (xx, yy, zz) = (f.mul(x1, x2), f.mul(y1, y2), f.mul(z1, z2));
        let xy = mixed(f, [x1, y1], [x2, y2], [&xx, &yy]);
        let xz = mixed(f, [x1, z1], [x2, z2], [&xx, &zz]);
        let yz = mixed(f, [y1, z1], [y2, z2], [&yy, &zz]);
        let azz = self.mul(f, &zz);
        let t = f.add(&self.mul(f, &xz), &f.mul(b3, &zz));
        let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
        // 3 x1 x2 + a z1 z2 and b3 (x1 z2 + x2 z1) + a (x1 x2 - a z1 z2)
        let u = f.add(&triple(f, &xx), &azz);
        let v = f.add(&f.mul(b3, &xz), &self.mul(f, &f.sub(&xx, &azz)));
        [
            f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
            f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
            f.add(&f.mul(&yz, &plus), &f.mul(&xy, &u)),
        ]
    }

    /// `2 p` by a formula that is complete on curves of odd order, with `b3 = 3 b`: algorithm 3 of the same paper.
    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        let f = field;
        let [x, y, z] = p;
        let (xx, yy, zz) = (f.square(x), f.square(y), f.square(z));
        let (xy, xz) = (f.double(&f.mul(x, y)), f.double(&f.mul(x, z)));
        let t = f.add(&self.mul(f, &xz), &f.mul(b3, &zz));
        let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
        let azz = self.mul(f, &zz);
        let v = f.add(&f.mul(b3, &xz), &self.mul(f, &f.sub(&xx, &azz)));
        let u = f.add(&triple(f, &xx), &azz);
        let yz = f.double(&f.mul(y, z));
        let yyyz = f.mul(&yz, &yy);
        [
            f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
            f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
            f.double(&f.double(&yyyz)),
        ]
    }
}

/// `3 x`.
#[inline(always)]
pub(crate) fn triple<F: Modular>(field: &F, x: &F::Element) -> F::Element {
    field.add(&field.double(x), x)
}

/// `a1 b2 + a2 b1` with one product, from the products `a1 a2` and `b1 b2`.
#[inline(always)]
fn mixed<F: Modular>(
    f: &F,
    [a1, b1]: [&F::Element; 2],
    [a2, b2]: [&F::Element; 2],
    of: [&F::Element; 2],
) -> F::Element {
    let product = f.mul(&f.add(a1, b1), &f.add(a2, b2));
    f.sub(&product, &f.add(of[0], of[1]))
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

impl<F: Modular> Coefficient<F> for ZeroA {
    fn value(&self, field: &F) -> F::Element {
        field.zero()
    }

    #[inline(always)]
    fn mul(&self, field: &F, _: &F::Element) -> F::Element {
        field.zero()
    }

    #[inline(always)]
    fn double(&self, field: &F, p: &JacobianXyz<F>) -> JacobianXyz<F> {
        meter!("double", JacobianXyz<F>);
        // The slope does not need z^2 here.
        let [x, y, z] = p;
        let y2 = field.double(y);
        let z3 = field.mul(&y2, z);
        let b = field.mul(y, &y2);
        let c = field.double(&b);
        let e = triple(field, &field.square(x));
        let d = field.mul(x, &c);
        let x3 = field.sub(&field.square(&e), &field.double(&d));
        let y3 = field.sub(&field.mul(&e, &field.sub(&d, &x3)), &field.mul(&b, &c));
        [x3, y3, z3]
    }

    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        // Algorithm 7.
        let f = field;
        let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
        let (xx, yy, zz) = (f.mul(x1, x2), f.mul(y1, y2), f.mul(z1, z2));
        let xy = mixed(f, [x1, y1], [x2, y2], [&xx, &yy]);
        let yz = mixed(f, [y1, z1], [y2, z2], [&yy, &zz]);
        let v = f.mul(b3, &mixed(f, [x1, z1], [x2, z2], [&xx, &zz]));
        let (u, t) = (triple(f, &xx), f.mul(b3, &zz));
        let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
        [
            f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
            f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
            f.add(&f.mul(&yz, &plus), &f.mul(&xy, &u)),
        ]
    }

    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        // Algorithm 9.
        let f = field;
        let [x, y, z] = p;
        let yy = f.square(y);
        let eight = f.double(&f.double(&f.double(&yy)));
        let t = f.mul(b3, &f.square(z));
        let z3 = f.mul(&f.mul(y, z), &eight);
        let (minus, plus) = (f.sub(&yy, &triple(f, &t)), f.add(&yy, &t));
        let y3 = f.add(&f.mul(&t, &eight), &f.mul(&minus, &plus));
        let x3 = f.double(&f.mul(&minus, &f.mul(x, y)));
        [x3, y3, z3]
    }
}

impl<F: Modular> Coefficient<F> for MinusThreeA {
    fn value(&self, field: &F) -> F::Element {
        field.neg(&triple(field, &field.one()))
    }

    #[inline(always)]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        field.neg(&triple(field, x))
    }

    #[inline(always)]
    fn slope(&self, field: &F, x: &F::Element, zz: &F::Element) -> F::Element {
        // 3 (x - z^2) (x + z^2)
        let product = field.mul(&field.sub(x, zz), &field.add(x, zz));
        triple(field, &product)
    }
    // Algorithms 4 and 6, the complete formulas for a = -3, equal those for any a when products by a are additions, as
    // in `mul`.
}

impl<F: Modular> Coefficient<F> for AnyA<F::Element> {
    fn value(&self, _: &F) -> F::Element {
        self.0
    }

    #[inline(always)]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        field.mul(&self.0, x)
    }
}

impl<E: PartialEq> KnownA<E> {
    /// Classifies a value of `a`.
    pub fn new<F: Modular<Element = E>>(field: &F, a: E) -> Self {
        if field.is_zero(&a) {
            Self::Zero
        } else if a == MinusThreeA.value(field) {
            Self::MinusThree
        } else {
            Self::Any(a)
        }
    }
}

/// Calls the formulas for the value of `a`.
macro_rules! dispatch {
    ($self:ident, |$a:ident| $body:expr) => {
        match $self {
            KnownA::Zero => {
                let $a = &ZeroA;
                $body
            }
            KnownA::MinusThree => {
                let $a = &MinusThreeA;
                $body
            }
            KnownA::Any(a) => {
                let $a = &AnyA(*a);
                $body
            }
        }
    };
}

impl<F: Modular> Coefficient<F> for KnownA<F::Element> {
    fn value(&self, field: &F) -> F::Element {
        dispatch!(self, |a| a.value(field))
    }

    #[inline]
    fn mul(&self, field: &F, x: &F::Element) -> F::Element {
        dispatch!(self, |a| a.mul(field, x))
    }

    #[inline]
    fn slope(&self, field: &F, x: &F::Element, zz: &F::Element) -> F::Element {
        dispatch!(self, |a| a.slope(field, x, zz))
    }

    #[inline]
    fn double(&self, field: &F, p: &JacobianXyz<F>) -> JacobianXyz<F> {
        dispatch!(self, |a| a.double(field, p))
    }

    fn add_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
        dispatch!(self, |a| a.add_complete(field, b3, p, q))
    }

    fn double_complete(&self, field: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
        dispatch!(self, |a| a.double_complete(field, b3, p))
    }
}
