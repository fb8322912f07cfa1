//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2`.
//!
//! The identity is the point `(0, 1)`, so additions and multiples take any points. Where `a` is a square and `d` is
//! not, the addition law has no exceptions. Elsewhere, as on Bandersnatch, it has some. All of them involve points
//! outside the subgroup of the generator's order, and a gate excludes them. The type of a [`Point`] says whether it is
//! in that subgroup.
//!
//! Single additions and doublings use this form. Multiples are computed on the Weierstrass form of the curve, where an
//! addition of a chain takes two new elements instead of four ([`super::Weierstrass::msm`]). Two relations take a point
//! of the subgroup to that form, and two bring it back. A chain cannot take the identity: a constant point with a
//! scalar of zero replaces it.
//!
//! ```
//! use num_bigint::BigUint;
//! use secant_circuit::{
//!     Builder, Fr, Goal,
//!     curve::{Scalar, edwards::{Parameters, TwistedEdwards}},
//! };
//!
//! let mut b = Builder::new();
//! let curve = TwistedEdwards::new("jubjub", Parameters::jubjub(), b.shape())?;
//! let generator = curve.witness_in_subgroup(&mut b, &curve.parameters.generator)?;
//! let cell = b.witness(Fr::from(3));
//! let three = Scalar::number(&mut b, cell, 10);
//! let multiple = curve.mul(&mut b, &generator, &three)?;
//! assert_eq!(Some(multiple.coordinates(&curve)), curve.multiple(&BigUint::from(3u32), &curve.parameters.generator));
//! b.finish(&Goal::Rows(12))?.mock()?;
//! # Ok::<(), secant_circuit::Error>(())
//! ```

mod formulas;
mod group;
mod model;
mod multiples;
mod parameters;
mod public;
#[cfg(test)]
mod tests;

pub use parameters::Parameters;

use super::{Coordinates, Weierstrass, weierstrass::small_residue};
use crate::{
    Error, Shape,
    foreign::{Element, Field, FormulaGate},
};
use formulas::Constants;
use model::Model;
use num_bigint::{BigInt, BigUint};
use std::{fmt::Debug, marker::PhantomData, sync::Arc};

/// Points that are only known to be on the curve.
#[derive(Clone, Copy, Debug)]
pub enum AnyOrder {}

/// Points in the subgroup of the generator's order, a prime: multiples of the generator.
#[derive(Clone, Copy, Debug)]
pub enum PrimeOrder {}

/// What is known of the order of points.
pub trait Order: sealed::Sealed + Clone + Debug {}

impl Order for AnyOrder {}
impl Order for PrimeOrder {}

mod sealed {
    pub trait Sealed {
        /// Whether the points are in the subgroup of the generator's order.
        const PRIME: bool;
    }

    impl Sealed for super::AnyOrder {
        const PRIME: bool = false;
    }

    impl Sealed for super::PrimeOrder {
        const PRIME: bool = true;
    }
}

/// An affine point on the curve, which may be the identity `(0, 1)`.
#[derive(Clone, Debug)]
pub struct Point<O: Order = AnyOrder> {
    x: Element,
    y: Element,
    /// The product of the coordinates, if it was already computed.
    product: Option<Element>,
    order: PhantomData<O>,
}

impl<O: Order> Point<O> {
    /// A point from coordinates that the caller knows to be those of a point of this kind.
    fn of(x: Element, y: Element, product: Option<Element>) -> Self {
        Self {
            x,
            y,
            product,
            order: PhantomData,
        }
    }

    /// The first coordinate.
    pub fn x(&self) -> &Element {
        &self.x
    }

    /// The second coordinate.
    pub fn y(&self) -> &Element {
        &self.y
    }

    /// The coordinates as integers below the modulus.
    pub fn coordinates(&self, curve: &TwistedEdwards) -> Coordinates {
        let reduce = |x: &Element| curve.field().reduce(&x.value.clone().into());
        (reduce(&self.x), reduce(&self.y))
    }

    /// The same point, without what is known of its order.
    pub fn any(self) -> Point {
        Point::of(self.x, self.y, self.product)
    }
}

