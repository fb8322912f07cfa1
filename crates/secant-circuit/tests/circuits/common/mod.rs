//! Code shared by the tests of constraints.

pub mod circuits;
pub mod examined;
pub mod expected;
pub mod formulas;
pub mod lies;
pub mod recorded;
pub mod refusals;
pub mod values;

use halo2_axiom::dev::VerifyFailure;
use secant_circuit::{BuiltCircuit, Error};
use std::collections::BTreeSet;

/// The names of the constraints that fail.
pub fn failures(circuit: &BuiltCircuit) -> BTreeSet<String> {
    match circuit.mock() {
        Ok(()) => BTreeSet::new(),
        Err(Error::Mock(failures)) => failures
            .into_iter()
            .map(|failure| match failure {
                VerifyFailure::ConstraintNotSatisfied { constraint, .. } => {
                    let name = constraint.to_string();
                    // Constraint 0 ('name') in gate ...
                    name.split('\'').nth(1).unwrap().to_owned()
                }
                VerifyFailure::Lookup { name, .. } => name,
                VerifyFailure::Permutation { .. } => "copy".to_owned(),
                other => panic!("{other}"),
            })
            .collect(),
        Err(other) => panic!("{other}"),
    }
}

/// A set of names.
pub fn names(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|&name| name.to_owned()).collect()
}
