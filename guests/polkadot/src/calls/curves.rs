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
        Kind::Hosted => find(hosted::CURVES, name),
        #[cfg(feature = "compared")]
        Kind::Arkworks => find(arkworks::CURVES, name),
        #[cfg(feature = "compared")]
        Kind::Dummy => secant_rows::operation::<secant_rows::Secant<secant_rows::Dummy>>(name),
        #[cfg(feature = "secant")]
        Kind::Secant => find(secant::CURVES, name),
    }
}

/// The operation on a curve with the rest of a name: without curve and suffix.
type OfCurve = fn(&str) -> Option<Operation>;

fn of_pairing<E: Pairing>(kind: &str) -> Option<Operation> {
    let operation: Operation = match kind {
        "groth16_verification" => groth16_verification::<E>,
        "pairing" => pairing::<E>,
        "walk" => walk::<E>,
        _ => {
            let of_g1 = || of_group::<E::G1>(kind.strip_suffix("_g1")?);
            let of_g2 = || of_group::<E::G2>(kind.strip_suffix("_g2")?);
            return of_g1().or_else(of_g2);
        }
    };
    Some(operation)
}

fn of_group<G: CurveGroup>(kind: &str) -> Option<Operation> {
    let operation: Operation = match kind {
        "msm" => msm::<G>,
        "mul_projective" => mul_projective::<G>,
        "mul_affine" => mul_affine::<G>,
        _ => return None,
    };
    Some(operation)
}

/// The operation with a name, for curves with their names and the suffixes of their operations.
fn find(curves: &[(&str, &str, OfCurve)], name: &str) -> Option<Operation> {
    curves.iter().find_map(|(curve, suffix, of_curve)| {
        let kind = name.strip_prefix(curve)?.strip_prefix('_')?;
        of_curve(kind.strip_suffix(suffix)?)
    })
}

mod hosted {
    use super::*;
    use sp_crypto_ec_utils::*;

    #[rustfmt::skip]
    pub const CURVES: &[(&str, &str, OfCurve)] = &[
        ("bls12_381", "", of_pairing::<bls12_381::Bls12_381>),
        ("bls12_377", "", of_pairing::<bls12_377::Bls12_377>),
        ("bw6_761", "", of_pairing::<bw6_761::BW6_761>),
        ("ed_on_bls12_381_bandersnatch", "_sw", of_group::<ed_on_bls12_381_bandersnatch::SWProjective>),
        ("ed_on_bls12_381_bandersnatch", "_te", of_group::<ed_on_bls12_381_bandersnatch::EdwardsProjective>),
        ("ed_on_bls12_377", "", of_group::<ed_on_bls12_377::EdwardsProjective>),
        ("pallas", "", of_group::<pallas::Projective>),
        ("vesta", "", of_group::<vesta::Projective>),
    ];
}

#[cfg(feature = "compared")]
mod arkworks {
    use super::*;

    #[rustfmt::skip]
    pub const CURVES: &[(&str, &str, OfCurve)] = &[
        ("bls12_381", "", of_pairing::<ark_bls12_381::Bls12_381>),
        ("bls12_377", "", of_pairing::<ark_bls12_377::Bls12_377>),
        ("bw6_761", "", of_pairing::<ark_bw6_761::BW6_761>),
        ("ed_on_bls12_381_bandersnatch", "_sw", of_group::<ark_ed_on_bls12_381_bandersnatch::SWProjective>),
        ("ed_on_bls12_381_bandersnatch", "_te", of_group::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>),
        ("ed_on_bls12_377", "", of_group::<ark_ed_on_bls12_377::EdwardsProjective>),
        ("pallas", "", of_group::<ark_pallas::Projective>),
        ("vesta", "", of_group::<ark_vesta::Projective>),
    ];
}

#[cfg(feature = "secant")]
mod secant {
    use super::*;
    use secant_curve::*;
    use secant_guest::rfc0163::{Imports, Node, Secant};

    type Host = Node<Imports, Secant>;

    #[rustfmt::skip]
    pub const CURVES: &[(&str, &str, OfCurve)] = &[
        ("bls12_381", "", of_pairing::<bls12_381::Bls12_381<Host>>),
        ("bls12_377", "", of_pairing::<bls12_377::Bls12_377<Host>>),
        ("bw6_761", "", of_pairing::<bw6_761::BW6_761<Host>>),
        ("ed_on_bls12_381_bandersnatch", "_sw", of_group::<ed_on_bls12_381_bandersnatch::SWProjective<Host>>),
        ("ed_on_bls12_381_bandersnatch", "_te", of_group::<ed_on_bls12_381_bandersnatch::EdwardsProjective<Host>>),
        ("ed_on_bls12_377", "", of_group::<ed_on_bls12_377::EdwardsProjective<Host>>),
        ("pallas", "", of_group::<pallas::Projective<Host>>),
        ("vesta", "", of_group::<vesta::Projective<Host>>),
    ];
}
