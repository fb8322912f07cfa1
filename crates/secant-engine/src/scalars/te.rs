//! Multiplication on twisted Edwards curves. The curve need not be complete: every result is the true one, or an error
//! if that is a point at infinity.

pub(crate) mod endomorphism;
pub(crate) mod mul;

pub use endomorphism::{Endomorphism, mul_in_subgroup, mul_with_endomorphism};
pub use mul::mul;
