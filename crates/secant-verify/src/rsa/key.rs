//! Public keys.

use super::{
    Error, InPlace, MAX_BITS, MIN_BITS, ModExp, ModExpError, Part, PssParameters, Scheme, mod_exp::power,
    parameters::name, pkcs1, pss,
};
use crate::hash::Hash;
use ::pkcs1::RsaPublicKeyRef;
use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use der::{Decode, ErrorKind, asn1::ObjectIdentifier, pem};
use secant_field::modular::BigModulus;
use spki::SubjectPublicKeyInfoRef;

const RSA_ENCRYPTION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const RSASSA_PSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");
const RSASSA_PSS_SHAKE128: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.6.30");
const RSASSA_PSS_SHAKE256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.6.31");

/// A public key: an odd modulus of 1024 to 8192 bits, or shorter if the caller allowed it, an odd exponent of at least
/// 3, and the allowed schemes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// Without leading zeros, most significant byte first.
    modulus: Vec<u8>,
    /// Most significant byte first, without leading zeros.
    exponent: Vec<u8>,
    usage: Usage,
}

/// Which keys are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyOptions {
    /// Whether a modulus may have less than [`MIN_BITS`] bits. Such a modulus may be factored.
    pub allow_weak: bool,
}

impl KeyOptions {
    const USUAL: Self = Self { allow_weak: false };
}

/// The schemes that a key may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    /// Any scheme: `rsaEncryption`, and keys without an algorithm.
    Any,
    /// PSS, with any hash function and salt.
    Pss,
    /// PSS with the parameters of the key.
    PssWith(PssParameters),
}

pub(super) fn der_error(part: Part, error: der::Error) -> Error {
    match error.kind() {
        ErrorKind::TrailingData { remaining, .. } => Error::TrailingBytes {
            part,
            count: u32::from(remaining) as usize,
        },
        _ => Error::Der {
            part,
            reason: error.to_string(),
        },
    }
}

/// The DER of one PEM block.
fn decode_pem(text: &[u8]) -> Result<Vec<u8>, Error> {
    let (label, bytes) = pem::decode_vec(text).map_err(|error| Error::Pem {
        reason: error.to_string(),
    })?;
    match label {
        "PUBLIC KEY" | "RSA PUBLIC KEY" => Ok(bytes),
        _ => Err(Error::PemLabel {
            found: String::from(label),
        }),
    }
}

/// Bytes without leading zeros.
fn significant(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len())..]
}

/// The length in bits of an integer without leading zeros.
fn bit_len(bytes: &[u8]) -> usize {
    bytes
        .first()
        .map_or(0, |top| 8 * bytes.len() - top.leading_zeros() as usize)
}

