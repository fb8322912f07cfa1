//! Requests with errors.

use super::{Case, Curve, Expected};
use ark_ec::{CurveGroup, pairing::Pairing};
use ark_serialize::CanonicalDeserialize;
use rand::{Rng, RngCore, rngs::StdRng, seq::SliceRandom};

/// Adds mutations of the cases so far.
pub fn of(cases: &mut Vec<Case>, rng: &mut StdRng, rounds: usize) {
    let mut names: Vec<_> = cases.iter().map(|case| case.name.clone()).collect();
    names.sort();
    names.dedup();
    let honest: Vec<_> = cases
        .iter()
        .filter(|c| c.expected == Expected::Same && !c.a.is_empty())
        .cloned()
        .collect();
    for name in names {
        // Long requests take long and offer nothing more to mutate.
        let of_name: Vec<_> = honest
            .iter()
            .filter(|case| case.name == name && case.a.len() < 4000)
            .collect();
        for change in CHANGES {
            for _ in 0..rounds.max(1) {
                let Some(case) = of_name.choose(rng) else { continue };
                let mut case = (*case).clone();
                change(&mut case, rng);
                case.what = format!("changed: {}", case.what);
                if is_off_curve(&case) {
                    case.expected = Expected::OffCurve;
                }
                cases.push(case);
            }
        }
    }
}

type Change = fn(&mut Case, &mut StdRng);

/// Picks one of the inputs.
fn input<'a>(case: &'a mut Case, rng: &mut StdRng) -> &'a mut Vec<u8> {
    if case.b.is_empty() || rng.r#gen() {
        &mut case.a
    } else {
        &mut case.b
    }
}

fn flip(bytes: &mut [u8], rng: &mut StdRng) {
    if !bytes.is_empty() {
        let at = rng.gen_range(0..bytes.len());
        bytes[at] ^= 1 << rng.gen_range(0..8);
    }
}

