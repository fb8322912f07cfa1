//! `secant_guest::rfc0163::Node` with the host's side in one process: exact on all inputs, with every set of functions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{AffineRepr, PrimeGroup, pairing::Pairing};
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_abi::{Error, Function as Fused, rfc0163::Function};
use secant_curve::{
    Host, HostError, HostedGroup, Native, bls12_381, bn254, bw6_761, ed_on_bls12_381_bandersnatch, pallas,
};
use secant_guest::rfc0163::{Calls, EcUtils, Functions, Node, Rfc0163, Secant};
use secant_host::rfc0163::{Call, Failure, final_exponentiation};
use std::cell::RefCell;

thread_local! {
    /// The functions that were called.
    static CALLED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn called() -> Vec<&'static str> {
    CALLED.take()
}

/// A node of the kind that knows all functions, or that is too old for the fused ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct InProcess<const OLD: bool>;

impl<const OLD: bool> Calls for InProcess<OLD> {
    fn call(function: Function, a: &[u8], b: &[u8], out: &mut [u8]) -> u32 {
        CALLED.with_borrow_mut(|called| called.push(function.name()));
        let result = if function.name().ends_with("final_exponentiation") {
            final_exponentiation(function, out)
        } else {
            Call::new(function, a, b).execute(out)
        };
        match result {
            Ok(()) => 0,
            Err(Failure::Code(error)) => error as u32,
            Err(Failure::Trap(violation)) => panic!("{violation}"),
        }
    }

    fn fused(function: Fused, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> u32 {
        if OLD {
            return Error::UnknownFunction as u32;
        }
        CALLED.with_borrow_mut(|called| called.push(function.name()));
        secant_host::execute(function, curve, a, b, out)
            .err()
            .map_or(0, |error| error as u32)
    }
}

type New<F> = Node<InProcess<false>, F>;
type Old<F> = Node<InProcess<true>, F>;

/// Sums and multiples, outside the subgroup and with scalars that upstream takes for negative ones.
fn group<H: Host, N: HostedGroup<BaseField: PrimeField>, G: HostedGroup<ScalarField = N::ScalarField>>(
    any: fn(&mut StdRng) -> (N::Affine, G::Affine),
    names: &[&str],
) {
    let rng = &mut StdRng::seed_from_u64(1);
    let (there, here): (Vec<_>, Vec<_>) = (0..8).map(|_| any(rng)).unzip();
    let one = G::ScalarField::ONE;
    let mut scalars: Vec<_> = [-one, -one.double(), G::ScalarField::ZERO, one].to_vec();
    scalars.extend([-G::ScalarField::from(u64::MAX), -G::ScalarField::from(1u128 << 64)]);
    scalars.extend([G::ScalarField::rand(rng), G::ScalarField::rand(rng)]);
    let bytes = |p: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        p(&mut bytes);
        bytes
    };
    let sum = H::msm::<N>(&there, &scalars).unwrap().into_affine();
    let expected = Native::msm::<G>(&here, &scalars).unwrap().into_affine();
    assert_eq!(
        bytes(&|out| ark_serialize::CanonicalSerialize::serialize_uncompressed(&sum, out).unwrap()),
        bytes(&|out| ark_serialize::CanonicalSerialize::serialize_uncompressed(&expected, out).unwrap()),
    );
    let multiple = H::mul::<N>(&there[0], &[5, 6, 7, 8, 9]).unwrap().into_affine();
    let expected = Native::mul::<G>(&here[0], &[5, 6, 7, 8, 9]).unwrap().into_affine();
    assert_eq!(
        bytes(&|out| ark_serialize::CanonicalSerialize::serialize_uncompressed(&multiple, out).unwrap()),
        bytes(&|out| ark_serialize::CanonicalSerialize::serialize_uncompressed(&expected, out).unwrap()),
    );
    assert_eq!(called(), names);
    assert_eq!(H::msm::<N>(&there[1..], &scalars), Err(HostError::UnequalCounts));
    assert_eq!(called(), [""; 0]);
}

/// A point of G1 of BLS12-381 outside the subgroup.
fn outside<F: Functions>(rng: &mut StdRng) -> (bls12_381::G1Affine<New<F>>, bls12_381::G1Affine<Native>) {
    loop {
        let x = bls12_381::Fq::rand(rng);
        if let Some(p) = bls12_381::G1Affine::<Native>::get_point_from_x_unchecked(x, true) {
            return (bls12_381::G1Affine::new_unchecked(p.x, p.y), p);
        }
    }
}

