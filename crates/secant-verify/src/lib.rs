//! Verifies proofs and signatures that other tools made, and reads those tools' own files.
//!
//! `groth16` takes a verification key, a proof and public inputs as snarkjs or gnark writes them. It finds out which
//! tool wrote them and over which curve, checks every byte, and verifies with `ark-groth16` over any curve types that
//! implement arkworks' `Pairing`.
//!
//! `ecdsa` verifies ECDSA signatures over the curves of `secant-gfp`, one at a time or many at once, and recovers keys.
//!
//! `rsa` reads a public key from DER or PEM and verifies signatures of PKCS#1 v1.5 and PSS.
//!
//! `certificate` extracts the public key of an X.509 certificate and reads nothing else of it.
//!
//! `formats` reads keys and signatures in the forms that are in use: lax PEM, JWK, JWS, COSE, WebAuthn, base64 and
//! hexadecimal digits.
//!
//! | feature | module |
//! |---|---|
//! | `groth16` | `groth16` |
//! | `batch` | in `groth16`, reads the points of long keys side by side |
//! | `rsa` | `rsa`, `certificate`, `hash` |
//! | `ecdsa` | `ecdsa`, `certificate`, `hash` |
//! | `formats` | `formats`, and the modules of `ecdsa` and `rsa` |
//!
//! All but `batch` and `formats` are on by default, as is `std`. Without `std` the crate needs `alloc`.
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
