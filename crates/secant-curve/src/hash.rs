//! Hashing to curves: RFC 9380.
//!
//! | group | suites |
//! |---|---|
//! | [`bls12_381::G1Projective`](crate::bls12_381::G1Projective) | `BLS12381G1_XMD:SHA-256_SSWU_RO_`, `_NU_` |
//! | [`bls12_381::G2Projective`](crate::bls12_381::G2Projective) | `BLS12381G2_XMD:SHA-256_SSWU_RO_`, `_NU_` |
//! | [`secp256k1::Projective`](crate::secp256k1::Projective) | `secp256k1_XMD:SHA-256_SSWU_RO_`, `_NU_` |
//! | [`secp256r1::Projective`](crate::secp256r1::Projective) | `P256_XMD:SHA-256_SSWU_RO_`, `_NU_` |
//!
//! ```
//! use ark_ec::CurveGroup;
//! use secant_curve::{bls12_381::G2Projective, hash::HashToCurve};
//!
//! let dst = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
//! type G = G2Projective;
//! let point = G::hash_to_curve(b"abc", dst)?;
//! let points = G::hash_many(&[b"abc", b"def"], dst)?;
//! assert_eq!(points[0], point.into_affine());
//! # Ok::<(), secant_curve::hash::HashError>(())
//! ```
//!
//! Everything here runs in variable time: do not hash secrets.

mod constants;
mod expand;
mod suites;

pub use expand::Expander;

use crate::{
    SwCurve,
    in_place::Sealed,
    parameters::SwParams,
    raw::{recast_one, recast_vec},
};
use alloc::vec::Vec;
use ark_ec::{
    CurveConfig, CurveGroup,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use core::fmt::{Display, Formatter};
use secant_engine::hash_to_curve::{MapField, SswuParams, map, map_many};
use sha2::digest::{Digest, core_api::BlockSizeUser};

/// Why a hash failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashError {
    /// The domain separation tag is empty. RFC 9380, section 3.1, requires at least one byte.
    EmptyDst,
    /// [`Expander::expand`] was asked for more bytes than it can give.
    TooLong {
        /// The number of bytes asked for.
        asked: usize,
        /// The largest number that it can give.
        max: usize,
    },
}

impl Display for HashError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::EmptyDst => f.write_str("the domain separation tag is empty"),
            Self::TooLong { asked, max } => write!(f, "{asked} bytes asked of a hash that expands to {max} at most"),
        }
    }
}

impl core::error::Error for HashError {}

/// A group that messages can be hashed to.
///
/// `dst`, the domain separation tag, names the application and the suite in one to 255 bytes. Longer tags are hashed
/// first, as section 5.3.3 specifies. All results are in the prime-order subgroup.
pub trait HashToCurve: CurveGroup {
    /// The name of the suite of [`Self::hash_to_curve`].
    const RANDOM_ORACLE: &'static str;
    /// The name of the suite of [`Self::encode_to_curve`].
    const NON_UNIFORM: &'static str;

    /// The hash of a message, indistinguishable from a random point (`_RO_`).
    ///
    /// # Errors
    /// [`HashError::EmptyDst`].
    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<Self, HashError>;

    /// Maps a message to a point that is not uniformly distributed, at about half the cost (`_NU_`).
    ///
    /// # Errors
    /// [`HashError::EmptyDst`].
    fn encode_to_curve(message: &[u8], dst: &[u8]) -> Result<Self, HashError>;

    /// Maps one element of the base field to a point: `clear_cofactor(map_to_curve(element))` of RFC 9380, which is
    /// what [`Self::encode_to_curve`] does after `hash_to_field`.
    fn map_to_curve(element: &Self::BaseField) -> Self;

    /// [`Self::hash_to_curve`] of many messages, eight side by side where the CPU has lanes.
    ///
    /// # Errors
    /// [`HashError::EmptyDst`].
    fn hash_many<M: AsRef<[u8]>>(messages: &[M], dst: &[u8]) -> Result<Vec<Self::Affine>, HashError>;

    /// [`Self::encode_to_curve`] of many messages, eight side by side where the CPU has lanes.
    ///
    /// # Errors
    /// [`HashError::EmptyDst`].
    fn encode_many<M: AsRef<[u8]>>(messages: &[M], dst: &[u8]) -> Result<Vec<Self::Affine>, HashError>;
}

/// A curve that has suites: the hash function, the names of the suites and the parameters of the map.
pub trait Suite: SwCurve<Parameters: SwParams<Compiled: CompiledHash>> + SswuParams {
    /// The name of the suite with `hash_to_curve`.
    const RANDOM_ORACLE: &'static str;
    /// The name of the suite with `encode_to_curve`.
    const NON_UNIFORM: &'static str;
    /// The hash function of `expand_message_xmd`.
    type Hash: Digest + BlockSizeUser + Clone + Send + Sync;
    /// `2^(4 L)`, where `L` is the number of bytes per coefficient.
    const SHIFT: <Self::BaseField as MapField>::Prime;
}

/// The prime field that the base field of a curve is built on.
type PrimeOf<C> = <<C as CurveConfig>::BaseField as MapField>::Prime;

/// The bytes `L` that one coefficient is made of: section 5, for a security of 128 bits.
const fn bytes_per_coefficient(modulus_bits: u32) -> usize {
    (modulus_bits + 128).div_ceil(8) as usize
}

/// The most bytes that a message expands to: two elements of a quadratic extension of a field of 384 bits.
const MOST_BYTES: usize = 256;

