//! Formulas: relations of elements that one gate constrains.

use super::{
    batch::Relations,
    field::Field,
    linear::{Quadratic, Var},
    polynomial::{self, Interval, at_point},
};
use crate::{
    Error, Fr, Gate, Range,
    gates::{Cells, Challenges, Value, horner},
    integer,
};
use halo2_axiom::{halo2curves::ff::Field as _, plonk::Expression};
use num_bigint::BigInt;
use num_integer::Integer;
use std::sync::Arc;

/// Relations of inputs and outputs modulo a field's modulus.
///
/// Inputs and outputs are elements. Further inputs are single cells with an integer; the caller must ensure that it is
/// in its range.
#[derive(Clone, Debug)]
pub struct Formula {
    name: String,
    /// For each input, the range if it is a single cell, or `None` for an element.
    inputs: Vec<Option<Interval>>,
    /// Whether each output may be compared.
    outputs: Vec<bool>,
    identities: Vec<(String, Quadratic)>,
    distinct: Vec<(String, Var, Var)>,
}

impl Formula {
    /// A formula without relations. Its name must be unique in a circuit among the formulas of a field.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            identities: Vec::new(),
            distinct: Vec::new(),
        }
    }

    fn input_of(&mut self, range: Option<Interval>) -> Var {
        assert!(self.outputs.is_empty(), "inputs come first");
        self.inputs.push(range);
        Var(self.inputs.len() - 1)
    }

    /// Adds an input that is an element.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn input(&mut self) -> Var {
        self.input_of(None)
    }

    /// Adds several inputs that are elements.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn inputs<const N: usize>(&mut self) -> [Var; N] {
        std::array::from_fn(|_| self.input())
    }

    /// Adds an input that is a cell with an integer from `least` to `most`.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn small(&mut self, least: impl Into<BigInt>, most: impl Into<BigInt>) -> Var {
        self.input_of(Some(Interval::new(least, most)))
    }

    /// Adds an output: a new element, whose limbs are range-checked.
    pub fn output(&mut self) -> Var {
        self.outputs.push(false);
        Var(self.inputs.len() + self.outputs.len() - 1)
    }

    /// Adds several outputs.
    pub fn outputs<const N: usize>(&mut self) -> [Var; N] {
        std::array::from_fn(|_| self.output())
    }

    /// Adds an output that will be compared with other elements. It has to be short for that.
    pub fn output_to_compare(&mut self) -> Var {
        self.outputs.push(true);
        Var(self.inputs.len() + self.outputs.len() - 1)
    }

    /// Constrains `q` to be a multiple of the modulus.
    pub fn zero(&mut self, name: impl Into<String>, q: impl Into<Quadratic>) {
        self.identities.push((name.into(), q.into()));
    }

    /// Constrains two elements to be different.
    pub fn distinct(&mut self, name: impl Into<String>, a: Var, b: Var) {
        self.distinct.push((name.into(), a, b));
    }

    /// The gate for a field.
    ///
    /// # Errors
    /// If a factor of a product is longer than a limb, or something other than an element is compared.
    pub fn over(&self, field: &Field) -> Result<Arc<FormulaGate>, Error> {
        FormulaGate::new(self.clone(), field).map(Arc::new)
    }
}

/// A formula over a field, as a gate.
///
/// The operands are the limbs of the inputs, then the cells of comparisons. The limbs are those of the outputs, then
/// one more for each output that may be compared, if it has to be made short. In the second phase there are, for each
/// set of weights, the weighted sums of all relations before and after this instance, as polynomials in `2^limb_bits`,
/// and a weight for each relation. Sums have the same places in all gates, as limbs have, so that an expression that
/// several gates share is computed once.
#[derive(Clone, Debug)]
pub struct FormulaGate {
    name: String,
    formula: Formula,
    field: Field,
    relations: Arc<Relations>,
    compared_inputs: Vec<Var>,
    operands: usize,
    limbs: Vec<Range>,
    /// How many sets of weights check the relations.
    sets: usize,
}

impl FormulaGate {
    fn new(formula: Formula, field: &Field) -> Result<Self, Error> {
        let element = field.limb_intervals();
        let inputs = formula.inputs.iter();
        let vars: Vec<_> = inputs
            .map(|range| range.clone().map_or_else(|| element.clone(), |range| vec![range]))
            .chain(formula.outputs.iter().map(|_| element.clone()))
            .collect();
        let name = format!("{} modulo {}", formula.name, field.name());
        let quadratics: Vec<_> = formula.identities.iter().map(|(_, q)| q.clone()).collect();
        let relations = Relations::new(&name, quadratics, &vars, field)?.into();
        let mut compared_inputs: Vec<Var> = Vec::new();
        for (what, a, b) in &formula.distinct {
            for var in [a, b] {
                let is_element = match var.0.checked_sub(formula.inputs.len()) {
                    None => formula.inputs[var.0].is_none(),
                    Some(output) => formula.outputs[output],
                };
                if !is_element {
                    return Err(Error::Unsupported(format!(
                        "{name}: {what}: something else is compared"
                    )));
                }
                if var.0 < formula.inputs.len() && !compared_inputs.contains(var) {
                    compared_inputs.push(*var);
                }
            }
        }
        let mut limbs: Vec<Range> = formula.outputs.iter().flat_map(|_| field.ranges()).copied().collect();
        if let Some((_, range)) = field.trimming() {
            limbs.extend(formula.outputs.iter().filter(|&&compared| compared).map(|_| range));
        }
        let operands = vars[..formula.inputs.len()].iter().map(Vec::len).sum::<usize>();
        let comparisons = formula.distinct.len() * Comparison::cells(field.most_multiple());
        Ok(Self {
            name,
            field: field.clone(),
            relations,
            compared_inputs,
            operands: operands + comparisons,
            limbs,
            formula,
            sets: 1,
        })
    }

