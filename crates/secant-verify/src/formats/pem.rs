//! PEM blocks in the lax grammar of RFC 7468, section 3.

use super::text::{base64, is_space};
use alloc::{string::String, vec::Vec};
use core::str;
use thiserror::Error;

/// A block of PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Its label.
    pub label: &'a str,
    /// The text between the first and the last line.
    body: &'a [u8],
    /// The text after the block.
    pub rest: &'a [u8],
}

/// Why text that begins like a PEM block is malformed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PemError {
    /// The label has no end, or characters that are not allowed.
    #[error("the line \"-----BEGIN ...\" does not end with a label and \"-----\"")]
    Label,
    /// The block has no end.
    #[error("its last line, \"-----END {0}-----\", is missing")]
    End(String),
    /// The block ends with another label.
    #[error("it begins with the label {begin:?} and ends with {end:?}")]
    OtherEnd {
        /// The label of its first line.
        begin: String,
        /// The label of its last line.
        end: String,
    },
    /// The body is not base64.
    #[error("what stands between its first line and its last is not base64")]
    Base64,
}

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// The first block of a text; other text may precede it. `None` if no line begins like a block.
pub fn first(text: &[u8]) -> Option<Result<Block<'_>, PemError>> {
    starts_of_lines(text).find(|line| line.starts_with(BEGIN)).map(block)
}

impl Block<'_> {
    /// The decoded bytes.
    ///
    /// # Errors
    /// If the body is not base64. Lines may have any length, and white space may be anywhere.
    pub fn decode(&self) -> Result<Vec<u8>, PemError> {
        let body = self
            .body
            .iter()
            .copied()
            .filter(|&byte| !is_space(byte))
            .collect::<Vec<_>>();
        // PEM does not use the base64url alphabet.
        if body.iter().any(|byte| matches!(byte, b'-' | b'_')) {
            return Err(PemError::Base64);
        }
        base64(&body).map(|decoded| decoded.bytes).ok_or(PemError::Base64)
    }
}

/// The block at the beginning of a text.
fn block(text: &[u8]) -> Result<Block<'_>, PemError> {
    let (label, text) = split_label(text, BEGIN).ok_or(PemError::Label)?;
    let missing = || PemError::End(label.into());
    // Base64 has no dashes, so the first dashes begin the last line.
    let end = text
        .windows(DASHES.len())
        .position(|window| window == DASHES)
        .ok_or_else(missing)?;
    let (body, last) = text.split_at(end);
    let (end, rest) = split_label(last, END).ok_or_else(missing)?;
    if end != label {
        return Err(PemError::OtherEnd {
            begin: label.into(),
            end: end.into(),
        });
    }
    Ok(Block { label, body, rest })
}

/// The label after `start`, and the text after its closing dashes.
fn split_label<'a>(text: &'a [u8], start: &[u8]) -> Option<(&'a str, &'a [u8])> {
    let text = text.strip_prefix(start)?;
    let end = text.windows(DASHES.len()).position(|window| window == DASHES)?;
    let (label, rest) = (str::from_utf8(&text[..end]).ok()?, &text[end + DASHES.len()..]);
    label
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~'))
        .then_some((label, rest))
}

/// The rest of a text from the beginning of each line, after leading white space.
fn starts_of_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = text
        .iter()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b'\n' | b'\r'));
    let starts = core::iter::once(0).chain(ends.map(|(at, _)| at + 1));
    starts.map(|at| {
        let line = &text[at..];
        let indent = line.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        &line[indent..]
    })
}
