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
    ($($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {$(
        #[doc = concat!("The curve of [`secant_curve::", stringify!($curve), "`] with the default host.")]
        pub mod $curve {
            pub use secant_curve::$curve::*;
            $(
                /// The pairing with the default host.
                pub type $pairing_type<H = crate::DefaultHost> = secant_curve::$curve::$pairing_type<H>;
            )?
            $(
                /// A point in affine coordinates with the default host.
                pub type $affine<H = crate::DefaultHost> = secant_curve::$curve::$affine<H>;
                /// A point in projective coordinates with the default host.
                pub type $projective<H = crate::DefaultHost> = secant_curve::$curve::$projective<H>;
            )*
        }
    )*};
}

secant_curve::for_each_curve!(curves);

/// Pages whose examples are compiled.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/native.md")]
    mod native {}
}
