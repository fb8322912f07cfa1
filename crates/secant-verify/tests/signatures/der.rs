//! A writer of DER, and of what is nearly DER.

use der::{Encode, asn1::ObjectIdentifier};

/// Tag, length and value.
pub fn tlv(tag: u8, value: &[u8]) -> Vec<u8> {
    let len = match value.len() {
        len @ ..128 => vec![len as u8],
        len @ ..256 => vec![0x81, len as u8],
        len => vec![0x82, (len >> 8) as u8, len as u8],
    };
    [&[tag], &len[..], value].concat()
}

pub fn sequence(fields: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &fields.concat())
}

/// An integer that is not negative.
pub fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count().min(bytes.len() - 1);
    let sign: &[u8] = if bytes[zeros] > 127 { &[0] } else { &[] };
    tlv(2, &[sign, &bytes[zeros..]].concat())
}

pub fn oid(numbers: &str) -> Vec<u8> {
    ObjectIdentifier::new(numbers).unwrap().to_der().unwrap()
}

/// A bit string of whole bytes.
pub fn bits(bytes: &[u8]) -> Vec<u8> {
    tlv(3, &[&[0], bytes].concat())
}

/// `SubjectPublicKeyInfo`.
pub fn spki(algorithm: &[u8], parameters: &[u8], key: &[u8]) -> Vec<u8> {
    sequence(&[&sequence(&[algorithm, parameters]), &bits(key)])
}
