//! Transforms against arkworks' and against the sum that defines them, on the back end that runs
//! (`SECANT_BACKEND` forces one).
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ff::{PrimeField, UniformRand};
use ark_groth16::r1cs_to_qap::{LibsnarkReduction, R1CSToQAP};
use ark_poly::{
    DenseUVPolynomial, EvaluationDomain, Evaluations, Radix2EvaluationDomain, domain::DomainCoeff,
    univariate::DensePolynomial,
};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_engine::ntt::{
    Domain, Ntt,
    Order::{BitReversed, Natural},
    bit_reverse,
};
use secant_field::lanes::LaneField;

/// Vectors of `n` elements at the edges of the field, then random ones.
fn samples<F: PrimeField>(n: usize, rng: &mut StdRng) -> Vec<Vec<F>> {
    let edge = [F::ZERO, F::ONE, -F::ONE, -F::from(2u8)];
    let mut first = vec![F::ZERO; n];
    first[0] = -F::ONE;
    let mut last = vec![F::ZERO; n];
    last[n - 1] = F::ONE;
    vec![
        vec![F::ZERO; n],
        vec![-F::ONE; n],
        vec![F::rand(rng); n],
        first,
        last,
        (0..n).map(|_| edge[rng.gen_range(0..4)]).collect(),
        (0..n).map(|_| F::rand(rng)).collect(),
    ]
}

fn reversed<F: Copy>(x: &[F]) -> Vec<F> {
    let mut x = x.to_vec();
    bit_reverse(&mut x);
    x
}

/// All directions, cosets and orders of one vector.
fn check<F: LaneField>(ntt: &Ntt<F>, domain: Radix2EvaluationDomain<F>, x: &[F]) {
    let coset = domain.get_coset(F::GENERATOR).unwrap();
    let inverse = F::GENERATOR.inverse().unwrap();
    let expected = [domain.fft(x), domain.ifft(x), coset.fft(x), coset.ifft(x)];
    for from in [Natural, BitReversed] {
        for to in [Natural, BitReversed] {
            let input = if from == Natural { x.to_vec() } else { reversed(x) };
            let mut results = [input.clone(), input.clone(), input.clone(), input];
            ntt.forward(&mut results[0], from, to);
            ntt.inverse(&mut results[1], from, to);
            ntt.coset_forward(&mut results[2], F::GENERATOR, from, to);
            ntt.coset_inverse(&mut results[3], inverse, from, to);
            for (i, (result, expected)) in results.iter().zip(&expected).enumerate() {
                let result = if to == Natural {
                    result.clone()
                } else {
                    reversed(result)
                };
                assert!(result == *expected, "{i}: {} elements, {from:?} to {to:?}", x.len());
            }
        }
    }
    let mut back = x.to_vec();
    ntt.coset_forward(&mut back, F::GENERATOR, Natural, BitReversed);
    ntt.coset_inverse(&mut back, inverse, BitReversed, Natural);
    assert!(back == x);
}

fn sizes<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(5);
    for log_size in 0..=14 {
        let n = 1 << log_size;
        let ntt = Ntt::<F>::new(log_size).unwrap();
        assert_eq!(ntt.size(), n);
        let domain = Radix2EvaluationDomain::<F>::new(n).unwrap();
        let all = samples::<F>(n, &mut rng);
        let some = if log_size > 10 { 5 } else { 0 };
        all[some..].iter().for_each(|x| check(&ntt, domain, x));
    }
    assert!(Ntt::<F>::new(F::TWO_ADICITY + 1).is_none());
    assert!(Ntt::<F>::new(64).is_none());
}

/// A square number of elements and twice one, of more than a second-level cache.
fn large<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(6);
    let x: Vec<F> = (0..1 << 17).map(|_| F::rand(&mut rng)).collect();
    let [small, large] = [16, 17].map(|log_size| Radix2EvaluationDomain::<F>::new(1 << log_size).unwrap());
    check(&Ntt::shared(16).unwrap(), small, &x[..1 << 16]);
    let expected = large.fft(&x);
    let mut result = x.clone();
    let ntt = Ntt::<F>::shared(17).unwrap();
    ntt.forward(&mut result, Natural, Natural);
    assert!(result == expected);
    ntt.inverse(&mut result, Natural, Natural);
    assert!(result == x);
}

