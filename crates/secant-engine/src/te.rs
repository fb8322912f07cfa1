//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2` in extended coordinates.
//!
//! The curve need not be complete: every result is the true one, and an error if that is a point at infinity.

mod endomorphism;
mod extended;
mod lanes;
mod msm;
mod mul;
mod normalize;

pub use endomorphism::{Endomorphism, mul_in_subgroup, mul_with_endomorphism};
pub use msm::msm;
pub use mul::mul;
