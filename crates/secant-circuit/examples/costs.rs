//! Measures what proofs take in many configurations, and fits the costs that configurations are chosen by.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Error, Features, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
    pairing::{Bn254, PairingCurve, circuit::Pairing},
    prove::{self, Prover},
};
use secant_gfp::named::Name;
use std::time::Instant;

/// A verification with tables of few rows, which fits any number of rows.
fn ecdsa() -> Result<Builder, Error> {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape())?;
    let verifier = Ecdsa::new(&mut b, &curve, 400)?;
    verifier.verify_public(&mut b, &statement)?;
    Ok(b)
}

fn pairing() -> Result<Builder, Error> {
    let rng = &mut StdRng::seed_from_u64(1);
    type G<P> = Affine<P>;
    let p: G<<Bn254 as PairingCurve>::G1> = (G::generator() * <Bn254 as PairingCurve>::Fr::rand(rng)).into_affine();
    let q: G<<Bn254 as PairingCurve>::G2> = (G::generator() * <Bn254 as PairingCurve>::Fr::rand(rng)).into_affine();
    let mut b = Builder::new();
    let pairing = Pairing::<Bn254>::new("curve", b.shape())?;
    let pair = (pairing.g1(&mut b, &p)?, pairing.g2(&mut b, &q)?);
    pairing.product(&mut b, &[pair])?;
    Ok(b)
}

/// Configurations that are expected to take so many times the least time are not of interest.
const WORST: f64 = 2.5;
/// How many configurations are measured for each number of rows.
const SAMPLES: usize = 6;

/// A circuit with its keys.
struct Proof {
    srs: prove::Srs,
    keys: prove::Keys,
    circuit: BuiltCircuit,
}

impl Proof {
    fn new(b: &Builder, goal: &Goal) -> Result<Self, Error> {
        let circuit = b.clone().finish(goal)?;
        let srs = prove::Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(0));
        let keys = prove::keys(&srs, &circuit)?;
        Ok(Self { srs, keys, circuit })
    }

    fn seconds(&self) -> Result<f64, Error> {
        let start = Instant::now();
        prove::Stock.prove(&self.srs, &self.keys, &self.circuit, &mut StdRng::seed_from_u64(1))?;
        Ok(start.elapsed().as_secs_f64())
    }
}

fn main() -> Result<(), Error> {
    let mut samples: Vec<(Features, f64, f64)> = Vec::new();
    let mut rng = StdRng::seed_from_u64(1);
    // A machine that is shared is slow at times: each time is taken between two of a proof that is always the same.
    let reference = Proof::new(&ecdsa()?, &Goal::Rows(10))?;
    for (b, rows) in [(ecdsa()?, 9..=13), (pairing()?, 10..=13)] {
        for k in rows {
            let mut candidates = b.candidates(k)?;
            let seconds = candidates.iter().map(|(_, features)| features.seconds());
            let least = seconds.fold(f64::MAX, f64::min);
            candidates.retain(|(_, features)| features.seconds() < WORST * least);
            for _ in 0..SAMPLES.min(candidates.len()) {
                let (configuration, features) = candidates.swap_remove(rng.gen_range(0..candidates.len()));
                let proof = Proof::new(&b, &Goal::Explicit(configuration.clone()))?;
                let times = [reference.seconds()?, proof.seconds()?, reference.seconds()?];
                println!(
                    "k {k}, {} bits, {:?}, {:?}: {features:?} {times:.3?}",
                    configuration.lookup_bits, configuration.lanes, configuration.checks
                );
                samples.push((features, times[1], (times[0] + times[2]) / 2.0));
            }
        }
    }
    let fastest = samples.iter().map(|sample| sample.2).fold(f64::MAX, f64::min);
    let samples: Vec<_> = samples
        .into_iter()
        .map(|(features, time, reference)| (features, time * fastest / reference))
        .collect();
    let seconds = fit(&samples);
    println!("{:?}", seconds.map(|s| format!("{s:.2e}")));
    for (features, time) in &samples {
        let expected: f64 = features.amounts().iter().zip(&seconds).map(|(a, s)| a * s).sum();
        println!("{time:.2} s, expected {expected:.2}");
    }
    Ok(())
}

/// The costs, none negative, with the least squares of relative errors, by descent along one at a time.
fn fit(samples: &[(Features, f64)]) -> [f64; 5] {
    let rows: Vec<[f64; 5]> = samples
        .iter()
        .map(|(features, time)| features.amounts().map(|amount| amount / time))
        .collect();
    let mut costs = [0.0; 5];
    for _ in 0..100_000 {
        for i in 0..costs.len() {
            let (mut above, mut below) = (0.0, 0.0);
            for row in &rows {
                let others: f64 = row.iter().zip(&costs).map(|(a, c)| a * c).sum::<f64>() - row[i] * costs[i];
                above += row[i] * (1.0 - others);
                below += row[i] * row[i];
            }
            costs[i] = f64::max(above / below, 0.0);
        }
    }
    costs
}
