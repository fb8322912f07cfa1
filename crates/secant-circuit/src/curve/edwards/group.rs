//! Points and the group law.

use super::{Order, Parameters, Point, PrimeOrder, TwistedEdwards};
use crate::{
    Builder, Cell, Error,
    curve::Coordinates,
    foreign::{Element, FormulaGate, Operand},
};
use num_bigint::{BigInt, BigUint};
use std::sync::Arc;

/// An element's integer.
fn value(element: &Element) -> BigInt {
    element.value.clone().into()
}

impl TwistedEdwards {
    /// A point that the prover chooses. The circuit checks that it is on the curve.
    ///
    /// # Errors
    /// If it is not on the curve.
    pub fn witness(&self, b: &mut Builder, point: &Coordinates) -> Result<Point, Error> {
        if !self.contains(point) {
            return Err(Error::Unsatisfied("a point of the curve".to_owned()));
        }
        let [x, y] = [&point.0, &point.1].map(|c| self.field().witness(b, c));
        let values = self.on_curve_values(point);
        let [t, _] = self.outputs(b, &self.gates.on_curve, &[(&x).into(), (&y).into()], values)?;
        Ok(Point::of(x, y, Some(t)))
    }

    /// A point of the subgroup that the prover chooses. The circuit checks that it is in the subgroup, and so on the
    /// curve.
    ///
    /// # Errors
    /// If it is not in the subgroup.
    pub fn witness_in_subgroup(&self, b: &mut Builder, point: &Coordinates) -> Result<Point<PrimeOrder>, Error> {
        let [x, y] = [&point.0, &point.1].map(|c| self.field().witness(b, c));
        self.assert_in_subgroup(b, point, &x, &y)?;
        Ok(Point::of(x, y, None))
    }

    /// The point, as one of the subgroup. The circuit enforces that it is there.
    ///
    /// # Errors
    /// If it is not in the subgroup.
    pub fn in_subgroup(&self, b: &mut Builder, point: &Point) -> Result<Point<PrimeOrder>, Error> {
        self.assert_in_subgroup(b, &point.coordinates(self), &point.x, &point.y)?;
        Ok(Point::of(point.x.clone(), point.y.clone(), point.product.clone()))
    }

    /// Checks that the point is a multiple of some point of the curve, by a power of two that takes all points to the
    /// subgroup.
    fn assert_in_subgroup(&self, b: &mut Builder, point: &Coordinates, x: &Element, y: &Element) -> Result<(), Error> {
        let outside = || Error::Unsatisfied("a point of the subgroup".to_owned());
        if !self.is_in_subgroup(point) {
            return Err(outside());
        }
        let order = &self.parameters.order;
        let multiple = BigUint::from(1u32) << self.doublings;
        let inverse = multiple.modinv(order).ok_or_else(outside)?;
        let mut part = self.multiple_in_subgroup(&inverse, point).ok_or_else(outside)?;
        let [t, mut e] = self.on_curve_values(&part);
        let mut values = vec![part.0.clone(), part.1.clone(), t, e.clone()];
        for _ in 1..self.doublings {
            let [x3, y3] = self.double_values(&part, &e)?;
            part = (x3.clone(), y3.clone());
            [_, e] = self.on_curve_values(&part);
            values.extend([x3, y3, e.clone()]);
        }
        self.field()
            .apply(b, &self.gates.in_subgroup, &[x.into(), y.into()], &values)?;
        Ok(())
    }

    /// A constant point.
    ///
    /// # Errors
    /// If it is not on the curve.
    pub fn constant(&self, point: &Coordinates) -> Result<Point, Error> {
        match self.contains(point) {
            true => Ok(self.constant_of(point)),
            false => Err(Error::Unsatisfied("a constant point of the curve".to_owned())),
        }
    }

    /// A constant point in the subgroup.
    ///
    /// # Errors
    /// If it is not in the subgroup.
    pub fn constant_in_subgroup(&self, point: &Coordinates) -> Result<Point<PrimeOrder>, Error> {
        match self.is_in_subgroup(point) {
            true => Ok(self.constant_of(point)),
            false => Err(Error::Unsatisfied("a constant point of the subgroup".to_owned())),
        }
    }

    /// A constant point of this kind.
    pub(super) fn constant_of<O: Order>(&self, (x, y): &Coordinates) -> Point<O> {
        let [x, y, t] = [x, y, &(x * y)].map(|c| self.field().constant(c));
        Point::of(x, y, Some(t))
    }

    /// The identity.
    pub fn identity<O: Order>(&self) -> Point<O> {
        self.constant_of(&(BigUint::ZERO, 1u32.into()))
    }

