//! All relations of a field, checked together.
//!
//! A relation is a polynomial `R(Y)` with integer coefficients, those of limbs and their products, which at `Y = 2^limb_bits`
//! has to be a multiple of `p`. When all limbs are fixed, challenges give each relation of a block a random weight `t` of
//! [`WEIGHT_BITS`] bits, and the prover says what the sum is a multiple of:
//!
//! ```text
//! sum t R(Y) = p(Y) K(Y) + (Y - 2^limb_bits) E(Y)
//! ```
//!
//! with limbs in range for `K` and `E`. No coefficient of the difference of both sides reaches `r`, by the ranges of everything, so
//! that the two are the same as polynomials with integer coefficients if they are modulo `r`. At `Y = 2^limb_bits` the sum is then a
//! multiple of `p`; and if one `R` were none, only one in `2^WEIGHT_BITS` weights would make it so.
//!
//! The coefficients of the sum are cells, before and after each instance of a gate. A last challenge, which comes when all
//! these cells are fixed, is the `Y` at which both sides are compared, for each instance and for the whole: two different
//! polynomials of so small a degree have the same value at less than one place in `2^249`.

use super::{
    field::Field,
    formula::FormulaGate,
    linear::Quadratic,
    polynomial::{Interval, Ring, add_multiple, coefficients, constant_at, signed_limbs, value, weighted},
};
use crate::{
    Builder, Cell, Error, Fr, Gate, Input, Range,
    builder::Phase,
    gates::{Cells, Challenges, Value, horner},
    integer::{self, NATIVE_MODULUS, limb_widths, limbs_of, power_of_two, shift_floor},
};
use halo2_axiom::plonk::Expression;
use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use std::{iter, sync::Arc};

/// The bits of a weight. One relation that does not hold goes unnoticed with a probability of `2^-104` for each try of the
/// prover, which is less than what the curve of the proofs promises.
pub const WEIGHT_BITS: usize = 2 * WEIGHT_LIMB_BITS;
const WEIGHT_LIMB_BITS: usize = 52;

/// How many bits a limb may have more than it needs, so that pieces that are looked up come out even.
pub(crate) const SLACK: usize = 2;

/// Relations of a gate with the ranges of their coefficients.
#[derive(Debug)]
pub struct Relations {
    quadratics: Vec<Quadratic>,
    ranges: Ranges,
}

/// The ranges of all coefficients of relations, and of their values.
#[derive(Clone, Debug)]
struct Ranges {
    coefficients: Vec<Interval>,
    value: Interval,
}

/// Relations with the values of their variables.
#[derive(Clone, Debug)]
pub struct Instance {
    pub gate: Arc<FormulaGate>,
    /// The limbs of the variables.
    pub vars: Vec<Vec<Input>>,
    /// The first cell of the second phase: the sums before and after, then the weights.
    pub late: Cell,
}

/// The relations of all fields.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    batches: IndexMap<String, (Field, Vec<Instance>)>,
    checks: Option<Checks>,
}

/// What the second phase has.
#[derive(Clone, Debug)]
struct Checks {
    /// The cells of challenges.
    challenges: Cell,
    /// The first cells of their digits: each a challenge, two weights, then limbs.
    digits: Vec<Cell>,
    blocks: Vec<Block>,
}

/// Relations with different weights.
#[derive(Clone, Debug)]
struct Block {
    plan: Arc<Plan>,
    instances: Vec<Instance>,
    /// The sum, and the limbs that it is checked with.
    end: Cell,
}

/// How the weighed sum of a block is checked.
#[derive(Debug)]
struct Plan {
    name: String,
    field: Field,
    /// The most relations of a block.
    weights: usize,
    /// What is in cells is the difference to it.
    k_least: BigInt,
    k_limbs: usize,
    /// Of each coefficient of `E`, the least, and how many limbs the difference to it has.
    e: Vec<(BigInt, usize)>,
    limbs: Vec<Range>,
}

fn hull(a: &Interval, b: &Interval) -> Interval {
    Interval::new(a.least.clone().min(b.least.clone()), a.most.clone().max(b.most.clone()))
}

impl Ranges {
    fn nothing(field: &Field) -> Self {
        Self {
            coefficients: vec![BigInt::ZERO.into(); field.coefficients()],
            value: BigInt::ZERO.into(),
        }
    }

