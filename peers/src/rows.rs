//! What is measured, on which inputs.

use crate::{
    blst,
    run::{Column, Row},
};
use ark_ec::{CurveGroup, pairing::Pairing};
use ark_ff::UniformRand;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve as ours;
use std::hint::black_box;

const SECANT: &str = "secant";
const ARKWORKS: &str = "arkworks";

/// The uncompressed form.
pub fn bytes<A: CanonicalSerialize>(a: &A) -> Vec<u8> {
    let mut bytes = vec![];
    a.serialize_uncompressed(&mut bytes).expect("a vector takes all bytes");
    bytes
}

/// The same element in another library of arkworks' traits.
fn carry<A: CanonicalSerialize, B: CanonicalDeserialize>(a: &A) -> B {
    B::deserialize_uncompressed_unchecked(&bytes(a)[..]).expect("the encodings agree")
}

fn carry_all<A: CanonicalSerialize, B: CanonicalDeserialize>(all: &[A]) -> Vec<B> {
    all.iter().map(carry).collect()
}

fn column<P: 'static>(
    library: &'static str,
    compute: impl Fn() -> P + Clone + 'static,
    result: impl FnOnce(P) -> Vec<u8> + 'static,
) -> Column {
    let again = compute.clone();
    Column {
        library,
        run: Box::new(move || {
            black_box(compute());
        }),
        result: Box::new(move || result(again())),
    }
}

/// Points that are all different: sums of pairs of a thousand random ones.
fn points<G: CurveGroup>(n: usize) -> Vec<G::Affine> {
    let mut rng = StdRng::seed_from_u64(0);
    let random: Vec<G> = (0..n.min(1000)).map(|_| G::rand(&mut rng)).collect();
    let all: Vec<G> = (0..n)
        .map(|i| {
            let (a, b) = (i % 1000, i / 1000);
            if b == 0 {
                random[a]
            } else {
                random[a] + random[(a + b) % 1000]
            }
        })
        .collect();
    G::normalize_batch(&all)
}

fn scalars<F: UniformRand>(n: usize) -> Vec<F> {
    let mut rng = StdRng::seed_from_u64(1);
    (0..n).map(|_| F::rand(&mut rng)).collect()
}

fn msm_column<G: CurveGroup>(library: &'static str, points: Vec<G::Affine>, scalars: Vec<G::ScalarField>) -> Column {
    column(
        library,
        move || G::msm(&points, &scalars).expect("as many scalars as points"),
        |p: G| bytes(&p.into_affine()),
    )
}

fn msm<S: CurveGroup, U: CurveGroup>(
    name: &str,
    n: usize,
    peer: Option<fn(&[U::Affine], &[U::ScalarField]) -> Column>,
) -> Row {
    Row {
        name: format!("{name} msm of {n}"),
        columns: Box::new(move || {
            let (points, scalars) = (points::<U>(n), scalars::<U::ScalarField>(n));
            let mut columns = vec![msm_column::<S>(SECANT, carry_all(&points), carry_all(&scalars))];
            columns.extend(peer.map(|peer| peer(&points, &scalars)));
            columns.push(msm_column::<U>(ARKWORKS, points, scalars));
            columns
        }),
    }
}

fn mul<S: CurveGroup, U: CurveGroup>(name: &str, peer: Option<fn(&U::Affine, &U::ScalarField) -> Column>) -> Row {
    Row {
        name: format!("{name} multiplication"),
        columns: Box::new(move || {
            let (point, scalar) = (points::<U>(1)[0], scalars::<U::ScalarField>(1)[0]);
            let (p, s): (S::Affine, S::ScalarField) = (carry(&point), carry(&scalar));
            let mut columns = vec![column(SECANT, move || p * s, |p: S| bytes(&p.into_affine()))];
            columns.extend(peer.map(|peer| peer(&point, &scalar)));
            let affine = |p: U| bytes(&p.into_affine());
            columns.push(column(ARKWORKS, move || point * scalar, affine));
            columns
        }),
    }
}

fn pairing_column<E: Pairing>(library: &'static str, p: Vec<E::G1Affine>, q: Vec<E::G2Affine>) -> Column {
    column(
        library,
        move || E::multi_pairing(p.iter().copied(), q.iter().copied()).0,
        |f| bytes(&f),
    )
}

