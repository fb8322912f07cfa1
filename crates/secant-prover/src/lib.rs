//! Proofs of `halo2-axiom` circuits on secant's engine.
//!
//! | item | what |
//! |---|---|
//! | [`create_proof`] | a proof, with the arguments of `halo2_axiom::plonk::create_proof` |
//! | [`keygen_vk`], [`keygen_vk_custom`], [`keygen_pk`], [`keygen_pk2`] | its keys, byte for byte |
//! | [`read_pk`] | a key that another program wrote, of which all is checked |
//! | [`Prover`] | a reference string and a key that are used again, and traces of proofs |
//! | [`unsafe_setup`], [`downsize`], [`from_powers`] | reference strings, as halo2 makes them |
//! | [`verify`] | the stock verifier, with the checks that it leaves to its caller |
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
//!
//! # Proofs from outside
//! The stock verifier checks neither how many public inputs there are nor that a proof has only one form in bytes. A program
//! that takes public inputs or proofs from others calls [`verify`], or makes these checks itself: with more public inputs than
//! rows a false statement has a proof that the stock verifier accepts.
//!
//! # Secrets
//! **Everything here runs in variable time.** A witness is secret by definition: a proof of zero knowledge is made so that
//! nobody learns it. The proof's bytes tell nothing of it; the time and the memory accesses of its making may. How long a
//! commitment takes depends on which values of a column are zero, small or repeated, and sorting for lookups, shared tables and
//! allocations depend on values too. Whoever can time many proofs, and above all whoever runs programs on the same machine
//! (another tenant, another user, a page in the same browser), may learn about the witness. Memory is not wiped: a core dump or
//! a swap file has witnesses in it.
//!
//! So: prove secrets on a machine that you do not share, answer when it suits you and not when the proof is done, and keep
//! signing keys out of witnesses that are proved again and again. Verification has no secrets.
//!
//! What hides the witness in the proof are random numbers. `R: RngCore` is what `halo2_axiom::plonk::create_proof` asks for, and
//! stays so here, that programs change from one to the other by a `use`; the generator must be a cryptographic one (`CryptoRng`)
//! with a seed of its own for every proof. A generator whose output can be guessed gives the witness away.
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
mod setup;
mod srs;
mod trace;
mod transcript;
mod verify;
mod witness;

pub use check::{Cell, Violation};
pub use error::Error;
pub use keygen::{keygen_pk, keygen_pk2, keygen_vk, keygen_vk_custom};
pub use opening::MultiOpen;
pub use prove::{Prover, create_proof};
pub use read::read_pk;
pub use setup::{downsize, from_powers, unsafe_setup};
pub use trace::{Span, Trace};
pub use verify::{MultiVerify, VerifyError, verify, verify_with};
