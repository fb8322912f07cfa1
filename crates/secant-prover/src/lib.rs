//! Proofs of `halo2-axiom` circuits on secant's engine.
//!
//! | item | what |
//! |---|---|
//! | [`create_proof`] | a proof, with the arguments of `halo2_axiom::plonk::create_proof` |
//! | [`keygen_vk`], [`keygen_vk_custom`], [`keygen_pk`], [`keygen_pk2`] | the same keys as halo2's, byte for byte |
//! | [`read_pk`] | a key that another program wrote, fully checked |
//! | [`Prover`] | a reference string and a key for many proofs, with timing traces |
//! | [`unsafe_setup`], [`downsize`], [`from_powers`] | reference strings, as halo2 makes them |
//! | [`verify`] | the stock verifier, with the checks that it leaves to its caller |
//!
//! Reference strings, keys, circuits and transcripts are those of `halo2-axiom`: KZG over BN254 with SHPLONK or GWC.
//! The stock verifier accepts the proofs. A program changes from one prover to the other by changing a `use`:
//!
//! ```text
//! use secant_prover::{create_proof, keygen_pk, keygen_vk};     // in place of halo2_axiom::plonk's
//! ```
//!
//! One thing differs: if a witness does not satisfy its circuit, this prover returns an error that names the violated
//! constraints. The stock prover writes an invalid proof or panics. `docs/prover.md` describes what a proof consists
//! of, and why no two proofs of the stock prover are equal.
//!
//! # Proofs from outside
//! The stock verifier checks neither the number of public inputs nor that the bytes of a proof are canonical. A program
//! that takes public inputs or proofs from others must call [`verify`] or make these checks itself. Without them, a
//! list with more public inputs than the circuit has rows can make the stock verifier accept a proof of a false
//! statement.
//!
//! # Secrets
//! **Everything here runs in variable time.** A witness is secret: a zero-knowledge proof is made so that nobody learns
//! it. The bytes of the proof reveal nothing about it, but the time and the memory accesses of the prover may. The time
//! of a commitment depends on which values of a column are zero, small or repeated. Sorting for lookups, shared tables
//! and allocations depend on values too. Whoever can time many proofs may learn about the witness, and above all
//! whoever runs programs on the same machine (another tenant, another user, a page in the same browser). Memory is not
//! wiped: a core dump or a swap file has witnesses in it.
//!
//! So prove secrets on a machine that you do not share. Send answers at times that do not depend on when the proof is
//! done. Keep signing keys out of witnesses that are proved again and again. Verification handles no secrets.
//!
//! Random numbers hide the witness in the proof. The bound `R: RngCore` is that of `halo2_axiom::plonk::create_proof`,
//! so that a program can change provers by a `use`. But the generator must be a cryptographic one (`CryptoRng`),
//! freshly seeded for every proof. A generator whose output can be guessed reveals the witness.
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