type PairingPeer<U> = fn(&[<U as Pairing>::G1Affine], &[<U as Pairing>::G2Affine]) -> Column;

fn pairing<S: Pairing, U: Pairing>(name: &str, n: usize, peer: Option<PairingPeer<U>>) -> Row {
    Row {
        name: format!("{name} product of {n} pairings"),
        columns: Box::new(move || {
            let (p, q) = (points::<U::G1>(n), points::<U::G2>(n));
            let mut columns = vec![pairing_column::<S>(SECANT, carry_all(&p), carry_all(&q))];
            columns.extend(peer.map(|peer| peer(&p, &q)));
            columns.push(pairing_column::<U>(ARKWORKS, p, q));
            columns
        }),
    }
}

/// All rows.
pub fn all() -> Vec<Row> {
    use ark_ed_on_bls12_377 as ark_ed377;
    use ark_ed_on_bls12_381_bandersnatch as ark_band;
    use ours::{ed_on_bls12_377 as ed377, ed_on_bls12_381_bandersnatch as band};

    let mut rows = vec![];
    for n in [1, 2, 4, 64] {
        rows.push(pairing::<ours::bls12_381::Bls12_381, ark_bls12_381::Bls12_381>(
            "bls12_381",
            n,
            Some(blst::pairing),
        ));
    }
    rows.push(pairing::<ours::bls12_377::Bls12_377, ark_bls12_377::Bls12_377>(
        "bls12_377",
        1,
        None,
    ));
    rows.push(pairing::<ours::bn254::Bn254, ark_bn254::Bn254>("bn254", 1, None));
    rows.push(pairing::<ours::bw6_761::BW6_761, ark_bw6_761::BW6_761>(
        "bw6_761", 1, None,
    ));

    type S1 = ours::bls12_381::G1Projective;
    type S2 = ours::bls12_381::G2Projective;
    rows.push(mul::<S1, ark_bls12_381::G1Projective>(
        "bls12_381 G1",
        Some(blst::mul_g1),
    ));
    rows.push(mul::<S2, ark_bls12_381::G2Projective>(
        "bls12_381 G2",
        Some(blst::mul_g2),
    ));
    rows.push(mul::<ours::secp256k1::Projective, ark_secp256k1::Projective>(
        "secp256k1",
        None,
    ));

    for n in [10, 128, 1000, 1 << 14, 1 << 16] {
        rows.push(msm::<S1, ark_bls12_381::G1Projective>(
            "bls12_381 G1",
            n,
            Some(blst::msm_g1),
        ));
    }
    for n in [10, 1000, 1 << 14] {
        rows.push(msm::<S2, ark_bls12_381::G2Projective>(
            "bls12_381 G2",
            n,
            Some(blst::msm_g2),
        ));
    }
    for n in [1000, 1 << 16] {
        rows.push(msm::<ours::bn254::G1Projective, ark_bn254::G1Projective>(
            "bn254 G1", n, None,
        ));
        rows.push(msm::<ours::bls12_377::G1Projective, ark_bls12_377::G1Projective>(
            "bls12_377 G1",
            n,
            None,
        ));
    }
    rows.push(msm::<ours::bw6_761::G1Projective, ark_bw6_761::G1Projective>(
        "bw6_761 G1",
        1000,
        None,
    ));
    rows.push(msm::<ours::bw6_761::G2Projective, ark_bw6_761::G2Projective>(
        "bw6_761 G2",
        1000,
        None,
    ));
    rows.push(msm::<band::EdwardsProjective, ark_band::EdwardsProjective>(
        "bandersnatch (te)",
        1000,
        None,
    ));
    rows.push(msm::<band::SWProjective, ark_band::SWProjective>(
        "bandersnatch (sw)",
        1000,
        None,
    ));
    rows.push(msm::<ed377::EdwardsProjective, ark_ed377::EdwardsProjective>(
        "ed_on_bls12_377",
        1000,
        None,
    ));
    rows.push(msm::<ours::secp256k1::Projective, ark_secp256k1::Projective>(
        "secp256k1",
        1000,
        None,
    ));
    rows
}
