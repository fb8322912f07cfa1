//! What secant's prover writes beside what the stock prover writes, with the same random numbers and challenges.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Everything, Scheme, key, srs};
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine},
        ff::FromUniformBytes,
    },
    plonk,
    poly::kzg::multiopen::{ProverGWC, ProverSHPLONK},
    transcript::{Challenge255, EncodedChallenge, Transcript, TranscriptWrite},
};
use rand::{RngCore, SeedableRng, rngs::StdRng};
use std::io;

/// Keeps what is written; its challenges depend on nothing but their number.
#[derive(Default, Debug)]
struct Recorder {
    items: Vec<Item>,
    challenges: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Item {
    CommonPoint(G1Affine),
    CommonScalar(Fr),
    Point(G1Affine),
    Scalar(Fr),
    Challenge,
}

impl Transcript<G1Affine, Challenge255<G1Affine>> for Recorder {
    fn squeeze_challenge(&mut self) -> Challenge255<G1Affine> {
        self.items.push(Item::Challenge);
        self.challenges += 1;
        let mut bytes = [0; 64];
        StdRng::seed_from_u64(self.challenges).fill_bytes(&mut bytes);
        Challenge255::new(&bytes)
    }

    fn common_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.items.push(Item::CommonPoint(point));
        Ok(())
    }

    fn common_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.items.push(Item::CommonScalar(scalar));
        Ok(())
    }
}

impl TranscriptWrite<G1Affine, Challenge255<G1Affine>> for Recorder {
    fn write_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.items.push(Item::Point(point));
        Ok(())
    }

    fn write_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.items.push(Item::Scalar(scalar));
        Ok(())
    }
}

#[test]
fn items() {
    let circuit = Everything {
        seed: 1,
        rows: 5,
        phases: false,
        lookups: false,
    };
    let params = srs(6);
    let pk = key(&params, &circuit, false);
    let instances = circuit.instances();
    let columns: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    let rng = || StdRng::seed_from_u64(1);
    let (mut ours, mut stock) = (Recorder::default(), Recorder::default());
    secant_prover::create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(
        &params,
        &pk,
        std::slice::from_ref(&circuit),
        &[&columns],
        rng(),
        &mut ours,
    )
    .unwrap();
    plonk::create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(
        &params,
        &pk,
        std::slice::from_ref(&circuit),
        &[&columns],
        rng(),
        &mut stock,
    )
    .unwrap();
    println!("{} {}", ours.items.len(), stock.items.len());
    for (i, (a, b)) in ours.items.iter().zip(&stock.items).enumerate() {
        println!(
            "{i} {} {}",
            a == b,
            match b {
                Item::Point(_) => "point",
                Item::Scalar(_) => "scalar",
                Item::Challenge => "challenge",
                _ => "common",
            }
        );
    }
}
