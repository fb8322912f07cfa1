//! How one equation of integers is checked: the ranges of its quotient and carries.

use super::{
    formula::Shapes,
    linear::{Linear, Quadratic},
};
use crate::{
    Error, Range,
    integer::{NATIVE_MODULUS, limb_widths, power_of_two, shift_floor},
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use std::ops::{Add, Mul};

/// All integers from the one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    pub least: BigInt,
    pub most: BigInt,
}

impl Interval {
    pub fn new(least: impl Into<BigInt>, most: impl Into<BigInt>) -> Self {
        Self {
            least: least.into(),
            most: most.into(),
        }
    }

    /// Integers of so many bits.
    pub fn bits(bits: usize) -> Self {
        Self::new(0, power_of_two(bits) - 1)
    }

    pub fn magnitude(&self) -> BigInt {
        self.least.abs().max(self.most.abs())
    }
}

impl From<BigInt> for Interval {
    fn from(point: BigInt) -> Self {
        Self::new(point.clone(), point)
    }
}

impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.least + other.least, self.most + other.most)
    }
}

impl Mul for &Interval {
    type Output = Interval;

    fn mul(self, other: Self) -> Interval {
        let products = [
            &self.least * &other.least,
            &self.least * &other.most,
            &self.most * &other.least,
            &self.most * &other.most,
        ];
        let [a, b, c, d] = products;
        let least = a.clone().min(b.clone()).min(c.clone()).min(d.clone());
        Interval {
            least,
            most: a.max(b).max(c).max(d),
        }
    }
}

/// Consecutive coefficients of a product of limbs, whose sum with their weights has a carry.
#[derive(Clone, Debug)]
pub struct Group {
    pub start: usize,
    pub len: usize,
    /// The least carry: what is in cells is the difference to it.
    pub carry_least: BigInt,
    /// The ranges of the carry's cells.
    pub carry: Vec<Range>,
}

/// How `Q = q p` is checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The least quotient: what is in cells is the difference to it.
    pub quotient_least: BigInt,
    /// The bits of the quotient's limbs.
    pub quotient: Vec<usize>,
    /// The coefficients of the product that are checked, as groups: modulo `2^(limb bits coefficients)`.
    pub groups: Vec<Group>,
}

/// How many bits a carry may have more than it needs: as many as a piece that is looked up.
const CARRY_SLACK: usize = 20;

/// What limbs and their products can be computed in: integers, intervals, polynomials in cells.
pub trait Ring: Clone {
    fn constant(value: &BigInt) -> Self;
    fn sum(self, other: Self) -> Self;
    fn product(&self, other: &Self) -> Self;
    fn times(&self, factor: &BigInt) -> Self;
}

impl Ring for BigInt {
    fn constant(value: &BigInt) -> Self {
        value.clone()
    }

    fn sum(self, other: Self) -> Self {
        self + other
    }

    fn product(&self, other: &Self) -> Self {
        self * other
    }

    fn times(&self, factor: &BigInt) -> Self {
        self * factor
    }
}

impl Ring for Interval {
    fn constant(value: &BigInt) -> Self {
        value.clone().into()
    }

    fn sum(self, other: Self) -> Self {
        self + other
    }

    fn product(&self, other: &Self) -> Self {
        self * other
    }

    fn times(&self, factor: &BigInt) -> Self {
        self * &Self::from(factor.clone())
    }
}

/// The digits of an integer's magnitude in base `2^bits`, with its sign.
fn signed_limbs(x: &BigInt, bits: usize) -> Vec<BigInt> {
    let mut rest = x.abs();
    let mut limbs = Vec::new();
    while rest.is_positive() {
        let (high, low) = rest.div_rem(&power_of_two(bits));
        limbs.push(low * x.signum());
        rest = high;
    }
    limbs
}

