//! Points in several coordinate systems.

pub mod affine;
pub mod homogeneous;
pub mod jacobian;

use crate::{Affine, Curve};
use core::fmt::Debug;

/// A coordinate system: points as plain data. The group law takes the curve as an argument.
///
/// All operations are correct for all points of the curve: equal, opposite, of order two, at infinity.
pub trait Coordinates<C: Curve>: Copy + Debug {
    /// The point at infinity.
    fn identity(curve: &C) -> Self;
    /// Whether it is the point at infinity.
    fn is_identity(&self, curve: &C) -> bool;
    /// Converts from an affine point.
    fn from_affine(point: &Affine<C>, curve: &C) -> Self;
    /// Converts to an affine point.
    fn to_affine(&self, curve: &C) -> Affine<C>;
    /// `2 p`.
    fn double(&self, curve: &C) -> Self;
    /// `p + q`.
    fn add(&self, other: &Self, curve: &C) -> Self;
    /// `-p`.
    fn neg(&self, curve: &C) -> Self;
    /// Whether both represent the same point.
    fn equals(&self, other: &Self, curve: &C) -> bool;
}
