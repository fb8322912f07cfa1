//! Pairings on eight lanes: the products inside one step of the tower side by side.

mod six;
mod steps;

pub use six::Six;
pub use steps::LaneLoop;
