//! Short Weierstrass curves `y^2 = x^3 + a x + b` over any prime field GF(p).
//!
//! A [`Curve`] is a value. It is either one of [`named`], which is known at compile time and has size zero, or a
//! [`RuntimeCurve`], whose parameters were given at run time and validated. Code generic over `Curve` serves both.
//! Points are [`Affine`], [`Jacobian`] or [`Homogeneous`]; a [`Point`] refers to its curve and has operators.
//!
//! ```
//! use secant_gfp::{Curve, named::Secp256r1};
//!
//! let g = Secp256r1.generator_point();
//! let seven = Secp256r1.scalar(&[7]);
//! assert_eq!(&g * &seven, &g + &(&g * &Secp256r1.scalar(&[6])));
//! ```
//!
//! Only [`FixedBase`] and [`multi_mul`] need a heap. Everything runs in variable time. No input panics.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "meter")]
#[macro_use(meter)]
extern crate secant_field;
#[cfg(feature = "std")]
extern crate std;

/// Does nothing. It shadows the macro of `secant_field`, whose feature `meter` may be on for another crate.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}

mod coordinates;
mod curve;
mod fixed_base;
#[cfg(feature = "lanes")]
mod lanes;
mod mul;
pub mod named;
mod point;
mod runtime;
pub mod sec1;

pub use coordinates::{
    Coordinates,
    affine::Affine,
    homogeneous::{Branching, Complete, Formulas, Homogeneous, HomogeneousBy, WithoutExceptions},
    jacobian::Jacobian,
};
pub use curve::{Curve, ElementOf, Glv, Isomorphism, LimbsOf, ScalarOf, Term};
pub use fixed_base::FixedBase;
pub use mul::{double_mul, mul, mul_by, multi_mul};
pub use point::Point;
pub use runtime::{CurveError, Parameters, Policy, RuntimeCurve, generator_y, visit};
pub use secant_engine::curves::sw::{AnyA, Coefficient, KnownA, MinusThreeA, ZeroA};

/// The greatest number of bits of a field or an order.
pub const MAX_BITS: usize = 1024;

/// How the arithmetic of the curves works.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/curves-over-gfp.md")]
    pub mod curves_over_gfp {}
}
