//! The curves of `sp-crypto-ec-utils` behind arkworks' traits. Runtimes use these rather than the host functions.

use alloc::vec::Vec;
use ark_ec::{AffineRepr, CurveGroup, pairing::Pairing};
use ark_ff::Field;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use secant_rows::{Error, Operation, Sink, groth16_verification, msm, mul_affine, mul_projective, pairing};

/// The curves that answer requests.
#[cfg(not(feature = "secant"))]
pub const ANSWER_KIND: Kind = Kind::Hosted;
/// The curves that answer requests.
#[cfg(feature = "secant")]
pub const ANSWER_KIND: Kind = Kind::Secant;

/// Whose curves do the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The curves of `sp-crypto-ec-utils`, which call the host.
    Hosted,
    /// The curves of arkworks, which do not call the host.
    #[cfg(feature = "compared")]
    Arkworks,
    /// Curves that compute nothing, so that only decoding and encoding remain.
    #[cfg(feature = "compared")]
    Dummy,
    /// The curves of secant, on the node.
    #[cfg(feature = "secant")]
    Secant,
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Hosted,
        #[cfg(feature = "compared")]
        Self::Arkworks,
        #[cfg(feature = "compared")]
        Self::Dummy,
        #[cfg(feature = "secant")]
        Self::Secant,
    ];
}

/// Takes a list of points of each group. Writes which points are in the subgroups, the product of all pairings and its
/// square, and the results of the curves' other methods.
fn walk<E: Pairing>(mut input: &[u8], sink: Sink<'_>) -> Result<(), Error> {
    let p = Vec::<E::G1Affine>::deserialize_uncompressed_unchecked(&mut input)?;
    let q = Vec::<E::G2Affine>::deserialize_uncompressed_unchecked(&mut input)?;
    if p.len() != q.len() {
        return Err(Error::UnequalCounts);
    }
    let Sink::Keep(out) = sink else { return Ok(()) };
    let product = E::multi_pairing(p.iter().copied(), q.iter().copied());
    product.serialize_uncompressed(&mut *out)?;
    product.0.square().serialize_uncompressed(&mut *out)?;
    p.iter().try_for_each(|p| walk_group(p, out))?;
    q.iter().try_for_each(|q| walk_group(q, out))?;
    Ok(())
}

fn walk_group<A: AffineRepr>(p: &A, out: &mut Vec<u8>) -> Result<(), Error> {
    let clear = p.clear_cofactor();
    clear.serialize_compressed(&mut *out)?;
    // A compressed point is validated when it is read.
    let mut bytes = Vec::new();
    p.serialize_compressed(&mut bytes)?;
    let read = A::deserialize_compressed(&bytes[..]);
    out.push(u8::from(read.is_ok()));
    (p.into_group() + clear).into_affine().serialize_uncompressed(out)?;
    Ok(())
}

/// The operation with a name over the curves of a kind: those of `secant-rows`, under their names there, and, on
/// pairings, `walk`, which covers more of the curves' methods.
pub fn operation(kind: Kind, name: &str) -> Option<Operation> {
    match kind {
        Kind::Hosted => hosted::operation(name),
        #[cfg(feature = "compared")]
        Kind::Arkworks => arkworks::operation(name),
        #[cfg(feature = "compared")]
        Kind::Dummy => secant_rows::operation::<secant_rows::Secant<secant_rows::Dummy>>(name),
        #[cfg(feature = "secant")]
        Kind::Secant => secant::operation(name),
    }
}

macro_rules! family {
    (pairings { $($p:literal $pairing:ty,)* } groups { $($g:literal $suffix:literal $group:ty,)* }) => {
        pub fn operation(name: &str) -> Option<Operation> {
            let all = [
                $(
                    (concat!($p, "_groth16_verification"), groth16_verification::<$pairing> as Operation),
                    (concat!($p, "_pairing"), pairing::<$pairing>),
                    (concat!($p, "_walk"), walk::<$pairing>),
                    (concat!($p, "_msm_g1"), msm::<<$pairing as Pairing>::G1>),
                    (concat!($p, "_msm_g2"), msm::<<$pairing as Pairing>::G2>),
                    (concat!($p, "_mul_projective_g1"), mul_projective::<<$pairing as Pairing>::G1>),
                    (concat!($p, "_mul_affine_g1"), mul_affine::<<$pairing as Pairing>::G1>),
                    (concat!($p, "_mul_projective_g2"), mul_projective::<<$pairing as Pairing>::G2>),
                    (concat!($p, "_mul_affine_g2"), mul_affine::<<$pairing as Pairing>::G2>),
                )*
                $(
                    (concat!($g, "_msm", $suffix), msm::<$group>),
                    (concat!($g, "_mul_projective", $suffix), mul_projective::<$group>),
                    (concat!($g, "_mul_affine", $suffix), mul_affine::<$group>),
                )*
            ];
            all.into_iter().find(|(known, _)| *known == name).map(|(_, operation)| operation)
        }
    };
}

mod hosted {
    use super::*;
    use sp_crypto_ec_utils::*;

    family! {
        pairings {
            "bls12_381" bls12_381::Bls12_381,
            "bls12_377" bls12_377::Bls12_377,
            "bw6_761" bw6_761::BW6_761,
        }
        groups {
            "ed_on_bls12_381_bandersnatch" "_sw" ed_on_bls12_381_bandersnatch::SWProjective,
            "ed_on_bls12_381_bandersnatch" "_te" ed_on_bls12_381_bandersnatch::EdwardsProjective,
            "ed_on_bls12_377" "" ed_on_bls12_377::EdwardsProjective,
            "pallas" "" pallas::Projective,
            "vesta" "" vesta::Projective,
        }
    }
}

#[cfg(feature = "compared")]
mod arkworks {
    use super::*;

    with_arkworks_curves!(family);
}

#[cfg(feature = "secant")]
mod secant {
    use super::*;
    use secant_curve::*;
    use secant_guest::rfc0163::{Imports, Node, Secant};

    type Host = Node<Imports, Secant>;

    family! {
        pairings {
            "bls12_381" bls12_381::Bls12_381<Host>,
            "bls12_377" bls12_377::Bls12_377<Host>,
            "bw6_761" bw6_761::BW6_761<Host>,
        }
        groups {
            "ed_on_bls12_381_bandersnatch" "_sw" ed_on_bls12_381_bandersnatch::SWProjective<Host>,
            "ed_on_bls12_381_bandersnatch" "_te" ed_on_bls12_381_bandersnatch::EdwardsProjective<Host>,
            "ed_on_bls12_377" "" ed_on_bls12_377::EdwardsProjective<Host>,
            "pallas" "" pallas::Projective<Host>,
            "vesta" "" vesta::Projective<Host>,
        }
    }
}
