//! Keys from signatures: SEC 1, version 2.0, section 4.1.6.

use super::{KeyError, PublicKey, Signature, digest_scalar};
use crate::hash::Prehash;
use secant_field::modular::{FieldContext, Limbs, Modular};
use secant_gfp::{Coordinates, Curve, double_mul};
use thiserror::Error;

/// Tells which of the points that fit a signature's `r` the signer computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecoveryId {
    /// Whether the second coordinate is odd.
    pub y_is_odd: bool,
    /// Whether the first coordinate is `r + n` rather than `r`.
    pub x_is_reduced: bool,
}

/// Why no key could be recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecoveryError {
    /// A number that is not a recovery identifier.
    #[error("the recovery identifier {0} is not below four")]
    Id(u8),
    /// There is no point with this first coordinate.
    #[error("there is no point that the signature could come from")]
    Point,
    /// The recovered point is not a key.
    #[error("the key of the signature: {0}")]
    Key(#[from] KeyError),
}

impl RecoveryId {
    /// Decodes `y_is_odd + 2 x_is_reduced`.
    ///
    /// # Errors
    /// If the number is not below four.
    pub const fn new(id: u8) -> Result<Self, RecoveryError> {
        if id > 3 {
            return Err(RecoveryError::Id(id));
        }
        Ok(Self {
            y_is_odd: id & 1 == 1,
            x_is_reduced: id & 2 == 2,
        })
    }
}

impl<C: Curve> PublicKey<C> {
    /// Recovers the key under which a signature is valid for a digest.
    ///
    /// # Errors
    /// If there is no such key.
    pub fn recover(
        curve: &C,
        digest: Prehash<'_>,
        signature: &Signature<C>,
        id: RecoveryId,
    ) -> Result<Self, RecoveryError> {
        let (f, n) = (curve.field(), curve.scalars());
        let mut x = <C::Field as Modular>::Limbs::ZERO;
        let mut sum = super::integer(n.to_limbs(signature.r()).as_ref());
        if id.x_is_reduced {
            super::add(&mut sum, &super::integer(n.modulus().as_ref()));
        }
        let (low, high) = sum.split_at(<C::Field as Modular>::Limbs::COUNT);
        x.as_mut().copy_from_slice(low);
        if high.iter().any(|&limb| limb != 0) {
            return Err(RecoveryError::Point);
        }
        let x = f.element(&x).ok_or(RecoveryError::Point)?;
        let point = curve.decompress(&x, id.y_is_odd).ok_or(RecoveryError::Point)?;
        if !curve.is_in_subgroup(&point) {
            return Err(RecoveryError::Point);
        }
        // r Q = s R - z G
        let inverse = n.inverse(signature.r()).ok_or(RecoveryError::Point)?;
        let u1 = n.neg(&n.mul(&digest_scalar(curve, digest), &inverse));
        let u2 = n.mul(signature.s(), &inverse);
        Ok(Self::new(curve, &double_mul(curve, &u1, &u2, &point).to_affine(curve))?)
    }
}
