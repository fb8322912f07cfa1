//! The check of a weighted sum, and the ranges on which it relies.

#[cfg(test)]
mod bounds;

use super::super::{
    field::Field,
    linear::Quadratic,
    polynomial::{Interval, Ring, add_multiple, coefficients, constant_at, signed_limbs, value, weighted},
};
use crate::{
    Error, Fr, Gate, Range,
    gates::{Cells, Challenges, Value, horner},
    integer::{self, NATIVE_MODULUS, limb_widths, limbs_of, power_of_two, shift_floor},
};
use halo2_axiom::plonk::Expression;
use num_bigint::BigInt;
use num_integer::Integer;

/// By how many bits a limb may exceed its width, so that it splits evenly into looked-up pieces.
pub(crate) const SLACK: usize = 2;

/// The relations of a gate, and the ranges of their coefficients.
#[derive(Debug)]
pub struct Relations {
    pub(super) quadratics: Vec<Quadratic>,
    pub(super) ranges: Ranges,
}

/// The ranges of all coefficients of relations, and of the relations' values.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    coefficients: Vec<Interval>,
    value: Interval,
}

/// How the weighted sum of a block is checked.
#[derive(Debug)]
pub(super) struct Plan {
    name: String,
    pub field: Field,
    /// The largest number of relations in a block.
    pub weights: usize,
    /// The least value of `K`. The cells hold the difference to it.
    k_least: BigInt,
    k_limbs: usize,
    /// For each coefficient of `E`, the least value, and the number of limbs of the difference to it.
    e: Vec<(BigInt, usize)>,
    limbs: Vec<Range>,
}

fn hull(a: &Interval, b: &Interval) -> Interval {
    Interval::new(a.least.clone().min(b.least.clone()), a.most.clone().max(b.most.clone()))
}

impl Ranges {
    pub fn nothing(field: &Field) -> Self {
        Self {
            coefficients: vec![BigInt::ZERO.into(); field.coefficients()],
            value: BigInt::ZERO.into(),
        }
    }

    pub fn hull(&self, other: &Self) -> Self {
        let coefficients = self.coefficients.iter().zip(&other.coefficients);
        Self {
            coefficients: coefficients.map(|(a, b)| hull(a, b)).collect(),
            value: hull(&self.value, &other.value),
        }
    }
}

impl Relations {
    /// Makes the relations, from the ranges of the variables' limbs.
    ///
    /// # Errors
    /// If a constant factor of a product is longer than a limb.
    pub fn new(name: &str, quadratics: Vec<Quadratic>, vars: &[Vec<Interval>], field: &Field) -> Result<Self, Error> {
        let bits = field.limb_bits();
        let values: Vec<_> = vars.iter().map(|limbs| weighted(limbs, bits)).collect();
        let mut ranges = Ranges::nothing(field);
        for q in &quadratics {
            let mut these = coefficients(q, vars, bits);
            let is_long = |(factor, ..): &(BigInt, _, _)| factor.magnitude().bits() > bits as u64;
            if these.len() > field.coefficients() || q.products.iter().any(is_long) {
                return Err(Error::Unsupported(format!(
                    "{name}: a factor of a product is longer than a limb"
                )));
            }
            these.resize(field.coefficients(), BigInt::ZERO.into());
            ranges = ranges.hull(&Ranges {
                coefficients: these,
                value: value(q, &values),
            });
        }
        Ok(Self { quadratics, ranges })
    }

    /// The values that have to be multiples of the modulus, from the values of all variables.
    pub fn values(&self, vars: &[BigInt]) -> Vec<BigInt> {
        self.quadratics.iter().map(|q| value(q, vars)).collect()
    }

    /// The number of relations.
    pub fn count(&self) -> usize {
        self.quadratics.len()
    }

    /// The number of cells of the second phase that they take for one set of weights.
    pub fn late(&self, field: &Field) -> usize {
        match self.count() {
            0 => 0,
            count => count + 2 * field.coefficients(),
        }
    }
}

/// The ranges of the limbs of integers with `bits` bits, with slack.
fn slack_ranges(bits: usize, limb_bits: usize) -> Vec<Range> {
    let widths = limb_widths(bits, limb_bits).into_iter();
    widths
        .map(|bits| Range {
            bits,
            most: bits + SLACK,
        })
        .collect()
}

fn intervals(ranges: &[Range]) -> Vec<Interval> {
    ranges.iter().map(|range| Interval::bits(range.most)).collect()
}

impl Plan {
    /// The plan for blocks of at most `weights` relations with these ranges, and weights of `weight_bits` bits. If
    /// limbs would be too long, the blocks have fewer relations.
    pub fn of_most(field: &Field, ranges: &Ranges, weights: usize, weight_bits: usize) -> Result<Self, Error> {
        let mut weights = weights;
        loop {
            match Self::new(field, ranges, weights, weight_bits) {
                Err(_) if weights > 1 => weights /= 2,
                plan => return plan,
            }
        }
    }

