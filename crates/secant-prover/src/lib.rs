//! Proofs of `halo2-axiom` circuits on secant's engine.
//!
//! [`create_proof`] takes what `halo2_axiom::plonk::create_proof` takes: stock reference strings, proving keys, circuits and
//! transcripts, KZG over BN254 with SHPLONK or GWC. The stock verifier accepts what it writes.
#![forbid(unsafe_code)]

mod check;
mod columns;
mod convert;
mod domain;
mod error;
mod graph;
mod key;
mod keygen;
mod lookup;
mod opening;
mod permutation;
mod products;
mod prove;
mod quotient;
mod rows;
mod scheme;
mod srs;
mod trace;

pub use check::{Cell, Violation};
pub use error::Error;
pub use keygen::{keygen_pk, keygen_pk2, keygen_vk, keygen_vk_custom};
pub use opening::MultiOpen;
pub use prove::{Prover, create_proof};
pub use trace::{Span, Trace};
