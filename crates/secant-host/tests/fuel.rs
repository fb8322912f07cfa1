//! Searches the dearest input of every function, and holds what it takes below what its fuel pays for.
//!
//! `cargo test --release -p secant-host --features antelope -- --ignored --nocapture fuel` prints what it finds; with
//! `SECANT_BACKEND=adx` that is the back end of the weights. `metered/tests/dearest.rs` counts products in place of
//! time, and so needs no quiet machine.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/dearest.rs"]
mod dearest;
#[path = "../../secant-engine/tests/common/small_order.rs"]
mod small_order;

use ark_ec::{CurveGroup, short_weierstrass::Projective};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, UniformRand};
use dearest::Dearest;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_abi::Function;
use secant_curve::{
    GroupId, GroupVisitor, Host, HostedGroup, HostedPairing, Native, PairingId, PairingVisitor, raw::as_bytes,
};
use secant_host::Call;
use small_order::point_of_order;
use std::hint::black_box;

/// Points are of these orders where the cofactor has them; a table of odd multiples meets the identity below 16.
const SMALL_PRIMES: [u64; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];

fn try_call(dearest: &mut Dearest, input: String, function: Function, curve: u32, (a, b): (&[u8], &[u8]), out: usize) {
    let call = Call::new(function, curve, a, b, out).unwrap();
    // A call may be refused after most of its work.
    dearest.try_input(|| input, call.fuel(), || drop(black_box(call.execute())));
}

/// A point of each small prime order.
fn points_of_small_order<G: HostedGroup>(rng: &mut StdRng) -> Vec<(u64, G::Affine)> {
    let mul = |p: &G::Affine, scalar: &[u64]| Native::mul::<G>(p, scalar).ok().map(CurveGroup::into_affine);
    let points = SMALL_PRIMES.map(|prime| Some((prime, point_of_order(prime, rng, mul)?)));
    points.into_iter().flatten().collect()
}

/// Integers of 64 bits, repeated, whose digits cost the most for some width of windows.
const LIMBS: [(&str, u64); 7] = [
    ("all ones", u64::MAX),
    ("0xff00", 0xff00_ff00_ff00_ff00),
    ("every second bit", 0x5555_5555_5555_5555),
    ("every third bit", 0x9249_2492_4924_9249),
    ("every fourth bit", 0x1111_1111_1111_1111),
    ("every fifth bit", 0x0842_1084_2108_4211),
    ("any", 0x5a5a_a5a5_dead_beef),
];

/// The scalar with these limbs, reduced so far that it is below the order.
fn scalar<F: PrimeField>(limb: u64) -> F {
    let mut bytes = limb.to_le_bytes().repeat(F::MODULUS.num_bits().div_ceil(64) as usize);
    let bits = F::MODULUS_BIT_SIZE as usize - 1;
    bytes.truncate(bits.div_ceil(8));
    if !bits.is_multiple_of(8) {
        *bytes.last_mut().unwrap() &= (1 << (bits % 8)) - 1;
    }
    F::from_le_bytes_mod_order(&bytes)
}

/// Lists of points: what they are, and they.
fn lists_of_points<G: HostedGroup>(rng: &mut StdRng, len: usize) -> Vec<(String, Vec<G::Affine>)> {
    let p = G::rand(rng);
    let repeated = |points: &[G]| -> Vec<_> {
        let points = G::normalize_batch(points);
        points.into_iter().cycle().take(len).collect()
    };
    let random: Vec<G> = (0..len.min(64)).map(|_| G::rand(rng)).collect();
    let mut lists = vec![
        ("points".into(), repeated(&random)),
        ("one point".into(), repeated(&[p])),
        ("opposite points".into(), repeated(&[p, -p])),
        ("a point and its double".into(), repeated(&[p, p.double(), p])),
    ];
    let small = points_of_small_order::<G>(rng);
    for (order, q) in &small {
        lists.push((format!("points of order {order}"), vec![*q; len]));
        lists.push((
            format!("points beside points of order {order}"),
            (0..len)
                .map(|i| if i % 2 == 0 { (p + q).into_affine() } else { *q })
                .collect(),
        ));
    }
    if small.len() > 1 {
        lists.push((
            "points of all small orders".into(),
            small.iter().map(|s| s.1).cycle().take(len).collect(),
        ));
    }
    lists
}

