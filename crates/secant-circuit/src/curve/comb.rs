//! Multiples of a constant point, from tables of constants.

use super::{Weierstrass, joint::Tail};
use crate::{Builder, Cell, Error, Fr, Input, Table, foreign::Element, integer};
use num_bigint::{BigInt, BigUint};

/// Tables of a constant point's multiples: for each window of a scalar's digits its odd ones.
#[derive(Clone, Debug)]
pub struct Comb {
    windows: Vec<Window>,
}

/// A window: its lowest bit, how many there are, and its table.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: usize,
    bits: usize,
    table: Table,
}

/// The sum of a comb's digits in parts, each small enough for a cell.
pub(crate) struct Digits {
    pub parts: Vec<Cell>,
}

/// The most bits of a part of a scalar.
const PART_BITS: usize = 64;

/// The bits of the fewest windows for so many bits, with tables of so many rows together.
fn windows(bits: usize, rows: usize) -> Vec<usize> {
    let of = |count: usize| (0..count).map(move |i| bits / count + usize::from(i < bits % count));
    let count = (1..bits).find(|&count| {
        bits.div_ceil(count) <= PART_BITS.min(24) && of(count).map(|bits| 1usize << (bits - 1)).sum::<usize>() <= rows
    });
    of(count.unwrap_or(bits)).collect()
}

impl Comb {
    /// Tables for `scale G`, for odd integers below `2^bits` in magnitude, with up to `rows` rows.
    ///
    /// # Errors
    /// If a multiple in a table is the identity.
    pub fn new(b: &mut Builder, curve: &Weierstrass, scale: &BigUint, bits: usize, rows: usize) -> Result<Self, Error> {
        let order = &curve.parameters.order;
        let mut low = 0;
        let windows = windows(bits, rows).into_iter().map(|bits| {
            let weight: BigUint = scale * (BigUint::from(1u32) << low) % order;
            let twice: BigUint = &weight + &weight;
            let rows = curve.parameters.multiples(&weight, &twice, 1 << (bits - 1));
            let rows = rows.into_iter().map(|point| {
                let point = point.ok_or_else(|| Error::Exceptional("a multiple of a constant".to_owned()))?;
                let point = curve.constant(&point);
                Ok(point
                    .x
                    .limbs
                    .iter()
                    .chain(&point.y.limbs)
                    .map(|&limb| b.peek(limb))
                    .collect())
            });
            let rows = rows.collect::<Result<Vec<_>, Error>>()?;
            low += bits;
            Ok(Window {
                low: low - bits,
                bits,
                table: b.constant_table(rows),
            })
        });
        Ok(Self {
            windows: windows.collect::<Result<_, Error>>()?,
        })
    }

    /// The bits of the scalars: digits of so many windows are odd integers of as many bits in magnitude.
    pub fn bits(&self) -> usize {
        self.windows.last().map_or(0, |last| last.low + last.bits)
    }

    /// Windows whose digits have a sum in one cell.
    fn groups(&self) -> Vec<&[Window]> {
        let mut groups = Vec::new();
        let mut rest = &self.windows[..];
        while let Some(first) = rest.first() {
            let fit = rest
                .iter()
                .take_while(|window| window.low + window.bits - first.low <= PART_BITS);
            let (group, others) = rest.split_at(fit.count());
            groups.push(group);
            rest = others;
        }
        groups
    }

    /// The weights of the parts of digits' sums, and the bits of the parts.
    pub(crate) fn parts(&self) -> (Vec<usize>, usize) {
        (self.groups().iter().map(|group| group[0].low).collect(), PART_BITS)
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
        let width = curve.field.widths().len();
        let mut points = Vec::new();
        let mut parts = Vec::new();
        for group in self.groups() {
            let mut values = Vec::new();
            for window in group {
                let half = BigUint::from(1u32) << (window.bits - 1);
                let digit = (shifted.magnitude() >> window.low) & ((&half << 1) - 1u32);
                let positive = digit >= half;
                let number = if positive { digit - &half } else { half - 1u32 - digit };
                let bit = b.bit(positive);
                let sign = b.mul_add(bit, Fr::from(2), -Fr::from(1));
                let row = b.read(window.table, Input::Witness(integer::natural_to_field(&number)))?;
                let odd = b.mul_add(row.number, Fr::from(2), Fr::from(1));
                values.push(b.mul(odd, sign));
                let x = curve.field.chosen(b, &row.values[..width], true);
                let y = curve.field.chosen(b, &row.values[width..], true);
                points.push((x, y, sign));
            }
            let weights = group
                .iter()
                .map(|window| integer::field_power_of_two(window.low - group[0].low));
            parts.push(b.inner_product(values, weights));
        }
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
