//! The calls that are measured.

use anyhow::{Result, anyhow};
use ark_ec::{AffineRepr, CurveGroup, pairing::Pairing};
use ark_ff::{PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_polkadot::corpus::{BUFFER_FILL, Case, Expected, encode, proofs};

/// A call of the guest.
#[derive(Clone, Debug)]
pub struct Call {
    /// What it does.
    pub name: String,
    /// The request.
    pub request: Vec<u8>,
}

/// An operation of the runtime.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name in the table.
    pub row: String,
    /// The name that the runtime knows.
    pub name: String,
    /// Its argument.
    pub argument: Vec<u8>,
}

/// The numbers of terms of sums.
const TERMS: [usize; 2] = [10, 1000];

macro_rules! for_all_curves {
    ($pairing:ident, $group:ident, $($argument:expr),*) => {
        $pairing::<ark_bls12_381::Bls12_381>("bls12_381", $($argument),*);
        $pairing::<ark_bls12_377::Bls12_377>("bls12_377", $($argument),*);
        $pairing::<ark_bw6_761::BW6_761>("bw6_761", $($argument),*);
        $group::<ark_ed_on_bls12_381_bandersnatch::EdwardsProjective>("ed_on_bls12_381_bandersnatch", "_te", $($argument),*);
        $group::<ark_ed_on_bls12_381_bandersnatch::SWProjective>("ed_on_bls12_381_bandersnatch", "_sw", $($argument),*);
        $group::<ark_ed_on_bls12_377::EdwardsProjective>("ed_on_bls12_377", "", $($argument),*);
        $group::<ark_pallas::Projective>("pallas", "", $($argument),*);
        $group::<ark_vesta::Projective>("vesta", "", $($argument),*);
    };
}

fn call(name: String, what: &str, a: Vec<u8>, b: Vec<u8>, out_len: usize) -> Call {
    let request = Case {
        what: String::new(),
        name: name.clone(),
        a,
        b,
        out_len,
        expected: Expected::Same,
    };
    Call {
        name: format!("{name}{what}"),
        request: request.to_bytes(BUFFER_FILL),
    }
}

/// A call of each host function, sums of several lengths, and the empty call.
///
/// # Errors
/// None that is expected: arkworks' of making arguments.
pub fn calls() -> Result<Vec<Call>> {
    let (rng, mut calls) = (&mut StdRng::seed_from_u64(0), Vec::new());
    let none = 0u64.to_le_bytes().to_vec();
    calls.push(call(
        "pallas_msm".into(),
        ", no terms (the empty call)",
        none.clone(),
        none,
        65,
    ));
    for_all_curves!(calls_of_pairing, calls_of_group, &mut calls, rng);
    Ok(calls)
}

fn calls_of_pairing<E: Pairing>(curve: &str, calls: &mut Vec<Call>, rng: &mut StdRng) {
    let pairs: (Vec<_>, Vec<_>) = (0..3).map(|_| (E::G1Affine::rand(rng), E::G2Affine::rand(rng))).unzip();
    let len = encode(&E::TargetField::default()).len();
    for (count, what) in [(1, ", 1 pair"), (3, ", 3 pairs")] {
        let (p, q) = (encode(&&pairs.0[..count]), encode(&&pairs.1[..count]));
        calls.push(call(format!("{curve}_multi_miller_loop"), what, p, q, len));
    }
    let f = encode(&E::multi_miller_loop(pairs.0, pairs.1).0);
    calls.push(call(format!("{curve}_final_exponentiation"), "", f, vec![], 0));
    calls_of_group::<E::G1>(curve, "_g1", calls, rng);
    calls_of_group::<E::G2>(curve, "_g2", calls, rng);
}

fn calls_of_group<G: CurveGroup>(curve: &str, suffix: &str, calls: &mut Vec<Call>, rng: &mut StdRng) {
    let suffix = match suffix {
        // No host function: the guest computes.
        "_sw" => return,
        "_te" => "",
        other => other,
    };
    let len = encode(&G::Affine::zero()).len();
    let (bases, scalars) = terms::<G>(rng);
    for count in TERMS {
        let (a, b) = (encode(&&bases[..count]), encode(&&scalars[..count]));
        calls.push(call(
            format!("{curve}_msm{suffix}"),
            &format!(", {count} terms"),
            a,
            b,
            len,
        ));
    }
    let scalar = scalars[0].into_bigint();
    let (a, b) = (encode(&bases[0]), encode(&scalar.as_ref()));
    calls.push(call(format!("{curve}_mul{suffix}"), "", a, b, len));
}

fn terms<G: CurveGroup>(rng: &mut StdRng) -> (Vec<G::Affine>, Vec<G::ScalarField>) {
    let most = TERMS.into_iter().max().unwrap_or(0);
    let bases: Vec<G> = (0..most).map(|_| G::rand(rng)).collect();
    (
        G::normalize_batch(&bases),
        (0..most).map(|_| G::ScalarField::rand(rng)).collect(),
    )
}

/// The operations of the seed's table.
///
/// # Errors
/// None that is expected: arkworks' of making arguments.
pub fn operations() -> Result<Vec<Operation>> {
    let (rng, mut operations) = (&mut StdRng::seed_from_u64(0), Vec::new());
    let argument = proofs::argument::<ark_bls12_381::Bls12_381>(1, rng).map_err(|e| anyhow!("a proof: {e}"))?;
    operations.push(operation("bls12_381_groth16_verification".into(), "", argument));
    for_all_curves!(operations_of_pairing, operations_of_group, &mut operations, rng);
    Ok(operations)
}

fn operation(name: String, what: &str, argument: Vec<u8>) -> Operation {
    Operation {
        row: format!("{name}{what}"),
        name,
        argument,
    }
}

fn operations_of_pairing<E: Pairing>(curve: &str, operations: &mut Vec<Operation>, rng: &mut StdRng) {
    let pair = (E::G1Affine::rand(rng), E::G2Affine::rand(rng));
    operations.push(operation(format!("{curve}_pairing"), "", encode(&pair)));
    operations_of_group::<E::G1>(curve, "_g1", operations, rng);
    operations_of_group::<E::G2>(curve, "_g2", operations, rng);
}

fn operations_of_group<G: CurveGroup>(curve: &str, suffix: &str, operations: &mut Vec<Operation>, rng: &mut StdRng) {
    let (bases, scalars) = terms::<G>(rng);
    for count in TERMS {
        let argument = encode(&(bases[..count].to_vec(), scalars[..count].to_vec()));
        operations.push(operation(
            format!("{curve}_msm{suffix}"),
            &format!(", {count} arguments"),
            argument,
        ));
    }
    let scalar = scalars[0].into_bigint().as_ref().to_vec();
    let projective = bases[0].into_group() + bases[1];
    operations.push(operation(
        format!("{curve}_mul_projective{suffix}"),
        "",
        encode(&(projective, &scalar)),
    ));
    operations.push(operation(
        format!("{curve}_mul_affine{suffix}"),
        "",
        encode(&(bases[0], &scalar)),
    ));
}
