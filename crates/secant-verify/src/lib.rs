//! Verification of proofs that other tools wrote, read from their own files.
//!
//! [`groth16`] takes a verification key, a proof and public inputs as snarkjs or gnark writes them,
//! finds out which of the two it was and over which curve, checks every byte, and verifies through
//! `ark-groth16` over any curve types that implement arkworks' [`Pairing`](ark_ec::pairing::Pairing).
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod groth16;
