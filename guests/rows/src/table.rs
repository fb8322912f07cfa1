//! The curves whose operations are timed. A curve that is to be in the benchmarks has its row here.

use crate::{Family, Operation, groth16_verification, gt_multi_exp, msm, mul_affine, mul_projective, pairing};

/// Calls `$callback! { $args pairings { (Type, "name", arkworks, secant), ... } groups { (Type, "name", "suffix", arkworks,
/// secant), ... } }`.
///
/// The types are the associated types of a [`Family`]; behind them stand arkworks' type and secant's, in `secant_curve`, which
/// has a host. The suffix distinguishes the groups of a curve. The groups of a pairing, `_g1` and `_g2`, are not repeated in
/// the list of groups.
#[macro_export]
macro_rules! for_each_curve {
    ($($callback:ident)::+ $(, $args:tt)?) => {
        $($callback)::+! {
            $($args)?
            pairings {
                (Bls12_381, "bls12_381", ark_bls12_381::Bls12_381, bls12_381::Bls12_381),
                (Bls12_377, "bls12_377", ark_bls12_377::Bls12_377, bls12_377::Bls12_377),
                (Bw6_761, "bw6_761", ark_bw6_761::BW6_761, bw6_761::BW6_761),
                (Bn254, "bn254", ark_bn254::Bn254, bn254::Bn254),
            }
            groups {
                (EdOnBls12_381Sw, "ed_on_bls12_381", "_sw", ark_ed_on_bls12_381::SWProjective, ed_on_bls12_381::SWProjective),
                (EdOnBls12_381Te, "ed_on_bls12_381", "_te", ark_ed_on_bls12_381::EdwardsProjective, ed_on_bls12_381::EdwardsProjective),
                (BandersnatchSw, "ed_on_bls12_381_bandersnatch", "_sw", ark_ed_on_bls12_381_bandersnatch::SWProjective, ed_on_bls12_381_bandersnatch::SWProjective),
                (BandersnatchTe, "ed_on_bls12_381_bandersnatch", "_te", ark_ed_on_bls12_381_bandersnatch::EdwardsProjective, ed_on_bls12_381_bandersnatch::EdwardsProjective),
                (EdOnBls12_377, "ed_on_bls12_377", "", ark_ed_on_bls12_377::EdwardsProjective, ed_on_bls12_377::EdwardsProjective),
                (Pallas, "pallas", "", ark_pallas::Projective, pallas::Projective),
                (Vesta, "vesta", "", ark_vesta::Projective, vesta::Projective),
                (Secp256k1, "secp256k1", "", ark_secp256k1::Projective, secp256k1::Projective),
                (Secp256r1, "secp256r1", "", ark_secp256r1::Projective, secp256r1::Projective),
            }
        }
    };
}

/// Calls `$callback! { (name, function, Type), ... }` with all operations of the family `$family`.
///
/// The name of an operation consists of the curve's name, an underscore, the kind of operation, and the group's suffix,
/// as in `bls12_381_msm_g1`. The function is one of this crate, generic over the type.
#[macro_export]
macro_rules! for_each_operation {
    ($callback:ident, $family:ty) => {
        $crate::for_each_curve! { $crate::operations_of_curves, ($callback, $family) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! operations_of_curves {
    (($callback:ident, $family:ty)
     pairings { $(($pairing:ident, $p:literal, $($p_types:tt)*),)* }
     groups { $(($group:ident, $g:literal, $suffix:literal, $($g_types:tt)*),)* }) => {
        $callback! {
            $(
                (concat!($p, "_groth16_verification"), groth16_verification, <$family as $crate::Family>::$pairing),
                (concat!($p, "_pairing"), pairing, <$family as $crate::Family>::$pairing),
                (concat!($p, "_gt_multi_exp"), gt_multi_exp, <$family as $crate::Family>::$pairing),
                (concat!($p, "_msm_g1"), msm, $crate::G1<<$family as $crate::Family>::$pairing>),
                (concat!($p, "_msm_g2"), msm, $crate::G2<<$family as $crate::Family>::$pairing>),
                (concat!($p, "_mul_projective_g1"), mul_projective, $crate::G1<<$family as $crate::Family>::$pairing>),
                (concat!($p, "_mul_affine_g1"), mul_affine, $crate::G1<<$family as $crate::Family>::$pairing>),
                (concat!($p, "_mul_projective_g2"), mul_projective, $crate::G2<<$family as $crate::Family>::$pairing>),
                (concat!($p, "_mul_affine_g2"), mul_affine, $crate::G2<<$family as $crate::Family>::$pairing>),
            )*
            $(
                (concat!($g, "_msm", $suffix), msm, <$family as $crate::Family>::$group),
                (concat!($g, "_mul_projective", $suffix), mul_projective, <$family as $crate::Family>::$group),
                (concat!($g, "_mul_affine", $suffix), mul_affine, <$family as $crate::Family>::$group),
            )*
        }
    };
}

macro_rules! list {
    ($(($name:expr, $function:ident, $type:ty),)*) => { [$(($name, $function::<$type> as Operation)),*] };
}

/// The operation with a name, over the curves of a family.
pub fn operation<F: Family>(name: &str) -> Option<Operation> {
    let all = for_each_operation!(list, F);
    all.into_iter()
        .find(|(n, _)| *n == name)
        .map(|(_, operation)| operation)
}
