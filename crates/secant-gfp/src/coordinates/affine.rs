//! Affine coordinates.

use super::Coordinates;
use crate::{Coefficient, Curve, ElementOf};
use educe::Educe;
use secant_field::context::FieldContext;

/// A point `(x, y)`, or infinity.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affine<C: Curve> {
    /// The point at infinity.
    Infinity,
    /// A point of the curve. [`Curve::affine`] checks that it is one.
    Point {
        /// The first coordinate.
        x: ElementOf<C>,
        /// The second coordinate.
        y: ElementOf<C>,
    },
}

impl<C: Curve> Affine<C> {
    /// The coordinates; `None` for the point at infinity.
    pub fn xy(&self) -> Option<(&ElementOf<C>, &ElementOf<C>)> {
        match self {
            Self::Infinity => None,
            Self::Point { x, y } => Some((x, y)),
        }
    }
}

impl<C: Curve> Coordinates<C> for Affine<C> {
    fn identity(_: &C) -> Self {
        Self::Infinity
    }

    fn is_identity(&self, _: &C) -> bool {
        matches!(self, Self::Infinity)
    }

    fn from_affine(point: &Self, _: &C) -> Self {
        *point
    }

    fn to_affine(&self, _: &C) -> Self {
        *self
    }

    fn double(&self, curve: &C) -> Self {
        let Self::Point { x, y } = self else { return *self };
        let f = curve.field();
        let slope = curve.a().slope(f, x, || f.one());
        // Points of order two have y = 0, which has no inverse.
        f.inverse(&f.double(y))
            .map_or(Self::Infinity, |inverse| chord(f, &f.mul(&slope, &inverse), x, y, x))
    }

    fn add(&self, other: &Self, curve: &C) -> Self {
        let (Some((x1, y1)), Some((x2, y2))) = (self.xy(), other.xy()) else {
            return if self.is_identity(curve) { *other } else { *self };
        };
        let f = curve.field();
        match f.inverse(&f.sub(x2, x1)) {
            Some(inverse) => chord(f, &f.mul(&f.sub(y2, y1), &inverse), x1, y1, x2),
            None if y1 == y2 => self.double(curve),
            None => Self::Infinity,
        }
    }

    fn neg(&self, curve: &C) -> Self {
        match self {
            Self::Infinity => *self,
            Self::Point { x, y } => Self::Point {
                x: *x,
                y: curve.field().neg(y),
            },
        }
    }

    fn equals(&self, other: &Self, _: &C) -> bool {
        self == other
    }
}

/// The reflection of the third point on the line with this slope through `(x1, y1)` and a point at `x2`.
fn chord<C: Curve>(
    f: &C::Field,
    slope: &ElementOf<C>,
    x1: &ElementOf<C>,
    y1: &ElementOf<C>,
    x2: &ElementOf<C>,
) -> Affine<C> {
    let x = f.sub(&f.square(slope), &f.add(x1, x2));
    let y = f.sub(&f.mul(slope, &f.sub(x1, &x)), y1);
    Affine::Point { x, y }
}
