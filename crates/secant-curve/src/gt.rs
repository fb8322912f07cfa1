//! The target group of a pairing: exponentiation, multi-exponentiation and membership tests. Exponentiations are much
//! faster here than with the arithmetic of `PairingOutput`.
//!
//! arkworks writes the group additively, as [`PairingOutput`], so that `g^e` is `g * e` and a product is `+`. This
//! module writes it multiplicatively, as most protocols do.
//!
//! These operations use properties of the group of prime order `r` that do not hold in the whole field. So each comes
//! in two forms:
//!
//! The form without a suffix refuses every element outside the group: zero, minus one, other elements of the field, and
//! elements of the cyclotomic subgroup whose order is not `r`.
//!
//! The form `_unchecked` is for elements that are known to be in the group: results of a pairing or of these
//! operations, or elements that were decoded with validation. For other elements its result is unspecified, but it
//! never panics. A remote host refuses elements outside the group in both forms.
//!
//! ```
//! use ark_ec::{PrimeGroup, pairing::PairingOutput};
//! use secant_curve::{HostError, bls12_381::{Bls12_381, Fr}, gt};
//!
//! type E = Bls12_381;
//!
//! let g = PairingOutput::<E>::generator();
//! let [a, b] = [2u64, 3].map(|e| gt::exp::<E>(&g, &Fr::from(e)));
//! let product = gt::multi_exp::<E>(&[a?, b?], &[Fr::from(5u64), Fr::from(7u64)])?;
//! assert_eq!(product, g * Fr::from(2u64 * 5 + 3 * 7));
//!
//! // Minus one has order two.
//! let outside = PairingOutput::<E>(-g.0);
//! assert_eq!(gt::multi_exp::<E>(&[g, outside], &[Fr::from(1u64); 2]), Err(HostError::NotInTargetGroup));
//! # Ok::<(), HostError>(())
//! ```

use crate::{
    CompiledPairing, Host, HostError, HostedPairing, PairingCurve,
    host::equal_counts,
    raw::{recast, recast_vec},
};
use alloc::vec::Vec;
use ark_ec::pairing::{Pairing, PairingOutput};
use ark_ff::Field;
use core::{
    fmt::{self, Debug, Formatter},
    slice::from_ref,
};

/// A pairing with the operations of its target group. The functions of this module call them.
pub trait TargetGroup: Pairing {
    /// See [`multi_exp_unchecked`].
    ///
    /// # Errors
    /// See there.
    fn multi_exp_unchecked(
        elements: &[PairingOutput<Self>],
        exponents: &[Self::ScalarField],
    ) -> Result<PairingOutput<Self>, HostError>;

    /// See [`exp_unchecked`].
    ///
    /// # Errors
    /// See there.
    fn exp_unchecked(
        element: &PairingOutput<Self>,
        exponent: &Self::ScalarField,
    ) -> Result<PairingOutput<Self>, HostError>;

    /// See [`exp_each_unchecked`].
    ///
    /// # Errors
    /// See there.
    fn exp_each_unchecked(
        elements: &[PairingOutput<Self>],
        exponents: &[Self::ScalarField],
    ) -> Result<Vec<PairingOutput<Self>>, HostError>;

    /// The precomputed powers that [`FixedBase`] keeps.
    type Powers: Send + Sync;

    /// See [`FixedBase::new_unchecked`].
    fn powers(element: &PairingOutput<Self>, count: usize) -> Self::Powers;

    /// The element that [`Self::powers`] was computed from.
    fn element_of_powers(powers: &Self::Powers) -> PairingOutput<Self>;

    /// See [`FixedBase::exp_each`].
    fn exp_each_of_powers(powers: &Self::Powers, exponents: &[Self::ScalarField]) -> Vec<PairingOutput<Self>>;

    /// See [`are_in_target_group`].
    fn are_in_target_group(elements: &[PairingOutput<Self>]) -> Vec<bool>;

    /// See [`Host::check_target_group`]. With this check before them, the operations above refuse elements outside
    /// the group on every host.
    ///
    /// # Errors
    /// See there.
    fn check_target_group(elements: &[PairingOutput<Self>]) -> Result<(), HostError>;
}

