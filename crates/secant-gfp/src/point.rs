//! Points that refer to their curve, with operators.

use crate::{Affine, Coordinates, Curve, Jacobian, ScalarOf, mul::mul};
use core::ops::{Add, Mul, Neg, Sub};
use educe::Educe;

/// A point that refers to its curve, with operators: `&g * &k + &q`.
///
/// Two [`RuntimeCurve`](crate::RuntimeCurve)s can be different curves of the same type. Do not combine points of
/// different curves: the result is meaningless.
#[derive(Educe)]
#[educe(Clone, Copy, Debug)]
pub struct Point<'c, C: Curve> {
    curve: &'c C,
    point: Jacobian<C>,
}

impl<'c, C: Curve> Point<'c, C> {
    /// Makes a point from an affine point of the curve.
    pub fn new(curve: &'c C, point: &Affine<C>) -> Self {
        Self {
            curve,
            point: Jacobian::from_affine(point, curve),
        }
    }

    /// The point at infinity.
    pub fn identity(curve: &'c C) -> Self {
        Self::new(curve, &Affine::Infinity)
    }

    /// Whether it is the point at infinity.
    pub fn is_identity(&self) -> bool {
        self.point.is_identity(self.curve)
    }

    /// Converts to affine coordinates.
    pub fn to_affine(&self) -> Affine<C> {
        self.point.to_affine(self.curve)
    }

    /// `2 p`.
    #[must_use]
    pub fn double(&self) -> Self {
        Self {
            point: self.point.double(self.curve),
            ..*self
        }
    }
}

impl<C: Curve> PartialEq for Point<'_, C> {
    fn eq(&self, other: &Self) -> bool {
        self.point.equals(&other.point, self.curve)
    }
}

impl<C: Curve> Eq for Point<'_, C> {}

impl<'c, C: Curve> Add for &Point<'c, C> {
    type Output = Point<'c, C>;

    fn add(self, other: Self) -> Point<'c, C> {
        Point {
            point: self.point.add(&other.point, self.curve),
            ..*self
        }
    }
}

impl<'c, C: Curve> Neg for &Point<'c, C> {
    type Output = Point<'c, C>;

    fn neg(self) -> Point<'c, C> {
        Point {
            point: self.point.neg(self.curve),
            ..*self
        }
    }
}

impl<'c, C: Curve> Sub for &Point<'c, C> {
    type Output = Point<'c, C>;

    fn sub(self, other: Self) -> Point<'c, C> {
        self + &-other
    }
}

impl<'c, C: Curve> Mul<&ScalarOf<C>> for &Point<'c, C> {
    type Output = Point<'c, C>;

    fn mul(self, k: &ScalarOf<C>) -> Point<'c, C> {
        Point {
            point: mul(self.curve, k, &self.to_affine()),
            ..*self
        }
    }
}
