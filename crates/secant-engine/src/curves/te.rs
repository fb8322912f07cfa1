//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2`.

pub(crate) mod eight;
pub(crate) mod extended;
pub(crate) mod lane_group;
pub(crate) mod normalize;
