//! OpenSSL's keys and signatures on curves of 160 to 224 bits: by name, and by parameters with a compressed generator.

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

macro_rules! curves {
    ($($file:literal, $name:ident;)*) => {
        [$((
            Name::$name,
            &include_bytes!(concat!("../../fixtures/ecdsa/", $file, ".pem"))[..],
            &include_bytes!(concat!("../../fixtures/ecdsa/", $file, ".sig"))[..],
            &include_bytes!(concat!("../../fixtures/ecdsa/", $file, "_explicit.pem"))[..],
            &include_bytes!(concat!("../../fixtures/ecdsa/", $file, "_explicit.sig"))[..],
        ),)*]
    };
}

#[test]
fn openssl() {
    let curves = curves! {
        "secp160k1", Secp160k1;
        "secp160r1", Secp160r1;
        "secp160r2", Secp160r2;
        "secp192k1", Secp192k1;
        "prime192v1", Secp192r1;
        "secp224k1", Secp224k1;
        "brainpoolP160r1", BrainpoolP160r1;
        "brainpoolP160t1", BrainpoolP160t1;
        "brainpoolP192r1", BrainpoolP192r1;
        "brainpoolP192t1", BrainpoolP192t1;
        "brainpoolP224r1", BrainpoolP224r1;
        "brainpoolP224t1", BrainpoolP224t1;
    };
    for (name, pem, signature, explicit_pem, explicit_signature) in curves {
        let der = to_der(pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        assert!(matches!(key.curve, KeyCurve::Named(found) if found == name), "{name}");
        // SHA-256 is longer than the order: its leftmost bits count.
        let verify = |message: &[u8]| key.verify(Hash::Sha256, message, signature, Encoding::Der, &Options::default());
        assert_eq!(verify(MESSAGE), Ok(()), "{name}");
        assert_eq!(verify(b"another"), Err(Error::Invalid), "{name}");
        for at in 0..signature.len() {
            let mut wrong = signature.to_vec();
            wrong[at] ^= 1;
            let verdict = key.verify(Hash::Sha256, MESSAGE, &wrong, Encoding::Der, &Options::default());
            assert!(verdict.is_err_and(|e| e.is_invalid_signature()), "{name} {at}");
        }

        let der = to_der(explicit_pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        assert!(
            matches!(key.curve, KeyCurve::Explicit(curve) if curve.name() == Some(name)),
            "{name}"
        );
        let verify = |options: &Options| key.verify(Hash::Sha512, MESSAGE, explicit_signature, Encoding::Der, options);
        assert_eq!(verify(&EXPLICIT), Ok(()), "{name}");
        assert_eq!(verify(&Options::default()), Err(Error::ExplicitCurve), "{name}");
    }
}

/// Files of other hands: P-256 by its parameters with a compressed generator, and brainpoolP224r1 by name.
#[test]
fn others() {
    macro_rules! file {
        ($name:literal) => {
            include_bytes!(concat!("../../fixtures/ecdsa/", $name))
        };
    }
    let verify = |pem: &[u8], hash, signature: &[u8], options: &Options| {
        let der = to_der(pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        key.verify(hash, MESSAGE, signature, Encoding::Der, options)
    };
    let (pem, signature) = (file!("secp256r1_explicit.pem"), file!("secp256r1_explicit.sig"));
    assert_eq!(verify(pem, Hash::Sha256, signature, &EXPLICIT), Ok(()));
    assert_eq!(
        verify(pem, Hash::Sha256, signature, &Options::default()),
        Err(Error::ExplicitCurve)
    );
    let (pem, signature) = (file!("brainpoolP224r1_named.pem"), file!("brainpoolP224r1_named.sig"));
    assert_eq!(verify(pem, Hash::Sha224, signature, &Options::default()), Ok(()));
}
