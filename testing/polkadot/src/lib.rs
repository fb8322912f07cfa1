//! The guest that is built from upstream's unchanged crates, and the program with upstream's own answers.
#![forbid(unsafe_code)]

/// The guest: a WASM module.
pub const GUEST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guest.wasm"));

/// The same with secant's curves, on the node, in place of upstream's.
pub const GUEST_SECANT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guest_secant.wasm"));

/// The path of the program that answers as upstream does natively.
pub const ORACLE: &str = concat!(env!("OUT_DIR"), "/secant-polkadot-oracle");