    /// `P + Q` for points that may be equal. It takes two new elements for the sum's coordinates and two more.
    ///
    /// # Errors
    /// None for points of the subgroup, nor on curves with a complete law: where `a` is a square and `d` is not. On
    /// other curves, [`Error::Exceptional`] if the sum or the difference of the points is at infinity: the gate
    /// enforces that neither is.
    pub fn add<O: Order>(&self, b: &mut Builder, p: &Point<O>, q: &Point<O>) -> Result<Point<O>, Error> {
        let products = [self.product(b, p)?, self.product(b, q)?];
        let values = self.sum_values(p, q, &products)?;
        let mut inputs: Vec<Operand<'_>> = vec![
            (&p.x).into(),
            (&p.y).into(),
            (&products[0]).into(),
            (&q.x).into(),
            (&q.y).into(),
            (&products[1]).into(),
        ];
        let [_, x, y, t] = if O::PRIME || self.complete {
            self.outputs(b, &self.gates.add, &inputs, values)?
        } else {
            let exceptions = [1u32.into(), &self.parameters.modulus - 1u32].map(|c: BigUint| self.field().constant(&c));
            inputs.extend(exceptions.iter().map(Operand::from));
            self.outputs(b, &self.gates.add_checked, &inputs, values)?
        };
        Ok(Point::of(x, y, Some(t)))
    }

    /// The values of the outputs of an addition gate.
    fn sum_values<O: Order>(&self, p: &Point<O>, q: &Point<O>, products: &[Element; 2]) -> Result<[BigUint; 4], Error> {
        let field = self.field();
        let Parameters { a, d, .. } = &self.parameters;
        let [a, d] = [a, d].map(|c| BigInt::from(c.clone()));
        let [x1, y1, x2, y2] = [&p.x, &p.y, &q.x, &q.y].map(value);
        let e = field.reduce(&(d * value(&products[0]) * value(&products[1])));
        let by = BigInt::from(e.clone());
        let exceptional = || {
            Error::Exceptional(format!(
                "{}: an addition with a sum or a difference at infinity",
                field.name()
            ))
        };
        let x = field
            .divide(&(&x1 * &y2 + &y1 * &x2), &(&by + 1))
            .ok_or_else(exceptional)?;
        let y = field
            .divide(&(y1 * y2 - a * x1 * x2), &(1 - by))
            .ok_or_else(exceptional)?;
        let t = field.reduce(&BigInt::from(&x * &y));
        Ok([e, x, y, t])
    }

    /// The product of a point's coordinates.
    fn product<O: Order>(&self, b: &mut Builder, p: &Point<O>) -> Result<Element, Error> {
        match &p.product {
            Some(t) => Ok(t.clone()),
            None => self.field().mul(b, &p.x, &p.y),
        }
    }

    /// `2 P`, with three new elements.
    ///
    /// # Errors
    /// None for points of the subgroup, nor on curves whose law is complete; on others [`Error::Exceptional`] if the
    /// double is at infinity.
    pub fn double<O: Order>(&self, b: &mut Builder, p: &Point<O>) -> Result<Point<O>, Error> {
        let coordinates = p.coordinates(self);
        let [_, e] = self.on_curve_values(&coordinates);
        let [x, y] = self.double_values(&coordinates, &e)?;
        let [_, x, y] = self.outputs(b, &self.gates.double, &[(&p.x).into(), (&p.y).into()], [e, x, y])?;
        Ok(Point::of(x, y, None))
    }

    /// `2^count P`.
    ///
    /// # Errors
    /// As [`Self::double`].
    pub(super) fn double_times(&self, b: &mut Builder, p: &Point, count: usize) -> Result<Vec<Point>, Error> {
        let mut all = vec![p.clone()];
        for i in 0..count {
            let double = self.double(b, &all[i])?;
            all.push(double);
        }
        Ok(all)
    }

    /// `x y` and `a x^2 + y^2`.
    fn on_curve_values(&self, (x, y): &Coordinates) -> [BigUint; 2] {
        let p = &self.parameters.modulus;
        [x * y % p, (&self.parameters.a * x * x + y * y) % p]
    }

    /// The double of a point with `e = a x^2 + y^2`.
    fn double_values(&self, (x, y): &Coordinates, e: &BigUint) -> Result<[BigUint; 2], Error> {
        let field = self.field();
        let [x, y, e, a] = [x, y, e, &self.parameters.a].map(|c| BigInt::from(c.clone()));
        let exceptional = || Error::Exceptional(format!("{}: a doubling of a point of order four", field.name()));
        Ok([
            field.divide(&(&x * &y * 2), &e).ok_or_else(exceptional)?,
            field
                .divide(&(&y * &y - a * &x * x), &(2 - e))
                .ok_or_else(exceptional)?,
        ])
    }

    /// `-P`, with one new element.
    ///
    /// # Errors
    /// None.
    pub fn negate<O: Order>(&self, b: &mut Builder, p: &Point<O>) -> Result<Point<O>, Error> {
        let x = self.field().reduce(&-value(&p.x));
        let [x] = self.outputs(b, &self.weierstrass.gates.negative, &[(&p.x).into()], [x])?;
        Ok(Point::of(x, p.y.clone(), None))
    }

    /// `p` if `choice` is 1, else `q`. The caller must ensure that `choice` is a bit.
    pub fn select<O: Order>(&self, b: &mut Builder, p: &Point<O>, q: &Point<O>, choice: Cell) -> Point<O> {
        let field = self.field();
        let product = match (&p.product, &q.product) {
            (Some(t), Some(u)) => Some(field.select(b, t, u, choice)),
            _ => None,
        };
        Point::of(
            field.select(b, &p.x, &q.x, choice),
            field.select(b, &p.y, &q.y, choice),
            product,
        )
    }

    /// Constrains two points to be the same.
    ///
    /// # Errors
    /// If they differ.
    pub fn assert_equal<O: Order, R: Order>(&self, b: &mut Builder, p: &Point<O>, q: &Point<R>) -> Result<(), Error> {
        self.field().assert_equal(b, &p.x, &q.x)?;
        self.field().assert_equal(b, &p.y, &q.y)
    }

    /// The sum of points.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn sum<O: Order>(&self, b: &mut Builder, points: &[Point<O>]) -> Result<Point<O>, Error> {
        match points {
            [] => Ok(self.identity()),
            [first, rest @ ..] => rest
                .iter()
                .try_fold(first.clone(), |sum, point| self.add(b, &sum, point)),
        }
    }

    pub(super) fn outputs<const N: usize>(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[Operand<'_>],
        outputs: [BigUint; N],
    ) -> Result<[Element; N], Error> {
        self.weierstrass.outputs(b, gate, inputs, outputs)
    }
}
