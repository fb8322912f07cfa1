//! Elliptic-curve and pairing arithmetic at native speed wherever the caller lives.
//!
//! ```
//! use ark_ec::{PrimeGroup, pairing::Pairing};
//! use secant::bls12_381::{Bls12_381, Fr, G1Projective, G2Projective};
//!
//! let (g, h) = (<G1Projective>::generator(), <G2Projective>::generator());
//! let e = <Bls12_381>::pairing(g * Fr::from(6u64), h);
//! assert_eq!(e, <Bls12_381>::pairing(g * Fr::from(2u64), h * Fr::from(3u64)));
//! ```
//!
//! The curves are those of [`secant_curve`], with [`DefaultHost`] in place of a host. That computes where it is called
//! ([`Native`]), but for WASM guests with the feature `guest`, which call the host's functions. Any other host can be named:
//! `bls12_381::Bls12_381<MyHost>`.
//!
//! # Secrets
//! Everything runs in variable time: how long an operation takes, and which memory it reads, depends on the scalars and
//! the points. Do not sign or decrypt with it, or with anything generic that multiplies by a secret on these types.
//! With the host `Guest` a secret scalar also leaves the guest: the host computes with it and sees it.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub use secant_curve as curve;
pub use secant_curve::{Host, HostError, HostedGroup, HostedPairing, Native, Plain};
#[cfg(feature = "guest")]
pub use secant_guest as guest;
#[cfg(feature = "host")]
pub use secant_host as host;
#[cfg(feature = "verify")]
pub use secant_verify as verify;

/// The host that the curves of this crate use by default.
#[cfg(not(all(target_arch = "wasm32", feature = "guest")))]
pub type DefaultHost = Native;
/// The host that the curves of this crate use by default.
#[cfg(all(target_arch = "wasm32", feature = "guest"))]
pub type DefaultHost = secant_guest::Guest;

macro_rules! curves {
    ($($module:ident { $($name:ident),* })*) => {$(
        #[doc = concat!("The curve of [`secant_curve::", stringify!($module), "`] with the default host.")]
        pub mod $module {
            pub use secant_curve::$module::*;
            $(
                #[doc = concat!("[`secant_curve::", stringify!($module), "::", stringify!($name), "`] with the default host.")]
                pub type $name<H = crate::DefaultHost> = secant_curve::$module::$name<H>;
            )*
        }
    )*};
}

curves! {
    bls12_381 { Bls12_381, G1Affine, G1Projective, G2Affine, G2Projective }
    bls12_377 { Bls12_377, G1Affine, G1Projective, G2Affine, G2Projective }
    bw6_761 { BW6_761, G1Affine, G1Projective, G2Affine, G2Projective }
    bn254 { Bn254, G1Affine, G1Projective, G2Affine, G2Projective }
    ed_on_bls12_381 { EdwardsAffine, EdwardsProjective, SWAffine, SWProjective }
    ed_on_bls12_381_bandersnatch { EdwardsAffine, EdwardsProjective, SWAffine, SWProjective }
    ed_on_bls12_377 { EdwardsAffine, EdwardsProjective }
    pallas { Affine, Projective }
    vesta { Affine, Projective }
    secp256k1 { Affine, Projective }
    secp256r1 { Affine, Projective }
}

/// Pages whose examples are compiled.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/native.md")]
    mod native {}
}
