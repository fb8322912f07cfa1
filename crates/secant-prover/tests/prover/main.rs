//! Compares the prover and its keys with halo2's. The tests are one program, since each program takes long to compile.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod circuits;
mod keys;
mod recorder;
mod same;
mod stock;
mod unsatisfied;
mod verify;
mod witness;
