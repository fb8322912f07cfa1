//! `Remote` over a transport of one's own, in one process: what a user with their own host functions writes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, pairing::Pairing};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_abi::{Error, Function};
use secant_curve::{Host, HostError, Native, bls12_381, ed_on_bls12_381_bandersnatch, gt};
use secant_guest::{Remote, Transport};

/// Hands every call to the host's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct InProcess;

impl Transport for InProcess {
    fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error> {
        secant_host::execute(function, curve, a, b, out)
    }
}

/// A host that has no functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Nothing;

impl Transport for Nothing {
    fn call(_: Function, _: u32, _: &[u8], _: &[u8], _: &mut [u8]) -> Result<(), Error> {
        Err(Error::Other)
    }
}

type There = Remote<InProcess>;

#[test]
fn a_pairing_runs_there() {
    type E = bls12_381::Bls12_381<There>;
    type F = bls12_381::Bls12_381<Native>;
    let mut rng = StdRng::seed_from_u64(1);
    let (a, b) = (bls12_381::Fr::rand(&mut rng), bls12_381::Fr::rand(&mut rng));
    let there = E::pairing(
        bls12_381::G1Projective::<There>::generator() * a,
        bls12_381::G2Projective::<There>::generator() * b,
    );
    let here = F::pairing(
        bls12_381::G1Projective::<Native>::generator() * a,
        bls12_381::G2Projective::<Native>::generator() * b,
    );
    assert_eq!(there.0, here.0);
    let loops = E::multi_miller_loop(
        [bls12_381::G1Projective::<There>::generator()],
        [bls12_381::G2Projective::<There>::generator()],
    );
    assert!(E::final_exponentiation(loops).is_some());
    assert_eq!(gt::exp::<E>(&there, &a), Ok(there * a));
    assert_eq!(gt::exp_each::<E>(&[there; 2], &[a, b]), Ok(vec![there * a, there * b]));
}

#[test]
fn results_come_back_affine() {
    type G = bls12_381::G1Projective<There>;
    let p = There::mul::<G>(&G::generator().into_affine(), &[5]).unwrap();
    assert_eq!(p.z, bls12_381::Fq::ONE);
    assert_eq!(p, G::generator() * bls12_381::Fr::from(5u64));
    let points = [p, p.double(), G::generator()];
    assert_eq!(There::normalize(&points).unwrap(), G::normalize_batch(&points));
}

#[test]
fn errors_are_typed() {
    type G = ed_on_bls12_381_bandersnatch::EdwardsProjective<There>;
    let base = G::generator().into_affine();
    assert_eq!(There::msm::<G>(&[base], &[]), Err(HostError::UnequalCounts));
    type E = bls12_381::Config<There>;
    let zero = AdditiveGroup::ZERO;
    assert_eq!(There::final_exponentiation::<E>(&zero), Err(HostError::ZeroMillerLoop));
    let three = bls12_381::Fr::from(3u64);
    assert_eq!(
        There::multi_exp::<E>(&[zero], &[three]),
        Err(HostError::NotInTargetGroup)
    );
    assert_eq!(There::multi_exp::<E>(&[zero], &[]), Err(HostError::UnequalCounts));
    assert_eq!(There::exp_each::<E>(&[zero], &[]), Err(HostError::UnequalCounts));
    type N = bls12_381::G1Projective<Remote<Nothing>>;
    assert_eq!(
        Remote::<Nothing>::mul::<N>(&N::generator().into_affine(), &[1]),
        Err(HostError::Refused(255))
    );
    let off = bls12_381::G1Affine::<There>::new_unchecked(bls12_381::Fq::ONE, bls12_381::Fq::ONE);
    assert!(!off.is_zero());
    assert_eq!(
        There::mul::<bls12_381::G1Projective<There>>(&off, &[1]),
        Err(HostError::Refused(Error::NotOnCurve as u32))
    );
}
