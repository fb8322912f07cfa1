//! Prime fields and extension towers for secant.
//!
//! Elements are [`ark_ff::Fp`] in Montgomery form with 64-bit limbs, little endian, and `R = 2^(64 * limbs)`: the
//! layout of arkworks, so that every generic arkworks crate works on them. Secant's own part is the arithmetic below
//! the type: [`Mont`] implements [`ark_ff::FpConfig`] for any [`PrimeParams`], which state a modulus and a generator
//! and nothing else. Every other constant is derived from those two at compile time (see [`constants`]).
//!
//! All operations run in variable time: secant works on public data.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

#[macro_use]
mod meter;

pub mod backend;
pub mod constants;
pub mod context;
pub mod kernels;
pub mod known;
pub mod lanes;
mod lazy;
pub mod modular;
mod prime;
pub mod recode;
pub mod tower;

pub use ark_ff;
pub use lazy::{LazyField, WideInteger};
#[cfg(feature = "meter")]
#[doc(hidden)]
pub use meter::sum_of_products;
pub use prime::{Mont, Prime, PrimeParams, integer, small_integer};
#[cfg(feature = "meter")]
#[doc(hidden)]
pub use secant_meter;

/// How the arithmetic works on each back end.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/lanes.md")]
    pub mod lanes {}
    #[doc = include_str!("../../../docs/algorithms/wasm.md")]
    pub mod wasm {}
}
