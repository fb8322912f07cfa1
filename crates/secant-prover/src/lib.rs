//! Proofs of `halo2-axiom` circuits on secant's engine.
//!
//! | item | what |
//! |---|---|
//! | [`create_proof`] | a proof, with the arguments of `halo2_axiom::plonk::create_proof` |
//! | [`keygen_vk`], [`keygen_vk_custom`], [`keygen_pk`], [`keygen_pk2`] | its keys, byte for byte |
//! | [`read_pk`] | a key that another program wrote, of which all is checked |
//! | [`Prover`] | a reference string and a key that are used again, and traces of proofs |
//!
//! Reference strings, keys, circuits and transcripts are the stock ones, KZG over BN254 with SHPLONK or GWC, and the stock
//! verifier accepts the proofs. A program changes from one prover to the other by a `use`:
//!
//! ```text
//! use secant_prover::{create_proof, keygen_pk, keygen_vk};     // in place of halo2_axiom::plonk's
//! ```
//!
//! What is not the same: a witness that does not satisfy its circuit gives an error, which says what it violates, where the
//! stock prover writes a proof that is not valid or panics. `docs/prover.md` has what a proof is made of, and why no two
//! proofs of the stock prover are the same.
#![deny(unsafe_code)]

mod cells;
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
mod openings;
mod permutation;
mod products;
mod prove;
mod quotient;
mod read;
mod rows;
mod srs;
mod trace;
mod transcript;
mod witness;

pub use check::{Cell, Violation};
pub use error::Error;
pub use keygen::{keygen_pk, keygen_pk2, keygen_vk, keygen_vk_custom};
pub use opening::MultiOpen;
pub use prove::{Prover, create_proof};
pub use read::read_pk;
pub use trace::{Span, Trace};
