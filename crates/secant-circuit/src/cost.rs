//! What a proof takes, by columns and rows.

use crate::{
    Fr, Gate,
    gates::{Cells, Challenges},
};
use halo2_axiom::{
    plonk::{ConstraintSystem, Expression, FirstPhase},
    poly::Rotation,
};
use std::collections::HashMap;

/// What a proof consists of.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// There are `2^k` rows.
    pub k: u32,
    /// Columns of small numbers: pieces, and what lookups sort.
    pub small: usize,
    /// Columns of cells that are copied, a part of which are small.
    pub medium: usize,
    /// Columns of numbers of all sizes: products of lookups and of copies, lookups in tables, the quotient.
    pub full: usize,
    /// The additions and multiplications of each gate's constraints, as often as there are lanes that have the gate.
    pub operations: usize,
}

/// The columns whose copies have one product: the degree of all constraints less two.
pub(crate) const COLUMNS_A_PRODUCT: usize = 3;
/// The polynomials of the quotient, and those of the openings.
pub(crate) const QUOTIENT_PIECES: usize = 6;

/// Seconds that [`Features::amounts`] take, in this order: fitted by
/// `cargo run --release -p secant-circuit --example costs` on two cores of an AMD EPYC (Zen 5), within a tenth of each of 54
/// times, half of them within a fiftieth.
const SECONDS: [f64; 5] = [2.12e-6, 3.91e-6, 4.63e-6, 3.36e-8, 3.18e-3];

impl Features {
    /// What costs are proportional to: rows in small, medium and full columns, and of operations of gates; columns.
    #[doc(hidden)]
    pub fn amounts(&self) -> [f64; 5] {
        let rows = f64::from(self.k).exp2();
        let columns = self.small + self.medium + self.full;
        [
            rows * self.small as f64,
            rows * self.medium as f64,
            rows * self.full as f64,
            rows * self.operations as f64,
            columns as f64,
        ]
    }

    /// About how long a proof takes, on the machine that this was measured on.
    pub(crate) fn seconds(&self) -> f64 {
        self.amounts()
            .iter()
            .zip(SECONDS)
            .map(|(amount, each)| amount * each)
            .sum()
    }
}

/// How many additions and multiplications the constraints of a gate take, each different one counted once, as the prover
/// computes them once.
pub(crate) fn operations(gate: &dyn Gate, weights: usize) -> usize {
    let mut meta = ConstraintSystem::<Fr>::default();
    let column = meta.advice_column();
    let challenges = Challenges {
        weights: (0..weights).map(|_| meta.challenge_usable_after(FirstPhase)).collect(),
        point: meta.challenge_usable_after(FirstPhase),
    };
    let mut constraints = Vec::new();
    meta.create_gate("counted", |meta| {
        let (operands, late) = (gate.operands(), gate.late());
        let all: Vec<_> = (0..operands + late + gate.limbs().len())
            .map(|i| meta.query_advice(column, Rotation(i as i32)))
            .collect();
        let cells = Cells {
            operands: &all[..operands],
            late: &all[operands..operands + late],
            limbs: &all[operands + late..],
        };
        let challenges = Challenges {
            weights: challenges.weights.iter().map(|&c| meta.query_challenge(c)).collect(),
            point: meta.query_challenge(challenges.point),
        };
        constraints = gate.constraints(&cells, &challenges);
        // A gate has to have a constraint.
        [("nothing", Expression::Constant(Fr::zero()))]
    });
    let mut known = Operations::default();
    for (_, constraint) in &constraints {
        known.visit(constraint);
    }
    // Each constraint is multiplied by where it is, and added to the others.
    known.count + 2 * constraints.len()
}

/// Expressions by what they are made of.
#[derive(Default)]
struct Operations {
    numbers: HashMap<String, usize>,
    count: usize,
}

impl Operations {
    fn visit(&mut self, expression: &Expression<Fr>) -> usize {
        let (key, operation) = match expression {
            Expression::Negated(a) => (format!("- {}", self.visit(a)), false),
            Expression::Sum(a, b) => (format!("{} + {}", self.visit(a), self.visit(b)), true),
            Expression::Product(a, b) => (format!("{} * {}", self.visit(a), self.visit(b)), true),
            Expression::Scaled(a, by) => (format!("{} by {by:?}", self.visit(a)), true),
            other => (format!("{other:?}"), false),
        };
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        self.count += usize::from(operation && number == next);
        number
    }
}
