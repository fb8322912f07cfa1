//! Requests to the host functions of Polkadot: random, edge and malformed ones, made by upstream's curves.
//!
//! A [`Case`] says what is asked and what is to be expected of secant: upstream's answer, to the last byte, or one of the
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

/// What secant answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What upstream answers.
    Same,
    /// That an input does not decode, since a point is off its curve; upstream computes something.
    OffCurve,
    /// The encoding of the true sum, where upstream's formulas of additions fail.
    TrueSum(Vec<u8>),
}

/// A request, as `calls::answer` takes it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is special about it.
    pub what: String,
    /// The name of the host function, or of an operation over curves with a dot before it.
    pub name: String,
    /// The first input; of a final exponentiation what its buffer holds.
    pub a: Vec<u8>,
    /// The second input.
    pub b: Vec<u8>,
    /// The length of the result's buffer.
    pub out_len: usize,
    /// What secant answers.
    pub expected: Expected,
}

/// What a result's buffer holds before a call: neither zeros nor a result.
pub const DIRT: u8 = 0xa5;

impl Case {
    /// The bytes that guests take, with a result's buffer full of `fill`.
    pub fn to_bytes(&self, fill: u8) -> Vec<u8> {
        encode(&(
            self.name.clone(),
            self.a.clone(),
            self.b.clone(),
            vec![fill; self.out_len],
        ))
    }
}

/// Cases of all host functions of `sp-crypto-ec-utils`: `rounds` times as many random ones.
pub fn host_functions(seed: u64, rounds: usize) -> Vec<Case> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut cases = Vec::new();
    groups::all(&mut cases, &mut rng, rounds);
    pairings::all(&mut cases, &mut rng, rounds);
    mutations::of(&mut cases, &mut rng, rounds);
    cases
}
