//! Where the heavy operations of a curve run.

use crate::{Compressed, G2Prepared, GroupId, PairingId, Raw, decompress};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveConfig, CurveGroup,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, TECurveConfig},
};
use ark_ff::{Field, PrimeField, Zero};
use ark_serialize::{SerializationError, Validate};
use core::fmt::{Debug, Display, Formatter};
use core::hash::Hash;
use secant_engine::{
    ExceptionalAddition, Group, LaneGroup, are_annihilated_on_lanes, msm_on_lanes, mul_each_on_lanes,
    pairing::{LinesOf, PairingParams},
    sswu::MapField,
    sw::{
        Endomorphism, Membership, SubgroupMul, are_in_subgroup_on_lanes, is_in_subgroup, mul_each_in_subgroup_on_lanes,
        mul_each_with_endomorphism_on_lanes, mul_in_subgroup, mul_with_endomorphism,
    },
};

/// Points from which on lanes beat single elements.
const MSM_ON_LANES: usize = 2;
/// Multiplications from which on lanes beat single elements.
const MUL_EACH_ON_LANES: usize = 3;
/// Points to check for the subgroup from which on lanes beat single elements.
const SUBGROUP_ON_LANES: usize = 2;
/// Points to normalise or to check against the curve's equation from which on lanes beat single elements.
const COORDINATES_ON_LANES: usize = 8;

/// Why a host gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// The result is a point at infinity of an incomplete Edwards curve, which has no affine coordinates: a
    /// point is outside the subgroup.
    ExceptionalAddition,
    /// The final exponentiation was asked of zero.
    ZeroMillerLoop,
    /// Slices that belong together differ in length.
    UnequalCounts,
    /// A remote host refused the call with this number, see `secant_abi::Error`.
    Refused(u32),
}

impl Display for HostError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::ExceptionalAddition => Display::fmt(&ExceptionalAddition, f),
            Self::ZeroMillerLoop => f.write_str("zero has no final exponentiation"),
            Self::UnequalCounts => f.write_str("the two lists differ in length"),
            Self::Refused(code) => write!(f, "the host refused the call with error {code}"),
        }
    }
}

impl core::error::Error for HostError {}

impl From<ExceptionalAddition> for HostError {
    fn from(_: ExceptionalAddition) -> Self {
        Self::ExceptionalAddition
    }
}

/// A short Weierstrass curve with a host.
pub trait SwCurve: SWCurveConfig<ZeroFlag = (), BaseField: Raw + MapField, ScalarField: Raw> {
    /// The group's number and name.
    const ID: GroupId;
    /// An endomorphism that is exact on the whole curve, where one pays off.
    const ENDOMORPHISM: Option<Endomorphism<Self::BaseField>> = None;
    /// How to multiply in the prime-order subgroup, where that is faster than on the whole curve.
    const SUBGROUP: Option<SubgroupMul<Self::BaseField>> = None;
    /// How to tell whether a point is in the prime-order subgroup, where that is faster than a multiplication by the order.
    const MEMBERSHIP: Option<Membership<Self::BaseField>> = None;
    /// Where its heavy operations run.
    type Host: Host;

    /// Reads a compressed point, without a root or a check: the first step of `deserialize_with_mode`.
    ///
    /// # Errors
    /// Those of `deserialize_with_mode`.
    fn read_compressed(bytes: &[u8]) -> Result<Compressed<Self::BaseField>, SerializationError> {
        decompress::read(bytes)
    }
}

/// A twisted Edwards curve with a host.
pub trait TeCurve: TECurveConfig<BaseField: Raw + MapField, ScalarField: Raw> {
    /// The group's number and name.
    const ID: GroupId;
    /// An endomorphism to multiply with in the prime-order subgroup, if there is one.
    const ENDOMORPHISM: Option<secant_engine::te::Endomorphism<Self::BaseField>> = None;
    /// Where its heavy operations run.
    type Host: Host;
}

