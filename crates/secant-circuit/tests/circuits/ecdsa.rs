//! ECDSA in circuits.

use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
};
use secant_gfp::named::Name;

fn circuit(name: Name, rows: usize) {
    let p = Parameters::named(name);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape()).unwrap();
    let ecdsa = Ecdsa::new(&mut b, &curve, rows).unwrap();
    ecdsa.verify_public(&mut b, &statement).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    println!("{:?} {:?}", circuit.configuration(), circuit.counts());
    assert_eq!(circuit.public_values(), ecdsa.public_inputs(&statement).unwrap());
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

/// Curves with any coefficients, and with longer fields.
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
