//! The guest's side in Polkadot runtimes. [`Node`] is a host that calls the node's host functions where the node has
//! them, and computes in the guest where it has none.
//!
//! The functions of a node are a type parameter, [`Functions`], because a runtime that imports a function its node
//! lacks cannot start. [`Rfc0163`] stands for the functions of the RFC, which all nodes are meant to have, [`EcUtils`]
//! for all of `sp-crypto-ec-utils`, and [`Secant`] for all that `secant-substrate` adds. With [`Secant`], a whole
//! product of pairings or a multi-exponentiation is one call, on points as they lie in memory.
//!
//! ```
//! # mod node {
//! # use secant_guest::rfc0163::Calls;
//! # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
//! # pub struct Imports;
//! # impl Calls for Imports {
//! #     fn call(_: secant_abi::rfc0163::Function, _: &[u8], _: &[u8], _: &mut [u8]) -> u32 { 255 }
//! #     fn fused(_: secant_abi::Function, _: u32, _: &[u8], _: &[u8], _: &mut [u8]) -> u32 { 10 }
//! # }
//! # }
//! # use node::Imports;
//! use secant_guest::rfc0163::{Node, Rfc0163};
//!
//! // In a runtime `Imports` is `secant_guest::rfc0163::Imports`.
//! type Bls12_381 = secant_curve::bls12_381::Bls12_381<Node<Imports, Rfc0163>>;
//! ```
//!
//! Results are exact, as those of all hosts, even where upstream's functions are not: see `docs/polkadot.md`. The one
//! exception is multi-scalar multiplication on Bandersnatch in Edwards form with points outside the subgroup: where the
//! addition formulas of upstream's host functions fail, they refuse with [`HostError::ExceptionalAddition`].

mod exact;
#[cfg(target_arch = "wasm32")]
mod imports;

#[cfg(target_arch = "wasm32")]
pub use imports::Imports;

use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::{Field, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;
use core::slice::from_mut;
use educe::Educe;
use secant_abi::{
    Error as Refusal, Function as Fused,
    rfc0163::{BW6_PAIRS, Error, Function, Operation, Origin},
};
use secant_curve::{
    G1Of, G2Of, Host, HostError, HostedGroup, HostedPairing, PairingId, Plain,
    raw::{Raw, as_bytes, as_bytes_mut, zeroed},
};

/// Makes the calls to the node.
pub trait Calls: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Calls a function of [`secant_abi::rfc0163`] and returns its code. For a final exponentiation the input is in
    /// `out`, and `a` and `b` are empty.
    fn call(function: Function, a: &[u8], b: &[u8], out: &mut [u8]) -> u32;

    /// Calls a function of [`secant_abi`] by its number, see [`secant_abi::rfc0163::FUSED_IMPORT`].
    fn fused(function: Fused, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> u32;
}

/// The functions that a node has.
pub trait Functions: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The origins of its host functions.
    const ORIGINS: &'static [Origin];
    /// Whether the node also has some or all functions of secant's own contract.
    const FUSED: bool;
}

/// The functions of RFC-0163.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rfc0163;

impl Functions for Rfc0163 {
    const ORIGINS: &'static [Origin] = &[Origin::Rfc0163];
    const FUSED: bool = false;
}

/// All functions of `sp-crypto-ec-utils` 0.24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EcUtils;

impl Functions for EcUtils {
    const ORIGINS: &'static [Origin] = &[Origin::Rfc0163, Origin::EcUtils];
    const FUSED: bool = false;
}

/// All functions of `secant-substrate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Secant;

impl Functions for Secant {
    const ORIGINS: &'static [Origin] = &[Origin::Rfc0163, Origin::EcUtils, Origin::Draft, Origin::Secant];
    const FUSED: bool = true;
}

/// The node as a host. It calls the functions that the node has.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node<C, F>(PhantomData<fn() -> (C, F)>);

/// The function of an operation, if it has one of the given origins.
const fn function(origins: &[Origin], operation: Operation) -> Option<Function> {
    let Some(function) = Function::of(operation) else {
        return None;
    };
    let mut i = 0;
    while i < origins.len() {
        if origins[i] as u32 == function.origin() as u32 {
            return Some(function);
        }
        i += 1;
    }
    None
}

/// The error with a code.
fn refused(code: u32) -> HostError {
    match Error::from_u32(code) {
        Error::DegeneratePoint => HostError::ExceptionalAddition,
        Error::LengthMismatch => HostError::UnequalCounts,
        error => HostError::Refused(error as u32),
    }
}

