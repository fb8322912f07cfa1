//! The signature algorithms of JOSE and COSE.

use super::{Key, KeyError, KeyMaterial};
use crate::{
    ecdsa::{self, Encoding, KeyCurve, KeyFile},
    hash::Hash,
    rsa::{self, Scheme},
};
use alloc::string::String;
use core::fmt;
use coset::iana::{self, EnumI64};
use secant_gfp::named::Name;
use thiserror::Error;

/// An algorithm with its hash function and the curves that it may be used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ecdsa { hash: Hash, curves: &'static [Name] },
    Rsa(Scheme),
}

/// The curves that COSE's ES256, ES384 and ES512 may be used with (RFC 9053, section 2.1).
const NIST: &[Name] = &[Name::Secp256r1, Name::Secp384r1, Name::Secp521r1];

impl Algorithm {
    /// The algorithm with this name in JOSE (RFC 7518, section 3.1; RFC 8812).
    ///
    /// # Errors
    /// If the algorithm is not supported.
    pub fn of_jose(name: &str) -> Result<Self, AlgorithmError> {
        Ok(match name {
            "ES256" => Self::ecdsa("ES256", Hash::Sha256, &[Name::Secp256r1]),
            "ES384" => Self::ecdsa("ES384", Hash::Sha384, &[Name::Secp384r1]),
            "ES512" => Self::ecdsa("ES512", Hash::Sha512, &[Name::Secp521r1]),
            "ES256K" => Self::ecdsa("ES256K", Hash::Sha256, &[Name::Secp256k1]),
            "RS256" => Self::pkcs1("RS256", Hash::Sha256),
            "RS384" => Self::pkcs1("RS384", Hash::Sha384),
            "RS512" => Self::pkcs1("RS512", Hash::Sha512),
            "PS256" => Self::pss("PS256", Hash::Sha256),
            "PS384" => Self::pss("PS384", Hash::Sha384),
            "PS512" => Self::pss("PS512", Hash::Sha512),
            "none" => return Err(AlgorithmError::None),
            "HS256" | "HS384" | "HS512" => return Err(AlgorithmError::Hmac(name.into())),
            _ => return Err(AlgorithmError::Unknown(name.into())),
        })
    }

    /// The algorithm with this number in COSE (RFC 9053, section 2.1; RFC 8230; RFC 8812; RFC 9864).
    ///
    /// # Errors
    /// If the algorithm is not supported.
    pub fn of_cose(number: i64) -> Result<Self, AlgorithmError> {
        use iana::Algorithm as Cose;
        Ok(match Cose::from_i64(number) {
            Some(Cose::ES256) => Self::ecdsa("ES256", Hash::Sha256, NIST),
            Some(Cose::ES384) => Self::ecdsa("ES384", Hash::Sha384, NIST),
            Some(Cose::ES512) => Self::ecdsa("ES512", Hash::Sha512, NIST),
            Some(Cose::ESP256) => Self::ecdsa("ESP256", Hash::Sha256, &[Name::Secp256r1]),
            Some(Cose::ESP384) => Self::ecdsa("ESP384", Hash::Sha384, &[Name::Secp384r1]),
            Some(Cose::ESP512) => Self::ecdsa("ESP512", Hash::Sha512, &[Name::Secp521r1]),
            Some(Cose::ESB256) => Self::ecdsa("ESB256", Hash::Sha256, &[Name::BrainpoolP256r1]),
            Some(Cose::ESB320) => Self::ecdsa("ESB320", Hash::Sha384, &[Name::BrainpoolP320r1]),
            Some(Cose::ESB384) => Self::ecdsa("ESB384", Hash::Sha384, &[Name::BrainpoolP384r1]),
            Some(Cose::ESB512) => Self::ecdsa("ESB512", Hash::Sha512, &[Name::BrainpoolP512r1]),
            Some(Cose::ES256K) => Self::ecdsa("ES256K", Hash::Sha256, &[Name::Secp256k1]),
            Some(Cose::RS1) => Self::pkcs1("RS1", Hash::Sha1),
            Some(Cose::RS256) => Self::pkcs1("RS256", Hash::Sha256),
            Some(Cose::RS384) => Self::pkcs1("RS384", Hash::Sha384),
            Some(Cose::RS512) => Self::pkcs1("RS512", Hash::Sha512),
            Some(Cose::PS256) => Self::pss("PS256", Hash::Sha256),
            Some(Cose::PS384) => Self::pss("PS384", Hash::Sha384),
            Some(Cose::PS512) => Self::pss("PS512", Hash::Sha512),
            _ => return Err(AlgorithmError::UnknownNumber(number)),
        })
    }

