//! Points of curves: one at a time, and eight in lanes.

pub(crate) mod eights;
pub(crate) mod group;
pub(crate) mod lane_curve;
pub(crate) mod lane_group;
pub(crate) mod normalize;
pub mod sw;
pub(crate) mod te;

pub use group::{ExceptionalAddition, Group};
pub use lane_group::LaneGroup;
