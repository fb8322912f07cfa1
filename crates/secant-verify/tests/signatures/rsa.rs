//! Each refusal of keys, digests and signatures, with its own error, and noise.

use crate::{
    der::{integer, oid, sequence, tlv},
    fixture,
};
use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use secant_verify::{
    hash::Hash,
    rsa::{Error, KeyOptions, MAX_BITS, ModExp, ModExpError, Part, Pss, PublicKey, Salt, Scheme},
};

const PEM: &[u8] = include_bytes!("../../fixtures/rsa/key.pem");
const SIGNATURE: &[u8] = include_bytes!("../../fixtures/rsa/signature.bin");
const MESSAGE: &[u8] = b"secant\n";
const SCHEME: Scheme = Scheme::Pkcs1(Hash::Sha256);
const RSA: &str = "1.2.840.113549.1.1.1";
const PSS: &str = "1.2.840.113549.1.1.10";
const NULL: &[u8] = &[5, 0];

fn key() -> PublicKey {
    PublicKey::read(PEM).unwrap()
}

fn pkcs1() -> Vec<u8> {
    sequence(&[&integer(key().modulus()), &integer(key().exponent())])
}

fn spki(algorithm: &str, parameters: &[u8]) -> Vec<u8> {
    crate::der::spki(&oid(algorithm), parameters, &pkcs1())
}

fn refused(bytes: &[u8]) -> Error {
    let error = PublicKey::read(bytes).unwrap_err();
    assert!(!error.is_invalid_signature());
    assert!(!error.to_string().is_empty());
    error
}

#[test]
fn forms_of_a_key() {
    let key = key();
    assert_eq!(PublicKey::read(&spki(RSA, NULL)).as_ref(), Ok(&key));
    assert_eq!(PublicKey::read(&pkcs1()).as_ref(), Ok(&key));
    assert_eq!(
        (key.bits(), key.signature_len(), key.exponent()),
        (2048, 256, &[1, 0, 1][..])
    );
    assert_eq!(key.verify(&SCHEME, MESSAGE, SIGNATURE), Ok(()));
    assert_eq!(
        key.verify_digest(&SCHEME, &Hash::Sha256.digest(&[b"sec", b"ant\n"]), SIGNATURE),
        Ok(())
    );
}

#[test]
fn structures() {
    let spki_key = spki(RSA, NULL);
    for (part, der) in [(Part::Spki, &spki_key), (Part::Pkcs1, &pkcs1())] {
        assert_eq!(
            refused(&[der, &[0, 1][..]].concat()),
            Error::TrailingBytes { part, count: 2 }
        );
        for len in 0..der.len() {
            assert!(matches!(refused(&der[..len]), Error::Der { .. }), "{len}");
        }
    }
    // In the bit string, and in the sequences.
    let trailing = [&[0][..], &pkcs1(), &[7]].concat();
    let algorithm = sequence(&[&oid(RSA), NULL]);
    let bytes = sequence(&[&algorithm, &tlv(3, &trailing)]);
    assert_eq!(
        refused(&bytes),
        Error::TrailingBytes {
            part: Part::Pkcs1,
            count: 1
        }
    );
    let bytes = sequence(&[&integer(key().modulus()), &integer(&[3]), &integer(&[3])]);
    assert_eq!(
        refused(&bytes),
        Error::TrailingBytes {
            part: Part::Pkcs1,
            count: 3
        }
    );
    let unused = [&[4][..], &[0xf0]].concat();
    let bytes = sequence(&[&algorithm, &tlv(3, &unused)]);
    assert_eq!(refused(&bytes), Error::UnusedBits { count: 4 });
}

