//! Upstream's unchanged crates for Polkadot, by name: in a guest, and natively as an oracle. Also requests to them, and
//! the other computations of the runtime's pallet.
//!
//! | feature | what |
//! |---|---|
//! | `calls` | upstream's host functions and curves by name |
//! | `guest` | the same as exports of a WASM module |
//! | `oracle` | the program that answers natively |
//! | `corpus` | requests: random, edge and malformed |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "guest"), forbid(unsafe_code))]

extern crate alloc;

/// Passes arkworks' curves, under the names of their operations, to a macro.
#[cfg(any(feature = "compared", feature = "corpus"))]
macro_rules! with_arkworks_curves {
    ($macro:ident) => {
        $macro! {
            pairings {
                "bls12_381" ark_bls12_381::Bls12_381,
                "bls12_377" ark_bls12_377::Bls12_377,
                "bw6_761" ark_bw6_761::BW6_761,
            }
            groups {
                "ed_on_bls12_381_bandersnatch" "_sw" ark_ed_on_bls12_381_bandersnatch::SWProjective,
                "ed_on_bls12_381_bandersnatch" "_te" ark_ed_on_bls12_381_bandersnatch::EdwardsProjective,
                "ed_on_bls12_377" "" ark_ed_on_bls12_377::EdwardsProjective,
                "pallas" "" ark_pallas::Projective,
                "vesta" "" ark_vesta::Projective,
            }
        }
    };
}

#[cfg(feature = "calls")]
pub mod calls;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(all(feature = "guest", target_arch = "wasm32"))]
mod guest;
pub mod vrf;
