//! The prover and its keys beside halo2's: one program, since each takes long to compile.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod circuits;
mod keys;
mod recorder;
mod same;
mod stock;
mod unsatisfied;
mod verify;
mod witness;