#[test]
fn ber() {
    let pkcs1 = pkcs1();
    let content = &pkcs1[4..];
    let n = integer(key().modulus());
    let padded = sequence(&[&tlv(2, &[&[0, 0][..], key().modulus()].concat()), &integer(&[3])]);
    let negative = sequence(&[&tlv(2, key().modulus()), &integer(&[3])]);
    let empty = sequence(&[&n, &tlv(2, &[])]);
    let long_length = [&[0x30, 0x83, 0, pkcs1[2], pkcs1[3]][..], content].concat();
    let indefinite = [&[0x30, 0x80][..], content, &[0, 0]].concat();
    let short_as_long = sequence(&[&n, &[2, 0x81, 1, 3]]);
    for bytes in [padded, negative, empty, long_length, indefinite, short_as_long] {
        let error = PublicKey::from_pkcs1_der(&bytes).unwrap_err();
        assert!(matches!(error, Error::Der { part: Part::Pkcs1, .. }), "{error}");
        refused(&bytes);
    }
}

#[test]
fn algorithms() {
    let expected = |algorithm, expected| Error::AlgorithmParameters { algorithm, expected };
    let missing = refused(&spki(RSA, &[]));
    assert_eq!(missing, Error::NullMissing);
    assert!(
        missing.to_string().contains("the NULL after rsaEncryption is missing"),
        "{missing}"
    );
    assert_eq!(refused(&spki(RSA, &sequence(&[]))), expected("rsaEncryption", "NULL"));
    let ec = "1.2.840.10045.2.1";
    assert_eq!(refused(&spki(ec, NULL)), Error::Algorithm { found: ec.into() });
    let shake128 = "1.3.6.1.5.5.7.6.30";
    assert_eq!(
        refused(&spki(shake128, NULL)),
        expected("id-RSASSA-PSS-SHAKE128", "absent")
    );
    let key = PublicKey::read(&spki(shake128, &[])).unwrap();
    let scheme = key.pss_parameters().unwrap().scheme();
    assert_eq!(scheme, Scheme::pss(Hash::Shake128));
    let with = |salt| {
        let (hash, mask) = (Hash::Shake128, Hash::Shake128);
        key.verify(&Scheme::Pss(Pss { hash, mask, salt }), MESSAGE, SIGNATURE)
            .unwrap_err()
    };
    assert!(with(Salt::Any).is_invalid_signature());
    assert!(with(Salt::Exactly(32)).is_invalid_signature());
    assert!(matches!(with(Salt::Exactly(33)), Error::NotAllowed { .. }));
}

fn sha256() -> Vec<u8> {
    sequence(&[&oid("2.16.840.1.101.3.4.2.1"), NULL])
}

fn mgf1(hash: &[u8]) -> Vec<u8> {
    sequence(&[&oid("1.2.840.113549.1.1.8"), hash])
}

/// A field of the parameters of PSS.
fn explicit(number: u8, value: &[u8]) -> Vec<u8> {
    tlv(0xa0 + number, value)
}

/// A key for PSS with parameters.
fn of(fields: &[&[u8]]) -> Result<PublicKey, Error> {
    PublicKey::read(&spki(PSS, &sequence(fields)))
}

#[test]
fn parameters_of_pss() {
    let sha256 = sha256();
    let some = of(&[
        &explicit(0, &sha256),
        &explicit(1, &mgf1(&sha256)),
        &explicit(2, &integer(&[32])),
    ])
    .unwrap();
    assert_eq!(
        some.pss_parameters().map(|p| (p.hash, p.mask, p.min_salt)),
        Some((Hash::Sha256, Hash::Sha256, 32))
    );
    let defaults = of(&[]).unwrap();
    assert_eq!(
        defaults.pss_parameters().map(|p| (p.hash, p.mask, p.min_salt)),
        Some((Hash::Sha1, Hash::Sha1, 20))
    );
    let without_null = sequence(&[&oid("2.16.840.1.101.3.4.2.1")]);
    assert!(of(&[&explicit(0, &without_null)]).is_ok());
    let long = of(&[&explicit(2, &integer(&[1, 0, 0]))]).unwrap();
    let error = long
        .verify(&defaults.pss_parameters().unwrap().scheme(), MESSAGE, SIGNATURE)
        .unwrap_err();
    assert!(
        matches!(
            error,
            Error::KeyTooShort {
                needed: 65558,
                found: 256
            }
        ),
        "{error}"
    );
}

