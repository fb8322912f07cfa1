//! Multiplication of points by scalars, and membership in the prime-order subgroup.

pub(crate) mod annihilator;
pub(crate) mod digits;
pub(crate) mod each;
pub(crate) mod fixed_base;
pub(crate) mod multiple;
pub(crate) mod straus;
pub mod sw;
pub mod te;

pub use annihilator::{Annihilator, EndomorphismRing, Halves, Signed};
pub use each::{are_annihilated_on_lanes, mul_each_on_lanes};
pub use fixed_base::FixedBase;