/// A curve group of secant: one with a number that hosts know, and with elements that can cross to them.
pub trait HostedGroup: Group<Affine: Raw, ScalarField: Raw> + LaneGroup + Raw {
    /// The group's number and name.
    const ID: GroupId;
    /// Where its heavy operations run.
    type Host: Host;

    /// The integer multiple, computed in place by the best method for this curve.
    fn mul_in_place(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        Self::scalar_mul(base, scalar)
    }

    /// The multiple of a point of the prime-order subgroup, computed in place by the best method for this curve.
    fn mul_in_subgroup_in_place(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
        Self::mul_in_place(&base.into_affine(), scalar.into_bigint().as_ref())
    }

    /// `sum scalars[i] * bases[i]` for slices of equal length, computed in place by the best method for this curve.
    fn msm_in_place(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Self, ExceptionalAddition> {
        if bases.len() >= MSM_ON_LANES
            && let Some(sum) = msm_on_lanes(bases, scalars)
        {
            return sum;
        }
        Self::multi_scalar_mul(bases, scalars)
    }

    /// [`Self::mul_each_in_place`] for points of the prime-order subgroup.
    fn mul_each_in_subgroup_in_place(
        bases: &[Self::Affine],
        scalars: &[Self::ScalarField],
    ) -> Result<Vec<Self>, ExceptionalAddition> {
        Self::mul_each_in_place(bases, scalars)
    }

    /// `scalars[i] * bases[i]` for slices of equal length, computed in place by the best method for this curve.
    fn mul_each_in_place(
        bases: &[Self::Affine],
        scalars: &[Self::ScalarField],
    ) -> Result<Vec<Self>, ExceptionalAddition> {
        if bases.len() >= MUL_EACH_ON_LANES
            && let Some(multiples) = mul_each_on_lanes(bases, scalars)
        {
            return multiples;
        }
        one_by_one(bases, scalars)
    }

    /// The affine form of many points, computed in place.
    fn normalize_in_place(points: &[Self]) -> Vec<Self::Affine> {
        if points.len() >= COORDINATES_ON_LANES
            && let Some(affine) = Self::normalize_on_lanes(points)
        {
            return affine;
        }
        Self::normalize(points)
    }

    /// Whether each point is on the curve, computed in place.
    fn are_on_curve_in_place(points: &[Self::Affine]) -> Vec<bool> {
        if points.len() >= COORDINATES_ON_LANES
            && let Some(flags) = Self::are_on_curve_on_lanes(points)
        {
            return flags;
        }
        points.iter().map(Self::is_on_curve).collect()
    }

    /// Whether a point is on the curve.
    fn is_on_curve(point: &Self::Affine) -> bool;

    /// Whether a point of the curve is in the prime-order subgroup, computed in place by the best method for this curve.
    fn is_in_subgroup_in_place(point: &Self::Affine) -> bool {
        let order = Self::ScalarField::MODULUS;
        // A point at infinity of an incomplete curve is not the identity.
        Self::Config::cofactor_is_one() || Self::mul_in_place(point, order.as_ref()).is_ok_and(|p| p.is_zero())
    }

    /// [`Self::is_in_subgroup_in_place`] for each of many points.
    fn are_in_subgroup_in_place(points: &[Self::Affine]) -> Vec<bool> {
        if Self::Config::cofactor_is_one() {
            return alloc::vec![true; points.len()];
        }
        let answers = if points.len() < SUBGROUP_ON_LANES {
            None
        } else {
            Self::are_in_subgroup_on_lanes(points)
        };
        let answers = answers.unwrap_or_else(|| alloc::vec![None; points.len()]);
        points
            .iter()
            .zip(answers)
            .map(|(p, answer)| answer.unwrap_or_else(|| Self::is_in_subgroup_in_place(p)))
            .collect()
    }

    /// The points of many compressed encodings, computed in place.
    fn decompress_in_place<B: AsRef<[u8]>>(
        encodings: &[B],
        validate: Validate,
    ) -> Vec<Result<Self::Affine, SerializationError>>;

    /// [`Self::is_in_subgroup_in_place`] for each of many points, where lanes serve it.
    fn are_in_subgroup_on_lanes(points: &[Self::Affine]) -> Option<Vec<Option<bool>>> {
        are_annihilated_on_lanes::<Self>(points, Self::ScalarField::MODULUS.as_ref())
    }
}

/// For [`HostedGroup::mul_each_in_place`] and the like.
fn one_by_one<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<Vec<G>, ExceptionalAddition> {
    let pairs = bases.iter().zip(scalars);
    pairs
        .map(|(base, scalar)| G::mul_in_place(base, scalar.into_bigint().as_ref()))
        .collect()
}

impl<C: SwCurve> HostedGroup for sw::Projective<C> {
    const ID: GroupId = C::ID;
    type Host = C::Host;

    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn decompress_in_place<B: AsRef<[u8]>>(
        encodings: &[B],
        validate: Validate,
    ) -> Vec<Result<Self::Affine, SerializationError>> {
        decompress::short_weierstrass::<C, B>(encodings, validate)
    }

