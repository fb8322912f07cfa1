//! Verification of signatures and proofs for smart contracts, as exports of a WASM module.
//!
//! The functions here do the work of the exports, on slices. `README.md` describes how to call the exports. Features
//! choose what the module verifies, and what it computes itself:
//!
//! | feature | |
//! |---|---|
//! | `signatures` (default) | ECDSA and RSA |
//! | `antelope` | of signatures, what Antelope nodes have no function for |
//! | `rustcrypto` | of signatures, only ECDSA on two curves, by RustCrypto's crates, to compare with |
//! | `groth16` | Groth16 proofs |
//!
//! Without `antelope` the module imports nothing.
#![no_std]
#![deny(unsafe_code)]

mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(feature = "groth16")]
mod groth16;
#[cfg(feature = "signatures")]
mod signatures;

pub use error::{Error, INVALID, VALID, Verdict, code};
#[cfg(feature = "groth16")]
pub use groth16::verify_groth16;
#[cfg(feature = "signatures")]
pub use signatures::*;
