//! Points that may be the identity, and additions without exceptions.

use super::{Coordinates, Point, Scalar, Weierstrass, msm::Accumulated};
use crate::{Builder, Cell, Error, Fr, Input, foreign::Element};
use num_bigint::{BigInt, BigUint};

/// A point of a curve, or the identity.
///
/// The coordinates of the identity are zeros, so it has only one form. Whoever makes a point from parts must ensure
/// that the coordinates are zeros or those of a point of the curve, and that the cell of the identity is a bit.
#[derive(Clone, Debug)]
pub struct AnyPoint {
    /// The first coordinate.
    pub x: Element,
    /// The second coordinate.
    pub y: Element,
    /// 1 for the identity, else 0.
    pub identity: Cell,
}

/// The case of an addition. Each field is a bit; at most one of `apart` and `same` is 1.
struct Cases {
    /// The points have different first coordinates, and none is the identity.
    apart: Cell,
    /// The points have the same first coordinate, and none is the identity.
    same: Cell,
    /// The points are opposite.
    opposite: Cell,
}

impl Weierstrass {
    /// A point that the prover chooses, or the identity if there are no coordinates. The circuit checks that it is one
    /// of these.
    ///
    /// # Errors
    /// If the point is not on the curve.
    pub fn witness_any(&self, b: &mut Builder, point: Option<&Coordinates>) -> Result<AnyPoint, Error> {
        let identity = b.bit(point.is_none());
        let point = self.witness(b, point.unwrap_or(&self.parameters.generator))?;
        let is_point = b.not(identity);
        Ok(self.any_unless(b, &point, is_point, identity))
    }

    /// A point as one that may be the identity.
    pub fn any(&self, b: &mut Builder, point: &Point) -> AnyPoint {
        AnyPoint {
            x: point.x.clone(),
            y: point.y.clone(),
            identity: b.constant(0),
        }
    }

    /// The identity.
    pub fn identity(&self, b: &mut Builder) -> AnyPoint {
        let zero = self.field.constant(&BigUint::ZERO);
        AnyPoint {
            x: zero.clone(),
            y: zero,
            identity: b.constant(1),
        }
    }

    /// The point, as one that is not the identity. The circuit enforces this.
    ///
    /// # Errors
    /// If it is the identity.
    pub fn assert_point(&self, b: &mut Builder, point: &AnyPoint) -> Result<Point, Error> {
        if b.value(point.identity) != Fr::from(0) {
            return Err(Error::Unsatisfied("a point that is not the identity".to_owned()));
        }
        b.assert_constant(point.identity, 0);
        Ok(Point {
            x: point.x.clone(),
            y: point.y.clone(),
        })
    }

    /// The point if `is_point` is 1, or the identity if `identity` is 1.
    fn any_unless(&self, b: &mut Builder, point: &Point, is_point: Cell, identity: Cell) -> AnyPoint {
        AnyPoint {
            x: self.gathered(b, &[(&point.x, is_point)]),
            y: self.gathered(b, &[(&point.y, is_point)]),
            identity,
        }
    }

    /// The element whose bit is 1, or zero if no bit is 1. At most one of the bits may be 1.
    fn gathered(&self, b: &mut Builder, elements: &[(&Element, Cell)]) -> Element {
        elements.iter().for_each(|(element, _)| self.field.check(element));
        let limbs: Vec<_> = (0..self.field.widths().len())
            .map(|i| {
                let limbs = elements.iter().map(|(element, _)| element.limbs()[i]);
                b.inner_product(limbs.collect::<Vec<Input>>(), elements.iter().map(|&(_, bit)| bit))
            })
            .collect();
        let short = elements.iter().all(|(element, _)| element.short);
        self.field.chosen(b, &limbs, short)
    }

    /// The point if `is_point` is 1, else the constant.
    fn or_replacement(&self, b: &mut Builder, point: &AnyPoint, constant: &Point, is_point: Cell) -> Point {
        let not = b.not(is_point);
        Point {
            x: self.gathered(b, &[(&point.x, is_point), (&constant.x, not)]),
            y: self.gathered(b, &[(&point.y, is_point), (&constant.y, not)]),
        }
    }

    /// `P + Q` for any points, including equal points, opposite points and the identity.
    ///
    /// # Errors
    /// None for points of the curve.
    pub fn add(&self, b: &mut Builder, p: &AnyPoint, q: &AnyPoint) -> Result<AnyPoint, Error> {
        let cases = self.cases(b, p, q)?;
        // Where the sum or the double is not needed, it is computed from constants.
        let constant = self.constant_of(&self.chain_start()?);
        let generator = self.constant_of(&self.parameters.generator);
        let left = self.or_replacement(b, p, &constant, cases.apart);
        let right = self.or_replacement(b, q, &generator, cases.apart);
        let sum = self.add_incomplete(b, &left, &right)?;
        let equal = b.sub(cases.same, cases.opposite);
        let to_double = self.or_replacement(b, p, &generator, equal);
        let double = self.double(b, &to_double)?;
        // Q if P is the identity, and P if only Q is.
        let only_q = b.mul_not(p.identity, q.identity);
        let x = [
            (&sum.x, cases.apart),
            (&double.x, equal),
            (&q.x, p.identity),
            (&p.x, only_q),
        ];
        let y = [
            (&sum.y, cases.apart),
            (&double.y, equal),
            (&q.y, p.identity),
            (&p.y, only_q),
        ];
        Ok(AnyPoint {
            x: self.gathered(b, &x),
            y: self.gathered(b, &y),
            identity: b.mul_add(p.identity, q.identity, cases.opposite),
        })
    }

