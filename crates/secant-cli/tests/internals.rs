//! Parts of the program that its commands do not show alone.

use secant_cli::internals::{
    memory::{expect, of_srs, size},
    row::{self, Arguments, Work},
};
use secant_report::available_memory;
use secant_verify::formats::{KeyMaterial, Keys};
use std::{collections::HashSet, fs, path::Path};

#[test]
fn sizes() {
    assert_eq!(size(1000), "1000 bytes");
    assert_eq!(size(3 << 19), "1.5 MiB");
    assert_eq!(size(3 << 30), "3.0 GiB");
    assert_eq!(size(5 << 40), "5.0 TiB");
}

/// As much as nobody has, and nothing.
#[test]
fn expectations() {
    expect(0, "it", "").expect("nothing is there");
    if available_memory().is_some() {
        let error = expect(u64::MAX, "a circuit", "take fewer")
            .expect_err("nobody has that")
            .to_string();
        assert!(
            error.starts_with("a circuit takes more than ") && error.ends_with(": take fewer"),
            "{error}"
        );
    }
    assert_eq!((of_srs(10), of_srs(28), of_srs(64)), (128 << 10, 32 << 30, u64::MAX));
}

/// Beginnings of keys, and keys with one byte changed, are refused or read, but nothing else happens.
#[test]
fn damaged_keys() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures/ecdsa/prime256v1");
    let material = |bytes: &[u8]| Some(Keys::read(bytes).ok()?.choose(None, |_| true).ok()?.material.clone());
    for name in ["key.pem", "key.der", "certificate.pem", "certificate.der"] {
        let key = fs::read(folder.join(name)).expect("a fixture");
        assert!(matches!(material(&key), Some(KeyMaterial::Spki(_))), "{name}");
        for at in 0..key.len() {
            // A final line feed may be left out.
            let lines = usize::from(name.ends_with("pem"));
            assert!(
                at + lines >= key.len() || !matches!(material(&key[..at]), Some(KeyMaterial::Spki(_))),
                "{name} {at}"
            );
            for byte in [0, b'\n', b'-', 0x30, 0x80, 0xff] {
                let mut damaged = key.clone();
                damaged[at] = byte;
                let _ = material(&damaged);
            }
        }
    }
}

#[test]
fn names_are_unique_and_known() {
    let rows = row::all();
    let names: HashSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), rows.len());
    for name in [
        "groth16_verification (bls12_381)",
        "bls12_381_pairing",
        "bls12_381_msm_g1, 1000 arguments",
        "bls12_381_gt_multi_exp, 128 arguments",
        "bw6_761_gt_multi_exp, 256 arguments",
        "bw6_761_mul_affine_g2",
        "bn254_mul_projective_g1, full width",
        "ed_on_bls12_381_msm_sw, 10 arguments",
        "ed_on_bls12_381_bandersnatch_mul_projective_te",
        "ed_on_bls12_377_msm, 10 arguments",
        "secp256r1_mul_affine, full width",
        "ecdsa_secp256k1",
        "ecdsa_brainpoolp512r1",
        "rsa_2048_pkcs1",
    ] {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn inputs_follow_the_seed() {
    let rows = row::all();
    for row in rows.iter().filter(|row| row.name.starts_with("pallas_mul")) {
        let [a, b, c] = [0, 0, 1].map(|seed| match row.arguments(seed) {
            Ok(Arguments::Operation(_, bytes)) => bytes,
            _ => panic!("no arguments"),
        });
        assert!(a == b && a != c, "{}", row.name);
    }
}

#[test]
fn signatures_hold() {
    let mut verified = 0;
    for row in row::all()
        .iter()
        .filter(|row| matches!(row.work, Work::Verification(_)))
    {
        for seed in 0..4 {
            if let Arguments::Verification(signed) = row.arguments(seed).expect("arguments") {
                assert_eq!(signed.call().native(), secant_contract_runner::VALID, "{}", row.name);
                verified += 1;
            }
        }
    }
    assert_eq!(verified, 4 * 14);
}