/// How much longer this machine and back end take for products in a group: a multiplication costs twice what ordinary
/// points take (`examples/weights.rs`).
fn slowness_of<G: HostedGroup>(rng: &mut StdRng) -> f64 {
    let p = G::rand(rng).into_affine();
    let integer: [u64; 64] = std::array::from_fn(|_| rng.r#gen());
    let (a, b) = ([p], integer);
    let call = Call::new(
        Function::Mul,
        G::ID as u32,
        as_bytes(&a),
        as_bytes(&b),
        size_of::<G::Affine>(),
    )
    .unwrap();
    dearest::slowness(dearest::paid_ns(call.fuel()) / 2.0, || drop(black_box(call.execute())))
}

fn sums<G: HostedGroup>(rng: &mut StdRng, name: &str, slowness: f64, uncovered: &mut Vec<String>) {
    let (curve, size) = (G::ID as u32, size_of::<G::Affine>());
    let mut dearest = Dearest::new(format!("msm on {name}"), slowness);
    for len in [1, 2, 3, 8, 17, 18, 64, 256] {
        for (points, bases) in lists_of_points::<G>(rng, len) {
            let mut lists: Vec<(&str, Vec<G::ScalarField>)> = vec![
                ("any scalars", (0..len).map(|_| UniformRand::rand(rng)).collect()),
                ("r - 1", vec![-G::ScalarField::ONE; len]),
            ];
            // Long sums take buckets, which shapes of digits make no difference to.
            let shapes = if len < 20 { &LIMBS[..] } else { &LIMBS[..1] };
            lists.extend(shapes.iter().map(|(shape, limb)| (*shape, vec![scalar(*limb); len])));
            for (shape, scalars) in lists {
                let input = format!("{len} {points}, {shape}");
                try_call(
                    &mut dearest,
                    input,
                    Function::Msm,
                    curve,
                    (as_bytes(&bases), as_bytes(&scalars)),
                    size,
                );
            }
        }
    }
    dearest.report(uncovered);
}

fn group<G: HostedGroup>(name: &str, uncovered: &mut Vec<String>) {
    let mut rng = StdRng::seed_from_u64(1);
    let slowness = slowness_of::<G>(&mut rng);
    sums::<G>(&mut rng, name, slowness, uncovered);
    let (curve, size) = (G::ID as u32, size_of::<G::Affine>());

    let mut dearest = Dearest::new(format!("mul on {name}"), slowness);
    for (points, bases) in lists_of_points::<G>(&mut rng, 1) {
        for limbs in [1, 2, 4, 6, 12, 64] {
            for (shape, limb) in LIMBS {
                let integer = vec![limb; limbs];
                let input = format!("{points}, {limbs} limbs, {shape}");
                try_call(
                    &mut dearest,
                    input,
                    Function::Mul,
                    curve,
                    (as_bytes(&bases), as_bytes(&integer)),
                    size,
                );
            }
        }
    }
    dearest.report(uncovered);

    let mut dearest = Dearest::new(format!("normalize on {name}"), slowness);
    let p = G::rand(&mut rng).double();
    for len in [1, 2, 7, 8, 9, 64, 256] {
        let alternating = (0..len).map(|i| if i % 2 == 0 { p } else { G::zero() });
        for (points, list) in [
            ("points", vec![p; len]),
            ("identities", vec![G::zero(); len]),
            ("points and identities", alternating.collect()),
        ] {
            let input = format!("{len} {points}");
            try_call(
                &mut dearest,
                input,
                Function::Normalize,
                curve,
                (as_bytes(&list), &[]),
                len * size,
            );
        }
    }
    dearest.report(uncovered);
}

fn pairing<P: HostedPairing>(name: &str, uncovered: &mut Vec<String>) {
    let mut rng = StdRng::seed_from_u64(1);
    let slowness = slowness_of::<Projective<P::G1>>(&mut rng);
    let (curve, size) = (P::ID as u32, size_of::<P::Target>());
    let lists = |rng: &mut StdRng, len| {
        let first = lists_of_points::<Projective<P::G1>>(rng, len);
        let second = lists_of_points::<Projective<P::G2>>(rng, len);
        // Each kind of one with ordinary points of the other, and points of small order of both.
        let ordinary = (first[0].clone(), second[0].clone());
        let last = (first[first.len() - 1].clone(), second[second.len() - 1].clone());
        let with_first = first.into_iter().map(move |p| (p, ordinary.1.clone()));
        let with_second = second.into_iter().map(move |q| (ordinary.0.clone(), q));
        with_first.chain(with_second).chain([last]).collect::<Vec<_>>()
    };
    for function in [Function::MultiMillerLoop, Function::MultiPairing] {
        let mut dearest = Dearest::new(format!("{} on {name}", function.name()), slowness);
        for len in [1, 2, 3, 15, 16, 17] {
            for ((p_are, p), (q_are, q)) in lists(&mut rng, len) {
                let input = format!("{len} pairs of {p_are} and {q_are}");
                try_call(&mut dearest, input, function, curve, (as_bytes(&p), as_bytes(&q)), size);
            }
        }
        dearest.report(uncovered);
    }

    let p = Projective::<P::G1>::rand(&mut rng).into_affine();
    let q = Projective::<P::G2>::rand(&mut rng).into_affine();
    let f = Native::multi_miller_loop::<P>(&[p], &[q]).unwrap();
    let g = Native::final_exponentiation::<P>(&f).unwrap();
    let mut dearest = Dearest::new(format!("final_exponentiation on {name}"), slowness);
    for (input, f) in [
        ("a Miller loop", f),
        ("one", P::Target::ONE),
        ("zero", P::Target::ZERO),
        ("an element", g),
    ] {
        try_call(
            &mut dearest,
            input.into(),
            Function::FinalExponentiation,
            curve,
            (as_bytes(&[f]), &[]),
            size,
        );
    }
    dearest.report(uncovered);

    let powers: Vec<_> = std::iter::successors(Some(g), |power| Some(power.square() * g))
        .take(64)
        .collect();
    let mut dearest = Dearest::new(format!("gt_multi_exp on {name}"), slowness);
    for len in [1, 2, 3, 4, 5, 8, 16, 64] {
        for (what, elements) in [
            ("elements", powers[..len].to_vec()),
            ("equal elements", vec![g; len]),
            ("ones", vec![P::Target::ONE; len]),
            (
                "inverse elements",
                [g, g.inverse().unwrap()].into_iter().cycle().take(len).collect(),
            ),
            // Refused at the last one, after the others were looked at.
            ("elements and one that is none", [&powers[1..len], &[f]].concat()),
        ] {
            let mut exponents: Vec<(&str, Vec<P::Fr>)> = vec![
                ("any exponents", (0..len).map(|_| UniformRand::rand(&mut rng)).collect()),
                ("r - 1", vec![-P::Fr::ONE; len]),
            ];
            exponents.extend(
                LIMBS[..2]
                    .iter()
                    .map(|(shape, limb)| (*shape, vec![scalar(*limb); len])),
            );
            for (shape, exponents) in exponents {
                try_call(
                    &mut dearest,
                    format!("{len} {what}, {shape}"),
                    Function::GtMultiExp,
                    curve,
                    (as_bytes(&elements), as_bytes(&exponents)),
                    size,
                );
            }
        }
    }
    dearest.report(uncovered);
}

/// Tries the calls on a curve, and adds those that fuel does not cover.
struct Try<'a>(&'a mut Vec<String>);

impl GroupVisitor for Try<'_> {
    type Output = ();

    fn visit<G: HostedGroup>(self) {
        group::<G>(G::ID.name(), self.0);
    }
}

impl PairingVisitor for Try<'_> {
    type Output = ();

    fn visit<P: HostedPairing>(self) {
        pairing::<P>(P::ID.name(), self.0);
    }
}

/// One test, for the times of two that run at once say nothing.
#[test]
#[ignore = "it times calls: run it on a machine that does nothing else"]
fn fuel_covers_the_dearest_inputs() {
    let mut uncovered = Vec::new();
    for id in GroupId::ALL {
        id.visit::<Native, _>(Try(&mut uncovered));
    }
    for id in PairingId::ALL {
        id.visit::<Native, _>(Try(&mut uncovered));
    }
    assert!(uncovered.is_empty(), "{uncovered:#?}");
}
