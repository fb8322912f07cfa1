//! Whole circuits of sums, with public points and integers.

use super::{AnyPoint, Coordinates, Point, Scalar, Weierstrass};
use crate::{Builder, Error, Fr, integer};
use num_bigint::BigUint;

impl Weierstrass {
    /// A whole circuit: a sum of multiples of points, all public. For each term the public inputs are `x`, `y` and the
    /// integer, and at the end `x`, `y` of the sum. Each is in parts of 128 bits, lowest first. Where the order is the
    /// circuit's modulus, an integer is one public input.
    ///
    /// # Errors
    /// As [`Self::msm`]; also if a point is not on the curve, an integer is not below the order, or the curve has a
    /// cofactor: the circuit would have to check the order of its points.
    pub fn msm_public(&self, b: &mut Builder, terms: &[(Coordinates, BigUint)]) -> Result<(), Error> {
        let terms = terms.iter().map(|(point, scalar)| {
            let point = self.public_point(b, point)?;
            Ok((point, self.public_scalar(b, scalar)?))
        });
        let terms = terms.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.msm(b, &terms)?;
        self.publish(b, &sum)
    }

    /// Like [`Self::msm_public`], with points that are constants of the circuit and not public inputs.
    ///
    /// # Errors
    /// As [`Self::fixed_base_msm`], and if an integer is not below the order.
    pub fn fixed_base_msm_public(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, BigUint)],
        rows: usize,
    ) -> Result<(), Error> {
        let terms = self.public_scalars(b, terms)?;
        let sum = self.fixed_base_msm(b, &terms, rows)?;
        self.publish(b, &sum)
    }

    /// A whole circuit: the sum of points, with public inputs as in [`Self::msm_public`].
    ///
    /// # Errors
    /// As [`Self::sum`], and if a point is not on the curve.
    pub fn sum_public(&self, b: &mut Builder, points: &[Coordinates]) -> Result<(), Error> {
        let points = points.iter().map(|point| self.public_point(b, point));
        let points = points.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.sum(b, &points)?;
        self.publish(b, &sum)
    }

    /// Like [`Self::msm_public`], where the points and the sum may be the identity. `None` is the identity, and its
    /// public coordinates are zeros, as in EIP-196. One circuit and one key serve all sums of so many terms, whichever
    /// of the points are the identity.
    ///
    /// No other point has these public inputs: a curve whose order is an odd prime has no point `(0, 0)`, which would
    /// be of order two.
    ///
    /// # Errors
    /// As [`Self::msm_any`], and as [`Self::msm_public`] for points and integers.
    pub fn msm_any_public(&self, b: &mut Builder, terms: &[(Option<Coordinates>, BigUint)]) -> Result<(), Error> {
        let terms = terms.iter().map(|(point, scalar)| {
            let point = self.public_any(b, point.as_ref())?;
            Ok((point, self.public_scalar(b, scalar)?))
        });
        let terms = terms.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.msm_any(b, &terms)?;
        self.publish_any(b, &sum)
    }

    /// Like [`Self::fixed_base_msm_public`], for any sum, and with constants that may be the identity, as in
    /// [`Self::msm_any_public`]. The integers of the identity are public inputs that change nothing.
    ///
    /// # Errors
    /// As [`Self::fixed_base_msm_any`], and if an integer is not below the order.
    pub fn fixed_base_msm_any_public(
        &self,
        b: &mut Builder,
        terms: &[(Option<Coordinates>, BigUint)],
        rows: usize,
    ) -> Result<(), Error> {
        let mut points = Vec::new();
        for (point, scalar) in terms {
            let scalar = self.public_scalar(b, scalar)?;
            points.extend(point.clone().map(|point| (point, scalar)));
        }
        let sum = self.fixed_base_msm_any(b, &points, rows)?;
        self.publish_any(b, &sum)
    }

    /// Like [`Self::sum_public`], where the points and the sum may be the identity, as in [`Self::msm_any_public`].
    ///
    /// # Errors
    /// As [`Self::sum_any`], and if a point is not on the curve.
    pub fn sum_any_public(&self, b: &mut Builder, points: &[Option<Coordinates>]) -> Result<(), Error> {
        let points = points.iter().map(|point| self.public_any(b, point.as_ref()));
        let points = points.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.sum_any(b, &points)?;
        self.publish_any(b, &sum)
    }

    /// The public inputs of a point.
    ///
    /// # Errors
    /// If a coordinate has more bits than the modulus.
    pub fn public_inputs(&self, (x, y): &Coordinates) -> Result<Vec<Fr>, Error> {
        Ok([self.field.public_inputs(x)?, self.field.public_inputs(y)?].concat())
    }

    fn public_point(&self, b: &mut Builder, point: &Coordinates) -> Result<Point, Error> {
        self.check_public(point)?;
        let point = self.witness(b, point)?;
        self.publish(b, &point)?;
        Ok(point)
    }

    /// A point of the curve, or the identity with zeros for coordinates.
    fn public_any(&self, b: &mut Builder, point: Option<&Coordinates>) -> Result<AnyPoint, Error> {
        self.check_public(point.unwrap_or(&self.parameters.generator))?;
        let point = self.witness_any(b, point)?;
        self.publish_any(b, &point)?;
        Ok(point)
    }

    fn check_public(&self, point: &Coordinates) -> Result<(), Error> {
        if !self.parameters.has_prime_order() {
            return Err(Error::Unsupported("points of a curve with a cofactor".to_owned()));
        }
        if !self.parameters.contains(point) {
            return Err(Error::Unsatisfied("a point of the curve".to_owned()));
        }
        Ok(())
    }

    fn publish_any(&self, b: &mut Builder, AnyPoint { x, y, .. }: &AnyPoint) -> Result<(), Error> {
        self.field.publish(b, x)?;
        self.field.publish(b, y)
    }

    fn publish(&self, b: &mut Builder, point: &Point) -> Result<(), Error> {
        self.field.publish(b, &point.x)?;
        self.field.publish(b, &point.y)
    }

    /// Public integers below the order, each paired with its constant point.
    pub(super) fn public_scalars(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, BigUint)],
    ) -> Result<Vec<(Coordinates, Scalar)>, Error> {
        let terms = terms.iter();
        terms
            .map(|(point, scalar)| Ok((point.clone(), self.public_scalar(b, scalar)?)))
            .collect()
    }

    /// A public integer below the order.
    pub(super) fn public_scalar(&self, b: &mut Builder, scalar: &BigUint) -> Result<Scalar, Error> {
        if *scalar >= self.parameters.order {
            return Err(Error::Unsatisfied("an integer below the order".to_owned()));
        }
        match &self.scalars {
            None => {
                let cell = b.witness(integer::natural_to_field(scalar));
                b.publish(cell);
                Ok(Scalar::native(cell))
            }
            Some(scalars) => {
                let element = scalars.witness(b, scalar);
                scalars.publish(b, &element)?;
                Ok(Scalar::element(&element))
            }
        }
    }
}