/// The definition, term by term.
fn naive<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(7);
    for log_size in 0..=8 {
        let ntt = Ntt::<F>::new(log_size).unwrap();
        let w = F::get_root_of_unity(1 << log_size).unwrap();
        assert_eq!(ntt.root(), w);
        let g = F::rand(&mut rng);
        for x in samples::<F>(1 << log_size, &mut rng) {
            let at = |point: F| x.iter().rev().fold(F::ZERO, |sum, x| sum * point + x);
            let expected: Vec<F> = (0..x.len() as u64).map(|k| at(g * w.pow([k]))).collect();
            let mut result = x.clone();
            ntt.coset_forward(&mut result, g, Natural, Natural);
            assert!(result == expected);
        }
    }
}

/// The trait of arkworks: the same results for vectors of every length, and for what is no field element.
fn domain<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(8);
    for log_size in [0, 1, 5, 6, 9] {
        let n = 1usize << log_size;
        let ours = Domain::<F>::new(n).unwrap();
        let theirs = Radix2EvaluationDomain::<F>::new(n).unwrap();
        let lengths = [0, 1, n / 8 + 1, n / 4, n / 4 + 1, n - 1, n, n + 1, 4 * n, 5 * n];
        for offset in [F::ONE, F::GENERATOR] {
            let (ours, theirs) = (ours.get_coset(offset).unwrap(), theirs.get_coset(offset).unwrap());
            assert_eq!(ours.radix2(), theirs);
            assert_eq!(Domain::from(theirs), ours);
            for length in lengths {
                let x: Vec<F> = (0..length).map(|_| F::rand(&mut rng)).collect();
                if length <= n {
                    assert!(ours.fft(&x) == theirs.fft(&x), "{n}: {length}");
                } else {
                    // Upstream cuts them off too.
                    assert!(ours.fft(&x) == theirs.fft(&x[..n]), "{n}: {length}");
                    assert!(theirs.fft(&x) == theirs.fft(&x[..n]));
                }
                assert!(ours.ifft(&x) == theirs.ifft(&x), "{n}: {length}");
            }
            assert!(ours.elements().eq(theirs.elements()));
        }
    }
    assert!(Domain::<F>::new(usize::MAX / 2).is_none());
    assert_eq!(Domain::<F>::compute_size_of_domain(33), Some(64));
}

fn points<F: LaneField, G: DomainCoeff<F> + UniformRand>() {
    let mut rng = StdRng::seed_from_u64(9);
    let x: Vec<G> = (0..64).map(|_| G::rand(&mut rng)).collect();
    let ours = Domain::<F>::new_coset(64, F::GENERATOR).unwrap();
    assert!(ours.fft(&x) == ours.radix2().fft(&x));
    assert!(ours.ifft(&ours.fft(&x)) == x);
}

/// Code that is generic over the domain.
fn generic<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(10);
    let [p, q] = [100, 150].map(|degree| DensePolynomial::<F>::rand(degree, &mut rng));
    let domain = Domain::<F>::new(256).unwrap();
    let product: Evaluations<F, Domain<F>> =
        &p.evaluate_over_domain_by_ref(domain) * &q.evaluate_over_domain_by_ref(domain);
    assert_eq!(product.interpolate(), &p * &q);
    let (quotient, rest) = p.divide_by_vanishing_poly(Domain::<F>::new(64).unwrap());
    let small = Radix2EvaluationDomain::<F>::new(64).unwrap();
    assert_eq!((quotient, rest), p.divide_by_vanishing_poly(small));
}

