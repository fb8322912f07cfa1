//! The suite on `Plain` and the batches, for a curve of each kind that lanes tell apart: sizes of fields and how much
//! room they have, extensions, and coefficients. For builds that check bounds; nothing in others, where `native` and
//! `batch` have all curves.
#![cfg(debug_assertions)]

macro_rules! kinds {
    ($($callback:ident)::+, $args:tt) => {
        $($callback)::+! {
            $args
            groups {
                (Bls12_381G1, 0, "bls12_381_g1", bls12_381::G1Projective),
                (Bls12_381G2, 1, "bls12_381_g2", bls12_381::G2Projective),
                (Bls12_377G2, 3, "bls12_377_g2", bls12_377::G2Projective),
                (Bw6_761G1, 4, "bw6_761_g1", bw6_761::G1Projective),
                (Bn254G1, 6, "bn254_g1", bn254::G1Projective),
                (Bn254G2, 7, "bn254_g2", bn254::G2Projective),
                (BandersnatchSw, 10, "ed_on_bls12_381_bandersnatch_sw", ed_on_bls12_381_bandersnatch::SWProjective),
                (BandersnatchTe, 11, "ed_on_bls12_381_bandersnatch_te", ed_on_bls12_381_bandersnatch::EdwardsProjective),
                (EdOnBls12_377, 12, "ed_on_bls12_377", ed_on_bls12_377::EdwardsProjective),
                (Secp256k1, 15, "secp256k1", secp256k1::Projective),
                (Secp256r1, 16, "secp256r1", secp256r1::Projective),
            }
            pairings {
                (Bls12_381, 0, "bls12_381", bls12_381::Bls12_381),
                (Bls12_377, 1, "bls12_377", bls12_377::Bls12_377),
                (Bw6_761, 2, "bw6_761", bw6_761::BW6_761),
                (Bn254, 3, "bn254", bn254::Bn254),
            }
        }
    };
}

secant_testing::host_suite!(plain, secant_curve::Plain, kinds);

mod batch {
    secant_testing::batch_suite!(kinds);
}
