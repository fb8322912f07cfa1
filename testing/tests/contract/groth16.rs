//! Groth16 proofs that snarkjs and gnark wrote, and what is made of them.

use crate::{Contract, instance};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_contract_runner::{Call, Engine, Flavour, INVALID, VALID};

/// A key, a proof and its public inputs.
pub type Files = [&'static [u8]; 3];

macro_rules! files {
    ($folder:literal: $($name:literal)*) => {
        [$(include_bytes!(concat!("../../../crates/secant-verify/fixtures/", $folder, "/", $name)).as_slice()),*]
    };
}

pub const SNARKJS: [Files; 4] = [
    files!("snarkjs/bn128/multiplier": "verification_key.json" "proof.json" "public.json"),
    files!("snarkjs/bn128/merkle": "verification_key.json" "proof.json" "public.json"),
    files!("snarkjs/bls12381/multiplier": "verification_key.json" "proof.json" "public.json"),
    files!("snarkjs/bls12381/merkle": "verification_key.json" "proof.json" "public.json"),
];
/// Compressed and raw over each curve.
pub const GNARK: [Files; 8] = [
    files!("gnark/bn254": "vk.bin" "proof.bin" "public.bin"),
    files!("gnark/bn254": "vk.raw" "proof.raw" "public.bin"),
    files!("gnark/bls12_381": "vk.bin" "proof.bin" "public.bin"),
    files!("gnark/bls12_381": "vk.raw" "proof.raw" "public.bin"),
    files!("gnark/bls12_377": "vk.bin" "proof.bin" "public.bin"),
    files!("gnark/bls12_377": "vk.raw" "proof.raw" "public.bin"),
    files!("gnark/bw6_761": "vk.bin" "proof.bin" "public.bin"),
    files!("gnark/bw6_761": "vk.raw" "proof.raw" "public.bin"),
];

/// With a commitment, and of an older version.
const COMMITMENTS: [Files; 4] = [
    files!("gnark/others/commitment": "vk.bin" "proof.bin" "public.bin"),
    files!("gnark/others/commitment": "vk.raw" "proof.raw" "public.bin"),
    files!("gnark/others/commitment": "vk.bin" "proof.solidity" "public.bin"),
    files!("gnark/others/v0.9.1": "vk.bin" "proof.bin" "public.bin"),
];

pub fn call<'a>([key, proof, public]: [&'a [u8]; 3]) -> Call<'a> {
    Call::Groth16 { key, proof, public }
}

/// Real proofs hold, and do not for other inputs.
#[test]
fn proofs() {
    for engine in [Engine::Cranelift, Engine::Wasmi] {
        let mut contract = Contract::new(engine, Flavour::Groth16);
        for [key, proof, public] in SNARKJS.into_iter().chain(GNARK) {
            assert_eq!(contract.code(&call([key, proof, public])), VALID);
        }
        for [key, proof, public] in COMMITMENTS {
            assert_eq!(contract.code(&call([key, proof, public])), VALID);
            let mut other = public.to_vec();
            *other.last_mut().unwrap() ^= 1;
            assert_eq!(contract.code(&call([key, proof, &other])), INVALID);
        }
        for ([key, proof, public], from, to) in [(SNARKJS[0], "\"", "\"1"), (SNARKJS[2], "\"", "\"1")] {
            let other = String::from_utf8(public.to_vec()).unwrap().replacen(from, to, 1);
            assert_eq!(contract.code(&call([key, proof, other.as_bytes()])), INVALID);
        }
        for [key, proof, public] in GNARK {
            let mut other = public.to_vec();
            *other.last_mut().unwrap() ^= 1;
            assert_eq!(contract.code(&call([key, proof, &other])), INVALID);
        }
    }
}