/// A Groth16 prover's quotient polynomial, of random constraints.
fn witness_map<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(12);
    let (inputs, constraints, variables) = (5, 700, 300);
    let mut term = || (F::rand(&mut rng), rng.gen_range(0..variables));
    let mut matrix = || (0..constraints).map(|_| vec![term(), term(), term()]).collect();
    let matrices: [Vec<Vec<(F, usize)>>; 3] = [matrix(), matrix(), matrix()];
    let assignment: Vec<F> = (0..variables).map(|_| F::rand(&mut rng)).collect();
    let ours = LibsnarkReduction::witness_map_from_matrices::<F, Domain<F>>;
    let theirs = LibsnarkReduction::witness_map_from_matrices::<F, Radix2EvaluationDomain<F>>;
    assert_eq!(
        ours(&matrices, inputs, constraints, &assignment).unwrap(),
        theirs(&matrices, inputs, constraints, &assignment).unwrap()
    );
}

/// Domains over other roots of unity are arkworks' own.
fn other_roots<F: LaneField>() {
    let mut rng = StdRng::seed_from_u64(11);
    let mut theirs = Radix2EvaluationDomain::<F>::new(64).unwrap();
    core::mem::swap(&mut theirs.group_gen, &mut theirs.group_gen_inv);
    let mut bytes = Vec::new();
    theirs.serialize_compressed(&mut bytes).unwrap();
    let ours = Domain::<F>::deserialize_compressed(&bytes[..]).unwrap();
    let x: Vec<F> = (0..64).map(|_| F::rand(&mut rng)).collect();
    assert!(ours.fft(&x) == theirs.fft(&x));
    assert!(ours.ifft(&x) == theirs.ifft(&x));
}

fn suite<F: LaneField>() {
    sizes::<F>();
    naive::<F>();
    domain::<F>();
    generic::<F>();
    witness_map::<F>();
    other_roots::<F>();
    large::<F>();
}

#[test]
fn bls12_381() {
    suite::<ark_bls12_381::Fr>();
    points::<ark_bls12_381::Fr, ark_bls12_381::G1Projective>();
}

#[test]
fn bls12_377() {
    suite::<ark_bls12_377::Fr>();
}

#[test]
fn bn254() {
    suite::<ark_bn254::Fr>();
}

#[test]
fn bw6_761() {
    suite::<ark_bw6_761::Fr>();
}

#[test]
#[should_panic(expected = "a transform of 64 elements")]
fn other_lengths_panic() {
    let ntt = Ntt::<ark_bn254::Fr>::new(6).unwrap();
    ntt.forward(&mut [ark_bn254::Fr::from(1u8); 63], Natural, Natural);
}

#[cfg(feature = "parallel")]
#[test]
fn on_three_threads() {
    rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .unwrap()
        .install(|| {
            sizes::<ark_bn254::Fr>();
            sizes::<ark_bw6_761::Fr>();
            large::<ark_bls12_381::Fr>();
        });
}

/// Roots of unity of one's own, and scaled results, against Horner's rule.
#[test]
fn roots_of_ones_own() {
    use ark_bn254::Fr;
    use ark_ff::{FftField, Field};

    let mut rng = StdRng::seed_from_u64(5);
    for log_size in [0, 1, 3, 6, 9] {
        let size = 1u64 << log_size;
        let root = Fr::get_root_of_unity(size).unwrap().pow([5]);
        let ntt = Ntt::with_root(log_size, root).unwrap();
        let coefficients: Vec<Fr> = (0..size).map(|_| Fr::rand(&mut rng)).collect();
        let at = |x: Fr| coefficients.iter().rev().fold(Fr::from(0), |sum, c| sum * x + c);
        let scale = Fr::from(16);
        for offset in [Fr::ONE, Fr::GENERATOR] {
            let mut values = coefficients.clone();
            ntt.scaled_coset_forward(&mut values, scale, offset, Natural, Natural);
            for (i, value) in values.iter().enumerate() {
                assert_eq!(*value, scale * at(offset * root.pow([i as u64])), "{log_size}, {i}");
            }
            ntt.coset_inverse(&mut values, offset.inverse().unwrap(), Natural, Natural);
            assert!(values.iter().zip(&coefficients).all(|(x, c)| *x == scale * c));
        }
        // Not of that order.
        assert!(Ntt::with_root(log_size, root.square()).is_none() || log_size == 0);
        assert!(Ntt::with_root(log_size + 1, root).is_none());
    }
    assert!(Ntt::with_root(40, Fr::ONE).is_none());
}
