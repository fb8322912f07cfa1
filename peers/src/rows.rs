//! What is measured: a line for each row.

use crate::libraries::{aws_lc, blst, halo2curves as halo2, libsecp256k1, openssl, zkcrypto};
use crate::operations::{
    Peers, gt_exp, gt_multi_exp, msm, multiplication, multiplications, ntt, pairing, subgroup_multiplication,
};
use crate::run::Row;
use crate::signatures::{ecdsa, rsa};
use ::halo2curves::{bls12381, bn256, pasta, secp256k1, secp256r1};
use ark_ed_on_bls12_377 as ark_ed377;
use ark_ed_on_bls12_381_bandersnatch as ark_band;
use secant_curve as ours;
use secant_curve::{ed_on_bls12_377 as ed377, ed_on_bls12_381_bandersnatch as band};
use secant_gfp::named::Name;

/// All rows.
pub fn all() -> Vec<Row> {
    let rows = [
        pairings(),
        target_groups(),
        single_multiplications(),
        subgroup_multiplications(),
        bls12_381_msms(),
        other_msms(),
        transforms(),
        signatures(),
    ];
    rows.into_iter().flatten().collect()
}

fn pairings() -> Vec<Row> {
    let mut rows: Vec<Row> = [1, 2, 4, 64]
        .map(|n| {
            pairing::<ours::bls12_381::Bls12_381, ark_bls12_381::Bls12_381>(
                "bls12_381",
                n,
                &[blst::pairing, zkcrypto::pairing, halo2::bls12_381_pairing],
            )
        })
        .into();
    rows.extend([
        pairing::<ours::bls12_377::Bls12_377, ark_bls12_377::Bls12_377>("bls12_377", 1, &[]),
        pairing::<ours::bw6_761::BW6_761, ark_bw6_761::BW6_761>("bw6_761", 1, &[]),
        pairing::<ours::bn254::Bn254, ark_bn254::Bn254>("bn254", 1, &[halo2::bn254_pairing]),
    ]);
    rows
}

fn target_groups() -> Vec<Row> {
    type Ours = ours::bls12_381::Bls12_381;
    type Upstream = ark_bls12_381::Bls12_381;
    let peers: Peers<'_> = &[zkcrypto::exponentiate, halo2::exponentiate];
    let mut rows = vec![gt_exp::<Ours, Upstream>("bls12_381", peers)];
    rows.extend([128, 256].map(|n| gt_multi_exp::<Ours, Upstream>("bls12_381", n, peers)));
    rows
}

fn single_multiplications() -> Vec<Row> {
    vec![
        multiplication::<ours::bls12_381::G1Projective, ark_bls12_381::G1Projective>(
            "bls12_381 G1",
            &[
                blst::multiply_g1,
                zkcrypto::multiply_g1,
                halo2::multiply::<bls12381::G1Affine>,
            ],
        ),
        multiplication::<ours::bls12_381::G2Projective, ark_bls12_381::G2Projective>(
            "bls12_381 G2",
            &[
                blst::multiply_g2,
                zkcrypto::multiply_g2,
                halo2::multiply::<bls12381::G2Affine>,
            ],
        ),
        multiplication::<ours::bls12_377::G1Projective, ark_bls12_377::G1Projective>("bls12_377 G1", &[]),
        multiplication::<ours::bls12_377::G2Projective, ark_bls12_377::G2Projective>("bls12_377 G2", &[]),
        multiplication::<ours::bw6_761::G1Projective, ark_bw6_761::G1Projective>("bw6_761 G1", &[]),
        multiplication::<ours::bw6_761::G2Projective, ark_bw6_761::G2Projective>("bw6_761 G2", &[]),
        multiplication::<ours::bn254::G1Projective, ark_bn254::G1Projective>(
            "bn254 G1",
            &[halo2::multiply::<bn256::G1Affine>],
        ),
        multiplication::<ours::bn254::G2Projective, ark_bn254::G2Projective>(
            "bn254 G2",
            &[halo2::multiply::<bn256::G2Affine>],
        ),
        multiplication::<band::EdwardsProjective, ark_band::EdwardsProjective>("bandersnatch (te)", &[]),
        multiplication::<band::SWProjective, ark_band::SWProjective>("bandersnatch (sw)", &[]),
        multiplication::<ed377::EdwardsProjective, ark_ed377::EdwardsProjective>("ed_on_bls12_377", &[]),
        multiplication::<ours::pallas::Projective, ark_pallas::Projective>(
            "pallas",
            &[halo2::multiply::<pasta::PallasAffine>],
        ),
        multiplication::<ours::secp256k1::Projective, ark_secp256k1::Projective>(
            "secp256k1",
            &[libsecp256k1::multiply, halo2::multiply::<secp256k1::Secp256k1Affine>],
        ),
        multiplication::<ours::secp256r1::Projective, ark_secp256r1::Projective>(
            "secp256r1",
            &[aws_lc::multiply, halo2::multiply::<secp256r1::Secp256r1Affine>],
        ),
    ]
}

