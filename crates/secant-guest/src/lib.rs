//! The guest's side of secant's host calls.
//!
//! [`Remote`] is a [`Host`] whose operations run elsewhere, wherever a [`Transport`] takes them. In a WASM
//! guest that is `Guest`, which calls the functions that the host has linked under the import module
//! `secant` (see [`secant_abi`]).
//!
//! A platform with host functions of its own needs a transport of its own, which is one method on bytes:
//!
//! ```
//! use secant_abi::{Error, Function};
//! use secant_guest::{Remote, Transport};
//!
//! /// The functions of the runtime that this program runs in.
//! mod my_runtime {
//!     pub fn elliptic_curves_msm(_curve: u32, _bases: &[u8], _scalars: &[u8], _result: &mut [u8]) -> u32 {
//!         /* ... */
//!         # 1
//!     }
//! }
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
//! struct MyRuntime;
//!
//! impl Transport for MyRuntime {
//!     fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error> {
//!         match function {
//!             Function::Msm => match my_runtime::elliptic_curves_msm(curve, a, b, out) {
//!                 0 => Ok(()),
//!                 code => Err(Error::from_u32(code)),
//!             },
//!             // ... and so on for the functions that the runtime has.
//!             _ => Err(Error::Other),
//!         }
//!     }
//! }
//!
//! type Bls12_381 = secant_curve::bls12_381::Bls12_381<Remote<MyRuntime>>;
//! ```
//!
//! # Secrets
//! What a guest hands to an operation reaches the host in clear, scalars included, and the host computes with it in
//! variable time. A secret scalar, such as a signing key or a nonce, must not be used with [`Remote`] or `Guest`.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

use alloc::vec::Vec;
use ark_ec::AffineRepr;
use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;
use core::slice::from_mut;
use core::slice::from_ref;
use educe::Educe;
use secant_abi::{Error, Function};
use secant_curve::{
    G1Of, G2Of, Host, HostError, HostedGroup, HostedPairing,
    raw::{Raw, as_bytes, as_bytes_mut, zeroed},
};

#[cfg(feature = "rfc0163")]
pub mod rfc0163;

#[cfg(target_arch = "wasm32")]
mod imports;
#[cfg(target_arch = "wasm32")]
pub use imports::{Guest, Imports};

/// Takes calls of the contract to where they are served.
pub trait Transport: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Calls `function` for the curve of number `curve` on the inputs `a` and `b`, as [`secant_abi`] encodes
    /// them; on success `out` holds the result.
    fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error>;
}

/// A host that a [`Transport`] leads to.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remote<T>(PhantomData<fn() -> T>);

/// A call whose result is one element.
fn call<T: Transport, R: Raw>(function: Function, curve: u32, a: &[u8], b: &[u8]) -> Result<R, HostError> {
    let mut out = zeroed::<R>();
    T::call(function, curve, a, b, as_bytes_mut(from_mut(&mut out)))?;
    Ok(out)
}

impl<T: Transport> Host for Remote<T> {
    fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError> {
        call::<T, G::Affine>(Function::Msm, G::ID as u32, as_bytes(bases), as_bytes(scalars)).map(|p| p.into_group())
    }

    fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError> {
        call::<T, G::Affine>(Function::Mul, G::ID as u32, as_bytes(from_ref(base)), as_bytes(scalar))
            .map(|p| p.into_group())
    }

    fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError> {
        let mut out = alloc::vec![zeroed::<G::Affine>(); points.len()];
        T::call(
            Function::Normalize,
            G::ID as u32,
            as_bytes(points),
            &[],
            as_bytes_mut(&mut out),
        )?;
        Ok(out)
    }

    fn multi_miller_loop<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        call::<T, E::Target>(Function::MultiMillerLoop, E::ID as u32, as_bytes(p), as_bytes(q))
    }

    fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError> {
        call::<T, E::Target>(Function::FinalExponentiation, E::ID as u32, as_bytes(from_ref(f)), &[])
    }

    fn multi_pairing<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        call::<T, E::Target>(Function::MultiPairing, E::ID as u32, as_bytes(p), as_bytes(q))
    }

    fn multi_exp<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<E::Target, HostError> {
        let (a, b) = (as_bytes(elements), as_bytes(exponents));
        call::<T, E::Target>(Function::GtMultiExp, E::ID as u32, a, b)
    }

    /// The host refuses elements outside.
    fn check_target_group<E: HostedPairing>(_: &[E::Target]) -> Result<(), HostError> {
        Ok(())
    }
}
