//! Measures transforms against those of arkworks, in one thread:
//! `cargo run --release -p secant-engine --example ntt -- [largest logarithm of a size] [field]`.
//!
//! Results are compared first. Samples alternate, and the table has the median of each, in time of the processor
//! where the system tells it.

use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use rand::{SeedableRng, rngs::StdRng};
use secant_engine::ntt::{Domain, Ntt, Order};
use secant_field::lanes::LaneField;
use std::hint::black_box;

/// Nanoseconds of this thread on a processor.
#[cfg(unix)]
fn now() -> f64 {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_nanos() as f64
}

/// Nanoseconds of one of `calls` calls.
fn sample(calls: usize, mut f: impl FnMut()) -> f64 {
    let start = now();
    for _ in 0..calls {
        f();
    }
    (now() - start) / calls as f64
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

fn measure<F: LaneField>(name: &str, log_size: u32) -> Option<()> {
    let n = 1usize << log_size;
    let mut rng = StdRng::seed_from_u64(1);
    let x: Vec<F> = (0..n).map(|_| F::rand(&mut rng)).collect();
    let ours = Domain::<F>::new(n)?;
    let theirs = Radix2EvaluationDomain::<F>::new(n)?;
    let ntt = Ntt::<F>::shared(log_size)?;
    assert!(ours.fft(&x) == theirs.fft(&x), "the results differ");
    assert!(ours.ifft(&x) == theirs.ifft(&x), "the results differ");
    let (coset, their_coset) = (ours.get_coset(F::GENERATOR)?, theirs.get_coset(F::GENERATOR)?);
    assert!(coset.fft(&x) == their_coset.fft(&x), "the results differ");
    let mut y = x;
    let calls = ((1 << 12) / n).max(1);
    let mut samples = [const { Vec::new() }; 5];
    for _ in 0..((1 << 21) / n).clamp(7, 51) {
        samples[0].push(sample(calls, || theirs.fft_in_place(black_box(&mut y))));
        samples[1].push(sample(calls, || ours.fft_in_place(black_box(&mut y))));
        samples[2].push(sample(calls, || ours.ifft_in_place(black_box(&mut y))));
        samples[3].push(sample(calls, || coset.fft_in_place(black_box(&mut y))));
        samples[4].push(sample(calls, || {
            ntt.forward(black_box(&mut y), Order::Natural, Order::BitReversed);
        }));
    }
    let [arkworks, forward, inverse, on_coset, unordered] = samples.map(median);
    println!(
        "{name:10} 2^{log_size:<3} {arkworks:12.0} {forward:12.0} {inverse:12.0} {on_coset:12.0} {unordered:12.0} {:8.1}",
        arkworks / forward
    );
    Some(())
}

/// Prints the row of a field and a size; `None` if there is no such domain.
type Measure = fn(&str, u32) -> Option<()>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(20);
    let only = arguments.next();
    println!("ns         size      arkworks      forward      inverse        coset bit-reversed    ratio");
    for log_size in (4..=most).filter(|l| l % 2 == 0) {
        let fields: [(&str, Measure); 4] = [
            ("bn254", measure::<ark_bn254::Fr>),
            ("bls12_381", measure::<ark_bls12_381::Fr>),
            ("bls12_377", measure::<ark_bls12_377::Fr>),
            ("bw6_761", measure::<ark_bw6_761::Fr>),
        ];
        for (name, measure) in fields {
            if only.as_ref().is_none_or(|only| only == name) && measure(name, log_size).is_none() {
                println!("{name}: no domain of 2^{log_size} elements");
            }
        }
    }
}
