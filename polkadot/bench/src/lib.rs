//! secant's host functions beside upstream's, in Substrate's executor.
//!
//! A [`Node`] runs the guest and the runtime of `guests/polkadot` with the host functions that its type says; all else is
//! the same.
#![forbid(unsafe_code)]

pub mod arguments;
mod benchmarking;
pub mod extrinsics;
pub mod functions;
mod node;
pub mod table;

pub use node::{Node, SECANT, Secant, UPSTREAM, Upstream};