fn encode<T: CanonicalSerialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.uncompressed_size());
    // Serialization to memory cannot fail. If it did, the node would refuse the input as too short.
    let _ = value.serialize_uncompressed(&mut bytes);
    bytes
}

/// Calls a function whose result has the encoded length of `like`.
fn call<C: Calls, T>(function: Function, a: &[u8], b: &[u8], like: &T) -> Result<T, HostError>
where
    T: CanonicalSerialize + CanonicalDeserialize,
{
    let mut out = alloc::vec![0; like.uncompressed_size()];
    match C::call(function, a, b, &mut out) {
        0 => T::deserialize_uncompressed_unchecked(&out[..]).map_err(|_| HostError::Refused(Error::Decode as u32)),
        code => Err(refused(code)),
    }
}

/// Calls a function of secant's own contract; `None` if the node does not know it.
fn fused<C: Calls, T: Raw>(function: Fused, curve: u32, a: &[u8], b: &[u8]) -> Option<Result<T, HostError>> {
    let mut out = zeroed::<T>();
    match C::fused(function, curve, a, b, as_bytes_mut(from_mut(&mut out))) {
        0 => Some(Ok(out)),
        code => match Refusal::from_u32(code) {
            Refusal::UnknownFunction => None,
            error => Some(Err(error.into())),
        },
    }
}

fn equal_counts<A, B>(a: &[A], b: &[B]) -> Result<(), HostError> {
    if a.len() == b.len() {
        Ok(())
    } else {
        Err(HostError::UnequalCounts)
    }
}

impl<C: Calls, F: Functions> Host for Node<C, F> {
    fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError> {
        equal_counts(bases, scalars)?;
        match const { function(F::ORIGINS, Operation::Msm(G::ID)) } {
            Some(function) => {
                let (bases, scalars) = exact::terms::<G>(bases, scalars);
                let sum = call::<C, _>(function, &encode(&*bases), &encode(&*scalars), &G::Affine::zero());
                sum.map(|sum| sum.into_group())
            }
            None => Plain::msm(bases, scalars),
        }
    }

    fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError> {
        match const { function(F::ORIGINS, Operation::Mul(G::ID)) } {
            Some(function) => call::<C, _>(function, &encode(base), &encode(scalar), base).map(|p| p.into_group()),
            None => Plain::mul(base, scalar),
        }
    }

    fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError> {
        Plain::normalize(points)
    }

    fn multi_miller_loop<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        equal_counts(p, q)?;
        let Some(function) = (const { function(F::ORIGINS, Operation::MultiMillerLoop(E::ID)) }) else {
            return Plain::multi_miller_loop::<E>(p, q);
        };
        let looped = |p: &[_], q: &[_]| call::<C, _>(function, &encode(p), &encode(q), &E::Target::ONE);
        if const { E::ID as u32 != PairingId::Bw6_761 as u32 } {
            return looped(p, q);
        }
        let mut parts = p.chunks(BW6_PAIRS).zip(q.chunks(BW6_PAIRS));
        parts.try_fold(E::Target::ONE, |product, (p, q)| Ok(product * looped(p, q)?))
    }

    fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError> {
        if f.is_zero() {
            return Err(HostError::ZeroMillerLoop);
        }
        match const { function(F::ORIGINS, Operation::FinalExponentiation(E::ID)) } {
            Some(function) => {
                let mut in_out = encode(f);
                match C::call(function, &[], &[], &mut in_out) {
                    0 => E::Target::deserialize_uncompressed_unchecked(&in_out[..])
                        .map_err(|_| HostError::Refused(Error::Decode as u32)),
                    code => Err(refused(code)),
                }
            }
            None => Plain::final_exponentiation::<E>(f),
        }
    }

    fn multi_pairing<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        if F::FUSED
            && let Some(result) = fused::<C, _>(Fused::MultiPairing, E::ID as u32, as_bytes(p), as_bytes(q))
        {
            return result;
        }
        Self::final_exponentiation::<E>(&Self::multi_miller_loop::<E>(p, q)?)
    }

    fn multi_exp<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<E::Target, HostError> {
        if F::FUSED {
            let (a, b) = (as_bytes(elements), as_bytes(exponents));
            if let Some(result) = fused::<C, _>(Fused::GtMultiExp, E::ID as u32, a, b) {
                return result;
            }
        }
        Plain::multi_exp::<E>(elements, exponents)
    }
}