/// What is no proof does not hold; what is wrong with the rest has its number.
#[test]
fn codes() {
    let mut contract = Contract::new(Engine::Cranelift, Flavour::Groth16);
    let [key, proof, public] = SNARKJS[0];
    let [bls_key, bls_proof, _] = SNARKJS[2];
    let [gnark_key, gnark_proof, gnark_public] = GNARK[0];
    let replaced = |text: &[u8], from: &str, to: &str| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        assert!(text.contains(from));
        text.replace(from, to).into_bytes()
    };
    let short = &gnark_key[..gnark_key.len() - 1];
    let mut off_curve = gnark_key.to_vec();
    off_curve[31] ^= 1;
    // A key whose setup had no second phase: delta is gamma. It is refused whatever the proof.
    let forgeable = |key: &[u8]| {
        let text = String::from_utf8(key.to_vec()).unwrap();
        let (_, gamma) = text.split_once("\"vk_gamma_2\":").unwrap();
        let (gamma, _) = gamma.split_once(",\n \"vk_delta_2\":").unwrap();
        let delta = format!("\"vk_delta_2\":{gamma}, \"unused\":");
        replaced(key, "\"vk_delta_2\":", &delta)
    };
    let mut raw = GNARK[1][0].to_vec();
    raw.copy_within(256..384, 448);
    let cases: [([&[u8]; 3], i32); 17] = [
        ([&forgeable(key), proof, public], -17),
        ([&forgeable(bls_key), bls_proof, public], -17),
        ([&raw, gnark_proof, gnark_public], -17),
        ([key, b"", public], INVALID),
        ([key, b"{}", public], INVALID),
        ([key, bls_proof, public], INVALID),
        ([key, gnark_proof, public], INVALID),
        ([bls_key, proof, public], INVALID),
        ([&replaced(key, "bn128", "bn129"), proof, public], -4),
        ([b"", gnark_proof, gnark_public], -6),
        ([b"[", proof, public], -6),
        ([short, gnark_proof, gnark_public], -6),
        ([&off_curve, gnark_proof, gnark_public], -8),
        ([&replaced(key, "groth16", "plonk"), proof, public], -11),
        ([key, proof, b"[]"], -16),
        ([key, proof, b"nothing"], -16),
        ([gnark_key, gnark_proof, &gnark_public[1..]], -16),
    ];
    for (i, (files, expected)) in cases.into_iter().enumerate() {
        assert_eq!(contract.code(&call(files)), expected, "case {i}");
    }
}

/// Changed bytes never trap, and have the verdict of native code.
#[test]
fn noise() {
    let mut rng = StdRng::seed_from_u64(16);
    let mut contract = Contract::new(Engine::Cranelift, Flavour::Groth16);
    // Of the smaller keys.
    let files: Vec<Files> = SNARKJS.into_iter().step_by(2).chain(GNARK).collect();
    let mut codes = Vec::new();
    for _ in 0..600 {
        let mut changed = files[rng.gen_range(0..files.len())].map(<[u8]>::to_vec);
        let file = &mut changed[rng.gen_range(0..3)];
        let at = rng.gen_range(0..file.len());
        match rng.gen_range(0..4) {
            0 => file.truncate(at),
            1 => file.insert(at, rng.r#gen()),
            2 => file[at] = rng.r#gen(),
            _ => file[at] ^= 1 << rng.gen_range(0..8),
        }
        codes.push(contract.code(&call([&changed[0], &changed[1], &changed[2]])));
    }
    assert!(codes.iter().all(|code| (-17..=1).contains(code)));
    for code in [INVALID, -6, -8, -16] {
        assert!(codes.contains(&code), "{code}");
    }
}

/// Buffers that are not in the memory.
#[test]
fn addresses() {
    let mut contract = instance(Engine::Cranelift, Flavour::Groth16);
    let end = contract.memory().len() as i32;
    for buffer in [[end, 1], [end - 1, 2], [-1, 1], [-1, -1], [0, 1], [i32::MIN, i32::MIN]] {
        for i in 0..3 {
            let mut buffers = [[16, 0]; 3];
            buffers[i] = buffer;
            let code = contract.call_export("verify_groth16", buffers.as_flattened()).unwrap();
            assert_eq!(code, -1, "{buffer:?}");
        }
    }
}
