//! `secant verify groth16` on files as other tools wrote them, and on files that are wrong.

mod common;

use common::{Run, file, fixture, secant};
use std::fs;
use std::path::{Path, PathBuf};

fn verify(vk: &Path, proof: &Path, public: &Path, place: &str) -> Run {
    let [vk, proof, public] = [vk, proof, public].map(|path| path.to_str().expect("UTF-8"));
    secant(&[
        "verify", "groth16", "--vk", vk, "--proof", proof, "--public", public, "--in", place,
    ])
}

/// Verification key, proof and public inputs.
fn snarkjs(folder: &str) -> [PathBuf; 3] {
    ["verification_key", "proof", "public"].map(|name| fixture(&format!("snarkjs/{folder}/{name}.json")))
}

fn gnark(curve: &str) -> [PathBuf; 3] {
    ["vk", "proof", "public"].map(|name| fixture(&format!("gnark/{curve}/{name}.bin")))
}

const CURVES: [(&str, &str); 4] = [
    ("bn254", "BN254"),
    ("bls12_381", "BLS12-381"),
    ("bls12_377", "BLS12-377"),
    ("bw6_761", "BW6-761"),
];

#[track_caller]
fn assert_valid([vk, proof, public]: &[PathBuf; 3], place: &str, curve: &str) {
    let run = verify(vk, proof, public, place);
    let line = run.success();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(
        line.starts_with(&format!("valid: Groth16 proof over {curve} with ")),
        "{line}"
    );
}

#[test]
fn valid_natively() {
    for folder in ["bn128/multiplier", "bn128/merkle"] {
        assert_valid(&snarkjs(folder), "native", "BN254");
    }
    for folder in ["bls12381/multiplier", "bls12381/merkle"] {
        assert_valid(&snarkjs(folder), "native", "BLS12-381");
    }
    for (folder, name) in CURVES {
        assert_valid(&gnark(folder), "native", name);
    }
}

#[test]
fn valid_with_host_calls() {
    for (folder, name) in CURVES {
        assert_valid(&gnark(folder), "host", name);
    }
    assert_valid(&snarkjs("bn128/merkle"), "host", "BN254");
}

#[test]
fn valid_in_wasm() {
    for (folder, name) in CURVES {
        assert_valid(&gnark(folder), "wasm", name);
    }
}

#[test]
fn another_statement_is_invalid_everywhere() {
    let [vk, proof, public] = snarkjs("bls12381/multiplier");
    let inputs = fs::read_to_string(public).expect("a fixture");
    let public = file("tampered_public.json", inputs.replace("42331", "42332"));
    for place in ["native", "host", "wasm"] {
        let run = verify(&vk, &proof, &public, place);
        assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{place}");
        assert!(run.stdout.starts_with("invalid: "), "{}", run.stdout);
    }
}

#[test]
fn a_truncated_proof_names_its_field() {
    let [vk, proof, public] = gnark("bls12_381");
    let bytes = fs::read(proof).expect("a fixture");
    let proof = file("truncated_proof.bin", &bytes[..bytes.len() - 20]);
    let run = verify(&vk, &proof, &public, "native");
    let sentence = run.failure(2);
    assert!(
        sentence.contains("truncated_proof.bin") && sentence.contains("proof file"),
        "{sentence}"
    );
}

#[test]
fn a_damaged_point_names_its_field() {
    let [vk, proof, public] = snarkjs("bn128/multiplier");
    let json = fs::read_to_string(proof).expect("a fixture");
    let mut json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    json["pi_c"][0] = "5".into();
    let proof = file("damaged_proof.json", json.to_string());
    for place in ["native", "host", "wasm"] {
        let run = verify(&vk, &proof, &public, place);
        let sentence = run.failure(2);
        assert!(
            sentence.contains("damaged_proof.json") && sentence.contains("pi_c"),
            "{sentence}"
        );
    }
}

#[test]
fn curves_must_agree() {
    let [vk, _, public] = gnark("bls12_381");
    let [_, proof, _] = gnark("bn254");
    let run = verify(&vk, &proof, &public, "native");
    let sentence = run.failure(2);
    assert!(
        sentence.contains("BLS12-381") && sentence.contains("BN254"),
        "{sentence}"
    );
}

#[test]
fn formats_must_agree() {
    let [vk, _, public] = gnark("bn254");
    let [_, proof, _] = snarkjs("bn128/multiplier");
    let run = verify(&vk, &proof, &public, "native");
    assert!(run.failure(2).contains("proof.json"));
}

#[test]
fn a_missing_file_is_named() {
    let [vk, proof, _] = gnark("bn254");
    let run = verify(&vk, &proof, Path::new("no/such/public.bin"), "native");
    let sentence = run.failure(2);
    assert!(
        sentence.contains("no/such/public.bin") && sentence.contains("public inputs"),
        "{sentence}"
    );
}

