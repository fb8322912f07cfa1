//! Why files are not keys.

use super::{AlgorithmError, CoseError, JwkError, PemError, TextEncoding};
use crate::{certificate::CertificateError, ecdsa::KeyFileError, rsa};
use alloc::{boxed::Box, string::String, vec::Vec};
use thiserror::Error;

/// Why no key could be chosen from a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The only key is not usable.
    #[error(transparent)]
    Key(KeyError),
    /// The key with this identifier is not usable.
    #[error("its key {id:?}: {error}")]
    Named {
        /// The identifier that was asked for.
        id: String,
        /// Why the key is not usable.
        error: KeyError,
    },
    /// No key has this identifier.
    #[error("it has no key {wanted:?}; there {}", found_ids(.found))]
    Unknown {
        /// The identifier that was asked for.
        wanted: String,
        /// The identifiers in the file.
        found: Vec<String>,
    },
    /// No key fits the signature.
    #[error("none of its {count} keys is one for this signature{}", of_the_first(.error))]
    NoneFits {
        /// The number of keys.
        count: usize,
        /// The error of the first key that is not usable, if any.
        error: Option<KeyError>,
    },
    /// More than one key fits.
    #[error("more than one of its keys may be meant: there {}; --kid chooses", found_ids(.0))]
    Several(Vec<String>),
}

fn of_the_first(error: &Option<KeyError>) -> String {
    error.as_ref().map_or(String::new(), |e| {
        alloc::format!("; the first that is none at all: {e}")
    })
}

fn found_ids(ids: &[String]) -> String {
    /// The greatest number of identifiers that the message lists.
    const MOST: usize = 8;
    let dots = if ids.len() > MOST { ", ..." } else { "" };
    let names = ids.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match ids {
        [] => "is none with a name".into(),
        [_] => alloc::format!("is {names}"),
        _ => alloc::format!("are {names}{dots}"),
    }
}

/// Why a file is not a public key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The file is empty.
    #[error("it is empty")]
    Empty,
    /// It is a private key.
    #[error("it is a private key ({form}) where a public key is expected, which `{tool}` makes of it")]
    Private {
        /// The label of the PEM block, or the form.
        form: String,
        /// The command that extracts the public key.
        tool: &'static str,
    },
    /// It is a private key in JSON or CBOR.
    #[error("it is a private {form}: it has the member {member}; take the members of the private key out of it")]
    PrivateMember {
        /// The kind of key.
        form: &'static str,
        /// The member that is secret.
        member: &'static str,
    },
    /// It is a public key in OpenSSH's format.
    #[error("it is a public key as OpenSSH writes it, which `ssh-keygen -e -m PKCS8 -f FILE` writes as PEM")]
    OpenSsh,
    /// A block of PEM has no end or its text is malformed.
    #[error("it is not PEM: {0}")]
    Pem(#[from] PemError),
    /// It is PEM of something else.
    #[error("it is a PEM block {found:?} where \"PUBLIC KEY\", \"RSA PUBLIC KEY\" or \"CERTIFICATE\" is expected")]
    Label {
        /// The label of the block.
        found: String,
    },
    /// It is DER of something else.
    #[error("it is DER of {0} where a public key or a certificate is expected")]
    Form(&'static str),
    /// It begins like DER but is malformed.
    #[error("it begins like DER and is not: {0}")]
    Der(der::Error),
    /// A malformed certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A malformed JWK or JWK set.
    #[error(transparent)]
    Jwk(#[from] JwkError),
    /// A malformed WebAuthn registration.
    #[error("its member \"response.{0}\" is not base64url")]
    Registration(&'static str),
    /// A malformed COSE key or COSE key set.
    #[error(transparent)]
    Cose(#[from] CoseError),
    /// A key of an unsupported type.
    #[error("its type is {0}, which is neither EC (for ECDSA) nor RSA")]
    Type(String),
    /// A key over an unsupported curve.
    #[error("its curve is {0}; known are P-256, P-384, P-521 and secp256k1, and in COSE brainpool's r1 curves")]
    Curve(String),
    /// A key that is not for signatures.
    #[error("{0} says that it is not for verifying signatures")]
    Use(&'static str),
    /// A key for an unsupported algorithm.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
    /// The key is not valid for ECDSA.
    #[error(transparent)]
    Ecdsa(#[from] KeyFileError),
    /// The key is not valid for RSA.
    #[error(transparent)]
    Rsa(#[from] rsa::Error),
    /// An RSA key where ECDSA is expected.
    #[error("it is an RSA key where one for ECDSA is expected")]
    IsRsa,
    /// It begins like the point of an elliptic curve.
    #[error("it is neither PEM nor DER; if it is the point of a key, --curve has to name the curve")]
    Point,
    /// Text that encodes something other than a key.
    #[error("read as {encoding}: {error}")]
    Text {
        /// How the text is encoded.
        encoding: TextEncoding,
        /// Why the decoded bytes are not a key.
        error: Box<KeyError>,
    },
    /// Nothing known.
    #[error("it is no key in PEM, DER, JWK or COSE, nor text of one in base64 or hexadecimal digits")]
    Unknown,
}

impl KeyError {
    pub(super) fn private(form: &str) -> Self {
        let tool = match form {
            "OPENSSH PRIVATE KEY" => "ssh-keygen -e -m PKCS8",
            _ => "openssl pkey -pubout",
        };
        Self::Private {
            form: form.into(),
            tool,
        }
    }

    pub(super) fn label(found: &str) -> Self {
        Self::Label { found: found.into() }
    }
}
