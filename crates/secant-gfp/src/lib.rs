//! Short Weierstrass curves `y^2 = x^3 + a x + b` over any prime field GF(p).
//!
//! A [`Curve`] is a value: one of [`named`], which the compiler knows and which has no size, or a [`RuntimeCurve`], whose
//! parameters came from elsewhere and were validated. Code over `Curve` serves both. Points are [`Affine`], [`Jacobian`] or
//! [`Homogeneous`]; [`Point`] carries its curve along and has operators.
//!
//! ```
//! use secant_gfp::{Curve, named::Secp256r1};
//!
//! let g = Secp256r1.generator_point();
//! let seven = Secp256r1.scalar(&[7]);
//! assert_eq!(&g * &seven, &g + &(&g * &Secp256r1.scalar(&[6])));
//! ```
//!
//! Nothing here needs a heap but [`FixedBase`] and [`multi_mul`], all of it runs in variable time, and no input panics.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "meter")]
#[macro_use(meter)]
extern crate secant_field;
#[cfg(feature = "std")]
extern crate std;

/// Nothing: see `secant_field`, whose feature may be on for another crate.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}

mod coefficient;
mod coordinates;
mod curve;
mod fixed_base;
mod glv;
#[cfg(feature = "lanes")]
mod lanes;
mod mul;
pub mod named;
mod point;
mod runtime;
pub mod sec1;
mod table;

pub use coefficient::{AnyA, Coefficient, KnownA, MinusThreeA, ZeroA};
pub use coordinates::{
    Coordinates,
    affine::Affine,
    homogeneous::{Complete, Homogeneous},
    jacobian::Jacobian,
};
pub use curve::{Curve, ElementOf, Isomorphism, LimbsOf, ScalarOf};
pub use fixed_base::FixedBase;
pub use glv::Glv;
pub use mul::{double_mul, mul, mul_by, multi_mul};
pub use point::Point;
pub use runtime::{CurveError, Parameters, Policy, RuntimeCurve, generator_y, visit};

/// The most bits of a field or an order.
pub const MAX_BITS: usize = 1024;

/// How the curves work.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/curves-over-gfp.md")]
    pub mod curves_over_gfp {}
}
