//! Access for tests of constraints: dishonest values, and the formulas that were applied.

use super::{BasicCell, Builder, Cell};
use crate::{Fr, foreign::FormulaGate};
use num_bigint::BigInt;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

impl Builder {
    /// Changes a value without changing what was computed from it: for tests of constraints.
    #[doc(hidden)]
    pub fn tamper(&mut self, cell: Cell, value: Fr) {
        self.values[cell.index()] = value;
    }

    /// Like [`Self::tamper`] for several cells, with the consequences: copies get the same value, and each gate
    /// `a + b c = d` gets a `d` that satisfies it. If that `d` is not a value of its own, `a` or `c` changes instead.
    #[doc(hidden)]
    pub fn lie(&mut self, lies: &[(Cell, Fr)]) {
        let lies: HashMap<Cell, Fr> = lies.iter().copied().collect();
        let own = |basic: &BasicCell| basic.own && !lies.contains_key(&basic.cell);
        let followed: HashSet<Cell> = self
            .basic
            .iter()
            .filter(|basic| basic.own)
            .map(|basic| basic.cell)
            .collect();
        let constants: HashMap<Cell, Fr> = self.constants.iter().copied().collect();
        let mut sources: HashMap<Cell, Cell> = HashMap::new();
        for &(a, b) in &self.copies {
            let (early, late) = (a.min(b), a.max(b));
            if !followed.contains(&late) && !constants.contains_key(&late) {
                sources.entry(late).or_insert(early);
            }
        }
        let ends: HashMap<Cell, [BasicCell; 4]> = self
            .basic
            .windows(4)
            .filter_map(|gate| {
                Some((
                    gate[3].cell,
                    <[BasicCell; 4]>::try_from(gate).ok().filter(|g| g[0].gate)?,
                ))
            })
            .collect();
        for i in 0..self.values.len() {
            let cell = Cell(i as u32);
            if let Some(&value) = lies.get(&cell) {
                self.values[i] = value;
            } else if let Some(&source) = sources.get(&cell) {
                self.values[i] = self.value(source);
            }
            let Some(gate) = ends.get(&cell) else { continue };
            let [a, b, c, d] = gate.map(|basic| self.value(basic.cell));
            if own(&gate[3]) {
                self.tamper(cell, a + b * c);
            } else if own(&gate[0]) {
                self.tamper(gate[0].cell, d - b * c);
            } else if own(&gate[2]) {
                let quotient = b.invert().map(|inverse| (d - a) * inverse);
                self.tamper(gate[2].cell, quotient.unwrap_or(c));
            }
        }
    }

    /// Every formula that was applied, with the integers of its inputs and outputs: for tests of relations.
    #[doc(hidden)]
    pub fn formulas(&self) -> Vec<(Arc<FormulaGate>, Vec<BigInt>)> {
        self.batches.formulas(&self.values)
    }
}
