//! Keys of certificates.

use crate::der::{bits, integer, oid, sequence, spki, tlv};
use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use der::Tag;
use secant_verify::certificate::{CertificateError, subject_public_key_info};

const FROM_1950: &[u8] = include_bytes!("../../fixtures/x509/from_1950.der");
const LONG_SERIAL: &[u8] = include_bytes!("../../fixtures/x509/serial_of_24_bytes.der");

/// A certificate of a key, with nothing else that means anything.
pub fn certificate(key: &[u8]) -> Vec<u8> {
    wrap(&[tlv(0xa0, &integer(&[2])), rest(key)].concat())
}

/// The fields of a `TBSCertificate` after the version.
fn rest(key: &[u8]) -> Vec<u8> {
    let empty = sequence(&[]);
    [&integer(&[1]), &empty, &empty, &empty, &empty, key].concat()
}

fn wrap(fields: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(0x30, fields), &sequence(&[]), &bits(&[1])])
}

fn key() -> Vec<u8> {
    spki(&oid("1.2.840.113549.1.1.1"), &[5, 0], &[7])
}

/// Whatever else a certificate says, its key is found.
#[test]
fn found() {
    let key = key();
    assert_eq!(subject_public_key_info(&certificate(&key)), Ok(&key[..]));
    // The first version, which is left out.
    assert_eq!(subject_public_key_info(&wrap(&rest(&key))), Ok(&key[..]));
    // With extensions, and with what no standard has.
    let more = [&rest(&key), &tlv(0xa3, &sequence(&[]))[..], &[0xff, 0xff]].concat();
    assert_eq!(subject_public_key_info(&wrap(&more)), Ok(&key[..]));
    let (one, other) = (subject_public_key_info(FROM_1950), subject_public_key_info(LONG_SERIAL));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
}

#[test]
fn refused() {
    let key = key();
    let good = certificate(&key);
    let error = |bytes: &[u8]| subject_public_key_info(bytes).unwrap_err();
    for len in 0..good.len() {
        assert!(matches!(error(&good[..len]), CertificateError::Der { .. }), "{len}");
    }
    assert_eq!(
        error(&[&good[..], &[0; 3]].concat()),
        CertificateError::TrailingBytes(3)
    );
    let longer = sequence(&[&sequence(&[]), &sequence(&[]), &bits(&[1]), &[5, 0]]);
    assert_eq!(error(&longer), CertificateError::TrailingBytes(2));
    let field = |field, expected, found| CertificateError::Field { field, expected, found };
    assert_eq!(error(&[5, 0]), field("Certificate", Tag::Sequence, Tag::Null));
    // The key itself is none, and neither is its private key.
    assert_eq!(error(&key), field("signatureAlgorithm", Tag::Sequence, Tag::BitString));
    assert_eq!(
        error(&sequence(&[&integer(&[0]), &sequence(&[])])),
        field("tbsCertificate", Tag::Sequence, Tag::Integer)
    );
    let without_issuer = [&integer(&[1])[..], &sequence(&[]), &key].concat();
    assert!(matches!(
        error(&wrap(&without_issuer)),
        CertificateError::Der { field: "validity", .. }
    ));
    let without_serial = [&sequence(&[])[..]; 5].concat();
    assert_eq!(
        error(&wrap(&without_serial)),
        field("serialNumber", Tag::Integer, Tag::Sequence)
    );
    // BER.
    let indefinite = [&[0x30, 0x80][..], &good[2..], &[0, 0]].concat();
    assert!(matches!(error(&indefinite), CertificateError::Der { .. }));
}

/// Parameters of a curve are refused, whatever they are, and names and keys of other algorithms are not.
#[test]
fn explicit_curves() {
    let ec = oid("1.2.840.10045.2.1");
    let explicit = certificate(&spki(&ec, &sequence(&[&integer(&[1])]), &[4]));
    let error = subject_public_key_info(&explicit).unwrap_err();
    assert_eq!(error, CertificateError::ExplicitCurve);
    assert!(error.to_string().contains("RFC 5480"), "{error}");
    for parameters in [&oid("1.2.840.10045.3.1.7")[..], &[5, 0], &[]] {
        assert!(subject_public_key_info(&certificate(&spki(&ec, parameters, &[4]))).is_ok());
    }
    let pss = spki(&oid("1.2.840.113549.1.1.10"), &sequence(&[]), &[4]);
    assert!(subject_public_key_info(&certificate(&pss)).is_ok());
}

/// What is found lies in the certificate, is a sequence and is what a reader of the whole structure finds.
#[test]
fn noise() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut found = 0;
    for round in 0..20_000 {
        let mut bytes = [FROM_1950, LONG_SERIAL][round % 2].to_vec();
        for _ in 0..rng.gen_range(1..4) {
            let at = rng.gen_range(0..bytes.len());
            match rng.gen_range(0..4) {
                0 => bytes[at] = rng.r#gen(),
                1 => bytes[at] ^= 1 << rng.gen_range(0..8),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, rng.r#gen()),
            }
        }
        if let Ok(key) = subject_public_key_info(&bytes) {
            found += 1;
            assert!(bytes.as_ptr_range().contains(&key.as_ptr()) && key[0] == 0x30);
        }
    }
    assert!((1000..20_000).contains(&found), "{found}");
}

/// A signature under the key of both fixtures.
#[cfg(feature = "ecdsa")]
#[test]
fn verifies() {
    use secant_verify::{
        ecdsa::{Encoding, KeyFile, Options},
        hash::Hash,
    };
    let message = include_bytes!("../../fixtures/x509/message.txt");
    let signature = include_bytes!("../../fixtures/x509/signature.der");
    for certificate in [FROM_1950, LONG_SERIAL] {
        let key = KeyFile::from_spki_der(subject_public_key_info(certificate).unwrap()).unwrap();
        let verify = |message: &[u8]| key.verify(Hash::Sha256, message, signature, Encoding::Der, &Options::default());
        assert_eq!(verify(message), Ok(()));
        assert!(verify(b"another").is_err());
    }
}
