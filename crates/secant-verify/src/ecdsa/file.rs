//! Keys as tools write them, over curves that are known only at run time.

use super::{ExplicitCurve, KeyError, MIN_BITS, PublicKey, Signature, SignatureError};
use crate::hash::{Hash, Prehash, PrehashError};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::fmt;
use der::{
    Decode, ErrorKind,
    asn1::{AnyRef, ObjectIdentifier},
    pem,
};
use secant_field::modular::Modular;
use secant_gfp::{
    Curve, CurveError, Policy,
    named::{CurveMatch, Name, Visitor},
};
use spki::SubjectPublicKeyInfoRef;
use thiserror::Error as ThisError;

const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// A public key with its curve. The point is not checked yet.
#[derive(Clone, Copy, Debug)]
pub struct KeyFile<'a> {
    /// The curve.
    pub curve: KeyCurve<'a>,
    /// The point, in SEC 1 encoding.
    pub point: &'a [u8],
}

/// The curve of a key.
#[derive(Clone, Copy, Debug)]
pub enum KeyCurve<'a> {
    /// A curve given by its name.
    Named(Name),
    /// A curve given by its parameters, even if a named curve has the same ones.
    Explicit(ExplicitCurve<'a>),
}

impl fmt::Display for KeyCurve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(f, "{name}"),
            Self::Explicit(curve) => write!(f, "{curve}"),
        }
    }
}

/// Why bytes are not a key.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum KeyFileError {
    /// The key is text but not PEM as defined in RFC 7468.
    #[error("the key is not PEM: {reason}")]
    Pem {
        /// The decoder's message.
        reason: String,
    },
    /// The key is PEM of something else.
    #[error("the PEM block is a {found:?} where \"PUBLIC KEY\" was expected")]
    PemLabel {
        /// The label of the block.
        found: String,
    },
    /// The bytes are not the DER of a key.
    #[error("the key is not DER: {0}")]
    Der(der::Error),
    /// Bytes follow the key.
    #[error("{0} bytes follow the key")]
    TrailingBytes(usize),
    /// The key is for another algorithm.
    #[error("the key's algorithm is {0} where id-ecPublicKey (1.2.840.10045.2.1) was expected")]
    Algorithm(ObjectIdentifier),
    /// The key does not give its curve.
    #[error("the key does not say its curve where its name was expected (RFC 5480, section 2.1.1)")]
    NoCurve,
    /// The curve has a name that is not known here.
    #[error("the key's curve {0} is not known")]
    UnknownCurve(ObjectIdentifier),
    /// The curve is not over a prime field.
    #[error("the key's curve is over the field {0} where a prime field (1.2.840.10045.1.1) was expected")]
    Field(ObjectIdentifier),
    /// The generator of an explicit curve is not a point in any form of SEC 1.
    #[error("the generator of the key's curve is no point where a compressed, uncompressed or hybrid one was expected")]
    Generator,
    /// The length of the key's bit string is not a whole number of bytes.
    #[error("the key's bit string ends with {0} unused bits where none were expected")]
    UnusedBits(u8),
}

impl From<der::Error> for KeyFileError {
    fn from(e: der::Error) -> Self {
        match e.kind() {
            ErrorKind::TrailingData { remaining, .. } => Self::TrailingBytes(u32::from(remaining) as usize),
            _ => Self::Der(e),
        }
    }
}

/// The encoding of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// DER of two integers: OpenSSL, X.509, WebAuthn.
    Der,
    /// Two integers of fixed length, one after the other: IEEE P1363, JOSE, smart cards.
    P1363,
}

/// Options of a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether `s` must not be above half of the order.
    pub low_s: bool,
    /// Whether a key may give the parameters of its curve in place of the curve's name.
    ///
    /// Whoever gives the parameters chooses the curve, and so how hard it is to find the secret. A key with parameters
    /// is only as good as its source: never accept one because its point is that of a key which you trust. If the
    /// parameters have the field and coefficients of a named curve but another generator, the key is refused even with
    /// this option.
    pub explicit_curve: bool,
    /// Whether field and order may have less than [`MIN_BITS`] bits.
    pub allow_weak: bool,
    /// Further requirements on curves that a key gives by parameters.
    pub policy: Policy,
}

