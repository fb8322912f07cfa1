//! Formulas: relations of elements that one gate constrains.

use super::{
    field::Field,
    linear::{Quadratic, Var},
    plan::{self, Interval, Plan, Ring},
    symbolic::Symbolic,
};
use crate::{Error, Fr, Gate, Range, integer};
use halo2_axiom::{halo2curves::ff::Field as _, plonk::Expression};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use std::sync::Arc;

/// Relations of inputs and outputs modulo a field's modulus.
///
/// Inputs and outputs are elements; further inputs are single cells with an integer in a range that the caller vouches for.
#[derive(Clone, Debug)]
pub struct Formula {
    name: String,
    /// The range of an input that is no element.
    inputs: Vec<Option<Interval>>,
    outputs: usize,
    identities: Vec<(String, Quadratic)>,
    distinct: Vec<(String, Var, Var)>,
}

impl Formula {
    /// No relations yet; the name is unique in a circuit among the formulas of a field.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            inputs: Vec::new(),
            outputs: 0,
            identities: Vec::new(),
            distinct: Vec::new(),
        }
    }

    fn input_of(&mut self, range: Option<Interval>) -> Var {
        assert_eq!(self.outputs, 0, "inputs come first");
        self.inputs.push(range);
        Var(self.inputs.len() - 1)
    }

    /// An element.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn input(&mut self) -> Var {
        self.input_of(None)
    }

    /// Several elements.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn inputs<const N: usize>(&mut self) -> [Var; N] {
        std::array::from_fn(|_| self.input())
    }

    /// A cell with an integer from `least` to `most`.
    ///
    /// # Panics
    /// If there is an output already.
    pub fn small(&mut self, least: impl Into<BigInt>, most: impl Into<BigInt>) -> Var {
        self.input_of(Some(Interval::new(least, most)))
    }

    /// A new element, which is checked to be one.
    pub fn output(&mut self) -> Var {
        self.outputs += 1;
        Var(self.inputs.len() + self.outputs - 1)
    }

    /// `q` is a multiple of the modulus.
    pub fn zero(&mut self, name: impl Into<String>, q: impl Into<Quadratic>) {
        self.identities.push((name.into(), q.into()));
    }

    /// Two elements are different.
    pub fn distinct(&mut self, name: impl Into<String>, a: Var, b: Var) {
        self.distinct.push((name.into(), a, b));
    }

    /// The gate for a field.
    ///
    /// # Errors
    /// If the field's limbs are too long for the relations.
    pub fn over(&self, field: &Field) -> Result<Arc<FormulaGate>, Error> {
        FormulaGate::new(self.clone(), field).map(Arc::new)
    }
}

/// The ranges of a formula's variables.
#[derive(Debug)]
pub struct Shapes {
    pub modulus: BigInt,
    pub limb_bits: usize,
    pub cell_bits: usize,
    /// Of each variable.
    pub values: Vec<Interval>,
    /// Of each variable's limbs.
    pub limbs: Vec<Vec<Interval>>,
}

/// A formula over a field, as a gate.
#[derive(Debug)]
pub struct FormulaGate {
    name: String,
    formula: Formula,
    plans: Vec<Plan>,
    shapes: Shapes,
    operands: usize,
    limbs: Vec<Range>,
}

impl FormulaGate {
    fn new(formula: Formula, field: &Field) -> Result<Self, Error> {
        let element: Vec<_> = field.widths().iter().map(|&bits| Interval::bits(bits)).collect();
        let inputs = formula.inputs.iter();
        let limbs: Vec<_> = inputs
            .map(|range| range.clone().map_or_else(|| element.clone(), |range| vec![range]))
            .chain((0..formula.outputs).map(|_| element.clone()))
            .collect();
        let values = limbs.iter().map(|limbs| weighted(limbs, field.limb_bits())).collect();
        let shapes = Shapes {
            modulus: field.modulus().clone(),
            limb_bits: field.limb_bits(),
            cell_bits: field.cell_bits(),
            values,
            limbs,
        };
        let name = format!("{} modulo {}", formula.name, field.name());
        let plans = formula
            .identities
            .iter()
            .map(|(identity, q)| Plan::new(&format!("{name}: {identity}"), q, &shapes))
            .collect::<Result<Vec<_>, _>>()?;
        let operands = shapes.limbs[..formula.inputs.len()].iter().map(Vec::len).sum::<usize>();
        let outputs = (0..formula.outputs).flat_map(|_| field.widths().iter().map(|&bits| Range::exact(bits)));
        let limbs = outputs.chain(plans.iter().flat_map(Plan::ranges)).collect();
        Ok(Self {
            name,
            operands: operands + formula.distinct.len(),
            limbs,
            formula,
            plans,
            shapes,
        })
    }

    pub(super) fn modulus(&self) -> &BigInt {
        &self.shapes.modulus
    }

    pub(super) fn outputs(&self) -> usize {
        self.formula.outputs
    }

    /// Whether an input is an element, or its range.
    pub(super) fn inputs(&self) -> &[Option<Interval>] {
        &self.formula.inputs
    }