    fn is_in_subgroup_in_place(point: &Self::Affine) -> bool {
        let order = C::ScalarField::MODULUS;
        match &C::MEMBERSHIP {
            Some(test) => is_in_subgroup(point, test),
            None => C::cofactor_is_one() || Self::mul_in_place(point, order.as_ref()).is_ok_and(|p| p.is_zero()),
        }
    }

    fn are_in_subgroup_on_lanes(points: &[Self::Affine]) -> Option<Vec<Option<bool>>> {
        match &C::MEMBERSHIP {
            Some(test) => are_in_subgroup_on_lanes(points, test),
            None => are_annihilated_on_lanes::<Self>(points, C::ScalarField::MODULUS.as_ref()),
        }
    }

    fn mul_in_place(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        match &C::ENDOMORPHISM {
            Some(endomorphism) => Ok(mul_with_endomorphism(base, scalar, endomorphism)),
            None => Self::scalar_mul(base, scalar),
        }
    }

    fn mul_in_subgroup_in_place(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
        let scalar = scalar.into_bigint();
        match &C::SUBGROUP {
            Some(method) => Ok(mul_in_subgroup(base, scalar.as_ref(), method)),
            None => Self::mul_in_place(&base.into_affine(), scalar.as_ref()),
        }
    }

    fn mul_each_in_place(
        bases: &[Self::Affine],
        scalars: &[Self::ScalarField],
    ) -> Result<Vec<Self>, ExceptionalAddition> {
        if bases.len() >= MUL_EACH_ON_LANES {
            if let Some(endomorphism) = &C::ENDOMORPHISM {
                if let Some(multiples) = mul_each_with_endomorphism_on_lanes(bases, scalars, endomorphism) {
                    return Ok(multiples);
                }
            } else if let Some(multiples) = mul_each_on_lanes(bases, scalars) {
                return multiples;
            }
        }
        one_by_one(bases, scalars)
    }

    fn mul_each_in_subgroup_in_place(
        bases: &[Self::Affine],
        scalars: &[Self::ScalarField],
    ) -> Result<Vec<Self>, ExceptionalAddition> {
        let Some(method) = &C::SUBGROUP else {
            return Self::mul_each_in_place(bases, scalars);
        };
        if bases.len() >= MUL_EACH_ON_LANES
            && let Some(multiples) = mul_each_in_subgroup_on_lanes(bases, scalars, method)
        {
            return Ok(multiples);
        }
        let pairs = bases.iter().zip(scalars);
        pairs
            .map(|(base, scalar)| Self::mul_in_subgroup_in_place(&base.into_group(), scalar))
            .collect()
    }
}

impl<C: TeCurve> HostedGroup for te::Projective<C> {
    const ID: GroupId = C::ID;
    type Host = C::Host;

    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn mul_in_subgroup_in_place(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
        let scalar = scalar.into_bigint();
        match &C::ENDOMORPHISM {
            Some(endomorphism) => secant_engine::te::mul_in_subgroup(base, scalar.as_ref(), endomorphism),
            None => Self::mul_in_place(&base.into_affine(), scalar.as_ref()),
        }
    }

