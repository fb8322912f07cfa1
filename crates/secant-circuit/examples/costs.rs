//! Measures what proofs take in many configurations, and fits the costs that configurations are chosen by.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Features, Goal,
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

/// Configurations with more are never the fastest.
const MOST_LANES: usize = 12;
/// How many configurations are measured for each number of rows.
const SAMPLES: usize = 5;

fn main() -> Result<(), Error> {
    let mut samples: Vec<(Features, f64)> = Vec::new();
    let mut rng = StdRng::seed_from_u64(1);
    for (b, rows) in [(ecdsa()?, 10..=14), (pairing()?, 11..=14)] {
        for k in rows {
            let srs = prove::Srs::unsafe_local(k, StdRng::seed_from_u64(0));
            let mut candidates = b.candidates(k)?;
            candidates.retain(|(configuration, _)| {
                configuration.lookup_bits + 2 >= k as usize && configuration.lanes.count <= MOST_LANES
            });
            for _ in 0..SAMPLES.min(candidates.len()) {
                let (configuration, features) = candidates.swap_remove(rng.gen_range(0..candidates.len()));
                let circuit = b.clone().finish(&Goal::Explicit(configuration.clone()))?;
                let keys = prove::keys(&srs, &circuit)?;
                let mut times = Vec::new();
                for _ in 0..2 {
                    let start = Instant::now();
                    prove::Stock.prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(1))?;
                    times.push(start.elapsed().as_secs_f64());
                }
                let time = times.into_iter().fold(f64::MAX, f64::min);
                println!(
                    "k {k}, {} bits, {:?}, {:?}: {features:?} {time:.2} s",
                    configuration.lookup_bits, configuration.lanes, configuration.checks
                );
                samples.push((features, time));
            }
        }
    }
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
