//! Requests to the host functions of Polkadot: random, edge-case and malformed ones, made with upstream's curves.
//!
//! A [`Case`] is a request with the expected answer of secant: upstream's answer, to the last byte, or one of the
//! documented differences.

mod answers;
mod curve;
pub mod evaluations;
mod groups;
mod mutations;
mod operations;
mod pairings;
pub mod proofs;

pub use answers::{Answer, answer, compare_host_functions, compare_operations};
pub use curve::{Curve, encode};
pub use operations::operations;

use rand::{SeedableRng, rngs::StdRng};

/// The expected answer of secant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Upstream's answer.
    Same,
    /// The error for an input that does not decode, because a point is off its curve. Upstream computes a result.
    OffCurve,
    /// The encoding of the true sum, where upstream's addition formulas fail.
    TrueSum(Vec<u8>),
}

/// A request in the form of `calls::answer`.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is special about the request.
    pub what: String,
    /// The name of the host function, or a dot and the name of an operation over curves.
    pub name: String,
    /// The first input. For a final exponentiation, the contents of its buffer.
    pub a: Vec<u8>,
    /// The second input.
    pub b: Vec<u8>,
    /// The length of the result buffer.
    pub out_len: usize,
    /// The expected answer of secant.
    pub expected: Expected,
}

/// The contents of a result buffer before a call: neither zeros nor a result.
pub const BUFFER_FILL: u8 = 0xa5;

impl Case {
    /// The request as bytes for a guest, with the result buffer filled with `fill`.
    pub fn to_bytes(&self, fill: u8) -> Vec<u8> {
        encode(&(
            self.name.clone(),
            self.a.clone(),
            self.b.clone(),
            vec![fill; self.out_len],
        ))
    }
}

/// Cases for all host functions of `sp-crypto-ec-utils`. `rounds` scales the number of random ones.
pub fn host_functions(seed: u64, rounds: usize) -> Vec<Case> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut cases = Vec::new();
    groups::all(&mut cases, &mut rng, rounds);
    pairings::all(&mut cases, &mut rng, rounds);
    mutations::of(&mut cases, &mut rng, rounds);
    cases
}