    /// Decides the case of an addition. Points with the same first coordinate are equal or opposite. With `y = 0` they
    /// are both: an honest prover calls them opposite, and a dishonest one cannot double the point, which has no slope.
    /// The gate that adds points with the case `apart` has no proof if their first coordinates are equal.
    fn cases(&self, b: &mut Builder, p: &AnyPoint, q: &AnyPoint) -> Result<Cases, Error> {
        let residue = |element: &Element| self.field.reduce(&BigInt::from(element.value.clone()));
        let sum = |a: &Element, b: &Element| self.field.reduce(&BigInt::from(&a.value + &b.value));
        let one = Fr::from(1);
        let points = b.value(p.identity) != one && b.value(q.identity) != one;
        let is_same = points && residue(&p.x) == residue(&q.x);
        let is_opposite = is_same && sum(&p.y, &q.y) == BigUint::ZERO;
        let not_p = b.not(p.identity);
        let both = b.mul_not(q.identity, not_p);
        let same = b.bit(is_same);
        let opposite = b.bit(is_opposite);
        // Only two points can be `same`, and only `same` points can be `opposite`.
        for (bit, of) in [(same, both), (opposite, same)] {
            let product = b.mul(bit, of);
            b.assert_equal(product, bit);
        }
        let sign = b.sub_mul(same, opposite, Fr::from(2));
        let inputs = [
            (&p.x).into(),
            (&p.y).into(),
            (&q.x).into(),
            (&q.y).into(),
            same.into(),
            sign.into(),
        ];
        self.outputs(b, &self.gates.cases, &inputs, [])?;
        Ok(Cases {
            apart: b.sub(both, same),
            same,
            opposite,
        })
    }

    /// `-P`.
    ///
    /// # Errors
    /// None.
    pub fn neg(&self, b: &mut Builder, point: &AnyPoint) -> Result<AnyPoint, Error> {
        let is_point = b.not(point.identity);
        let y = self.field.reduce(&-BigInt::from(point.y.value.clone()));
        // For the identity the gate would allow a multiple of the modulus, but its y must be zero.
        let [y] = self.outputs(b, &self.gates.negative, &[(&point.y).into()], [y])?;
        let y = self.gathered(b, &[(&y, is_point)]);
        Ok(AnyPoint { y, ..point.clone() })
    }

    /// `k P` for any integer `k`. `P` is the identity or a point of the generator's order, as all points of a curve
    /// without a cofactor are.
    ///
    /// # Errors
    /// As [`Self::msm_any`].
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn mul(&self, b: &mut Builder, point: &AnyPoint, scalar: &Scalar) -> Result<AnyPoint, Error> {
        self.msm_any(b, &[(point.clone(), scalar.clone())])
    }

    /// `k_1 P_1 + k_2 P_2 + ...`, which may be any point. Each `P_i` is the identity or a point of the generator's
    /// order, as all points of a curve without a cofactor are.
    ///
    /// # Errors
    /// [`Error::Exceptional`] for points that were chosen to fit the constant point at which chains begin, and
    /// [`Error::Unsupported`] as [`Self::msm`].
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn msm_any(&self, b: &mut Builder, terms: &[(AnyPoint, Scalar)]) -> Result<AnyPoint, Error> {
        let generator = self.constant_of(&self.parameters.generator);
        let mut all = Vec::new();
        for (point, scalar) in terms {
            // The identity is replaced by zero times a constant point.
            let is_point = b.not(point.identity);
            all.push((
                self.or_replacement(b, point, &generator, is_point),
                scalar.unless(b, self, point.identity),
            ));
        }
        let sum = self.accumulate(b, &all)?;
        self.without_constant(b, sum)
    }

    /// The end of a chain, minus the multiple of the constant point at which it began. The result may be any point.
    fn without_constant(&self, b: &mut Builder, sum: Accumulated) -> Result<AnyPoint, Error> {
        let end = self.end(b, &sum.tail)?;
        let end = self.any(b, &end);
        let opposite = Point {
            y: self.field.constant(&(&self.parameters.modulus - &sum.constant.y.value)),
            x: sum.constant.x,
        };
        let opposite = self.any(b, &opposite);
        self.add(b, &end, &opposite)
    }

    /// Like [`Self::fixed_base_msm`], for any sum. The sum of no terms is the identity.
    ///
    /// # Errors
    /// As [`Self::fixed_base_msm`], except that the sum may be the identity.
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn fixed_base_msm_any(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, Scalar)],
        rows: usize,
    ) -> Result<AnyPoint, Error> {
        if terms.is_empty() {
            return Ok(self.identity(b));
        }
        if !terms.iter().all(|(base, _)| self.parameters.is_in_subgroup(base)) {
            return Err(Error::Unsatisfied("a constant point of the subgroup".to_owned()));
        }
        let points = self.fixed_base_points(b, terms, rows)?;
        let sum = self.accumulate_points(b, points)?;
        self.without_constant(b, sum)
    }

    /// The sum of any points.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if there are none.
    pub fn sum_any(&self, b: &mut Builder, points: &[AnyPoint]) -> Result<AnyPoint, Error> {
        let (first, rest) = points
            .split_first()
            .ok_or_else(|| Error::Unsupported("a sum of no points".to_owned()))?;
        rest.iter()
            .try_fold(first.clone(), |sum, point| self.add(b, &sum, point))
    }
}
