//! The operations that secant's benchmarks time.
//!
//! Each is one generic function that decodes its arguments, computes, and encodes or discards the result. The benchmark
//! guest exports them, and the `secant` program calls them natively. So all columns of a table run the same code on the
//! same bytes and differ only in the curve types.
//!
//! An [`Operation`] is known by its name, such as `bls12_381_msm_g1`.
//! [`for_each_curve!`](secant_curve::for_each_curve) lists the curves, and a [`Family`] says whose types implement them.
#![no_std]
#![cfg_attr(not(feature = "exports"), forbid(unsafe_code))]

extern crate alloc;

#[cfg(all(feature = "exports", target_arch = "wasm32"))]
mod exports;
mod family;
mod operation;
mod table;

#[cfg(feature = "arkworks")]
pub use family::Arkworks;
#[cfg(feature = "secant")]
pub use family::{Dummy, Secant};
pub use family::{Family, GtMultiExp};
pub use operation::{
    Error, Operation, Sink, groth16_verification, gt_multi_exp, msm, mul_affine, mul_projective, pairing,
};
#[doc(hidden)]
pub use secant_curve;
pub use table::operation;
