//! Measures what proofs take in many configurations, and fits the costs that configurations are chosen by.

use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Features, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
    prove::{self, Prover},
};
use secant_gfp::named::Name;
use std::time::Instant;

/// A verification with tables of few rows, which fits any number of rows.
fn circuit() -> Builder {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape()).expect("gates of a known curve");
    let verifier = Ecdsa::new(&mut b, &curve, 400).expect("tables of a known curve");
    verifier.verify_public(&mut b, &statement).expect("a valid signature");
    b
}

/// Configurations with more are never the fastest.
const MOST_LANES: usize = 12;

fn main() {
    let b = circuit();
    let mut samples: Vec<(Features, f64)> = Vec::new();
    for k in 10..=14 {
        let srs = prove::Srs::unsafe_local(k, StdRng::seed_from_u64(0));
        for (configuration, features) in b.candidates(k).expect("a circuit that can be closed") {
            if configuration.lookup_bits + 2 < k as usize || configuration.lanes.count > MOST_LANES {
                continue;
            }
            let circuit = b
                .clone()
                .finish(&Goal::Explicit(configuration.clone()))
                .expect("it fits");
            let keys = prove::keys(&srs, &circuit).expect("keys");
            let times = (0..2).map(|_| {
                let start = Instant::now();
                prove::Stock
                    .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(1))
                    .expect("a proof");
                start.elapsed().as_secs_f64()
            });
            let time = times.fold(f64::MAX, f64::min);
            println!(
                "k {k}, {} bits, {:?}, {:?}: {features:?} {time:.2} s",
                configuration.lookup_bits, configuration.lanes, configuration.checks
            );
            samples.push((features, time));
        }
    }
    let seconds = fit(&samples);
    println!("{:?}", seconds.map(|s| format!("{s:.2e}")));
    for (features, time) in &samples {
        let expected: f64 = features.amounts().iter().zip(&seconds).map(|(a, s)| a * s).sum();
        println!("{time:.2} s, expected {expected:.2}");
    }
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
