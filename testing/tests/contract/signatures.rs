//! Keys and signatures of OpenSSL's.

use crate::{Contract, FLAVOURS, curve, hash, instance};
use openssl::{
    bn::BigNumContext,
    ec::{Asn1Flag, EcGroup, EcKey, PointConversionForm},
    ecdsa::EcdsaSig,
    hash::MessageDigest,
    nid::Nid,
    pkey::{PKey, Private},
    rsa::{Padding, Rsa},
    sign::{RsaPssSaltlen, Signer},
};
use secant_contract_runner::{
    Call, Engine, Flavour, INVALID, KEY_LEN, Prepared, VALID,
    numbers::{CURVE_OF_KEY, OTHER_HASH, options},
};
use secant_gfp::named::Name;
use secant_verify::hash::Hash;

pub const MESSAGE: &[u8] = b"what is signed";

pub fn ecdsa_key(nid: Nid, flag: Asn1Flag) -> PKey<Private> {
    let mut group = EcGroup::from_curve_name(nid).unwrap();
    group.set_asn1_flag(flag);
    PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap()
}

pub fn sign(key: &PKey<Private>, digest: MessageDigest) -> Vec<u8> {
    Signer::new(digest, key).unwrap().sign_oneshot_to_vec(MESSAGE).unwrap()
}

/// A call that takes curves by their parameters, too, where the key says the curve.
pub fn ecdsa_call<'a>(of: Hash, curve: u32, key: &'a [u8], message: &'a [u8], signature: &'a [u8]) -> Call<'a> {
    Call::Ecdsa {
        curve,
        key,
        hash: hash(of),
        message,
        signature,
        options: if curve == CURVE_OF_KEY {
            options::EXPLICIT_CURVE
        } else {
            0
        },
    }
}

/// Curves of OpenSSL's, by their names and by their parameters: with a name here, and without one.
#[test]
fn ecdsa_of_openssl() {
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Engine::Cranelift, flavour);
        for (nid, name) in [
            (Nid::SECP256K1, Some(Name::Secp256k1)),
            (Nid::X9_62_PRIME256V1, Some(Name::Secp256r1)),
            (Nid::SECP224R1, Some(Name::Secp224r1)),
            (Nid::SECP384R1, Some(Name::Secp384r1)),
            (Nid::SECP521R1, Some(Name::Secp521r1)),
            (Nid::BRAINPOOL_P320R1, Some(Name::BrainpoolP320r1)),
            (Nid::X9_62_PRIME192V1, Some(Name::Secp192r1)),
            (Nid::BRAINPOOL_P224T1, Some(Name::BrainpoolP224t1)),
            (Nid::X9_62_PRIME239V3, None),
        ] {
            for (message_digest, of) in [
                (MessageDigest::sha256(), Hash::Sha256),
                (MessageDigest::sha3_256(), Hash::Sha3_256),
                (MessageDigest::sha512(), Hash::Sha512),
                (MessageDigest::sha384(), Hash::Sha384),
            ] {
                let key = ecdsa_key(nid, Asn1Flag::EXPLICIT_CURVE);
                let der = key.public_key_to_der().unwrap();
                let mut signature = sign(&key, message_digest);
                let valid = contract.code(&ecdsa_call(of, 0, &der, MESSAGE, &signature));
                assert_eq!(valid, VALID, "{nid:?}");
                let not_asked_for = Call::Ecdsa {
                    curve: CURVE_OF_KEY,
                    key: &der,
                    hash: hash(of),
                    message: MESSAGE,
                    signature: &signature,
                    options: 0,
                };
                assert_eq!(contract.code(&not_asked_for), -9);
                let another = contract.code(&ecdsa_call(of, 0, &der, b"another", &signature));
                assert_eq!(another, INVALID);
                if let Some(name) = name {
                    let ec = key.ec_key().unwrap();
                    let mut context = BigNumContext::new().unwrap();
                    let mut bytes = |form| ec.public_key().to_bytes(ec.group(), form, &mut context).unwrap();
                    for point in [
                        bytes(PointConversionForm::COMPRESSED),
                        bytes(PointConversionForm::UNCOMPRESSED),
                    ] {
                        let call = ecdsa_call(of, curve(name), &point, MESSAGE, &signature);
                        assert_eq!(contract.code(&call), VALID);
                    }
                }
                let last = signature.len() - 1;
                signature[last] ^= 1;
                let tampered = contract.code(&ecdsa_call(of, 0, &der, MESSAGE, &signature));
                assert_eq!(tampered, INVALID);
            }
        }
    }
}

