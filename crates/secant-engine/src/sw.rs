//! Short Weierstrass curves `y^2 = x^3 + a x + b`.

mod affine;
mod endomorphism;
mod jacobian;
mod lanes;
mod msm;
mod mul;

pub use endomorphism::{Endomorphism, Signed, mul_with_endomorphism};
pub use lanes::mul_each_with_endomorphism_on_lanes;
pub use msm::msm;
pub use mul::mul;
