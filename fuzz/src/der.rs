//! DER, X.690: an own writer, and a strict reader, to compare with.

use num_bigint::BigUint;

/// An element of a tag and contents.
pub fn tlv(tag: u8, contents: &[u8]) -> Vec<u8> {
    let len = contents.len().to_be_bytes();
    let significant = &len[len.iter().take_while(|&&byte| byte == 0).count()..];
    let mut element = vec![tag];
    match contents.len() {
        short @ ..128 => element.push(short as u8),
        _ => {
            element.push(0x80 | significant.len() as u8);
            element.extend_from_slice(significant);
        }
    }
    element.extend_from_slice(contents);
    element
}

/// A sequence of elements.
pub fn sequence(elements: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &elements.concat())
}

/// An integer.
pub fn integer(value: &BigUint) -> Vec<u8> {
    let bytes = value.to_bytes_be();
    let sign: &[u8] = if bytes[0] > 127 { &[0] } else { &[] };
    tlv(2, &[sign, &bytes].concat())
}

/// A bit string of whole bytes.
pub fn bit_string(bytes: &[u8]) -> Vec<u8> {
    tlv(3, &[&[0], bytes].concat())
}

/// An object identifier, given in numbers with dots.
pub fn oid(dotted: &str) -> Vec<u8> {
    let mut arcs = dotted.split('.').map(|arc| arc.parse::<u64>().expect("a number"));
    let first = 40 * arcs.next().expect("an arc") + arcs.next().expect("an arc");
    let mut contents = vec![];
    for arc in core::iter::once(first).chain(arcs) {
        let digits = (64 - arc.leading_zeros()).div_ceil(7).max(1);
        contents.extend((0..digits).rev().map(|i| {
            let more = if i > 0 { 0x80 } else { 0 };
            (arc >> (7 * i)) as u8 & 0x7f | more
        }));
    }
    tlv(6, &contents)
}

/// A `SubjectPublicKeyInfo`.
pub fn spki(algorithm: &str, parameters: &[u8], key: &[u8]) -> Vec<u8> {
    sequence(&[&sequence(&[&oid(algorithm), parameters]), &bit_string(key)])
}

/// PEM, RFC 7468.
pub fn pem(label: &str, der: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in der.chunks(48) {
        for group in line.chunks(3) {
            let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(group.get(i).copied().unwrap_or(0)));
            let digits = (0..4).map(|i| char::from(DIGITS[bits >> (18 - 6 * i) & 63]));
            text.extend(digits.take(group.len() + 1));
            text.extend(core::iter::repeat_n('=', 3 - group.len()));
        }
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

/// Tag and contents of the first element, and what follows; `None` unless the length has its shortest form.
pub fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&[tag, first], mut rest) = bytes.split_first_chunk::<2>()?;
    // No tag number of what is read here is above 30.
    if tag & 0x1f == 0x1f {
        return None;
    }
    let mut len = usize::from(first);
    if first >= 0x80 {
        let (digits, behind) = rest.split_at_checked(usize::from(first - 0x80))?;
        rest = behind;
        if digits.len() > 4 || digits.first().is_none_or(|&digit| digit == 0) {
            return None;
        }
        len = digits.iter().fold(0, |len, &digit| len << 8 | usize::from(digit));
        if len < 128 {
            return None;
        }
    }
    let (contents, rest) = rest.split_at_checked(len)?;
    Some((tag, contents, rest))
}

/// Whether bytes are one element in DER, with all that is inside.
pub fn is_der(bytes: &[u8]) -> bool {
    matches!(element(bytes), Some((tag, contents, [])) if has_contents(tag, contents))
}

fn has_contents(tag: u8, contents: &[u8]) -> bool {
    match tag {
        // BOOLEAN
        1 => matches!(contents, [0 | 0xff]),
        // INTEGER
        2 => match contents {
            [] => false,
            [0, next, ..] => *next > 127,
            [0xff, next, ..] => *next < 128,
            _ => true,
        },
        // BIT STRING
        3 => match contents {
            [] => false,
            [unused] => *unused == 0,
            [unused, .., last] => *unused < 8 && last & ((1u8 << unused) - 1) == 0,
        },
        // NULL
        5 => contents.is_empty(),
        // OBJECT IDENTIFIER: no arc begins with a zero digit, and the last one ends.
        6 => {
            let begins = |i: usize| i == 0 || contents[i - 1] < 128;
            let mut digits = contents.iter().enumerate();
            digits.all(|(i, &digit)| !(begins(i) && digit == 0x80)) && contents.last().is_some_and(|&last| last < 128)
        }
        // Strings are primitive, sequences, sets and explicit tags are constructed.
        0x30 | 0x31 | 0xa0..=0xbf => {
            let mut rest = contents;
            while !rest.is_empty() {
                let Some((tag, contents, behind)) = element(rest) else {
                    return false;
                };
                if !has_contents(tag, contents) {
                    return false;
                }
                rest = behind;
            }
            true
        }
        _ => tag & 0x20 == 0 && !matches!(tag, 0x10 | 0x11),
    }
}

/// The two integers of an `ECDSA-Sig-Value`.
pub fn two_integers(bytes: &[u8]) -> Option<(BigUint, BigUint)> {
    let (0x30, contents, []) = element(bytes)? else {
        return None;
    };
    let (first, rest) = unsigned(contents)?;
    let (second, rest) = unsigned(rest)?;
    rest.is_empty().then_some((first, second))
}

fn unsigned(bytes: &[u8]) -> Option<(BigUint, &[u8])> {
    let (2, contents, rest) = element(bytes)? else {
        return None;
    };
    let is_unsigned = has_contents(2, contents) && contents[0] < 128;
    is_unsigned.then(|| (BigUint::from_bytes_be(contents), rest))
}
