//! Checks all relations of a field together.
//!
//! A relation is a polynomial `R(Y)` with integer coefficients, which are sums of limbs and their products. Its value
//! at `Y = 2^limb_bits` has to be a multiple of `p`. When all limbs are fixed, challenges give each relation of a block
//! a random weight `t` of [`WEIGHT_BITS`] bits. The prover then shows which multiple the weighted sum is:
//!
//! ```text
//! sum t R(Y) = p(Y) K(Y) + (Y - 2^limb_bits) E(Y)
//! ```
//!
//! The limbs of `K` and `E` are range-checked. All ranges together ensure that no coefficient of the difference of both
//! sides reaches `r`. So if the sides are equal modulo `r`, they are equal as polynomials with integer coefficients. At
//! `Y = 2^limb_bits` the sum is then a multiple of `p`. If one `R` were not a multiple of `p`, only one in
//! `2^WEIGHT_BITS` weights would make the sum one.
//!
//! The coefficients of the sum are cells, before and after each instance of a gate. When all these cells are fixed,
//! there comes a last challenge: the `Y` at which both sides are compared, for each instance and for the whole. Two
//! different polynomials of so small a degree agree at less than one point in `2^249`.
//!
//! With two sets of weights ([`super::Soundness`]) there are two such sums, each with limbs of its own. No challenge
//! gives weights to both sets, and all challenges come after the first phase, which fixes everything that is weighted.
//! So whether the second sum hides a relation does not depend on the first. Both hide it for one in `2^(2 WEIGHT_BITS)`
//! weights.

mod plan;
#[cfg(test)]
mod tests;
mod weights;

use super::{
    field::Field,
    formula::FormulaGate,
    polynomial::{add_multiple, coefficients, weighted},
};
use crate::{Builder, Cell, Error, Fr, Gate, Goal, Input, builder::Phase, integer};
use indexmap::IndexMap;
use num_bigint::BigInt;
pub use plan::Relations;
pub(crate) use plan::SLACK;
use plan::{Plan, Ranges};
use std::{collections::HashSet, iter, sync::Arc};
pub use weights::WEIGHT_BITS;
use weights::{ChallengeCells, Weighing, Weights};

/// Relations, and the values of their variables.
#[derive(Clone, Debug)]
pub struct Instance {
    pub gate: Arc<FormulaGate>,
    /// The limbs of the variables.
    pub vars: Vec<Vec<Input>>,
    /// The number of the gate's unit in the builder.
    pub unit: usize,
}

/// The relations of all fields.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    batches: IndexMap<String, (Field, Vec<Instance>)>,
    checks: Option<Checks>,
}

/// The contents of the second phase.
#[derive(Clone, Debug)]
struct Checks {
    weights: Arc<Weights>,
    /// The cells of challenges.
    challenges: Cell,
    /// For each challenge, the gate with the weights and digits.
    digits: Vec<SecondPhaseGate>,
    /// The number of sets. Each has the same number of challenges; those of the first set come first.
    sets: usize,
    blocks: Vec<Block>,
}

/// The cells of a gate of the second phase: its late cells and its limbs.
#[derive(Clone, Copy, Debug)]
struct SecondPhaseGate {
    late: Cell,
    limbs: Cell,
}

/// Relations with weights that are all different.
#[derive(Clone, Debug)]
struct Block {
    plan: Arc<Plan>,
    /// Each instance and its first cell of the second phase. For each set, the sums before and after come first, then
    /// the weights.
    instances: Vec<(Instance, Cell)>,
    /// For each set, the sum and the limbs that check it.
    ends: Vec<SecondPhaseGate>,
}

impl Instance {
    fn relations(&self) -> &Relations {
        self.gate.relations()
    }

    /// The first of an instance's cells of the second phase for a set; `first` is the first for all sets.
    fn of_set(&self, field: &Field, first: Cell, set: usize) -> Cell {
        first.after(set * self.relations().late(field))
    }
}

