//! Multi-scalar multiplications and multiplications.

use super::{Case, Curve, Expected, curve::limbs_to_bytes, encode};
use ark_ec::{
    AffineRepr, CurveGroup,
    twisted_edwards::{Affine, TECurveConfig},
};
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand, Zero};
use num_bigint::BigUint;
use rand::{Rng, RngCore, rngs::StdRng};

/// The functions of a group.
struct Names {
    msm: &'static str,
    mul: &'static str,
}

/// Cases of all groups.
pub fn all(cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    type OfGroup = fn(&Names, &mut Vec<Case>, &mut StdRng, usize);
    #[rustfmt::skip]
    let groups: [(_, _, OfGroup); 10] = [
        ("bls12_381_msm_g1", "bls12_381_mul_g1", of_group::<ark_bls12_381::G1Projective>),
        ("bls12_381_msm_g2", "bls12_381_mul_g2", of_group::<ark_bls12_381::G2Projective>),
        ("bls12_377_msm_g1", "bls12_377_mul_g1", of_group::<ark_bls12_377::G1Projective>),
        ("bls12_377_msm_g2", "bls12_377_mul_g2", of_group::<ark_bls12_377::G2Projective>),
        ("bw6_761_msm_g1", "bw6_761_mul_g1", of_group::<ark_bw6_761::G1Projective>),
        ("bw6_761_msm_g2", "bw6_761_mul_g2", of_group::<ark_bw6_761::G2Projective>),
        ("ed_on_bls12_377_msm", "ed_on_bls12_377_mul", of_group::<ark_ed_on_bls12_377::EdwardsProjective>),
        ("ed_on_bls12_381_bandersnatch_msm", "ed_on_bls12_381_bandersnatch_mul", of_group::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>),
        ("pallas_msm", "pallas_mul", of_group::<ark_pallas::Projective>),
        ("vesta_msm", "vesta_mul", of_group::<ark_vesta::Projective>),
    ];
    for (msm, mul, of_group) in groups {
        of_group(&Names { msm, mul }, cases, rng, rounds);
    }
    exceptional(cases, rng);
}

fn of_group<G: Curve>(names: &Names, cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    let samples = points::<G>(rng);
    sums::<G>(names.msm, &samples, cases, rng, rounds);
    multiples::<G>(names.mul, &samples, cases, rng);
    lists::<G>(names.msm, cases, rng);
}

/// Points of all kinds, with their names.
fn points<G: Curve>(rng: &mut StdRng) -> Vec<(&'static str, G::Affine)> {
    let random = G::rand(rng).into_affine();
    let mut points = vec![
        ("the identity", G::Affine::zero()),
        ("the generator", G::generator().into_affine()),
        ("a random point", random),
        ("the generator negated", (-G::generator()).into_affine()),
    ];
    if G::cofactor() > BigUint::from(1u8) {
        let outside = G::any(rng);
        points.push(("a point outside the subgroup", outside));
        // On incomplete curves a multiple of the order may be at infinity, and then has no affine form.
        if !names_incomplete::<G>() {
            let order = G::order().to_u64_digits();
            points.push((
                "a point of the cofactor's order",
                outside.mul_bigint(&order).into_affine(),
            ));
            if let Some(small) = of_small_order::<G>(rng) {
                points.push(("a point of small order", small));
            }
        }
    }
    points
}

/// Whether a group is on Bandersnatch, whose Edwards form is incomplete.
fn names_incomplete<G: Curve>() -> bool {
    std::any::type_name::<G>().contains("twisted_edwards") && std::any::type_name::<G>().contains("andersnatch")
}

/// A point of small prime order, if a small prime divides the cofactor.
pub fn of_small_order<G: Curve>(rng: &mut StdRng) -> Option<G::Affine> {
    let cofactor = G::cofactor();
    let prime = (2u32..300).find(|p| (&cofactor % p) == BigUint::ZERO)?;
    let rest = (cofactor / prime) * G::order();
    (0..20)
        .map(|_| G::any(rng).mul_bigint(rest.to_u64_digits()).into_affine())
        .find(|point| !point.is_zero())
}

/// Scalars of all kinds.
fn scalars<F: PrimeField>(rng: &mut StdRng) -> Vec<F> {
    let of_64_bits = F::from(u64::MAX);
    let mut scalars = vec![
        F::ZERO,
        F::ONE,
        -F::ONE,
        F::from(rng.next_u32()),
        F::from(rng.next_u64()),
    ];
    scalars.extend([200u64, 60_000, 1 << 31, u64::MAX].map(|small| -F::from(small)));
    scalars.extend([
        of_64_bits,
        of_64_bits + F::ONE,
        -of_64_bits - F::ONE,
        -of_64_bits - F::ONE.double(),
    ]);
    scalars.extend([F::rand(rng), F::rand(rng)]);
    scalars
}

