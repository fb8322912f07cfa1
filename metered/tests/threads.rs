//! Parts that run on other threads are counted below the procedure that divides the work.

use ark_ec::{CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::UniformRand;
use rand::{SeedableRng, rngs::StdRng};
use rayon::ThreadPoolBuilder;
use secant_curve::{
    Native,
    bls12_381::{Fr, G1Affine, G1Projective},
};
use secant_meter::{Node, Profile, record};

fn profile(threads: usize, points: &[G1Affine<Native>], scalars: &[Fr]) -> Profile {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads start");
    pool.install(|| record(|| G1Projective::<Native>::msm(points, scalars)).1)
}

/// Elements that all calls of a name worked on.
fn elements(nodes: &[Node], name: &str) -> u64 {
    let of =
        |node: &Node| u64::from(node.procedure.name == name) * node.procedure.elements + elements(&node.children, name);
    nodes.iter().map(of).sum()
}

#[test]
fn msm() {
    let rng = &mut StdRng::seed_from_u64(0);
    let points: Vec<_> = (0..3000).map(|_| G1Projective::generator() * Fr::rand(rng)).collect();
    let points = G1Projective::normalize_batch(&points);
    let scalars: Vec<_> = (0..points.len()).map(|_| Fr::rand(rng)).collect();
    let [one, four] = [1, 4].map(|threads| profile(threads, &points, &scalars));
    for profile in [&one, &four] {
        // Lanes, if there are some, are set up before, with a few products.
        let roots = profile.roots.iter().cloned();
        let outside: Vec<_> = roots.filter(|node| node.procedure.name != "msm").collect();
        assert_eq!(outside.len() + 1, profile.roots.len());
        assert!(elements(&outside, "mul") < 100 && elements(&outside, "bucket accumulation") == 0);
    }
    // As many points come to buckets.
    let entries = [&one, &four].map(|profile| elements(&profile.roots, "bucket accumulation"));
    assert_eq!(entries[0], entries[1]);
    assert!((four.products() / one.products() - 1.0).abs() < 0.2);
}
