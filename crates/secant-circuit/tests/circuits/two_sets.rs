//! Circuits whose relations have two sets of weights: configurations, proofs, and that everything is constrained.
//! `src/foreign/batch/tests.rs` measures the cost of forging.

use crate::{
    common::circuits,
    constraints::{a_formula, examined, examined_by_both},
    relations::all_refuse_with,
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Configuration, Error, Fr, Goal, Soundness,
    pairing::Bn254,
    prove::{self, Engine, Prover, Srs, Stock},
};
use secant_gfp::named::Name;

fn verification(soundness: Soundness) -> Builder {
    let mut b = Builder::new();
    circuits::verification(Name::Secp256k1, &mut b);
    b.set_soundness(soundness);
    b
}

fn fastest(soundness: Soundness) -> BuiltCircuit {
    verification(soundness).finish(&Goal::Fastest).unwrap()
}

/// Both provers make proofs for the stock verifier. A key with one set of weights accepts no proof with two.
#[test]
fn proofs() {
    let circuits = Soundness::ALL.map(fastest);
    let [one, two] = &circuits;
    assert_eq!(
        circuits.each_ref().map(BuiltCircuit::soundness),
        Soundness::ALL.map(Some)
    );
    assert_ne!(one.digest(), two.digest());
    let k = one.configuration().k.max(two.configuration().k);
    let srs = Srs::unsafe_local(k, StdRng::seed_from_u64(1));
    let keys = circuits.each_ref().map(|circuit| prove::keys(&srs, circuit).unwrap());
    for prover in [&Stock as &dyn Prover, &Engine] {
        let proof = prover
            .prove(&srs, &keys[1], two, &mut StdRng::seed_from_u64(2))
            .unwrap();
        let verify = |of: usize, instances: &[Vec<Fr>]| {
            prove::verify(&srs, keys[of].get_vk(), &circuits[of].parameters(), instances, &proof)
        };
        let instances = two.instances();
        assert_eq!(instances, one.instances());
        verify(1, &instances).unwrap();
        assert!(verify(0, &instances).is_err());
        for i in 0..instances[0].len() {
            let mut other = instances.clone();
            other[0][i] += Fr::from(1);
            assert!(verify(1, &other).is_err(), "{i}");
        }
    }
}

/// The second set adds cells of the second phase: less than a third more cells in all.
#[test]
fn cells() {
    let [one, two] = Soundness::ALL.map(|soundness| fastest(soundness).counts());
    assert!(
        two.advice > one.advice && 3 * two.advice < 4 * one.advice,
        "{one:?} {two:?}"
    );
    assert_eq!(two.constants, one.constants);
}

/// A configuration says how many sets there are, and never has fewer than were asked for.
#[test]
fn configurations() {
    let [one, two] = Soundness::ALL.map(|soundness| verification(soundness).configuration(&Goal::Fastest).unwrap());
    let texts = [&one, &two].map(|configuration| serde_json::to_value(configuration).unwrap());
    assert_eq!(
        texts.each_ref().map(|text| text["soundness"].as_u64()),
        [Some(104), Some(208)]
    );
    for (configuration, text) in [(&one, &texts[0]), (&two, &texts[1])] {
        assert_eq!(
            serde_json::from_value::<Configuration>(text.clone()).unwrap(),
            *configuration
        );
    }
    // Files from before this option existed.
    let mut old = texts[0].clone();
    old.as_object_mut().unwrap().remove("soundness");
    assert_eq!(serde_json::from_value::<Configuration>(old.clone()).unwrap(), one);
    for bits in [0, 103, 128, 312] {
        old["soundness"] = bits.into();
        let refused = serde_json::from_value::<Configuration>(old.clone())
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains(&format!("soundness is 104 or 208 bits, not {bits}")),
            "{refused}"
        );
    }
    let explicit = |of: Soundness, configuration: &Configuration| -> Result<Option<Soundness>, Error> {
        let circuit = verification(of).finish(&Goal::Explicit(configuration.clone()))?;
        Ok(circuit.soundness())
    };
    assert_eq!(explicit(Soundness::Bits104, &one).unwrap(), Some(Soundness::Bits104));
    assert_eq!(explicit(Soundness::Bits104, &two).unwrap(), Some(Soundness::Bits208));
    assert_eq!(explicit(Soundness::Bits208, &two).unwrap(), Some(Soundness::Bits208));
    let refused = explicit(Soundness::Bits208, &one).unwrap_err().to_string();
    assert!(
        refused.contains("a soundness of 104 bits, and 208 bits were asked for"),
        "{refused}"
    );
}

/// Without relations, nothing can go unnoticed.
#[test]
fn circuits_without_relations() {
    let mut b = Builder::new();
    b.set_soundness(Soundness::Bits208);
    circuits::input(&mut b, 7);
    let circuit = b.finish(&Goal::Fastest).unwrap();
    assert_eq!(circuit.soundness(), None);
}

/// Lanes of one row and of several.
#[test]
fn formulas() {
    let modulus = (BigUint::from(1u32) << 255) - 19u32;
    for k in [9, 11] {
        examined_by_both("formula with two sets", &Goal::Rows(k), |b| {
            b.set_soundness(Soundness::Bits208);
            a_formula(b, &modulus);
        });
    }
}

#[test]
fn signatures() {
    examined("ecdsa with two sets over secp256k1", &Goal::Fastest, |b| {
        b.set_soundness(Soundness::Bits208);
        circuits::verification(Name::Secp256k1, b);
    });
}

#[test]
fn pairings() {
    examined("product of one with two sets over bn254", &Goal::Fastest, |b| {
        b.set_soundness(Soundness::Bits208);
        circuits::product_of_one::<Bn254>(b);
    });
}

/// Each relation refuses values that violate it alone, by the sums of both sets.
#[test]
fn relations() {
    all_refuse_with(
        Soundness::Bits208,
        "signatures_secp256k1",
        &[
            &|b| circuits::verification(Name::Secp256k1, b),
            &|b| circuits::low_s(Name::Secp256k1, b),
            &|b| circuits::recovery(Name::Secp256k1, false, b),
            &|b| circuits::recovery(Name::Secp256k1, true, b),
            &|b| circuits::schnorr(Name::Secp256k1, b),
        ],
    );
}
