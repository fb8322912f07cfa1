//! Bytes that are encoded as text.

use alloc::{borrow::Cow, string::String, vec::Vec};
use base64ct::{Base64Unpadded, Base64UrlUnpadded, Encoding};
use core::fmt;

/// A text encoding of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextEncoding {
    /// Hexadecimal digits, possibly after `0x` or separated by colons.
    Hex,
    /// Base64 of RFC 4648, section 4, with padding or without.
    Base64,
    /// Base64 with the URL and filename safe alphabet, section 5.
    Base64Url,
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hex => "hexadecimal digits",
            Self::Base64 => "base64",
            Self::Base64Url => "base64url",
        })
    }
}

/// Decoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The encoding of the text.
    pub encoding: TextEncoding,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The text of a file as ASCII or UTF-8: removes a byte order mark, and converts from UTF-16 if the mark says so.
///
/// Bytes without a mark are returned unchanged.
pub fn unmarked(bytes: &[u8]) -> Cow<'_, [u8]> {
    let utf16 = |rest: &[u8], read: fn([u8; 2]) -> u16| {
        let (pairs, []) = rest.as_chunks::<2>() else {
            return None;
        };
        let text = char::decode_utf16(pairs.iter().map(|&pair| read(pair))).collect::<Result<String, _>>();
        Some(Cow::Owned(text.ok()?.into_bytes()))
    };
    let read = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => Some(Cow::Borrowed(rest)),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => None,
    };
    read.unwrap_or(Cow::Borrowed(bytes))
}

/// Decodes a file that has only hexadecimal digits or base64, apart from white space and a byte order mark. The more
/// likely reading is first.
///
/// Hexadecimal digits can be base64 too, so there may be two candidate decodings. Text is rejected if the unused bits of its last
/// character are set, or if it does not decode to a whole number of bytes.
pub fn decode(bytes: &[u8]) -> Vec<Decoded> {
    let text = unmarked(bytes);
    let text = text.iter().copied().filter(|&byte| !is_space(byte)).collect::<Vec<_>>();
    let hex = hex(&text).map(|bytes| Decoded {
        encoding: TextEncoding::Hex,
        bytes,
    });
    hex.into_iter().chain(base64(&text)).collect()
}

/// White space of RFC 7468, section 3.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

fn hex(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(b"0x").or(text.strip_prefix(b"0X")).unwrap_or(text);
    if digits.is_empty() {
        return None;
    }
    let pairs = || digits.split(|&byte| byte == b':');
    match digits.contains(&b':') {
        true if pairs().all(|pair| pair.len() == 2) => hex::decode(pairs().flatten().copied().collect::<Vec<_>>()).ok(),
        true => None,
        false => hex::decode(digits).ok(),
    }
}

/// Decodes base64 in either alphabet, with padding or without. White space is not allowed.
pub fn base64(text: &[u8]) -> Option<Decoded> {
    let text = core::str::from_utf8(text).ok()?;
    let unpadded = text.trim_end_matches('=');
    let padding = text.len() - unpadded.len();
    // A single character more than a multiple of four encodes no byte. Padded text has a multiple of four characters.
    if unpadded.is_empty() || unpadded.len() % 4 == 1 || padding > 2 || (padding > 0 && text.len() % 4 != 0) {
        return None;
    }
    let (encoding, bytes) = if unpadded.contains(['-', '_']) {
        (TextEncoding::Base64Url, Base64UrlUnpadded::decode_vec(unpadded))
    } else {
        (TextEncoding::Base64, Base64Unpadded::decode_vec(unpadded))
    };
    Some(Decoded {
        encoding,
        bytes: bytes.ok()?,
    })
}

/// Decodes base64url without padding, as JOSE and WebAuthn use it (RFC 7515, section 2).
pub(super) fn base64url(text: &str) -> Option<Vec<u8>> {
    if text.len() % 4 == 1 {
        return None;
    }
    Base64UrlUnpadded::decode_vec(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Option<(TextEncoding, Vec<u8>)> {
        let mut all = decode(text.as_bytes());
        assert!(all.len() <= 1, "{all:?}");
        all.pop().map(|decoded| (decoded.encoding, decoded.bytes))
    }

    #[test]
    fn hexadecimal_digits() {
        for text in ["00ff1", "0x", "", "0g", "00::ff", "00:f", ":00", "00:", "é0", "0 0 f"] {
            let decoded = decode(text.as_bytes());
            assert!(
                decoded.iter().all(|decoded| decoded.encoding != TextEncoding::Hex),
                "{text}"
            );
        }
        for text in ["00FFa0", "0x00ffa0\n", "00:ff:a0", " 00 ff\r\n\ta0 ", "\u{feff}00ffa0"] {
            let decoded = decode(text.as_bytes());
            assert_eq!(
                (decoded[0].encoding, &decoded[0].bytes[..]),
                (TextEncoding::Hex, &[0, 0xff, 0xa0][..]),
                "{text}"
            );
        }
    }

    #[test]
    fn base64() {
        // RFC 4648, section 10.
        for (text, bytes) in [
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg", "foob"),
            ("Zm9v\r\nYmE=\n", "fooba"),
        ] {
            assert_eq!(one(text), Some((TextEncoding::Base64, bytes.into())), "{text}");
        }
        assert_eq!(one("-_8"), Some((TextEncoding::Base64Url, vec![0xfb, 0xff])));
        assert_eq!(one("+/8="), Some((TextEncoding::Base64, vec![0xfb, 0xff])));
        // Both alphabets, a lone character, padding in the middle or too much or too little, unused bits that are set.
        for text in [
            "+_8=", "Zm9vY", "Zg==Zg==", "Zm9v====", "Zm8==", "Zg=", "=", "Zh==", "Zm9=", "Zm9v!",
        ] {
            assert_eq!(one(text), None, "{text}");
        }
        // Hexadecimal digits are read as such first.
        let both = decode(b"deadbeef");
        assert_eq!(
            both.iter()
                .map(|decoded| (decoded.encoding, decoded.bytes.len()))
                .collect::<Vec<_>>(),
            [(TextEncoding::Hex, 4), (TextEncoding::Base64, 6)]
        );
    }

    #[test]
    fn base64url_is_strict() {
        assert_eq!(base64url("-_8"), Some(vec![0xfb, 0xff]));
        assert_eq!(base64url(""), Some(vec![]));
        for text in ["-_8=", "+/8", "-_9", "a", "a b", "-_8\n"] {
            assert_eq!(base64url(text), None, "{text}");
        }
    }

    #[test]
    fn byte_order_marks() {
        let little = "\u{feff}ab"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>();
        let big = "\u{feff}ab"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect::<Vec<_>>();
        for marked in ["\u{feff}ab".as_bytes(), &little, &big, b"ab"] {
            assert_eq!(&*unmarked(marked), b"ab");
        }
        // Half a UTF-16 code unit, and half of a surrogate pair.
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8"] {
            assert_eq!(&*unmarked(bytes), bytes);
        }
    }
}
