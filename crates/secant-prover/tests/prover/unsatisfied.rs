//! Witnesses that do not satisfy their circuit, and arguments that do not fit together.

use crate::circuits::{Edge, Everything, Scheme, Wrong, key, srs, transcript, with_instances};
use halo2_axiom::{
    dev::MockProver,
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine},
        ff::Field,
    },
    plonk::{self, Circuit, ProvingKey},
    poly::kzg::{commitment::ParamsKZG, multiopen::ProverSHPLONK},
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::{Error, Violation, create_proof};

const K: u32 = 6;

fn prove<C: Circuit<Fr>>(
    params: &ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    circuits: &[C],
    instances: &[Vec<Vec<Fr>>],
) -> Result<(), Error> {
    let rng = StdRng::seed_from_u64(1);
    with_instances(instances, |given| {
        create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(params, pk, circuits, given, rng, &mut transcript())
    })
}

fn circuit() -> Everything {
    Everything {
        lookups: true,
        phases: true,
        ..Everything::new(1, 9)
    }
}

/// The violations that the prover reports. The mock prover refuses the same witness.
fn violations(wrong: Option<Wrong>, instances: &[Vec<Fr>]) -> Vec<Violation> {
    let params = srs(K);
    let circuit = Everything { wrong, ..circuit() };
    let pk = key(&params, &circuit, true);
    let mock = MockProver::run(K, &circuit, instances.to_vec()).unwrap();
    assert!(mock.verify().is_err());
    match prove(&params, &pk, &[circuit], &[instances.to_vec()]) {
        Err(Error::Unsatisfied { circuit: 0, violations }) => violations,
        other => panic!("{other:?}"),
    }
}

#[test]
fn gates() {
    let found = violations(Some(Wrong::Gate), &circuit().instances());
    let expected = Violation::Gate {
        gate: "a b + 3 a - c".to_owned(),
        constraint: "0".to_owned(),
        row: 3,
        rows: 1,
        blinding: false,
    };
    assert_eq!(found, [expected]);
    assert_eq!(
        found[0].to_string(),
        "gate \"a b + 3 a - c\", constraint 0 is violated at row 3"
    );
}

#[test]
fn lookups() {
    let found = violations(Some(Wrong::Lookup), &circuit().instances());
    assert!(!found.is_empty());
    for violation in found {
        assert!(matches!(violation, Violation::Lookup { row: 27, .. }), "{violation}");
    }
}

#[test]
fn copies() {
    // Three cells must be equal: the wrong one, the one that it copies, and the instance.
    let found = violations(Some(Wrong::Copy), &circuit().instances());
    assert_eq!(found.len(), 2);
    let at_row_9 = |violation: &&Violation| matches!(violation, Violation::Copy { cell, .. } if cell.row == 9);
    assert_eq!(found.iter().filter(at_row_9).count(), 1, "{found:?}");
    let mut instances = circuit().instances();
    instances[0][0] += Fr::ONE;
    let found = violations(None, &instances);
    assert!(
        found
            .iter()
            .all(|violation| matches!(violation, Violation::Copy { .. })),
        "{found:?}"
    );
    assert!(
        found[0].to_string().contains("instance column 0 at row 0"),
        "{}",
        found[0]
    );
}

/// If the second of two circuits is wrong, the error names it by its number.
#[test]
fn the_second_circuit() {
    for (wrong, text) in [
        (
            Wrong::Gate,
            "number 1, gate \"a b + 3 a - c\", constraint 0 is violated at row 3",
        ),
        (
            Wrong::Lookup,
            "number 1, lookup \"squares\": the input at row 27 is not in the table",
        ),
    ] {
        let right = Everything {
            lookups: true,
            ..Everything::new(1, 9)
        };
        let wrong = Everything {
            wrong: Some(wrong),
            ..right.clone()
        };
        let params = srs(K);
        let pk = key(&params, &right, true);
        let instances = vec![right.instances(); 2];
        let error = prove(&params, &pk, &[right, wrong], &instances)
            .unwrap_err()
            .to_string();
        assert!(error.contains(text), "{error}");
    }
}

