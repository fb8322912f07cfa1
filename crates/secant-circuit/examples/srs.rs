//! How long reference strings take to make: `cargo run --release -p secant-circuit --features measure --example srs`,
//! behind `--` the logarithms of their rows, `--stock` for those of halo2-axiom beside them, and `--cut` for Lagrange's basis
//! of the powers alone, which a reference string for fewer rows and powers of tau need.

use halo2_axiom::{
    halo2curves::bn256::Bn256,
    poly::{
        commitment::{Params, ParamsProver},
        kzg::commitment::ParamsKZG,
    },
};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::prove::Srs;
use std::time::Instant;

/// Milliseconds.
fn took<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = run();
    (result, 1e3 * start.elapsed().as_secs_f64())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let mut logarithms: Vec<u32> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    if logarithms.is_empty() {
        logarithms = vec![12, 14, 16];
    }
    println!("{} threads", rayon::current_num_threads());
    for k in logarithms {
        let rng = || StdRng::seed_from_u64(1);
        let (srs, time) = took(|| Srs::unsafe_local(k, rng()));
        println!("k = {k}: made in {time:.1} ms");
        if has("--stock") {
            let (stock, time) = took(|| ParamsKZG::<Bn256>::setup(k, rng()));
            println!("k = {k}: made by halo2-axiom in {time:.1} ms");
            assert_eq!(stock.get_g(), srs.params().get_g(), "the same powers");
        }
        if has("--cut") {
            let (_, time) = took(|| secant_prover::downsize(srs.params(), k));
            println!("k = {k}: Lagrange's basis of the powers in {time:.1} ms");
        }
        if has("--cut") && has("--stock") {
            let (_, time) = took(|| srs.params().clone().downsize(k));
            println!("k = {k}: by halo2-axiom in {time:.1} ms");
        }
    }
}
