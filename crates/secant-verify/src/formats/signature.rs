//! Files that hold a signature or a digest, as bytes or as text.
//!
//! Bytes are mistaken for text only if all of them happen to be digits or letters. This never happens to a signature in
//! DER, which contains the byte 2. It can happen to `r` and `s` one after the other, or to an RSA signature: by chance
//! less than once in 2^50 for the shortest ones, or on purpose if somebody chose the key to fit the bytes. So every
//! reading is tried, and a file is a valid signature if it is valid in any reading: making it required the secret key.
//! If no reading is valid, a file that is text is taken as text. It is a signature only if the decoded bytes are one.

use super::text::{Decoded, TextEncoding, decode, unmarked};
use crate::{
    ecdsa::{self, Encoding, SignatureError},
    hash::Hash,
    rsa,
};
use alloc::{borrow::Cow, string::String};
use thiserror::Error;

/// The outcome for a file after all candidate decodings were tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'a, T, E> {
    /// The outcome of the reading that counts.
    pub result: Result<T, E>,
    /// The bytes of the signature.
    pub bytes: Cow<'a, [u8]>,
    /// The text encoding of the bytes, if they are text.
    pub text: Option<TextEncoding>,
    /// For ECDSA, the encoding of the signature.
    pub encoding: Encoding,
}

/// Why a file is not a signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureFileError {
    /// The file is empty.
    #[error("it is empty")]
    Empty,
    /// It is something else that is known.
    #[error("it is {0}")]
    Other(&'static str),
    /// It has neither form of an ECDSA signature.
    #[error("{} {found} bytes, which are neither DER nor the {expected} of r and s", has(.text))]
    Neither {
        /// The text encoding of the bytes, if they are text.
        text: Option<TextEncoding>,
        /// The length that was found, in bytes.
        found: usize,
        /// The length of `r` and `s` together, in bytes.
        expected: usize,
    },
    /// It is not an ECDSA signature in the requested encoding, or in the one that the bytes begin like.
    #[error("{}{error}", read_as(.text))]
    Ecdsa {
        /// The text encoding of the bytes, if they are text.
        text: Option<TextEncoding>,
        /// What is wrong with them.
        error: SignatureError,
    },
    /// It is not an RSA signature of the key.
    #[error("{}{error}", read_as(.text))]
    Rsa {
        /// The text encoding of the bytes, if they are text.
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

/// The possible candidate decodings of a file, text first.
fn candidate_decodings(file: &[u8]) -> impl Iterator<Item = (Option<TextEncoding>, Cow<'_, [u8]>)> {
    let texts = decode(file).into_iter();
    let texts = texts.map(|Decoded { encoding, bytes }| (Some(encoding), Cow::Owned(bytes)));
    texts.chain([(None, Cow::Borrowed(file))])
}

/// Tries all candidate decodings of a file as an ECDSA signature: as text or bytes, in DER or P1363 unless `encoding` names one of
/// them.
///
/// # Errors
/// If the file is not a signature in any reading.
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
    for (text, bytes) in candidate_decodings(file) {
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
                    // If the decoded text was not a signature, the raw bytes of the text are hardly one.
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

/// Why bytes are not a signature, from the error of an earlier encoding and that of this one.
fn explain(
    before: Option<SignatureFileError>,
    e: ecdsa::Error,
    text: Option<TextEncoding>,
    detected: bool,
) -> SignatureFileError {
    match (before, e) {
        // Bytes that begin like DER are more likely a damaged DER signature than a P1363 signature of wrong length.
        (Some(before), _) => before,
        (None, ecdsa::Error::Signature(SignatureError::Length { found, expected })) if detected => {
            SignatureFileError::Neither { text, found, expected }
        }
        (None, ecdsa::Error::Signature(error)) => SignatureFileError::Ecdsa { text, error },
        (None, _) => SignatureFileError::Other("no signature"),
    }
}

/// Tries all candidate decodings of a file as an RSA signature: text or bytes.
///
/// # Errors
/// If in every reading the length differs from that of the key's signatures.
pub fn rsa<T>(
    file: &[u8],
    mut verify: impl FnMut(&[u8]) -> Result<T, rsa::Error>,
) -> Result<Verdict<'_, T, rsa::Error>, SignatureFileError> {
    if let Some(e) = other(file) {
        return Err(e);
    }
    let mut reason = None;
    let mut refused = None;
    for (text, bytes) in candidate_decodings(file) {
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

/// What a file is, if it is something known other than a bare signature.
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
        // A compact JWS begins with this encoding of `{"`.
        _ if text.starts_with(b"eyJ") && text.contains(&b'.') => is("a JWS, which `secant verify jws` reads"),
        _ => return None,
    })
}

/// A digest, with its text encoding if it is text.
pub type Digest<'a> = (Cow<'a, [u8]>, Option<TextEncoding>);

/// Why a file is not a digest of a hash function.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} {found} bytes where {hash} gives {expected}", has(.text))]
pub struct DigestFileError {
    /// The text encoding of the bytes, if they are text.
    text: Option<TextEncoding>,
    /// The length that was found, in bytes.
    found: usize,
    /// The hash function.
    hash: Hash,
    /// The length of the function's digests, in bytes.
    expected: usize,
}

/// Reads a digest of a hash function from a file, as bytes or as text.
///
/// A file with the length of the digest is the digest, with one exception: if all of its bytes are hexadecimal digits,
/// or base64 of another function's digest, it is more likely text. By chance this happens to less than one digest in
/// 2^50.
///
/// # Errors
/// If neither the file nor the text in it has the length of the digest.
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
