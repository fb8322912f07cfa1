//! Public keys.

use educe::Educe;
use secant_gfp::{Affine, Curve, sec1};
use thiserror::Error;

/// A public key: a point of the curve's subgroup, not the one at infinity.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey<C: Curve>(Affine<C>);

/// Why something is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The bytes are none of a point.
    #[error(transparent)]
    Point(#[from] sec1::EncodingError),
    /// The key is the point at infinity.
    #[error("the key is the point at infinity")]
    Infinity,
    /// The key is a point of another order than the generator's.
    #[error("the key is outside the subgroup that the generator makes")]
    Subgroup,
}

impl<C: Curve> PublicKey<C> {
    /// From a point of the curve.
    ///
    /// # Errors
    /// If it is the one at infinity, or, on a curve with a cofactor, not in the subgroup.
    pub fn new(curve: &C, point: &Affine<C>) -> Result<Self, KeyError> {
        if point.xy().is_none() {
            return Err(KeyError::Infinity);
        }
        if !curve.is_in_subgroup(point) {
            return Err(KeyError::Subgroup);
        }
        Ok(Self(*point))
    }

    /// From the bytes of a point (SEC 1, compressed or not, or hybrid).
    ///
    /// # Errors
    /// If they are none of a point that is a key.
    pub fn from_sec1(curve: &C, bytes: &[u8]) -> Result<Self, KeyError> {
        Self::new(curve, &sec1::decode(curve, bytes)?)
    }

    /// The point.
    pub const fn point(&self) -> &Affine<C> {
        &self.0
    }
}