impl PublicKey {
    /// Reads a key in any of the supported forms: PEM or DER, of `SubjectPublicKeyInfo` or `RSAPublicKey`.
    ///
    /// # Errors
    /// [`Error`] says what is wrong. Bytes in none of these forms are reported as a bad `SubjectPublicKeyInfo`.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        Self::read_with(bytes, &KeyOptions::USUAL)
    }

    /// [`read`](Self::read) with options for which keys to accept.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_with(bytes: &[u8], options: &KeyOptions) -> Result<Self, Error> {
        if bytes.trim_ascii_start().starts_with(b"-----BEGIN") {
            return Self::from_der_with(&decode_pem(bytes)?, options);
        }
        Self::from_der_with(bytes, options)
    }

    fn from_der_with(bytes: &[u8], options: &KeyOptions) -> Result<Self, Error> {
        // The first field inside the outer sequence is an integer in `RSAPublicKey`, a sequence in
        // `SubjectPublicKeyInfo`.
        match first_tag_inside(bytes) {
            Some(0x02) => Self::from_pkcs1_der_with(bytes, options),
            _ => Self::from_spki_der_with(bytes, options),
        }
    }

    /// Reads one PEM block, `PUBLIC KEY` or `RSA PUBLIC KEY`. Some tools write the content of one under the label of
    /// the other; this is accepted.
    ///
    /// # Errors
    /// [`Error`] says what is wrong.
    pub fn from_pem(text: &[u8]) -> Result<Self, Error> {
        Self::from_der_with(&decode_pem(text)?, &KeyOptions::USUAL)
    }

    /// Reads the DER of a `SubjectPublicKeyInfo` (RFC 5280).
    ///
    /// # Errors
    /// [`Error`] says what is wrong.
    pub fn from_spki_der(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_spki_der_with(bytes, &KeyOptions::USUAL)
    }

    /// [`from_spki_der`](Self::from_spki_der) with options for which keys to accept.
    ///
    /// # Errors
    /// As [`from_spki_der`](Self::from_spki_der).
    pub fn from_spki_der_with(bytes: &[u8], options: &KeyOptions) -> Result<Self, Error> {
        let info = SubjectPublicKeyInfoRef::from_der(bytes).map_err(|error| der_error(Part::Spki, error))?;
        let parameters = info.algorithm.parameters;
        let absent = |algorithm, usage| match parameters {
            None => Ok(usage),
            Some(_) => Err(Error::AlgorithmParameters {
                algorithm,
                expected: "absent",
            }),
        };
        let usage = match info.algorithm.oid {
            RSA_ENCRYPTION => match parameters {
                Some(parameters) if parameters.is_null() => Usage::Any,
                Some(_) => {
                    return Err(Error::AlgorithmParameters {
                        algorithm: "rsaEncryption",
                        expected: "NULL",
                    });
                }
                None => return Err(Error::NullMissing),
            },
            RSASSA_PSS => match parameters {
                None => Usage::Pss,
                Some(parameters) => Usage::PssWith(PssParameters::read(parameters)?),
            },
            RSASSA_PSS_SHAKE128 => absent(
                "id-RSASSA-PSS-SHAKE128",
                Usage::PssWith(PssParameters::shake(Hash::Shake128)),
            )?,
            RSASSA_PSS_SHAKE256 => absent(
                "id-RSASSA-PSS-SHAKE256",
                Usage::PssWith(PssParameters::shake(Hash::Shake256)),
            )?,
            other => return Err(Error::Algorithm { found: name(&other) }),
        };
        let key = info.subject_public_key;
        let bytes = key.as_bytes().ok_or(Error::UnusedBits {
            count: key.unused_bits(),
        })?;
        Ok(Self {
            usage,
            ..Self::from_pkcs1_der_with(bytes, options)?
        })
    }

    /// Reads the DER of an `RSAPublicKey` (RFC 8017).
    ///
    /// # Errors
    /// [`Error`] says what is wrong.
    pub fn from_pkcs1_der(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_pkcs1_der_with(bytes, &KeyOptions::USUAL)
    }

    /// [`from_pkcs1_der`](Self::from_pkcs1_der) with options for which keys to accept.
    ///
    /// # Errors
    /// As [`from_pkcs1_der`](Self::from_pkcs1_der).
    pub fn from_pkcs1_der_with(bytes: &[u8], options: &KeyOptions) -> Result<Self, Error> {
        let key = RsaPublicKeyRef::from_der(bytes).map_err(|error| der_error(Part::Pkcs1, error))?;
        let (modulus, exponent) = (key.modulus.as_bytes(), key.public_exponent.as_bytes());
        Self::new(significant(modulus), significant(exponent), options)
    }

    /// Makes a key from a modulus and an exponent, most significant byte first; leading zeros are allowed.
    ///
    /// # Errors
    /// The errors of [`Error`] about the modulus and the exponent.
    pub fn from_components(modulus: &[u8], exponent: &[u8]) -> Result<Self, Error> {
        Self::new(significant(modulus), significant(exponent), &KeyOptions::USUAL)
    }

    fn new(modulus: &[u8], exponent: &[u8], options: &KeyOptions) -> Result<Self, Error> {
        let bits = bit_len(modulus);
        match modulus {
            [] => return Err(Error::ModulusZero),
            [1] => return Err(Error::ModulusOne),
            [.., last] if last % 2 == 0 => return Err(Error::ModulusEven),
            _ if bits < MIN_BITS && !options.allow_weak => return Err(Error::ModulusTooShort { bits }),
            _ if bits > MAX_BITS => return Err(Error::ModulusTooLong { bits }),
            _ => {}
        }
        match exponent {
            [1] => return Err(Error::ExponentOne),
            [.., last] if last % 2 == 1 => {}
            // Zero is even as well.
            _ => return Err(Error::ExponentEven),
        }
        if (exponent.len(), exponent) >= (modulus.len(), modulus) {
            return Err(Error::ExponentTooLarge);
        }
        Ok(Self {
            modulus: modulus.to_vec(),
            exponent: exponent.to_vec(),
            usage: Usage::Any,
        })
    }

    /// The length of the modulus in bits.
    pub fn bits(&self) -> usize {
        bit_len(&self.modulus)
    }

    /// The length of a signature in bytes.
    pub fn signature_len(&self) -> usize {
        self.modulus.len()
    }

    /// The modulus, most significant byte first, without leading zeros.
    pub fn modulus(&self) -> &[u8] {
        &self.modulus
    }

    /// The exponent, most significant byte first, without leading zeros.
    pub fn exponent(&self) -> &[u8] {
        &self.exponent
    }

    /// The PSS parameters that the key prescribes, if any.
    pub fn pss_parameters(&self) -> Option<&PssParameters> {
        match &self.usage {
            Usage::PssWith(parameters) => Some(parameters),
            Usage::Any | Usage::Pss => None,
        }
    }

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid_signature`](Error::is_invalid_signature) tells a wrong signature from a
    /// check that could not be made.
    pub fn verify(&self, scheme: &Scheme, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_digest(scheme, &scheme.hash().digest(&[message]), signature)
    }

    /// Verifies the signature of a message's digest.
    ///
    /// # Errors
    /// As [`verify`](Self::verify), and if the digest does not have the length of the hash function's digests.
    pub fn verify_digest(&self, scheme: &Scheme, digest: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_with(&InPlace, scheme, digest, signature)
    }

    /// Verifies the signature of a message's digest with an exponentiation that the caller supplies. Its result is
    /// trusted.
    ///
    /// # Errors
    /// As [`verify_digest`](Self::verify_digest), and if the exponentiation fails.
    pub fn verify_with<M: ModExp + ?Sized>(
        &self,
        mod_exp: &M,
        scheme: &Scheme,
        digest: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.check(scheme, digest, signature, |out| {
            Ok(mod_exp.mod_exp(signature, &self.exponent, &self.modulus, out)?)
        })
    }

    /// Precomputes what depends only on the key.
    ///
    /// # Errors
    /// None. The modulus was checked when the key was made.
    pub fn prepare(&self) -> Result<PreparedKey, Error> {
        let modulus = BigModulus::from_be_bytes(&self.modulus).map_err(|_| ModExpError)?;
        Ok(PreparedKey {
            key: self.clone(),
            modulus,
        })
    }

    /// Verifies with the closure `power`, which writes `signature^e mod n`.
    fn check(
        &self,
        scheme: &Scheme,
        digest: &[u8],
        signature: &[u8],
        power: impl FnOnce(&mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (hash, len) = (scheme.hash(), self.modulus.len());
        if digest.len() != hash.output_len() {
            return Err(Error::DigestLength {
                hash,
                expected: hash.output_len(),
                found: digest.len(),
            });
        }
        let scheme = self.narrow(scheme)?;
        let min_salt = self.pss_parameters().map_or(0, |parameters| parameters.min_salt);
        let expected = match scheme {
            Scheme::Pkcs1(hash) => pkcs1::encode(hash, digest, len)?,
            Scheme::Pss(pss) => {
                pss::check_len(&pss, min_salt, self.bits())?;
                Vec::new()
            }
        };
        if signature.len() != len {
            return Err(Error::SignatureLength {
                expected: len,
                found: signature.len(),
            });
        }
        if signature >= &self.modulus[..] {
            return Err(Error::SignatureTooLarge);
        }
        let mut message = vec![0; len];
        power(&mut message)?;
        match scheme {
            Scheme::Pkcs1(_) if message == expected => Ok(()),
            Scheme::Pkcs1(_) => Err(Error::Mismatch),
            Scheme::Pss(pss) => pss::verify(&pss, min_salt, digest, &mut message, self.bits()),
        }
    }

    /// Restricts a scheme to what the key allows.
    fn narrow(&self, scheme: &Scheme) -> Result<Scheme, Error> {
        match (&self.usage, scheme) {
            (Usage::Any, _) | (Usage::Pss, Scheme::Pss(_)) => Ok(*scheme),
            (Usage::PssWith(parameters), Scheme::Pss(pss)) => Ok(Scheme::Pss(parameters.narrow(pss)?)),
            (Usage::Pss, Scheme::Pkcs1(_)) => Err(Error::NotAllowed {
                allowed: String::from("PSS"),
            }),
            (Usage::PssWith(parameters), Scheme::Pkcs1(_)) => Err(Error::NotAllowed {
                allowed: parameters.to_string(),
            }),
        }
    }
}

/// The tag of the first field of a DER sequence, if the bytes begin like one.
fn first_tag_inside(bytes: &[u8]) -> Option<u8> {
    let (&[0x30, len], rest) = bytes.split_first_chunk::<2>()? else {
        return None;
    };
    let more = if len < 0x80 { 0 } else { usize::from(len - 0x80) };
    rest.get(more).copied()
}

/// A public key with precomputed values that depend only on it, for many signatures.
#[derive(Clone, Debug)]
pub struct PreparedKey {
    key: PublicKey,
    modulus: BigModulus,
}

impl PreparedKey {
    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// As [`PublicKey::verify`].
    ///
    /// # Errors
    /// As [`PublicKey::verify`].
    pub fn verify(&self, scheme: &Scheme, message: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.verify_digest(scheme, &scheme.hash().digest(&[message]), signature)
    }

    /// As [`PublicKey::verify_digest`].
    ///
    /// # Errors
    /// As [`PublicKey::verify_digest`].
    pub fn verify_digest(&self, scheme: &Scheme, digest: &[u8], signature: &[u8]) -> Result<(), Error> {
        self.key.check(scheme, digest, signature, |out| {
            Ok(power(&self.modulus, signature, &self.key.exponent, out)?)
        })
    }
}