fn bls12_381_msms() -> Vec<Row> {
    let g1 = [10, 128, 1000, 1 << 14, 1 << 16].map(|n| {
        msm::<ours::bls12_381::G1Projective, ark_bls12_381::G1Projective>(
            "bls12_381 G1",
            n,
            &[blst::msm_g1, halo2::msm::<bls12381::G1Affine>],
        )
    });
    let g2 = [10, 1000, 1 << 14].map(|n| {
        msm::<ours::bls12_381::G2Projective, ark_bls12_381::G2Projective>(
            "bls12_381 G2",
            n,
            &[blst::msm_g2, halo2::msm::<bls12381::G2Affine>],
        )
    });
    g1.into_iter().chain(g2).collect()
}

fn other_msms() -> Vec<Row> {
    let mut rows = vec![];
    for n in [1000, 1 << 16] {
        rows.extend([
            msm::<ours::bn254::G1Projective, ark_bn254::G1Projective>("bn254 G1", n, &[halo2::msm::<bn256::G1Affine>]),
            msm::<ours::bls12_377::G1Projective, ark_bls12_377::G1Projective>("bls12_377 G1", n, &[]),
        ]);
    }
    rows.extend([
        msm::<ours::bw6_761::G1Projective, ark_bw6_761::G1Projective>("bw6_761 G1", 1000, &[]),
        msm::<ours::bw6_761::G2Projective, ark_bw6_761::G2Projective>("bw6_761 G2", 1000, &[]),
        msm::<band::EdwardsProjective, ark_band::EdwardsProjective>("bandersnatch (te)", 1000, &[]),
        msm::<band::SWProjective, ark_band::SWProjective>("bandersnatch (sw)", 1000, &[]),
        msm::<ed377::EdwardsProjective, ark_ed377::EdwardsProjective>("ed_on_bls12_377", 1000, &[]),
        msm::<ours::pallas::Projective, ark_pallas::Projective>("pallas", 1000, &[halo2::msm::<pasta::PallasAffine>]),
        msm::<ours::secp256k1::Projective, ark_secp256k1::Projective>(
            "secp256k1",
            1000,
            &[halo2::msm::<secp256k1::Secp256k1Affine>],
        ),
    ]);
    rows
}

fn subgroup_multiplications() -> Vec<Row> {
    vec![
        subgroup_multiplication::<ours::bls12_381::G1Projective, ark_bls12_381::G1Projective>(
            "bls12_381 G1",
            &[blst::multiply_g1],
        ),
        subgroup_multiplication::<ours::bls12_381::G2Projective, ark_bls12_381::G2Projective>(
            "bls12_381 G2",
            &[blst::multiply_g2],
        ),
        subgroup_multiplication::<ours::bls12_377::G1Projective, ark_bls12_377::G1Projective>("bls12_377 G1", &[]),
        subgroup_multiplication::<ours::bls12_377::G2Projective, ark_bls12_377::G2Projective>("bls12_377 G2", &[]),
        subgroup_multiplication::<ours::bw6_761::G1Projective, ark_bw6_761::G1Projective>("bw6_761 G1", &[]),
        subgroup_multiplication::<ours::bw6_761::G2Projective, ark_bw6_761::G2Projective>("bw6_761 G2", &[]),
        subgroup_multiplication::<ours::bn254::G2Projective, ark_bn254::G2Projective>("bn254 G2", &[]),
        multiplications::<ours::bls12_381::G1Projective, ark_bls12_381::G1Projective>(
            "bls12_381 G1",
            1000,
            &[blst::multiply_each_g1],
        ),
        multiplications::<ours::bls12_381::G2Projective, ark_bls12_381::G2Projective>(
            "bls12_381 G2",
            1000,
            &[blst::multiply_each_g2],
        ),
        multiplications::<ours::secp256k1::Projective, ark_secp256k1::Projective>("secp256k1", 1000, &[]),
    ]
}

fn transforms() -> Vec<Row> {
    let mut rows: Vec<Row> = [10, 16, 20]
        .map(|log| ntt::<ours::bn254::Fr, ark_bn254::Fr>("bn254 Fr", log))
        .into();
    rows.extend([
        ntt::<ours::bls12_381::Fr, ark_bls12_381::Fr>("bls12_381 Fr", 16),
        ntt::<ours::bls12_377::Fr, ark_bls12_377::Fr>("bls12_377 Fr", 16),
        ntt::<ours::bw6_761::Fr, ark_bw6_761::Fr>("bw6_761 Fr", 16),
    ]);
    rows
}

fn signatures() -> Vec<Row> {
    let (secp256k1, secp256r1): (Peers<'_>, Peers<'_>) = (
        &[libsecp256k1::verify, openssl::verify_ecdsa],
        &[aws_lc::verify_ecdsa, openssl::verify_ecdsa],
    );
    let mut rows = vec![];
    for n in [1, 1000] {
        rows.extend([
            ecdsa(Name::Secp256k1, n, secp256k1),
            ecdsa(Name::Secp256r1, n, secp256r1),
        ]);
    }
    rows.extend([Name::Secp224r1, Name::Secp384r1, Name::Secp521r1].map(|name| ecdsa(name, 1, secp256r1)));
    rows.extend(
        [
            Name::BrainpoolP256r1,
            Name::BrainpoolP320r1,
            Name::BrainpoolP384r1,
            Name::BrainpoolP512r1,
        ]
        .map(|name| ecdsa(name, 1, &[openssl::verify_ecdsa])),
    );
    rows.extend([2048, 4096].map(|bits| rsa(bits, &[aws_lc::verify_rsa, openssl::verify_rsa])));
    rows
}
