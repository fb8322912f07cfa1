//! Multiples of a constant point, from tables of constants.

use super::{Weierstrass, joint::Tail};
use crate::{Builder, Cell, Error, Fr, Input, Table, foreign::Element, integer};
use num_bigint::{BigInt, BigUint};

/// Tables of a constant point's multiples: for each window of a scalar's digits its odd ones.
#[derive(Clone, Debug)]
pub struct Comb {
    window: usize,
    tables: Vec<Table>,
}

/// The sum of a comb's digits in parts, each small enough for a cell: with its weight.
pub(crate) struct Digits {
    pub parts: Vec<(Cell, usize)>,
}

/// The most bits of a part of a scalar.
const PART_BITS: usize = 64;

impl Comb {
    /// Tables for `scale G`, for odd integers below `2^bits` in magnitude, with digits of `window` bits.
    ///
    /// # Errors
    /// If a multiple in a table is the identity.
    pub fn new(
        b: &mut Builder,
        curve: &Weierstrass,
        scale: &BigUint,
        bits: usize,
        window: usize,
    ) -> Result<Self, Error> {
        let order = &curve.parameters.order;
        let tables = (0..bits.div_ceil(window))
            .map(|i| {
                let weight = scale * (BigUint::from(1u32) << (window * i)) % order;
                let twice = &weight * 2u32 % order;
                let rows = curve.parameters.multiples(&weight, &twice, 1 << (window - 1));
                let rows = rows.into_iter().map(|point| {
                    let (x, y) = point.ok_or_else(|| Error::Exceptional("a multiple of a constant".to_owned()))?;
                    let point = curve.constant(&(x, y));
                    Ok(point
                        .x
                        .limbs
                        .iter()
                        .chain(&point.y.limbs)
                        .map(|&limb| b.peek(limb))
                        .collect())
                });
                let rows = rows.collect::<Result<Vec<_>, Error>>()?;
                Ok(b.constant_table(rows))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Self { window, tables })
    }

    /// The bits of the scalars: digits of so many windows are odd integers of as many bits in magnitude.
    pub fn bits(&self) -> usize {
        self.window * self.tables.len()
    }

    /// The weights of the parts of digits' sums, and the bits of each part.
    pub(crate) fn parts(&self) -> (Vec<usize>, usize) {
        let per_part = PART_BITS / self.window;
        let count = self.tables.len().div_ceil(per_part);
        let weights = (0..count).map(|i| i * per_part * self.window).collect();
        (weights, per_part * self.window)
    }

    /// `k` times the point, for an odd `k` with `|k| < 2^bits`: the end of a chain of additions, and the digits, whose sum is
    /// `k`.
    pub(crate) fn mul(&self, b: &mut Builder, curve: &Weierstrass, k: &BigInt) -> Result<(Tail, Digits), Error> {
        let one = BigInt::from(1);
        if k % 2 == BigInt::ZERO || k.magnitude().bits() > self.bits() as u64 {
            return Err(Error::Unsatisfied(format!("an odd scalar of {} bits", self.bits())));
        }
        // Digits 2 u + 1 - 2^w for digits u of (k + 2^bits - 1) / 2.
        let shifted: BigInt = (k + (&one << self.bits()) - &one) >> 1;
        let digits = integer::limbs_of(shifted.magnitude(), self.window, self.tables.len());
        let width = curve.field.widths().len();
        let mut points = Vec::new();
        let mut values = Vec::new();
        for (table, digit) in self.tables.iter().zip(&digits) {
            let half = BigUint::from(1u32) << (self.window - 1);
            let (positive, row) = if *digit >= half {
                (true, digit - &half)
            } else {
                (false, half - 1u32 - digit)
            };
            let bit = b.bit(positive);
            let sign = b.mul_add(bit, Fr::from(2), -Fr::from(1));
            let cells = b.read(*table, Input::Witness(integer::natural_to_field(&row)))?;
            // The row's number stands before the row.
            let odd = b.mul_add(cells.number, Fr::from(2), Fr::from(1));
            values.push(b.mul(odd, sign));
            let x = curve.field.element(b, &cells.values[..width]);
            let y = curve.field.element(b, &cells.values[width..]);
            points.push((x, y, sign));
        }
        let per_part = PART_BITS / self.window;
        let parts = values
            .chunks(per_part)
            .enumerate()
            .map(|(i, values)| {
                let weights = (0..values.len()).map(|j| integer::field_power_of_two(self.window * j));
                (
                    b.inner_product(values.iter().copied(), weights),
                    i * per_part * self.window,
                )
            })
            .collect();
        let tail = curve.chain(b, &points)?;
        Ok((tail, Digits { parts }))
    }
}

impl Weierstrass {
    /// The sum of points with signs, none of which has the first coordinate of the sum of those before: the gates say so.
    fn chain(&self, b: &mut Builder, points: &[(Element, Element, Cell)]) -> Result<Tail, Error> {
        let field = &self.field;
        let (first, rest) = points
            .split_first()
            .ok_or_else(|| Error::Unsupported("no points to add".to_owned()))?;
        // The sum so far lies, mirrored, on the line of a slope through a point: here through itself, mirrored.
        let minus = b.neg(first.2);
        let mut slope = field.constant(&BigUint::ZERO);
        let mut last = (first.0.clone(), first.1.clone(), minus);
        let mut x = first.0.clone();
        let signed = |b: &Builder, y: &Element, sign: Cell| {
            let y = BigInt::from(y.value.clone());
            if b.value(sign) == Fr::from(1) { y } else { -y }
        };
        for next in rest {
            let [x0, x1, xs, l0] = [&last.0, &next.0, &x, &slope].map(|e| BigInt::from(e.value.clone()));
            let y = l0 * (x0 - &xs) - signed(b, &last.1, last.2);
            let l = self.slope(&(signed(b, &next.1, next.2) - y), &(&x1 - &xs))?;
            let square = BigInt::from(&l * &l);
            let sum = field.reduce(&(square - xs - x1));
            let inputs = [
                (&slope).into(),
                (&last.0).into(),
                (&last.1).into(),
                last.2.into(),
                (&x).into(),
                (&next.0).into(),
                (&next.1).into(),
                next.2.into(),
            ];
            let [l, sum] = self.outputs(b, &self.gates.chain, &inputs, [l, sum])?;
            (slope, x, last) = (l, sum, next.clone());
        }
        // As the end of a step: y = slope2 (x0 - x) - s yq, with a first slope of zero.
        let zero = field.constant(&BigUint::ZERO);
        Ok(Tail {
            slope1: zero.clone(),
            slope2: slope,
            x0: last.0,
            xq: zero,
            yq: last.1,
            sign: last.2,
            x,
        })
    }
}
