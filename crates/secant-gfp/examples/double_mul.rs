//! What a sum of two multiples takes on every curve:
//! `cargo run --release -p secant-gfp --features measure --example double_mul [CURVE]`.

use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{
    Coordinates, Curve, double_mul, mul,
    named::{Name, Visitor},
};
use std::{hint::black_box, time::Instant};

struct Measure(Name);

impl Visitor for Measure {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let (f, n) = (curve.field(), curve.scalars());
        let scalar = |seed: u64| {
            let x = n.reduce(&[seed, 1, seed ^ 7, 3, 5, 7, 9, 11, 13]);
            n.mul(&x, &n.mul(&x, &x))
        };
        let (k, l) = (scalar(0x9e37_79b9_7f4a_7c15), scalar(0x1234_5678_9abc_def1));
        let p = mul(curve, &scalar(77), &curve.generator()).to_affine(curve);
        let (x, _) = p.xy().expect("a point");
        let time = |run: &mut dyn FnMut()| {
            let mut samples: Vec<_> = (0..15)
                .map(|_| {
                    let start = Instant::now();
                    run();
                    start.elapsed().as_secs_f64()
                })
                .collect();
            samples.sort_by(f64::total_cmp);
            samples[samples.len() / 2]
        };
        let sum = time(&mut || {
            for _ in 0..20 {
                black_box(double_mul(curve, black_box(&k), &l, &p));
            }
        }) / 20.0;
        let mut y = *x;
        let product = time(&mut || {
            for _ in 0..10_000 {
                y = f.mul(&y, x);
            }
        }) / 1e4;
        let square = time(&mut || {
            for _ in 0..10_000 {
                y = f.square(&y);
            }
        }) / 1e4;
        let inverse = time(&mut || {
            for _ in 0..100 {
                y = f.inverse(&y).expect("not zero");
            }
        }) / 100.0;
        let scalar_inverse = time(&mut || {
            black_box(n.inverse(black_box(&k)));
        });
        black_box(y);
        let mut point = p;
        let terms: Vec<_> = (1..1001)
            .map(|i| {
                point = point.add(&p, curve);
                (n.mul(&k, &n.reduce(&[i])), n.add(&l, &n.reduce(&[i])), point)
            })
            .collect();
        let batch = time(&mut || {
            black_box(curve.double_mul_each(black_box(&terms)));
        }) / 1e3;
        println!(
            "{:>16}: {:7.1} us, {:7.1} of a thousand; a product {:5.1} ns, a square {:5.1}, inversions {:5.2} and {:5.2} us",
            self.0.as_str(),
            sum * 1e6,
            batch * 1e6,
            product * 1e9,
            square * 1e9,
            inverse * 1e6,
            scalar_inverse * 1e6,
        );
    }
}

fn main() {
    let only = std::env::args().nth(1);
    for name in Name::ALL {
        if only.as_ref().is_none_or(|only| Name::parse(only) == Some(*name)) {
            name.visit(Measure(*name));
        }
    }
}
