//! Verification of signatures: published vectors, refusals, noise.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(any(feature = "ecdsa", feature = "rsa"))]
mod certificate;
#[cfg(any(feature = "ecdsa", feature = "rsa"))]
mod der;
#[cfg(feature = "ecdsa")]
mod ecdsa;
#[cfg(feature = "ecdsa")]
mod ecdsa_nist;
#[cfg(feature = "ecdsa")]
mod ecdsa_wycheproof;
#[cfg(any(feature = "ecdsa", feature = "rsa"))]
mod hashes;
#[cfg(feature = "ecdsa")]
mod others;
#[cfg(feature = "rsa")]
mod rsa;
#[cfg(feature = "rsa")]
mod rsa_nist;
#[cfg(feature = "rsa")]
mod rsa_wycheproof;