fn of_pallas<F: Functions>(rng: &mut StdRng) -> (pallas::Affine<New<F>>, pallas::Affine<Native>) {
    let p = pallas::Affine::<Native>::rand(rng);
    (pallas::Affine::new_unchecked(p.x, p.y), p)
}

fn of_bn254<F: Functions>(rng: &mut StdRng) -> (bn254::G1Affine<New<F>>, bn254::G1Affine<Native>) {
    let p = bn254::G1Affine::<Native>::rand(rng);
    (bn254::G1Affine::new_unchecked(p.x, p.y), p)
}

#[test]
fn groups() {
    type Bls<H> = bls12_381::G1Projective<H>;
    type Bn<H> = bn254::G1Projective<H>;
    let names = ["bls12_381_msm_g1", "bls12_381_mul_g1"];
    group::<New<Rfc0163>, Bls<New<Rfc0163>>, Bls<Native>>(outside::<Rfc0163>, &names);
    group::<New<EcUtils>, Bls<New<EcUtils>>, Bls<Native>>(outside::<EcUtils>, &names);
    group::<New<Secant>, Bls<New<Secant>>, Bls<Native>>(outside::<Secant>, &names);
    let names = ["pallas_msm", "pallas_mul"];
    group::<New<Rfc0163>, pallas::Projective<New<Rfc0163>>, pallas::Projective<Native>>(of_pallas::<Rfc0163>, &names);
    // In the guest, if the node has no such functions.
    group::<New<Rfc0163>, Bn<New<Rfc0163>>, Bn<Native>>(of_bn254::<Rfc0163>, &[]);
    group::<New<Secant>, Bn<New<Secant>>, Bn<Native>>(of_bn254::<Secant>, &["bn254_msm_g1", "bn254_mul_g1"]);
}

#[test]
fn sums_at_infinity_are_errors() {
    type G = ed_on_bls12_381_bandersnatch::EdwardsProjective<New<Rfc0163>>;
    type Affine = ed_on_bls12_381_bandersnatch::EdwardsAffine<New<Rfc0163>>;
    let p = Affine::get_point_from_y_unchecked(2u64.into(), false).unwrap();
    let order = <G as PrimeGroup>::ScalarField::MODULUS;
    assert_eq!(
        New::<Rfc0163>::mul::<G>(&p, order.as_ref()),
        Err(HostError::ExceptionalAddition)
    );
    assert!(!New::<Rfc0163>::is_in_subgroup::<G>(&p).unwrap());
    assert!(New::<Rfc0163>::is_in_subgroup::<G>(&Affine::generator()).unwrap());
    called();
}

/// Whether the pairing of `n` equal pairs is the multiple of one.
fn is_linear<E: Pairing>(n: usize) -> bool {
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    E::multi_pairing(vec![p; n], vec![q; n]) == E::pairing(p, q) * E::ScalarField::from(n as u64)
}

#[test]
fn pairings() {
    assert!(is_linear::<bls12_381::Bls12_381<New<Rfc0163>>>(3));
    let separate = ["bls12_381_multi_miller_loop", "bls12_381_final_exponentiation"];
    assert_eq!(called()[..2], separate);
    assert!(is_linear::<bls12_381::Bls12_381<New<Secant>>>(3));
    assert_eq!(called(), ["multi_pairing"; 2]);
    // A node that does not know the number.
    assert!(is_linear::<bls12_381::Bls12_381<Old<Secant>>>(3));
    assert_eq!(called()[..2], separate);
    // In the guest.
    assert!(is_linear::<bn254::Bn254<New<EcUtils>>>(3));
    assert_eq!(called(), [""; 0]);
    // Whose Miller loops upstream multiplies by fours.
    assert!(is_linear::<bw6_761::BW6_761<New<EcUtils>>>(6));
    assert_eq!(
        called()[..3],
        [
            "bw6_761_multi_miller_loop",
            "bw6_761_multi_miller_loop",
            "bw6_761_final_exponentiation"
        ]
    );
    let zero = New::<EcUtils>::final_exponentiation::<bw6_761::Config<New<EcUtils>>>(&AdditiveGroup::ZERO);
    assert_eq!((zero, called()), (Err(HostError::ZeroMillerLoop), vec![]));
}
