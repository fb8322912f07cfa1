//! Multiples of a constant point, from tables of constants.

use super::{Coordinates, Weierstrass, chain::Signed, joint::Tail};
use crate::{Builder, Cell, Error, Fr, Input, Table, integer};
use num_bigint::{BigInt, BigUint};

/// Tables of a constant point's multiples: for each window of a scalar's digits, its odd multiples.
#[derive(Clone, Debug)]
pub struct Comb {
    windows: Vec<Window>,
}

/// A window: its lowest bit, the number of its bits, and its table.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: usize,
    bits: usize,
    table: Table,
}

/// The sum of a comb's digits, in parts that fit a cell each.
pub(crate) struct Digits {
    pub parts: Vec<Cell>,
}

/// The most bits of a part of a scalar.
const PART_BITS: usize = 64;

/// The bits of each window, for the fewest windows that cover `bits` bits with tables of at most `rows` rows in total.
/// `None` if there are fewer rows than bits.
fn windows(bits: usize, rows: usize) -> Option<Vec<usize>> {
    let of = |count: usize| (0..count).map(move |i| bits / count + usize::from(i < bits % count));
    let count = (1..=bits).find(|&count| {
        bits.div_ceil(count) <= PART_BITS.min(24) && of(count).map(|bits| 1usize << (bits - 1)).sum::<usize>() <= rows
    });
    Some(of(count?).collect())
}

impl Comb {
    /// Tables for odd multiples of `scale G`, below `2^bits` in magnitude, with up to `rows` rows.
    ///
    /// # Errors
    /// If there are fewer rows than bits, or a multiple in a table is the identity.
    pub fn new(b: &mut Builder, curve: &Weierstrass, scale: &BigUint, bits: usize, rows: usize) -> Result<Self, Error> {
        let parameters = &curve.parameters;
        Self::of_multiples(b, curve, bits, rows, |weight, step, count| {
            let scaled = [weight, step].map(|k| k * scale % &parameters.order);
            parameters.multiples(&scaled[0], &scaled[1], count)
        })
    }

    /// Like [`Self::new`], for any point of the generator's order.
    ///
    /// # Errors
    /// As [`Self::new`], and if the point is not on the curve.
    pub fn of_point(
        b: &mut Builder,
        curve: &Weierstrass,
        point: &Coordinates,
        bits: usize,
        rows: usize,
    ) -> Result<Self, Error> {
        Self::of_multiples(b, curve, bits, rows, |weight, step, count| {
            curve.parameters.multiples_of(point, weight, step, count)
        })
    }

    /// Makes the tables from a function that returns the multiples by an integer, that integer plus a step, and so on.
    fn of_multiples(
        b: &mut Builder,
        curve: &Weierstrass,
        bits: usize,
        rows: usize,
        multiples: impl Fn(&BigUint, &BigUint, usize) -> Vec<Option<Coordinates>>,
    ) -> Result<Self, Error> {
        let mut low = 0;
        let windows =
            windows(bits, rows).ok_or_else(|| Error::Unsupported(format!("tables of {rows} rows for {bits} bits")))?;
        let windows = windows.into_iter().map(|bits| {
            let weight = BigUint::from(1u32) << low;
            let rows = multiples(&weight, &(&weight << 1), 1 << (bits - 1));
            let rows = rows.into_iter().map(|point| {
                let point = point.ok_or_else(|| Error::Exceptional("a multiple of a constant".to_owned()))?;
                let point = curve.constant_of(&point);
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

    /// The bits of the scalars: the digits of all windows represent the odd integers of this many bits in magnitude.
    pub fn bits(&self) -> usize {
        self.windows.last().map_or(0, |last| last.low + last.bits)
    }

    /// Groups windows whose digits have a sum that fits one cell.
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

    /// The weights of the parts of the digits' sum, and the bits of the parts.
    pub(crate) fn parts(&self) -> (Vec<usize>, usize) {
        (self.groups().iter().map(|group| group[0].low).collect(), PART_BITS)
    }

    /// `k` times the point, for an odd `k` with `|k| < 2^bits`. Returns the end of a chain of additions, and the
    /// digits, whose sum is `k`.
    pub(crate) fn mul(&self, b: &mut Builder, curve: &Weierstrass, k: &BigInt) -> Result<(Tail, Digits), Error> {
        let (points, digits) = self.points(b, curve, k)?;
        Ok((curve.chain(b, &points)?, digits))
    }

    /// The points that [`Self::mul`] adds, and the digits.
    pub(super) fn points(
        &self,
        b: &mut Builder,
        curve: &Weierstrass,
        k: &BigInt,
    ) -> Result<(Vec<Signed>, Digits), Error> {
        let one = BigInt::from(1);
        if k % 2 == BigInt::ZERO || k.magnitude().bits() > self.bits() as u64 {
            return Err(Error::Unsatisfied(format!("an odd scalar of {} bits", self.bits())));
        }
        // The digits are 2 u + 1 - 2^w, for the digits u of (k + 2^bits - 1) / 2.
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
                points.push(Signed { x, y, sign });
            }
            let weights = group
                .iter()
                .map(|window| integer::field_power_of_two(window.low - group[0].low));
            parts.push(b.inner_product(values, weights));
        }
        Ok((points, Digits { parts }))
    }
}
