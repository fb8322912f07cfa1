//! The trait of a curve.

use crate::{Affine, Coefficient, Coordinates, Jacobian, MAX_BITS, Point};
use alloc::vec::Vec;
use core::fmt::Debug;
use secant_engine::scalars::sw::Endomorphism;
use secant_field::{context::FieldContext, modular::Modular};

/// An element of the curve's field.
pub type ElementOf<C> = <<C as Curve>::Field as FieldContext>::Element;
/// An integer modulo the order of the curve's generator.
pub type ScalarOf<C> = <<C as Curve>::Scalars as FieldContext>::Element;
/// An integer with as many limbs as a scalar.
pub type LimbsOf<C> = <<C as Curve>::Scalars as Modular>::Limbs;
/// `(k, l, p)` of a sum `k G + l p`, for the generator `G`.
pub type Term<C> = (ScalarOf<C>, ScalarOf<C>, Affine<C>);
/// Affine points, none of them infinity.
pub type Entries<'a, C> = &'a [(ElementOf<C>, ElementOf<C>)];

/// A curve `y^2 = x^3 + a x + b` over a prime field, with a generator of prime order.
pub trait Curve: Clone + Debug + Send + Sync + Sized {
    /// The base field.
    type Field: Modular;
    /// The integers modulo the order of the generator.
    type Scalars: Modular;
    /// The coefficient `a`.
    type A: Coefficient<Self::Field>;

    /// The base field.
    fn field(&self) -> &Self::Field;
    /// The integers modulo the order of the generator.
    fn scalars(&self) -> &Self::Scalars;
    /// The coefficient `a`.
    fn a(&self) -> &Self::A;
    /// The coefficient `b`.
    fn b(&self) -> &ElementOf<Self>;
    /// The generator.
    fn generator(&self) -> Affine<Self>;
    /// The cofactor, little-endian: the number of points of the curve divided by the order of the generator.
    fn cofactor(&self) -> &[u64];

    /// Odd multiples `G, 3 G, 5 G, ...` of the generator; their number is a power of two. They are on the curve of
    /// [`Curve::isomorphism`] if there is one.
    #[doc(hidden)]
    fn generator_table(&self) -> Entries<'_, Self>;

    /// An endomorphism that halves the length of scalars.
    #[doc(hidden)]
    #[inline(always)]
    fn glv(&self) -> Option<&Glv<ElementOf<Self>>> {
        None
    }

    /// An isomorphism to a curve with `a = -3`, on which multiplications are faster.
    #[doc(hidden)]
    #[inline(always)]
    fn isomorphism(&self) -> Option<&Isomorphism<ElementOf<Self>>> {
        None
    }

    /// `k G + l p` for each `(k, l, p)`, on eight lanes if the field has lanes.
    fn double_mul_each(&self, terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        double_mul_one_by_one(self, terms)
    }

    /// Whether the curve has an odd number of points.
    fn has_odd_order(&self) -> bool {
        // The order of the generator is an odd prime.
        self.cofactor()[0] & 1 == 1
    }

    /// Whether the order of the generator is the number of points of the curve.
    fn has_prime_order(&self) -> bool {
        self.cofactor()[0] == 1 && self.cofactor()[1..].iter().all(|&limb| limb == 0)
    }

    /// `x^3 + a x + b`.
    fn y_squared(&self, x: &ElementOf<Self>) -> ElementOf<Self> {
        let f = self.field();
        let sum = f.add(&f.mul(&f.square(x), x), &self.a().mul(f, x));
        f.add(&sum, self.b())
    }

    /// Whether `(x, y)` is on the curve.
    fn contains(&self, x: &ElementOf<Self>, y: &ElementOf<Self>) -> bool {
        self.field().square(y) == self.y_squared(x)
    }

    /// The point `(x, y)`; `None` if it is not on the curve.
    fn affine(&self, x: &ElementOf<Self>, y: &ElementOf<Self>) -> Option<Affine<Self>> {
        self.contains(x, y).then_some(Affine::Point { x: *x, y: *y })
    }

    /// The point with this `x` whose `y`, as an integer below the modulus, is odd if and only if `y_is_odd`. `None` if
    /// there is none.
    fn decompress(&self, x: &ElementOf<Self>, y_is_odd: bool) -> Option<Affine<Self>> {
        let f = self.field();
        let y = f.sqrt(&self.y_squared(x))?;
        let y = if f.is_odd(&y) == y_is_odd { y } else { f.neg(&y) };
        // If y is zero, there is no odd one.
        (f.is_odd(&y) == y_is_odd).then_some(Affine::Point { x: *x, y })
    }

    /// Whether a point of the curve is a multiple of the generator.
    fn is_in_subgroup(&self, point: &Affine<Self>) -> bool {
        // Multiplies by the order as an integer: as a scalar it would be zero.
        self.has_prime_order()
            || crate::mul::mul_by_integer(self, point, self.scalars().modulus().as_ref()).is_identity(self)
    }

    /// A little-endian integer of any length, reduced to a scalar.
    fn scalar(&self, limbs: &[u64]) -> ScalarOf<Self> {
        self.scalars().reduce(limbs)
    }

    /// The generator as a [`Point`].
    fn generator_point(&self) -> Point<'_, Self> {
        Point::new(self, &self.generator())
    }

    /// A point of this curve as a [`Point`].
    fn point(&self, point: &Affine<Self>) -> Point<'_, Self> {
        Point::new(self, point)
    }
}

/// [`Curve::double_mul_each`] without lanes.
pub(crate) fn double_mul_one_by_one<C: Curve>(curve: &C, terms: &[Term<C>]) -> Vec<Jacobian<C>> {
    terms
        .iter()
        .map(|(k, l, p)| crate::double_mul(curve, k, l, p))
        .collect()
}

/// The map `(x, y) -> (u^2 x, u^3 y)` to the curve with the coefficients `u^4 a = -3` and `u^6 b`.
#[derive(Clone, Copy, Debug)]
pub struct Isomorphism<E> {
    /// `u`.
    pub u: E,
    /// `u^2`.
    pub u2: E,
    /// `u^3`.
    pub u3: E,
}

/// The endomorphism `(x, y) -> (beta x, y)` of a curve `y^2 = x^3 + b`, with which multiplications take half the
/// doublings.
#[derive(Clone, Copy, Debug)]
pub struct Glv<E: 'static> {
    /// The endomorphism.
    pub endomorphism: Endomorphism<E>,
    /// The images of the odd multiples of the generator.
    pub generator_table: &'static [(E, E)],
}

/// The greatest number of digits of a scalar, or of another integer with at most [`MAX_BITS`] bits.
pub(crate) const MAX_DIGITS: usize = MAX_BITS + 1;