/// RFC 4055, section 3.1: defaults may be written out, each alone, and all.
#[test]
fn defaults_of_pss_written_out() {
    let defaults = of(&[]).unwrap();
    let sha1 = sequence(&[&oid("1.3.14.3.2.26"), NULL]);
    let written = [
        explicit(0, &sha1),
        explicit(1, &mgf1(&sha1)),
        explicit(2, &integer(&[20])),
        explicit(3, &integer(&[1])),
    ];
    for field in &written {
        assert_eq!(of(&[field]).as_ref(), Ok(&defaults));
    }
    assert_eq!(of(&[&written.concat()]).as_ref(), Ok(&defaults));
    // In their order, and each once.
    for fields in [[&written[1], &written[0]], [&written[2], &written[2]]] {
        assert!(of(&[fields[0], fields[1]]).is_err());
    }
}

#[test]
fn refused_parameters_of_pss() {
    assert_eq!(of(&[&explicit(3, &integer(&[2]))]), Err(Error::Trailer { found: 2 }));
    let found = String::from("2.16.840.1.101.3.4.2.1");
    assert_eq!(
        of(&[&explicit(1, &sha256())]),
        Err(Error::UnknownMask { found: found.clone() })
    );
    let md5 = "1.2.840.113549.2.5";
    let unknown = sequence(&[&oid(md5), NULL]);
    assert_eq!(
        of(&[&explicit(0, &unknown)]),
        Err(Error::UnknownHash { found: md5.into() })
    );
    let expected = |algorithm, expected| Err(Error::AlgorithmParameters { algorithm, expected });
    assert_eq!(
        of(&[&explicit(0, &sequence(&[&oid(&found), &integer(&[1])]))]),
        expected("a hash function", "NULL or nothing")
    );
    assert_eq!(of(&[&explicit(1, &mgf1(&[]))]), expected("MGF1", "a hash function"));
    let part = Part::PssParameters;
    assert_eq!(of(&[&[5, 0]]), Err(Error::TrailingBytes { part, count: 2 }));
    for fields in [
        &[&explicit(2, &[2, 1, 0xff])[..]][..],
        &[&explicit(2, &integer(&[1, 0, 0, 0, 0]))],
        &[&explicit(2, NULL)],
    ] {
        assert!(matches!(
            of(fields),
            Err(Error::Der {
                part: Part::PssParameters,
                ..
            })
        ));
    }
    assert!(matches!(
        refused(&spki(PSS, NULL)),
        Error::Der {
            part: Part::PssParameters,
            ..
        }
    ));
}

/// Keys of other tools, whose parameters write defaults out.
#[test]
fn defaults_written_out() {
    let message = include_bytes!("../../fixtures/x509/message.txt");
    for (pem, signature, min_salt) in [
        ("pss/key_trailer.pem", "pss/sig256_32.bin", 32),
        ("pss/key_salt20.pem", "pss/sig256_20.bin", 20),
    ] {
        let (key, signature) = (PublicKey::read(&fixture(pem)).unwrap(), &fixture(signature));
        let parameters = key.pss_parameters().unwrap();
        assert_eq!(
            (parameters.hash, parameters.mask, parameters.min_salt),
            (Hash::Sha256, Hash::Sha256, min_salt)
        );
        assert_eq!(key.verify(&parameters.scheme(), message, signature), Ok(()));
        let error = key.verify(&parameters.scheme(), b"another", signature).unwrap_err();
        assert!(error.is_invalid_signature());
    }
}

