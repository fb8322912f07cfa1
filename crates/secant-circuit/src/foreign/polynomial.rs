//! Integers as polynomials in `2^limb_bits`, and the ranges of their coefficients.

use super::linear::{Linear, Quadratic};
use crate::{
    Fr,
    gates::{Value, horner},
    integer::{self, power_of_two},
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;
use std::{
    collections::BTreeMap,
    ops::{Add, Mul},
};

/// All integers between two ends, both included.
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

    /// The integers of at most `bits` bits.
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

/// The values that limbs and their products are computed with: integers and intervals.
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

/// The digits of an integer's magnitude in base `2^bits`, each with the integer's sign.
pub fn signed_limbs(x: &BigInt, bits: usize) -> Vec<BigInt> {
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

/// The coefficients of `Q` as a polynomial in `2^bits`.
pub fn coefficients<R: Ring>(q: &Quadratic, vars: &[Vec<R>], bits: usize) -> Vec<R> {
    let mut sums = linear_limbs(&q.linear, vars, bits);
    for (factor, a, b) in &q.products {
        let (a, b) = (linear_limbs(a, vars, bits), linear_limbs(b, vars, bits));
        for (i, a) in a.iter().enumerate().filter_map(|(i, a)| Some((i, a.as_ref()?))) {
            for (j, b) in b.iter().enumerate().filter_map(|(j, b)| Some((j, b.as_ref()?))) {
                add_at(&mut sums, i + j, a.product(b).times(factor));
            }
        }
    }
    sums.into_iter()
        .map(|sum| sum.unwrap_or_else(|| R::constant(&BigInt::ZERO)))
        .collect()
}

/// Adds a multiple of a polynomial to another one.
pub fn add_multiple<R: Ring>(sums: &mut Vec<R>, terms: &[R], factor: &BigInt, shift: usize) {
    let zero = R::constant(&BigInt::ZERO);
    sums.resize(sums.len().max(terms.len() + shift), zero);
    for (sum, term) in sums[shift..].iter_mut().zip(terms) {
        *sum = sum.clone().sum(term.times(factor));
    }
}

/// The sum of limbs times their weights.
pub fn weighted<R: Ring>(limbs: &[R], bits: usize) -> R {
    let limbs = limbs.iter().enumerate();
    let limbs = limbs.map(|(i, limb)| limb.times(&power_of_two(bits * i)));
    limbs.reduce(R::sum).unwrap_or_else(|| R::constant(&BigInt::ZERO))
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

/// An integer as a polynomial in `2^bits`, evaluated at a point.
pub fn constant_at<V: Value>(x: &BigInt, point: &V, bits: usize) -> V {
    horner(
        signed_limbs(x, bits)
            .iter()
            .map(|digit| V::of(integer::to_field(digit))),
        point,
    )
}

/// A sum of multiples. Terms with the same factor up to sign are added first.
fn multiples_at<'a, V: Value>(terms: impl Iterator<Item = (&'a BigInt, V)>, point: &V, bits: usize) -> Option<V> {
    let mut sums: BTreeMap<BigInt, V> = BTreeMap::new();
    for (factor, term) in terms {
        let term = if factor.is_negative() { -term } else { term };
        let sum = match sums.remove(&factor.abs()) {
            Some(sum) => sum + term,
            None => term,
        };
        sums.insert(factor.abs(), sum);
    }
    let one = BigInt::from(1);
    sums.into_iter()
        .map(|(factor, sum)| {
            if factor == one {
                sum
            } else {
                sum * constant_at(&factor, point, bits)
            }
        })
        .reduce(|a, b| a + b)
}

fn linear_at<V: Value>(linear: &Linear, vars: &[V], point: &V, bits: usize) -> Option<V> {
    let constant = (linear.constant != BigInt::ZERO).then(|| constant_at(&linear.constant, point, bits));
    let terms = linear.terms.iter().map(|(factor, var)| (factor, vars[var.0].clone()));
    multiples_at(terms, point, bits)
        .into_iter()
        .chain(constant)
        .reduce(|sum, term| sum + term)
}

/// `Q` evaluated at a point, where the variables have these values.
pub fn at_point<V: Value>(q: &Quadratic, vars: &[V], point: &V, bits: usize) -> V {
    let products = q.products.iter().filter_map(|(factor, a, b)| {
        let product = linear_at(a, vars, point, bits)? * linear_at(b, vars, point, bits)?;
        Some((factor, product))
    });
    multiples_at(products, point, bits)
        .into_iter()
        .chain(linear_at(&q.linear, vars, point, bits))
        .reduce(|sum, term| sum + term)
        .unwrap_or_else(|| V::of(Fr::zero()))
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
