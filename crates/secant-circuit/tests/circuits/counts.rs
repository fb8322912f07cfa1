//! The numbers of cells of circuits, so that growth shows.

use crate::common::values::gates;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
};
use secant_gfp::named::Name;

/// A verification of a signature.
fn verification(name: Name) -> Builder {
    let p = Parameters::named(name);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape()).unwrap();
    let ecdsa = Ecdsa::new(&mut b, &curve, 4000).unwrap();
    ecdsa.verify_public(&mut b, &statement).unwrap();
    b
}

/// For each gate, the number of instances, and the numbers of operands, cells of the second phase and ranged cells of
/// each.
#[test]
fn gates_of_secp256k1() {
    let expected = [
        "point on curve: 2 of 8 + 16 + 4",
        "congruence: 1 of 8 + 15 + 0",
        "addition of a chain: 32 of 29 + 16 + 8",
        "endomorphism: 2 of 4 + 15 + 4",
        "sum with the image: 2 of 12 + 16 + 8",
        "addition: 11 of 20 + 17 + 12",
        "step of a ladder: 66 of 37 + 18 + 16",
        "end of a ladder: 1 of 25 + 15 + 4",
        "equality: 2 of 8 + 15 + 0",
        "combination of 66 digits: 2 of 4 + 15 + 4",
        "digits: 1 of 4 + 15 + 4",
        "ratio: 2 of 16 + 15 + 0",
        "range: 72 of 0 + 0 + 1",
    ];
    assert_eq!(gates(&verification(Name::Secp256k1), [" modulo ", " at "]), expected);
}

#[test]
fn cells() {
    let cases = [(Name::Secp256k1, 29_475, 15_495), (Name::Secp256r1, 36_305, 17_843)];
    for (name, advice, lookups) in cases {
        let b = verification(name);
        let configuration = b.configuration(&Goal::Fastest).unwrap();
        let counts = b.finish(&Goal::Explicit(configuration)).unwrap().counts();
        assert_eq!((counts.advice, counts.lookups), (advice, lookups), "{name}");
        // A third of halo2-ecc's 582 000.
        assert!(counts.advice < 194_000);
    }
}