/// Short keys, which are refused unless asked for, down to those that are too short for any scheme.
#[test]
fn weak() {
    let weak = KeyOptions { allow_weak: true };
    let (pem, signature) = (&fixture("rsa/key_512.pem"), &fixture("rsa/signature_512.bin"));
    assert_eq!(refused(pem), Error::ModulusTooShort { bits: 512 });
    let key = PublicKey::read_with(pem, &weak).unwrap();
    assert_eq!(key.verify(&SCHEME, MESSAGE, signature), Ok(()));
    assert_eq!(key.verify(&SCHEME, b"another", signature), Err(Error::Mismatch));
    assert_eq!(
        key.verify(&Scheme::Pkcs1(Hash::Sha512), MESSAGE, signature),
        Err(Error::KeyTooShort { needed: 94, found: 64 })
    );
    assert!(matches!(
        key.verify(&Scheme::pss(Hash::Sha512), MESSAGE, signature),
        Err(Error::KeyTooShort { .. })
    ));
    // Of all lengths: there is always a verdict.
    for len in 1..64 {
        let modulus = vec![0x7f; len];
        let pkcs1 = sequence(&[&integer(&modulus), &integer(&[3])]);
        let key = PublicKey::from_pkcs1_der_with(&pkcs1, &weak).unwrap();
        for scheme in [SCHEME, Scheme::pss(Hash::Sha256), Scheme::pss(Hash::Sha1)] {
            assert!(key.verify(&scheme, MESSAGE, &vec![1; len]).is_err(), "{len}");
        }
    }
    for (modulus, error) in [(0, Error::ModulusZero), (1, Error::ModulusOne), (2, Error::ModulusEven)] {
        let pkcs1 = sequence(&[&integer(&[modulus]), &integer(&[3])]);
        assert_eq!(PublicKey::from_pkcs1_der_with(&pkcs1, &weak), Err(error));
    }
}

/// A key says what it may be used for.
#[test]
fn usage() {
    let any_pss = PublicKey::read(&spki(PSS, &[])).unwrap();
    let allowed = |error: Error| matches!(error, Error::NotAllowed { .. });
    assert!(allowed(any_pss.verify(&SCHEME, MESSAGE, SIGNATURE).unwrap_err()));
    let error = any_pss
        .verify(&Scheme::pss(Hash::Sha256), MESSAGE, SIGNATURE)
        .unwrap_err();
    assert!(error.is_invalid_signature());
    let sha1 = PublicKey::read(&spki(PSS, &sequence(&[]))).unwrap();
    let pss = |hash, mask, salt| {
        let scheme = Scheme::Pss(Pss { hash, mask, salt });
        sha1.verify(&scheme, MESSAGE, SIGNATURE).unwrap_err()
    };
    assert!(allowed(
        sha1.verify(&Scheme::Pkcs1(Hash::Sha1), MESSAGE, SIGNATURE).unwrap_err()
    ));
    assert!(allowed(pss(Hash::Sha256, Hash::Sha1, Salt::Any)));
    assert!(allowed(pss(Hash::Sha1, Hash::Sha256, Salt::Any)));
    assert!(allowed(pss(Hash::Sha1, Hash::Sha1, Salt::Exactly(19))));
    assert!(pss(Hash::Sha1, Hash::Sha1, Salt::Exactly(20)).is_invalid_signature());
    assert!(pss(Hash::Sha1, Hash::Sha1, Salt::Any).is_invalid_signature());
}

