//! All tests of statements and their parts in one program, so that shared code is compiled once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod audits;
mod basic;
mod bls;
mod cache;
mod common;
mod constants;
mod constraints;
mod counts;
mod ecdsa;
mod edges;
mod edges_of_curves;
mod edwards;
mod extensions;
mod layouts;
mod msm;
mod pairing;
mod prove;
mod relations;
mod signatures;
mod soundness;
mod srs;
mod two_sets;
mod verify;
mod wycheproof;
