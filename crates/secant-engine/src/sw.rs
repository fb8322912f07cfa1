//! Short Weierstrass curves `y^2 = x^3 + a x + b`.

mod affine;
mod jacobian;
mod msm;
mod mul;

pub use msm::msm;
pub use mul::mul;
