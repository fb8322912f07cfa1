//! Elliptic curves behind the arkworks traits, generic over the [`Host`] that runs their heavy operations.
//!
//! Every curve is a module with one parameter file: its fields, its configuration `Config<H>` and the types of its
//! groups. All have a parameter `H: Host` that defaults to [`Plain`]. To move a program to another host, change that
//! type:
//!
//! ```
//! use ark_ec::{PrimeGroup, pairing::Pairing};
//! use secant_curve::{Native, bls12_381::{Bls12_381, Fr, G1Projective, G2Projective}};
//!
//! type E = Bls12_381<Native>;
//! let (g, h) = (G1Projective::generator(), G2Projective::generator());
//! assert_eq!(E::pairing(g * Fr::from(6u64), h), E::pairing(g * Fr::from(2u64), h * Fr::from(3u64)));
//! ```
//!
//! | host | where the heavy operations run |
//! |---|---|
//! | [`Plain`], or [`Native`] by its other name | in place, on the fastest back end of the CPU |
//! | `secant_guest::Remote` | in the host of a WASM guest, or wherever a transport of yours leads |
//!
//! Every host gives the same results, bit for bit. They are the results of arkworks 0.6, except where arkworks is
//! wrong: its BW6 Miller loop of more than four pairs, and its BLS12-381 decoding, which accepts points off the curve.
//!
//! # Secrets
//! Everything runs in variable time: how long an operation takes, and which memory it reads, depends on the scalars and
//! the points. Do not sign or decrypt with it, nor use generic code that multiplies by a secret on these types. With a
//! remote host (`secant_guest::Remote`) a secret scalar also leaves the program: the host computes with it and sees it.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

pub mod batch;
mod curves;
mod decompress;
pub mod encoding;
pub mod gt;
pub mod hash;
mod host;
mod hosted;
mod in_place;
mod pairing;
pub mod parameters;
pub mod raw;
mod subgroup;
mod table;
pub mod tower;

pub use curves::*;
pub use decompress::Compressed;
pub use host::{G1Of, G2Of, Host, HostError, HostedGroup, HostedPairing, LinesOf, SwCurve, TeCurve};
pub use hosted::Hosted;
pub use in_place::{Compiled, CompiledPairing, Native, Plain};
pub use pairing::{G1Prepared, G2Prepared, PairingCheck, PairingCurve, pairing_check};
pub use raw::Raw;
pub use subgroup::Subgroup;
pub use table::{GroupId, GroupVisitor, PairingId, PairingVisitor};

/// How hashing, square roots and decompression work, and what is compiled where.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/hashing.md")]
    pub mod hashing {}
    #[doc = include_str!("../../../docs/algorithms/build.md")]
    pub mod build {}
}
