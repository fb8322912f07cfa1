//! Miller loops and final exponentiations.

use super::{Case, Curve, Expected, encode, groups::of_small_order};
use ark_ec::{AffineRepr, CurveGroup, pairing::Pairing};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use rand::{Rng, rngs::StdRng};

/// Cases of all pairings.
pub fn all(cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    of_pairing::<ark_bls12_381::Bls12_381>("bls12_381", cases, rng, rounds);
    of_pairing::<ark_bls12_377::Bls12_377>("bls12_377", cases, rng, rounds);
    of_pairing::<ark_bw6_761::BW6_761>("bw6_761", cases, rng, rounds);
}

fn of_pairing<E: Pairing<G1: Curve, G2: Curve>>(curve: &str, cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    loops::<E>(curve, cases, rng, rounds);
    exponentiations::<E>(curve, cases, rng);
}

fn product<E: Pairing>(curve: &str, what: &str, p: &[E::G1Affine], q: &[E::G2Affine]) -> Case {
    Case {
        what: format!("{what}, {} pairs", p.len()),
        name: format!("{curve}_multi_miller_loop"),
        a: encode(&p),
        b: encode(&q),
        out_len: encode(&E::TargetField::ONE).len(),
        expected: Expected::Same,
    }
}

fn loops<E: Pairing<G1: Curve, G2: Curve>>(curve: &str, cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    let random = |rng: &mut StdRng, n: usize| -> (Vec<E::G1Affine>, Vec<E::G2Affine>) {
        (0..n)
            .map(|_| (E::G1::rand(rng).into_affine(), E::G2::rand(rng).into_affine()))
            .unzip()
    };
    let mut counts = vec![0, 1, 2, 3, 4, 5, 8, 9];
    counts.extend((0..rounds).map(|_| rng.gen_range(1..20)));
    for pairs in counts {
        let (mut p, mut q) = random(rng, pairs);
        cases.push(product::<E>(curve, "random", &p, &q));
        let outside: Vec<_> = (0..pairs).map(|_| E::G1::any(rng)).collect();
        cases.push(product::<E>(curve, "first points outside the subgroup", &outside, &q));
        let outside: Vec<_> = (0..pairs).map(|_| E::G2::any(rng)).collect();
        cases.push(product::<E>(curve, "second points outside the subgroup", &p, &outside));
        if pairs > 1 {
            p[rng.gen_range(0..pairs)] = E::G1Affine::zero();
            q[rng.gen_range(0..pairs)] = E::G2Affine::zero();
            cases.push(product::<E>(curve, "identities among them", &p, &q));
        }
    }
    let (g, h) = (E::G1Affine::generator(), E::G2Affine::generator());
    cases.push(product::<E>(curve, "the generators", &[g; 3], &[h; 3]));
    cases.push(product::<E>(
        curve,
        "identities",
        &[E::G1Affine::zero(); 6],
        &[E::G2Affine::zero(); 6],
    ));
    if let Some(small) = of_small_order::<E::G1>(rng) {
        cases.push(product::<E>(curve, "a first point of small order", &[small], &[h]));
    }
    // Upstream's loops of BW6-761 panic on these points, also if the other point is the identity.
    let small = of_small_order::<E::G2>(rng);
    for (pairs, small) in [1, 2, 5, 9].into_iter().filter_map(|pairs| Some((pairs, small?))) {
        for first in [g, E::G1Affine::zero()] {
            let (mut p, mut q) = (vec![g; pairs], vec![h; pairs]);
            (p[pairs - 1], q[pairs - 1]) = (first, small);
            cases.push(product::<E>(curve, "a second point of small order", &p, &q));
        }
    }
    let (p, q) = random(rng, 3);
    cases.push(product::<E>(curve, "a first point too few", &p[1..], &q));
    cases.push(product::<E>(curve, "a second point too few", &p, &q[1..]));
    cases.push(product::<E>(curve, "no second points", &p, &[]));
}

fn exponentiations<E: Pairing<G1: Curve, G2: Curve>>(curve: &str, cases: &mut Vec<Case>, rng: &mut StdRng) {
    let mut add = |what: &str, bytes: Vec<u8>| {
        cases.push(Case {
            what: what.to_owned(),
            name: format!("{curve}_final_exponentiation"),
            a: bytes,
            b: vec![],
            out_len: 0,
            expected: Expected::Same,
        });
    };
    let f = E::TargetField::rand(rng);
    let (p, q) = (E::G1::rand(rng), E::G2::rand(rng));
    add("of a Miller loop", encode(&E::multi_miller_loop([p], [q]).0));
    add("of a pairing", encode(&E::pairing(p, q).0));
    add("random", encode(&f));
    add("one", encode(&E::TargetField::ONE));
    add("minus one", encode(&-E::TargetField::ONE));
    add("zero", encode(&E::TargetField::ZERO));
    let mut sparse = f.to_base_prime_field_elements().collect::<Vec<_>>();
    sparse[1..].fill(AdditiveGroup::ZERO);
    add("of the prime field", encode(&sparse).split_off(8));
    add("a byte too long", [encode(&f), vec![7]].concat());
    add("much too long", [encode(&f), vec![9; 1000]].concat());
    add("a byte too short", encode(&f)[1..].to_vec());
    add("nothing", vec![]);
    add("not canonical", vec![0xff; encode(&f).len()]);
}
