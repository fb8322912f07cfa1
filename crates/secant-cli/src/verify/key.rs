//! Public keys in the forms that tools write.

use der::asn1::AnyRef;
use der::{Decode, Encode, Tag, Tagged, pem};
use thiserror::Error as ThisError;
use x509_cert::Certificate;

/// The bytes of a key, by their form. Only so much of them was looked at as tells the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// DER of `SubjectPublicKeyInfo` (RFC 5280).
    Spki(Vec<u8>),
    /// DER of `RSAPublicKey` (PKCS#1).
    Pkcs1(Vec<u8>),
    /// Neither PEM nor DER: the point of a key, perhaps.
    Bare(Vec<u8>),
}

/// Why a file is no public key.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum KeyError {
    /// Nothing is in it.
    #[error("it is empty")]
    Empty,
    /// It has a private key.
    #[error("it is a private key ({form}) where a public key is expected, which `{tool}` makes of it")]
    Private {
        /// The label of the PEM block, or the form of the DER.
        form: String,
        /// The command that writes the public key.
        tool: &'static str,
    },
    /// It has the public key of OpenSSH.
    #[error(
        "it is a public key as OpenSSH writes it, where PEM or DER is expected, which `ssh-keygen -e -m PKCS8` makes of it"
    )]
    OpenSsh,
    /// It is text in JSON, as a JWK is.
    #[error("it is JSON where PEM or DER is expected")]
    Json,
    /// It is text in hexadecimal digits.
    #[error("it is text in hexadecimal digits where their bytes are expected")]
    Hex,
    /// A block of PEM has no end, or its text is not that of PEM.
    #[error("it is not PEM: {reason}")]
    Pem {
        /// What the decoder says.
        reason: String,
    },
    /// PEM of something else.
    #[error("it is a PEM block {found:?} where \"PUBLIC KEY\", \"RSA PUBLIC KEY\" or \"CERTIFICATE\" is expected")]
    Label {
        /// Its label.
        found: String,
    },
    /// DER of something else.
    #[error("it is DER of something other than a public key or a certificate")]
    Form,
    /// It begins like DER.
    #[error("it begins like DER and is not: {0}")]
    Der(der::Error),
    /// A certificate that is none.
    #[error("its certificate is not X.509: {0}")]
    Certificate(der::Error),
    /// It may be the point of an elliptic curve.
    #[error("it is neither PEM nor DER; if it is the point of a key, --curve has to name the curve")]
    Point,
    /// Nothing that is known.
    #[error("it is neither PEM nor DER")]
    Unknown,
}

/// The tag of a sequence in DER.
const SEQUENCE: u8 = 0x30;
const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";

impl Key {
    /// From the bytes of a file. Of several PEM blocks, as chains of certificates have them, the first one counts.
    pub fn read(bytes: &[u8]) -> Result<Self, KeyError> {
        if bytes.is_empty() {
            return Err(KeyError::Empty);
        }
        let der = AnyRef::from_der(bytes);
        if der.as_ref().is_ok_and(|any| any.tag() == Tag::Sequence) {
            return Self::from_der(bytes);
        }
        if let Some(start) = line(bytes, BEGIN) {
            return Self::from_pem(&bytes[start..]);
        }
        let text = bytes.trim_ascii();
        if text.starts_with(b"{") {
            return Err(KeyError::Json);
        }
        if [&b"ssh-"[..], b"ecdsa-sha2-", b"---- BEGIN SSH2"]
            .iter()
            .any(|start| text.starts_with(start))
        {
            return Err(KeyError::OpenSsh);
        }
        if text.iter().all(u8::is_ascii_hexdigit) {
            return Err(KeyError::Hex);
        }
        match der {
            Err(e) if bytes[0] == SEQUENCE => Err(KeyError::Der(e)),
            _ => Ok(Self::Bare(bytes.to_vec())),
        }
    }