    fn new(field: &Field, ranges: &Ranges, weights: usize, weight_bits: usize) -> Result<Self, Error> {
        let bits = field.limb_bits();
        let p = field.modulus();
        let name = format!("multiples of the modulus of {}", field.name());
        let most = (power_of_two(weight_bits) - 1) * BigInt::from(weights);
        let mut coefficients: Vec<_> = ranges.coefficients.iter().map(|c| c.times(&most)).collect();
        let range = ranges.value.times(&most);
        let k_least = range.least.div_floor(p);
        let k_bits = (range.most.div_floor(p) - &k_least).bits() as usize;
        let k = slack_ranges(k_bits, bits);
        let mut multiple: Vec<Interval> = signed_limbs(&k_least, bits).into_iter().map(Interval::from).collect();
        add_multiple(&mut multiple, &intervals(&k), &1.into(), 0);
        for (shift, digit) in signed_limbs(p, bits).iter().enumerate() {
            add_multiple(&mut coefficients, &multiple, &-digit, shift);
        }
        let mut plan = Self {
            name,
            field: field.clone(),
            weights,
            k_least,
            k_limbs: k.len(),
            e: Vec::new(),
            limbs: k,
        };
        // D_0 = -2^bits e_0, D_i = e_(i - 1) - 2^bits e_i, and the last one is e_(i - 1) alone.
        let base = power_of_two(bits);
        let mut before = Interval::from(BigInt::ZERO);
        let mut allowed = before.clone();
        for (i, d) in coefficients.iter().enumerate() {
            let sum = before.clone() + d.times(&BigInt::from(-1));
            let mut magnitude = allowed.magnitude() + d.magnitude();
            if i + 1 < coefficients.len() {
                let (least, most) = (shift_floor(&sum.least, bits), shift_floor(&sum.most, bits));
                let ranges = slack_ranges((&most - &least).bits() as usize, bits);
                allowed = weighted(&intervals(&ranges), bits) + Interval::from(least.clone());
                magnitude += allowed.magnitude() * &base;
                plan.e.push((least.clone(), ranges.len()));
                plan.limbs.extend(ranges);
                before = Interval::new(least, most);
            }
            // With this bound, no two coefficients differ by a multiple of r.
            if magnitude >= *NATIVE_MODULUS {
                return Err(Error::Unsupported(format!(
                    "{}: limbs of {bits} bits are too long for {weights} of its relations",
                    plan.name
                )));
            }
        }
        Ok(plan)
    }

    /// The limbs for a weighted sum.
    pub fn limbs_of(&self, mut sum: Vec<BigInt>) -> Vec<Fr> {
        let bits = self.field.limb_bits();
        let p = self.field.modulus();
        // If the sum is not a multiple, no limbs satisfy the constraints.
        let k = (weighted(&sum, bits).div_floor(p) - &self.k_least).magnitude().clone();
        let k = limbs_of(&k, bits, self.k_limbs);
        let mut all: Vec<Fr> = k.iter().map(integer::natural_to_field).collect();
        let mut multiple = signed_limbs(&self.k_least, bits);
        let k: Vec<BigInt> = k.into_iter().map(BigInt::from).collect();
        add_multiple(&mut multiple, &k, &1.into(), 0);
        for (shift, digit) in signed_limbs(p, bits).iter().enumerate() {
            add_multiple(&mut sum, &multiple, &-digit, shift);
        }
        sum.resize(self.e.len() + 1, BigInt::ZERO);
        let mut e = BigInt::ZERO;
        for ((least, count), d) in self.e.iter().zip(sum) {
            e = shift_floor(&(e - d), bits);
            let above = (&e - least).magnitude().clone();
            all.extend(limbs_of(&above, bits, *count).iter().map(integer::natural_to_field));
        }
        all
    }
}

impl Gate for Plan {
    fn name(&self) -> &str {
        &self.name
    }

    fn operands(&self) -> usize {
        0
    }

    fn late(&self) -> usize {
        self.field.coefficients()
    }

    fn limbs(&self) -> &[Range] {
        &self.limbs
    }

    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let bits = self.field.limb_bits();
        let point = &challenges.point;
        let base = Expression::Constant(integer::field_power_of_two(bits));
        let (k, mut rest) = cells.limbs.split_at(self.k_limbs);
        let k = horner(k.iter().cloned(), point) + constant_at(&self.k_least, point, bits);
        let e = self.e.iter().map(|(least, count)| {
            let (these, others) = rest.split_at(*count);
            rest = others;
            horner(these.iter().cloned(), &base) + Expression::of(integer::to_field(least))
        });
        let e = e.collect::<Vec<_>>().into_iter();
        let multiple = constant_at(self.field.modulus(), point, bits) * k;
        let rest = horner(e, point) * (point.clone() - base);
        let sum = horner(cells.late.iter().cloned(), point);
        vec![("sum is a multiple of p".to_owned(), sum - multiple - rest)]
    }
}
