//! Points and field elements from coordinates, checked in full.

use super::{Error, Field as Place, File};
use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{Field, PrimeField};
use num_bigint::BigUint;

/// An affine point that can be made from coordinates.
///
/// arkworks' [`AffineRepr`] gives coordinates but takes none, so this says how. It is implemented
/// for every short Weierstrass curve of arkworks' model; other point types may implement it.
pub trait FilePoint: AffineRepr {
    /// The point with these coordinates, which need not be on the curve.
    fn from_xy_unchecked(x: Self::BaseField, y: Self::BaseField) -> Self;

    /// The two `y` that belong to `x`, smaller first in the order of the coefficients from the
    /// highest down, or `None` if no point of the curve has this `x`.
    fn ys_from_x(x: Self::BaseField) -> Option<(Self::BaseField, Self::BaseField)>;

    /// Whether the curve's equation holds.
    fn on_curve(&self) -> bool;

    /// Whether a point of the curve is in the subgroup of prime order.
    fn in_subgroup(&self) -> bool;
}

impl<P: SWCurveConfig> FilePoint for Affine<P> {
    fn from_xy_unchecked(x: P::BaseField, y: P::BaseField) -> Self {
        Self::new_unchecked(x, y)
    }

    fn ys_from_x(x: P::BaseField) -> Option<(P::BaseField, P::BaseField)> {
        Self::get_ys_from_x_unchecked(x)
    }

    fn on_curve(&self) -> bool {
        self.is_on_curve()
    }

    fn in_subgroup(&self) -> bool {
        self.is_in_correct_subgroup_assuming_on_curve()
    }
}

/// A pairing whose points can be read from files: every [`Pairing`] over short Weierstrass curves.
pub trait FileCurve: Pairing<G1Affine: FilePoint, G2Affine: FilePoint> {}

impl<E: Pairing<G1Affine: FilePoint, G2Affine: FilePoint>> FileCurve for E {}

/// The prime field below the coordinates of `P`.
pub(super) type BasePrime<P> = <<P as AffineRepr>::BaseField as Field>::BasePrimeField;

/// A file and a place in it, for errors to name.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) file: File,
    pub(super) field: Place,
}

impl At {
    pub(super) fn malformed(self, expected: &'static str) -> Error {
        let Self { file, field } = self;
        Error::Malformed { file, field, expected }
    }

    pub(super) fn not_canonical(self) -> Error {
        let Self { file, field } = self;
        Error::NotCanonical { file, field }
    }

    fn not_on_curve(self) -> Error {
        let Self { file, field } = self;
        Error::NotOnCurve { file, field }
    }

    /// The point with these coordinates, if it is on the curve and in the subgroup. Infinity has
    /// no coordinates, so the pair by which some types represent it is refused.
    pub(super) fn point<P: FilePoint>(self, x: P::BaseField, y: P::BaseField) -> Result<P, Error> {
        let point = P::from_xy_unchecked(x, y);
        if point.is_zero() || !point.on_curve() {
            return Err(self.not_on_curve());
        }
        self.subgroup(point)
    }

    /// The point with this `x` and the larger or smaller `y`, if there is one and it is in the
    /// subgroup.
    pub(super) fn point_from_x<P: FilePoint>(self, x: P::BaseField, larger: bool) -> Result<P, Error> {
        let (small, large) = P::ys_from_x(x).ok_or(self.not_on_curve())?;
        self.point(x, if larger { large } else { small })
    }

    fn subgroup<P: FilePoint>(self, point: P) -> Result<P, Error> {
        let Self { file, field } = self;
        if point.in_subgroup() {
            Ok(point)
        } else {
            Err(Error::NotInSubgroup { file, field })
        }
    }

    /// `point`, unless it is the point at infinity.
    pub(super) fn nonzero<P: FilePoint>(self, point: P) -> Result<P, Error> {
        let Self { file, field } = self;
        if point.is_zero() {
            Err(Error::AtInfinity { file, field })
        } else {
            Ok(point)
        }
    }

    /// The field element with this value, if the value is below the modulus.
    pub(super) fn element<F: PrimeField>(self, value: BigUint) -> Result<F, Error> {
        F::BigInt::try_from(value)
            .ok()
            .filter(|value| *value < F::MODULUS)
            .and_then(F::from_bigint)
            .ok_or(self.not_canonical())
    }

    /// The field element with these bytes, most significant first.
    pub(super) fn element_from_bytes<F: PrimeField>(self, bytes: &[u8]) -> Result<F, Error> {
        self.element(BigUint::from_bytes_be(bytes))
    }

    /// The field element with these decimal digits, as a number is commonly written: no sign, no
    /// leading zero.
    pub(super) fn element_from_decimal<F: PrimeField>(self, digits: &str) -> Result<F, Error> {
        const EXPECTED: &str = "a number in decimal digits";
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.malformed(EXPECTED));
        }
        // A bit is log10(2) = 0.30103 digits. Longer numbers are refused before they are parsed,
        // which takes time quadratic in their length.
        let longest = F::MODULUS_BIT_SIZE as usize * 31 / 100 + 1;
        if digits.len() > longest {
            return Err(self.not_canonical());
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), 10);
        self.element(value.ok_or(self.malformed(EXPECTED))?)
    }
}
