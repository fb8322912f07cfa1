//! The PSS parameters of a key: RFC 8017, appendix A.2.3, and RFC 8692.

use super::{Error, Part, Pss, Salt, Scheme, key::der_error};
use crate::hash::Hash;
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;
use der::{
    Reader, SliceReader, TagMode, TagNumber,
    asn1::{AnyRef, ObjectIdentifier},
};
use spki::AlgorithmIdentifierRef;

const MGF1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.8");
const PART: Part = Part::PssParameters;
/// The default salt length in bytes.
const DEFAULT_SALT: usize = 20;

/// The PSS parameters that a key allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PssParameters {
    /// The hash function of the message.
    pub hash: Hash,
    /// The hash function of MGF1, or SHAKE in place of MGF1.
    pub mask: Hash,
    /// The least salt length in bytes.
    pub min_salt: usize,
    /// The greatest salt length in bytes. RFC 8692 fixes it; RFC 4055 has none.
    pub max_salt: Option<usize>,
}

impl fmt::Display for PssParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            hash,
            mask,
            min_salt,
            max_salt,
        } = self;
        let bound = if max_salt.is_some() { "exactly" } else { "at least" };
        if mask.is_shake() {
            write!(
                f,
                "PSS with {hash}, a mask of {mask} and {bound} {min_salt} bytes of salt"
            )
        } else {
            write!(
                f,
                "PSS with {hash}, MGF1 with {mask} and {bound} {min_salt} bytes of salt"
            )
        }
    }
}

impl PssParameters {
    /// The parameters that RFC 8692 prescribes for SHAKE128 or SHAKE256.
    pub(super) fn shake(hash: Hash) -> Self {
        Self {
            hash,
            mask: hash,
            min_salt: hash.output_len(),
            max_salt: Some(hash.output_len()),
        }
    }

    /// The scheme that the key is for, with any salt length that it allows.
    pub fn scheme(&self) -> Scheme {
        Scheme::Pss(Pss {
            hash: self.hash,
            mask: self.mask,
            salt: self.max_salt.map_or(Salt::Any, Salt::Exactly),
        })
    }

    /// Restricts `pss` to what the key allows. If the key fixes the salt length, [`Salt::Any`] becomes that length.
    pub(super) fn narrow(&self, pss: &Pss) -> Result<Pss, Error> {
        let salt = match (pss.salt, self.max_salt) {
            (Salt::Any, Some(len)) => Salt::Exactly(len),
            (salt, _) => salt,
        };
        let allowed = match salt {
            Salt::Exactly(len) => len >= self.min_salt && self.max_salt.is_none_or(|max| len <= max),
            Salt::Any => true,
        };
        if (pss.hash, pss.mask) == (self.hash, self.mask) && allowed {
            return Ok(Pss { salt, ..*pss });
        }
        Err(Error::NotAllowed {
            allowed: self.to_string(),
        })
    }

    /// Reads `RSASSA-PSS-params`.
    pub(super) fn read(parameters: AnyRef<'_>) -> Result<Self, Error> {
        parameters.sequence(Self::fields).map_err(|error| match error {
            Failure::Der(error) => der_error(PART, error),
            Failure::Error(error) => error,
        })
    }

    fn fields(reader: &mut SliceReader<'_>) -> Result<Self, Failure> {
        let mut parameters = Self {
            hash: Hash::Sha1,
            mask: Hash::Sha1,
            min_salt: DEFAULT_SALT,
            max_salt: None,
        };
        // DER leaves defaults out, but RFC 4055, section 3.1, requires readers to accept them.
        if let Some(algorithm) =
            reader.context_specific::<AlgorithmIdentifierRef<'_>>(TagNumber(0), TagMode::Explicit)?
        {
            parameters.hash = hash(&algorithm)?;
        }
        if let Some(algorithm) =
            reader.context_specific::<AlgorithmIdentifierRef<'_>>(TagNumber(1), TagMode::Explicit)?
        {
            parameters.mask = mask(&algorithm)?;
        }
        if let Some(len) = reader.context_specific::<u32>(TagNumber(2), TagMode::Explicit)? {
            parameters.min_salt = len as usize;
        }
        if let Some(found) = reader.context_specific::<u32>(TagNumber(3), TagMode::Explicit)?
            && found != 1
        {
            return Err(Failure::Error(Error::Trailer { found }));
        }
        Ok(parameters)
    }
}

/// An error of the decoder, which calls back, or our own.
enum Failure {
    Der(der::Error),
    Error(Error),
}

impl From<der::Error> for Failure {
    fn from(error: der::Error) -> Self {
        Self::Der(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A hash function, whose parameters are NULL or absent (RFC 4055, section 2.1).
fn hash(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<Hash, Error> {
    if algorithm.parameters.is_some_and(|parameters| !parameters.is_null()) {
        return Err(Error::AlgorithmParameters {
            algorithm: "a hash function",
            expected: "NULL or nothing",
        });
    }
    let oid = algorithm.oid.as_bytes();
    Hash::ALL
        .into_iter()
        .find(|hash| hash.oid() == Some(oid) && !hash.is_shake())
        .ok_or_else(|| Error::UnknownHash {
            found: name(&algorithm.oid),
        })
}

/// The hash function of MGF1.
fn mask(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<Hash, Error> {
    if algorithm.oid != MGF1 {
        return Err(Error::UnknownMask {
            found: name(&algorithm.oid),
        });
    }
    let inner = algorithm.parameters.ok_or(Error::AlgorithmParameters {
        algorithm: "MGF1",
        expected: "a hash function",
    })?;
    let inner = inner.decode_as::<AlgorithmIdentifierRef<'_>>();
    hash(&inner.map_err(|error| der_error(PART, error))?)
}

/// An object identifier in dotted numbers.
pub(super) fn name(oid: &ObjectIdentifier) -> String {
    format!("{oid}")
}
