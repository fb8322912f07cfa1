//! Functions that both models of curves share.

use ark_ec::{
    CurveConfig, CurveGroup,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, TECurveConfig},
};
use ark_ff::{PrimeField, UniformRand};
use ark_serialize::CanonicalSerialize;
use num_bigint::BigUint;
use rand::rngs::StdRng;

/// A group on a curve, with access to the points outside the subgroup.
pub trait Curve: CurveGroup {
    /// Whether a point is on the curve.
    fn is_on_curve(point: &Self::Affine) -> bool;
    /// A random point of the curve. If the curve is larger than the subgroup, it is hardly ever in the subgroup.
    fn any(rng: &mut StdRng) -> Self::Affine;
    /// The cofactor.
    fn cofactor() -> BigUint;

    /// The order of the subgroup.
    fn order() -> BigUint {
        BigUint::from_bytes_le(&limbs_to_bytes(Self::ScalarField::MODULUS.as_ref()))
    }
}

impl<P: SWCurveConfig> Curve for sw::Projective<P> {
    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn any(rng: &mut StdRng) -> Self::Affine {
        loop {
            let x = P::BaseField::rand(rng);
            if let Some(point) = sw::Affine::get_point_from_x_unchecked(x, bool::rand(rng)) {
                return point;
            }
        }
    }

    fn cofactor() -> BigUint {
        BigUint::from_bytes_le(&limbs_to_bytes(<P as CurveConfig>::COFACTOR))
    }
}

impl<P: TECurveConfig> Curve for te::Projective<P> {
    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn any(rng: &mut StdRng) -> Self::Affine {
        loop {
            let y = P::BaseField::rand(rng);
            if let Some(point) = te::Affine::get_point_from_y_unchecked(y, bool::rand(rng)) {
                return point;
            }
        }
    }

    fn cofactor() -> BigUint {
        BigUint::from_bytes_le(&limbs_to_bytes(<P as CurveConfig>::COFACTOR))
    }
}

/// The little-endian bytes of limbs.
pub fn limbs_to_bytes(limbs: &[u64]) -> Vec<u8> {
    limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect()
}

/// The encoding of a value for the host.
pub fn encode<T: CanonicalSerialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.uncompressed_size());
    // Writing to memory cannot fail.
    let written = value.serialize_uncompressed(&mut bytes);
    debug_assert!(written.is_ok());
    bytes
}
