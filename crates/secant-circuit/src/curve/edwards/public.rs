//! Whole circuits of sums, with public points and integers.

use super::{Order, Point, TwistedEdwards};
use crate::{Builder, Error, Fr, curve::Coordinates};
use num_bigint::BigUint;

impl TwistedEdwards {
    /// A whole circuit: points in the subgroup of the generator's order, and a sum of multiples of them, all public.
    /// For each term the public inputs are `x`, `y` and the integer, and at the end `x`, `y` of the sum. The points and
    /// the sum may be the identity `(0, 1)`. Each public input is in parts of 128 bits, lowest first. Where the order
    /// is the circuit's modulus, an integer is one public input.
    ///
    /// # Errors
    /// As [`Self::msm`]; also if a point is not in the subgroup, or an integer is not below the order.
    pub fn msm_public(&self, b: &mut Builder, terms: &[(Coordinates, BigUint)]) -> Result<(), Error> {
        let terms = terms.iter().map(|(point, scalar)| {
            let point = self.witness_in_subgroup(b, point)?;
            self.publish(b, &point)?;
            Ok((point, self.weierstrass.public_scalar(b, scalar)?))
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
        let terms = self.weierstrass.public_scalars(b, terms)?;
        let sum = self.fixed_base_msm(b, &terms, rows)?;
        self.publish(b, &sum)
    }

    /// A whole circuit: the sum of points of the curve, in the subgroup or not, with public inputs as in
    /// [`Self::msm_public`].
    ///
    /// # Errors
    /// As [`Self::sum`], and if a point is not on the curve.
    pub fn sum_public(&self, b: &mut Builder, points: &[Coordinates]) -> Result<(), Error> {
        let points = points.iter().map(|point| {
            let point = self.witness(b, point)?;
            self.publish(b, &point)?;
            Ok(point)
        });
        let points = points.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.sum(b, &points)?;
        self.publish(b, &sum)
    }

    /// The public inputs of a point.
    ///
    /// # Errors
    /// If a coordinate has more bits than the modulus.
    pub fn public_inputs(&self, (x, y): &Coordinates) -> Result<Vec<Fr>, Error> {
        Ok([self.field().public_inputs(x)?, self.field().public_inputs(y)?].concat())
    }

    /// Makes a point public: `x`, `y`, each below the modulus and in parts of 128 bits, lowest first.
    ///
    /// # Errors
    /// If a coordinate is not below the modulus.
    pub fn publish<O: Order>(&self, b: &mut Builder, point: &Point<O>) -> Result<(), Error> {
        self.field().publish(b, &point.x)?;
        self.field().publish(b, &point.y)
    }
}
