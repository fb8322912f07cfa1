//! arkworks' traits for every curve, from its parameters and its host.

use crate::{
    Host, HostedGroup, Plain, SwCurve, TeCurve,
    encoding::Encoding,
    parameters::{CurveParams, InverseOfCofactor, SwParams, TeParams},
};
use ark_ec::{
    AffineRepr, CurveConfig,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, MontCurveConfig, TECurveConfig},
};
use ark_serialize::{Compress, Read, SerializationError, Validate, Write};
use core::marker::PhantomData;
use educe::Educe;

/// The curve or the pairing with the parameters `P`, whose heavy operations run on the host `H`.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hosted<P, H = Plain>(PhantomData<fn() -> (P, H)>);

impl<P: CurveParams, H: Host> CurveConfig for Hosted<P, H> {
    type BaseField = P::BaseField;
    type ScalarField = P::ScalarField;
    const COFACTOR: &'static [u64] = P::COFACTOR;
    const COFACTOR_INV: P::ScalarField = <P::ScalarField as InverseOfCofactor<P>>::INVERSE;
}

impl<P: SwParams, H: Host> SwCurve for Hosted<P, H> {
    type Parameters = P;
    type Host = H;
}

impl<P: SwParams, H: Host> SWCurveConfig for Hosted<P, H> {
    const COEFF_A: P::BaseField = P::A;
    const COEFF_B: P::BaseField = P::B;
    const GENERATOR: sw::Affine<Self> = sw::Affine::new_unchecked(P::GENERATOR.0, P::GENERATOR.1);
    // (0, 0) is not on the curve since b is not zero, so it can stand for the identity.
    type ZeroFlag = ();

    #[inline]
    fn mul_projective(base: &sw::Projective<Self>, scalar: &[u64]) -> sw::Projective<Self> {
        mul_projective_or_panic(base, scalar)
    }

    #[inline]
    fn mul_affine(base: &sw::Affine<Self>, scalar: &[u64]) -> sw::Projective<Self> {
        mul_or_panic(base, scalar)
    }

    #[inline]
    fn msm(bases: &[sw::Affine<Self>], scalars: &[P::ScalarField]) -> Result<sw::Projective<Self>, usize> {
        msm_or_panic(bases, scalars)
    }

    fn is_in_correct_subgroup_assuming_on_curve(item: &sw::Affine<Self>) -> bool {
        Self::cofactor_is_one() || is_in_subgroup_or_panic::<sw::Projective<Self>>(item)
    }

    fn clear_cofactor(item: &sw::Affine<Self>) -> sw::Affine<Self> {
        Self::mul_affine(item, P::CLEARING).into()
    }

    #[inline]
    fn serialize_with_mode<W: Write>(
        item: &sw::Affine<Self>,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        P::Encoding::serialize(item, writer, compress)
    }

    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<sw::Affine<Self>, SerializationError> {
        P::Encoding::deserialize(reader, compress, validate)
    }

    #[inline]
    fn serialized_size(compress: Compress) -> usize {
        P::Encoding::serialized_size::<Self>(compress)
    }
}

impl<P: TeParams, H: Host> TeCurve for Hosted<P, H> {
    type Parameters = P;
    type Host = H;
}

impl<P: TeParams, H: Host> TECurveConfig for Hosted<P, H> {
    const COEFF_A: P::BaseField = P::A;
    const COEFF_D: P::BaseField = P::D;
    const GENERATOR: te::Affine<Self> = te::Affine::new_unchecked(P::GENERATOR.0, P::GENERATOR.1);
    type MontCurveConfig = Self;

    #[inline(always)]
    fn mul_by_a(elem: P::BaseField) -> P::BaseField {
        P::mul_by_a(elem)
    }

    #[inline]
    fn mul_projective(base: &te::Projective<Self>, scalar: &[u64]) -> te::Projective<Self> {
        mul_projective_or_panic(base, scalar)
    }

    #[inline]
    fn mul_affine(base: &te::Affine<Self>, scalar: &[u64]) -> te::Projective<Self> {
        mul_or_panic(base, scalar)
    }

    #[inline]
    fn msm(bases: &[te::Affine<Self>], scalars: &[P::ScalarField]) -> Result<te::Projective<Self>, usize> {
        msm_or_panic(bases, scalars)
    }

    fn is_in_correct_subgroup_assuming_on_curve(item: &te::Affine<Self>) -> bool {
        is_in_subgroup_or_panic::<te::Projective<Self>>(item)
    }
}

impl<P: TeParams, H: Host> MontCurveConfig for Hosted<P, H> {
    const COEFF_A: P::BaseField = P::MONTGOMERY.0;
    const COEFF_B: P::BaseField = P::MONTGOMERY.1;
    type TECurveConfig = Self;
}

/// Multiplication for the arkworks traits, whose methods cannot fail.
///
/// # Panics
/// If the host refuses: when a multiple of a point outside the subgroup of an incomplete Edwards curve is at infinity,
/// or when a remote host fails. [`Host::mul`] returns the error instead.
fn mul_or_panic<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> G {
    if base.is_zero() {
        return G::zero();
    }
    match G::Host::mul::<G>(base, scalar) {
        Ok(p) => p,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// [`mul_or_panic`] for a base in projective coordinates.
fn mul_projective_or_panic<G: HostedGroup>(base: &G, scalar: &[u64]) -> G {
    mul_or_panic(&base.into_affine(), scalar)
}

/// Multi-scalar multiplication for the arkworks traits, which return the shorter length if the lengths differ.
fn msm_or_panic<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, usize> {
    if bases.len() != scalars.len() {
        return Err(bases.len().min(scalars.len()));
    }
    match G::Host::msm::<G>(bases, scalars) {
        Ok(p) => Ok(p),
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// Membership in the prime-order subgroup for the arkworks traits.
///
/// # Panics
/// If a remote host fails.
fn is_in_subgroup_or_panic<G: HostedGroup>(point: &G::Affine) -> bool {
    match G::Host::is_in_subgroup::<G>(point) {
        Ok(inside) => inside,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}
