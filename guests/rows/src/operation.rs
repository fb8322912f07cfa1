//! The operations: decode, compute, and keep or discard the result.
//!
//! Arguments and results are in arkworks' uncompressed encoding. Points are not validated, as for arguments that were
//! checked before.

use crate::GtMultiExp;
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    pairing::{Pairing, PairingOutput},
};
use ark_groth16::{Groth16, Proof, VerifyingKey, prepare_verifying_key};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, SerializationError, Validate};
use core::fmt::{Display, Formatter};
use core::hint::black_box;

/// One operation on encoded arguments.
pub type Operation = fn(&[u8], Sink<'_>) -> Result<(), Error>;

/// Where a result goes.
#[derive(Debug)]
pub enum Sink<'a> {
    /// The result is computed and dropped. This is what benchmarks time.
    Discard,
    /// The result is encoded and appended. This is what comparisons use.
    Keep(&'a mut Vec<u8>),
}

/// Why an operation returned no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The arguments are not encoded as the operation expects, or more bytes follow them.
    Encoding,
    /// The numbers of points or elements and scalars differ.
    UnequalCounts,
    /// The verifier refused the verification key.
    VerifyingKey,
    /// An argument is outside the group of the operation.
    Refused,
}

impl Error {
    /// The negative number that passes the error between a guest and its host.
    pub const fn code(self) -> i32 {
        match self {
            Self::Encoding => -1,
            Self::UnequalCounts => -2,
            Self::VerifyingKey => -3,
            Self::Refused => -4,
        }
    }

    /// The error with a number.
    pub const fn from_code(code: i32) -> Option<Self> {
        match code {
            -1 => Some(Self::Encoding),
            -2 => Some(Self::UnequalCounts),
            -3 => Some(Self::VerifyingKey),
            -4 => Some(Self::Refused),
            _ => None,
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Encoding => "the arguments are not encoded as the operation expects",
            Self::UnequalCounts => "the numbers of points and scalars differ",
            Self::Refused => "an argument is not in the group",
            Self::VerifyingKey => "the verifier refused the verification key",
        })
    }
}

impl core::error::Error for Error {}

impl From<SerializationError> for Error {
    fn from(_: SerializationError) -> Self {
        Self::Encoding
    }
}

/// Takes `a` and `b`, encoded one after the other. Computes the pairing `e(a, b)`.
pub fn pairing<E: Pairing>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (a, b): (E::G1Affine, E::G2Affine) = decode(input)?;
    sink.put(E::pairing(a, b).0)
}

/// Takes a list of points and a list of as many scalars. Computes the sum of the multiples, in affine form.
pub fn msm<G: CurveGroup>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (bases, scalars): (Vec<G::Affine>, Vec<G::ScalarField>) = decode(input)?;
    let sum = <G as VariableBaseMSM>::msm(&bases, &scalars).map_err(|_| Error::UnequalCounts)?;
    sink.put(sum.into_affine())
}

/// Takes a list of elements of the target group and a list of as many scalars. Computes the product of the powers.
pub fn gt_multi_exp<E: GtMultiExp>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (elements, exponents): (Vec<PairingOutput<E>>, Vec<E::ScalarField>) = decode(input)?;
    if elements.len() != exponents.len() {
        return Err(Error::UnequalCounts);
    }
    let product = E::gt_multi_exp(&elements, &exponents).ok_or(Error::Refused)?;
    sink.put(product)
}

/// Takes a point and a list of 64-bit limbs, least significant first. Computes the multiple in affine form, from the
/// point's projective form.
pub fn mul_projective<G: CurveGroup>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (base, scalar): (G, Vec<u64>) = decode(input)?;
    sink.put(base.mul_bigint(scalar).into_affine())
}

/// Like [`mul_projective`], computed from the point's affine form.
pub fn mul_affine<G: CurveGroup>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (base, scalar): (G::Affine, Vec<u64>) = decode(input)?;
    sink.put(base.mul_bigint(scalar).into_affine())
}

/// Takes a verification key, a proof and a list of public inputs. Computes whether the Groth16 proof is valid.
///
/// The key is prepared each time, which takes one pairing in addition to the three of the check.
pub fn groth16_verification<E: Pairing>(input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let (vk, proof, public): (VerifyingKey<E>, Proof<E>, Vec<E::ScalarField>) = decode(input)?;
    if vk.gamma_abc_g1.len() != public.len() + 1 {
        return Err(Error::UnequalCounts);
    }
    let vk = prepare_verifying_key(&vk);
    sink.put(Groth16::<E>::verify_proof(&vk, &proof, &public).map_err(|_| Error::VerifyingKey)?)
}

/// Decodes a value from `bytes`, which must have no trailing bytes.
fn decode<T: CanonicalDeserialize>(mut bytes: &[u8]) -> Result<T, Error> {
    let value = T::deserialize_with_mode(&mut bytes, Compress::No, Validate::No)?;
    if bytes.is_empty() {
        Ok(value)
    } else {
        Err(Error::Encoding)
    }
}

impl Sink<'_> {
    fn put<T: CanonicalSerialize>(self, value: T) -> Result<(), Error> {
        match self {
            Self::Discard => {
                black_box(value);
                Ok(())
            }
            Self::Keep(bytes) => Ok(value.serialize_uncompressed(bytes)?),
        }
    }
}