fn add_at<R: Ring>(sums: &mut Vec<Option<R>>, at: usize, term: R) {
    if sums.len() <= at {
        sums.resize(at + 1, None);
    }
    sums[at] = Some(match sums[at].take() {
        Some(sum) => sum.sum(term),
        None => term,
    });
}

/// The limbs of a linear polynomial, from those of its variables; `None` for zero.
fn linear_limbs<R: Ring>(linear: &Linear, vars: &[Vec<R>], bits: usize) -> Vec<Option<R>> {
    let mut sums = Vec::new();
    for (factor, var) in &linear.terms {
        for (i, factor) in signed_limbs(factor, bits).iter().enumerate() {
            for (j, limb) in vars[var.0].iter().enumerate() {
                add_at(&mut sums, i + j, limb.times(factor));
            }
        }
    }
    for (i, limb) in signed_limbs(&linear.constant, bits).iter().enumerate() {
        add_at(&mut sums, i, R::constant(limb));
    }
    sums
}

/// The first `count` coefficients of `Q` by limbs; `None` for zero.
pub fn coefficients<R: Ring>(q: &Quadratic, vars: &[Vec<R>], bits: usize, count: usize) -> Vec<Option<R>> {
    let mut sums = linear_limbs(&q.linear, vars, bits);
    for (factor, a, b) in &q.products {
        let (a, b) = (linear_limbs(a, vars, bits), linear_limbs(b, vars, bits));
        for (i, a) in a.iter().enumerate().filter_map(|(i, a)| Some((i, a.as_ref()?))) {
            for (j, b) in b.iter().enumerate().filter_map(|(j, b)| Some((j, b.as_ref()?))) {
                if i + j < count {
                    add_at(&mut sums, i + j, a.product(b).times(factor));
                }
            }
        }
    }
    sums.resize(count, None);
    sums
}

/// The first `count` coefficients of `Q - (least + q) p` by limbs.
pub fn difference<R: Ring>(
    q: &Quadratic,
    vars: &[Vec<R>],
    plan: (&BigInt, &[R]),
    modulus: &BigInt,
    bits: usize,
    count: usize,
) -> Vec<Option<R>> {
    let mut sums = coefficients(q, vars, bits, count);
    let p = signed_limbs(modulus, bits);
    for (i, limb) in plan.1.iter().enumerate() {
        for (j, p) in p.iter().enumerate().filter(|(j, _)| i + j < count) {
            add_at(&mut sums, i + j, limb.times(&-p));
        }
    }
    for (i, limb) in signed_limbs(&(plan.0 * modulus), bits).iter().enumerate().take(count) {
        add_at(&mut sums, i, R::constant(&-limb));
    }
    sums
}

/// The value of a linear polynomial.
fn linear_value<R: Ring>(linear: &Linear, vars: &[R]) -> R {
    let terms = linear.terms.iter().map(|(factor, var)| vars[var.0].times(factor));
    terms.fold(R::constant(&linear.constant), R::sum)
}

/// The value of `Q`.
pub fn value<R: Ring>(q: &Quadratic, vars: &[R]) -> R {
    let products = q
        .products
        .iter()
        .map(|(factor, a, b)| linear_value(a, vars).product(&linear_value(b, vars)).times(factor));
    products.fold(linear_value(&q.linear, vars), R::sum)
}

/// What of the carry of a group with its weight has to be a multiple of.
pub fn group_sum<R: Ring>(coefficients: &[Option<R>], group: &Group, carry_in: Option<R>, bits: usize) -> Option<R> {
    let terms = coefficients[group.start..group.start + group.len].iter().enumerate();
    let terms = terms.filter_map(|(i, c)| Some(c.as_ref()?.times(&power_of_two(bits * i))));
    carry_in.into_iter().chain(terms).reduce(R::sum)
}

