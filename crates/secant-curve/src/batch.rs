//! Many multiplications at once, computed in place whatever the host of the curve.

use crate::{HostError, HostedGroup, host::equal_counts};
use alloc::vec::Vec;
pub use secant_engine::{FixedBase, FixedBaseMsm};

/// `scalars[i] * bases[i]`: the integer multiple of every point of the curve, in the prime-order subgroup or not.
///
/// # Errors
/// [`HostError::UnequalCounts`], and [`HostError::ExceptionalAddition`] for a multiple at infinity of an incomplete
/// twisted Edwards curve.
///
/// ```
/// use ark_ec::{AffineRepr, CurveGroup};
/// use secant_curve::{batch, secp256k1::{Fr, Projective, Affine}};
///
/// let bases = [Affine::generator(); 3];
/// let multiples: Vec<Projective> = batch::mul_each(&bases, &[Fr::from(2), Fr::from(3), Fr::from(5)])?;
/// assert_eq!(multiples[0] + multiples[1], multiples[2]);
/// # Ok::<(), secant_curve::HostError>(())
/// ```
pub fn mul_each<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<Vec<G>, HostError> {
    equal_counts(bases, scalars)?;
    Ok(G::mul_each_in_place(bases, scalars)?)
}