    /// The cells beside inputs and outputs, from the values of all variables: inverses of differences, and limbs of
    /// quotients and carries.
    pub(super) fn complete(&self, limbs: &[Vec<BigInt>]) -> Result<(Vec<Fr>, Vec<Fr>), Error> {
        let bits = self.shapes.limb_bits;
        let values: Vec<_> = limbs.iter().map(|limbs| weighted(limbs, bits)).collect();
        let p = &self.shapes.modulus;
        let mut inverses = Vec::new();
        for (name, a, b) in &self.formula.distinct {
            let d = &values[a.0] - &values[b.0];
            let product = [&d - p, d.clone(), d + p].iter().map(integer::to_field).product::<Fr>();
            let inverse = Option::<Fr>::from(product.invert());
            inverses.push(inverse.ok_or_else(|| Error::Exceptional(format!("{}: {name}", self.name)))?);
        }
        let mut cells = Vec::new();
        for ((name, q), plan) in self.formula.identities.iter().zip(&self.plans) {
            let (quotient, rest) = plan::value(q, &values).div_mod_floor(p);
            if rest != BigInt::ZERO {
                return Err(Error::Unsatisfied(format!("{}: {name}", self.name)));
            }
            let quotient = (quotient - &plan.quotient_least).magnitude().clone();
            let quotient: Vec<_> = integer::limbs_of(&quotient, bits, plan.quotient.len())
                .into_iter()
                .map(BigInt::from)
                .collect();
            cells.extend(quotient.iter().map(integer::to_field));
            let count = plan.groups.last().map_or(0, |group| group.start + group.len);
            let sums = plan::difference(q, limbs, (&plan.quotient_least, &quotient), p, bits, count);
            let mut carry = None;
            for group in &plan.groups {
                let sum = plan::group_sum(&sums, group, carry, bits).unwrap_or_default();
                let carried = integer::shift_floor(&sum, bits * group.len);
                debug_assert_eq!(&carried << (bits * group.len), sum);
                let above = (&carried - &group.carry_least).magnitude().clone();
                let above = integer::limbs_of(&above, self.shapes.cell_bits, group.carry.len());
                cells.extend(above.iter().map(integer::natural_to_field));
                carry = Some(carried);
            }
        }
        Ok((inverses, cells))
    }
}

/// The sum of limbs with their weights.
fn weighted<R: Ring>(limbs: &[R], bits: usize) -> R {
    let limbs = limbs.iter().enumerate();
    let limbs = limbs.map(|(i, limb)| limb.times(&integer::power_of_two(bits * i)));
    limbs.reduce(R::sum).unwrap_or_else(|| R::constant(&BigInt::ZERO))
}

impl Gate for FormulaGate {
    fn name(&self) -> &str {
        &self.name
    }

    fn operands(&self) -> usize {
        self.operands
    }

    fn limbs(&self) -> &[Range] {
        &self.limbs
    }

    fn constraints(&self, cells: &[Expression<Fr>]) -> Vec<(String, Expression<Fr>)> {
        let bits = self.shapes.limb_bits;
        let (inputs, outputs) = self.shapes.limbs.split_at(self.formula.inputs.len());
        // Inputs, inverses; outputs, then what each identity needs.
        let mut numbers = (0..cells.len()).map(Symbolic::cell);
        let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<_>>();
        let mut limbs: Vec<_> = inputs.iter().map(|limbs| take(limbs.len())).collect();
        let inverses = take(self.formula.distinct.len());
        limbs.extend(outputs.iter().map(|limbs| take(limbs.len())));
        let values: Vec<_> = limbs.iter().map(|limbs| weighted(limbs, bits)).collect();
        let p = &self.shapes.modulus;
        let mut constraints = Vec::new();
        for ((name, q), plan) in self.formula.identities.iter().zip(&self.plans) {
            let quotient = take(plan.quotient.len());
            let native = plan::value(q, &values)
                .sum(weighted(&quotient, bits).times(&-p))
                .sum(Symbolic::constant(&(-p * &plan.quotient_least)));
            constraints.push((format!("{name}, modulo r"), native.expression(cells)));
            let count = plan.groups.last().map_or(0, |group| group.start + group.len);
            let sums = plan::difference(q, &limbs, (&plan.quotient_least, &quotient), p, bits, count);
            let mut carry = None;
            for (i, group) in plan.groups.iter().enumerate() {
                let above = take(group.carry.len());
                let carried = weighted(&above, self.shapes.cell_bits).sum(Symbolic::constant(&group.carry_least));
                let weight = integer::power_of_two(bits * group.len);
                let sum = plan::group_sum(&sums, group, carry, bits)
                    .unwrap_or_default()
                    .sum(carried.times(&-weight));
                constraints.push((format!("{name}, carry {i}"), sum.expression(cells)));
                carry = Some(carried);
            }
        }
        for ((name, a, b), inverse) in self.formula.distinct.iter().zip(inverses) {
            let d = values[a.0].clone().sum(values[b.0].times(&BigInt::from(-1)));
            let [below, at, above] =
                [&-p, &BigInt::ZERO, p].map(|p| d.clone().sum(Symbolic::constant(p)).expression(cells));
            let product = below * at * above * inverse.expression(cells);
            constraints.push((name.clone(), product - Expression::Constant(Fr::ONE)));
        }
        constraints
    }
}

