//! The same verdicts on signatures as OpenSSL.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ecdsa;
mod rsa;
