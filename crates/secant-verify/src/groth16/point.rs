//! Points and field elements from coordinates, fully checked.

use super::{Batch, Error, Field as Place, File};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{Field, PrimeField};
use num_bigint::BigUint;

/// An affine point that can be constructed from coordinates.
///
/// arkworks' [`AffineRepr`] returns coordinates but has no constructor from them, so this trait adds one. It is
/// implemented for every short Weierstrass curve of arkworks' model; other point types may implement it.
pub trait FilePoint: AffineRepr {
    /// The point with these coordinates, which need not be on the curve.
    fn from_xy_unchecked(x: Self::BaseField, y: Self::BaseField) -> Self;

    /// The right-hand side of the curve's equation: the square of `y` for the points with this `x`.
    fn y_squared(x: Self::BaseField) -> Self::BaseField;

    /// Whether a point of the curve is in the subgroup of prime order.
    fn in_subgroup(&self) -> bool;

    /// The two `y` for this `x`, or `None` if no point of the curve has this `x`. The smaller one is first;
    /// coefficients are compared from the highest down.
    fn ys_from_x(x: Self::BaseField) -> Option<(Self::BaseField, Self::BaseField)> {
        Self::y_squared(x).sqrt().map(sorted)
    }

    /// Whether the point satisfies the curve's equation or is infinity.
    fn on_curve(&self) -> bool {
        self.xy().is_none_or(|(x, y)| y.square() == Self::y_squared(x))
    }
}

/// A value and its opposite, the smaller first.
fn sorted<F: Field>(y: F) -> (F, F) {
    if y < -y { (y, -y) } else { (-y, y) }
}

impl<P: SWCurveConfig> FilePoint for Affine<P> {
    fn from_xy_unchecked(x: P::BaseField, y: P::BaseField) -> Self {
        Self::new_unchecked(x, y)
    }

    fn y_squared(x: P::BaseField) -> P::BaseField {
        P::add_b(x.square() * x + P::mul_by_a(x))
    }

    fn in_subgroup(&self) -> bool {
        self.is_in_correct_subgroup_assuming_on_curve()
    }
}

/// A pairing whose points can be read from files: every [`Pairing`] over short Weierstrass curves.
pub trait FileCurve: Pairing<G1Affine: FilePoint, G2Affine: FilePoint> {}

impl<E: Pairing<G1Affine: FilePoint, G2Affine: FilePoint>> FileCurve for E {}

/// The prime field under the coordinates of `P`.
pub(super) type BasePrime<P> = <<P as AffineRepr>::BaseField as Field>::BasePrimeField;

/// A file and a place in it, for error messages.
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

    /// The field element that a text denotes: decimal digits without leading zeros, or hexadecimal digits after `0x`,
    /// which may have leading zeros.
    pub(super) fn element_from_text<F: PrimeField>(self, text: &str) -> Result<F, Error> {
        const EXPECTED: &str = "a number in decimal digits, or in hexadecimal ones after 0x";
        let (digits, radix, bits) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16, 4 * 100),
            // One bit is log10(2) = 0.30103 decimal digits.
            None => (text, 10, 323),
        };
        let plain = digits.chars().all(|sign| sign.is_digit(radix));
        if !plain || digits.is_empty() || (radix == 10 && digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.malformed(EXPECTED));
        }
        let digits = digits.trim_start_matches('0');
        // Refuses longer numbers before parsing, which takes time quadratic in their length.
        let longest = F::MODULUS_BIT_SIZE as usize * 100 / bits + 1;
        if digits.len() > longest {
            return Err(self.not_canonical());
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
        self.element(value)
    }
}

/// A point from a file, before any check.
pub(super) enum Unchecked<P: FilePoint> {
    /// The point at infinity.
    Infinity,
    /// Both coordinates.
    Point(P::BaseField, P::BaseField),
    /// The `x` coordinate, and whether `y` is the larger of the two.
    Compressed(P::BaseField, bool),
}

/// The number of points of a long list that are decompressed and checked at once.
pub(super) const CHUNK: usize = 1024;

/// Checks that each point is on the curve and in the subgroup, or returns the error of the first point that is not.
/// Infinity has no coordinates, so the pair of coordinates that some types use for it is refused.
pub(super) fn checked<B: Batch<P>, P: FilePoint>(points: &[(At, Unchecked<P>)]) -> Result<Vec<P>, Error> {
    let squares = points.iter().filter_map(|(_, point)| match point {
        Unchecked::Compressed(x, _) => Some(P::y_squared(*x)),
        _ => None,
    });
    let squares: Vec<_> = squares.collect();
    let mut roots = if squares.is_empty() {
        Vec::new()
    } else {
        B::square_roots(&squares)
    }
    .into_iter();
    let mut on_curve = Vec::with_capacity(points.len());
    for (_, point) in points {
        let (x, y) = match point {
            Unchecked::Infinity => {
                on_curve.push(Some(P::zero()));
                continue;
            }
            Unchecked::Point(x, y) => (*x, Some(*y)),
            Unchecked::Compressed(x, larger) => {
                let ys = roots.next().flatten().map(sorted);
                (*x, ys.map(|(small, large)| if *larger { large } else { small }))
            }
        };
        let point = y.map(|y| P::from_xy_unchecked(x, y));
        on_curve.push(point.filter(|point| !point.is_zero() && point.on_curve()));
    }
    let candidates: Vec<P> = on_curve.iter().flatten().copied().collect();
    let mut inside = B::are_in_subgroup(&candidates).into_iter();
    let results = points.iter().zip(on_curve).map(|((at, _), point)| {
        let At { file, field } = *at;
        let point = point.ok_or(Error::NotOnCurve { file, field })?;
        if inside.next() == Some(true) {
            Ok(point)
        } else {
            Err(Error::NotInSubgroup { file, field })
        }
    });
    results.collect()
}

/// Checks one point as [`checked`] does.
pub(super) fn checked_one<B: Batch<P>, P: FilePoint>(at: At, point: Unchecked<P>) -> Result<P, Error> {
    let points = checked::<B, P>(&[(at, point)])?;
    points.first().copied().ok_or(at.malformed("a point"))
}