/// As integers.
pub(super) fn integers(limbs: &[BigUint]) -> Vec<BigInt> {
    limbs.iter().cloned().map(BigInt::from).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::{Builder, Goal};
    use halo2_axiom::dev::VerifyFailure;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// A product that is wrong, with a quotient that satisfies some of its constraints: the names of those that fail.
    struct Forgery {
        p: BigInt,
        u: BigInt,
        v: BigInt,
        wrong: BigInt,
    }

    impl Forgery {
        fn new(rng: &mut StdRng) -> Self {
            let p: BigInt = (BigInt::from(1) << 256) - ((BigInt::from(1) << 32) + 977);
            let mut random = || BigInt::from(BigUint::from_bytes_le(&rng.r#gen::<[u8; 32]>())) % &p;
            let (u, v, wrong) = (random(), random(), random());
            Self { p, u, v, wrong }
        }

        fn failures(&self, quotient: &BigInt) -> Vec<String> {
            let mut b = Builder::new();
            let field = Field::new("f", self.p.magnitude(), b.shape()).unwrap();
            let (u, v) = (
                field.witness(&mut b, self.u.magnitude()),
                field.witness(&mut b, self.v.magnitude()),
            );
            field.mul(&mut b, &u, &v).unwrap();
            let unit = b.units.last().unwrap().clone();
            let gate = b.gates[unit.gate.unwrap()].clone();
            let first = unit.first.after(gate.operands());
            // w, the quotient, then carries.
            let bits = field.limb_bits();
            let wrong = integer::limbs_of(self.wrong.magnitude(), bits, 4);
            let quotient = integer::limbs_of(quotient.magnitude(), bits, 4);
            let mut values = [wrong.clone(), quotient.clone()].concat();
            let digits = |x: &BigInt| integers(&integer::limbs_of(x.magnitude(), bits, 4));
            let mut f = Formula::new("product");
            let [a, b2] = f.inputs();
            let c = f.output();
            f.zero("u v - w", a * b2 - c);
            let compiled = f.over(&field).unwrap();
            let plan = &compiled.plans[0];
            assert_eq!(plan.quotient_least, BigInt::from(-2));
            let limbs = [digits(&self.u), digits(&self.v), integers(&wrong)];
            let sums = plan::difference(
                &compiled.formula.identities[0].1,
                &limbs,
                (&plan.quotient_least, &integers(&quotient)),
                &self.p,
                bits,
                4,
            );
            let mut carry = None;
            for group in &plan.groups {
                let sum = plan::group_sum(&sums, group, carry, bits).unwrap();
                let carried = integer::shift_floor(&sum, bits * group.len);
                values.push((&carried - &group.carry_least).magnitude().clone());
                carry = Some(carried);
            }
            for (i, value) in values.iter().enumerate() {
                b.tamper(first.after(i), integer::natural_to_field(value));
            }
            match b.finish(&Goal::Fastest).unwrap().mock() {
                Err(Error::Mock(failures)) => failures
                    .iter()
                    .map(|failure| match failure {
                        VerifyFailure::ConstraintNotSatisfied { constraint, .. } => constraint.to_string(),
                        other => panic!("{other}"),
                    })
                    .collect(),
                other => panic!("{other:?}"),
            }
        }

        /// `(u v - wrong) / p` modulo `m`, as it stands in cells.
        fn quotient(&self, m: &BigInt) -> BigInt {
            let inverse = self.p.modinv(m).unwrap();
            let quotient: BigInt = (&self.u * &self.v - &self.wrong) * inverse + 2;
            quotient.mod_floor(m)
        }
    }

    /// What holds modulo the power of two, with all in range, fails modulo `r` alone.
    #[test]
    fn equations_hold_modulo_r() {
        let mut rng = StdRng::seed_from_u64(1);
        let found = (0..2000).map(|_| Forgery::new(&mut rng)).find_map(|forgery| {
            let quotient = forgery.quotient(&integer::power_of_two(264));
            (quotient.bits() <= 256).then(|| forgery.failures(&quotient))
        });
        let failures = found.unwrap();
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert!(failures[0].contains("u v - w, modulo r"), "{failures:?}");
    }

    /// What holds modulo `r`, with all in range, fails modulo the power of two alone.
    #[test]
    fn equations_hold_modulo_the_power_of_two() {
        let mut rng = StdRng::seed_from_u64(2);
        let forgery = Forgery::new(&mut rng);
        let failures = forgery.failures(&forgery.quotient(&integer::NATIVE_MODULUS));
        assert!(!failures.is_empty());
        assert!(
            failures.iter().all(|name| name.contains("u v - w, carry")),
            "{failures:?}"
        );
    }
}
