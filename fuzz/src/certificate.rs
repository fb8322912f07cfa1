//! Certificates: the whole input is one, of which the key is found.

use crate::der::element;
use secant_verify::{
    certificate::{CertificateError, subject_public_key_info},
    ecdsa::{KeyCurve, KeyFile},
};

/// The key is found where another reader of DER finds it, and is not given if it has the parameters of its curve.
pub fn run(bytes: &[u8]) {
    let expected = key(bytes);
    let explicit = |key: &[u8]| KeyFile::from_spki_der(key).is_ok_and(|key| matches!(key.curve, KeyCurve::Explicit(_)));
    match subject_public_key_info(bytes) {
        Ok(found) => {
            assert_eq!(Some(found), expected);
            assert!(!explicit(found), "a curve by its parameters");
        }
        // Parameters that are none are not given either.
        Err(CertificateError::ExplicitCurve) => assert!(expected.is_some()),
        Err(e) => assert_eq!(expected, None, "{e}"),
    }
}

/// Tags of what stands before the key, without the version.
const BEFORE: [u8; 5] = [2, 0x30, 0x30, 0x30, 0x30];

fn key(bytes: &[u8]) -> Option<&[u8]> {
    let (0x30, certificate, []) = element(bytes)? else {
        return None;
    };
    let (0x30, mut fields, rest) = element(certificate)? else {
        return None;
    };
    let (0x30, _, rest) = element(rest)? else { return None };
    let (3, _, []) = element(rest)? else { return None };
    if let (0xa0, _, rest) = element(fields)? {
        fields = rest;
    }
    for expected in BEFORE {
        let (tag, _, rest) = element(fields)?;
        if tag != expected {
            return None;
        }
        fields = rest;
    }
    let (0x30, _, rest) = element(fields)? else { return None };
    Some(&fields[..fields.len() - rest.len()])
}
