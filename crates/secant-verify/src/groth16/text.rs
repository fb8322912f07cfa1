//! Tells text from binary by the first bytes.

/// The byte order mark that some editors put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A file without a leading byte order mark.
pub(super) fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

/// Whether a file is JSON text rather than gnark's binary: its first character opens an object or a list.
///
/// No gnark file of a curve known here passes. None begins with such a character: as the first byte of a point it has
/// flags that mean nothing or stand for infinity. A gnark file that begins with white space has field elements that are
/// not UTF-8.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let text = without_bom(bytes);
    let opens = |text: &[u8]| matches!(text.first(), Some(b'{' | b'['));
    let trimmed = text.trim_ascii_start();
    !is_utf16(bytes) && (opens(text) || (opens(trimmed) && core::str::from_utf8(text).is_ok()))
}

/// Whether a file is text in UTF-16, with or without a byte order mark.
///
/// No gnark file passes. A point that begins with such a mark has a coordinate that is not below its modulus. No gnark
/// file begins with ASCII characters that alternate with zeros.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    let sign = |byte: u8| (b' '..=b'~').contains(&byte) || byte.is_ascii_whitespace();
    let signs = |first: usize| {
        let zero = |i: &usize| bytes.get(2 * i + 1 - first) == Some(&0);
        let other = |i: &usize| bytes.get(2 * i + first).is_some_and(|byte| sign(*byte));
        (0..4).all(|i| zero(&i) && other(&i))
    };
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || signs(0) || signs(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn utf_16() {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            for text in ["{\"a\": 1}", "\u{feff}{}", "[\n \"1\"]"] {
                assert!(is_utf16(&utf16(text, order)), "{text:?}");
            }
        }
        for bytes in [&b""[..], b"{", b"{\"a\": 1}", b"\0\0\0\x02\0\0\0\0\0\0\0\x02", b"{\0"] {
            assert!(!is_utf16(bytes), "{bytes:?}");
        }
    }

    #[test]
    fn json() {
        for bytes in [
            &b"{"[..],
            b"[",
            b" \n[]",
            b"\xef\xbb\xbf{",
            b"\xef\xbb\xbf \t[",
            b"{\xff",
        ] {
            assert!(is_json(bytes), "{bytes:?}");
        }
        for bytes in [&b""[..], b"\n", b"\n{\xff", b"1", b"\0[", b"\xef\xbb["] {
            assert!(!is_json(bytes), "{bytes:?}");
        }
    }
}
