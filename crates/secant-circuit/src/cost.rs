//! The cost of a proof, by columns and rows.

use crate::{
    Fr, Gate,
    gates::{Cells, Challenges},
};
use halo2_axiom::{
    plonk::{ConstraintSystem, Expression, FirstPhase},
    poly::Rotation,
};
use std::collections::HashMap;

/// The quantities that the cost of a proof depends on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// There are `2^k` rows.
    pub k: u32,
    /// Advice columns.
    pub advice: usize,
    /// Columns whose cells are copied.
    pub copied: usize,
    /// Columns of small numbers: pieces, and the sorted columns of lookups.
    pub small: usize,
    /// Columns of copied cells, some of which are small.
    pub medium: usize,
    /// Columns of numbers of all sizes: products of lookups, lookups in tables, the quotient.
    pub full: usize,
    /// The additions and multiplications in the constraints of all gates, each gate counted once for every lane that
    /// has it.
    pub operations: usize,
}

/// The number of columns that share one permutation product: the degree of all constraints minus two.
const COLUMNS_A_PRODUCT: usize = 3;
/// The polynomials of the quotient, and those of the openings.
pub(crate) const QUOTIENT_PIECES: usize = 6;

/// The seconds for one unit of each of the [`Features::amounts`], in this order. They were fitted by `cargo run
/// --release -p secant-circuit --features measure --example costs` on two cores of an AMD EPYC (Zen 5). Of 54 times,
/// half are within 7 % of what is expected, and nine tenths within 14 %.
const SECONDS: [f64; 5] = [4.53e-6, 4.65e-6, 5.57e-6, 3.12e-8, 2.06e-3];

impl Features {
    /// The amounts that costs are proportional to: rows in small, medium and full columns, rows times operations of
    /// gates, and columns.
    #[doc(hidden)]
    pub fn amounts(&self) -> [f64; 5] {
        let rows = (1u64 << self.k) as f64;
        let full = self.full as f64 + self.copied as f64 / COLUMNS_A_PRODUCT as f64;
        let columns = (self.small + self.medium) as f64 + full;
        [
            rows * self.small as f64,
            rows * self.medium as f64,
            rows * full,
            rows * self.operations as f64,
            columns,
        ]
    }

    /// The sum of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            k: self.k,
            advice: self.advice + other.advice,
            copied: self.copied + other.copied,
            small: self.small + other.small,
            medium: self.medium + other.medium,
            full: self.full + other.full,
            operations: self.operations + other.operations,
        }
    }

    /// About how long a proof takes on the machine that this was measured on.
    #[doc(hidden)]
    pub fn seconds(&self) -> f64 {
        self.amounts()
            .iter()
            .zip(SECONDS)
            .map(|(amount, each)| amount * each)
            .sum()
    }
}

/// The number of additions and multiplications in the constraints of a gate. Equal subexpressions count once, because
/// the prover computes them once.
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
        // halo2 requires a gate to have a constraint.
        [("nothing", Expression::Constant(Fr::zero()))]
    });
    let mut known = Operations::default();
    for (_, constraint) in &constraints {
        known.visit(constraint);
    }
    // Each constraint is multiplied by its selector, and added to the others.
    known.count + 2 * constraints.len()
}

/// The known expressions, keyed by their parts.
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
