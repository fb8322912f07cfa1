//! The arithmetic kernels, one file per back end with the same functions in each.
//!
//! All work on little-endian limbs and return fully reduced values. The portable back end is compiled for
//! every target; the others come beside it.

mod inverse;
mod portable;

pub use inverse::inverse;
pub use portable::{add, double, mul, neg, reduce_once, square, sub, sum_of_products};
