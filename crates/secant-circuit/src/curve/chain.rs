//! Chains of additions and doublings in which no `y` is an element of its own.

use super::{Point, Weierstrass, joint::Tail, weierstrass::ADDITIONS_PER_GATE};
use crate::{
    Builder, Cell, Error, Fr,
    foreign::{Element, Operand},
};
use num_bigint::{BigInt, BigUint};

/// A point to add or to subtract. The caller must ensure that the sign is 1 or -1.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub x: Element,
    pub y: Element,
    pub sign: Cell,
}

impl Signed {
    /// The second coordinate with the sign.
    fn y(&self, b: &Builder) -> BigInt {
        let y = BigInt::from(self.y.value.clone());
        if b.value(self.sign) == Fr::from(1) { y } else { -y }
    }

    /// The operands for formulas.
    fn operands(&self) -> [Operand<'_>; 3] {
        [(&self.x).into(), (&self.y).into(), self.sign.into()]
    }
}

/// An element's integer.
fn value(element: &Element) -> BigInt {
    element.value.clone().into()
}

impl Weierstrass {
    /// The start of a chain at a point. `minus` is a cell with -1, the sign of the negative.
    ///
    /// The negative of the point lies on a line through itself, here of slope zero.
    pub(super) fn start(&self, x: Element, y: Element, minus: Cell) -> Tail {
        let zero = self.field.constant(&BigUint::ZERO);
        Tail {
            stepped: false,
            slope1: zero.clone(),
            slope2: zero.clone(),
            x0: x.clone(),
            xq: zero,
            yq: y,
            sign: minus,
            x,
        }
    }

    /// The sum of points. The gates enforce that no point has the same first coordinate as the sum of the points before
    /// it.
    pub(super) fn chain(&self, b: &mut Builder, points: &[Signed]) -> Result<Tail, Error> {
        let (first, rest) = points
            .split_first()
            .ok_or_else(|| Error::Unsupported("no points to add".to_owned()))?;
        let minus = b.neg(first.sign);
        let start = self.start(first.x.clone(), first.y.clone(), minus);
        rest.iter()
            .try_fold(start, |tail, point| self.plus(b, tail, point.clone()))
    }

    /// Like [`Self::chain`], after a chain. A gate takes several additions where there are as many.
    pub(super) fn chain_from(
        &self,
        b: &mut Builder,
        start: Tail,
        points: impl IntoIterator<Item = Signed>,
    ) -> Result<Tail, Error> {
        let mut points = points.into_iter();
        let mut tail = start;
        if tail.stepped {
            let Some(first) = points.next() else {
                return Ok(tail);
            };
            tail = self.plus(b, tail, first)?;
        }
        let points: Vec<_> = points.collect();
        let together = points.chunks_exact(ADDITIONS_PER_GATE);
        let rest = together.remainder();
        for points in together {
            tail = self.plus_several(b, &tail, points)?;
        }
        for point in rest {
            tail = self.plus(b, tail, point.clone())?;
        }
        Ok(tail)
    }

    /// Like [`Self::plus`] for [`ADDITIONS_PER_GATE`] points in turn, not after a step.
    fn plus_several(&self, b: &mut Builder, tail: &Tail, points: &[Signed]) -> Result<Tail, Error> {
        let mut inputs = tail.chain_operands().to_vec();
        let mut outputs = Vec::new();
        let (mut x, mut y) = (value(&tail.x), tail.y(b));
        for point in points {
            inputs.extend(point.operands());
            let (x1, y1) = (value(&point.x), point.y(b));
            let l = self.slope(&(&y1 - y), &(&x1 - &x))?;
            let slope = BigInt::from(l.clone());
            let sum = self.field.reduce(&(&slope * &slope - x - &x1));
            x = sum.clone().into();
            y = slope * (x1 - &x) - y1;
            outputs.extend([l, sum]);
        }
        let outputs = self.field.apply(b, &self.gates.chain_of_several, &inputs, &outputs)?;
        match (points, &outputs[..]) {
            ([.., last], [.., slope, sum]) => Ok(self.after(last.clone(), slope.clone(), sum.clone())),
            _ => Err(Error::Unsupported("no points to add".to_owned())),
        }
    }

