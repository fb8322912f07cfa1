//! Fits the costs that choose the windows of multi-scalar multiplications on lanes, `BucketCurve::COSTS`, and says what
//! the choice loses against the best window: `cargo run --release -p secant-curve --features measure --example window_costs [GROUP]`.

use ark_ec::PrimeGroup;
use ark_ff::{PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{HostedGroup, Native, bls12_381, bn254, bw6_761, ed_on_bls12_377};
use secant_engine::{LaneGroup, msm_of_width_on_lanes, msm_on_lanes, recode::signed_windows};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The median time in nanoseconds of some operations in turns, over as many rounds.
fn times(operations: &[Box<dyn Fn() + '_>], rounds: usize) -> Vec<f64> {
    let mut samples = vec![Vec::new(); operations.len()];
    for _ in 0..rounds {
        for (operation, samples) in operations.iter().zip(&mut samples) {
            let start = Instant::now();
            let mut runs = 0;
            while runs == 0 || start.elapsed() < Duration::from_millis(2) {
                operation();
                runs += 1;
            }
            samples.push(start.elapsed().as_nanos() as f64 / f64::from(runs));
        }
    }
    samples
        .into_iter()
        .map(|mut samples| {
            samples.sort_by(f64::total_cmp);
            samples[rounds / 2]
        })
        .collect()
}

/// The `a` and `b` that minimize `sum ((a x_i + b y_i) / t_i - 1)^2`.
fn fit(samples: &[[f64; 3]]) -> (f64, f64) {
    let [mut xx, mut xy, mut yy, mut x, mut y] = [0.0; 5];
    for [u, v, t] in samples {
        let (u, v) = (u / t, v / t);
        xx += u * u;
        xy += u * v;
        yy += v * v;
        x += u;
        y += v;
    }
    let d = xx * yy - xy * xy;
    ((x * yy - y * xy) / d, (y * xx - x * xy) / d)
}

fn group<G: HostedGroup + LaneGroup>(name: &str) {
    let mut rng = StdRng::seed_from_u64(1);
    let mut some = |n: usize| (0..n).map(|_| G::rand(&mut rng)).collect::<Vec<G>>();
    let (few, many) = (some(256), some(257));
    let points: Vec<G> = few.iter().flat_map(|p| many.iter().map(move |q| *p + q)).collect();
    let points = G::normalize_batch(&points);
    let scalars: Vec<_> = points.iter().map(|_| G::ScalarField::rand(&mut rng)).collect();
    let bits = <<G as PrimeGroup>::ScalarField as PrimeField>::MODULUS_BIT_SIZE as usize;
    let mut samples = Vec::new();
    let mut losses = Vec::new();
    for log_size in [7, 8, 9, 10, 12, 14, 16] {
        let n = 1usize << log_size;
        let (points, scalars) = (&points[..n], &scalars[..n]);
        let widths: Vec<u32> = (log_size - 4..log_size).filter(|c| (3..16).contains(c)).collect();
        let chosen = || {
            black_box(msm_on_lanes::<G>(points, scalars));
        };
        let mut operations: Vec<Box<dyn Fn()>> = vec![Box::new(chosen)];
        for &c in &widths {
            operations.push(Box::new(move || {
                black_box(msm_of_width_on_lanes::<G>(points, scalars, Some(c)));
            }));
        }
        let times = times(&operations, if log_size > 12 { 5 } else { 15 });
        let best = times[1..].iter().copied().fold(f64::MAX, f64::min);
        let width = widths[times[1..].iter().position(|t| *t == best).unwrap_or(0)];
        losses.push(format!(
            "2^{log_size}: {width}, {:+.0} %",
            100.0 * (times[0] / best - 1.0)
        ));
        for (c, t) in widths.iter().zip(&times[1..]) {
            let windows = signed_windows(bits, *c) as f64;
            samples.push([windows * n as f64, windows * f64::from(1u32 << (c - 1)), *t]);
        }
    }
    let (point, bucket) = fit(&samples);
    println!(
        "{name:<16} point {:6.1} ns, bucket {:6.1} ns, {:.2} points a bucket; best windows, and the loss by the choice: {}",
        point,
        bucket,
        bucket / point,
        losses.join("; ")
    );
}

/// A name, and what fits the costs of the group.
type Group = (&'static str, fn(&str));

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    // One for each size of the base field, a quadratic extension, and the other model.
    let groups: [Group; 5] = [
        ("bn254_g1", group::<bn254::G1Projective<Native>>),
        ("bls12_381_g1", group::<bls12_381::G1Projective<Native>>),
        ("bls12_381_g2", group::<bls12_381::G2Projective<Native>>),
        ("bw6_761_g1", group::<bw6_761::G1Projective<Native>>),
        ("ed_on_bls12_377", group::<ed_on_bls12_377::EdwardsProjective<Native>>),
    ];
    for (name, group) in groups.iter().filter(|(name, _)| name.contains(&filter)) {
        group(name);
    }
}
