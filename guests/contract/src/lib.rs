//! Verification of signatures for smart contracts, as exports of a WASM module.
//!
//! The functions here are what the exports compute, on slices; `README.md` says how they are called. A feature says what
//! the module computes itself:
//!
//! | feature | |
//! |---|---|
//! | none | everything: the module imports nothing |
//! | `antelope` | what Antelope nodes have no function for |
//! | `rustcrypto` | ECDSA on two curves by RustCrypto's crates, to compare with |
#![no_std]
#![deny(unsafe_code)]

mod ecdsa;
mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg_attr(all(target_arch = "wasm32", feature = "antelope"), path = "host/antelope.rs")]
#[cfg_attr(not(all(target_arch = "wasm32", feature = "antelope")), path = "host/none.rs")]
mod host;
pub mod numbers;
mod recover;
mod rsa;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;

pub use ecdsa::verify_ecdsa;
pub use error::{Error, INVALID, VALID, Verdict, code};
pub use recover::{KEY_LEN, recover_secp256k1};
pub use rsa::verify_rsa;
#[cfg(feature = "rustcrypto")]
pub use rustcrypto::verify_ecdsa as verify_ecdsa_rustcrypto;

use numbers::options::DIGEST;
use secant_verify::hash::Hash;

/// Bytes of the longest digest.
const MAX_DIGEST: usize = 64;

/// Whether no other options are set than those that are known.
fn check_options(options: u32, known: u32) -> Result<(), Error> {
    if options & !known == 0 {
        Ok(())
    } else {
        Err(Error::Options)
    }
}

/// The digest of a message, unless it is one already.
fn digest<'a>(hash: Hash, message: &'a [u8], options: u32, room: &'a mut [u8; MAX_DIGEST]) -> &'a [u8] {
    if options & DIGEST != 0 {
        return message;
    }
    let digest = &mut room[..hash.output_len()];
    host::digest(hash, message, digest);
    digest
}
