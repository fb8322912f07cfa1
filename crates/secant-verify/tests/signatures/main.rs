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
#[cfg(feature = "ecdsa")]
mod explicit;
#[cfg(any(feature = "ecdsa", feature = "rsa"))]
mod hashes;
#[cfg(feature = "ecdsa")]
mod others;
#[cfg(feature = "ecdsa")]
mod prehash;
#[cfg(feature = "rsa")]
mod rsa;
#[cfg(feature = "rsa")]
mod rsa_nist;
#[cfg(feature = "rsa")]
mod rsa_wycheproof;
#[cfg(feature = "ecdsa")]
mod short;

/// A file of `fixtures`.
#[cfg(any(feature = "ecdsa", feature = "rsa"))]
fn fixture(path: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
