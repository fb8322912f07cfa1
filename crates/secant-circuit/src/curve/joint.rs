//! Sums of multiples of several points that share one chain of doublings.

use super::{Point, Weierstrass, chain::Signed};
use crate::{
    Builder, Cell, Error, Fr, Table,
    foreign::{Element, Operand},
    integer,
};
use num_bigint::{BigInt, BigUint};

/// The end of a chain of steps: a point whose `y` is an expression in earlier elements.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    /// Whether a step came last. If not, `slope1` and `xq` are zero.
    pub stepped: bool,
    pub slope1: Element,
    pub slope2: Element,
    pub x0: Element,
    pub xq: Element,
    pub yq: Element,
    pub sign: Cell,
    pub x: Element,
}

/// A point and the integer that multiplies it.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// The point.
    pub point: Point,
    /// The integer.
    pub scalar: BigInt,
    /// Whether the point is the endomorphism's image of the one before.
    pub image: bool,
}

/// For each point of a sum of multiples, `2 k + 1` for its integer `k`, in parts of [`PART_DIGITS`] bits, lowest first.
pub(crate) struct Sums(pub Vec<Vec<Cell>>);

/// The digits of a part of a scalar: as many as a limb has bits.
pub(crate) const PART_DIGITS: usize = 64;

impl Tail {
    /// The operands for formulas.
    pub(super) fn operands(&self) -> [Operand<'_>; 7] {
        let [slope1, slope2, x0, xq, yq, x] =
            [&self.slope1, &self.slope2, &self.x0, &self.xq, &self.yq, &self.x].map(Operand::from);
        [slope1, slope2, x0, xq, yq, self.sign.into(), x]
    }

    /// The operands for formulas of chains without steps.
    pub(super) fn chain_operands(&self) -> [Operand<'_>; 5] {
        let [slope, x0, yq, x] = [&self.slope2, &self.x0, &self.yq, &self.x].map(Operand::from);
        [slope, x0, yq, self.sign.into(), x]
    }

    /// The point's second coordinate.
    pub(super) fn y(&self, b: &Builder) -> BigInt {
        let [l1, l2, x0, xq, yq, x] =
            [&self.slope1, &self.slope2, &self.x0, &self.xq, &self.yq, &self.x].map(|e| BigInt::from(e.value.clone()));
        let yq = if b.value(self.sign) == Fr::from(1) { yq } else { -yq };
        l2 * (&x0 - x) - yq + l1 * (xq - x0)
    }
}

/// The signs of the points in one step: that of the first point, and whether each other point has the same.
struct Digit {
    sign: Cell,
    same: Vec<Cell>,
}

impl Weierstrass {
    /// `2 (2^steps T + sum k_j P_j)`, for a point `T` at the end of a chain, and two or four points with integers of at
    /// most `steps` bits in magnitude.
    ///
    /// Digits that are signs give odd integers, here `2 k_j + 1`. So the sum of all points is too much, and is
    /// subtracted at the end.
    pub(crate) fn joint(
        &self,
        b: &mut Builder,
        start: Tail,
        terms: &[Term],
        steps: usize,
    ) -> Result<(Point, Sums), Error> {
        let rows = self.signed_sums(b, terms)?;
        let cells: Vec<Vec<Cell>> = rows.iter().map(|row| self.cells(b, row)).collect();
        let table = b.table(&cells);
        let odd: Vec<BigInt> = terms.iter().map(|term| &term.scalar * 2 + 1).collect();
        if odd.iter().any(|k| k.magnitude().bits() > steps as u64 + 1) {
            return Err(Error::Unsupported(format!("scalars of more than {steps} bits")));
        }
        let digits: Vec<_> = (0..=steps).map(|i| Self::digit(b, &odd, steps + 1, i)).collect();
        let sums = Self::sums(b, &digits);
        let mut tail = start;
        for digit in digits.iter().rev() {
            tail = self.step(b, tail, &table, digit)?;
        }
        let end = self.end(b, &tail)?;
        let end = self.sub_incomplete(b, &end, &rows[rows.len() - 1])?;
        Ok((end, sums))
    }

    fn cells(&self, b: &mut Builder, point: &Point) -> Vec<Cell> {
        let limbs: Vec<_> = point.x.limbs.iter().chain(&point.y.limbs).copied().collect();
        limbs.into_iter().map(|limb| b.cell_of(limb)).collect()
    }

