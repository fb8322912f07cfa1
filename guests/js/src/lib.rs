//! The computations of secant's JavaScript package: curves, pairings, Groth16 and ECDSA, as exports of a WASM module.
//!
//! The functions here do the work of the exports, on slices. `README.md` describes how to call the exports.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

mod ecdsa;
mod encoding;
mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
mod groth16;
mod group;
mod pairing;

pub use ecdsa::{options, verify_ecdsa};
pub use error::{Error, Kind, Outcome};
pub use groth16::{Prepared, read_key, read_statement, verify_groth16};
pub use group::{GroupOperations, group};
pub use pairing::{PairingOperations, pairing};
