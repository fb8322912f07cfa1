//! The operations on bytes, for every curve.

use super::{
    Failure, Violation, beyond,
    decode::{check, element, integer, list, point_size, write, write_point},
};
use ark_ec::short_weierstrass::Projective;
use ark_ff::PrimeField;
use ark_serialize::CanonicalSerialize;
use secant_abi::rfc0163::{BW6_PAIRS, Error, is_small_negative};
use secant_curve::{
    G1Of, G2Of, GroupId, GroupVisitor, Host, HostError, HostedGroup, HostedPairing, Native, PairingId, PairingVisitor,
};

/// An operation with two inputs and the buffer for the result.
type WithTwoInputs = fn(&[u8], &[u8], &mut [u8]) -> Result<(), Failure>;

/// The operations on a group, and what their fuel depends on.
pub struct OnGroup {
    pub msm: WithTwoInputs,
    pub mul: WithTwoInputs,
    /// The size of a point in bytes.
    pub point_size: usize,
    /// The size of a scalar in bytes.
    pub scalar_size: usize,
    /// Computes the limbs of the longest integer that is not reduced, by arithmetic on large integers.
    pub order_limbs: fn() -> usize,
}

/// The operations of a pairing.
pub struct OnPairing {
    pub multi_miller_loop: WithTwoInputs,
    pub final_exponentiation: fn(&[u8], &mut [u8]) -> Result<(), Failure>,
    /// The first group.
    pub g1: GroupId,
}

struct Operations;

impl GroupVisitor for Operations {
    type Output = OnGroup;

    fn visit<G: HostedGroup>(self) -> OnGroup {
        OnGroup {
            msm: msm::<G>,
            mul: mul::<G>,
            point_size: point_size::<G>(),
            scalar_size: scalar_size::<G>(),
            order_limbs: beyond::order_limbs::<G>,
        }
    }
}

impl PairingVisitor for Operations {
    type Output = OnPairing;

    fn visit<P: HostedPairing>(self) -> OnPairing {
        OnPairing {
            multi_miller_loop: multi_miller_loop::<P>,
            final_exponentiation: final_exponentiation::<P>,
            g1: Projective::<P::G1>::ID,
        }
    }
}

pub fn on_group(id: GroupId) -> OnGroup {
    id.visit::<Native, _>(Operations)
}

pub fn on_pairing(id: PairingId) -> OnPairing {
    id.visit::<Native, _>(Operations)
}

fn scalar_size<G: HostedGroup>() -> usize {
    G::ScalarField::default().uncompressed_size()
}

/// Translates the error of a host that computes in place.
fn refused(error: HostError) -> Error {
    match error {
        HostError::ExceptionalAddition => Error::DegeneratePoint,
        HostError::UnequalCounts => Error::LengthMismatch,
        _ => Error::Unknown,
    }
}

fn msm<G: HostedGroup>(bases: &[u8], scalars: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let (mut bases, _) = list::<G::Affine>(bases, point_size::<G>())?;
    let (mut scalars, bytes) = list::<G::ScalarField>(scalars, scalar_size::<G>())?;
    if bases.len() != scalars.len() {
        return Err(Error::LengthMismatch.into());
    }
    check::<G>(&bases)?;
    let modulus = G::ScalarField::MODULUS;
    let terms = bases.iter_mut().zip(&mut scalars);
    for ((base, scalar), bytes) in terms.zip(bytes.chunks_exact(scalar_size::<G>())) {
        if is_small_negative(limbs::<G::ScalarField>(bytes).as_ref(), modulus.as_ref()) {
            (*base, *scalar) = (-*base, -*scalar);
        }
    }
    write_point(Native::msm::<G>(&bases, &scalars).map_err(refused)?, out)
}

/// The limbs of an encoded scalar.
fn limbs<F: PrimeField>(little_endian: &[u8]) -> F::BigInt {
    let mut limbs = F::BigInt::default();
    for (limb, bytes) in limbs.as_mut().iter_mut().zip(little_endian.chunks(8)) {
        *limb = bytes.iter().rev().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
    }
    limbs
}

fn mul<G: HostedGroup>(base: &[u8], scalar: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let base = element::<G::Affine>(base)?;
    let scalar = integer(scalar)?;
    check::<G>(&[base])?;
    let scalar = beyond::reduce::<G>(scalar);
    write_point(Native::mul::<G>(&base, &scalar).map_err(refused)?, out)
}

fn multi_miller_loop<P: HostedPairing>(p: &[u8], q: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let (ps, _) = list::<G1Of<P>>(p, point_size::<Projective<P::G1>>())?;
    let (qs, _) = list::<G2Of<P>>(q, point_size::<Projective<P::G2>>())?;
    if ps.len() != qs.len() {
        return Err(Failure::Trap(Violation::UnequalPairs));
    }
    check::<Projective<P::G1>>(&ps)?;
    check::<Projective<P::G2>>(&qs)?;
    if P::ID == PairingId::Bw6_761 && qs.iter().any(beyond::bw6_point_is_refused) {
        return Err(Failure::Trap(Violation::SmallOrder));
    }
    if P::ID == PairingId::Bw6_761 && ps.len() > BW6_PAIRS {
        return beyond::bw6_miller_loop(p, q, out);
    }
    write(&Native::multi_miller_loop::<P>(&ps, &qs).map_err(refused)?, out)
}

fn final_exponentiation<P: HostedPairing>(f: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let f = element::<P::Target>(f)?;
    match Native::final_exponentiation::<P>(&f) {
        Err(HostError::ZeroMillerLoop) if P::ID == PairingId::Bw6_761 => Err(Failure::Trap(Violation::ZeroMillerLoop)),
        result => write(&result.map_err(refused)?, out),
    }
}
