//! Operations over upstream's curves, as runtimes use them. Upstream's crates decide which calls reach the host.

use super::{Case, Curve, Expected, encode, proofs};
use ark_ec::{AffineRepr, CurveGroup, pairing::Pairing};
use ark_ff::{PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};

/// An argument for every operation of the guest, and invalid proofs.
///
/// # Panics
/// If arkworks cannot prove its own statement.
pub fn operations(seed: u64) -> Vec<Case> {
    let (mut cases, rng) = (Vec::new(), &mut StdRng::seed_from_u64(seed));
    of_pairing::<ark_bls12_381::Bls12_381>("bls12_381", &mut cases, rng);
    of_pairing::<ark_bls12_377::Bls12_377>("bls12_377", &mut cases, rng);
    of_pairing::<ark_bw6_761::BW6_761>("bw6_761", &mut cases, rng);
    let bandersnatch = "ed_on_bls12_381_bandersnatch";
    of_group::<ark_ed_on_bls12_381_bandersnatch::SWProjective>(bandersnatch, "_sw", 10, &mut cases, rng);
    of_group::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>(bandersnatch, "_te", 10, &mut cases, rng);
    of_group::<ark_ed_on_bls12_377::EdwardsProjective>("ed_on_bls12_377", "", 10, &mut cases, rng);
    of_group::<ark_pallas::Projective>("pallas", "", 10, &mut cases, rng);
    of_group::<ark_vesta::Projective>("vesta", "", 10, &mut cases, rng);
    cases
}

fn case(what: &str, name: String, a: Vec<u8>) -> Case {
    Case {
        what: what.to_owned(),
        name: format!(".{name}"),
        a,
        b: vec![],
        out_len: 0,
        expected: Expected::Same,
    }
}

fn of_pairing<E: Pairing<G1: Curve, G2: Curve>>(name: &str, cases: &mut Vec<Case>, rng: &mut StdRng) {
    let (p, q) = (E::G1::rand(rng).into_affine(), E::G2::rand(rng).into_affine());
    cases.push(case("random", format!("{name}_pairing"), encode(&(p, q))));
    cases.push(case(
        "an identity",
        format!("{name}_pairing"),
        encode(&(E::G1Affine::zero(), q)),
    ));
    let outside = (
        vec![p, E::G1::any(rng), E::G1Affine::zero()],
        vec![q, E::G2::any(rng), q],
    );
    cases.push(case("points of all kinds", format!("{name}_walk"), encode(&outside)));
    of_group::<E::G1>(name, "_g1", 10, cases, rng);
    of_group::<E::G2>(name, "_g2", 10, cases, rng);
    let (vk, proof, mut inputs) = proofs::statement::<E>(3, rng).expect("the statement is true");
    let name = format!("{name}_groth16_verification");
    cases.push(case("a proof", name.clone(), encode(&(&vk, &proof, &inputs))));
    let mut changed = proof.clone();
    changed.c = (changed.c + E::G1Affine::generator()).into_affine();
    cases.push(case("a changed proof", name.clone(), encode(&(&vk, changed, &inputs))));
    inputs.reverse();
    cases.push(case(
        "inputs of another proof",
        name.clone(),
        encode(&(&vk, &proof, &inputs)),
    ));
    cases.push(case("an input too few", name, encode(&(&vk, &proof, &inputs[1..]))));
}

/// The operations of a group, with an MSM of `count` points.
fn of_group<G: Curve>(name: &str, suffix: &str, count: usize, cases: &mut Vec<Case>, rng: &mut StdRng) {
    let points: Vec<_> = (0..count).map(|_| G::rand(rng).into_affine()).collect();
    let scalars: Vec<_> = (0..count).map(|_| G::ScalarField::rand(rng)).collect();
    let integer = scalars[0].into_bigint().as_ref().to_vec();
    cases.push(case(
        "random",
        format!("{name}_msm{suffix}"),
        encode(&(&points, &scalars)),
    ));
    for point in [points[0], G::Affine::zero(), G::any(rng)] {
        cases.push(case(
            "a point",
            format!("{name}_mul_affine{suffix}"),
            encode(&(point, &integer)),
        ));
        let projective = point.into_group() + point;
        cases.push(case(
            "a point",
            format!("{name}_mul_projective{suffix}"),
            encode(&(projective, &integer)),
        ));
    }
}
