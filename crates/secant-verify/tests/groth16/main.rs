//! Verification of Groth16 proofs in the formats of other programs.

#[macro_use]
mod common;
mod fixtures;
mod gnark;
mod gnark_lengths;
mod mutation;
mod snarkjs;
