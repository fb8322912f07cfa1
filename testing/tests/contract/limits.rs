//! Size, memory, fuel.

use crate::{
    Contract, FLAVOURS,
    explicit::{accepted, refused},
    groth16::{self, Files, GNARK, SNARKJS},
    hash,
    signatures::{MESSAGE, ecdsa_call, ecdsa_key, sign},
};
use openssl::{
    asn1::Asn1Object,
    bn::BigNum,
    ec::Asn1Flag,
    hash::MessageDigest,
    pkey::{PKey, Private},
    rsa::Rsa,
};
use secant_contract_runner::{Call, Engine, Flavour, INVALID, VALID};
use secant_gfp::named::Name;
use secant_verify::hash::Hash;
use wasmparser::{Validator, WasmFeatures};

/// The most bytes of each flavour's module.
const SIZES: [(Flavour, usize); 4] = [
    // 1 844 217
    (Flavour::Plain, 1_900_000),
    // 1 816 528
    (Flavour::Antelope, 1_900_000),
    // 212 371
    (Flavour::Rustcrypto, 250_000),
    // 1 989 879
    (Flavour::Groth16, 2_100_000),
];

/// The most bytes of memory after the worst calls, the stack and the caller's buffers among them (327 680).
pub const MEMORY: usize = 384 << 10;

/// The stack, which comes first in the memory.
const STACK: usize = 128 << 10;
/// Bytes of it that no call touches (calls take 52 KiB).
const UNTOUCHED: usize = 64 << 10;

/// Bytes that proofs leave (they take 33 KiB).
const UNTOUCHED_BY_PROOFS: usize = 64 << 10;

/// Fuel of a verification in wasmtime with the module that imports nothing, in thousands, measured; tests allow a quarter
/// more.
const FUEL: [(Name, u64); 13] = [
    (Name::Secp224r1, 2_846),
    (Name::Secp256k1, 1_975),
    (Name::Secp256r1, 2_911),
    (Name::Secp384r1, 9_053),
    (Name::Secp521r1, 30_837),
    (Name::BrainpoolP256r1, 4_098),
    (Name::BrainpoolP256t1, 4_004),
    (Name::BrainpoolP320r1, 6_777),
    (Name::BrainpoolP320t1, 6_711),
    (Name::BrainpoolP384r1, 10_466),
    (Name::BrainpoolP384t1, 10_413),
    (Name::BrainpoolP512r1, 42_174),
    (Name::BrainpoolP512t1, 41_662),
];
/// Under RSA keys of so many bits, with the exponent 65537.
const FUEL_RSA: [(u32, u64); 3] = [(2048, 2_669), (4096, 10_311), (8192, 40_153)];
/// Under a key of 8192 bits, the longest there is, with an exponent as long.
const FUEL_LONG_EXPONENT: u64 = 19_420_988;
/// Under a key on a curve of 1024 bits, the longest there is, with parameters that are accepted.
const FUEL_EXPLICIT: u64 = 3_753_796;

/// Of proofs: over BN254 and BLS12-381 from snarkjs, then of gnark, compressed, over BN254, BLS12-381, BLS12-377 and BW6-761.
const FUEL_PROOFS: [(&str, Files, u64); 6] = [
    ("bn254", SNARKJS[0], 70_056),
    ("bls12_381", SNARKJS[2], 127_269),
    ("bn254", GNARK[0], 80_451),
    ("bls12_381", GNARK[2], 200_712),
    ("bls12_377", GNARK[4], 221_144),
    ("bw6_761", GNARK[6], 1_052_296),
];
/// The most bytes of memory after these proofs (720 896).
const MEMORY_OF_PROOFS: usize = 768 << 10;

fn within(what: &str, fuel: u64, thousands: u64) -> bool {
    println!("{what}: {} of {thousands}", fuel / 1000);
    fuel <= 1250 * thousands
}

#[test]
fn fuel() {
    let mut contract = Contract::new(Engine::Cranelift, Flavour::Plain);
    let mut fuel = |call: &Call<'_>, expected| {
        contract.most = 0;
        assert_eq!(contract.code(call), expected);
        contract.most
    };
    let mut all = true;
    for (name, thousands) in FUEL {
        let oid = Asn1Object::from_str(name.oid()).unwrap();
        let key = ecdsa_key(oid.nid(), Asn1Flag::NAMED_CURVE);
        let der = key.public_key_to_der().unwrap();
        let signature = sign(&key, MessageDigest::sha512());
        let fuel = fuel(&ecdsa_call(Hash::Sha512, 0, &der, MESSAGE, &signature), VALID);
        all &= within(name.as_str(), fuel, thousands);
    }
    let mut rsa = |key: &[u8], signature: &[u8], expected| fuel(&rsa_call(key, signature), expected);
    let longest = longest();
    for (bits, thousands) in FUEL_RSA {
        let key = match bits {
            8192 => longest.clone(),
            _ => PKey::from_rsa(Rsa::generate(bits).unwrap()).unwrap(),
        };
        let der = key.public_key_to_der().unwrap();
        let fuel = rsa(&der, &sign(&key, MessageDigest::sha256()), VALID);
        all &= within(&format!("RSA-{bits}"), fuel, thousands);
    }
    let signature = sign(&longest, MessageDigest::sha256());
    let long = rsa(&with_long_exponent(&longest), &signature, INVALID);
    all &= within("RSA-8192 with a long exponent", long, FUEL_LONG_EXPONENT);
    // Not valid, but both numbers are as they should be.
    let signature = [0x30, 6, 2, 1, 1, 2, 1, 1];
    let explicit = fuel(&ecdsa_call(Hash::Sha512, 0, &accepted(), MESSAGE, &signature), INVALID);
    all &= within("parameters", explicit, FUEL_EXPLICIT);
    assert!(all);
}

