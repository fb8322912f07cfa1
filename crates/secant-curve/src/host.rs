//! The host: where the heavy operations of a curve run.

use crate::{
    Compiled, CompiledPairing, G2Prepared, GroupId, PairingId, Raw,
    parameters::{SwParams, TeParams},
};
use alloc::vec::Vec;
use ark_ec::{
    CurveConfig,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, TECurveConfig},
};
use ark_ff::{Field, PrimeField};
use core::fmt::{Debug, Display, Formatter};
use core::hash::Hash;
use core::slice::from_ref;
use secant_engine::{
    ExceptionalAddition, Group, LaneGroup,
    hash_to_curve::MapField,
    pairing::{LazyRing, Lines, PairingParams, RingField, Sextic},
};
use secant_field::lanes::LaneField;

/// Why a host returned no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// The result is a point at infinity of an incomplete Edwards curve, which has no affine coordinates. This happens
    /// only if a point is outside the subgroup.
    ExceptionalAddition,
    /// Zero has no final exponentiation.
    ZeroMillerLoop,
    /// Two slices that must have the same length do not.
    UnequalCounts,
    /// An element is not in the target group of the pairing.
    NotInTargetGroup,
    /// A remote host refused the call with this error number, see `secant_abi::Error`.
    Refused(u32),
}

impl Display for HostError {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::ExceptionalAddition => Display::fmt(&ExceptionalAddition, f),
            Self::ZeroMillerLoop => f.write_str("zero has no final exponentiation"),
            Self::UnequalCounts => f.write_str("the two lists differ in length"),
            Self::NotInTargetGroup => f.write_str("an element is outside the target group"),
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
pub trait SwCurve: SWCurveConfig<ZeroFlag = (), BaseField: Raw + MapField, ScalarField: Raw + LaneField> {
    /// The curve's parameters.
    type Parameters: SwParams<BaseField = Self::BaseField, ScalarField = Self::ScalarField>;
    /// Where its heavy operations run.
    type Host: Host;
}

/// A twisted Edwards curve with a host.
pub trait TeCurve: TECurveConfig<BaseField: Raw + MapField, ScalarField: Raw + LaneField> {
    /// The curve's parameters.
    type Parameters: TeParams<BaseField = Self::BaseField, ScalarField = Self::ScalarField>;
    /// Where its heavy operations run.
    type Host: Host;
}

/// A curve group of secant. Hosts know its number, and its elements can be passed to them.
pub trait HostedGroup: Group<Affine: Raw, ScalarField: Raw> + LaneGroup + Raw {
    /// The group's number and name.
    const ID: GroupId;
    /// Where its heavy operations run.
    type Host: Host;
    /// The same group with the host [`Plain`](crate::Plain), which implements the operations.
    type Compiled: Compiled<BaseField = Self::BaseField, ScalarField = Self::ScalarField>;
}

impl<C: SwCurve> HostedGroup for sw::Projective<C> {
    const ID: GroupId = C::Parameters::ID;
    type Host = C::Host;
    type Compiled = <C::Parameters as SwParams>::Compiled;
}

impl<C: TeCurve> HostedGroup for te::Projective<C> {
    const ID: GroupId = C::Parameters::ID;
    type Host = C::Host;
    type Compiled = <C::Parameters as TeParams>::Compiled;
}

/// A pairing of secant.
pub trait HostedPairing: 'static + Sized + Send + Sync {
    /// The pairing's number and name.
    const ID: PairingId;
    /// The base field of the first group.
    type Fp: Raw + MapField + PrimeField;
    /// The scalar field of both groups.
    type Fr: Raw + LaneField;
    /// The first group.
    type G1: SwCurve<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SwCurve<ScalarField = Self::Fr>;
    /// The field that holds the target group.
    type Target: Raw + Sextic<Coefficient: RingField + LazyRing>;
    /// Where its heavy operations run.
    type Host: Host;
    /// The engine's algorithms for this family of curves.
    type Family: PairingParams<Fp = Self::Fp, Fr = Self::Fr, G1 = Self::G1, G2 = Self::G2, Target = Self::Target>;
    /// The same pairing with the host [`Plain`](crate::Plain), which implements the operations.
    type Compiled: CompiledPairing<
            Fr = Self::Fr,
            Target = Self::Target,
            G2: CurveConfig<BaseField = <Self::G2 as CurveConfig>::BaseField>,
        >;
}

/// A point of the first group of a pairing.
pub type G1Of<E> = sw::Affine<<E as HostedPairing>::G1>;
/// A point of the second group of a pairing.
pub type G2Of<E> = sw::Affine<<E as HostedPairing>::G2>;
/// The line functions of a point of the second group.
pub type LinesOf<E> = Lines<<<E as HostedPairing>::G2 as CurveConfig>::BaseField>;

