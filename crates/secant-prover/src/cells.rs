//! Columns that the synthesis of a circuit assigns.

use crate::convert::{self, F, Fr};
use ark_ff::AdditiveGroup;
use halo2_axiom::plonk::Assigned;

/// A column whose cells are assigned, possibly to fractions.
#[derive(Clone)]
pub struct Cells {
    /// The values. Those of fractions are numerators until [`Self::divide`].
    pub values: Vec<F>,
    /// The denominators, each with its row.
    denominators: Vec<(usize, F)>,
    /// For each row, one plus the index of its denominator, or zero. Empty until a fraction is assigned.
    fractions: Vec<u32>,
}

impl Cells {
    /// A column of `n` zeros.
    pub fn new(n: usize) -> Self {
        Self {
            values: vec![F::ZERO; n],
            denominators: Vec::new(),
            fractions: Vec::new(),
        }
    }

    /// Assigns a cell. The last assignment counts.
    pub fn set(&mut self, row: usize, to: &Assigned<Fr>) {
        let (value, denominator) = match to {
            Assigned::Zero => (F::ZERO, None),
            Assigned::Trivial(x) => (convert::scalar(x), None),
            Assigned::Rational(x, d) => (convert::scalar(x), Some(convert::scalar(d))),
        };
        self.values[row] = value;
        if let Some(denominator) = denominator {
            self.denominators.push((row, denominator));
            self.fractions.resize(self.values.len(), 0);
            self.fractions[row] = self.denominators.len() as u32;
        } else if let Some(fraction) = self.fractions.get_mut(row) {
            *fraction = 0;
        }
    }

    /// Divides all fractions, with one inversion. A fraction with denominator zero becomes zero.
    pub fn divide(&mut self) {
        let (rows, mut inverses): (Vec<usize>, Vec<F>) = std::mem::take(&mut self.denominators).into_iter().unzip();
        secant_engine::batch::invert(&mut inverses);
        for (i, (row, inverse)) in rows.into_iter().zip(inverses).enumerate() {
            // Skips a denominator if the cell was assigned again later.
            if self.fractions[row] == i as u32 + 1 {
                self.values[row] *= inverse;
            }
        }
        self.fractions = Vec::new();
    }
}

/// Implements the methods of an [`Assignment`](halo2_axiom::plonk::Assignment) that only handle names. They do nothing.
macro_rules! ignore_names {
    () => {
        fn enter_region<NR, N>(&mut self, _: N)
        where
            NR: Into<String>,
            N: FnOnce() -> NR,
        {
        }

        fn annotate_column<A, AR>(&mut self, _: A, _: Column<Any>)
        where
            A: FnOnce() -> AR,
            AR: Into<String>,
        {
        }

        fn exit_region(&mut self) {}

        fn push_namespace<NR, N>(&mut self, _: N)
        where
            NR: Into<String>,
            N: FnOnce() -> NR,
        {
        }

        fn pop_namespace(&mut self, _: Option<String>) {}
    };
}
pub(crate) use ignore_names;
