//! Measures one field product on the scalar back end and on eight lanes.

use rand::{SeedableRng, rngs::StdRng};
use secant_field::lanes::{LaneData, LaneElement, LaneField, LaneProducts, LaneSums, Token, WithLanes, with_lanes};
use std::hint::black_box;
use std::time::Instant;

/// The least nanoseconds of one step over many short samples.
fn least(steps: u32, mut f: impl FnMut()) -> f64 {
    (0..200)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed().as_nanos() as f64 / f64::from(steps)
        })
        .fold(f64::INFINITY, f64::min)
}

struct Lanes<F>([F; 8]);

impl<F: LaneField> WithLanes for Lanes<F> {
    type Output = [f64; 5];

    fn run<T: Token>(self, token: T) -> [f64; 5] {
        let a = F::Lanes::<T>::load(token, self.0.each_ref());
        let (mut x, mut y) = (a, a.mul(&a));
        let chain = least(200, || {
            for _ in 0..200 {
                x = x.mul(&a);
            }
        });
        let two = least(200, || {
            for _ in 0..100 {
                x = x.mul(&a);
                y = y.mul(&a);
            }
        });
        let squares = least(200, || {
            for _ in 0..100 {
                x = x.square(2);
                y = y.square(2);
            }
        });
        let dot = least(600, || {
            for _ in 0..50 {
                x = F::Lanes::<T>::dot(2, &[(&x, &a), (&y, &a), (&a, &a), (&y, &y), (&a, &y), (&a, &y)]);
                y = F::Lanes::<T>::dot(2, &[(&x, &a), (&y, &a), (&a, &a), (&y, &y), (&a, &y), (&a, &y)]);
            }
        });
        let sums = least(400, || {
            for _ in 0..100 {
                x = token.run(|| x.add(&y).sub(&a).reduce());
                y = token.run(|| y.add(&x).sub(&a).reduce());
            }
        });
        black_box((x, y));
        [chain, two, squares, dot, sums].map(|ns| ns / 8.0)
    }
}

fn measure<F: LaneField>(name: &str) {
    let mut rng = StdRng::seed_from_u64(1);
    let a: [F; 8] = core::array::from_fn(|_| F::rand(&mut rng));
    let (mut x, mut y) = (a[0], a[1]);
    let scalar = least(200, || {
        for _ in 0..100 {
            x *= a[2];
            y *= a[2];
        }
    });
    black_box((x, y));
    print!("{name:14} scalar {scalar:6.2} ns");
    if let Some([chain, two, squares, dot, sums]) = with_lanes(Lanes(a)) {
        print!(
            "   lane: product in a chain {chain:6.2}, in two chains {two:6.2}, square {squares:6.2}, in a sum of six {dot:6.2}; addition {sums:5.2}"
        );
    }
    println!();
}

fn main() {
    measure::<ark_bn254::Fq>("bn254 Fq");
    measure::<ark_bls12_381::Fr>("bls12_381 Fr");
    measure::<ark_bls12_381::Fq>("bls12_381 Fq");
    measure::<ark_bls12_377::Fq>("bls12_377 Fq");
    measure::<ark_bw6_761::Fq>("bw6_761 Fq");
}