    /// From text that begins with a block of PEM.
    fn from_pem(text: &[u8]) -> Result<Self, KeyError> {
        let end = line(text, END).ok_or_else(|| KeyError::Pem {
            reason: "its last line is missing".into(),
        })?;
        let newline = text[end..].iter().position(|&byte| byte == b'\n');
        let (block, rest) = text.split_at(newline.map_or(text.len(), |len| end + len));
        let bad = |e: pem::Error| KeyError::Pem { reason: e.to_string() };
        let block = block.trim_ascii_end();
        match pem::decode_label(block).map_err(bad)? {
            // OpenSSL writes the curve before a private key.
            "EC PARAMETERS" => match line(rest, BEGIN) {
                Some(next) => Self::from_pem(&rest[next..]),
                None => Err(KeyError::label("EC PARAMETERS")),
            },
            "PUBLIC KEY" => Ok(Self::Spki(decode(block).map_err(bad)?)),
            "RSA PUBLIC KEY" => Ok(Self::Pkcs1(decode(block).map_err(bad)?)),
            "CERTIFICATE" | "X509 CERTIFICATE" => Self::from_certificate(&decode(block).map_err(bad)?),
            label if label.ends_with("PRIVATE KEY") => Err(KeyError::private(label)),
            label => Err(KeyError::label(label)),
        }
    }

    /// From a DER sequence, by the tags of its fields.
    fn from_der(bytes: &[u8]) -> Result<Self, KeyError> {
        let fields = Vec::<AnyRef<'_>>::from_der(bytes).map_err(KeyError::Der)?;
        let tags = fields.iter().map(Tagged::tag).collect::<Vec<_>>();
        match tags[..] {
            [Tag::Sequence, Tag::BitString] => Ok(Self::Spki(bytes.to_vec())),
            [Tag::Integer, Tag::Integer] => Ok(Self::Pkcs1(bytes.to_vec())),
            [Tag::Sequence, Tag::Sequence, Tag::BitString] => Self::from_certificate(bytes),
            [Tag::Integer, Tag::Sequence, Tag::OctetString, ..] => Err(KeyError::private("PKCS#8")),
            [Tag::Sequence, Tag::OctetString] => Err(KeyError::private("PKCS#8, encrypted")),
            [Tag::Integer, Tag::OctetString, ..] => Err(KeyError::private("SEC 1")),
            [Tag::Integer, Tag::Integer, Tag::Integer, ..] => Err(KeyError::private("PKCS#1")),
            _ => Err(KeyError::Form),
        }
    }

    /// The key of a certificate. Nothing else of it is looked at: neither who signed it nor for how long.
    fn from_certificate(der: &[u8]) -> Result<Self, KeyError> {
        let certificate = Certificate::from_der(der).map_err(KeyError::Certificate)?;
        let info = certificate.tbs_certificate().subject_public_key_info();
        info.to_der().map(Self::Spki).map_err(KeyError::Certificate)
    }
}

impl KeyError {
    fn private(form: &str) -> Self {
        let tool = match form {
            "OPENSSH PRIVATE KEY" => "ssh-keygen -e -m PKCS8",
            _ => "openssl pkey -pubout",
        };
        Self::Private {
            form: form.into(),
            tool,
        }
    }

    fn label(found: &str) -> Self {
        Self::Label { found: found.into() }
    }
}

/// The bytes of a block of PEM, whatever the length of its lines.
fn decode(block: &[u8]) -> Result<Vec<u8>, pem::Error> {
    let mut bytes = Vec::new();
    pem::Decoder::new_detect_wrap(block)?.decode_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Where the first line that begins so begins.
fn line(text: &[u8], start: &[u8]) -> Option<usize> {
    let mut lines = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|end| end + 1));
    lines.find(|&at| text[at..].starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Beginnings of keys, and keys with one byte changed, are refused or read, but nothing else happens.
    #[test]
    fn damaged_keys() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures/ecdsa/prime256v1");
        for name in [
            "key.pem",
            "key.der",
            "key_explicit.pem",
            "certificate.pem",
            "certificate.der",
        ] {
            let key = fs::read(folder.join(name)).expect("a fixture");
            assert!(matches!(Key::read(&key), Ok(Key::Spki(_))), "{name}");
            for at in 0..key.len() {
                // A final line feed may be left out.
                let lines = usize::from(name.ends_with("pem"));
                assert!(
                    at + lines >= key.len() || !matches!(Key::read(&key[..at]), Ok(Key::Spki(_))),
                    "{name} {at}"
                );
                for byte in [0, b'\n', b'-', 0x30, 0x80, 0xff] {
                    let mut damaged = key.clone();
                    damaged[at] = byte;
                    let _ = Key::read(&damaged);
                }
            }
        }
    }
}
