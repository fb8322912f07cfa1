//! The rows of reports, and their arguments.

use secant_bench::row::{self, Arguments, Work};
use std::collections::HashSet;

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
