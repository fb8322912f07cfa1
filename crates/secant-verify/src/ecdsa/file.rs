//! Keys as tools write them, over curves that are known at run time.

use super::{KeyError, PublicKey, Signature, SignatureError};
use crate::hash::Hash;
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use der::{
    Decode, ErrorKind, Reader, Tag,
    asn1::{AnyRef, BitStringRef, Null, ObjectIdentifier, OctetStringRef, UintRef},
    pem,
};
use secant_field::modular::{Limbs, Modular};
use secant_gfp::{
    Coefficient, Curve, CurveError, Parameters, Policy,
    named::{Name, Visitor},
};
use spki::{AlgorithmIdentifier, SubjectPublicKeyInfoRef};
use thiserror::Error as ThisError;

const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const PRIME_FIELD: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.1.1");

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
    /// One that has a name.
    Named(Name),
    /// Another one.
    Explicit(Parameters<'a>),
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
    #[error("the key does not say its curve")]
    NoCurve,
    /// The curve has a name that is not known here.
    #[error("the key's curve {0} is not known")]
    UnknownCurve(ObjectIdentifier),
    /// The curve is over another field than a prime one.
    #[error("the key's curve is over the field {0} where a prime field (1.2.840.10045.1.1) was expected")]
    Field(ObjectIdentifier),
    /// The generator of an explicit curve is neither an uncompressed point nor a hybrid one.
    #[error("the generator of the key's curve is neither an uncompressed point nor a hybrid one")]
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
    /// What is asked of curves that a key gives by parameters.
    pub policy: Policy,
}

/// Why a signature was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The curve of the key cannot be used.
    #[error("the key's curve: {0}")]
    Curve(#[from] CurveError),
    /// The key is none.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The signature is none.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// `s` is above half of the order, which [`Options::low_s`] refuses.
    #[error("s is above half of the order")]
    HighS,
    /// The signature is not one of this message under this key.
    #[error("the signature is not one of this message under this key")]
    Invalid,
}

impl Error {
    /// Whether it is the signature that does not hold, not the key that cannot be used.
    pub const fn is_invalid_signature(&self) -> bool {
        matches!(self, Self::Signature(_) | Self::HighS | Self::Invalid)
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
            Some(any) => KeyCurve::read(any)?,
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
        self.verify_digest(&hash.digest(&[message]), signature, encoding, options)
    }

    /// Verifies the signature of a message's digest.
    ///
    /// # Errors
    /// As [`KeyFile::verify`].
    pub fn verify_digest(
        &self,
        digest: &[u8],
        signature: &[u8],
        encoding: Encoding,
        options: &Options,
    ) -> Result<(), Error> {
        let verify = Verify {
            point: self.point,
            digest,
            signature,
            encoding,
            low_s: options.low_s,
        };
        match &self.curve {
            KeyCurve::Named(name) => name.visit(verify),
            KeyCurve::Explicit(parameters) => secant_gfp::visit(parameters, &options.policy, verify)?,
        }
    }
}

/// A verification over any curve.
struct Verify<'a> {
    point: &'a [u8],
    digest: &'a [u8],
    signature: &'a [u8],
    encoding: Encoding,
    low_s: bool,
}

impl Visitor for Verify<'_> {
    type Output = Result<(), Error>;

    fn visit<C: Curve>(self, curve: &C) -> Result<(), Error> {
        let key = PublicKey::from_sec1(curve, self.point)?;
        let signature = match self.encoding {
            Encoding::Der => Signature::from_der(curve, self.signature),
            Encoding::P1363 => Signature::from_p1363(curve, self.signature),
        }?;
        if self.low_s && !signature.has_low_s(curve) {
            return Err(Error::HighS);
        }
        if key.verify_digest(curve, self.digest, &signature) {
            Ok(())
        } else {
            Err(Error::Invalid)
        }
    }
}

