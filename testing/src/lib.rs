//! One test kit for every curve and every host.
//!
//! The oracles are other people's. Every curve of secant is compared with the curve of the same name in the upstream
//! `ark-*` crates. Elements are passed between the two as raw Montgomery limbs ([`carry`]), never through the encoding
//! that is being tested.
//!
//! | line | what it tests |
//! |---|---|
//! | `secant_testing::host_suite!(name, Host);` | all groups, pairings and Groth16 of the table on a host |
//! | `secant_testing::batch_suite!();` | many multiplications at once, fixed bases, for all groups |
//! | `secant_testing::curve_suite!();` | what needs no host: constants, group laws, raw forms |
//! | `secant_testing::field_suite!(curve: Field ...);` | fields and towers |
//!
//! All suites test a new row in `secant_curve::for_each_curve!` once its oracle is a dependency of this crate. A new
//! host takes one line.
#![cfg_attr(not(feature = "kit"), forbid(unsafe_code))]
#![allow(clippy::unwrap_used, reason = "a test kit fails by panicking")]

#[allow(unused_extern_crates, reason = "the macros name this crate")]
extern crate self as secant_testing;

pub mod batch;
pub mod encoding;
pub mod fields;
pub mod groth16;
pub mod groups;
pub mod gt;
pub mod incomplete;
#[cfg(all(feature = "kit", target_arch = "wasm32"))]
mod kit;
pub mod law;
mod macros;
pub mod model;
pub mod msm;
pub mod pairings;
pub mod samples;

pub use model::{FieldModel, GroupModel, carry, limbs};
pub use secant_curve;

macro_rules! define_upstream {
    ($($curve:ident = $oracle:ident $row:tt)*) => {
        /// The oracle of every curve, under the curve's name.
        pub mod upstream {
            $(pub use $oracle as $curve;)*
        }
    };
}

secant_curve::for_each_curve!(define_upstream);