#[test]
fn a_folder_is_no_file() {
    let [_, proof, public] = gnark("bn254");
    let run = verify(&fixture("gnark"), &proof, &public, "native");
    assert!(run.failure(2).contains("verification key"));
}

#[test]
fn the_number_of_inputs_must_fit_the_key() {
    let [vk, proof, _] = snarkjs("bn128/multiplier");
    let public = file("too_many_inputs.json", r#"["1", "2", "3"]"#);
    let run = verify(&vk, &proof, &public, "native");
    let sentence = run.failure(2);
    assert!(
        sentence.contains("too_many_inputs.json") && sentence.contains("3 public inputs"),
        "{sentence}"
    );
}

/// A key whose setup had no second phase: `delta` is `gamma`. Anybody can prove anything under it, so it is of no use.
#[test]
fn a_forgeable_key_is_refused() {
    let [vk, proof, public] = snarkjs("bn128/multiplier");
    let mut json: serde_json::Value = serde_json::from_slice(&fs::read(vk).expect("a fixture")).expect("JSON");
    json["vk_delta_2"] = json["vk_gamma_2"].clone();
    let vk = file("forgeable_vk.json", json.to_string());
    for place in ["native", "host", "wasm"] {
        let run = verify(&vk, &proof, &public, place);
        let sentence = run.failure(2);
        assert!(
            sentence.contains("forgeable_vk.json") && sentence.contains("vk_delta_2"),
            "{sentence}"
        );
        assert_eq!(run.stdout, "");
    }
}

/// A known secret does not make a proof invalid, and is said.
#[test]
fn a_known_secret_is_noted() {
    let [vk, proof, public] = snarkjs("bn128/multiplier");
    let mut json: serde_json::Value = serde_json::from_slice(&fs::read(vk).expect("a fixture")).expect("JSON");
    // alpha is the generator of G1, and gamma no generator.
    json["vk_alpha_1"] = serde_json::json!(["1", "2", "1"]);
    let other = json["vk_delta_2"].clone();
    let vk_of_another = snarkjs("bn128/merkle").map(|path| fs::read(path).expect("a fixture"));
    let merkle: serde_json::Value = serde_json::from_slice(&vk_of_another[0]).expect("JSON");
    json["vk_gamma_2"] = other;
    json["vk_delta_2"] = merkle["vk_delta_2"].clone();
    let vk = file("known_vk.json", json.to_string());
    let run = verify(&vk, &proof, &public, "native");
    assert_eq!(run.status, 1);
    assert!(run.stdout.starts_with("invalid: "), "{}", run.stdout);
    assert!(
        run.stderr.starts_with("note: ") && run.stderr.contains("vk_alpha_1"),
        "{}",
        run.stderr
    );
}

/// A proof with commitments.
#[test]
fn commitments() {
    for (folder, name) in CURVES {
        let files =
            ["vk.bin", "proof.bin", "public.bin"].map(|file| fixture(&format!("gnark/v0.16.0/{folder}/two/{file}")));
        let [vk, proof, public] = &files;
        let run = verify(vk, proof, public, "native");
        let line = run.success();
        assert!(
            line.starts_with(&format!(
                "valid: Groth16 proof over {name} with 2 public inputs and 2 commitments, "
            )),
            "{line}"
        );
    }
    let files = ["vk.bin", "proof.bin", "public.bin"].map(|file| fixture(&format!("gnark/v0.16.0/bn254/one/{file}")));
    let [vk, proof, public] = &files;
    assert!(verify(vk, proof, public, "wasm").failure(2).contains("--in"));
}

/// What cannot be read is not invalid, whichever file it is.
#[test]
fn what_cannot_be_read_is_status_2() {
    let honest = snarkjs("bn128/multiplier");
    let noise = file("noise.txt", "hello");
    let wide: Vec<u8> = "{\"a\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = file("utf16.json", wide);
    let empty = file("empty.json", "");
    for wrong in [&noise, &wide, &empty] {
        for i in 0..3 {
            let mut files = honest.clone();
            files[i] = wrong.clone();
            let [vk, proof, public] = &files;
            let run = verify(vk, proof, public, "native");
            let sentence = run.failure(2);
            let name = wrong.file_name().and_then(|name| name.to_str()).expect("UTF-8");
            assert!(sentence.contains(name), "{sentence}");
        }
    }
}

#[test]
fn usage() {
    for arguments in [&["verify", "groth16"][..], &["verify"], &["nonsense"], &[]] {
        let run = secant(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(!run.stderr.is_empty());
    }
    let [vk, proof, public] = gnark("bn254");
    assert_eq!(verify(&vk, &proof, &public, "moon").status, 2);
}
