//! Keys as tools write them, over curves that are known at run time.

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
    named::{Likeness, Name, Visitor},
};
use spki::SubjectPublicKeyInfoRef;
use thiserror::Error as ThisError;

const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// A public key with its curve, whose point was not looked at yet.
#[derive(Clone, Copy, Debug)]
pub struct KeyFile<'a> {
    /// The curve.
    pub curve: KeyCurve<'a>,
    /// The point, as SEC 1 writes it.
    pub point: &'a [u8],
}

/// The curve of a key.
#[derive(Clone, Copy, Debug)]
pub enum KeyCurve<'a> {
    /// One that is named.
    Named(Name),
    /// One that is given by its parameters, even if they are those of a curve that has a name.
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

/// Why bytes are no key.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum KeyFileError {
    /// Text that is not PEM as RFC 7468 has it.
    #[error("the key is not PEM: {reason}")]
    Pem {
        /// What the decoder says.
        reason: String,
    },
    /// PEM of something else.
    #[error("the PEM block is a {found:?} where \"PUBLIC KEY\" was expected")]
    PemLabel {
        /// Its label.
        found: String,
    },
    /// Not the DER of a key.
    #[error("the key is not DER: {0}")]
    Der(der::Error),
    /// Bytes follow the key.
    #[error("{0} bytes follow the key")]
    TrailingBytes(usize),
    /// The key is for another algorithm.
    #[error("the key's algorithm is {0} where id-ecPublicKey (1.2.840.10045.2.1) was expected")]
    Algorithm(ObjectIdentifier),
    /// The key does not say its curve.
    #[error("the key does not say its curve where its name was expected (RFC 5480, section 2.1.1)")]
    NoCurve,
    /// The curve has a name that is not known here.
    #[error("the key's curve {0} is not known")]
    UnknownCurve(ObjectIdentifier),
    /// The curve is over another field than a prime one.
    #[error("the key's curve is over the field {0} where a prime field (1.2.840.10045.1.1) was expected")]
    Field(ObjectIdentifier),
    /// The generator of an explicit curve is no point in any form of SEC 1.
    #[error("the generator of the key's curve is no point where a compressed, uncompressed or hybrid one was expected")]
    Generator,
    /// The key's bit string is not whole bytes.
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

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// DER of two integers: OpenSSL, X.509, WebAuthn.
    Der,
    /// Two integers of fixed length, one after the other: IEEE P1363, JOSE, smart cards.
    P1363,
}

/// What else is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether `s` must not be above half of the order.
    pub low_s: bool,
    /// Whether a key may give the parameters of its curve in place of the curve's name.
    ///
    /// Whoever gives parameters chooses the curve, and with it how hard the secret is to find. So a key with parameters is
    /// only as good as its source: never accept one because its point is that of a key which you trust. Parameters with the
    /// field and coefficients of a curve that has a name, but another generator, are refused all the same.
    pub explicit_curve: bool,
    /// Whether field and order may have less than [`MIN_BITS`] bits.
    pub allow_weak: bool,
    /// What is asked of curves that a key gives by parameters.
    pub policy: Policy,
}

/// Why a signature was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The key gives parameters, which [`Options::explicit_curve`] does not ask for.
    #[error(
        "the key gives the parameters of its curve where the curve's name is expected: who gives parameters chooses the curve"
    )]
    ExplicitCurve,
    /// The key gives parameters of a curve that has a name, but for the generator, its order or the cofactor.
    #[error(
        "the key gives the parameters of {0} with another generator, order or cofactor, \
         for which anybody can have the secret of any key (CVE-2020-0601)"
    )]
    OtherGenerator(Name),
    /// The curve is too short, which [`Options::allow_weak`] does not ask for.
    #[error("the key's curve has {bits} bits where at least {MIN_BITS} are expected: its secrets can be computed")]
    WeakCurve {
        /// Bits of the field or of the order, whichever has less.
        bits: usize,
    },
    /// The curve of the key cannot be used.
    #[error("the key's curve: {0}")]
    Curve(#[from] CurveError),
    /// The key is none.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The digest is none.
    #[error(transparent)]
    Digest(#[from] PrehashError),
    /// The signature is none.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// `s` is above half of the order, which [`Options::low_s`] refuses.
    #[error("s is above half of the order where the lower of both is asked for")]
    HighS,
    /// The signature is not one of this message under this key.
    #[error("the signature is not one of this message under this key")]
    Invalid,
}

impl Error {
    /// Whether it is the signature that does not hold, not the key or the digest that cannot be used.
    pub const fn is_invalid_signature(&self) -> bool {
        matches!(self, Self::Signature(_) | Self::HighS | Self::Invalid)
    }

    /// Whether the bytes are no signature at all in the encoding that was asked for, under a key of this length.
    pub const fn is_unreadable_signature(&self) -> bool {
        matches!(self, Self::Signature(error) if error.is_unreadable())
    }
}

/// The DER of a key that is DER already, or one block of PEM, `PUBLIC KEY`.
///
/// # Errors
/// If it is PEM of something else, or begins like PEM and is not.
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
    /// From the DER of a `SubjectPublicKeyInfo` (RFC 5480), with the name of a curve or its parameters (RFC 3279).
    ///
    /// # Errors
    /// If it is not that.
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
    /// [`Error`], whose [`is_invalid_signature`](Error::is_invalid_signature) says whether it is the signature that does
    /// not hold.
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

    /// Verifies the signature of a message's digest, of which the leftmost bits count, as many as the order has.
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
            Some(Likeness::Same(name)) => name.visit(verify),
            Some(Likeness::OtherGenerator(name)) => Err(Error::OtherGenerator(name)),
            None => secant_gfp::visit(parameters, &options.policy, verify)?,
        })?
    }
}

/// A verification over any curve.
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

/// From `EcpkParameters` (RFC 3279, section 2.3.5).
fn read_curve(any: AnyRef<'_>) -> Result<KeyCurve<'_>, KeyFileError> {
    let Ok(oid) = any.decode_as::<ObjectIdentifier>() else {
        return ExplicitCurve::read(any).map(KeyCurve::Explicit);
    };
    let known = |name: &Name| ObjectIdentifier::new(name.oid()) == Ok(oid);
    let name = Name::ALL.iter().copied().find(known);
    name.map(KeyCurve::Named).ok_or(KeyFileError::UnknownCurve(oid))
}