/// Digests have the length of their hash function's, and 16 bytes of one without a number.
#[test]
fn lengths_of_digests() {
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Engine::Cranelift, flavour);
        for nid in [Nid::SECP256K1, Nid::X9_62_PRIME256V1] {
            let key = ecdsa_key(nid, Asn1Flag::NAMED_CURVE);
            let der = key.public_key_to_der().unwrap();
            let digest = Hash::Sha256.digest(&[MESSAGE]);
            let signature = sign(&key, MessageDigest::sha256());
            let mut code = |hash, digest: &[u8]| {
                contract.code(&Call::Ecdsa {
                    curve: CURVE_OF_KEY,
                    key: &der,
                    hash,
                    message: digest,
                    signature: &signature,
                    options: options::DIGEST,
                })
            };
            assert_eq!(code(hash(Hash::Sha256), &digest), VALID);
            assert_eq!(code(OTHER_HASH, &digest), VALID);
            assert_eq!(code(OTHER_HASH, &digest[..16]), INVALID);
            for len in 0..32 {
                assert_eq!(code(hash(Hash::Sha256), &digest[..len]), -5);
                assert_eq!(code(OTHER_HASH, &digest[..len]) == -5, len < 16, "{len}");
            }
            assert_eq!(code(hash(Hash::Sha512), &digest), -5);
            assert_eq!(code(77, &digest), -3);
        }
        for len in [0, 15, 16] {
            let call = Call::Recover {
                digest: &[7; 32][..len],
                signature: &[1; 64],
                id: 0,
            };
            assert_eq!(contract.code(&call) == -5, len < 16, "{len}");
        }
    }
}

#[test]
fn rsa_of_openssl() {
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Engine::Cranelift, flavour);
        for bits in [1024, 2048, 3072] {
            let key = PKey::from_rsa(Rsa::generate(bits).unwrap()).unwrap();
            let (der, pkcs1) = (
                key.public_key_to_der().unwrap(),
                key.rsa().unwrap().public_key_to_pem_pkcs1().unwrap(),
            );
            let mut pss = Signer::new(MessageDigest::sha512(), &key).unwrap();
            pss.set_rsa_padding(Padding::PKCS1_PSS).unwrap();
            pss.set_rsa_mgf1_md(MessageDigest::sha256()).unwrap();
            pss.set_rsa_pss_saltlen(RsaPssSaltlen::custom(20)).unwrap();
            let signatures = [
                (sign(&key, MessageDigest::sha256()), Hash::Sha256, 0, 0, 0),
                (
                    pss.sign_oneshot_to_vec(MESSAGE).unwrap(),
                    Hash::Sha512,
                    options::PSS,
                    hash(Hash::Sha256),
                    20,
                ),
            ];
            for (signature, of, options, mask, salt) in &signatures {
                let call = |key, message, signature, salt| Call::Rsa {
                    key,
                    hash: hash(*of),
                    message,
                    signature,
                    options: *options,
                    mask: *mask,
                    salt,
                };
                for key in [&der, &pkcs1] {
                    assert_eq!(contract.code(&call(key, MESSAGE, signature, *salt)), VALID);
                    assert_eq!(contract.code(&call(key, MESSAGE, signature, -2)), VALID);
                    assert_eq!(contract.code(&call(key, b"another", signature, *salt)), INVALID);
                    assert_eq!(contract.code(&call(key, MESSAGE, &signature[1..], *salt)), INVALID);
                }
            }
        }
    }
}

#[test]
fn keys_are_recovered() {
    let key = ecdsa_key(Nid::SECP256K1, Asn1Flag::NAMED_CURVE).ec_key().unwrap();
    let digest = Hash::Sha256.digest(&[MESSAGE]);
    let signature = EcdsaSig::sign(&digest, &key).unwrap();
    let (r, s) = (
        signature.r().to_vec_padded(32).unwrap(),
        signature.s().to_vec_padded(32).unwrap(),
    );
    let signature = [r, s].concat();
    let mut context = BigNumContext::new().unwrap();
    let form = PointConversionForm::UNCOMPRESSED;
    let expected = key.public_key().to_bytes(key.group(), form, &mut context).unwrap();
    for (engine, flavour) in [
        (Engine::Cranelift, Flavour::Plain),
        (Engine::Cranelift, Flavour::Antelope),
        (Engine::Wasmi, Flavour::Plain),
    ] {
        let mut instance = instance(engine, flavour);
        let mut recovered = |id| {
            let call = Call::Recover {
                digest: &digest,
                signature: &signature,
                id,
            };
            let prepared = Prepared::new(&mut instance, &call).unwrap();
            let code = prepared.run(&mut instance).unwrap();
            assert_eq!(code, call.native());
            let key = prepared.last_buffer(&mut instance).unwrap().to_vec();
            assert!(code == VALID || key == [0; KEY_LEN]);
            (code, key == expected)
        };
        let codes: Vec<_> = (0..5).map(&mut recovered).collect();
        assert!(codes[..2].iter().all(|(code, _)| *code == VALID));
        assert_eq!(codes.iter().filter(|(_, is_key)| *is_key).count(), 1, "{codes:?}");
        assert_eq!(codes[4].0, -13);
    }
}
