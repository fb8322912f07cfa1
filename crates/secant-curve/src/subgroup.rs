//! Points that are known to be in the prime-order subgroup.

use crate::{
    Compiled,
    host::{Host, HostError, HostedGroup, equal_counts},
    raw::{recast, recast_vec},
};
use alloc::vec::Vec;
use ark_ec::{AffineRepr, PrimeGroup};
use ark_ff::Zero;
use ark_serialize::Valid;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A point of the prime-order subgroup of `G`.
///
/// In the subgroup an endomorphism of the curve is multiplication by a constant. So multiplications are faster than
/// those of `G`, which are exact on the whole curve. This holds for both groups of the pairing-friendly curves, and for
/// Bandersnatch in twisted Edwards form. Sums and multiples stay in the subgroup.
///
/// Multiplication runs in variable time. A secret scalar, such as a signing key or a nonce, must not be used here.
///
/// ```
/// use ark_ff::Field;
/// use secant_curve::{Subgroup, bls12_381::{Fr, G2Projective}};
///
/// let g = Subgroup::<G2Projective>::generator();
/// let third = g * Fr::from(3u64).inverse().expect("three is not zero");
/// assert_eq!([third; 3].iter().sum::<Subgroup<_>>(), g);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subgroup<G>(G);

impl<G: HostedGroup> Subgroup<G> {
    /// The generator of the subgroup.
    pub fn generator() -> Self {
        Self(<G as PrimeGroup>::generator())
    }

    /// The identity.
    pub fn identity() -> Self {
        Self(G::zero())
    }

    /// The point, if it is on the curve and in the subgroup. [`batch::are_in_subgroup`](crate::batch::are_in_subgroup)
    /// tests many points at once.
    pub fn new(point: G::Affine) -> Option<Self> {
        point.check().is_ok().then(|| Self(point.into_group()))
    }

    /// Wraps a point that the caller knows to be in the subgroup. The multiples of any other point are wrong.
    pub fn new_unchecked(point: G) -> Self {
        Self(point)
    }

    /// The point.
    pub fn into_inner(self) -> G {
        self.0
    }

    /// `scalars[i] * bases[i]`, computed in place whatever the host of the curve.
    ///
    /// # Errors
    /// [`HostError::UnequalCounts`].
    pub fn mul_each(bases: &[Self], scalars: &[G::ScalarField]) -> Result<Vec<Self>, HostError> {
        equal_counts(bases, scalars)?;
        let points: Vec<_> = bases.iter().map(|p| p.0).collect();
        let points = G::Compiled::normalize_each(recast(&points));
        let multiples: Vec<G> = recast_vec(G::Compiled::mul_each_in_subgroup(&points, scalars)?);
        Ok(multiples.into_iter().map(Self).collect())
    }
}

/// The identity.
impl<G: HostedGroup> Default for Subgroup<G> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<G: HostedGroup> Zero for Subgroup<G> {
    fn zero() -> Self {
        Self::identity()
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl<G: HostedGroup> Sum for Subgroup<G> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::identity(), |sum, p| sum + p)
    }
}

impl<'a, G: HostedGroup> Sum<&'a Self> for Subgroup<G> {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.copied().sum()
    }
}

impl<G: HostedGroup> Add for Subgroup<G> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<G: HostedGroup> AddAssign for Subgroup<G> {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl<G: HostedGroup> Sub for Subgroup<G> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<G: HostedGroup> SubAssign for Subgroup<G> {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl<G: HostedGroup> Neg for Subgroup<G> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// # Panics
/// If a remote host fails; [`Host::mul_in_subgroup`] gives the error instead.
impl<G: HostedGroup> Mul<G::ScalarField> for Subgroup<G> {
    type Output = Self;

    fn mul(self, scalar: G::ScalarField) -> Self {
        match G::Host::mul_in_subgroup(&self.0, &scalar) {
            Ok(p) => Self(p),
            Err(e) => panic!("{}: {e}", G::ID.name()),
        }
    }
}

impl<G: HostedGroup> MulAssign<G::ScalarField> for Subgroup<G> {
    fn mul_assign(&mut self, scalar: G::ScalarField) {
        *self = *self * scalar;
    }
}
