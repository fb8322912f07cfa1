//! Jacobian coordinates `(X / Z^2, Y / Z^3)`, whose formulas are those of [`sw::Jacobian`].

use super::Coordinates;
use crate::{Affine, Curve, ElementOf};
use educe::Educe;
use secant_engine::curves::sw;
use secant_field::context::FieldContext;

/// The point `(X / Z^2, Y / Z^3)`, or infinity if `Z` is zero.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Jacobian<C: Curve>(pub(crate) sw::Jacobian<ElementOf<C>>);

impl<C: Curve> Jacobian<C> {
    /// `Z`.
    pub fn z(&self) -> &ElementOf<C> {
        &self.0.z
    }

    /// `X`.
    pub fn x(&self) -> &ElementOf<C> {
        &self.0.x
    }

    /// `p + (x, y)`.
    pub fn add_affine(&self, x: &ElementOf<C>, y: &ElementOf<C>, curve: &C) -> Self {
        Self(self.0.add_affine(curve.field(), curve.a(), x, y))
    }
}

impl<C: Curve> Coordinates<C> for Jacobian<C> {
    fn identity(curve: &C) -> Self {
        Self(sw::Jacobian::identity(curve.field()))
    }

    fn is_identity(&self, curve: &C) -> bool {
        self.0.is_identity(curve.field())
    }

    fn from_affine(point: &Affine<C>, curve: &C) -> Self {
        match point.xy() {
            None => Self::identity(curve),
            Some((x, y)) => Self(sw::Jacobian::from_affine(curve.field(), x, y)),
        }
    }

    fn to_affine(&self, curve: &C) -> Affine<C> {
        let f = curve.field();
        let sw::Jacobian { x, y, z } = &self.0;
        f.inverse(z).map_or(Affine::Infinity, |inverse| {
            let square = f.square(&inverse);
            Affine::Point {
                x: f.mul(x, &square),
                y: f.mul(y, &f.mul(&square, &inverse)),
            }
        })
    }

    fn double(&self, curve: &C) -> Self {
        Self(self.0.double(curve.field(), curve.a()))
    }

    fn add(&self, other: &Self, curve: &C) -> Self {
        Self(self.0.add(curve.field(), curve.a(), &other.0))
    }

    fn neg(&self, curve: &C) -> Self {
        Self(sw::Jacobian {
            y: curve.field().neg(&self.0.y),
            ..self.0
        })
    }

    fn equals(&self, other: &Self, curve: &C) -> bool {
        let f = curve.field();
        let (p, q) = (&self.0, &other.0);
        if p.is_identity(f) || q.is_identity(f) {
            return p.is_identity(f) && q.is_identity(f);
        }
        let (zz1, zz2) = (f.square(&p.z), f.square(&q.z));
        f.mul(&p.x, &zz2) == f.mul(&q.x, &zz1) && f.mul(&p.y, &f.mul(&q.z, &zz2)) == f.mul(&q.y, &f.mul(&p.z, &zz1))
    }
}
