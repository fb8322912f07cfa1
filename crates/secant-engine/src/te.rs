//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2` in extended coordinates.

mod extended;
mod msm;
mod mul;

pub use msm::msm;
pub use mul::mul;
