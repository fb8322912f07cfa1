//! The host's side of secant's host calls.
//!
//! [`Call`] is a request whose lengths have been checked. [`Call::fuel`] says what it costs, and [`Call::execute`]
//! validates every element and runs the engine. An adapter for a WASM runtime reads the guest's memory, charges the
//! fuel between these two steps and writes the result: see [`mod@wasmtime`], or write one for another runtime in a few
//! lines. Every byte from the guest is taken as hostile: no such byte causes a panic here, and no memory is allocated
//! before the lengths have been checked against the guest's memory.
#![forbid(unsafe_code)]

#[cfg(feature = "antelope")]
pub mod antelope;
mod fuel;
#[cfg(feature = "rfc0163")]
pub mod rfc0163;
#[cfg(feature = "wasmtime")]
pub mod wasmtime;

use secant_abi::{Error, Function, Request, for_each_function};
use secant_curve::{
    GroupVisitor, Host, HostedGroup, HostedPairing, Native, PairingVisitor, Raw,
    raw::{as_bytes, from_bytes},
};
use std::borrow::Cow;
use std::slice::from_ref;

pub use fuel::{CALL_FUEL, GROUP_WEIGHTS, GroupWeights, PAIRING_WEIGHTS, PairingWeights};

/// A call whose curve and lengths have been checked.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    request: Request,
    a: &'a [u8],
    b: &'a [u8],
}

impl<'a> Call<'a> {
    /// Checks the curve number and the lengths.
    pub fn new(function: Function, curve: u32, a: &'a [u8], b: &'a [u8], out_len: usize) -> Result<Self, Error> {
        Ok(Self {
            request: Request::new(function, curve, a.len(), b.len(), out_len)?,
            a,
            b,
        })
    }

    /// What the call costs, [`CALL_FUEL`] included, in units of WASM fuel (about one per instruction of compiled
    /// WASM).
    pub fn fuel(&self) -> u64 {
        fuel::of(&self.request)
    }

    /// Validates all elements and computes. The result has `out_len` bytes.
    pub fn execute(&self) -> Result<Vec<u8>, Error> {
        match (self.request.group, self.request.pairing) {
            (Some(id), _) => id.visit::<Native, _>(OfCurve(self)),
            (_, Some(id)) => id.visit::<Native, _>(OfCurve(self)),
            (None, None) => Ok(Vec::new()),
        }
    }
}

/// How an argument is decoded, by its shape in the contract.
mod decode {
    pub(super) use super::{
        element as Affine, element as Target, elements as Affines, elements as G1Affines, elements as G2Affines,
        elements as GtElements, elements as Integer, elements as Projectives, elements as Scalars,
    };
}

/// Checks an argument further once all arguments are decoded.
macro_rules! check {
    (GtElements, $elements:ident) => {
        Native::check_target_group::<P>(&$elements)?
    };
    ($shape:ident, $argument:ident) => {};
}

/// How a result is encoded, by its shape in the contract.
#[allow(non_snake_case, reason = "shapes are types")]
mod encode {
    use super::{HostedGroup, Raw, as_bytes, from_ref};

    pub(super) fn Affine<G: HostedGroup>(point: &G) -> Vec<u8> {
        as_bytes(from_ref(&point.into_affine())).to_vec()
    }

    pub(super) fn Affines<T: Raw>(points: &[T]) -> Vec<u8> {
        as_bytes(points).to_vec()
    }

    pub(super) fn Target<T: Raw>(f: &T) -> Vec<u8> {
        as_bytes(from_ref(f)).to_vec()
    }
}

/// The call, when the type of its curve is known.
struct OfCurve<'a>(&'a Call<'a>);

macro_rules! serve {
    (nothing { $(($n:ident = $n_number:literal, $n_name:ident, $n_doc:literal),)* }
     group { $(($g:ident = $g_number:literal, $g_name:ident => $g_method:ident($($g_arg:ident: $g_shape:ident),+) -> $g_out:ident, $g_doc:literal),)* }
     pairing { $(($p:ident = $p_number:literal, $p_name:ident => $p_method:ident($($p_arg:ident: $p_shape:ident),+) -> $p_out:ident, $p_doc:literal),)* }) => {
        impl GroupVisitor for OfCurve<'_> {
            type Output = Result<Vec<u8>, Error>;

            fn visit<G: HostedGroup>(self) -> Self::Output {
                let call = self.0;
                let mut inputs = [call.a, call.b].into_iter();
                match call.request.function {
                    $(Function::$g => {
                        $(let $g_arg = decode::$g_shape(inputs.next().unwrap_or_default())?;)+
                        Ok(encode::$g_out(&Native::$g_method::<G>($(&$g_arg),+)?))
                    })*
                    _ => Err(Error::Other),
                }
            }
        }

        impl PairingVisitor for OfCurve<'_> {
            type Output = Result<Vec<u8>, Error>;

            fn visit<P: HostedPairing>(self) -> Self::Output {
                let call = self.0;
                let mut inputs = [call.a, call.b].into_iter();
                match call.request.function {
                    $(Function::$p => {
                        $(let $p_arg = decode::$p_shape(inputs.next().unwrap_or_default())?;)+
                        $(check!($p_shape, $p_arg);)+
                        Ok(encode::$p_out(&Native::$p_method::<P>($(&$p_arg),+)?))
                    })*
                    _ => Err(Error::Other),
                }
            }
        }
    };
}

for_each_function!(serve);

/// The elements in a buffer, all of them checked. They are borrowed if the buffer is aligned.
fn elements<T: Raw>(bytes: &[u8]) -> Result<Cow<'_, [T]>, Error> {
    let elements = from_bytes::<T>(bytes).ok_or(Error::BadLength)?;
    for e in elements.iter() {
        e.check()?;
    }
    Ok(elements)
}

/// The one element in a buffer, checked.
fn element<T: Raw>(bytes: &[u8]) -> Result<T, Error> {
    elements(bytes)?.first().copied().ok_or(Error::BadLength)
}

/// Checks the call, computes and writes the result: a whole call without a runtime or fuel.
///
/// `out` must have the length of the result. It is written only on success.
pub fn execute(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let result = Call::new(function, curve, a, b, out.len())?.execute()?;
    if result.len() != out.len() {
        return Err(Error::Other);
    }
    out.copy_from_slice(&result);
    Ok(())
}

/// Pages whose examples are compiled.
#[cfg(all(doctest, feature = "antelope", feature = "wasmtime"))]
mod pages {
    #[doc = include_str!("../../../docs/guest-and-host.md")]
    mod guest_and_host {}
    #[doc = include_str!("../../../docs/antelope.md")]
    mod antelope {}
}