impl<'a> KeyCurve<'a> {
    /// From `EcpkParameters` (RFC 3279, section 2.3.5). Parameters of a curve that has a name are that curve.
    fn read(any: AnyRef<'a>) -> Result<Self, KeyFileError> {
        if let Ok(oid) = any.decode_as::<ObjectIdentifier>() {
            let known = |name: &Name| ObjectIdentifier::new(name.oid()) == Ok(oid);
            let name = Name::ALL.iter().copied().find(known);
            return name.map(Self::Named).ok_or(KeyFileError::UnknownCurve(oid));
        }
        let parameters = read_parameters(any)?;
        let known = |name: &Name| name.visit(HasParameters(&parameters));
        Ok(match Name::ALL.iter().copied().find(known) {
            Some(name) => Self::Named(name),
            None => Self::Explicit(parameters),
        })
    }
}

/// The fields of `ECParameters`.
fn read_parameters(any: AnyRef<'_>) -> Result<Parameters<'_>, KeyFileError> {
    let (p, a, b, generator, n, h) = any.sequence(|reader| -> Result<_, KeyFileError> {
        // The version says whether curve and generator can be verified to be random, on which nothing here depends.
        u8::decode(reader)?;
        let p = reader.sequence(|reader| -> Result<_, KeyFileError> {
            let oid = ObjectIdentifier::decode(reader)?;
            if oid != PRIME_FIELD {
                return Err(KeyFileError::Field(oid));
            }
            Ok(UintRef::decode(reader)?)
        })?;
        let (a, b) = reader.sequence(|reader| -> Result<_, KeyFileError> {
            let coefficients = (<&OctetStringRef>::decode(reader)?, <&OctetStringRef>::decode(reader)?);
            // The seed that they come from, of which the decoder takes unused bits that are set.
            let seed = Option::<BitStringRef<'_>>::decode(reader)?;
            let is_der = |seed: BitStringRef<'_>| {
                let last = seed.raw_bytes().last();
                last.is_none_or(|last| last.trailing_zeros() >= seed.unused_bits().into())
            };
            if !seed.is_none_or(is_der) {
                return Err(der::Error::from(Tag::BitString.value_error()).into());
            }
            Ok(coefficients)
        })?;
        let generator = <&OctetStringRef>::decode(reader)?;
        let n = UintRef::decode(reader)?;
        let h = Option::<UintRef<'_>>::decode(reader)?;
        // The hash function that the seed was used with.
        Option::<AlgorithmIdentifier<Null>>::decode(reader)?;
        Ok((p, a, b, generator, n, h))
    })?;
    let (tag, (x, y)) = match generator.as_bytes().split_first() {
        Some((tag @ (4 | 6 | 7), xy)) if xy.len() % 2 == 0 => (tag, xy.split_at(xy.len() / 2)),
        _ => return Err(KeyFileError::Generator),
    };
    // Of a hybrid encoding the last bit says whether the second coordinate is odd.
    if *tag != 4 && y.last().map_or(0, |last| last & 1) != tag & 1 {
        return Err(KeyFileError::Generator);
    }
    Ok(Parameters {
        p: p.as_bytes(),
        a: a.as_bytes(),
        b: b.as_bytes(),
        x,
        y,
        n: n.as_bytes(),
        // Without one it is one, or validation says that it is not.
        h: h.map_or(&[1], |h| h.as_bytes()),
    })
}

/// Whether parameters are those of the curve.
struct HasParameters<'a>(&'a Parameters<'a>);

impl Visitor for HasParameters<'_> {
    type Output = bool;

    fn visit<C: Curve>(self, curve: &C) -> bool {
        fn is<L: Limbs>(bytes: &[u8], limbs: &L) -> bool {
            let byte = |i: usize| (limbs.as_ref().get(i / 8).copied().unwrap_or(0) >> (8 * (i % 8))) as u8;
            let mut digits = bytes.iter().rev().copied();
            (0..bytes.len().max(8 * L::COUNT)).all(|i| digits.next().unwrap_or(0) == byte(i))
        }
        let (f, wanted) = (curve.field(), self.0);
        let generator = curve.generator();
        let Some((x, y)) = generator.xy() else { return false };
        is(wanted.p, f.modulus())
            && is(wanted.n, curve.scalars().modulus())
            && is(wanted.a, &f.to_limbs(&curve.a().value(f)))
            && is(wanted.b, &f.to_limbs(curve.b()))
            && is(wanted.x, &f.to_limbs(x))
            && is(wanted.y, &f.to_limbs(y))
            && wanted.h == [1]
    }
}