    /// `P_0 + ... + P_n` with all choices of signs of the points but the first. The signs form the index: the second
    /// point's sign is the lowest bit, 1 for plus.
    fn signed_sums(&self, b: &mut Builder, terms: &[Term]) -> Result<Vec<Point>, Error> {
        match terms {
            [p, q] => Ok(self.pair(b, p, q)?.into()),
            [p, q, r, s] => {
                let left = self.pair(b, p, q)?;
                let right = self.pair(b, r, s)?;
                let mut sums = Vec::new();
                // With the third point's sign, the fourth point's sign negates the pair.
                for fourth in [0, 1] {
                    for third in [0, 1] {
                        let pair = &right[usize::from(third == fourth)];
                        for left in &left {
                            sums.push(match third {
                                0 => self.sub_incomplete(b, left, pair)?,
                                _ => self.add_incomplete(b, left, pair)?,
                            });
                        }
                    }
                }
                Ok(sums)
            }
            _ => Err(Error::Unsupported("sums of two or four points".to_owned())),
        }
    }

    /// `P - Q` and `P + Q`.
    fn pair(&self, b: &mut Builder, p: &Term, q: &Term) -> Result<[Point; 2], Error> {
        let sum = match q.image {
            // P + lambda P = -lambda^2 P.
            true => self.third(b, &p.point, &q.point)?,
            false => self.add_incomplete(b, &p.point, &q.point)?,
        };
        Ok([self.sub_incomplete(b, &p.point, &q.point)?, sum])
    }

    /// The signs of step `i` of odd integers, `k = sum 2^i e_i`.
    fn digit(b: &mut Builder, odd: &[BigInt], steps: usize, i: usize) -> Digit {
        let mut signs = odd.iter().map(|k| {
            // e_i = 2 u_i - 1 for the bits u_i of (k + 2^steps - 1) / 2.
            let shifted: BigInt = (k + integer::power_of_two(steps) - 1) >> 1;
            shifted.bit(i as u64)
        });
        let first = signs.next().unwrap_or_default();
        let bit = b.bit(first);
        let sign = b.mul_add(bit, Fr::from(2), -Fr::from(1));
        let same = signs.map(|sign| b.bit(sign == first)).collect();
        Digit { sign, same }
    }

    /// The integers that the signs represent.
    fn sums(b: &mut Builder, digits: &[Digit]) -> Sums {
        let mut sums = vec![Vec::new(); 1 + digits[0].same.len()];
        for part in digits.chunks(PART_DIGITS) {
            let powers: Vec<_> = (0..part.len()).map(integer::field_power_of_two).collect();
            let first = b.inner_product(part.iter().map(|digit| digit.sign), powers.iter().copied());
            sums[0].push(first);
            for (j, sums) in sums[1..].iter_mut().enumerate() {
                // The sign of this point is 2 sign same - sign.
                let products: Vec<_> = part.iter().map(|digit| b.mul(digit.sign, digit.same[j])).collect();
                let sum = b.inner_product(products, powers.iter().copied());
                let twice = b.add(sum, sum);
                sums.push(b.sub(twice, first));
            }
        }
        Sums(sums)
    }

    /// `2 P + s Q` for the row of the table that a digit selects.
    fn step(&self, b: &mut Builder, tail: Tail, table: &Table, digit: &Digit) -> Result<Tail, Error> {
        let field = &self.field;
        let powers = (0..digit.same.len()).map(integer::field_power_of_two);
        let row = b.inner_product(digit.same.iter().copied(), powers);
        let cells = b.read(*table, row)?.values;
        let width = field.widths().len();
        let q = Signed {
            // First coordinates of sums are made to be compared.
            x: field.chosen(b, &cells[..width], true),
            y: field.chosen(b, &cells[width..], false),
            sign: digit.sign,
        };
        self.twice_plus(b, tail, q)
    }

    /// The point at the end of a chain.
    pub(super) fn end(&self, b: &mut Builder, tail: &Tail) -> Result<Point, Error> {
        let value: BigUint = self.field.reduce(&tail.y(b));
        let [y] = self.outputs(b, &self.gates.tail, &tail.operands(), [value])?;
        Ok(Point { x: tail.x.clone(), y })
    }
}