    /// The same gate with this many sets of weights.
    pub(super) fn with_sets(&self, sets: usize) -> Self {
        Self { sets, ..self.clone() }
    }

    /// The field that it is over.
    #[doc(hidden)]
    pub fn field(&self) -> &Field {
        &self.field
    }

    pub(super) fn relations(&self) -> &Arc<Relations> {
        &self.relations
    }

    /// Inputs that have to be short.
    pub(super) fn compared_inputs(&self) -> &[Var] {
        &self.compared_inputs
    }

    /// Whether each output may be compared.
    pub(super) fn outputs(&self) -> &[bool] {
        &self.formula.outputs
    }

    /// For each input, the range if it is a single cell, or `None` for an element.
    pub(super) fn inputs(&self) -> &[Option<Interval>] {
        &self.formula.inputs
    }

    /// Checks that the values of all variables and the cells of comparisons satisfy everything.
    pub(super) fn check(&self, values: &[BigInt], comparisons: &[Vec<Fr>]) -> Result<(), Error> {
        let p = self.field.modulus();
        for ((name, a, b), cells) in self.formula.distinct.iter().zip(comparisons) {
            let d = &values[a.0] - &values[b.0];
            if d.is_multiple_of(p) || cells.last() == Some(&Fr::ZERO) {
                return Err(Error::Exceptional(format!("{}: {name}", self.name)));
            }
        }
        for (name, q) in &self.formula.identities {
            if !polynomial::value(q, values).is_multiple_of(p) {
                return Err(Error::Unsatisfied(format!("{}: {name}", self.name)));
            }
        }
        Ok(())
    }

    /// The cells of each comparison, from the values of all variables. If two compared values are equal, the cells do
    /// not satisfy the comparison.
    pub(super) fn comparisons(&self, values: &[BigInt]) -> Vec<Vec<Fr>> {
        let distinct = self.formula.distinct.iter();
        let cells = distinct.map(|(_, a, b)| {
            let difference = integer::to_field(&(&values[a.0] - &values[b.0]));
            Comparison::cells_of(&difference, &self.field)
        });
        cells.collect()
    }

    /// The names of its relations and of its comparisons: for tests.
    #[doc(hidden)]
    pub fn names(&self) -> [Vec<&str>; 2] {
        let (zero, distinct) = (self.formula.identities.iter(), self.formula.distinct.iter());
        [
            zero.map(|(name, _)| name.as_str()).collect(),
            distinct.map(|(name, ..)| name.as_str()).collect(),
        ]
    }

    /// The pairs of variables that must be different, by their numbers.
    #[doc(hidden)]
    pub fn distinct(&self) -> Vec<[usize; 2]> {
        self.formula.distinct.iter().map(|(_, a, b)| [a.0, b.0]).collect()
    }

    /// For each input, the least and the greatest value if it is a single cell, or `None` for an element.
    #[doc(hidden)]
    pub fn input_ranges(&self) -> Vec<Option<[BigInt; 2]>> {
        let ranges = self.formula.inputs.iter();
        ranges
            .map(|range| range.as_ref().map(|range| [range.least.clone(), range.most.clone()]))
            .collect()
    }

    /// The values of the relations, each of which must be a multiple of the modulus, from values of inputs and outputs.
    #[doc(hidden)]
    pub fn relations_at(&self, values: &[BigInt]) -> Vec<BigInt> {
        self.relations.values(values)
    }
}

/// Shows that two integers are different modulo `p`: their difference is none of the multiples of `p` that it could be.
///
/// Let `t` be the difference divided by `p`, modulo `r`, and `s = t^2`. Then `t (s - 1) (s - 4) ...` must have an
/// inverse.
struct Comparison;

impl Comparison {
    /// The number of cells for multiples of up to `most` times `p`: `s`, partial products, the inverse.
    fn cells(most: usize) -> usize {
        2 + Self::parts(most).len()
    }

    /// The squares `k^2` whose factors `s - k^2` each partial product takes. The last one or two squares are left for
    /// the inverse.
    fn parts(most: usize) -> Vec<Vec<u64>> {
        let mut rest: Vec<u64> = (1..=most as u64).map(|k| k * k).collect();
        let mut parts = Vec::new();
        while rest.len() > if parts.is_empty() { 2 } else { 1 } {
            // Each partial product has degree four at most.
            let take = if parts.is_empty() { 4 } else { 3 }.min(rest.len() - 1);
            parts.push(rest.drain(..take).collect());
        }
        parts
    }