    const fn ecdsa(name: &'static str, hash: Hash, curves: &'static [Name]) -> Self {
        let kind = Kind::Ecdsa { hash, curves };
        Self { name, kind }
    }

    const fn pkcs1(name: &'static str, hash: Hash) -> Self {
        let kind = Kind::Rsa(Scheme::Pkcs1(hash));
        Self { name, kind }
    }

    /// The salt is as long as a digest, as both standards require.
    const fn pss(name: &'static str, hash: Hash) -> Self {
        let kind = Kind::Rsa(Scheme::pss(hash));
        Self { name, kind }
    }

    /// The name in both standards.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The hash function.
    pub const fn hash(&self) -> Hash {
        match &self.kind {
            Kind::Ecdsa { hash, .. } => *hash,
            Kind::Rsa(scheme) => scheme.hash(),
        }
    }

    /// The scheme, if the algorithm is RSA.
    pub const fn rsa_scheme(&self) -> Option<Scheme> {
        match self.kind {
            Kind::Ecdsa { .. } => None,
            Kind::Rsa(scheme) => Some(scheme),
        }
    }

    /// Whether the algorithm is ECDSA over this curve.
    pub fn is_over(&self, curve: Name) -> bool {
        matches!(self.kind, Kind::Ecdsa { curves, .. } if curves.contains(&curve))
    }

