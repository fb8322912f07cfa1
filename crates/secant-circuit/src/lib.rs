//! Circuits for Halo 2 (`halo2-axiom`, KZG over BN254) whose columns are chosen automatically.
//!
//! A [`Builder`] records values, gates and copies, without columns. [`Builder::finish`] then chooses the columns from a
//! [`Goal`], or takes an explicit [`Configuration`]. It returns a [`BuiltCircuit`], which the stock prover proves and
//! the stock verifier verifies ([`prove`]).
//!
//! ```
//! use secant_circuit::{Builder, Fr, Goal};
//!
//! let mut b = Builder::new();
//! let x = b.witness(Fr::from(11));
//! let y = b.mul(x, x);
//! b.range_check(y, 7);
//! b.publish(y);
//! let circuit = b.finish(&Goal::Fastest)?;
//! circuit.mock()?;
//! # Ok::<(), secant_circuit::Error>(())
//! ```
//!
//! Everything here runs in variable time, and memory is not wiped. Witnesses that must stay secret from other programs
//! on the same machine need a machine of their own.
#![forbid(unsafe_code)]

mod basic;
mod builder;
mod circuit;
mod columns;
mod cost;
pub mod curve;
pub mod ecdsa;
mod error;
pub mod foreign;
mod gates;
mod integer;
mod layout;
pub mod pairing;
pub mod prove;
mod range;
pub mod schnorr;
pub mod text;

pub use builder::{Builder, Cell, Input, Row, Shape, Table};
pub use circuit::{BuiltCircuit, Parameters};
#[doc(hidden)]
pub use cost::Features;
pub use error::Error;
pub use foreign::Soundness;
pub use gates::{Cells, Challenges, Gate, Range};
pub use layout::{Configuration, Counts, Goal, Lanes};

/// The field that circuits compute in: the scalars of BN254.
pub use halo2_axiom::halo2curves::bn256::Fr;

/// How circuits are built.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/circuits.md")]
    pub mod circuits {}
}

/// Pages whose examples are compiled.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/circuits.md")]
    mod circuits {}
}