    fn left(most: usize) -> Vec<u64> {
        let taken: usize = Self::parts(most).iter().map(Vec::len).sum();
        (1..=most as u64).map(|k| k * k).skip(taken).collect()
    }

    /// The difference divided by `p`.
    fn quotient<V: Value>(difference: V, field: &Field) -> V {
        difference * V::of(field.native_inverse())
    }

    fn factors<V: Value>(start: Option<V>, s: &V, squares: &[u64]) -> Option<V> {
        let factors = squares.iter().map(|&square| s.clone() + V::of(-Fr::from(square)));
        start
            .into_iter()
            .chain(factors)
            .reduce(|product, factor| product * factor)
    }

    /// The cells of a comparison. If the integers are equal modulo the field's modulus or the circuit's, there is no
    /// inverse, and the last cell is zero.
    fn cells_of(difference: &Fr, field: &Field) -> Vec<Fr> {
        let t = Self::quotient(*difference, field);
        let s = t * t;
        let mut cells = vec![s];
        let mut product = None;
        for part in Self::parts(field.most_multiple()) {
            product = Self::factors(product, &s, &part);
            cells.extend(product);
        }
        let last = Self::factors(product, &s, &Self::left(field.most_multiple()));
        cells.push((last.unwrap_or(Fr::ONE) * t).invert().unwrap_or(Fr::ZERO));
        cells
    }

    fn constraints(
        name: &str,
        difference: Expression<Fr>,
        field: &Field,
        cells: &[Expression<Fr>],
    ) -> Vec<(String, Expression<Fr>)> {
        let t = Self::quotient(difference, field);
        let s = &cells[0];
        let mut all = vec![(format!("{name}: square"), t.clone() * t.clone() - s.clone())];
        let mut product = None;
        let parts = Self::parts(field.most_multiple());
        for (part, cell) in parts.iter().zip(&cells[1..]) {
            let next = Self::factors(product, s, part).unwrap_or(Expression::Constant(Fr::ONE));
            all.push((format!("{name}: product"), next - cell.clone()));
            product = Some(cell.clone());
        }
        let last = Self::factors(product, s, &Self::left(field.most_multiple()));
        let product = last.map_or(t.clone(), |last| last * t) * cells[parts.len() + 1].clone();
        all.push((name.to_owned(), product - Expression::Constant(Fr::ONE)));
        all
    }
}

impl Gate for FormulaGate {
    fn name(&self) -> &str {
        &self.name
    }

    fn operands(&self) -> usize {
        self.operands
    }

    fn late(&self) -> usize {
        self.sets * self.relations.late(&self.field)
    }

    fn limbs(&self) -> &[Range] {
        &self.limbs
    }

    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let (bits, width) = (self.field.limb_bits(), self.field.widths().len());
        let (outputs, short) = cells.limbs.split_at(self.formula.outputs.len() * width);
        let mut operands = cells.operands;
        let mut take = |count: usize| {
            let (these, rest) = operands.split_at(count);
            operands = rest;
            these
        };
        let inputs = self.formula.inputs.iter();
        let vars = inputs.map(|range| take(if range.is_none() { width } else { 1 }));
        let vars: Vec<_> = vars
            .collect::<Vec<_>>()
            .into_iter()
            .chain(outputs.chunks(width))
            .collect();
        let mut constraints = Vec::new();
        if self.relations.count() > 0 {
            let vars = vars
                .iter()
                .map(|limbs| horner(limbs.iter().cloned(), &challenges.point));
            let vars: Vec<_> = vars.collect();
            for (set, late) in cells.late.chunks(self.relations.late(&self.field)).enumerate() {
                let (sums, weights) = late.split_at(2 * self.field.coefficients());
                let [before, after] = [0, 1].map(|i| {
                    let sum = &sums[i * self.field.coefficients()..][..self.field.coefficients()];
                    horner(sum.iter().cloned(), &challenges.point)
                });
                let identities = self.formula.identities.iter().zip(weights);
                let sum = identities.fold(before - after, |sum, ((_, q), weight)| {
                    sum + weight.clone() * at_point(q, &vars, &challenges.point, bits)
                });
                let of_set = if set == 0 { "" } else { " of the second set" };
                constraints.push((format!("weighed relations{of_set}"), sum));
            }
        }
        if let Some((factor, _)) = self.field.trimming() {
            let compared = self
                .formula
                .outputs
                .iter()
                .enumerate()
                .filter(|(_, compared)| **compared);
            for ((i, _), short) in compared.zip(short) {
                let top = outputs[(i + 1) * width - 1].clone();
                constraints.push(("top limb is short".to_owned(), top * factor - short.clone()));
            }
        }
        let base = Expression::Constant(integer::field_power_of_two(bits));
        for (name, a, b) in &self.formula.distinct {
            let [a, b] = [a, b].map(|var| horner(vars[var.0].iter().cloned(), &base));
            let cells = take(Comparison::cells(self.field.most_multiple()));
            constraints.extend(Comparison::constraints(name, a - b, &self.field, cells));
        }
        constraints
    }
}