fn sum<G: Curve>(name: &str, what: &str, bases: &[G::Affine], scalars: &[G::ScalarField]) -> Case {
    Case {
        what: format!("{what}, {} terms", bases.len()),
        name: name.to_owned(),
        a: encode(&bases),
        b: encode(&scalars),
        out_len: encode(&G::Affine::zero()).len(),
        expected: Expected::Same,
    }
}

fn sums<G: Curve>(
    name: &str,
    samples: &[(&'static str, G::Affine)],
    cases: &mut Vec<Case>,
    rng: &mut StdRng,
    rounds: usize,
) {
    for (what, point) in samples {
        for scalar in scalars::<G::ScalarField>(rng) {
            cases.push(sum::<G>(name, what, &[*point], &[scalar]));
        }
    }
    let mut counts = vec![0, 2, 3, 10, 33];
    counts.extend((0..rounds).map(|_| rng.gen_range(1..80)));
    for count in counts {
        let random: Vec<_> = (0..count).map(|_| G::rand(rng).into_affine()).collect();
        let outside: Vec<_> = (0..count).map(|_| G::any(rng)).collect();
        let some = scalars::<G::ScalarField>(rng);
        let full: Vec<_> = (0..count).map(|_| G::ScalarField::rand(rng)).collect();
        let mixed: Vec<_> = (0..count).map(|_| some[rng.gen_range(0..some.len())]).collect();
        let repeated = vec![G::generator().into_affine(); count];
        let sampled: Vec<_> = (0..count).map(|_| samples[rng.gen_range(0..samples.len())].1).collect();
        cases.push(sum::<G>(name, "random", &random, &full));
        cases.push(sum::<G>(name, "random, scalars of all kinds", &random, &mixed));
        cases.push(sum::<G>(name, "outside the subgroup", &outside, &full));
        cases.push(sum::<G>(name, "the generator", &repeated, &full));
        cases.push(sum::<G>(
            name,
            "the generator, one scalar",
            &repeated,
            &vec![some[3]; count],
        ));
        if !names_incomplete::<G>() {
            cases.push(sum::<G>(
                name,
                "outside the subgroup, scalars of all kinds",
                &outside,
                &mixed,
            ));
            cases.push(sum::<G>(name, "points of all kinds", &sampled, &full));
        }
    }
}

/// Lists of different lengths, and buffers of wrong lengths.
fn lists<G: Curve>(name: &str, cases: &mut Vec<Case>, rng: &mut StdRng) {
    let points: Vec<_> = (0..3).map(|_| G::rand(rng).into_affine()).collect();
    let scalars: Vec<_> = (0..3).map(|_| G::ScalarField::rand(rng)).collect();
    let honest = sum::<G>(name, "", &points, &scalars);
    let mut change = |what: &str, f: &dyn Fn(&mut Case)| {
        let mut case = honest.clone();
        f(&mut case);
        cases.push(Case {
            what: what.to_owned(),
            ..case
        });
    };
    change("a scalar too few", &|c| c.b = encode(&scalars[..2]));
    change("a point too few", &|c| c.a = encode(&points[..2]));
    change("no scalars", &|c| c.b = encode(&scalars[..0]));
    change("no points", &|c| c.a = encode(&points[..0]));
    change("the inputs exchanged", &|c| std::mem::swap(&mut c.a, &mut c.b));
}

fn multiples<G: Curve>(name: &str, samples: &[(&'static str, G::Affine)], cases: &mut Vec<Case>, rng: &mut StdRng) {
    let order = G::order();
    let all = &order * G::cofactor();
    let one = BigUint::from(1u8);
    let mut integers: Vec<(&str, Vec<u64>)> = vec![
        ("no limbs", vec![]),
        ("zero", vec![0]),
        ("one", vec![1]),
        ("one and limbs of zero", vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("2^64 - 1", vec![u64::MAX]),
        ("a random limb", vec![rng.next_u64()]),
        ("four random limbs", (0..4).map(|_| rng.next_u64()).collect()),
        ("four limbs of ones", vec![u64::MAX; 4]),
        ("twelve random limbs", (0..12).map(|_| rng.next_u64()).collect()),
        ("fifty random limbs", (0..50).map(|_| rng.next_u64()).collect()),
    ];
    for (what, integer) in [
        ("the order", order.clone()),
        ("the order less one", &order - &one),
        ("the order and one", &order + &one),
        ("the curve's order", all.clone()),
        ("the curve's order less one", &all - &one),
        ("twice the curve's order and one", &all + &all + &one),
    ] {
        integers.push((what, integer.to_u64_digits()));
    }
    for (what, point) in samples {
        for (integer, limbs) in &integers {
            // The integer is longer than the order and the curve is incomplete, so intermediate results may be at
            // infinity.
            let longer = BigUint::from_bytes_le(&limbs_to_bytes(limbs)) > order;
            if longer && names_incomplete::<G>() && !G::Affine::is_zero(point) && what.contains("outside") {
                continue;
            }
            cases.push(Case {
                what: format!("{what} times {integer}"),
                name: name.to_owned(),
                a: encode(point),
                b: encode(limbs),
                out_len: encode(point).len(),
                expected: Expected::Same,
            });
        }
    }
}

/// The sum of a point and a point of order two at infinity: `1 / (sqrt(a d) x)` and `sqrt(a / d) / y`, for one of the
/// two roots.
fn moved<C: TECurveConfig>(point: &Affine<C>) -> Option<Affine<C>> {
    let root = (C::COEFF_A * C::COEFF_D).sqrt()?;
    let x = (root * point.x).inverse()?;
    let y = root * (C::COEFF_D * point.y).inverse()?;
    Some(Affine::new_unchecked(x, y))
}

/// Sums on Bandersnatch that add a point and the result of [`moved`] for it, where the addition formulas fail although
/// the sum is not at infinity; and sums that are at infinity. Each of them fails in any order of additions, since
/// upstream's order depends on the number of threads.
fn exceptional(cases: &mut Vec<Case>, rng: &mut StdRng) {
    use ark_ed_on_bls12_381_bandersnatch::{EdwardsAffine, EdwardsProjective, Fr};
    let (msm, mul) = ("ed_on_bls12_381_bandersnatch_msm", "ed_on_bls12_381_bandersnatch_mul");
    let twice = |p: EdwardsAffine| p.into_group().double().into_affine();
    let a = EdwardsProjective::any(rng);
    let (Some(b), Some(moved_twice)) = (moved(&a), moved(&twice(a))) else {
        return;
    };
    assert!(b.is_on_curve() && moved_twice.is_on_curve());
    assert!((a + b).z.is_zero() && (a + -b).z.is_zero(), "the pairs are exceptional");
    let one = Fr::from(1u64);
    cases.push(sum::<EdwardsProjective>(msm, "at infinity", &[a, -b], &[one, one]));
    cases.push(Case {
        expected: Expected::TrueSum(encode(&moved_twice)),
        ..sum::<EdwardsProjective>(msm, "an exceptional addition", &[a, b], &[one, one])
    });

    // A point whose multiple by the order is at infinity. The next multiple is then the point moved.
    let order = EdwardsProjective::order();
    let point = loop {
        let point = EdwardsProjective::any(rng);
        if point.mul_bigint(order.to_u64_digits()).z.is_zero() {
            break point;
        }
    };
    let next = point.mul_bigint((&order + 1u8).to_u64_digits()).into_affine();
    let moved_twice = match (moved(&point), moved(&twice(point))) {
        (Some(moved), Some(twice)) if moved == next => twice,
        // For the other root.
        (_, Some(twice)) => EdwardsAffine::new_unchecked(-twice.x, -twice.y),
        _ => return,
    };
    let multiple = |what: &str, integer: BigUint, expected| Case {
        what: what.to_owned(),
        name: mul.to_owned(),
        a: encode(&point),
        b: encode(&integer.to_u64_digits()),
        out_len: 64,
        expected,
    };
    let true_sum = Expected::TrueSum(encode(&moved_twice));
    cases.push(multiple("the order: at infinity", order.clone(), Expected::Same));
    cases.push(multiple("twice the order", &order * 2u8, Expected::Same));
    cases.push(multiple("an exceptional addition", &order + 2u8, true_sum));
    // The point at infinity is added twice, which gives the identity.
    let true_sum = Expected::TrueSum(encode(&point.mul_bigint([4]).into_affine()));
    cases.push(multiple(
        "an exceptional addition in between",
        (order + 2u8) * 2u8,
        true_sum,
    ));
}