    fn decompress_in_place<B: AsRef<[u8]>>(
        encodings: &[B],
        validate: Validate,
    ) -> Vec<Result<Self::Affine, SerializationError>> {
        decompress::twisted_edwards::<C, B>(encodings, validate)
    }
}

/// A pairing of secant.
pub trait HostedPairing: PairingParams<G1: SwCurve, G2: SwCurve, Target: Raw> {
    /// The pairing's number and name.
    const ID: PairingId;
    /// Where its heavy operations run.
    type Host: Host;
}

/// The points of the first group of a pairing.
pub type G1Of<E> = sw::Affine<<E as PairingParams>::G1>;
/// The points of the second group of a pairing.
pub type G2Of<E> = sw::Affine<<E as PairingParams>::G2>;

/// Where the heavy operations of a curve run.
///
/// The points that a host receives are on their curve; they need not be in the prime-order subgroup, and
/// results must be the true integer multiples all the same.
///
/// To forward the operations elsewhere, implement `secant_guest::Transport` (one method on bytes) rather
/// than this trait.
pub trait Host: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// `sum scalars[i] * bases[i]` for slices of equal length.
    fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError>;

    /// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
    fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError>;

    /// `scalar * base` for a base in the prime-order subgroup; for others the result is unspecified.
    ///
    /// [`Subgroup`](crate::Subgroup) carries the proof that a point is there. A host elsewhere multiplies as for any
    /// point of the curve.
    fn mul_in_subgroup<G: HostedGroup>(base: &G, scalar: &G::ScalarField) -> Result<G, HostError> {
        Self::mul(&base.into_affine(), scalar.into_bigint().as_ref())
    }

    /// Whether a point of the curve is in the prime-order subgroup.
    fn is_in_subgroup<G: HostedGroup>(point: &G::Affine) -> Result<bool, HostError> {
        let order = G::ScalarField::MODULUS;
        match Self::mul::<G>(point, order.as_ref()) {
            Ok(p) => Ok(p.is_zero()),
            // A point at infinity is not the identity.
            Err(HostError::ExceptionalAddition) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// The affine form of many points.
    fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError>;

    /// The product of the Miller loops over slices of equal length.
    fn multi_miller_loop<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError>;

    /// The final exponentiation.
    fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError>;

    /// The product of the pairings over slices of equal length, in one call.
    fn multi_pairing<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        Self::final_exponentiation::<E>(&Self::multi_miller_loop::<E>(p, q)?)
    }

    /// Whether the product of the pairings over slices of equal length is one.
    fn pairing_check<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<bool, HostError> {
        is_one::<E>(Self::multi_pairing::<E>(p, q))
    }

    /// The lines of a second argument, for a host that can use them and a point that is not the identity.
    fn lines<E: HostedPairing>(_: &G2Of<E>) -> Option<LinesOf<E>> {
        None
    }

    /// [`Self::multi_miller_loop`] with second arguments that may have their lines.
    fn multi_miller_loop_prepared<E: HostedPairing>(
        p: &[G1Of<E>],
        q: &[G2Prepared<E>],
    ) -> Result<E::Target, HostError> {
        Self::multi_miller_loop::<E>(p, &points(q))
    }

    /// [`Self::multi_pairing`] with second arguments that may have their lines.
    fn multi_pairing_prepared<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Prepared<E>]) -> Result<E::Target, HostError> {
        Self::multi_pairing::<E>(p, &points(q))
    }
}

fn points<E: HostedPairing>(q: &[G2Prepared<E>]) -> Vec<G2Of<E>> {
    q.iter().map(|q| *q.point()).collect()
}

/// Whether a product of pairings is one.
pub(crate) fn is_one<E: HostedPairing>(product: Result<E::Target, HostError>) -> Result<bool, HostError> {
    match product {
        Ok(product) => Ok(product == E::Target::ONE),
        // Only points outside the subgroups give it.
        Err(HostError::ZeroMillerLoop) => Ok(false),
        Err(e) => Err(e),
    }
}