    /// The end of a chain after the addition of a point with a slope.
    fn after(&self, q: Signed, slope: Element, sum: Element) -> Tail {
        let zero = self.field.constant(&BigUint::ZERO);
        // In the form of the end of a step: y = slope2 (x0 - x) - s yq, with a first slope of zero.
        Tail {
            stepped: false,
            slope1: zero.clone(),
            slope2: slope,
            x0: q.x,
            xq: zero,
            yq: q.y,
            sign: q.sign,
            x: sum,
        }
    }

    /// `P + s Q`. The gate enforces that the first coordinates are different.
    pub(super) fn plus(&self, b: &mut Builder, tail: Tail, q: Signed) -> Result<Tail, Error> {
        let [x, x1] = [&tail.x, &q.x].map(value);
        let l = self.slope(&(q.y(b) - tail.y(b)), &(&x1 - &x))?;
        let square = BigInt::from(&l * &l);
        let sum = self.field.reduce(&(square - x - x1));
        let added = q.operands();
        let (gate, inputs) = if tail.stepped {
            (&self.gates.after_step, [&tail.operands()[..], &added].concat())
        } else {
            (&self.gates.chain, [&tail.chain_operands()[..], &added].concat())
        };
        let [slope, sum] = self.outputs(b, gate, &inputs, [l, sum])?;
        Ok(self.after(q, slope, sum))
    }

    /// `2 P + s Q`. The gate enforces that the first coordinates of `P` and `Q` are different.
    pub(super) fn twice_plus(&self, b: &mut Builder, tail: Tail, q: Signed) -> Result<Tail, Error> {
        let field = &self.field;
        let y = tail.y(b);
        let [x, x_of_q] = [&tail.x, &q.x].map(value);
        let first = self.slope(&(q.y(b) - &y), &(&x_of_q - &x))?;
        let l = BigInt::from(first.clone());
        let between = field.reduce(&(&l * &l - &x - x_of_q));
        let x_between = BigInt::from(between.clone());
        let second = field.reduce(&(-l - BigInt::from(self.slope(&(y * 2), &(&x_between - &x))?)));
        let l = BigInt::from(second.clone());
        let sum = field.reduce(&(&l * &l - x_between - x));
        let inputs = [&tail.operands()[..], &q.operands()].concat();
        let [slope1, _, slope2, sum] = self.outputs(b, &self.gates.step, &inputs, [first, between, second, sum])?;
        Ok(Tail {
            stepped: true,
            slope1,
            slope2,
            x0: tail.x,
            xq: q.x,
            yq: q.y,
            sign: q.sign,
            x: sum,
        })
    }

    /// `2 P`. `one` is a cell with the value 1.
    pub(super) fn twice(&self, b: &mut Builder, tail: &Tail, one: Cell) -> Result<Tail, Error> {
        let field = &self.field;
        let x = value(&tail.x);
        let y = field.reduce(&tail.y(b));
        let slope = self.slope(
            &(&x * &x * 3 + BigInt::from(self.parameters.a.clone())),
            &BigInt::from(&y * 2u32),
        )?;
        let double = field.reduce(&(BigInt::from(&slope * &slope) - x * 2));
        let [y, slope, double] = self.outputs(b, &self.gates.twice, &tail.operands(), [y, slope, double])?;
        let zero = field.constant(&BigUint::ZERO);
        Ok(Tail {
            stepped: false,
            slope1: zero.clone(),
            slope2: slope,
            x0: tail.x.clone(),
            xq: zero,
            yq: y,
            sign: one,
            x: double,
        })
    }

    /// The end of a chain minus a constant point. The gate enforces that their first coordinates differ.
    pub(super) fn end_without(&self, b: &mut Builder, tail: &Tail, constant: &Point) -> Result<Point, Error> {
        let end = self.end(b, tail)?;
        self.sub_incomplete(b, &end, constant)
    }
}
