//! ECDSA in circuits.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Goal,
    curve::{Coordinates, Parameters, Weierstrass},
    ecdsa::{Ecdsa, Signature},
};
use secant_gfp::named::Name;

fn random(rng: &mut StdRng, below: &BigUint) -> BigUint {
    let mut bytes = vec![0; 40];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % below
}

/// A key, a digest and a signature.
fn signed(p: &Parameters, rng: &mut StdRng) -> (Coordinates, BigUint, Signature) {
    let n = &p.order;
    let (d, k, z) = (random(rng, n), random(rng, n), random(rng, n));
    let key = p.multiples(&d, n, 1).pop().unwrap().unwrap();
    let r = p.multiples(&k, n, 1).pop().unwrap().unwrap().0 % n;
    let s = k.modinv(n).unwrap() * (&z + &r * d) % n;
    (key, z, Signature { r, s })
}

fn circuit(name: Name, rows: usize) {
    let mut rng = StdRng::seed_from_u64(1);
    let p = Parameters::named(name);
    let (key, z, signature) = signed(&p, &mut rng);
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape()).unwrap();
    let ecdsa = Ecdsa::new(&mut b, &curve, rows).unwrap();
    ecdsa.verify_public(&mut b, &key, &z, &signature).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    println!("{:?} {:?}", circuit.configuration(), circuit.counts());
    assert_eq!(circuit.public_values(), ecdsa.public_inputs(&key, &z, &signature));
    circuit.mock().unwrap();
}

#[test]
fn secp256k1() {
    circuit(Name::Secp256k1, 4000);
}

#[test]
fn secp256r1() {
    circuit(Name::Secp256r1, 4000);
}

/// Any coefficients, and longer fields.
#[test]
fn other_curves() {
    for name in [
        Name::BrainpoolP256r1,
        Name::Secp224r1,
        Name::Secp384r1,
        Name::BrainpoolP512r1,
        Name::Secp521r1,
    ] {
        circuit(name, 2000);
    }
}
