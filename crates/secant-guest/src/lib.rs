//! The guest's side of secant's host calls.
//!
//! [`Remote`] is a [`Host`] that sends its operations over a [`Transport`]. In a WASM guest use `Guest`, which calls
//! the functions that the host has linked under the import module `secant` (see [`secant_abi`]).
//!
//! A platform with its own host functions needs its own transport, which is one method on bytes:
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
//! The host receives the arguments of every operation in clear, scalars included, and computes with them in variable
//! time. Never use a secret scalar, such as a signing key or a nonce, with [`Remote`] or `Guest`.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;

use alloc::vec::Vec;
use ark_ec::{AffineRepr, CurveGroup};
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

/// Carries the calls of the contract to the host that serves them.
pub trait Transport: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Calls `function` on the inputs `a` and `b`, encoded as [`secant_abi`] specifies, for the curve with the number
    /// `curve`. On success `out` holds the result.
    fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error>;
}

/// The host at the other end of a [`Transport`].
#[derive(Educe)]
#[educe(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Remote<T>(PhantomData<fn() -> T>);

/// An argument of a call: elements that can be viewed as bytes.
trait Argument {
    /// The bytes of the elements.
    fn bytes(&self) -> &[u8];
    /// The number of elements.
    fn count(&self) -> usize;
}

impl<T: Raw> Argument for T {
    fn bytes(&self) -> &[u8] {
        as_bytes(from_ref(self))
    }

    fn count(&self) -> usize {
        1
    }
}

impl<T: Raw> Argument for [T] {
    fn bytes(&self) -> &[u8] {
        as_bytes(self)
    }

    fn count(&self) -> usize {
        self.len()
    }
}

fn call<T: Transport>(function: Function, curve: u32, arguments: &[&[u8]], out: &mut [u8]) -> Result<(), HostError> {
    let argument = |i: usize| arguments.get(i).copied().unwrap_or_default();
    Ok(T::call(function, curve, argument(0), argument(1), out)?)
}

/// The types of results of [`Host`]'s methods, by their shapes in the contract.
mod result {
    use super::{CurveGroup, HostedPairing, Vec};

    pub(super) type Affine<G> = G;
    pub(super) type Affines<G> = Vec<<G as CurveGroup>::Affine>;
    pub(super) type Target<E> = <E as HostedPairing>::Target;
}

/// How calls are made, by the shape of the result, which has `count` elements if there are many.
#[allow(non_snake_case, reason = "shapes are types")]
mod remote {
    use super::*;

    pub(super) fn Affine<T: Transport, G: HostedGroup>(
        f: Function,
        inputs: &[&[u8]],
        _: usize,
    ) -> Result<G, HostError> {
        let mut out = zeroed::<G::Affine>();
        call::<T>(f, G::ID as u32, inputs, as_bytes_mut(from_mut(&mut out)))?;
        Ok(out.into_group())
    }

    pub(super) fn Affines<T: Transport, G: HostedGroup>(
        f: Function,
        inputs: &[&[u8]],
        count: usize,
    ) -> Result<Vec<G::Affine>, HostError> {
        let mut out = alloc::vec![zeroed::<G::Affine>(); count];
        call::<T>(f, G::ID as u32, inputs, as_bytes_mut(&mut out))?;
        Ok(out)
    }

    pub(super) fn Target<T: Transport, E: HostedPairing>(
        f: Function,
        inputs: &[&[u8]],
        _: usize,
    ) -> Result<E::Target, HostError> {
        let mut out = zeroed::<E::Target>();
        call::<T>(f, E::ID as u32, inputs, as_bytes_mut(from_mut(&mut out)))?;
        Ok(out)
    }
}

/// The type of an argument of [`Host`]'s methods, for a group `$g` or for a pairing.
macro_rules! argument {
    ($g:ident, Affine) => { &$g::Affine };
    ($g:ident, Affines) => { &[$g::Affine] };
    ($g:ident, Projectives) => { &[$g] };
    (G, Scalars) => { &[G::ScalarField] };
    ($g:ident, Integer) => { &[u64] };
    ($e:ident, G1Affines) => { &[G1Of<$e>] };
    ($e:ident, G2Affines) => { &[G2Of<$e>] };
    ($e:ident, Target) => { &$e::Target };
    ($e:ident, GtElements) => { &[$e::Target] };
    (E, Scalars) => { &[E::Fr] };
}

macro_rules! implement_remote {
    (nothing { $($nothing:tt)* }
     group { $(($g:ident = $g_number:literal, $g_name:ident => $g_method:ident($($g_arg:ident: $g_shape:ident),+) -> $g_out:ident, $g_doc:literal),)* }
     pairing { $(($p:ident = $p_number:literal, $p_name:ident => $p_method:ident($($p_arg:ident: $p_shape:ident),+) -> $p_out:ident, $p_doc:literal),)* }) => {
        impl<T: Transport> Host for Remote<T> {
            $(fn $g_method<G: HostedGroup>($($g_arg: argument!(G, $g_shape)),+) -> Result<result::$g_out<G>, HostError> {
                remote::$g_out::<T, G>(Function::$g, &[$($g_arg.bytes()),+], [$($g_arg.count()),+][0])
            })*

            $(fn $p_method<E: HostedPairing>($($p_arg: argument!(E, $p_shape)),+) -> Result<result::$p_out<E>, HostError> {
                remote::$p_out::<T, E>(Function::$p, &[$($p_arg.bytes()),+], [$($p_arg.count()),+][0])
            })*

            /// The remote host refuses elements outside the group itself.
            fn check_target_group<E: HostedPairing>(_: &[E::Target]) -> Result<(), HostError> {
                Ok(())
            }
        }
    };
}

secant_abi::for_each_function!(implement_remote);
