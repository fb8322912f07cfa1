//! Times of the target groups' operations by all methods, against arkworks' exponentiations one by one:
//! `cargo run --release -p secant-curve --features measure,parallel --example gt [CURVE]`;
//! `docs/algorithms/gt-multiexp.md` has some.

use ark_ec::{
    PrimeGroup,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::{CyclotomicMultSubgroup, Field, PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{CompiledPairing, PairingCurve, bls12_377, bls12_381, bn254, bw6_761};
use secant_engine::pairing::{Buckets, MultiExpMethod, Tower};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The fewest microseconds of many runs.
fn time<R>(f: impl Fn() -> R) -> f64 {
    let mut best = Duration::MAX;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(300) {
        let start = Instant::now();
        black_box(f());
        best = best.min(start.elapsed());
    }
    best.as_secs_f64() * 1e6
}

const FORMS: [(&str, Buckets); 3] = [
    ("torus", Buckets::Torus),
    ("quadratic over cubic", Buckets::Plain(Tower::QuadraticOverCubic)),
    ("cubic over quadratic", Buckets::Plain(Tower::CubicOverQuadratic)),
];

fn curve<P: CompiledPairing>()
where
    PairingCurve<P>: Pairing<TargetField = P::Target, ScalarField = P::Fr>,
{
    if std::env::args().nth(1).is_some_and(|name| name != P::ID.name()) {
        return;
    }
    let mut rng = StdRng::seed_from_u64(0);
    let g = PairingOutput::<PairingCurve<P>>::generator().0;
    let elements: Vec<_> = core::iter::successors(Some(g), |power| Some(power.square() * g))
        .take(1024)
        .collect();
    let exponents: Vec<_> = elements.iter().map(|_| P::Fr::rand(&mut rng)).collect();
    let one = time(|| elements[7].cyclotomic_exp(exponents[0].into_bigint()));
    println!("{}, microseconds", P::ID.name());
    println!("  arkworks' exponentiation {one:.1}");
    println!("  exp {:.1}", time(|| P::exp(&elements[7], &exponents[0])));
    println!(
        "  exp_each, one of 128: {:.1}",
        time(|| P::exp_each(&elements[..128], &exponents[..128])) / 128.0
    );
    for n in [10, 100, 1000] {
        let exponents: Vec<_> = (0..n).map(|_| P::Fr::rand(&mut rng)).collect();
        let base = P::fixed_base(&elements[7], n);
        println!(
            "  powers of one element for {n} exponents {:.0}, one exponentiation with them {:.1}",
            time(|| P::fixed_base(&elements[7], n)),
            time(|| P::exp_each_of_fixed(&base, &exponents)) / n as f64
        );
    }
    println!(
        "  are_in_target_group, one of 128: {:.1}",
        time(|| P::are_in_target_group(&elements[..128])) / 128.0
    );
    for n in [2, 3, 4, 8, 16, 32, 64, 128, 256, 1024] {
        let multi = time(|| P::multi_exp(&elements[..n], &exponents[..n]));
        println!(
            "  multi_exp of {n}: {multi:.0}, arkworks one by one {:.1} times as long",
            one * n as f64 / multi
        );
    }
    #[cfg(feature = "parallel")]
    for n in [128, 256] {
        let times = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let multi = || time(|| P::multi_exp(&elements[..n], &exponents[..n]));
            pool.expect("threads start").install(multi)
        });
        println!(
            "  multi_exp of {n} on one thread {:.0}, on two {:.0}: {:.2} times as fast",
            times[0],
            times[1],
            times[0] / times[1]
        );
    }
    for n in [16, 128, 256] {
        for (name, buckets) in FORMS {
            print!("  multi_exp of {n}, {name}, windows of 4 to 9 bits:");
            for window in 4..10 {
                let method = MultiExpMethod {
                    buckets,
                    window: Some(window),
                };
                print!(
                    " {:.0}",
                    time(|| P::multi_exp_by(&method, &elements[..n], &exponents[..n]))
                );
            }
            println!();
        }
    }
}

fn all() {
    curve::<bls12_381::Config>();
    curve::<bls12_377::Config>();
    curve::<bn254::Config>();
    curve::<bw6_761::Config>();
}

fn main() {
    // What is not told otherwise runs on one thread.
    #[cfg(feature = "parallel")]
    let all = || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread starts").install(all);
    };
    all();
}