impl<P> TargetGroup for PairingCurve<P>
where
    P: HostedPairing<G2: ark_ec::CurveConfig<BaseField: Field<BasePrimeField = P::Fp>>>,
{
    fn multi_exp_unchecked(
        elements: &[PairingOutput<Self>],
        exponents: &[P::Fr],
    ) -> Result<PairingOutput<Self>, HostError> {
        P::Host::multi_exp::<P>(recast(elements), exponents).map(PairingOutput)
    }

    fn exp_unchecked(element: &PairingOutput<Self>, exponent: &P::Fr) -> Result<PairingOutput<Self>, HostError> {
        P::Host::exp::<P>(&element.0, exponent).map(PairingOutput)
    }

    fn exp_each_unchecked(
        elements: &[PairingOutput<Self>],
        exponents: &[P::Fr],
    ) -> Result<Vec<PairingOutput<Self>>, HostError> {
        P::Host::exp_each::<P>(recast(elements), exponents).map(recast_vec)
    }

    type Powers = secant_engine::pairing::FixedBase<P::Target>;

    fn powers(element: &PairingOutput<Self>, count: usize) -> Self::Powers {
        P::Compiled::fixed_base(&element.0, count)
    }

    fn element_of_powers(powers: &Self::Powers) -> PairingOutput<Self> {
        PairingOutput(*powers.element())
    }

    fn exp_each_of_powers(powers: &Self::Powers, exponents: &[P::Fr]) -> Vec<PairingOutput<Self>> {
        recast_vec(P::Compiled::exp_each_of_fixed(powers, exponents))
    }

    fn are_in_target_group(elements: &[PairingOutput<Self>]) -> Vec<bool> {
        P::Compiled::are_in_target_group(recast(elements))
    }

    fn check_target_group(elements: &[PairingOutput<Self>]) -> Result<(), HostError> {
        P::Host::check_target_group::<P>(recast(elements))
    }
}

/// The product of all `elements[i]^exponents[i]`, in one call to a remote host. The product of no elements is one.
///
/// Elements may repeat. An element may be one, and an exponent may be zero. From a few elements on, this is faster than
/// separate exponentiations.
///
/// # Errors
/// [`HostError::UnequalCounts`]; [`HostError::NotInTargetGroup`] if an element is outside the group, whatever its
/// exponent; and the errors of a remote host.
pub fn multi_exp<E: TargetGroup>(
    elements: &[PairingOutput<E>],
    exponents: &[E::ScalarField],
) -> Result<PairingOutput<E>, HostError> {
    equal_counts(elements, exponents)?;
    E::check_target_group(elements)?;
    E::multi_exp_unchecked(elements, exponents)
}

/// [`multi_exp`] of elements that are known to be in the group. For other elements the result is unspecified.
///
/// # Errors
/// [`HostError::UnequalCounts`], and the errors of a remote host, which also refuses elements outside the group.
pub fn multi_exp_unchecked<E: TargetGroup>(
    elements: &[PairingOutput<E>],
    exponents: &[E::ScalarField],
) -> Result<PairingOutput<E>, HostError> {
    E::multi_exp_unchecked(elements, exponents)
}

/// `element^exponent`.
///
/// # Errors
/// [`HostError::NotInTargetGroup`], and the errors of a remote host.
pub fn exp<E: TargetGroup>(
    element: &PairingOutput<E>,
    exponent: &E::ScalarField,
) -> Result<PairingOutput<E>, HostError> {
    E::check_target_group(from_ref(element))?;
    E::exp_unchecked(element, exponent)
}

/// [`exp`] of an element that is known to be in the group. For other elements the result is unspecified.
///
/// # Errors
/// The errors of a remote host, which also refuses elements outside the group.
pub fn exp_unchecked<E: TargetGroup>(
    element: &PairingOutput<E>,
    exponent: &E::ScalarField,
) -> Result<PairingOutput<E>, HostError> {
    E::exp_unchecked(element, exponent)
}

