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
    G1Of, G2Of, GroupId, Host, HostError, HostedGroup, HostedPairing, Native, PairingCurve, PairingId, for_each_curve,
};

macro_rules! dispatch {
    (groups { $(($group:ident, $g:literal, $gname:literal, $($gtype:ident)::+),)* }
     pairings { $(($pairing:ident, $p:literal, $pname:literal, $($ptype:ident)::+),)* }) => {
        pub fn msm(id: GroupId, bases: &[u8], scalars: &[u8], out: &mut [u8]) -> Result<(), Failure> {
            match id { $(GroupId::$group => msm_on::<secant_curve::$($gtype)::+<Native>>(bases, scalars, out)),* }
        }

        pub fn mul(id: GroupId, base: &[u8], scalar: &[u8], out: &mut [u8]) -> Result<(), Failure> {
            match id { $(GroupId::$group => mul_on::<secant_curve::$($gtype)::+<Native>>(base, scalar, out)),* }
        }

        /// The sizes of a point and of a scalar in bytes.
        pub fn group_sizes(id: GroupId) -> (usize, usize) {
            match id { $(GroupId::$group => {
                type Group = secant_curve::$($gtype)::+<Native>;
                (point_size::<Group>(), scalar_size::<Group>())
            }),* }
        }

        /// The limbs of the longest integer that is not reduced.
        pub fn order_limbs(id: GroupId) -> usize {
            match id { $(GroupId::$group => beyond::order_limbs::<secant_curve::$($gtype)::+<Native>>()),* }
        }

        pub fn multi_miller_loop(id: PairingId, p: &[u8], q: &[u8], out: &mut [u8]) -> Result<(), Failure> {
            match id { $(PairingId::$pairing => loops_of(secant_curve::$($ptype)::+::<Native>::default(), p, q, out)),* }
        }

        pub fn final_exponentiation(id: PairingId, f: &[u8], out: &mut [u8]) -> Result<(), Failure> {
            match id { $(PairingId::$pairing => exponentiation_of(secant_curve::$($ptype)::+::<Native>::default(), f, out)),* }
        }

        /// The groups of a pairing.
        pub fn groups(id: PairingId) -> (GroupId, GroupId) {
            match id { $(PairingId::$pairing => groups_of(secant_curve::$($ptype)::+::<Native>::default())),* }
        }
    };
}

for_each_curve!(dispatch);

fn groups_of<P: HostedPairing>(_: PairingCurve<P>) -> (GroupId, GroupId) {
    (Projective::<P::G1>::ID, Projective::<P::G2>::ID)
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

fn msm_on<G: HostedGroup>(bases: &[u8], scalars: &[u8], out: &mut [u8]) -> Result<(), Failure> {
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

fn mul_on<G: HostedGroup>(base: &[u8], scalar: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let base = element::<G::Affine>(base)?;
    let scalar = integer(scalar)?;
    check::<G>(&[base])?;
    let scalar = beyond::reduce::<G>(scalar);
    write_point(Native::mul::<G>(&base, &scalar).map_err(refused)?, out)
}

fn loops_of<P: HostedPairing>(_: PairingCurve<P>, p: &[u8], q: &[u8], out: &mut [u8]) -> Result<(), Failure> {
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

fn exponentiation_of<P: HostedPairing>(_: PairingCurve<P>, f: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let f = element::<P::Target>(f)?;
    match Native::final_exponentiation::<P>(&f) {
        Err(HostError::ZeroMillerLoop) if P::ID == PairingId::Bw6_761 => Err(Failure::Trap(Violation::ZeroMillerLoop)),
        result => write(&result.map_err(refused)?, out),
    }
}
