//! Files that have a signature or a digest, as bytes or as text.
//!
//! Bytes and text can be taken for each other in one way alone: bytes that happen to be digits or letters. DER of a
//! signature never is, as it has the byte 2. `r` and `s` one after the other, or a number of RSA, are text by chance less
//! than once in 2^50 of the shortest, and for who chooses the key to fit the bytes. So every reading is tried, and a file
//! is a valid signature if it is one in any: to make one, its maker needed the key's secret. If none is valid, a file that
//! is text is taken for text, and is no signature unless what it stands for is one.

use super::text::{Decoded, TextEncoding, decode, unmarked};
use crate::{
    ecdsa::{self, Encoding, SignatureError},
    hash::Hash,
    rsa,
};
use alloc::{borrow::Cow, string::String};
use thiserror::Error;

/// What came of a file's readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'a, T, E> {
    /// What came of the reading that counts.
    pub result: Result<T, E>,
    /// The bytes of the signature.
    pub bytes: Cow<'a, [u8]>,
    /// How its bytes are written, if they are text.
    pub text: Option<TextEncoding>,
    /// How its numbers are written, for ECDSA.
    pub encoding: Encoding,
}

/// Why a file is no signature at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureFileError {
    /// Nothing is in it.
    #[error("it is empty")]
    Empty,
    /// It is something else that is known.
    #[error("it is {0}")]
    Other(&'static str),
    /// Neither form of ECDSA's.
    #[error("{} {found} bytes, which are neither DER nor the {expected} of r and s", has(.text))]
    Neither {
        /// How they are written, if they are text.
        text: Option<TextEncoding>,
        /// Bytes that there are.
        found: usize,
        /// Bytes of both numbers.
        expected: usize,
    },
    /// Not one in the encoding that was asked for, or that the bytes begin like.
    #[error("{}{error}", read_as(.text))]
    Ecdsa {
        /// How the bytes are written, if they are text.
        text: Option<TextEncoding>,
        /// What is wrong with them.
        error: SignatureError,
    },
    /// Not one of an RSA key.
    #[error("{}{error}", read_as(.text))]
    Rsa {
        /// How the bytes are written, if they are text.
        text: Option<TextEncoding>,
        /// What is wrong with them.
        error: rsa::Error,
    },
}

fn has(text: &Option<TextEncoding>) -> String {
    match text {
        Some(encoding) => alloc::format!("read as {encoding} it has"),
        None => "it has".into(),
    }
}

fn read_as(text: &Option<TextEncoding>) -> String {
    text.map_or(String::new(), |encoding| alloc::format!("read as {encoding}: "))
}

/// The bytes that a file may mean, first what text in it stands for.
fn readings(file: &[u8]) -> impl Iterator<Item = (Option<TextEncoding>, Cow<'_, [u8]>)> {
    let texts = decode(file).into_iter();
    let texts = texts.map(|Decoded { encoding, bytes }| (Some(encoding), Cow::Owned(bytes)));
    texts.chain([(None, Cow::Borrowed(file))])
}

/// Tries all readings of a file as an ECDSA signature: text or bytes, DER or P1363 unless one of these is asked for.
///
/// # Errors
/// If the file is a signature in no reading.
pub fn ecdsa<T>(
    file: &[u8],
    encoding: Option<Encoding>,
    mut verify: impl FnMut(&[u8], Encoding) -> Result<T, ecdsa::Error>,
) -> Result<Verdict<'_, T, ecdsa::Error>, SignatureFileError> {
    /// The tag of a sequence in DER.
    const SEQUENCE: u8 = 0x30;
    if let Some(e) = other(file) {
        return Err(e);
    }
    let encodings: &[Encoding] = match encoding {
        None => &[Encoding::Der, Encoding::P1363],
        Some(Encoding::Der) => &[Encoding::Der],
        Some(Encoding::P1363) => &[Encoding::P1363],
    };
    let (mut refused, mut reason) = (None, None);
    for (text, bytes) in readings(file) {
        let mut malformed = None;
        for &encoding in encodings {
            if encodings.len() > 1 && encoding == Encoding::Der && bytes.first() != Some(&SEQUENCE) {
                continue;
            }
            match verify(&bytes, encoding) {
                Err(e) if e.is_unreadable_signature() => {
                    malformed = Some(explain(malformed, e, text, encodings.len() > 1))
                }
                Err(e) if e.is_invalid_signature() => {
                    // Bytes that are text, and no signature by that, are hardly one for what they are.
                    let is_doubtful = text.is_none() && reason.is_some();
                    refused = refused.or_else(|| (!is_doubtful).then(|| (e, text, encoding, bytes.clone())));
                }
                result => {
                    return Ok(Verdict {
                        result,
                        bytes,
                        text,
                        encoding,
                    });
                }
            }
        }
        reason = reason.or(malformed);
    }
    match (refused, reason) {
        (Some((e, text, encoding, bytes)), _) => Ok(Verdict {
            result: Err(e),
            bytes,
            text,
            encoding,
        }),
        (None, Some(reason)) => Err(reason),
        (None, None) => Err(SignatureFileError::Empty),
    }
}