/// Why a signature was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The key gives parameters, and [`Options::explicit_curve`] is not set.
    #[error(
        "the key gives the parameters of its curve where the curve's name is expected: who gives parameters chooses the curve"
    )]
    ExplicitCurve,
    /// The key gives the parameters of a named curve, but with another generator, order or cofactor.
    #[error(
        "the key gives the parameters of {0} with another generator, order or cofactor, \
         for which anybody can have the secret of any key (CVE-2020-0601)"
    )]
    OtherGenerator(Name),
    /// The curve is too short, and [`Options::allow_weak`] is not set.
    #[error("the key's curve has {bits} bits where at least {MIN_BITS} are expected: its secrets can be computed")]
    WeakCurve {
        /// The length in bits of the field or of the order, whichever is less.
        bits: usize,
    },
    /// The curve of the key cannot be used.
    #[error("the key's curve: {0}")]
    Curve(#[from] CurveError),
    /// The point is not a valid key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The digest is not valid.
    #[error(transparent)]
    Digest(#[from] PrehashError),
    /// The signature is malformed.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// `s` is above half of the order, and [`Options::low_s`] is set.
    #[error("s is above half of the order where the lower of both is asked for")]
    HighS,
    /// The signature is not valid for this message under this key.
    #[error("the signature is not one of this message under this key")]
    Invalid,
}

impl Error {
    /// Whether the signature is wrong. Otherwise the key or the digest cannot be used.
    pub const fn is_invalid_signature(&self) -> bool {
        matches!(self, Self::Signature(_) | Self::HighS | Self::Invalid)
    }

    /// Whether the bytes cannot be a signature in the requested encoding, under a key of this length.
    pub const fn is_unreadable_signature(&self) -> bool {
        matches!(self, Self::Signature(error) if error.is_unreadable())
    }
}

/// The DER of a key that is DER or one PEM block, `PUBLIC KEY`.
///
/// # Errors
/// If it is a PEM block of something else, or begins like PEM but is malformed.
pub fn to_der(bytes: &[u8]) -> Result<Cow<'_, [u8]>, KeyFileError> {
    if !bytes.trim_ascii_start().starts_with(b"-----BEGIN") {
        return Ok(Cow::Borrowed(bytes));
    }
    match pem::decode_vec(bytes) {
        Ok(("PUBLIC KEY", der)) => Ok(Cow::Owned(der)),
        Ok((label, _)) => Err(KeyFileError::PemLabel {
            found: String::from(label),
        }),
        Err(e) => Err(KeyFileError::Pem { reason: e.to_string() }),
    }
}

impl<'a> KeyFile<'a> {
    /// Reads the DER of a `SubjectPublicKeyInfo` (RFC 5480), with the name of a curve or its parameters (RFC 3279).
    ///
    /// # Errors
    /// If the bytes are not that.
    pub fn from_spki_der(bytes: &'a [u8]) -> Result<Self, KeyFileError> {
        let info = SubjectPublicKeyInfoRef::from_der(bytes)?;
        if info.algorithm.oid != EC_PUBLIC_KEY {
            return Err(KeyFileError::Algorithm(info.algorithm.oid));
        }
        let key = info.subject_public_key;
        let point = key.as_bytes().ok_or(KeyFileError::UnusedBits(key.unused_bits()))?;
        let curve = match info.algorithm.parameters {
            None => return Err(KeyFileError::NoCurve),
            Some(any) if any.is_null() => return Err(KeyFileError::NoCurve),
            Some(any) => read_curve(any)?,
        };
        Ok(Self { curve, point })
    }

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid_signature`](Error::is_invalid_signature) tells a wrong signature from a
    /// check that could not be made.
    pub fn verify(
        &self,
        hash: Hash,
        message: &[u8],
        signature: &[u8],
        encoding: Encoding,
        options: &Options,
    ) -> Result<(), Error> {
        self.verify_digest(hash.digest(&[message]).prehash(), signature, encoding, options)
    }

    /// Verifies the signature of a message's digest. Only its leftmost bits count, as many as the order has.
    ///
    /// # Errors
    /// As [`KeyFile::verify`].
    pub fn verify_digest(
        &self,
        digest: Prehash<'_>,
        signature: &[u8],
        encoding: Encoding,
        options: &Options,
    ) -> Result<(), Error> {
        let verify = Verify {
            point: self.point,
            digest,
            signature,
            encoding,
            options,
        };
        let curve = match &self.curve {
            KeyCurve::Named(name) => return name.visit(verify),
            KeyCurve::Explicit(_) if !options.explicit_curve => return Err(Error::ExplicitCurve),
            KeyCurve::Explicit(curve) => curve,
        };
        curve.with_parameters(|parameters| match Name::like(parameters) {
            Some(CurveMatch::Same(name)) => name.visit(verify),
            Some(CurveMatch::OtherGenerator(name)) => Err(Error::OtherGenerator(name)),
            None => secant_gfp::visit(parameters, &options.policy, verify)?,
        })?
    }
}

/// A verification, to run over any curve.
struct Verify<'a> {
    point: &'a [u8],
    digest: Prehash<'a>,
    signature: &'a [u8],
    encoding: Encoding,
    options: &'a Options,
}

impl Visitor for Verify<'_> {
    type Output = Result<(), Error>;

    fn visit<C: Curve>(self, curve: &C) -> Result<(), Error> {
        let bits = curve.field().bits().min(curve.scalars().bits());
        if bits < MIN_BITS && !self.options.allow_weak {
            return Err(Error::WeakCurve { bits });
        }
        let key = PublicKey::from_sec1(curve, self.point)?;
        let signature = match self.encoding {
            Encoding::Der => Signature::from_der(curve, self.signature),
            Encoding::P1363 => Signature::from_p1363(curve, self.signature),
        }?;
        if self.options.low_s && !signature.has_low_s(curve) {
            return Err(Error::HighS);
        }
        if key.verify_digest(curve, self.digest, &signature) {
            Ok(())
        } else {
            Err(Error::Invalid)
        }
    }
}

/// Reads `EcpkParameters` (RFC 3279, section 2.3.5).
fn read_curve(any: AnyRef<'_>) -> Result<KeyCurve<'_>, KeyFileError> {
    let Ok(oid) = any.decode_as::<ObjectIdentifier>() else {
        return ExplicitCurve::read(any).map(KeyCurve::Explicit);
    };
    let known = |name: &Name| ObjectIdentifier::new(name.oid()) == Ok(oid);
    let name = Name::ALL.iter().copied().find(known);
    name.map(KeyCurve::Named).ok_or(KeyFileError::UnknownCurve(oid))
}
