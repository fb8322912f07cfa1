//! Tests every relation of every formula with values that violate it and no other relation. They are refused, although
//! everything else in the circuit is computed from them. The names of each formula's relations are kept in files beside
//! this test, and the relations determine the outputs, so that a missing one is noticed.

use crate::common::{
    circuits,
    expected::expect,
    formulas::{circuit_with, formulas},
    lies::Honest,
    names,
    refusals::Checked,
};
use num_bigint::BigInt;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Soundness,
    foreign::FormulaGate,
    pairing::{Bls12_381, Bn254, PairingCurve},
};
use secant_gfp::named::Name;
use std::{collections::BTreeSet, sync::Arc};

/// The names of the refusals.
fn refusals(circuit: &BuiltCircuit) -> BTreeSet<String> {
    let checked = Checked::new(circuit);
    checked
        .refusals()
        .into_iter()
        .map(|refusal| checked.name(refusal).1)
        .collect()
}

/// Each relation and each comparison of a formula refuses values that violate nothing else.
fn refuses(soundness: Soundness, name: &str, gate: &Arc<FormulaGate>, instances: &[Vec<BigInt>]) {
    let circuit = |values: &[BigInt]| circuit_with(soundness, gate, values);
    let honest: Vec<Honest<'_>> = instances
        .iter()
        .map(|values| Honest {
            gate,
            values: values.clone(),
        })
        .collect();
    assert_eq!(refusals(&circuit(&honest[0].values)), names(&[]), "{name}");
    assert!(
        honest.iter().any(Honest::determines_outputs),
        "{name}: outputs are free"
    );
    let [relations, distinct] = gate.names();
    for (i, relation) in relations.iter().enumerate() {
        let values = honest.iter().find_map(|honest| honest.violating(i));
        let values = values.unwrap_or_else(|| panic!("{name}: {relation}: no values violate it alone"));
        let lie = circuit(&values);
        assert_eq!(refusals(&lie), names(&["sum is a multiple of p"]), "{name}: {relation}");
        if i == 0 {
            assert!(matches!(lie.mock(), Err(Error::Mock(_))), "{name}: {relation}");
        }
    }
    for (pair, different) in gate.distinct().into_iter().zip(distinct) {
        let values = honest.iter().find_map(|honest| honest.with_equal(pair));
        let values = values.unwrap_or_else(|| panic!("{name}: {different}: no such values satisfy the relations"));
        assert_eq!(refusals(&circuit(&values)), names(&[different]), "{name}");
    }
}

fn all_refuse(name: &str, builds: &[&dyn Fn(&mut Builder)]) {
    all_refuse_with(Soundness::default(), name, builds);
}

pub fn all_refuse_with(soundness: Soundness, name: &str, builds: &[&dyn Fn(&mut Builder)]) {
    let all = formulas(builds);
    let mut text = String::new();
    for (formula, (gate, instances)) in &all {
        refuses(soundness, formula, gate, instances);
        let [relations, distinct] = gate.names();
        text += &format!("{formula}\n");
        relations
            .iter()
            .for_each(|relation| text += &format!("    {relation}\n"));
        distinct
            .iter()
            .for_each(|pair| text += &format!("    {pair}, as constraints\n"));
    }
    expect(&format!("relations_{name}.txt"), &text);
}

#[test]
fn of_sums() {
    for (name, p) in circuits::curves() {
        all_refuse(
            name,
            &[
                &|b| circuits::msm(name, &p, b),
                &|b| circuits::fixed_base_msm(name, &p, b),
                &|b| circuits::sum(name, &p, b),
                &|b| circuits::additions(name, &p, b),
                &|b| circuits::mul(name, &p, b),
            ],
        );
    }
}

#[test]
fn of_sums_on_twisted_edwards_curves() {
    for (name, p) in circuits::edwards_curves() {
        all_refuse(
            name,
            &[
                &|b| circuits::edwards_msm(name, &p, b),
                &|b| circuits::edwards_msm_of_many(name, &p, b),
                &|b| circuits::edwards_fixed_base_msm(name, &p, b),
                &|b| circuits::edwards_mul(name, &p, b),
                &|b| circuits::edwards_msm_any(name, &p, b),
                &|b| circuits::edwards_additions(name, &p, b),
            ],
        );
    }
}

#[test]
fn of_signatures() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        all_refuse(
            &format!("signatures_{name}"),
            &[
                &|b| circuits::verification(name, b),
                &|b| circuits::low_s(name, b),
                &|b| circuits::recovery(name, false, b),
                &|b| circuits::recovery(name, true, b),
                &|b| circuits::schnorr(name, b),
            ],
        );
    }
}

fn of_extensions<C: PairingCurve>(name: &str) {
    all_refuse(
        name,
        &[
            &circuits::extension::<C, 1>,
            &circuits::extension::<C, 3>,
            &circuits::extension::<C, 6>,
        ],
    );
}

#[test]
fn of_extensions_of_bn254() {
    of_extensions::<Bn254>("extensions_bn254");
}

#[test]
fn of_extensions_of_bls12_381() {
    of_extensions::<Bls12_381>("extensions_bls12_381");
}

#[test]
fn of_pairings_over_bn254() {
    all_refuse(
        "pairings_bn254",
        &[&circuits::product_of_two::<Bn254>, &circuits::product_of_one::<Bn254>],
    );
}

/// Includes signatures, whose verification checks that points are in the first group.
#[test]
fn of_pairings_over_bls12_381() {
    type C = Bls12_381;
    all_refuse(
        "pairings_bls12_381",
        &[
            &circuits::product_of_two::<C>,
            &circuits::product_of_one::<C>,
            &circuits::signature_in_g2::<C>,
            &circuits::signature_in_g1::<C>,
        ],
    );
}
