//! Proofs by secant's prover, which the stock verifier takes.

use crate::circuits::{Everything, Scheme, key, srs, transcript, verifies};
use halo2_axiom::{
    halo2curves::bn256::Fr,
    poly::kzg::multiopen::{ProverGWC, ProverSHPLONK, VerifierGWC, VerifierSHPLONK},
    transcript::TranscriptWriterBuffer,
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::create_proof;

fn proves(circuits: &[Everything], k: u32, compress: bool) {
    let params = srs(k);
    let pk = key(&params, &circuits[0], compress);
    let instances: Vec<Vec<Vec<Fr>>> = circuits.iter().map(Everything::instances).collect();
    let columns: Vec<Vec<&[Fr]>> = instances
        .iter()
        .map(|all| all.iter().map(Vec::as_slice).collect())
        .collect();
    let given: Vec<&[&[Fr]]> = columns.iter().map(Vec::as_slice).collect();
    let rng = || StdRng::seed_from_u64(1);
    let mut shplonk = transcript();
    create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(&params, &pk, circuits, &given, rng(), &mut shplonk)
        .unwrap();
    let proof = shplonk.finalize();
    assert!(
        verifies::<VerifierSHPLONK<'_, _>>(&params, &pk, &instances, &proof),
        "SHPLONK"
    );
    let mut gwc = transcript();
    create_proof::<Scheme, ProverGWC<'_, _>, _, _, _, _>(&params, &pk, circuits, &given, rng(), &mut gwc).unwrap();
    let proof = gwc.finalize();
    assert!(verifies::<VerifierGWC<'_, _>>(&params, &pk, &instances, &proof), "GWC");
    let mut other = instances.clone();
    other[0][0][0] += Fr::one();
    assert!(!verifies::<VerifierGWC<'_, _>>(&params, &pk, &other, &proof));
}

#[test]
fn gates_and_copies() {
    proves(&[Everything::new(1, 5)], 6, false);
}

#[test]
fn lookups() {
    let circuit = Everything {
        lookups: true,
        ..Everything::new(2, 9)
    };
    proves(std::slice::from_ref(&circuit), 6, false);
    proves(&[circuit], 7, true);
}

#[test]
fn two_phases() {
    let circuit = Everything {
        lookups: true,
        phases: true,
        ..Everything::new(3, 7)
    };
    proves(&[circuit], 6, false);
}

#[test]
fn several_circuits() {
    let circuits = [4, 5, 6].map(|seed| Everything {
        lookups: true,
        ..Everything::new(seed, 9)
    });
    proves(&circuits, 7, true);
}
