//! halo2-ecc's proofs say what they should: with other inputs and the same result there is none.

use crate::{
    bn254::{G1, G2, Terms},
    ec_add::EcAdd,
    fixed_base_msm::FixedBaseMsm,
    halo2_ecc,
    msm::Msm,
    pairing::Pairing,
    prover::{Prepared, Prover},
    statement::{Statement, integer},
};
use halo2_axiom::halo2curves::ff::Field;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use std::error::Error;

/// Proves `right` with both provers, whose keys are the same, and fails to prove `wrong`.
fn tells_apart<S: Statement>(k: u32, right: &S, wrong: &S) -> Result<(), Box<dyn Error>> {
    let circuit = halo2_ecc::keygen(k, |builder| right.write(builder));
    let prepared = Prepared::new(k, &circuit, Prover::Stock)?;
    assert!(prepared.same_keys(&Prepared::new(k, &circuit, Prover::Secant)?));
    let layout = halo2_ecc::Layout::of(&circuit);
    for prover in [Prover::Stock, Prover::Secant] {
        let prove = |statement: &S| {
            let circuit = halo2_ecc::circuit(&layout, |builder| statement.write(builder));
            prepared.prove(prover, circuit, &[])
        };
        assert!(prepared.verify(&prove(right)?, &[]));
        // The stock prover proves it, but the verifier does not take that.
        match (prover, prove(wrong)) {
            (Prover::Stock, Ok(proof)) => assert!(!prepared.verify(&proof, &[])),
            (Prover::Secant, Err(error)) => {
                assert!(error.to_string().contains("does not satisfy the circuit: "), "{error}")
            }
            (_, other) => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}

fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

#[test]
fn sum_in_g1() -> Result<(), Box<dyn Error>> {
    let [right, mut wrong] = [1, 2].map(|seed| EcAdd::<G1>::random(3, rng(seed)));
    wrong.sum = right.sum.clone();
    tells_apart(13, &right, &wrong)
}

#[test]
fn sum_in_g2() -> Result<(), Box<dyn Error>> {
    let [right, mut wrong] = [1, 2].map(|seed| EcAdd::<G2>::random(3, rng(seed)));
    wrong.sum = right.sum.clone();
    tells_apart(13, &right, &wrong)
}

/// Terms, and others whose sum is said to be the same; of constant points, where only the scalars can differ.
fn terms() -> [Terms; 2] {
    let [right, mut wrong] = [1, 2].map(|seed| Terms::random(2, rng(seed)));
    wrong.points = right.points.clone();
    wrong.sum = right.sum.clone();
    [right, wrong]
}

#[test]
fn multi_exponentiation() -> Result<(), Box<dyn Error>> {
    let [right, wrong] = terms().map(Msm);
    tells_apart(15, &right, &wrong)
}

#[test]
fn multi_exponentiation_of_constants() -> Result<(), Box<dyn Error>> {
    let [right, wrong] = terms().map(FixedBaseMsm);
    tells_apart(15, &right, &wrong)
}

#[test]
#[ignore = "takes minutes"]
fn pairing() -> Result<(), Box<dyn Error>> {
    let [right, mut wrong] = [1, 2].map(|seed| Pairing::random(rng(seed)));
    wrong.value = right.value.clone();
    tells_apart(16, &right, &wrong)
}

/// Both libraries have the same value, but for the final exponentiation's exponent: secant's is that of arkworks, a multiple of
/// halo2curves's.
#[test]
fn pairings_have_the_same_value() {
    let statement = Pairing::random(rng(3));
    let circuit = Pairing::SECANT.expect("a circuit")(&statement).expect("points of the groups");
    let public: Vec<BigUint> = circuit.public_values().iter().map(integer).collect();
    // Fuentes-Castaneda, Knapp and Rodriguez-Henriquez, Faster hashing to G2, section 5.
    let x = BigUint::from(4_965_661_367_192_848_881_u64);
    let multiple: BigUint = &x * 2u32 * (&x * &x * 6u32 + &x * 3u32 + 1u32);
    let value = statement.fq12().pow_vartime(multiple.to_u64_digits());
    // In the order of the powers of w.
    let (even, odd) = (value.c0, value.c1);
    let powers = [even.c0, odd.c0, even.c1, odd.c1, even.c2, odd.c2];
    let half: BigUint = BigUint::from(1u32) << 128u32;
    let parts = powers
        .iter()
        .flat_map(|z| [integer(&z.c0), integer(&z.c1)])
        .flat_map(|z| [&z % &half, &z / &half]);
    assert_eq!(public[12..], parts.collect::<Vec<_>>());
}
