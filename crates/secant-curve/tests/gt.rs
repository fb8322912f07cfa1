//! The target group against exponentiations of arkworks, one by one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{
    PrimeGroup,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, One, PrimeField, UniformRand, Zero};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{CompiledPairing, HostedPairing, bls12_377, bls12_381, bn254, bw6_761};
use secant_engine::pairing::{Buckets, MultiExpMethod, Tower};

type Target<P> = <P as HostedPairing>::Target;
type Fr<P> = <P as HostedPairing>::Fr;

fn expected<P: CompiledPairing>(elements: &[Target<P>], exponents: &[Fr<P>]) -> Target<P> {
    let powers = elements.iter().zip(exponents);
    powers.map(|(g, e)| g.cyclotomic_exp(e.into_bigint())).product()
}

fn elements<P: CompiledPairing>(g: &Target<P>, n: usize, rng: &mut StdRng) -> Vec<Target<P>> {
    let mut power = g.cyclotomic_exp(Fr::<P>::rand(rng).into_bigint());
    let all = (0..n).map(|_| {
        let next = power;
        power = power.square() * g;
        next
    });
    all.collect()
}

/// One element with many exponents, for tables of all widths.
fn fixed_bases<P: CompiledPairing>(g: &Target<P>, rng: &mut StdRng) {
    let minus_one = -Fr::<P>::one();
    let special = [
        Fr::<P>::zero(),
        Fr::<P>::one(),
        minus_one,
        minus_one.double(),
        Fr::<P>::from(2u64).inverse().unwrap(),
    ];
    for element in elements::<P>(g, 2, rng).into_iter().chain([Target::<P>::one()]) {
        for (count, n) in [(0, 0), (0, 9), (1, 1), (10, 5), (100, 20), (1000, 8), (100_000, 140)] {
            let exponents: Vec<_> = (0..n)
                .map(|i| special.get(i).copied().unwrap_or_else(|| Fr::<P>::rand(rng)))
                .collect();
            let base = P::fixed_base(&element, count);
            let each = exponents.iter().map(|e| element.cyclotomic_exp(e.into_bigint()));
            let powers = P::exp_each_of_fixed(&base, &exponents);
            assert!(each.eq(powers), "{count} {n}");
            assert_eq!(*base.element(), element);
        }
    }
    // Parts near their bounds: powers of the base that exponents are taken apart in, and neighbours.
    let base = P::fixed_base(g, 1000);
    let near: Vec<_> = (0..Fr::<P>::MODULUS_BIT_SIZE)
        .flat_map(|bit| {
            let power = Fr::<P>::from(2u64).pow([u64::from(bit)]);
            [power, power - Fr::<P>::one(), -power]
        })
        .collect();
    let expected = P::exp_each(&vec![*g; near.len()], &near);
    assert_eq!(P::exp_each_of_fixed(&base, &near), expected);
}

fn check<P: CompiledPairing>(g: Target<P>) {
    let rng = &mut StdRng::seed_from_u64(0);
    let minus_one = -Fr::<P>::one();
    for n in (0..20).chain([63, 64, 130]) {
        let mut elements = elements::<P>(&g, n, rng);
        let mut exponents: Vec<_> = (0..n).map(|_| Fr::<P>::rand(rng)).collect();
        for i in 0..n {
            match rng.gen_range(0..12) {
                0 => elements[i] = Target::<P>::one(),
                1 => elements[i] = elements[0],
                2 => elements[i] = elements[0].inverse().unwrap(),
                3 => exponents[i] = Fr::<P>::zero(),
                4 => exponents[i] = minus_one,
                5 => exponents[i] = exponents[0],
                6 => exponents[i] = Fr::<P>::from(rng.r#gen::<u8>()),
                _ => {}
            }
        }
        let expected = expected::<P>(&elements, &exponents);
        assert_eq!(P::multi_exp(&elements, &exponents), expected, "{n}");
        for buckets in [
            Buckets::Torus,
            Buckets::Plain(Tower::QuadraticOverCubic),
            Buckets::Plain(Tower::CubicOverQuadratic),
        ] {
            for window in [None, Some(2), Some(3), Some(7)] {
                let method = MultiExpMethod { buckets, window };
                assert_eq!(
                    P::multi_exp_by(&method, &elements, &exponents),
                    expected,
                    "{n} {method:?}"
                );
            }
        }
        let each: Vec<_> = elements
            .iter()
            .zip(&exponents)
            .map(|(g, e)| g.cyclotomic_exp(e.into_bigint()))
            .collect();
        assert_eq!(P::exp_each(&elements, &exponents), each);
        assert!(elements.iter().zip(&exponents).map(|(g, e)| P::exp(g, e)).eq(each));
        assert!(P::are_in_target_group(&elements).into_iter().all(|inside| inside));
    }
    fixed_bases::<P>(&g, rng);
    // One bucket a window for all, in several lists.
    let elements = elements::<P>(&g, 300, rng);
    let exponents = vec![Fr::<P>::rand(rng); 300];
    let product: Target<P> = elements.iter().product();
    let all = product.cyclotomic_exp(exponents[0].into_bigint());
    assert_eq!(P::multi_exp(&elements, &exponents), all);
    assert_eq!(P::multi_exp(&elements, &[Fr::<P>::one(); 300]), product);
    // More than work together.
    let (many, small) = (elements.repeat(8), vec![Fr::<P>::from(3u64); 2400]);
    assert_eq!(P::multi_exp(&many, &small), product.cyclotomic_exp([24u64]));
    // Outside: zero, minus one, elements of the field, others of the cyclotomic subgroup.
    let zero = Target::<P>::zero();
    let any = Target::<P>::rand(rng);
    // To the power of p^(k/2) - 1, and of p^(k/6) + 1.
    let mut conjugate = any;
    conjugate.cyclotomic_inverse_in_place();
    let norm_one = conjugate * any.inverse().unwrap();
    let degree = Target::<P>::extension_degree() as usize;
    let cyclotomic = norm_one.frobenius_map(degree / 6) * norm_one;
    let outside = [
        zero,
        -Target::<P>::one(),
        any,
        any.inverse().unwrap() * g,
        -g,
        norm_one,
        cyclotomic,
    ];
    assert!(P::are_in_target_group(&outside).into_iter().all(|inside| !inside));
}

fn generator<E: Pairing>() -> E::TargetField {
    PairingOutput::<E>::generator().0
}

#[test]
fn bls12_381() {
    check::<bls12_381::Config>(generator::<bls12_381::Bls12_381>());
}
#[test]
fn bls12_377() {
    check::<bls12_377::Config>(generator::<bls12_377::Bls12_377>());
}
#[test]
fn bn254() {
    check::<bn254::Config>(generator::<bn254::Bn254>());
}
#[test]
fn bw6_761() {
    check::<bw6_761::Config>(generator::<bw6_761::BW6_761>());
}
