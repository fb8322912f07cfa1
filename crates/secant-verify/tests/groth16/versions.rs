//! Files of gnark's versions, and what its Solidity verifiers take.

use crate::common::{Owned, gnark_folder, raw_size};
use secant_verify::groth16::{CurveName, Error, Field, File, FileCurve, Form, Format, detect};

const FOLDERS: [(CurveName, &str); 4] = [
    (CurveName::Bn254, "bn254"),
    (CurveName::Bls12_381, "bls12_381"),
    (CurveName::Bls12_377, "bls12_377"),
    (CurveName::Bw6_761, "bw6_761"),
];
/// Versions that write commitments, with the number of them that they can prove.
const WITH_COMMITMENTS: [(&str, usize); 4] = [("v0.9.1", 1), ("v0.10.0", 1), ("v0.11.0", 3), ("v0.16.0", 3)];
const CIRCUITS: [&str; 4] = ["plain", "one", "two", "three"];
/// A key and a proof; the proof may have another form than the key.
const PAIRS: [(&str, &str, Form); 4] = [
    ("vk.bin", "proof.bin", Form::Compressed),
    ("vk.raw", "proof.raw", Form::Raw),
    ("vk.bin", "proof.raw", Form::Compressed),
    ("vk.raw", "proof.bin", Form::Raw),
];

fn verifies<E: FileCurve>(files: &Owned) -> bool {
    files.read::<E>().and_then(|files| files.verify()) == Ok(true)
}

fn fault<E: FileCurve>(files: &Owned) -> Error {
    files.error::<E>()
}

#[track_caller]
fn assert_valid(curve: CurveName, form: Form, files: &Owned, what: &str) {
    assert_eq!(detect(&files.files()), Ok((Format::Gnark(form), curve)), "{what}");
    assert!(with_curve!(curve, verifies(files)), "{what}");
}

#[test]
fn proofs_without_commitments() {
    for version in ["v0.7.1", "v0.8.1", "v0.9.1", "v0.10.0", "v0.11.0", "v0.16.0"] {
        for (curve, folder) in FOLDERS {
            for (vk, proof, form) in PAIRS {
                let files = gnark_folder(&format!("{version}/{folder}/plain"), vk, proof);
                assert_valid(curve, form, &files, &format!("{version}/{folder} {vk} {proof}"));
            }
        }
    }
}

#[test]
fn proofs_with_commitments() {
    for (version, most) in WITH_COMMITMENTS {
        for (curve, folder) in FOLDERS {
            for circuit in &CIRCUITS[1..=most] {
                for (vk, proof, form) in PAIRS {
                    let path = format!("{version}/{folder}/{circuit}");
                    let files = gnark_folder(&path, vk, proof);
                    assert_valid(curve, form, &files, &path);
                }
            }
        }
    }
}

/// CVE-2024-45039.
#[test]
fn several_commitments_before_0_11_are_unsound() {
    for version in ["v0.9.1", "v0.10.0"] {
        for (curve, folder) in FOLDERS {
            for (circuit, count) in [("two", 2), ("three", 3)] {
                for (vk, proof, _) in PAIRS {
                    let files = gnark_folder(&format!("{version}/{folder}/{circuit}"), vk, proof);
                    let error = with_curve!(curve, fault(&files));
                    assert_eq!(error, Error::SharedCommitmentKey { count });
                    assert!(error.to_string().contains("CVE-2024-45039"));
                }
            }
        }
    }
}

/// `Ar`, `Bs` and `Krs` alone, and with commitments what each version takes.
#[test]
fn what_solidity_takes() {
    for version in ["v0.10.0", "v0.11.0", "v0.16.0"] {
        let most = if version == "v0.10.0" { 1 } else { 3 };
        for circuit in &CIRCUITS[..=most] {
            let path = format!("{version}/bn254/{circuit}");
            let files = gnark_folder(&path, "vk.bin", "proof.solidity");
            assert_valid(CurveName::Bn254, Form::Compressed, &files, &path);
            let whole = gnark_folder(&path, "vk.bin", "proof.raw");
            assert_eq!(files.read::<ark_bn254::Bn254>(), whole.read());
            if *circuit == "plain" {
                assert_eq!(files.proof.len(), 256);
            }
        }
    }
    // The length of this one is that of a raw proof over BLS12-381 alone, too.
    let one = gnark_folder("v0.16.0/bn254/one", "vk.bin", "proof.solidity");
    assert_eq!(one.proof.len(), 384);
}

/// Raw points alone, over the other curves.
#[test]
fn points_alone() {
    for (curve, folder) in FOLDERS {
        for (vk, proof, form) in PAIRS {
            let path = format!("v0.16.0/{folder}/plain");
            let mut files = gnark_folder(&path, vk, proof);
            let older = gnark_folder(&format!("v0.7.1/{folder}/plain"), vk, proof);
            files.proof.truncate(older.proof.len());
            assert_valid(curve, form, &files, &path);
            files.vk.truncate(older.vk.len());
            assert_valid(curve, form, &files, &path);
            // And the older witness.
            files.public = older.public;
            assert_valid(curve, form, &files, &path);
        }
    }
}

/// A key without its commitments is one for more public inputs.
#[test]
fn a_key_without_its_commitments() {
    fn check<E: FileCurve>(folder: &str) {
        let mut files = gnark_folder(&format!("v0.16.0/{folder}/one"), "vk.raw", "proof.raw");
        let older = gnark_folder(&format!("v0.7.1/{folder}/plain"), "vk.raw", "proof.raw");
        files.proof.truncate(older.proof.len());
        files.vk.truncate(older.vk.len() + raw_size::<E::G1Affine>());
        let [expected, found] = [3, 2];
        assert_eq!(files.error::<E>(), Error::InputCount { expected, found });
    }
    for (curve, folder) in FOLDERS {
        with_curve!(curve, check(folder));
    }
}

/// What was made elsewhere, with its right outcomes.
#[test]
fn files_from_elsewhere() {
    type E = ark_bn254::Bn254;
    for (vk, proof, form) in PAIRS.into_iter().chain([
        ("vk.bin", "proof.solidity", Form::Compressed),
        ("vk.raw", "proof.solidity", Form::Raw),
    ]) {
        let files = gnark_folder("others/commitment", vk, proof);
        assert_valid(CurveName::Bn254, form, &files, "others/commitment");
    }
    let files = gnark_folder("others/v0.9.1", "vk.bin", "proof.bin");
    assert_valid(CurveName::Bn254, Form::Compressed, &files, "others/v0.9.1");
    // A full witness is not the public part.
    let mut files = gnark_folder("others/commitment", "vk.bin", "proof.bin");
    files.public = std::fs::read(format!(
        "{}/fixtures/gnark/others/commitment/full.bin",
        env!("CARGO_MANIFEST_DIR")
    ))
    .expect("a fixture");
    assert_eq!(files.error::<E>(), Error::SecretWitness { count: 1 });
    // A key of an older version with one generator at infinity.
    let mut files = gnark_folder("v0.9.1/bn254/one", "vk.bin", "proof.bin");
    let at = files.vk.len() - 64;
    files.vk[at..].fill(0);
    files.vk[at] = 0x40;
    let (file, field) = (File::Vk, Field::Item("CommitmentKeys", 0));
    assert_eq!(files.error::<E>(), Error::AtInfinity { file, field });
}
