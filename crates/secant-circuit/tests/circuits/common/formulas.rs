//! The formulas of circuits, and circuits with one instance of a formula.

use num_bigint::BigInt;
use secant_circuit::{
    Builder, BuiltCircuit, Fr, Goal, Soundness,
    foreign::{FormulaGate, Operand},
};
use std::{collections::BTreeMap, sync::Arc};

/// Formulas by name, with some of their instances.
pub type Instances = BTreeMap<String, (Arc<FormulaGate>, Vec<Vec<BigInt>>)>;

/// How many instances of a formula are examined.
const INSTANCES: usize = 12;

/// The formulas of circuits by name, with some of their instances.
pub fn formulas(builds: &[&dyn Fn(&mut Builder)]) -> Instances {
    let mut all = Instances::new();
    for build in builds {
        let mut b = Builder::new();
        build(&mut b);
        for (gate, values) in b.formulas() {
            let name = secant_circuit::Gate::name(&*gate).to_owned();
            let (_, instances) = all.entry(name).or_insert_with(|| (gate, Vec::new()));
            if instances.len() < INSTANCES {
                instances.push(values);
            }
        }
    }
    all
}

/// A circuit with one instance of a formula, with these values.
pub fn circuit(gate: &Arc<FormulaGate>, values: &[BigInt]) -> BuiltCircuit {
    circuit_with(Soundness::default(), gate, values)
}

/// Like [`circuit`], with another number of sets of weights.
pub fn circuit_with(soundness: Soundness, gate: &Arc<FormulaGate>, values: &[BigInt]) -> BuiltCircuit {
    enum Of {
        Element(secant_circuit::foreign::Element),
        Small(secant_circuit::Cell),
    }
    let mut b = Builder::new();
    b.set_soundness(soundness);
    let field = gate.field();
    let ranges = gate.input_ranges();
    let inputs: Vec<Of> = values
        .iter()
        .zip(&ranges)
        .map(|(value, range)| match range {
            None => Of::Element(field.witness(&mut b, &field.reduce(value))),
            Some(_) => Of::Small(b.witness(to_field(value))),
        })
        .collect();
    let operands: Vec<Operand<'_>> = inputs
        .iter()
        .map(|input| match input {
            Of::Element(element) => element.into(),
            Of::Small(cell) => (*cell).into(),
        })
        .collect();
    let outputs: Vec<_> = values[ranges.len()..].iter().map(|value| field.reduce(value)).collect();
    field.apply_unchecked(&mut b, gate, &operands, &outputs).unwrap();
    b.finish(&Goal::Rows(11)).unwrap()
}

/// An integer modulo the circuit's modulus.
pub fn to_field(x: &BigInt) -> Fr {
    let base = Fr::from(1 << 32);
    let (sign, digits) = x.to_u32_digits();
    let magnitude = digits
        .iter()
        .rev()
        .fold(Fr::from(0), |sum, &digit| sum * base + Fr::from(u64::from(digit)));
    if sign == num_bigint::Sign::Minus {
        -magnitude
    } else {
        magnitude
    }
}
