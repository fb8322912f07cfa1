//! Pairings on eight lanes: the products inside one step of the tower side by side, or, for many pairs, eight pairs.

mod eight;
mod pairs;
mod replay;
mod six;
mod steps;

pub use eight::{Coefficients, CubicOf, Eight, PackedTarget, XiOf};
pub use pairs::PairsLoop;
pub use replay::{ReplayEight, ReplaySix};
pub use six::{RingOf, Six};
pub use steps::LaneLoop;