impl Plan {
    /// The plan for `Q = q p`.
    ///
    /// # Errors
    /// If limbs are so long that sums of their products are not below the circuit's modulus.
    pub fn new(name: &str, q: &Quadratic, shapes: &Shapes) -> Result<Self, Error> {
        let bits = shapes.limb_bits;
        let range = value(q, &shapes.values);
        let quotient_least = range.least.div_floor(&shapes.modulus);
        let quotient_most = range.most.div_floor(&shapes.modulus);
        let quotient_bits = (&quotient_most - &quotient_least).bits() as usize;
        let quotient = limb_widths(quotient_bits, bits);
        let quotient_range = Interval::new(
            quotient_least.clone(),
            &quotient_least + power_of_two(quotient_bits) - 1,
        );
        // |Q - q p| < r 2^T.
        let most = range.magnitude() + quotient_range.magnitude() * &shapes.modulus;
        let mut count = 0;
        while most >= &*NATIVE_MODULUS * power_of_two(bits * count) {
            count += 1;
        }
        let quotient_limbs: Vec<_> = quotient.iter().map(|&bits| Interval::bits(bits)).collect();
        let sums = difference(
            q,
            &shapes.limbs,
            (&quotient_least, &quotient_limbs),
            &shapes.modulus,
            bits,
            count,
        );
        let mut groups: Vec<Group> = Vec::new();
        let mut carry: Option<Interval> = None;
        let mut start = 0;
        while start < count {
            let group = (1..=count - start)
                .map_while(|len| Self::group(&sums, start, len, carry.clone(), shapes))
                .last();
            let Some((group, carried)) = group else {
                return Err(Error::Unsupported(format!("{name}: limbs of {bits} bits are too long")));
            };
            start += group.len;
            carry = Some(carried);
            groups.push(group);
        }
        Ok(Self {
            quotient_least,
            quotient,
            groups,
        })
    }

    /// So many coefficients with one carry, if no sum reaches the circuit's modulus.
    fn group(
        sums: &[Option<Interval>],
        start: usize,
        len: usize,
        carry_in: Option<Interval>,
        shapes: &Shapes,
    ) -> Option<(Group, Interval)> {
        let bits = shapes.limb_bits;
        let mut group = Group {
            start,
            len,
            carry_least: BigInt::ZERO,
            carry: Vec::new(),
        };
        let sum = group_sum(sums, &group, carry_in, bits).unwrap_or_else(|| BigInt::ZERO.into());
        let (least, most) = (shift_floor(&sum.least, bits * len), shift_floor(&sum.most, bits * len));
        let carry_bits = (&most - &least).bits() as usize;
        // A carry may have more bits, where pieces that are looked up come out better.
        let reach = |slack: usize| {
            let carry = Interval::new(least.clone(), &least + power_of_two(carry_bits + slack) - 1);
            let reach = sum.magnitude() + carry.magnitude() * power_of_two(bits * len);
            (reach < *NATIVE_MODULUS).then_some((carry, slack))
        };
        let (carry, slack) = reach(CARRY_SLACK).or_else(|| reach(0))?;
        group.carry = limb_widths(carry_bits, shapes.cell_bits)
            .into_iter()
            .map(Range::exact)
            .collect();
        if let Some(top) = group.carry.last_mut() {
            top.most += slack;
        }
        group.carry_least = least;
        Some((group, carry))
    }

    /// The ranges of all cells: of the quotient, then of the carries.
    pub fn ranges(&self) -> impl Iterator<Item = Range> + '_ {
        let carries = self.groups.iter().flat_map(|group| group.carry.iter());
        self.quotient
            .iter()
            .map(|&bits| Range::exact(bits))
            .chain(carries.copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_multiply() {
        let a = Interval::new(-2, 3);
        let b = Interval::new(-5, 4);
        assert_eq!(&a * &b, Interval::new(-15, 12));
    }

    #[test]
    fn limbs_have_the_sign() {
        let x = BigInt::from(-0x12345);
        let limbs = signed_limbs(&x, 8);
        assert_eq!(limbs, [-0x45, -0x23, -0x1].map(BigInt::from));
        assert!(signed_limbs(&BigInt::ZERO, 8).is_empty());
    }
}
