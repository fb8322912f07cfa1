//! Formulas applied to elements.

use super::{
    super::{batch::Instance, formula::FormulaGate},
    Element, Field, Operand,
};
use crate::{Builder, Error, Fr, Gate, Input, builder::Phase, integer};
use num_bigint::{BigInt, BigUint};
use std::sync::Arc;

/// The inputs of a formula, and the values of its cells.
struct Taken {
    /// The limbs of inputs.
    vars: Vec<Vec<Input>>,
    /// The integers of inputs and outputs.
    values: Vec<BigInt>,
    /// The cells of each comparison.
    comparisons: Vec<Vec<Fr>>,
}

impl Field {
    /// Applies a formula to inputs and returns its outputs. The caller gives the outputs' values, which must satisfy
    /// the formula.
    ///
    /// # Errors
    /// If the values do not satisfy it, or two elements that have to be different are equal.
    ///
    /// # Panics
    /// If the number of inputs or outputs is not the formula's, an input is of another kind or of a field with other
    /// limbs, or the gate is of another field.
    pub fn apply(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Vec<Element>, Error> {
        let taken = self.take(b, gate, inputs, outputs)?;
        gate.check(&taken.values, &taken.comparisons)?;
        self.place(b, gate, taken, inputs, outputs)
    }

    /// Like [`Self::apply`], for values that need not satisfy the formula: for tests that they are refused.
    ///
    /// # Errors
    /// If an output has too many bits.
    ///
    /// # Panics
    /// As [`Self::apply`].
    #[doc(hidden)]
    pub fn apply_unchecked(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Vec<Element>, Error> {
        let taken = self.take(b, gate, inputs, outputs)?;
        self.place(b, gate, taken, inputs, outputs)
    }

    /// Adds the gate of a formula, its outputs, and its relations.
    fn place(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        taken: Taken,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Vec<Element>, Error> {
        let mut vars = taken.vars;
        let mut operands = vars.concat();
        let digits = outputs.iter().flat_map(|output| self.digits(output));
        let mut cells: Vec<Fr> = digits.map(|digit| integer::natural_to_field(&digit)).collect();
        operands.extend(taken.comparisons.into_iter().flatten().map(Input::Witness));
        for &var in gate.compared_inputs() {
            if let Operand::Element(element) = inputs[var.0] {
                self.shortened(b, element);
            }
        }
        let width = self.0.widths.len();
        if let Some((factor, _)) = self.trimming() {
            let compared = (0..outputs.len()).filter(|&i| gate.outputs()[i]);
            let tops: Vec<Fr> = compared.map(|i| cells[(i + 1) * width - 1] * factor).collect();
            cells.extend(tops);
        }
        let any: Arc<dyn Gate> = gate.clone();
        let first = b.apply(&any, &operands, &cells, Phase::First)?;
        let first_limb = first.after(operands.len());
        let elements = outputs
            .iter()
            .zip(gate.outputs())
            .enumerate()
            .map(|(i, (value, &compared))| {
                let limbs = (0..width).map(|j| first_limb.after(i * width + j).into());
                self.of_limbs(limbs.collect(), value.clone(), compared)
            });
        let elements: Vec<_> = elements.collect();
        if gate.relations().count() > 0 {
            vars.extend(elements.iter().map(|element| element.limbs.clone()));
            let (gate, unit) = (gate.clone(), b.units.len() - 1);
            b.batches.push(self, Instance { gate, vars, unit })?;
        }
        Ok(elements)
    }

    /// The values of a formula, which need not satisfy it.
    fn take(
        &self,
        b: &Builder,
        gate: &FormulaGate,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Taken, Error> {
        assert_eq!(inputs.len(), gate.inputs().len(), "the formula's inputs");
        assert_eq!(outputs.len(), gate.outputs().len(), "the formula's outputs");
        assert!(self.is(gate.field()), "{}: a gate of another field", self.name());
        let bits = self.modulus().bits();
        if outputs.iter().any(|output| output.bits() > bits) {
            return Err(Error::Unsatisfied(format!(
                "{}: an integer of {bits} bits",
                self.name()
            )));
        }
        let (mut vars, mut values) = (Vec::new(), Vec::new());
        for (input, range) in inputs.iter().zip(gate.inputs()) {
            assert_eq!(range.is_none(), matches!(input, Operand::Element(_)), "an input's kind");
            let (limbs, value) = match input {
                Operand::Element(element) => {
                    self.check(element);
                    (element.limbs.clone(), element.value.clone().into())
                }
                Operand::Small(cell) => (vec![(*cell).into()], integer::to_signed(&b.value(*cell))),
            };
            vars.push(limbs);
            values.push(value);
        }
        values.extend(outputs.iter().map(|output| BigInt::from(output.clone())));
        Ok(Taken {
            vars,
            comparisons: gate.comparisons(&values),
            values,
        })
    }
}
