//! The stock verifier accepts the proofs of secant's prover.

use crate::circuits::{Edge, Everything, Scheme, key, srs, transcript, verifies, with_instances};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, Fr, G1Affine},
    plonk::{Circuit, ProvingKey},
    poly::kzg::{
        commitment::ParamsKZG,
        multiopen::{ProverGWC, ProverSHPLONK, VerifierGWC, VerifierSHPLONK},
    },
    transcript::TranscriptWriterBuffer,
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::{Prover, create_proof};

/// Proves some circuits with both openings. Returns the reference string, the key and the second proof.
fn proves<C: Circuit<Fr>>(circuits: &[C], instances: &[Vec<Vec<Fr>>], k: u32, compress: bool) -> Proved {
    let params = srs(k);
    let pk = key(&params, &circuits[0], compress);
    let rng = || StdRng::seed_from_u64(1);
    let (mut shplonk, mut gwc) = (transcript(), transcript());
    with_instances(instances, |given| {
        create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(&params, &pk, circuits, given, rng(), &mut shplonk)
            .unwrap();
        create_proof::<Scheme, ProverGWC<'_, _>, _, _, _, _>(&params, &pk, circuits, given, rng(), &mut gwc).unwrap();
    });
    let proof = shplonk.finalize();
    assert!(
        verifies::<VerifierSHPLONK<'_, _>>(&params, &pk, instances, &proof),
        "SHPLONK"
    );
    let proof = gwc.finalize();
    assert!(verifies::<VerifierGWC<'_, _>>(&params, &pk, instances, &proof), "GWC");
    (params, pk, proof)
}

type Proved = (ParamsKZG<Bn256>, ProvingKey<G1Affine>, Vec<u8>);

/// Proves circuits and checks that the proof does not verify for other instances.
fn proves_all(circuits: &[Everything], k: u32, compress: bool) {
    let instances: Vec<Vec<Vec<Fr>>> = circuits.iter().map(Everything::instances).collect();
    let (params, pk, proof) = proves(circuits, &instances, k, compress);
    let mut other = instances;
    other[0][0][0] += Fr::one();
    assert!(!verifies::<VerifierGWC<'_, _>>(&params, &pk, &other, &proof));
}

#[test]
fn edges() {
    // No columns and no gates: the commitments are to zero.
    proves(&[Edge::Nothing], &[vec![]], 3, false);
    proves(&[Edge::Nothing; 2], &[vec![], vec![]], 4, false);
    // The least number of rows: eight, of which two are usable.
    proves(&[Edge::OneRow], &[vec![]], 3, false);
    proves(&[Edge::OneRow; 3], &vec![vec![]; 3], 3, true);
    proves(&[Edge::Challenge], &[vec![]], 4, false);
    for compress in [false, true] {
        proves(&[Edge::FarInstance], &[vec![vec![Fr::from(7); 5]]], 4, compress);
    }
}

#[test]
fn gates_and_copies() {
    proves_all(&[Everything::new(1, 5)], 6, false);
}

#[test]
fn lookups() {
    let circuit = Everything {
        lookups: true,
        ..Everything::new(2, 9)
    };
    proves_all(std::slice::from_ref(&circuit), 6, false);
    proves_all(&[circuit], 7, true);
}

#[test]
fn two_phases() {
    let circuit = Everything {
        lookups: true,
        phases: true,
        ..Everything::new(3, 7)
    };
    proves_all(&[circuit], 6, false);
}

#[test]
fn several_circuits() {
    let circuits = [4, 5, 6].map(|seed| Everything {
        lookups: true,
        ..Everything::new(seed, 9)
    });
    proves_all(&circuits, 7, true);
}

/// A prover that keeps the reference string proves repeatedly, and returns a trace of its time.
#[test]
fn again_and_again() {
    let circuit = Everything {
        lookups: true,
        ..Everything::new(2, 9)
    };
    let instances = [circuit.instances()];
    let (params, pk, proof) = proves(std::slice::from_ref(&circuit), &instances, 6, true);
    let prover = Prover::new(&params, &pk).unwrap();
    for _ in 0..2 {
        let mut out = transcript();
        with_instances(&instances, |given| {
            let (circuits, rng) = (std::slice::from_ref(&circuit), StdRng::seed_from_u64(1));
            let trace = prover
                .create_proof::<ProverGWC<'_, _>, _, _, _, _>(circuits, given, rng, &mut out)
                .unwrap();
            let phases = trace.spans.iter().filter(|span| span.depth == 0).map(|span| span.name);
            assert_eq!(
                phases.collect::<Vec<_>>(),
                [
                    "reference string and key",
                    "Lagrange basis",
                    "witness and its commitments",
                    "lookups",
                    "products",
                    "blinding",
                    "quotient",
                    "evaluations",
                    "opening"
                ]
            );
        });
        assert_eq!(out.finalize(), proof);
    }
}