/// Violations only in the last rows, and faults of the key rather than the witness.
#[test]
fn circuits_that_no_witness_satisfies() {
    let proof = |edge: Edge| {
        let params = srs(4);
        prove(&params, &key(&params, &edge, false), &[edge], &[vec![]]).unwrap_err()
    };
    let error = proof(Edge::NoSelector);
    let expected = "gate \"cube\", constraint 0 is violated at blinding row 10 and 5 more";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert!(matches!(proof(Edge::FarAdvice), Error::Opening));
}

#[test]
fn gates_of_a_high_degree() {
    let params = srs(4);
    // halo2 makes such keys, with a degree below that of their gates. Its verifier refuses their proofs.
    let pk = key(&params, &Edge::HighDegree, false);
    let error = prove(&params, &pk, &[Edge::HighDegree], &[vec![]]).unwrap_err();
    assert!(
        matches!(error, Error::Inconsistent(text) if text.contains("degree")),
        "{error}"
    );
}

#[test]
fn arguments_that_do_not_fit() {
    let (params, circuit) = (srs(K), circuit());
    let pk = key(&params, &circuit, true);
    let instances = vec![circuit.instances()];
    let one = std::slice::from_ref(&circuit);
    assert!(prove(&params, &pk, one, &instances).is_ok());
    for (size, params) in [(5, srs(5)), (7, srs(7))] {
        let error = prove(&params, &pk, one, &instances).unwrap_err();
        assert!(matches!(error, Error::Size { srs, key: K } if srs == size), "{error}");
    }
    let error = prove(&params, &pk, one, &[]).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Circuits {
                circuits: 1,
                instances: 0
            }
        ),
        "{error}"
    );
    for given in [0, 2] {
        let error = prove(&params, &pk, one, &[vec![Vec::new(); given]]).unwrap_err();
        assert!(
            matches!(error, Error::InstanceColumns { expected: 1, given: g } if g == given),
            "{error}"
        );
    }
    let error = prove(&params, &pk, one, &[vec![vec![Fr::ONE; 60]]]).unwrap_err();
    assert!(matches!(error, Error::InstanceTooLarge { given: 60, .. }), "{error}");
    let two = [circuit.clone(), circuit.clone()];
    let error = prove(&params, &pk, &two, &[circuit.instances(), circuit.instances()]).unwrap_err();
    assert!(matches!(error, Error::Phases), "{error}");
    // The error as a program sees it that expects the stock prover's errors.
    assert!(matches!(plonk::Error::from(error), plonk::Error::Synthesis));
    let error = prove::<Everything>(&params, &pk, &[], &[]).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Circuits {
                circuits: 0,
                instances: 0
            }
        ),
        "{error}"
    );
    let params = srs(4);
    let pk = key(&params, &Edge::Challenge, false);
    let error = prove(&params, &pk, &[Edge::Challenge; 2], &[vec![], vec![]]).unwrap_err();
    assert!(matches!(error, Error::Phases), "{error}");
}

#[test]
fn keys_that_do_not_fit() {
    let (params, circuit) = (srs(K), circuit());
    let pk = key(&params, &circuit, true);
    let parts = |fixed: usize| {
        ProvingKey::from_parts(
            pk.get_vk().clone(),
            pk.l0().clone(),
            pk.l_last().clone(),
            pk.l_active_row().clone(),
            pk.fixed_values()[..fixed].to_vec(),
            pk.fixed_polys().to_vec(),
            pk.permutation().clone(),
        )
    };
    let instances = vec![circuit.instances()];
    let all = pk.fixed_values().len();
    let one = std::slice::from_ref(&circuit);
    assert!(prove(&params, &parts(all), one, &instances).is_ok());
    let error = prove(&params, &parts(all - 1), one, &instances).unwrap_err();
    assert!(matches!(error, Error::Key(_)), "{error}");
}
