//! Compares the proofs of secant's prover with those of the stock prover, with the same random numbers and challenges.
//!
//! Two proofs of the stock prover are never equal, even with the same random numbers. It draws the polynomial that
//! blinds the quotient's value from the thread's generator, and it orders the values of a lookup by a hash map with
//! random keys. So the comparison leaves out what depends on the blinding polynomial. For lookups it repeats the stock
//! prover until its order is ascending, which happens soon with few values.

use crate::{
    circuits::{Everything, Scheme, key, secret, srs, with_instances},
    recorder::{Item, Recorder, challenge},
};
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, Fr, G1, G1Affine},
        ff::Field,
        group::{Curve, prime::PrimeCurveAffine},
    },
    plonk,
    poly::kzg::multiopen::{ProverGWC, ProverSHPLONK},
    transcript::Transcript,
};
use rand::{SeedableRng, rngs::StdRng};

fn point(item: Item) -> G1 {
    match item {
        Item::Point(point) => point.to_curve(),
        other => panic!("{other:?}"),
    }
}

fn scalar(item: Item) -> Fr {
    match item {
        Item::Scalar(x) => x,
        other => panic!("{other:?}"),
    }
}

/// The positions in the proofs that depend on the blinding polynomial.
struct Places {
    commitment: usize,
    value: usize,
    openings: usize,
}

enum Opening {
    Shplonk,
    Gwc,
}

fn prove(circuits: &[Everything], k: u32, opening: &Opening) -> (Recorder, impl Fn() -> Recorder, Places) {
    let params = srs(k);
    let pk = key(&params, &circuits[0], true);
    let circuits = circuits.to_vec();
    let run = move |stock: bool, shplonk: bool| {
        let instances: Vec<Vec<Vec<Fr>>> = circuits.iter().map(Everything::instances).collect();
        let (rng, mut out) = (StdRng::seed_from_u64(1), Recorder::default());
        with_instances(&instances, |given| match (stock, shplonk) {
            (false, true) => secant_prover::create_proof::<Scheme, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
                &params, &pk, &circuits, given, rng, &mut out,
            )
            .unwrap(),
            (false, false) => secant_prover::create_proof::<Scheme, ProverGWC<'_, Bn256>, _, _, _, _>(
                &params, &pk, &circuits, given, rng, &mut out,
            )
            .unwrap(),
            (true, true) => plonk::create_proof::<Scheme, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
                &params, &pk, &circuits, given, rng, &mut out,
            )
            .unwrap(),
            (true, false) => plonk::create_proof::<Scheme, ProverGWC<'_, Bn256>, _, _, _, _>(
                &params, &pk, &circuits, given, rng, &mut out,
            )
            .unwrap(),
        });
        let cs = pk.get_vk().cs();
        let queries = circuits.len() * cs.advice_queries().len() + cs.fixed_queries().len();
        (out, cs.num_challenges(), queries)
    };
    let shplonk = matches!(opening, Opening::Shplonk);
    let (ours, challenges, queries) = run(false, shplonk);
    // After the circuit's own challenges follow theta, beta, gamma, y, x, and those of the opening.
    let at = |number: usize| challenge(&ours.items, challenges + number);
    let places = Places {
        commitment: at(3) - 1,
        value: at(4) + 1 + queries,
        openings: at(5),
    };
    (ours, move || run(true, shplonk).0, places)
}

/// Compares a proof with a stock proof whose lookups are in the same order.
fn compare(circuits: &[Everything], k: u32, opening: &Opening) {
    let (ours, stock, places) = prove(circuits, k, opening);
    let alike = |theirs: &Recorder| {
        let skipped = |i: usize| i == places.commitment || i == places.value;
        let mut pairs = ours.items[..places.openings].iter().zip(&theirs.items).enumerate();
        ours.items.len() == theirs.items.len() && pairs.all(|(i, (a, b))| skipped(i) || a == b)
    };
    let theirs = (0..200)
        .map(|_| stock())
        .find(alike)
        .expect("the stock prover writes the same");
    // The differences of the blinding polynomials' commitments and of their values.
    let between = |i: usize| point(theirs.items[i]) - point(ours.items[i]);
    let value = scalar(theirs.items[places.value]) - scalar(ours.items[places.value]);
    let blinding = between(places.commitment) - G1Affine::generator() * value;
    assert!(!is_identity(&blinding), "the provers draw other polynomials");
    // The values of the challenges depend only on their numbers.
    let challenges: Vec<Fr> = {
        let mut replay = Recorder::default();
        (0..ours.challenges)
            .map(|_| *replay.squeeze_challenge_scalar::<()>())
            .collect()
    };
    let own = ours.challenges as usize - challenges_after(opening) - 5;
    let x = challenges[own + 4];
    let quotient = blinding * (secret(k) - x).invert().unwrap();
    match opening {
        Opening::Shplonk => {
            // The blinding polynomial is weighted by a power of y within its set, and the set by a power of v. The
            // second point of the opening follows from the first by verification.
            let (y, v) = (challenges[own + 5], challenges[own + 6]);
            let first = (places.openings..ours.items.len())
                .find(|i| matches!(ours.items[*i], Item::Point(_)))
                .unwrap();
            let difference = between(first);
            let found = (0..12).any(|i| (0..200).any(|j| quotient * (v.pow([i]) * y.pow([j])) == difference));
            assert!(found, "the opening differs by something else");
        }
        Opening::Gwc => {
            let v = challenges[own + 5];
            let different: Vec<G1> = (places.openings..ours.items.len())
                .filter(|i| ours.items[*i] != theirs.items[*i])
                .map(between)
                .collect();
            assert_eq!(different.len(), 1, "one point is of openings at x");
            assert!((0..200).any(|j| quotient * v.pow([j]) == different[0]));
        }
    }
}

const fn challenges_after(opening: &Opening) -> usize {
    match opening {
        Opening::Shplonk => 3,
        Opening::Gwc => 1,
    }
}

fn is_identity(p: &G1) -> bool {
    p.to_affine() == G1Affine::identity()
}

#[test]
fn gates_and_copies() {
    for opening in [Opening::Shplonk, Opening::Gwc] {
        compare(&[Everything::new(1, 5)], 6, &opening);
        compare(&[Everything::new(2, 50)], 9, &opening);
    }
}

#[test]
fn two_phases() {
    let circuit = Everything {
        phases: true,
        ..Everything::new(3, 5)
    };
    compare(&[circuit], 6, &Opening::Shplonk);
}

#[test]
fn lookups() {
    for (numbers, rows) in [(1, 8), (2, 8)] {
        let circuit = Everything {
            lookups: true,
            numbers,
            ..Everything::new(4, rows)
        };
        for opening in [Opening::Shplonk, Opening::Gwc] {
            compare(std::slice::from_ref(&circuit), 6, &opening);
        }
    }
}
