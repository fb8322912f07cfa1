//! Multiples of points, and sums of them.

use super::{Point, PrimeOrder, TwistedEdwards};
use crate::{
    Builder, Cell, Error,
    curve::{self, Coordinates, Scalar, msm::Accumulated, scalar::Relations},
};
use num_bigint::BigUint;

impl TwistedEdwards {
    /// `k P` for any integer `k` and a point in the subgroup, which may be the identity.
    ///
    /// # Errors
    /// As [`Self::msm`].
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn mul(&self, b: &mut Builder, p: &Point<PrimeOrder>, k: &Scalar) -> Result<Point<PrimeOrder>, Error> {
        self.msm(b, &[(p.clone(), k.clone())])
    }

    /// `k_1 P_1 + k_2 P_2 + ...`, which may be any point of the subgroup. The `P_i` are in the subgroup and may be
    /// equal; the `k_i` are any integers.
    ///
    /// # Errors
    /// [`Error::Exceptional`] for points that were chosen to fit the constant point at which chains begin;
    /// [`Error::Unsupported`] if there are no terms, or a scalar is a cell and the order is not the circuit's modulus.
    ///
    /// # Panics
    /// If a scalar is an element whose limbs differ from those of [`Self::scalars`].
    pub fn msm(&self, b: &mut Builder, terms: &[(Point<PrimeOrder>, Scalar)]) -> Result<Point<PrimeOrder>, Error> {
        let terms = terms.iter().map(|(point, scalar)| {
            let (point, identity) = self.enter(b, point)?;
            Ok((point, scalar.unless(b, &self.weierstrass, identity)))
        });
        let terms = terms.collect::<Result<Vec<_>, Error>>()?;
        let sum = self.weierstrass.accumulate(b, &terms)?;
        self.end(b, &sum)
    }

    /// The sum of multiples of constant points, without doublings. The tables of constants have up to `rows` rows in
    /// total.
    ///
    /// # Errors
    /// As [`Self::msm`]; also if a point is not in the subgroup, or there are too few rows.
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn fixed_base_msm(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, Scalar)],
        rows: usize,
    ) -> Result<Point<PrimeOrder>, Error> {
        if terms.is_empty() {
            return Err(Error::Unsupported("a sum of no points".to_owned()));
        }
        let identity = (BigUint::ZERO, 1u32.into());
        let mut others = Vec::new();
        for (base, scalar) in terms {
            if !self.is_in_subgroup(base) {
                return Err(Error::Unsatisfied("a constant point of the subgroup".to_owned()));
            }
            // Multiples of the identity add nothing.
            if *base != identity {
                let base = self.model.enter(self.field(), base);
                let base = base.ok_or_else(|| Error::Exceptional("a constant point of order two".to_owned()))?;
                others.push((base, scalar.clone()));
            }
        }
        if others.is_empty() {
            return Ok(self.identity());
        }
        let points = self.weierstrass.fixed_base_points(b, &others, rows)?;
        let sum = self.weierstrass.accumulate_points(b, points)?;
        self.end(b, &sum)
    }

    /// `k P` for any point of the curve and any integer.
    ///
    /// # Errors
    /// As [`Self::msm_any`].
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn mul_any(&self, b: &mut Builder, p: &Point, k: &Scalar) -> Result<Point, Error> {
        self.msm_any(b, &[(p.clone(), k.clone())])
    }

    /// `k_1 P_1 + k_2 P_2 + ...`, for any points of the curve.
    ///
    /// Here a scalar is its integer, not only a residue modulo the order, which is not the order of points outside the
    /// subgroup. So an element has to be below the order, and the circuit checks that. Let `2^c` take all points to the
    /// subgroup, and `k = 2^c m + j`. Then `k P = m (2^c P) + j P`. The first term is a multiple of a point in the
    /// subgroup, where `m` counts modulo the order. The second is the sum of those among `P`, `2 P`, ... that the bits
    /// of `j` select.
    ///
    /// # Errors
    /// As [`Self::msm`], and as [`Self::add`]: on curves whose law is not complete, a sum of points outside the
    /// subgroup may be at infinity. [`Error::Unsupported`] if a scalar is a cell; [`Error::Unsatisfied`] if an element
    /// is not below the order.
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn msm_any(&self, b: &mut Builder, terms: &[(Point, Scalar)]) -> Result<Point, Error> {
        let mut relations = Relations::default();
        let mut high = Vec::new();
        let mut low = Vec::new();
        for (point, scalar) in terms {
            let mut doubles = self.double_times(b, point, self.doublings)?;
            let (rest, scalar) = scalar.split(b, &self.weierstrass, &mut relations, self.doublings)?;
            // 2^doublings takes any point to the subgroup.
            if let Some(Point { x, y, product, .. }) = doubles.pop() {
                high.push((Point::<PrimeOrder>::of(x, y, product), scalar));
            }
            let bits = b.num_to_bits(rest, self.doublings)?;
            low.extend(doubles.into_iter().zip(bits));
        }
        let mut sum = self.msm(b, &high)?.any();
        let identity = self.identity();
        for (point, bit) in low {
            let point = self.select(b, &point, &identity, bit);
            sum = self.add(b, &sum, &point)?;
        }
        Ok(sum)
    }

    /// The point on the Weierstrass form, and a bit that says whether it is the identity. The generator then replaces
    /// it.
    pub(super) fn enter(&self, b: &mut Builder, point: &Point<PrimeOrder>) -> Result<(curve::Point, Cell), Error> {
        let coordinates = point.coordinates(self);
        let is_identity = coordinates == (BigUint::ZERO, 1u32.into());
        let identity = b.bit(is_identity);
        let (x, y) = match is_identity {
            true => self.weierstrass.parameters.generator.clone(),
            false => self
                .model
                .enter(self.field(), &coordinates)
                .ok_or_else(|| Error::Exceptional("a point of order two".to_owned()))?,
        };
        let inputs = [(&point.x).into(), (&point.y).into(), identity.into()];
        let [x, y] = self.outputs(b, &self.gates.enter, &inputs, [x, y])?;
        Ok((curve::Point { x, y }, identity))
    }

    /// The end of a chain, without the multiple of the constant point. The end is not the identity, so it can be mapped
    /// to this form. Then an addition without exceptions subtracts the multiple.
    fn end(&self, b: &mut Builder, sum: &Accumulated) -> Result<Point<PrimeOrder>, Error> {
        let field = self.field();
        let end = self.weierstrass.end(b, &sum.tail)?;
        let exceptional = || Error::Exceptional("a point of order two".to_owned());
        let (x, y) = self
            .model
            .leave(field, &end.coordinates(field))
            .ok_or_else(exceptional)?;
        let values = [x.clone(), y.clone(), field.reduce(&(x * y).into())];
        let [x, y, t] = self.outputs(b, &self.gates.leave, &[(&end.x).into(), (&end.y).into()], values)?;
        let constant = self.model.leave(field, &sum.constant.coordinates(field));
        let constant = self.opposite(&constant.ok_or_else(exceptional)?);
        self.add(b, &Point::of(x, y, Some(t)), &self.constant_of(&constant))
    }
}