/// A curve `a x^2 + y^2 = 1 + d x^2 y^2` and the gates of its points.
#[derive(Clone, Debug)]
pub struct TwistedEdwards {
    /// Its parameters.
    pub parameters: Parameters,
    /// The curve that multiples are computed on.
    pub(super) weierstrass: Weierstrass,
    model: Model,
    /// Whether the law of addition has no exceptions.
    complete: bool,
    /// How many doublings take every point to the subgroup.
    doublings: usize,
    gates: Arc<Gates>,
}

/// The gates of a curve.
#[derive(Debug)]
struct Gates {
    on_curve: Arc<FormulaGate>,
    /// An addition that has no exceptions.
    add: Arc<FormulaGate>,
    /// An addition that excludes its exceptions, on curves where there are any.
    add_checked: Arc<FormulaGate>,
    double: Arc<FormulaGate>,
    in_subgroup: Arc<FormulaGate>,
    enter: Arc<FormulaGate>,
    leave: Arc<FormulaGate>,
}

impl TwistedEdwards {
    /// Makes the gates of a curve. The name must be unique in a circuit.
    ///
    /// The parameters are checked: the modulus and the order must be primes, the order must be that of the generator,
    /// and by Hasse's bound it must leave only one cofactor.
    ///
    /// # Errors
    /// If a check fails, if the field has fewer than 224 or more than 768 bits, if `a` is longer than a limb (where it
    /// is a square, there is an isomorphic curve with `a = 1`), or if the cofactor is not a power of two.
    pub fn new(name: &str, parameters: Parameters, shape: Shape) -> Result<Self, Error> {
        let unsupported = |what: &str| Error::Unsupported(format!("{name}: {what}"));
        let field = Field::new(&format!("the field of {name}"), &parameters.modulus, shape)?;
        let model = Model::new(&parameters, &field)
            .ok_or_else(|| unsupported("a curve needs different a and d below the modulus that are not zero"))?;
        let cofactor = parameters.cofactor();
        let weierstrass = model
            .weierstrass(&parameters, &field, &cofactor)
            .ok_or_else(|| unsupported("a generator that is no point of prime order"))?
            .map_err(|error| unsupported(&error.to_string()))?;
        if cofactor.count_ones() != 1 || cofactor < 4u32.into() {
            return Err(unsupported("a cofactor that is no power of two"));
        }
        let weierstrass = Weierstrass::new(name, weierstrass, shape)?;
        let Parameters { modulus, a, d, .. } = &parameters;
        let square = |x: BigUint| field.sqrt(&x.into()).is_some();
        // The points whose order is a power of two are as many as the cofactor. If `a d` is a square, three of them
        // have order two, so the order of each is smaller than the cofactor.
        let doublings = cofactor.trailing_zeros().unwrap_or(0) as usize;
        let doublings = doublings - usize::from(square(a * d));
        let constants = Constants {
            a: small_residue(a, modulus),
            d_inverse: BigInt::from(field.divide(&1.into(), &d.clone().into()).unwrap_or_default()),
        };
        let generator = &weierstrass.parameters.generator;
        let gates = Gates {
            on_curve: formulas::on_curve(&constants).over(&weierstrass.field)?,
            add: formulas::add(&constants, false).over(&weierstrass.field)?,
            add_checked: formulas::add(&constants, true).over(&weierstrass.field)?,
            double: formulas::double(&constants).over(&weierstrass.field)?,
            in_subgroup: formulas::in_subgroup(&constants, doublings).over(&weierstrass.field)?,
            enter: formulas::enter(&model, generator).over(&weierstrass.field)?,
            leave: formulas::leave(&model).over(&weierstrass.field)?,
        };
        Ok(Self {
            complete: square(a.clone()) && !square(d.clone()),
            parameters,
            weierstrass,
            model,
            doublings,
            gates: gates.into(),
        })
    }

    /// The field of its coordinates.
    pub fn field(&self) -> &Field {
        &self.weierstrass.field
    }

    /// The integers modulo the order of the generator; its elements can be scalars. `None` if that order is the
    /// circuit's own modulus: then single cells are such integers.
    pub fn scalars(&self) -> Option<&Field> {
        self.weierstrass.scalars.as_ref()
    }
}
