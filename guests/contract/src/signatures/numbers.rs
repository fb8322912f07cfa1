//! The numbers that a caller passes.
//!
//! They are part of the calling convention. New ones are added at the ends.

use super::Error;
use secant_gfp::named::Name;
use secant_verify::hash::Hash;

/// The curve number of [`verify_ecdsa`](super::verify_ecdsa) for a key that names its curve.
pub const CURVE_OF_KEY: u32 = 0;

/// The curves, numbered from 1.
pub const CURVES: [Name; 25] = [
    Name::Secp256k1,
    Name::Secp256r1,
    Name::Secp384r1,
    Name::Secp521r1,
    Name::Secp224r1,
    Name::BrainpoolP256r1,
    Name::BrainpoolP256t1,
    Name::BrainpoolP320r1,
    Name::BrainpoolP320t1,
    Name::BrainpoolP384r1,
    Name::BrainpoolP384t1,
    Name::BrainpoolP512r1,
    Name::BrainpoolP512t1,
    Name::Secp160k1,
    Name::Secp160r1,
    Name::Secp160r2,
    Name::Secp192k1,
    Name::Secp192r1,
    Name::Secp224k1,
    Name::BrainpoolP160r1,
    Name::BrainpoolP160t1,
    Name::BrainpoolP192r1,
    Name::BrainpoolP192t1,
    Name::BrainpoolP224r1,
    Name::BrainpoolP224t1,
];

/// The hash number of a digest whose hash function has no number.
pub const OTHER_HASH: u32 = 0;

/// The hash functions, numbered from 1.
pub const HASHES: [Hash; 15] = [
    Hash::Sha1,
    Hash::Sha224,
    Hash::Sha256,
    Hash::Sha384,
    Hash::Sha512,
    Hash::Sha512_224,
    Hash::Sha512_256,
    Hash::Sha3_224,
    Hash::Sha3_256,
    Hash::Sha3_384,
    Hash::Sha3_512,
    Hash::Shake128,
    Hash::Shake256,
    Hash::Keccak256,
    Hash::Ripemd160,
];

/// The bits of a function's `options` argument. A function rejects bits that are not its own.
pub mod options {
    /// The message is a digest already.
    pub const DIGEST: u32 = 1;
    /// ECDSA: the signature is `r` and `s`, each with as many bytes as the order (IEEE P1363), not DER.
    pub const P1363: u32 = 2;
    /// ECDSA: `s` must not be above half the order.
    pub const LOW_S: u32 = 4;
    /// ECDSA: the key may give the parameters of its curve instead of the curve's name.
    pub const EXPLICIT_CURVE: u32 = 8;
    /// RSA: the scheme is PSS, not PKCS#1 v1.5.
    pub const PSS: u32 = 2;
}

/// Special values for the length of the salt.
pub mod salt {
    /// As long as a digest.
    pub const DIGEST: i32 = -1;
    /// Any length.
    pub const ANY: i32 = -2;
}

/// The number of a curve.
pub fn curve_number(name: Name) -> Option<u32> {
    number(&CURVES, name)
}

/// The number of a hash function.
pub fn hash_number(hash: Hash) -> Option<u32> {
    number(&HASHES, hash)
}

fn number<T: Copy + PartialEq>(all: &[T], one: T) -> Option<u32> {
    (1..)
        .zip(all)
        .find_map(|(number, &each)| (each == one).then_some(number))
}

pub(crate) fn curve(number: u32) -> Result<Name, Error> {
    named(&CURVES, number).ok_or(Error::UnknownCurve)
}

pub(crate) fn hash(number: u32) -> Result<Hash, Error> {
    named(&HASHES, number).ok_or(Error::UnknownHash)
}

fn named<T: Copy>(all: &[T], number: u32) -> Option<T> {
    all.get((number as usize).checked_sub(1)?).copied()
}