/// `N` field elements from a message: section 5.2.
fn hash_to_field<C: Suite, const N: usize>(expander: &Expander<C::Hash>, message: &[u8]) -> [C::BaseField; N] {
    let mut bytes = [0; MOST_BYTES];
    let size = bytes_per_coefficient(PrimeOf::<C>::MODULUS_BIT_SIZE);
    let degree = <C::BaseField as Field>::extension_degree() as usize;
    let bytes = &mut bytes[..N * degree * size];
    expander.fill(message, bytes);
    let mut coefficients = bytes.chunks_exact(size).map(|bytes| {
        // Each half is below the modulus: it has 32 bytes for 381 bits, 24 for 256.
        let (high, low) = bytes.split_at(size / 2);
        let (high, low): (PrimeOf<C>, PrimeOf<C>) = (from_be_bytes(high), from_be_bytes(low));
        high * C::SHIFT + low
    });
    let mut next = || coefficients.next().unwrap_or(AdditiveGroup::ZERO);
    let mut elements = [C::BaseField::ZERO; N];
    for element in &mut elements {
        let first = next();
        *element = MapField::join([first, if degree == 2 { next() } else { AdditiveGroup::ZERO }]);
    }
    elements
}

/// Reads an integer below the modulus as a field element.
fn from_be_bytes<F: PrimeField>(bytes: &[u8]) -> F {
    let mut integer = F::BigInt::default();
    for (limb, bytes) in integer.as_mut().iter_mut().zip(bytes.rchunks(8)) {
        *limb = bytes.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
    debug_assert!(integer.num_bits() < F::MODULUS_BIT_SIZE);
    F::from_bigint(integer).unwrap_or(F::ZERO)
}

/// Hashing to a group that has a suite, compiled in this crate, like [`Compiled`](crate::Compiled).
///
/// Sealed. Callers use [`HashToCurve`] instead.
pub trait CompiledHash: CurveGroup + Sealed {
    /// Hashes a message if `random_oracle`, else encodes it.
    fn hash_one(message: &[u8], dst: &[u8], random_oracle: bool) -> Result<Self, HashError>;

    /// Maps one field element to a point.
    fn map_one(element: &Self::BaseField) -> Self;

    /// Hashes each of many messages if `random_oracle`, else encodes them.
    fn hash_each(messages: &[&[u8]], dst: &[u8], random_oracle: bool) -> Result<Vec<Self::Affine>, HashError>;
}

fn hash_one<C: Suite>(message: &[u8], dst: &[u8], random_oracle: bool) -> Result<Projective<C>, HashError> {
    let expander = Expander::new(dst)?;
    Ok(if random_oracle {
        map(&hash_to_field::<C, 2>(&expander, message))
    } else {
        map(&hash_to_field::<C, 1>(&expander, message))
    })
}

fn hash_each<C: Suite>(messages: &[&[u8]], dst: &[u8], random_oracle: bool) -> Result<Vec<Affine<C>>, HashError> {
    let expander = Expander::new(dst)?;
    Ok(if random_oracle {
        map_many(messages.len(), |i| hash_to_field::<C, 2>(&expander, messages[i]))
    } else {
        map_many(messages.len(), |i| hash_to_field::<C, 1>(&expander, messages[i]))
    })
}

macro_rules! compiled_hash {
    ($($config:ty),*) => {$(
        impl CompiledHash for Projective<$config> {
            #[cfg_attr(not(feature = "compiled"), inline)]
            fn hash_one(message: &[u8], dst: &[u8], random_oracle: bool) -> Result<Self, HashError> {
                hash_one::<$config>(message, dst, random_oracle)
            }

            #[cfg_attr(not(feature = "compiled"), inline)]
            fn map_one(element: &Self::BaseField) -> Self {
                map(&[*element])
            }

            #[cfg_attr(not(feature = "compiled"), inline)]
            fn hash_each(messages: &[&[u8]], dst: &[u8], random_oracle: bool) -> Result<Vec<Self::Affine>, HashError> {
                hash_each::<$config>(messages, dst, random_oracle)
            }
        }
    )*};
}

compiled_hash!(
    crate::bls12_381::g1::Config,
    crate::bls12_381::g2::Config,
    crate::secp256k1::Config,
    crate::secp256r1::Config
);

/// The functions of a curve that are compiled in this crate.
type CompiledOf<C> = <<C as SwCurve>::Parameters as SwParams>::Compiled;

fn many<C: Suite, M: AsRef<[u8]>>(
    messages: &[M],
    dst: &[u8],
    random_oracle: bool,
) -> Result<Vec<Affine<C>>, HashError> {
    let messages: Vec<_> = messages.iter().map(AsRef::as_ref).collect();
    CompiledOf::<C>::hash_each(&messages, dst, random_oracle).map(recast_vec)
}

impl<C: Suite> HashToCurve for Projective<C> {
    const RANDOM_ORACLE: &'static str = C::RANDOM_ORACLE;
    const NON_UNIFORM: &'static str = C::NON_UNIFORM;

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<Self, HashError> {
        CompiledOf::<C>::hash_one(message, dst, true).map(recast_one)
    }

    fn encode_to_curve(message: &[u8], dst: &[u8]) -> Result<Self, HashError> {
        CompiledOf::<C>::hash_one(message, dst, false).map(recast_one)
    }

    fn map_to_curve(element: &Self::BaseField) -> Self {
        recast_one(CompiledOf::<C>::map_one(element))
    }

    fn hash_many<M: AsRef<[u8]>>(messages: &[M], dst: &[u8]) -> Result<Vec<Self::Affine>, HashError> {
        many::<C, M>(messages, dst, true)
    }

    fn encode_many<M: AsRef<[u8]>>(messages: &[M], dst: &[u8]) -> Result<Vec<Self::Affine>, HashError> {
        many::<C, M>(messages, dst, false)
    }
}