#[test]
fn numbers() {
    let n = key().modulus().to_vec();
    let of = |n: &[u8], e: &[u8]| PublicKey::from_components(n, e).map(|key| key.bits());
    let bits = |bits: usize| {
        let mut n = vec![0xff; bits.div_ceil(8)];
        n[0] = 0xff >> (8 * n.len() - bits);
        n
    };
    assert_eq!(of(&[], &[3]), Err(Error::ModulusZero));
    assert_eq!(of(&[0; 300], &[3]), Err(Error::ModulusZero));
    assert_eq!(of(&[0, 1], &[3]), Err(Error::ModulusOne));
    assert_eq!(of(&[&n[..255], &[2]].concat(), &[3]), Err(Error::ModulusEven));
    assert_eq!(of(&[3], &[3]), Err(Error::ModulusTooShort { bits: 2 }));
    assert_eq!(of(&bits(1023), &[3]), Err(Error::ModulusTooShort { bits: 1023 }));
    assert_eq!(of(&bits(8193), &[3]), Err(Error::ModulusTooLong { bits: 8193 }));
    assert_eq!(
        of(&bits(80_000_000), &[3]),
        Err(Error::ModulusTooLong { bits: 80_000_000 })
    );
    for len in [1024, 1025, 1031, 2049, 8191, MAX_BITS] {
        assert_eq!(of(&bits(len), &[3]), Ok(len));
    }
    assert_eq!(of(&n, &[]), Err(Error::ExponentEven));
    assert_eq!(of(&n, &[1, 0]), Err(Error::ExponentEven));
    assert_eq!(of(&n, &[0, 1]), Err(Error::ExponentOne));
    assert_eq!(of(&n, &n), Err(Error::ExponentTooLarge));
    assert_eq!(of(&n, &[1; 257]), Err(Error::ExponentTooLarge));
    assert_eq!(of(&n, &[&[0; 9][..], &[1, 0, 1]].concat()), Ok(2048));
    let below = [&n[..255], &[n[255] - 2]].concat();
    assert_eq!(of(&n, &below), Ok(2048));
}

#[test]
fn pem() {
    let text = String::from_utf8(PEM.to_vec()).unwrap();
    let pem = |text: &str| refused(text.as_bytes());
    let label = text.replace("PUBLIC KEY", "CERTIFICATE");
    assert_eq!(
        pem(&label),
        Error::PemLabel {
            found: "CERTIFICATE".into()
        }
    );
    // Either label may stand before what the other is for.
    let relabelled = text.replace("PUBLIC KEY", "RSA PUBLIC KEY");
    assert_eq!(PublicKey::read(relabelled.as_bytes()), Ok(key()));
    let pkcs1 = "-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----\n";
    assert!(matches!(pem(pkcs1), Error::Der { part: Part::Spki, .. }));
    for damaged in [
        text.replace("-----END", "----END"),
        text.replace("END PUBLIC", "END RSA PUBLIC"),
        text.replacen('A', "*", 1),
        text[..200].to_string(),
        format!("{text}-----BEGIN"),
        "-----BEGIN".into(),
    ] {
        assert!(
            matches!(pem(&damaged), Error::Pem { .. } | Error::PemLabel { .. }),
            "{damaged}"
        );
    }
    assert_eq!(PublicKey::read(text.replace('\n', "\r\n").as_bytes()), Ok(key()));
}

#[test]
fn signatures() {
    let key = key();
    let digest = Hash::Sha256.digest(&[MESSAGE]);
    let verify = |signature: &[u8]| key.verify(&SCHEME, MESSAGE, signature);
    assert_eq!(
        verify(&SIGNATURE[1..]),
        Err(Error::SignatureLength {
            expected: 256,
            found: 255
        })
    );
    assert_eq!(
        verify(&[0; 100_000]),
        Err(Error::SignatureLength {
            expected: 256,
            found: 100_000
        })
    );
    assert_eq!(verify(key.modulus()), Err(Error::SignatureTooLarge));
    assert_eq!(verify(&[0; 256]), Err(Error::Mismatch));
    assert_eq!(key.verify(&SCHEME, b"", SIGNATURE), Err(Error::Mismatch));
    assert_eq!(
        key.verify_digest(&SCHEME, &digest[1..], SIGNATURE),
        Err(Error::DigestLength {
            hash: Hash::Sha256,
            expected: 32,
            found: 31
        })
    );
    let shake = Scheme::Pkcs1(Hash::Shake128);
    assert_eq!(
        key.verify(&shake, MESSAGE, SIGNATURE),
        Err(Error::NoDigestInfo { hash: Hash::Shake128 })
    );
    let long = Scheme::Pss(Pss {
        hash: Hash::Sha256,
        mask: Hash::Sha256,
        salt: Salt::Exactly(223),
    });
    assert_eq!(
        key.verify(&long, MESSAGE, SIGNATURE),
        Err(Error::KeyTooShort {
            needed: 257,
            found: 256
        })
    );
    let endless = Scheme::Pss(Pss {
        hash: Hash::Sha256,
        mask: Hash::Sha256,
        salt: Salt::Exactly(usize::MAX),
    });
    assert!(matches!(
        key.verify(&endless, MESSAGE, SIGNATURE),
        Err(Error::KeyTooShort { .. })
    ));
    let pss = key.verify(&Scheme::pss(Hash::Sha256), MESSAGE, SIGNATURE);
    assert!(matches!(pss, Err(Error::Padding { .. })));
}