/// Computes in place, on any target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plain;

/// Computes in place with the engine's best back end for the CPU that runs it.
///
/// Both hosts in place run the same code: on x86-64 with `std` each uses the best back end of the CPU
/// (`secant_field::backend`), elsewhere plain Rust, and with the feature `parallel` on the threads of the caller's rayon
/// pool, else in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Native;

pub(crate) fn equal_counts<A, B>(a: &[A], b: &[B]) -> Result<(), HostError> {
    if a.len() == b.len() {
        Ok(())
    } else {
        Err(HostError::UnequalCounts)
    }
}

macro_rules! impl_in_place {
    ($($host:ty),*) => {$(
        impl Host for $host {
            fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError> {
                equal_counts(bases, scalars)?;
                Ok(G::msm_in_place(bases, scalars)?)
            }

            fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError> {
                Ok(G::mul_in_place(base, scalar)?)
            }

            fn mul_in_subgroup<G: HostedGroup>(base: &G, scalar: &G::ScalarField) -> Result<G, HostError> {
                Ok(G::mul_in_subgroup_in_place(base, scalar)?)
            }

            fn is_in_subgroup<G: HostedGroup>(point: &G::Affine) -> Result<bool, HostError> {
                Ok(G::is_in_subgroup_in_place(point))
            }

            fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError> {
                Ok(G::normalize_in_place(points))
            }

            fn multi_miller_loop<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
                equal_counts(p, q)?;
                Ok(<E as PairingParams>::multi_miller_loop(p, q, &[]))
            }

            fn lines<E: HostedPairing>(q: &G2Of<E>) -> Option<LinesOf<E>> {
                <E as PairingParams>::lines(q)
            }

            fn multi_miller_loop_prepared<E: HostedPairing>(
                p: &[G1Of<E>],
                q: &[G2Prepared<E>],
            ) -> Result<E::Target, HostError> {
                equal_counts(p, q)?;
                let (mut first, mut second, mut known) = (Vec::new(), Vec::new(), Vec::new());
                for (p, q) in p.iter().zip(q) {
                    match q.lines() {
                        Some(lines) => known.push((*p, lines)),
                        None => {
                            first.push(*p);
                            second.push(*q.point());
                        }
                    }
                }
                Ok(<E as PairingParams>::multi_miller_loop(&first, &second, &known))
            }

            fn multi_pairing_prepared<E: HostedPairing>(
                p: &[G1Of<E>],
                q: &[G2Prepared<E>],
            ) -> Result<E::Target, HostError> {
                Self::final_exponentiation::<E>(&Self::multi_miller_loop_prepared::<E>(p, q)?)
            }

            fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError> {
                <E as PairingParams>::final_exponentiation(f).ok_or(HostError::ZeroMillerLoop)
            }
        }
    )*};
}

impl_in_place!(Plain, Native);

/// Multiplication for the arkworks traits, whose methods cannot fail.
///
/// # Panics
/// If the host refuses: on an incomplete Edwards curve with a point outside the subgroup whose multiple is at
/// infinity, or if a remote host fails. [`Host::mul`] gives the error instead.
pub(crate) fn mul_or_panic<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> G {
    if base.is_zero() {
        return G::zero();
    }
    match G::Host::mul::<G>(base, scalar) {
        Ok(p) => p,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// [`mul_or_panic`] for a base in projective coordinates.
pub(crate) fn mul_projective_or_panic<G: HostedGroup>(base: &G, scalar: &[u64]) -> G {
    mul_or_panic(&base.into_affine(), scalar)
}

/// Multi-scalar multiplication for the arkworks traits, which report the shorter length on a mismatch.
pub(crate) fn msm_or_panic<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, usize> {
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
pub(crate) fn is_in_subgroup_or_panic<G: HostedGroup>(point: &G::Affine) -> bool {
    match G::Host::is_in_subgroup::<G>(point) {
        Ok(inside) => inside,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}
