//! The suite on `Plain` and the batches, for a curve of each kind that lanes tell apart: sizes of fields and how much
//! room they have, extensions, and coefficients. For builds that check bounds; nothing in others, where `native` and
//! `batch` have all curves.
#![cfg(debug_assertions)]

macro_rules! kinds {
    ($($callback:ident)::+, $args:tt) => {
        $($callback)::+! {
            $args
            bls12_381 = ark_bls12_381 {
                pairing { (Bls12_381, 0, Bls12_381) }
                groups { (Bls12_381G1, 0, "_g1", G1Affine, G1Projective), (Bls12_381G2, 1, "_g2", G2Affine, G2Projective) }
            }
            bls12_377 = ark_bls12_377 {
                pairing { (Bls12_377, 1, Bls12_377) }
                groups { (Bls12_377G2, 3, "_g2", G2Affine, G2Projective) }
            }
            bw6_761 = ark_bw6_761 {
                pairing { (Bw6_761, 2, BW6_761) }
                groups { (Bw6_761G1, 4, "_g1", G1Affine, G1Projective) }
            }
            bn254 = ark_bn254 {
                pairing { (Bn254, 3, Bn254) }
                groups { (Bn254G1, 6, "_g1", G1Affine, G1Projective), (Bn254G2, 7, "_g2", G2Affine, G2Projective) }
            }
            ed_on_bls12_381_bandersnatch = ark_ed_on_bls12_381_bandersnatch {
                pairing {}
                groups {
                    (BandersnatchSw, 10, "_sw", SWAffine, SWProjective),
                    (BandersnatchTe, 11, "_te", EdwardsAffine, EdwardsProjective),
                }
            }
            ed_on_bls12_377 = ark_ed_on_bls12_377 {
                pairing {}
                groups { (EdOnBls12_377, 12, "", EdwardsAffine, EdwardsProjective) }
            }
            secp256k1 = ark_secp256k1 {
                pairing {}
                groups { (Secp256k1, 15, "", Affine, Projective) }
            }
            secp256r1 = ark_secp256r1 {
                pairing {}
                groups { (Secp256r1, 16, "", Affine, Projective) }
            }
        }
    };
}

secant_testing::host_suite!(plain, secant_curve::Plain, kinds);

mod batch {
    secant_testing::batch_suite!(kinds);
}