/// Somebody else's exponentiation is asked once, with what its docs say.
#[test]
fn another_exponentiation() {
    struct Other(Result<(), ModExpError>);
    impl ModExp for Other {
        fn mod_exp(&self, base: &[u8], exponent: &[u8], modulus: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
            self.0?;
            assert_eq!((base, modulus.len(), out.len()), (SIGNATURE, 256, 256));
            let integer = num_bigint::BigUint::from_bytes_be;
            let power = integer(base)
                .modpow(&integer(exponent), &integer(modulus))
                .to_bytes_be();
            out.fill(0);
            out[256 - power.len()..].copy_from_slice(&power);
            Ok(())
        }
    }
    let digest = Hash::Sha256.digest(&[MESSAGE]);
    let verify = |other: &dyn ModExp| key().verify_with(other, &SCHEME, &digest, SIGNATURE);
    assert_eq!(verify(&Other(Ok(()))), Ok(()));
    let error = verify(&Other(Err(ModExpError))).unwrap_err();
    assert!(error == Error::ModExp(ModExpError) && !error.is_invalid_signature());
}

/// Noise and damaged keys: an error or a key that does not verify, and no panic.
#[test]
fn noise() {
    let mut rng = StdRng::seed_from_u64(0);
    let honest = [PEM.to_vec(), spki(RSA, NULL), pkcs1(), spki(PSS, &sequence(&[]))];
    let original = key();
    for i in 0..20_000 {
        let mut bytes = honest[i % 4].clone();
        for _ in 0..rng.gen_range(1..4) {
            let at = rng.gen_range(0..bytes.len().clamp(1, 60 + i % 400));
            match rng.gen_range(0..5) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes.insert(at, rng.r#gen()),
                3 if at < bytes.len() => bytes[at] = rng.r#gen(),
                _ if at < bytes.len() => bytes[at] ^= 1 << rng.gen_range(0..8),
                _ => {}
            }
        }
        if let Ok(key) = PublicKey::read(&bytes) {
            let holds = key.verify(&SCHEME, MESSAGE, SIGNATURE).is_ok();
            assert!(!holds || (key.modulus(), key.exponent()) == (original.modulus(), original.exponent()));
        }
        let noise: Vec<u8> = (0..rng.gen_range(0..300)).map(|_| rng.r#gen()).collect();
        assert!(PublicKey::read(&noise).is_err());
        assert!(PublicKey::read(&[b"-----BEGIN PUBLIC KEY-----\n", &noise[..]].concat()).is_err());
    }
    // PSS on what decrypts to noise.
    for hash in Hash::ALL {
        for salt in [Salt::Any, Salt::Exactly(0)] {
            let scheme = Scheme::Pss(Pss { hash, mask: hash, salt });
            for _ in 0..100 {
                let mut signature: Vec<u8> = (0..256).map(|_| rng.r#gen()).collect();
                signature[0] = 0;
                assert!(
                    original
                        .verify(&scheme, MESSAGE, &signature)
                        .unwrap_err()
                        .is_invalid_signature()
                );
            }
        }
    }
}
