use ark_ec::{PrimeGroup, pairing::PairingOutput};
use ark_ff::{CyclotomicMultSubgroup, Field, PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{bls12_377, bls12_381, bn254, bw6_761};
use secant_engine::pairing::{Buckets, MultiExpMethod, PairingParams, Tower};
use std::{hint::black_box, time::Instant};

fn min(mut f: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 0.15 {
        let t = Instant::now();
        f();
        best = best.min(t.elapsed().as_secs_f64());
    }
    best * 1e6
}

fn row<P: PairingParams>(name: &str, g: P::Target) {
    let rng = &mut StdRng::seed_from_u64(0);
    let mut power = g;
    let elements: Vec<_> = (0..1024)
        .map(|_| {
            power = power.square() * g;
            power
        })
        .collect();
    let exponents: Vec<_> = (0..1024).map(|_| P::Fr::rand(rng)).collect();
    if let Some(n) = std::env::args().nth(2) {
        let n: usize = n.parse().unwrap();
        let what = std::env::args().nth(1).unwrap();
        let mut best = f64::MAX;
        for _ in 0..10 {
            best = best.min(min(|| match what.as_str() {
                "multi" => {
                    black_box(P::multi_exp(&elements[..n], &exponents[..n]));
                }
                "window" => {
                    let window = std::env::args().nth(3).map(|w| w.parse().unwrap());
                    black_box(P::multi_exp_by(
                        &MultiExpMethod {
                            buckets: Buckets::Torus,
                            window,
                        },
                        &elements[..n],
                        &exponents[..n],
                    ));
                }
                "each" => {
                    black_box(P::exp_each(&elements[..n], &exponents[..n]));
                }
                "exp" => {
                    black_box(P::exp(&elements[n], &exponents[n]));
                }
                _ => {
                    black_box(P::are_in_target_group(&elements[..n]));
                }
            }));
        }
        println!("{what} {n}: {best:.1}");
        return;
    }
    let ark = min(|| {
        black_box(elements[0].cyclotomic_exp(exponents[0].into_bigint()));
    });
    let exp = min(|| {
        black_box(P::exp(&elements[0], &exponents[0]));
    });
    let each = min(|| {
        black_box(P::exp_each(&elements[..128], &exponents[..128]));
    });
    let member = min(|| {
        black_box(P::are_in_target_group(&elements[..128]));
    });
    println!(
        "{name}: ark exp {ark:.1} us, exp {exp:.1}, each of 128 {:.1}, member of 128 {:.2}",
        each / 128.,
        member / 128.
    );
    for n in [1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 1024] {
        let t = min(|| {
            black_box(P::multi_exp(&elements[..n], &exponents[..n]));
        });
        println!("  {n}: {t:.1} us, {:.1} x arkworks", ark * n as f64 / t);
    }
    for n in [4, 16, 64, 128, 256, 1024] {
        for window in [3, 4, 5, 6, 7, 8, 9] {
            let time = |buckets| {
                min(|| {
                    black_box(P::multi_exp_by(
                        &MultiExpMethod {
                            buckets,
                            window: Some(window),
                        },
                        &elements[..n],
                        &exponents[..n],
                    ));
                })
            };
            println!(
                "  {n} c = {window}: torus {:.1}, 2-6-12 {:.1}, 2-4-12 {:.1}",
                time(Buckets::Torus),
                time(Buckets::Plain(Tower::QuadraticOverCubic)),
                time(Buckets::Plain(Tower::CubicOverQuadratic))
            );
        }
    }
}

fn main() {
    row::<bls12_381::Config>("bls12_381", PairingOutput::<bls12_381::Bls12_381>::generator().0);
    if std::env::args().len() > 1 {
        return;
    }
    row::<bls12_377::Config>("bls12_377", PairingOutput::<bls12_377::Bls12_377>::generator().0);
    row::<bn254::Config>("bn254", PairingOutput::<bn254::Bn254>::generator().0);
    row::<bw6_761::Config>("bw6_761", PairingOutput::<bw6_761::BW6_761>::generator().0);
}
