//! Verification of Groth16 proofs in the formats of other programs.

#[macro_use]
mod common;
mod commitments;
mod fixtures;
mod gnark;
mod gnark_lengths;
mod hostile;
mod keys;
mod mutation;
mod snarkjs;
mod versions;