/// Where the heavy operations of a curve run.
///
/// A host receives points that are on their curve but need not be in the prime-order subgroup. Its results must be the
/// true integer multiples all the same.
///
/// To forward the operations to another place, implement `secant_guest::Transport` (one method on bytes) rather than
/// this trait.
///
/// Scalars are public: a host may take a time that depends on them, and a remote host receives them in clear.
pub trait Host: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// `sum scalars[i] * bases[i]` for slices of equal length.
    fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError>;

    /// The integer multiple `scalar * base`. `scalar` is little endian and may have any length.
    fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError>;

    /// `scalar * base` for a base in the prime-order subgroup. For other bases the result is unspecified.
    ///
    /// [`Subgroup`](crate::Subgroup) guarantees that a point is in the subgroup. A remote host multiplies as for any
    /// point of the curve.
    fn mul_in_subgroup<G: HostedGroup>(base: &G, scalar: &G::ScalarField) -> Result<G, HostError> {
        Self::mul(&base.into_affine(), scalar.into_bigint().as_ref())
    }

    /// Whether a point of the curve is in the prime-order subgroup.
    fn is_in_subgroup<G: HostedGroup>(point: &G::Affine) -> Result<bool, HostError> {
        let order = G::ScalarField::MODULUS;
        match Self::mul::<G>(point, order.as_ref()) {
            Ok(p) => Ok(p.is_zero()),
            // The order times the point is a point at infinity, which is not the identity.
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

    /// The line functions of a point other than the identity, if this host can use them.
    fn lines<E: HostedPairing>(_: &G2Of<E>) -> Option<LinesOf<E>> {
        None
    }

    /// [`Self::multi_miller_loop`] with points of the second group that may carry their line functions.
    fn multi_miller_loop_prepared<E: HostedPairing>(
        p: &[G1Of<E>],
        q: &[G2Prepared<E>],
    ) -> Result<E::Target, HostError> {
        Self::multi_miller_loop::<E>(p, &points(q))
    }

    /// [`Self::multi_pairing`] with points of the second group that may carry their line functions.
    fn multi_pairing_prepared<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Prepared<E>]) -> Result<E::Target, HostError> {
        Self::multi_pairing::<E>(p, &points(q))
    }

    /// The product of all `elements[i]^exponents[i]`, over slices of equal length, for elements of the target group.
    ///
    /// For other elements the result is unspecified if it is computed in place. A remote host must refuse them with
    /// [`HostError::NotInTargetGroup`], or keep the default [`Self::check_target_group`].
    fn multi_exp<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<E::Target, HostError>;

    /// `element^exponent`, under the conditions of [`Self::multi_exp`].
    fn exp<E: HostedPairing>(element: &E::Target, exponent: &E::Fr) -> Result<E::Target, HostError> {
        Self::multi_exp::<E>(from_ref(element), from_ref(exponent))
    }

    /// All `elements[i]^exponents[i]`, over slices of equal length, under the conditions of [`Self::multi_exp`].
    fn exp_each<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<Vec<E::Target>, HostError> {
        equal_counts(elements, exponents)?;
        let terms = elements.iter().zip(exponents);
        terms.map(|(g, e)| Self::exp::<E>(g, e)).collect()
    }

    /// [`HostError::NotInTargetGroup`] for an element outside the target group. A host whose [`Self::multi_exp`]
    /// refuses such elements itself has nothing to check here.
    fn check_target_group<E: HostedPairing>(elements: &[E::Target]) -> Result<(), HostError> {
        let inside = E::Compiled::are_in_target_group(elements);
        if inside.into_iter().all(|inside| inside) {
            Ok(())
        } else {
            Err(HostError::NotInTargetGroup)
        }
    }
}

fn points<E: HostedPairing>(q: &[G2Prepared<E>]) -> Vec<G2Of<E>> {
    q.iter().map(|q| *q.point()).collect()
}

/// Whether a product of pairings is one.
pub(crate) fn is_one<E: HostedPairing>(product: Result<E::Target, HostError>) -> Result<bool, HostError> {
    match product {
        Ok(product) => Ok(product == E::Target::ONE),
        // Only points outside the subgroups give zero.
        Err(HostError::ZeroMillerLoop) => Ok(false),
        Err(e) => Err(e),
    }
}

pub(crate) fn equal_counts<A, B>(a: &[A], b: &[B]) -> Result<(), HostError> {
    if a.len() == b.len() {
        Ok(())
    } else {
        Err(HostError::UnequalCounts)
    }
}
