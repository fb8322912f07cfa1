//! OpenSSL's keys and signatures on curves of 160 to 224 bits: by name, and by parameters with a compressed generator.

use crate::fixture;
use secant_gfp::named::Name;
use secant_verify::{
    ecdsa::{Encoding, Error, KeyCurve, KeyFile, Options, to_der},
    hash::Hash,
};

const MESSAGE: &[u8] = include_bytes!("../../fixtures/ecdsa/message.txt");

const EXPLICIT: Options = Options {
    low_s: false,
    explicit_curve: true,
    allow_weak: false,
    policy: secant_gfp::Policy {
        embedding_degree_above: 100,
        allow_anomalous: false,
    },
};

#[test]
fn openssl() {
    for (file, name) in [
        ("secp160k1", Name::Secp160k1),
        ("secp160r1", Name::Secp160r1),
        ("secp160r2", Name::Secp160r2),
        ("secp192k1", Name::Secp192k1),
        ("prime192v1", Name::Secp192r1),
        ("secp224k1", Name::Secp224k1),
        ("brainpoolP160r1", Name::BrainpoolP160r1),
        ("brainpoolP160t1", Name::BrainpoolP160t1),
        ("brainpoolP192r1", Name::BrainpoolP192r1),
        ("brainpoolP192t1", Name::BrainpoolP192t1),
        ("brainpoolP224r1", Name::BrainpoolP224r1),
        ("brainpoolP224t1", Name::BrainpoolP224t1),
    ] {
        let read = |end: &str| fixture(&format!("ecdsa/{file}{end}"));
        let (pem, signature) = (read(".pem"), read(".sig"));
        let (explicit_pem, explicit_signature) = (read("_explicit.pem"), read("_explicit.sig"));
        let der = to_der(&pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        assert!(matches!(key.curve, KeyCurve::Named(found) if found == name), "{name}");
        // SHA-256 is longer than the order: its leftmost bits count.
        let verify = |message: &[u8]| key.verify(Hash::Sha256, message, &signature, Encoding::Der, &Options::default());
        assert_eq!(verify(MESSAGE), Ok(()), "{name}");
        assert_eq!(verify(b"another"), Err(Error::Invalid), "{name}");
        for at in 0..signature.len() {
            let mut wrong = signature.clone();
            wrong[at] ^= 1;
            let verdict = key.verify(Hash::Sha256, MESSAGE, &wrong, Encoding::Der, &Options::default());
            assert!(verdict.is_err_and(|e| e.is_invalid_signature()), "{name} {at}");
        }

        let der = to_der(&explicit_pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        assert!(
            matches!(key.curve, KeyCurve::Explicit(curve) if curve.name() == Some(name)),
            "{name}"
        );
        let verify = |options: &Options| key.verify(Hash::Sha512, MESSAGE, &explicit_signature, Encoding::Der, options);
        assert_eq!(verify(&EXPLICIT), Ok(()), "{name}");
        assert_eq!(verify(&Options::default()), Err(Error::ExplicitCurve), "{name}");
    }
}

/// Files of other hands: P-256 by its parameters with a compressed generator, and brainpoolP224r1 by name.
#[test]
fn others() {
    let verify = |name: &str, hash, options: &Options| {
        let (pem, signature) = (
            fixture(&format!("ecdsa/{name}.pem")),
            fixture(&format!("ecdsa/{name}.sig")),
        );
        let der = to_der(&pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        key.verify(hash, MESSAGE, &signature, Encoding::Der, options)
    };
    assert_eq!(verify("secp256r1_explicit", Hash::Sha256, &EXPLICIT), Ok(()));
    assert_eq!(
        verify("secp256r1_explicit", Hash::Sha256, &Options::default()),
        Err(Error::ExplicitCurve)
    );
    assert_eq!(
        verify("brainpoolP224r1_named", Hash::Sha224, &Options::default()),
        Ok(())
    );
}