const CHANGES: &[Change] = &[
    |case, rng| flip(input(case, rng), rng),
    |case, rng| flip(input(case, rng), rng),
    // The flags of the last point.
    |case, _| case.a.iter_mut().last().into_iter().for_each(|byte| *byte ^= 0x40),
    |case, _| case.a.iter_mut().last().into_iter().for_each(|byte| *byte ^= 0x80),
    |case, _| case.a.iter_mut().last().into_iter().for_each(|byte| *byte ^= 0xc0),
    |case, _| case.a.iter_mut().last().into_iter().for_each(|byte| *byte ^= 0x01),
    // The flags of Zcash's encoding.
    |case, rng| {
        if let Some(byte) = case.a.get_mut(8) {
            *byte ^= 0x20 << rng.gen_range(0..3);
        }
    },
    |case, rng| {
        if let Some(byte) = case.a.first_mut() {
            *byte ^= 0x20 << rng.gen_range(0..3);
        }
    },
    |case, rng| {
        let input = input(case, rng);
        input.truncate(rng.gen_range(0..input.len().max(1)));
    },
    |case, rng| input(case, rng).clear(),
    |case, rng| input(case, rng).extend([rng.next_u32() as u8; 40]),
    // The lengths of lists.
    |case, rng| count(input(case, rng), u64::MAX),
    |case, rng| count(input(case, rng), 1 << 32),
    |case, rng| count(input(case, rng), 1 << 61),
    |case, rng| count(input(case, rng), rng.gen_range(0..5)),
    |case, rng| count(input(case, rng), rng.next_u64()),
    // A coordinate or scalar that is not canonical.
    |case, rng| {
        let input = input(case, rng);
        let end = input.len();
        input[end.saturating_sub(40)..].fill(0xff);
    },
    |case, rng| {
        let input = input(case, rng);
        let end = input.len().min(56);
        input[end.min(8)..end].fill(0xff);
    },
    |case, rng| {
        let input = input(case, rng);
        let end = input.len();
        input[end.min(8)..].fill(0);
    },
    |case, rng| {
        let len = rng.gen_range(0..300);
        *input(case, rng) = (0..len).map(|_| rng.r#gen()).collect();
    },
    // Result buffers.
    |case, _| case.out_len = 0,
    |case, _| case.out_len = case.out_len.saturating_sub(1),
    |case, _| case.out_len += 1,
    |case, rng| case.out_len += rng.gen_range(2..5000),
    |case, rng| case.out_len = rng.gen_range(0..600),
];

fn count(bytes: &mut [u8], count: u64) {
    if let Some(bytes) = bytes.first_chunk_mut() {
        *bytes = count.to_le_bytes();
    }
}

/// Whether all inputs decode and fit together, except that a point is off its curve.
fn is_off_curve(case: &Case) -> bool {
    type OfCurve = fn(&str, &Case) -> bool;
    let curves: [(_, OfCurve); 7] = [
        ("bls12_381_", pairing_is_off::<ark_bls12_381::Bls12_381>),
        ("bls12_377_", pairing_is_off::<ark_bls12_377::Bls12_377>),
        ("bw6_761_", pairing_is_off::<ark_bw6_761::BW6_761>),
        (
            "ed_on_bls12_377_",
            group_is_off::<ark_ed_on_bls12_377::EdwardsProjective>,
        ),
        (
            "ed_on_bls12_381_bandersnatch_",
            group_is_off::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>,
        ),
        ("pallas_", group_is_off::<ark_pallas::Projective>),
        ("vesta_", group_is_off::<ark_vesta::Projective>),
    ];
    curves.iter().any(|(curve, is_off)| {
        let function = case.name.strip_prefix(curve);
        function.is_some_and(|function| is_off(function, case))
    })
}

fn pairing_is_off<E: Pairing<G1: Curve, G2: Curve>>(function: &str, case: &Case) -> bool {
    match function {
        "multi_miller_loop" => loop_is_off::<E>(case),
        "msm_g1" => sum_is_off::<E::G1>(case),
        "msm_g2" => sum_is_off::<E::G2>(case),
        "mul_g1" => multiple_is_off::<E::G1>(case),
        "mul_g2" => multiple_is_off::<E::G2>(case),
        _ => false,
    }
}

fn group_is_off<G: Curve>(function: &str, case: &Case) -> bool {
    match function {
        "msm" => sum_is_off::<G>(case),
        "mul" => multiple_is_off::<G>(case),
        _ => false,
    }
}

fn decode<T: CanonicalDeserialize>(bytes: &[u8]) -> Option<T> {
    T::deserialize_uncompressed_unchecked(bytes).ok()
}

fn any_off<G: Curve>(points: &[G::Affine]) -> bool {
    points.iter().any(|point| !G::is_on_curve(point))
}

fn sum_is_off<G: Curve>(case: &Case) -> bool {
    match (
        decode::<Vec<G::Affine>>(&case.a),
        decode::<Vec<G::ScalarField>>(&case.b),
    ) {
        (Some(bases), Some(scalars)) => bases.len() == scalars.len() && any_off::<G>(&bases),
        _ => false,
    }
}

fn multiple_is_off<G: Curve>(case: &Case) -> bool {
    match (
        decode::<<G as CurveGroup>::Affine>(&case.a),
        decode::<Vec<u64>>(&case.b),
    ) {
        (Some(base), Some(_)) => any_off::<G>(&[base]),
        _ => false,
    }
}

fn loop_is_off<E: Pairing<G1: Curve, G2: Curve>>(case: &Case) -> bool {
    match (decode::<Vec<E::G1Affine>>(&case.a), decode::<Vec<E::G2Affine>>(&case.b)) {
        (Some(p), Some(q)) => p.len() == q.len() && (any_off::<E::G1>(&p) || any_off::<E::G2>(&q)),
        _ => false,
    }
}