fn longest() -> PKey<Private> {
    let pem = include_bytes!("../../../crates/secant-verify/fixtures/rsa/private_8192.pem");
    PKey::private_key_from_pem(pem).unwrap()
}

fn rsa_call<'a>(key: &'a [u8], signature: &'a [u8]) -> Call<'a> {
    Call::Rsa {
        key,
        hash: hash(Hash::Sha256),
        message: MESSAGE,
        signature,
        options: 0,
        mask: 0,
        salt: 0,
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

/// What takes the most memory, and is more than the host's limits allow.
#[test]
fn memory() {
    let key = longest();
    let der = key.public_key_to_der().unwrap();
    let long = PKey::from_rsa(Rsa::generate(3072).unwrap()).unwrap();
    // The greatest prime of 1024 bits, 2^1024 - 105: only the order turns out not to be the generator's.
    let prime = [&[0xff; 127][..], &[0x97]].concat();
    for flavour in FLAVOURS {
        let mut contract = Contract::new(Engine::Cranelift, flavour);
        let calls: [(_, &[u8], _); 2] = [
            (&der, &sign(&key, MessageDigest::sha256()), VALID),
            (
                &with_long_exponent(&long),
                &sign(&long, MessageDigest::sha256()),
                INVALID,
            ),
        ];
        for (key, signature, expected) in calls {
            assert_eq!(contract.code(&rsa_call(key, signature)), expected);
        }
        let call = |key: &[u8], contract: &mut Contract| {
            let signature = [0x30, 6, 2, 1, 1, 2, 1, 1];
            contract.code(&ecdsa_call(Hash::Sha256, 0, key, MESSAGE, &signature))
        };
        assert_eq!(call(&refused(&prime, &prime), &mut contract), -9);
        assert_eq!(call(&accepted(), &mut contract), INVALID);
        let memory = contract.instance.memory();
        let untouched = memory[..STACK].iter().position(|&byte| byte != 0).unwrap();
        let (stack, memory) = (STACK - untouched, memory.len());
        println!("{flavour:?}: {memory} bytes, {stack} of stack");
        assert!(untouched >= UNTOUCHED && memory <= MEMORY);
    }
}

/// Fuel, memory and stack of proofs, and of files that are as deep as they can be.
#[test]
fn proofs() {
    let mut contract = Contract::new(Engine::Cranelift, Flavour::Groth16);
    let mut all = true;
    for (curve, files, thousands) in FUEL_PROOFS {
        contract.most = 0;
        assert_eq!(contract.code(&groth16::call(files)), VALID);
        all &= within(curve, contract.most, thousands);
    }
    let [key, proof, public] = SNARKJS[0];
    for depth in [100, 127, 128, 100_000] {
        let opened = "[".repeat(depth) + &"]".repeat(depth);
        let named = format!("{{\"protocol\":{opened}}}");
        for deep in [opened.as_bytes(), named.as_bytes()] {
            assert_eq!(contract.code(&groth16::call([deep, proof, public])), -6);
            assert_eq!(contract.code(&groth16::call([key, deep, public])), INVALID);
            assert_eq!(contract.code(&groth16::call([key, proof, deep])), -16);
        }
    }
    let memory = contract.instance.memory();
    let untouched = memory[..STACK].iter().position(|&byte| byte != 0).unwrap();
    println!("{} bytes, {} of stack", memory.len(), STACK - untouched);
    assert!(untouched >= UNTOUCHED_BY_PROOFS && memory.len() <= MEMORY_OF_PROOFS);
    assert!(all);
}

/// The modules import what they say, and need no more than the first version of WebAssembly.
#[test]
fn modules() {
    let engine = wasmtime::Engine::default();
    for (flavour, budget) in SIZES {
        let wasm = flavour.wasm();
        // Not even the mutable globals that the target has are imported or exported.
        Validator::new_with_features(WasmFeatures::MVP)
            .validate_all(wasm)
            .unwrap();
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
            Flavour::Rustcrypto => &["verify_ecdsa"],
            Flavour::Groth16 => &["verify_groth16"],
            _ => &["recover_secp256k1", "verify_ecdsa", "verify_rsa"],
        };
        let mut functions = ["alloc", "free", "memory"].iter().chain(more);
        assert!(functions.all(|name| exports.contains(name)), "{exports:?}");
        println!("{flavour:?}: {} bytes, exports {exports:?}", wasm.len());
        assert!(wasm.len() <= budget, "{flavour:?}: {} bytes", wasm.len());
    }
}
