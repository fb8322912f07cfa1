//! Elliptic curves in circuits.
//!
//! A [`Weierstrass`] is a curve `y^2 = x^3 + a x + b` over any field, with the gates of its group law. Its points are
//! [`Point`]s, affine and never the identity. Additions are incomplete: their gates exclude equal first coordinates, so
//! no proof exists in the cases that the formulas do not cover. An [`AnyPoint`] may be the identity, and its additions
//! are complete. [`edwards`] has curves in twisted Edwards form, whose points may be the identity.

mod any;
mod arithmetic;
mod chain;
mod comb;
mod combination;
pub mod edwards;
mod endomorphism;
mod expansion;
mod joint;
mod lattice;
mod msm;
mod public;
mod scalar;
mod weierstrass;

pub use any::AnyPoint;
use arithmetic::digits_of_pi;
pub use arithmetic::{Coordinates, Parameters, coordinates, integer_of};
pub use comb::Comb;
pub(crate) use combination::{Combination, Quotient};
use joint::{PART_DIGITS, Term};
use lattice::short_vector;
pub use scalar::Scalar;
pub use weierstrass::{Point, Weierstrass};
pub(crate) use weierstrass::{add, double};
