//! The curves: one parameter file each, and a row in the table.

pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
pub mod bw6_761;
pub mod ed_on_bls12_377;
pub mod ed_on_bls12_381;
pub mod ed_on_bls12_381_bandersnatch;
pub mod pallas;
pub mod secp256k1;
pub mod secp256r1;
pub mod vesta;

/// The table of curves. Hosts, guests, benchmarks, tests and the facade know a curve by its row here.
///
/// Calls `$callback! { $args module = oracle { pairing { (Id, number, Type) } groups { (Id, number, "suffix", Affine,
/// Projective), ... } } ... }`.
///
/// The module is one of this crate, and its name is the curve's. A curve without a pairing has none in its row; a curve
/// with one has a type `Config` in its module that implements [`HostedPairing`](crate::HostedPairing). Types are those
/// of the module, and take a host. Numbers rise from row to row, from zero. The oracle is a crate by other people that has the curve with types of
/// the same names. A group's name is the curve's and its suffix.
#[macro_export]
macro_rules! for_each_curve {
    ($($callback:ident)::+ $(, $args:tt)?) => {
        $($callback)::+! {
            $($args)?
            bls12_381 = ark_bls12_381 {
                pairing { (Bls12_381, 0, Bls12_381) }
                groups {
                    (Bls12_381G1, 0, "_g1", G1Affine, G1Projective),
                    (Bls12_381G2, 1, "_g2", G2Affine, G2Projective),
                }
            }
            bls12_377 = ark_bls12_377 {
                pairing { (Bls12_377, 1, Bls12_377) }
                groups {
                    (Bls12_377G1, 2, "_g1", G1Affine, G1Projective),
                    (Bls12_377G2, 3, "_g2", G2Affine, G2Projective),
                }
            }
            bw6_761 = ark_bw6_761 {
                pairing { (Bw6_761, 2, BW6_761) }
                groups {
                    (Bw6_761G1, 4, "_g1", G1Affine, G1Projective),
                    (Bw6_761G2, 5, "_g2", G2Affine, G2Projective),
                }
            }
            bn254 = ark_bn254 {
                pairing { (Bn254, 3, Bn254) }
                groups {
                    (Bn254G1, 6, "_g1", G1Affine, G1Projective),
                    (Bn254G2, 7, "_g2", G2Affine, G2Projective),
                }
            }
            ed_on_bls12_381 = ark_ed_on_bls12_381 {
                pairing {}
                groups {
                    (EdOnBls12_381Sw, 8, "_sw", SWAffine, SWProjective),
                    (EdOnBls12_381Te, 9, "_te", EdwardsAffine, EdwardsProjective),
                }
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
            pallas = ark_pallas {
                pairing {}
                groups { (Pallas, 13, "", Affine, Projective) }
            }
            vesta = ark_vesta {
                pairing {}
                groups { (Vesta, 14, "", Affine, Projective) }
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
