//! Upstream's unchanged crates for Polkadot, by name: in a guest, and natively as an oracle. Also requests to them, and
//! the other computations of the runtime's pallet.
//!
//! | feature | what |
//! |---|---|
//! | `calls` | upstream's host functions and curves by name |
//! | `guest` | the same as exports of a WASM module |
//! | `oracle` | the program that answers natively |
//! | `corpus` | requests: random, edge and malformed |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "guest"), forbid(unsafe_code))]

extern crate alloc;

#[cfg(feature = "calls")]
pub mod calls;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(all(feature = "guest", target_arch = "wasm32"))]
mod guest;
pub mod vrf;
