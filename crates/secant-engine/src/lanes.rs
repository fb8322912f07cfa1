//! Rings in eight lanes, shared by pairings and curves.

pub mod ring;
