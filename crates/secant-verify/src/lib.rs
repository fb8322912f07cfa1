//! Verification of what other tools made, read from their own files.
//!
//! `groth16` takes a verification key, a proof and public inputs as snarkjs or gnark writes them,
//! finds out which of the two it was and over which curve, checks every byte, and verifies through
//! `ark-groth16` over any curve types that implement arkworks' `Pairing`.
//!
//! `ecdsa` verifies ECDSA signatures over the curves of `secant-gfp`, one or many at once, and recovers keys.
//!
//! `rsa` takes a public key as DER or PEM and verifies signatures of PKCS#1 v1.5 and PSS.
//!
//! `certificate` finds the key of an X.509 certificate, of which it looks at nothing else.
//!
//! `formats` reads keys and signatures in the forms in which people have them: PEM as it comes, JWK, JWS, COSE, WebAuthn,
//! base64 and hexadecimal digits.
//!
//! | feature | module |
//! |---|---|
//! | `groth16` | `groth16` |
//! | `batch` | in `groth16`, points of long keys side by side |
//! | `rsa` | `rsa`, `certificate`, `hash` |
//! | `ecdsa` | `ecdsa`, `certificate`, `hash` |
//! | `formats` | `formats`, and those of `ecdsa` and `rsa` |
//!
//! All but `batch` and `formats` are on by default, as is `std`, without which `alloc` is used.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(any(feature = "groth16", feature = "rsa", feature = "ecdsa", all(test, feature = "hash")))]
extern crate alloc;

#[cfg(any(feature = "ecdsa", feature = "rsa"))]
pub mod certificate;
#[cfg(feature = "ecdsa")]
pub mod ecdsa;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "groth16")]
pub mod groth16;
#[cfg(feature = "hash")]
pub mod hash;
pub mod name;
#[cfg(feature = "rsa")]
pub mod rsa;