/// All `elements[i]^exponents[i]`, in order. In place it computes eight of them side by side where the CPU has lanes. A
/// remote host gets one call for each.
///
/// # Errors
/// [`HostError::UnequalCounts`]; [`HostError::NotInTargetGroup`] if any of the elements is outside the group; and the
/// errors of a remote host.
///
/// ```
/// use ark_ec::{PrimeGroup, pairing::PairingOutput};
/// use secant_curve::{bn254::{Bn254, Fr}, gt};
///
/// let g = PairingOutput::<Bn254>::generator();
/// let powers = gt::exp_each(&[g; 3], &[Fr::from(2u64), Fr::from(3u64), Fr::from(5u64)])?;
/// assert_eq!(powers[0] + powers[1], powers[2]);
/// # Ok::<(), secant_curve::HostError>(())
/// ```
pub fn exp_each<E: TargetGroup>(
    elements: &[PairingOutput<E>],
    exponents: &[E::ScalarField],
) -> Result<Vec<PairingOutput<E>>, HostError> {
    equal_counts(elements, exponents)?;
    E::check_target_group(elements)?;
    E::exp_each_unchecked(elements, exponents)
}

/// [`exp_each`] of elements that are known to be in the group. For other elements the results are unspecified.
///
/// # Errors
/// [`HostError::UnequalCounts`], and the errors of a remote host, which also refuses elements outside the group.
pub fn exp_each_unchecked<E: TargetGroup>(
    elements: &[PairingOutput<E>],
    exponents: &[E::ScalarField],
) -> Result<Vec<PairingOutput<E>>, HostError> {
    E::exp_each_unchecked(elements, exponents)
}

/// One element with many exponents: a table of its powers, computed once. It is used in place, whatever the host.
///
/// For many exponents it is up to five times as fast as [`exp_each`] with the element repeated. The table pays for
/// itself from about ten exponents on. It takes up to 1.4 MiB (4 MiB on BW6-761), and less if `count` is smaller.
///
/// ```
/// use ark_ec::{PrimeGroup, pairing::PairingOutput};
/// use secant_curve::{bls12_381::{Bls12_381, Fr}, gt::{self, FixedBase}};
///
/// let g = PairingOutput::<Bls12_381>::generator();
/// let exponents: Vec<Fr> = (0..20u64).map(Fr::from).collect();
/// let base = FixedBase::new(&g, 100)?;
/// assert_eq!(base.exp_each(&exponents), gt::exp_each(&[g; 20], &exponents)?);
/// # Ok::<(), secant_curve::HostError>(())
/// ```
pub struct FixedBase<E: TargetGroup>(E::Powers);

impl<E: TargetGroup> Debug for FixedBase<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBase")
            .field("element", &self.element())
            .finish_non_exhaustive()
    }
}

impl<E: TargetGroup> FixedBase<E> {
    /// Computes the powers of an element. The size of the table is chosen for about `count` exponents.
    ///
    /// # Errors
    /// [`HostError::NotInTargetGroup`].
    pub fn new(element: &PairingOutput<E>, count: usize) -> Result<Self, HostError> {
        match are_in_target_group::<E>(from_ref(element))[..] {
            [true] => Ok(Self::new_unchecked(element, count)),
            _ => Err(HostError::NotInTargetGroup),
        }
    }

    /// [`Self::new`] for an element that is known to be in the group. For other elements the results are unspecified.
    pub fn new_unchecked(element: &PairingOutput<E>, count: usize) -> Self {
        Self(E::powers(element, count))
    }

    /// The element.
    pub fn element(&self) -> PairingOutput<E> {
        E::element_of_powers(&self.0)
    }

    /// All `element^exponents[i]`, in order.
    pub fn exp_each(&self, exponents: &[E::ScalarField]) -> Vec<PairingOutput<E>> {
        E::exp_each_of_powers(&self.0, exponents)
    }
}

/// Whether each element is in the target group, the subgroup of prime order of the field's multiplicative group.
/// Computed in place, whatever the host.
///
/// The answers are exact for every element of the field. Coefficients must be canonical, as
/// [`Raw::check`](crate::Raw::check) asks of bytes from elsewhere.
///
/// ```
/// use ark_ec::{PrimeGroup, pairing::PairingOutput};
/// use ark_ff::{AdditiveGroup, Field};
/// use secant_curve::{bls12_381::{Bls12_381, Fq12}, gt};
///
/// let [one, zero] = [Fq12::ONE, Fq12::ZERO].map(PairingOutput::<Bls12_381>);
/// let inside = gt::are_in_target_group(&[PairingOutput::generator(), one, PairingOutput(-one.0), zero]);
/// assert_eq!(inside, [true, true, false, false]);
/// ```
pub fn are_in_target_group<E: TargetGroup>(elements: &[PairingOutput<E>]) -> Vec<bool> {
    E::are_in_target_group(elements)
}