    /// The curve that a key given only as a point must be on: the algorithm's only curve, if it has just one.
    const fn only_curve(&self) -> Option<Name> {
        match &self.kind {
            Kind::Ecdsa { curves: [curve], .. } => Some(*curve),
            _ => None,
        }
    }

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid`](VerifyError::is_invalid) tells a wrong signature from a check that could
    /// not be made.
    pub fn verify(&self, key: &Key, message: &[u8], signature: &[u8], encoding: Encoding) -> Result<(), VerifyError> {
        if let Some(own) = key.algorithm
            && !own.allows(self)
        {
            return Err(VerifyError::OtherAlgorithm {
                key: own.name,
                signature: self.name,
            });
        }
        match self.kind {
            Kind::Ecdsa { hash, curves } => {
                let key = key.ecdsa(self.only_curve())?;
                match key.curve {
                    KeyCurve::Named(name) if curves.contains(&name) => {}
                    KeyCurve::Named(name) => return Err(self.misfit(name.as_str())),
                    KeyCurve::Explicit(_) => return Err(self.misfit("a curve given by its parameters")),
                }
                Ok(key.verify(hash, message, signature, encoding, &ecdsa::Options::default())?)
            }
            Kind::Rsa(scheme) => Ok(key.rsa()?.verify(&scheme, message, signature)?),
        }
    }

    /// Whether a key may verify signatures of this algorithm.
    pub fn fits(&self, key: &Key) -> bool {
        if key.algorithm.is_some_and(|own| !own.allows(self)) {
            return false;
        }
        match self.kind {
            Kind::Ecdsa { curves, .. } => key.ecdsa(self.only_curve()).is_ok_and(|key| match key.curve {
                KeyCurve::Named(name) => curves.contains(&name),
                KeyCurve::Explicit(_) => false,
            }),
            Kind::Rsa(_) => key.rsa().is_ok(),
        }
    }

    /// Whether a key for this algorithm may be used with another one: only if the other is the same under another name.
    fn allows(&self, other: &Self) -> bool {
        match (self.kind, other.kind) {
            (
                Kind::Ecdsa { hash, curves },
                Kind::Ecdsa {
                    hash: of_other,
                    curves: others,
                },
            ) => hash == of_other && curves.iter().any(|curve| others.contains(curve)),
            (own, other) => own == other,
        }
    }

    fn misfit(&self, found: &'static str) -> VerifyError {
        VerifyError::Curve {
            algorithm: self.name,
            found,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Why an algorithm is not supported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// The message is not signed.
    #[error("its algorithm is \"none\": nobody has signed it")]
    None,
    /// A symmetric algorithm: whoever can verify can sign.
    #[error(
        "its algorithm is {0}, which is verified with the secret that signs; only signatures under public keys are read"
    )]
    Hmac(String),
    /// An unsupported algorithm, by its name.
    #[error(
        "its algorithm is {0:?}; known are ES256, ES384, ES512, ES256K, RS256, RS384, RS512, PS256, PS384 and PS512"
    )]
    Unknown(String),
    /// An unsupported algorithm, by its number.
    #[error(
        "its algorithm has the number {0}, which is none of ECDSA or RSA; known are ES256 (-7), RS256 (-257) and their like"
    )]
    UnknownNumber(i64),
}

/// Why a signature was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The key is not for the algorithm, or cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The key names another algorithm.
    #[error("the key is for {key} where the signature says {signature}")]
    OtherAlgorithm {
        /// The key's algorithm.
        key: &'static str,
        /// The signature's algorithm.
        signature: &'static str,
    },
    /// The key is over a curve that the algorithm is not defined for.
    #[error("the key is over {found}, for which {algorithm} is not")]
    Curve {
        /// The signature's algorithm.
        algorithm: &'static str,
        /// The key's curve.
        found: &'static str,
    },
    /// An error of ECDSA verification.
    #[error(transparent)]
    Ecdsa(#[from] ecdsa::Error),
    /// An error of RSA verification.
    #[error(transparent)]
    Rsa(#[from] rsa::Error),
}

impl VerifyError {
    /// Whether the signature is well-formed and of the key's kind, but not valid.
    pub fn is_invalid(&self) -> bool {
        match self {
            Self::Ecdsa(e) => e.is_invalid_signature() && !e.is_unreadable_signature(),
            Self::Rsa(e) => e.is_invalid_signature() && !e.is_unreadable_signature(),
            _ => false,
        }
    }
}

impl Key {
    /// The key for ECDSA. If it is only a point, `curve` is its curve.
    ///
    /// # Errors
    /// If it is not a key for ECDSA.
    pub fn ecdsa(&self, curve: Option<Name>) -> Result<KeyFile<'_>, KeyError> {
        match (&self.material, curve) {
            (KeyMaterial::Spki(der), _) => Ok(KeyFile::from_spki_der(der)?),
            (KeyMaterial::Bare(point), Some(curve)) => Ok(KeyFile {
                curve: KeyCurve::Named(curve),
                point,
            }),
            (KeyMaterial::Bare(_), None) => Err(KeyError::Point),
            (KeyMaterial::Pkcs1(_), _) => Err(KeyError::IsRsa),
        }
    }

    /// The key for RSA.
    ///
    /// # Errors
    /// If it is not a key for RSA.
    pub fn rsa(&self) -> Result<rsa::PublicKey, KeyError> {
        Ok(match &self.material {
            KeyMaterial::Spki(der) => rsa::PublicKey::from_spki_der(der)?,
            KeyMaterial::Pkcs1(der) => rsa::PublicKey::from_pkcs1_der(der)?,
            KeyMaterial::Bare(_) => return Err(KeyError::Point),
        })
    }
}
