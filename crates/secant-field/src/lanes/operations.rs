//! The operations on eight elements.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and what is copied is meant to stay in registers"
)]

mod data;
mod prime;
mod products;
mod sums;
