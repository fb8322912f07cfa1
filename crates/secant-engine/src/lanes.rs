//! Rings and curves in eight lanes.

pub mod curve;
pub mod eights;
pub mod fixed;
pub mod group;
pub mod lists;
pub mod msm;
pub mod multiple;
pub mod normalize;
pub mod pieces;
pub mod ring;
pub mod straus;

/// Below this many points, interleaved digits beat buckets (measured: they cross at 70 on BN254, at 110 on BLS12-381).
pub const STRAUS_BELOW: usize = 88;

/// Points of several windows that are added up together.
pub const TOGETHER: usize = 1 << 14;

/// Points that are packed and added up together, which bounds the memory.
pub const BLOCK: usize = 1 << 16;

/// How many vectors ahead points are fetched to the first cache.
pub const AHEAD: usize = 4;
