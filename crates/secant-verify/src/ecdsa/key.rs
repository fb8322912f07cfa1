//! Public keys.

use educe::Educe;
use secant_gfp::{Affine, Curve, sec1};
use thiserror::Error;

/// A public key: a point of the curve's prime-order subgroup other than infinity.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey<C: Curve>(Affine<C>);

/// Why something is not a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The bytes are not the encoding of a point.
    #[error(transparent)]
    Point(#[from] sec1::EncodingError),
    /// The key is the point at infinity.
    #[error("the key is the point at infinity")]
    Infinity,
    /// The key is a point outside the generator's subgroup.
    #[error("the key is outside the subgroup that the generator makes")]
    Subgroup,
}

impl<C: Curve> PublicKey<C> {
    /// Makes a key from a point of the curve.
    ///
    /// # Errors
    /// If the point is infinity or, on a curve with a cofactor, outside the subgroup.
    pub fn new(curve: &C, point: &Affine<C>) -> Result<Self, KeyError> {
        if point.xy().is_none() {
            return Err(KeyError::Infinity);
        }
        if !curve.is_in_subgroup(point) {
            return Err(KeyError::Subgroup);
        }
        Ok(Self(*point))
    }

    /// Reads the SEC 1 encoding of a point: compressed, uncompressed or hybrid.
    ///
    /// # Errors
    /// If the bytes do not encode a point, or the point is not a key.
    pub fn from_sec1(curve: &C, bytes: &[u8]) -> Result<Self, KeyError> {
        Self::new(curve, &sec1::decode(curve, bytes)?)
    }

    /// The point.
    pub const fn point(&self) -> &Affine<C> {
        &self.0
    }
}