/// The largest number of weights in a set.
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

    /// How many challenges the weights are made of, or `None` without relations.
    pub(crate) fn challenges(&self) -> Option<usize> {
        self.checks.as_ref().map(|checks| checks.digits.len())
    }

    /// The number of weights that takes the fewest limbs: a weight takes three, and a block takes thirty.
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

    /// Every instance that there was before the circuit was closed, with the integers of its variables.
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

    /// Computes the values of the second phase.
    pub(crate) fn second_values(&self, values: &mut [Fr], challenges: &[Fr]) {
        let Some(checks) = &self.checks else { return };
        let mut weights = Vec::new();
        for ((i, &challenge), cells) in challenges.iter().enumerate().zip(&checks.digits) {
            values[checks.challenges.after(i).index()] = challenge;
            let of_this = checks.weights.cells(challenge);
            write(values, cells.late, of_this.late);
            write(values, cells.limbs, of_this.limbs);
            let [_, these @ ..] = of_this.late;
            weights.extend(these.map(|weight| BigInt::from(integer::to_integer(&weight))));
        }
        let sets: Vec<_> = weights.chunks((weights.len() / checks.sets).max(1)).collect();
        for block in &checks.blocks {
            block.second_values(values, &sets);
        }
    }
}

/// Writes the values of cells that were made together.
fn write(values: &mut [Fr], first: Cell, these: impl IntoIterator<Item = Fr>) {
    for (i, value) in these.into_iter().enumerate() {
        values[first.after(i).index()] = value;
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
    /// Computes the values of the second phase from the weights of each set.
    fn second_values(&self, values: &mut [Fr], sets: &[&[BigInt]]) {
        let field = &self.plan.field;
        let count = field.coefficients();
        let field_values = |sum: &[BigInt]| -> Vec<Fr> { sum.iter().map(integer::to_field).collect() };
        let mut sums = vec![vec![BigInt::ZERO; count]; sets.len()];
        let mut weighed = 0;
        for (instance, first) in &self.instances {
            let vars: Vec<_> = instance.vars.iter().map(|limbs| integers(values, limbs)).collect();
            let quadratics = instance.relations().quadratics.iter();
            let relations: Vec<_> = quadratics.map(|q| coefficients(q, &vars, field.limb_bits())).collect();
            for (set, (sum, weights)) in sums.iter_mut().zip(sets).enumerate() {
                let late = instance.of_set(field, *first, set);
                let weights = &weights[weighed..][..relations.len()];
                write(values, late, field_values(sum));
                for (relation, weight) in relations.iter().zip(weights) {
                    add_multiple(sum, relation, weight, 0);
                }
                write(values, late.after(count), field_values(sum));
                write(values, late.after(2 * count), field_values(weights));
            }
            weighed += relations.len();
        }
        for (sum, end) in sums.into_iter().zip(&self.ends) {
            write(values, end.late, field_values(&sum));
            write(values, end.limbs, self.plan.limbs_of(sum));
        }
    }
}

impl Builder {
    /// The builder with the checks of all relations, for the soundness that the goal asks for. No relations can be
    /// added after this.
    ///
    /// # Errors
    /// If the goal is a configuration with less soundness than was asked for.
    pub(crate) fn closed(&self, goal: &Goal) -> Result<Self, Error> {
        let soundness = match goal {
            Goal::Explicit(configuration) => configuration.soundness,
            _ => self.soundness,
        };
        if soundness < self.soundness {
            return Err(Error::DoesNotFit(format!(
                "the configuration has a soundness of {soundness}, and {} were asked for",
                self.soundness
            )));
        }
        let mut closed = self.closed_with(soundness.into())?;
        closed.soundness = soundness;
        Ok(closed)
    }

    fn closed_with(&self, weighing: Weighing) -> Result<Self, Error> {
        let mut b = self.clone();
        let batches = std::mem::take(&mut b.batches.batches);
        if batches.is_empty() {
            return Ok(b);
        }
        let count = self.batches.best_weights();
        let (mut checks, weights) = b.weights(count, weighing)?;
        let mut known = HashSet::new();
        for (field, instances) in batches.into_values() {
            for instance in instances.iter().filter(|i| known.insert(i.gate.name().to_owned())) {
                let gate = instance.gate.with_sets(weighing.sets);
                b.gates.insert(gate.name().to_owned(), Arc::new(gate));
            }
            let nothing = Ranges::nothing(&field);
            let ranges = instances.iter().fold(nothing, |all, i| all.hull(&i.relations().ranges));
            let plan = Arc::new(Plan::of_most(&field, &ranges, count, weighing.weight_bits())?);
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
                        plan.name()
                    )));
                }
                checks.blocks.push(b.close_block(&plan, block, &weights)?);
                rest = others;
            }
        }
        b.batches.checks = Some(checks);
        Ok(b)
    }

    /// Makes the challenges, and for each set the cells of `count` weights.
    fn weights(&mut self, count: usize, weighing: Weighing) -> Result<(Checks, Vec<Vec<Cell>>), Error> {
        let each = count / 2;
        let all = weighing.sets * each;
        let gate: Arc<dyn Gate> = Arc::new(ChallengeCells(all));
        let challenges = self.close(&gate)?.late;
        let gate = Arc::new(Weights::new(weighing));
        let of_weights: Arc<dyn Gate> = gate.clone();
        let mut digits = Vec::new();
        for i in 0..all {
            let cells = self.close(&of_weights)?;
            self.assert_equal(challenges.after(i), cells.late);
            digits.push(cells);
        }
        let weights_of = |set: &[SecondPhaseGate]| -> Vec<Cell> {
            let weights = set.iter().flat_map(|cells| [cells.late.after(1), cells.late.after(2)]);
            weights.collect()
        };
        let weights = digits.chunks(each).map(weights_of).collect();
        let checks = Checks {
            weights: gate,
            challenges,
            digits,
            sets: weighing.sets,
            blocks: Vec::new(),
        };
        Ok((checks, weights))
    }

    /// Adds a gate of the second phase, whose values are not known yet.
    fn close(&mut self, gate: &Arc<dyn Gate>) -> Result<SecondPhaseGate, Error> {
        let zeros = vec![Fr::zero(); gate.limbs().len()];
        let limbs = self.apply(gate, &[], &zeros, Phase::Second)?;
        let late = self.add_late(self.units.len() - 1, gate.late());
        Ok(SecondPhaseGate { late, limbs })
    }

    fn close_block(&mut self, plan: &Arc<Plan>, instances: &[Instance], sets: &[Vec<Cell>]) -> Result<Block, Error> {
        let field = &plan.field;
        let instances = instances.iter().map(|instance| {
            let late = instance.relations().late(field) * sets.len();
            (instance.clone(), self.add_late(instance.unit, late))
        });
        let instances: Vec<_> = instances.collect();
        let mut ends = Vec::new();
        for (set, weights) in sets.iter().enumerate() {
            let sum = self.sum_up(field, &instances, set, weights);
            let gate: Arc<dyn Gate> = plan.clone();
            let end = self.close(&gate)?;
            for (sum, i) in sum.zip(0..) {
                self.assert_equal(sum, end.late.after(i));
            }
            ends.push(end);
        }
        Ok(Block {
            plan: plan.clone(),
            instances,
            ends,
        })
    }

    /// Gives each instance the weights of a set. Each instance begins with the sum that ends the one before it. Returns
    /// the cells of the last sum.
    fn sum_up(
        &mut self,
        field: &Field,
        instances: &[(Instance, Cell)],
        set: usize,
        weights: &[Cell],
    ) -> impl Iterator<Item = Cell> + use<> {
        let count = field.coefficients();
        let mut weights = weights.iter();
        let mut sum: Option<Cell> = None;
        for (instance, first) in instances {
            let late = instance.of_set(field, *first, set);
            let relations = instance.relations().count();
            for (i, &weight) in weights.by_ref().take(relations).enumerate() {
                self.assert_equal(weight, late.after(2 * count + i));
            }
            for i in 0..count {
                match sum {
                    Some(sum) => self.assert_equal(sum.after(i), late.after(i)),
                    None => self.assert_constant(late.after(i), Fr::zero()),
                }
            }
            sum = Some(late.after(count));
        }
        sum.into_iter()
            .flat_map(move |sum| (0..count).map(move |i| sum.after(i)))
    }
}
