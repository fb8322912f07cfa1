//! Pairings on eight lanes: the products inside one step of the tower side by side.

mod ring;
mod six;
mod steps;

pub use ring::{RingField, SmallBeta};
pub use six::Six;
pub use steps::LaneLoop;