/// Why bytes are no signature, of what the readings before said and what this one says.
fn explain(
    before: Option<SignatureFileError>,
    e: ecdsa::Error,
    text: Option<TextEncoding>,
    detected: bool,
) -> SignatureFileError {
    match (before, e) {
        // Bytes that begin like DER are more likely a damaged signature than one of another length.
        (Some(before), _) => before,
        (None, ecdsa::Error::Signature(SignatureError::Length { found, expected })) if detected => {
            SignatureFileError::Neither { text, found, expected }
        }
        (None, ecdsa::Error::Signature(error)) => SignatureFileError::Ecdsa { text, error },
        (None, _) => SignatureFileError::Other("no signature"),
    }
}

/// Tries all readings of a file as an RSA signature: text or bytes.
///
/// # Errors
/// If the file has another length than signatures of the key in each of them.
pub fn rsa<T>(
    file: &[u8],
    mut verify: impl FnMut(&[u8]) -> Result<T, rsa::Error>,
) -> Result<Verdict<'_, T, rsa::Error>, SignatureFileError> {
    if let Some(e) = other(file) {
        return Err(e);
    }
    let mut reason = None;
    let mut refused = None;
    for (text, bytes) in readings(file) {
        match verify(&bytes) {
            Err(error) if error.is_unreadable_signature() => {
                reason = reason.or(Some(SignatureFileError::Rsa { text, error }));
            }
            Err(e) if e.is_invalid_signature() => {
                let is_doubtful = text.is_none() && reason.is_some();
                refused = refused.or_else(|| (!is_doubtful).then(|| (e, text, bytes.clone())));
            }
            result => {
                return Ok(Verdict {
                    result,
                    bytes,
                    text,
                    encoding: Encoding::P1363,
                });
            }
        }
    }
    match (refused, reason) {
        (Some((e, text, bytes)), _) => Ok(Verdict {
            result: Err(e),
            bytes,
            text,
            encoding: Encoding::P1363,
        }),
        (None, Some(reason)) => Err(reason),
        (None, None) => Err(SignatureFileError::Empty),
    }
}

/// What a file is that is known and no signature alone.
fn other(file: &[u8]) -> Option<SignatureFileError> {
    let text = unmarked(file);
    let text = text.trim_ascii();
    let is = SignatureFileError::Other;
    Some(match text {
        [] if file.is_empty() => SignatureFileError::Empty,
        _ if text.starts_with(b"-----BEGIN PGP") => {
            is("a signature of OpenPGP, of which `gpg --verify` knows the rules")
        }
        _ if text.starts_with(b"-----BEGIN SSH SIGNATURE") => {
            is("a signature of OpenSSH, which `ssh-keygen -Y verify` reads")
        }
        _ if text.starts_with(b"-----BEGIN ") => {
            is("PEM where a signature alone is expected, in bytes, base64 or hexadecimal digits")
        }
        _ if text.starts_with(b"{") => {
            is("JSON where a signature alone is expected; `secant verify jws` and `secant verify webauthn` read some")
        }
        // The header of a compact JWS begins so: `{"`.
        _ if text.starts_with(b"eyJ") && text.contains(&b'.') => is("a JWS, which `secant verify jws` reads"),
        _ => return None,
    })
}

/// A digest, with how its bytes are written if they are text.
pub type Digest<'a> = (Cow<'a, [u8]>, Option<TextEncoding>);

/// Why a file is no digest of a hash function.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} {found} bytes where {hash} gives {expected}", has(.text))]
pub struct DigestFileError {
    /// How they are written, if they are text.
    text: Option<TextEncoding>,
    /// Bytes that there are.
    found: usize,
    /// The function.
    hash: Hash,
    /// Bytes of its digests.
    expected: usize,
}

/// The digest of a hash function that a file has, as bytes or as text.
///
/// A file of as many bytes as the digest is the digest, unless all of them are hexadecimal digits, or base64 of another
/// function's digest: then it is likelier text. By chance that is so of less than one digest in 2^50.
///
/// # Errors
/// If the file has another number of bytes, and text of as many.
pub fn digest(file: &[u8], hash: Hash) -> Result<Digest<'_>, DigestFileError> {
    let expected = hash.output_len();
    let decoded = decode(file);
    if let Some(Decoded { encoding, bytes }) = decoded.iter().find(|decoded| decoded.bytes.len() == expected) {
        return Ok((Cow::Owned(bytes.clone()), Some(*encoding)));
    }
    let is_digest = |len: usize| Hash::ALL.iter().any(|hash| hash.output_len() == len);
    let likely = decoded
        .iter()
        .find(|decoded| decoded.encoding == TextEncoding::Hex || is_digest(decoded.bytes.len()));
    match likely
        .filter(|_| file.len() == expected)
        .or((file.len() != expected).then(|| decoded.first()).flatten())
    {
        None if file.len() == expected => Ok((Cow::Borrowed(file), None)),
        text => Err(DigestFileError {
            text: text.map(|decoded| decoded.encoding),
            found: text.map_or(file.len(), |decoded| decoded.bytes.len()),
            hash,
            expected,
        }),
    }
}