    fn hull(&self, other: &Self) -> Self {
        let coefficients = self.coefficients.iter().zip(&other.coefficients);
        Self {
            coefficients: coefficients.map(|(a, b)| hull(a, b)).collect(),
            value: hull(&self.value, &other.value),
        }
    }
}

impl Instance {
    fn relations(&self) -> &Relations {
        self.gate.relations()
    }
}

impl Relations {
    /// With the ranges of the variables' limbs.
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

    /// Of values of all variables, what is to be a multiple of the modulus.
    pub fn values(&self, vars: &[BigInt]) -> Vec<BigInt> {
        self.quadratics.iter().map(|q| value(q, vars)).collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.quadratics.len()
    }

    /// How many cells of the second phase they take.
    pub fn late(&self, field: &Field) -> usize {
        match self.count() {
            0 => 0,
            count => count + 2 * field.coefficients(),
        }
    }
}

/// The ranges of limbs of integers of so many bits, with slack.
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
    /// For blocks of at most so many relations with these ranges: of fewer, if limbs are too long.
    fn of_most(field: &Field, ranges: &Ranges, weights: usize) -> Result<Self, Error> {
        let mut weights = weights;
        loop {
            match Self::new(field, ranges, weights) {
                Err(_) if weights > 1 => weights /= 2,
                plan => return plan,
            }
        }
    }

    fn new(field: &Field, ranges: &Ranges, weights: usize) -> Result<Self, Error> {
        let bits = field.limb_bits();
        let p = field.modulus();
        let name = format!("multiples of the modulus of {}", field.name());
        let most = (power_of_two(WEIGHT_BITS) - 1) * BigInt::from(weights);
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
            // So that none is the other one's difference by a multiple of r.
            if magnitude >= *NATIVE_MODULUS {
                return Err(Error::Unsupported(format!(
                    "{}: limbs of {bits} bits are too long for {weights} of its relations",
                    plan.name
                )));
            }
        }
        Ok(plan)
    }

    /// The limbs for a sum.
    fn limbs_of(&self, mut sum: Vec<BigInt>) -> Vec<Fr> {
        let bits = self.field.limb_bits();
        let p = self.field.modulus();
        // What is no multiple has no limbs that satisfy anything.
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

/// Two weights are digits of a challenge, an integer below `r`.
///
/// Its highest digit is required to be less than that of `r`, so that no other integer stands for the challenge: for one
/// challenge in `2^45` there is no proof.
#[derive(Debug)]
struct Weights {
    limbs: [Range; 6],
    /// The digit of `r`, less one.
    most: BigUint,
}

impl Weights {
    /// The challenge and the weights.
    const LATE: usize = 3;

    fn new() -> Self {
        let top = NATIVE_MODULUS.magnitude() >> (4 * WEIGHT_LIMB_BITS);
        let bits = top.bits() as usize;
        let low = Range::exact(WEIGHT_LIMB_BITS);
        let high = Range {
            bits,
            most: bits + SLACK,
        };
        Self {
            limbs: [low, low, low, low, high, high],
            most: top - 1u32,
        }
    }

    /// All cells.
    fn cells(&self, challenge: Fr) -> [Fr; 9] {
        let mut digits = limbs_of(&integer::to_integer(&challenge), WEIGHT_LIMB_BITS, 5);
        let rest = if digits[4] > self.most {
            BigUint::ZERO
        } else {
            &self.most - &digits[4]
        };
        digits.push(rest);
        let weight = |pair: &[BigUint]| integer::natural_to_field(&(&pair[0] + (&pair[1] << WEIGHT_LIMB_BITS)));
        let mut cells = [challenge; 9];
        (cells[1], cells[2]) = (weight(&digits[..2]), weight(&digits[2..4]));
        for (cell, digit) in cells[Self::LATE..].iter_mut().zip(&digits) {
            *cell = integer::natural_to_field(digit);
        }
        cells
    }
}

impl Gate for Weights {
    fn name(&self) -> &str {
        "weights"
    }

    fn operands(&self) -> usize {
        0
    }

    fn late(&self) -> usize {
        Self::LATE
    }

    fn limbs(&self) -> &[Range] {
        &self.limbs
    }

    fn constraints(&self, cells: &Cells<'_>, _: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let base = Expression::Constant(integer::field_power_of_two(WEIGHT_LIMB_BITS));
        let limbs = cells.limbs;
        let of = |limbs: &[Expression<Fr>]| horner(limbs.iter().cloned(), &base);
        let most = Expression::Constant(integer::natural_to_field(&self.most));
        let all = [
            ("digits of a challenge", of(&limbs[..5]) - cells.late[0].clone()),
            ("first weight", of(&limbs[..2]) - cells.late[1].clone()),
            ("second weight", of(&limbs[2..4]) - cells.late[2].clone()),
            ("a challenge below r", limbs[4].clone() + limbs[5].clone() - most),
        ];
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// The challenges that weights are made of, as cells.
#[derive(Debug)]
struct ChallengeCells(usize);

impl Gate for ChallengeCells {
    fn name(&self) -> &str {
        "challenges"
    }

    fn operands(&self) -> usize {
        0
    }

    fn late(&self) -> usize {
        self.0
    }

    fn limbs(&self) -> &[Range] {
        &[]
    }

    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let cells = cells.late.iter().zip(&challenges.weights);
        cells
            .map(|(cell, challenge)| ("a challenge".to_owned(), cell.clone() - challenge.clone()))
            .collect()
    }
}

/// How many weights there are, at most.
const MOST_WEIGHTS: usize = 128;

impl Batches {
    pub(super) fn push(&mut self, field: &Field, instance: Instance) -> Result<(), Error> {
        let batch = self.batches.entry(field.name().to_owned());
        let (known, instances) = batch.or_insert_with(|| (field.clone(), Vec::new()));
        if !known.is(field) {
            return Err(Error::Unsupported(format!(
                "two fields with the name {:?}",
                field.name()
            )));
        }
        instances.push(instance);
        Ok(())
    }

    /// How many challenges the weights are made of, where there are relations.
    pub(crate) fn challenges(&self) -> Option<usize> {
        self.checks.as_ref().map(|checks| checks.digits.len())
    }

    /// The number of weights with the fewest limbs: three for each, and thirty for each block.
    fn best_weights(&self) -> usize {
        let relations = |instances: &[Instance]| instances.iter().map(|i| i.relations().count()).sum::<usize>();
        let limbs = |weights: usize| {
            let blocks = self.batches.values().map(|(_, all)| relations(all).div_ceil(weights));
            3 * weights + 30 * blocks.sum::<usize>()
        };
        let each = |(_, all): &(Field, Vec<Instance>)| all.iter().map(|i| i.relations().count()).max();
        let least = self.batches.values().filter_map(each).max().unwrap_or(2);
        let powers = iter::successors(Some(least.next_multiple_of(2)), |&weights| Some(2 * weights));
        powers
            .take_while(|&weights| weights <= MOST_WEIGHTS)
            .min_by_key(|&weights| limbs(weights))
            .unwrap_or(least.next_multiple_of(2))
    }

    /// Every instance that there is before the circuit is closed, with the integers of its variables.
    pub(crate) fn formulas(&self, values: &[Fr]) -> Vec<(Arc<FormulaGate>, Vec<BigInt>)> {
        let instances = self.batches.values().flat_map(|(field, all)| {
            all.iter().map(|instance| {
                let vars = instance.vars.iter();
                let vars = vars.map(|limbs| weighted(&integers(values, limbs), field.limb_bits()));
                (instance.gate.clone(), vars.collect())
            })
        });
        instances.collect()
    }

    /// The values of the second phase.
    pub(crate) fn second_values(&self, values: &mut [Fr], challenges: &[Fr]) {
        let Some(checks) = &self.checks else { return };
        let gate = Weights::new();
        let mut weights = Vec::new();
        for ((i, &challenge), &first) in challenges.iter().enumerate().zip(&checks.digits) {
            values[checks.challenges.after(i).index()] = challenge;
            let cells = gate.cells(challenge);
            values[first.index()..][..cells.len()].copy_from_slice(&cells);
            weights.extend(
                cells[1..Weights::LATE]
                    .iter()
                    .map(|w| BigInt::from(integer::to_integer(w))),
            );
        }
        for block in &checks.blocks {
            block.second_values(values, &weights);
        }
    }
}

/// The integers of limbs.
fn integers(values: &[Fr], limbs: &[Input]) -> Vec<BigInt> {
    let limbs = limbs.iter().map(|limb| match limb {
        Input::Copy(cell) => integer::to_signed(&values[cell.index()]),
        Input::Constant(value) | Input::Witness(value) => integer::to_signed(value),
    });
    limbs.collect()
}

impl Block {
    fn second_values(&self, values: &mut [Fr], weights: &[BigInt]) {
        let field = &self.plan.field;
        let count = field.coefficients();
        let mut sum = vec![BigInt::ZERO; count];
        let write = |values: &mut [Fr], first: Cell, sum: &[BigInt]| {
            for (i, c) in sum.iter().enumerate() {
                values[first.after(i).index()] = integer::to_field(c);
            }
        };
        let mut weights = weights.iter();
        for instance in &self.instances {
            let relations = instance.relations();
            let these: Vec<BigInt> = weights.by_ref().take(relations.count()).cloned().collect();
            write(values, instance.late.after(2 * count), &these);
            write(values, instance.late, &sum);
            let vars: Vec<_> = instance.vars.iter().map(|limbs| integers(values, limbs)).collect();
            for (weight, q) in these.iter().zip(&relations.quadratics) {
                add_multiple(&mut sum, &coefficients(q, &vars, field.limb_bits()), weight, 0);
            }
            write(values, instance.late.after(count), &sum);
        }
        write(values, self.end, &sum);
        for (i, limb) in self.plan.limbs_of(sum).into_iter().enumerate() {
            values[self.end.after(count + i).index()] = limb;
        }
    }
}

impl Builder {
    /// With the checks of all relations, after which there can be no more.
    pub(crate) fn closed(&self) -> Result<Self, Error> {
        let mut b = self.clone();
        let batches = std::mem::take(&mut b.batches.batches);
        if batches.is_empty() {
            return Ok(b);
        }
        let count = self.batches.best_weights();
        let gate: Arc<dyn Gate> = Arc::new(ChallengeCells(count / 2));
        let challenges = b.apply(&gate, &[], &[], Phase::Second)?;
        let gate: Arc<dyn Gate> = Arc::new(Weights::new());
        let mut weights = Vec::new();
        let mut digits = Vec::new();
        for i in 0..count / 2 {
            let first = b.apply(&gate, &[], &[Fr::zero(); 6], Phase::Second)?;
            b.assert_equal(challenges.after(i), first);
            weights.extend([first.after(1), first.after(2)]);
            digits.push(first);
        }
        let mut checks = Checks {
            challenges,
            digits,
            blocks: Vec::new(),
        };
        for (field, instances) in batches.into_values() {
            let nothing = Ranges::nothing(&field);
            let ranges = instances.iter().fold(nothing, |all, i| all.hull(&i.relations().ranges));
            let plan = Arc::new(Plan::of_most(&field, &ranges, count)?);
            let mut rest = &instances[..];
            while !rest.is_empty() {
                let mut relations = 0;
                let fit = rest.iter().take_while(|instance| {
                    relations += instance.relations().count();
                    relations <= plan.weights
                });
                let (block, others) = rest.split_at(fit.count());
                if block.is_empty() {
                    return Err(Error::Unsupported(format!(
                        "{}: too many relations in one gate",
                        plan.name
                    )));
                }
                checks.blocks.push(b.close_block(&plan, block, &weights)?);
                rest = others;
            }
        }
        b.batches.checks = Some(checks);
        Ok(b)
    }

    fn close_block(&mut self, plan: &Arc<Plan>, instances: &[Instance], weights: &[Cell]) -> Result<Block, Error> {
        let count = plan.field.coefficients();
        let mut weights = weights.iter();
        let mut before: Option<Cell> = None;
        for instance in instances {
            let relations = instance.relations().count();
            for (i, &weight) in weights.by_ref().take(relations).enumerate() {
                self.assert_equal(weight, instance.late.after(2 * count + i));
            }
            let sums = instance.late;
            for i in 0..count {
                match before {
                    Some(before) => self.assert_equal(before.after(i), sums.after(i)),
                    None => self.assert_constant(sums.after(i), Fr::zero()),
                }
            }
            before = Some(sums.after(count));
        }
        let gate: Arc<dyn Gate> = plan.clone();
        let zeros = vec![Fr::zero(); gate.limbs().len()];
        let end = self.apply(&gate, &[], &zeros, Phase::Second)?;
        for (i, before) in before
            .into_iter()
            .flat_map(|before| (0..count).map(move |i| (i, before.after(i))))
        {
            self.assert_equal(before, end.after(i));
        }
        Ok(Block {
            plan: plan.clone(),
            instances: instances.to_vec(),
            end,
        })
    }
}
