//! What can be wrong with a key, a digest or a signature.

use super::{MAX_BITS, MIN_BITS, ModExpError};
use crate::hash::Hash;
use alloc::string::String;
use core::fmt;

/// A part of a key's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `SubjectPublicKeyInfo`.
    Spki,
    /// `RSAPublicKey` of PKCS#1.
    Pkcs1,
    /// `RSASSA-PSS-params`.
    PssParameters,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spki => "SubjectPublicKeyInfo",
            Self::Pkcs1 => "RSAPublicKey",
            Self::PssParameters => "RSASSA-PSS-params",
        })
    }
}

/// Why a signature was not accepted. Each error displays as one sentence.
///
/// [`is_invalid_signature`](Self::is_invalid_signature) tells a wrong signature from a check that could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The key is text but not PEM as RFC 7468 has it.
    #[error("the key is not PEM: {reason}")]
    Pem {
        /// The decoder's message.
        reason: String,
    },
    /// The key is PEM of something else.
    #[error("the PEM block is a {found:?} where \"PUBLIC KEY\" or \"RSA PUBLIC KEY\" was expected")]
    PemLabel {
        /// The label of the block.
        found: String,
    },
    /// The key is not DER of the expected structure.
    #[error("the {part} of the key is not DER: {reason}")]
    Der {
        /// The structure.
        part: Part,
        /// The decoder's message, with the position.
        reason: String,
    },
    /// Bytes follow the last field of a structure.
    #[error("{count} bytes follow the {part} of the key")]
    TrailingBytes {
        /// The structure.
        part: Part,
        /// The number of bytes.
        count: usize,
    },
    /// The key is for another algorithm.
    #[error("the key's algorithm is {found} where rsaEncryption (1.2.840.113549.1.1.1) or RSASSA-PSS was expected")]
    Algorithm {
        /// The object identifier.
        found: String,
    },
    /// The parameters of an algorithm are not the expected ones.
    #[error("the parameters of {algorithm} in the key are not {expected}, which is expected there")]
    AlgorithmParameters {
        /// The algorithm.
        algorithm: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// The parameters of `rsaEncryption` are missing.
    #[error(
        "the NULL after rsaEncryption is missing in the key, where RFC 3279, section 2.3.1, expects it; \
         `openssl pkey -pubin -pubout` writes it"
    )]
    NullMissing,
    /// The length of the key's bit string is not a whole number of bytes.
    #[error("the key's bit string ends with {count} unused bits where none were expected")]
    UnusedBits {
        /// The number of unused bits.
        count: u8,
    },
    /// The parameters of PSS name a hash function that is not known here.
    #[error("the key's parameters name the hash function {found}, which is not known")]
    UnknownHash {
        /// The object identifier.
        found: String,
    },
    /// The parameters of PSS name a mask function other than MGF1.
    #[error("the key's parameters name the mask function {found} where MGF1 (1.2.840.113549.1.1.8) was expected")]
    UnknownMask {
        /// The object identifier.
        found: String,
    },
    /// The parameters of PSS have a trailer other than 1.
    #[error("the key's parameters name the trailer field {found} where only 1 is defined")]
    Trailer {
        /// The number.
        found: u32,
    },
    /// The modulus is zero.
    #[error("the modulus is zero")]
    ModulusZero,
    /// The modulus is one.
    #[error("the modulus is one")]
    ModulusOne,
    /// The modulus is even.
    #[error("the modulus is even")]
    ModulusEven,
    /// The modulus is too short.
    #[error("the modulus has {bits} bits where at least {MIN_BITS} are expected: it can be factored")]
    ModulusTooShort {
        /// The length of the modulus in bits.
        bits: usize,
    },
    /// The modulus is too long.
    #[error("the modulus has {bits} bits where at most {MAX_BITS} are accepted")]
    ModulusTooLong {
        /// The length of the modulus in bits.
        bits: usize,
    },
    /// The exponent is even.
    #[error("the exponent is even")]
    ExponentEven,
    /// The exponent is 1.
    #[error("the exponent is 1 where at least 3 is accepted")]
    ExponentOne,
    /// The exponent is not below the modulus.
    #[error("the exponent is not below the modulus")]
    ExponentTooLarge,
    /// The key does not allow the scheme.
    #[error("the key allows only {allowed}")]
    NotAllowed {
        /// What it allows.
        allowed: String,
    },
    /// PKCS#1 v1.5 is not defined with SHAKE.
    #[error("PKCS#1 v1.5 is not defined with {hash}")]
    NoDigestInfo {
        /// The hash function.
        hash: Hash,
    },
    /// The key is too short for the scheme.
    #[error("the scheme needs an encoded message of {needed} bytes where the key has place for {found}")]
    KeyTooShort {
        /// The length that the scheme needs, in bytes.
        needed: usize,
        /// The length that the key has room for, in bytes.
        found: usize,
    },
    /// A digest does not have the length of its hash function.
    #[error("the digest has {found} bytes where {hash} has {expected}")]
    DigestLength {
        /// The hash function.
        hash: Hash,
        /// The length of the function's digests, in bytes.
        expected: usize,
        /// The length of this digest, in bytes.
        found: usize,
    },
    /// The caller's exponentiation failed.
    #[error(transparent)]
    ModExp(#[from] ModExpError),
    /// The signature does not have the length of the key.
    #[error("the signature has {found} bytes where those of the key have {expected}")]
    SignatureLength {
        /// The length of the key's signatures, in bytes.
        expected: usize,
        /// The length of this signature, in bytes.
        found: usize,
    },
    /// The signature is not below the modulus.
    #[error("the signature is not below the modulus")]
    SignatureTooLarge,
    /// The encoded message in the signature is not in the form of the scheme.
    #[error("the signature does not hold: {what}")]
    Padding {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The signature is of another digest.
    #[error("the signature does not hold: it is of another digest")]
    Mismatch,
}

impl Error {
    /// Whether key, scheme and digest were in order and the signature is wrong. With any other error no check was made.
    pub fn is_invalid_signature(&self) -> bool {
        matches!(
            self,
            Self::SignatureLength { .. } | Self::SignatureTooLarge | Self::Padding { .. } | Self::Mismatch
        )
    }

    /// Whether the bytes cannot be a signature under a key of this length, whatever the message.
    pub fn is_unreadable_signature(&self) -> bool {
        matches!(self, Self::SignatureLength { .. })
    }
}
