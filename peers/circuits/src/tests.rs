//! halo2-ecc's proofs say what they should: with other inputs and the same result there is none. Both provers write the same,
//! but for what the stock prover draws elsewhere.

#[path = "../../../crates/secant-prover/tests/prover/recorder.rs"]
mod recorder;

use crate::{
    aggregation::Aggregation,
    bn254::{G1, G2, Terms},
    ec_add::EcAdd,
    fixed_base_msm::FixedBaseMsm,
    halo2_ecc,
    msm::Msm,
    pairing::Pairing,
    poseidon::Poseidon,
    prover::{Prepared, Prover},
    statement::{Secant, Statement, integer},
};
use halo2_axiom::halo2curves::{bn256::Fr, ff::Field};
use halo2_base::{
    QuantumCell::{Constant, Existing},
    gates::{GateInstructions, RangeInstructions, circuit::builder::RangeCircuitBuilder},
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use recorder::{Recorder, challenge};
use snark_verifier_sdk::{NativeLoader, snark_verifier::util::hash};
use std::error::Error;

/// Proves `right` with both provers, whose keys are the same, and fails to prove `wrong`.
fn tells_apart<S: Statement>(k: u32, right: &S, wrong: &S) -> Result<(), Box<dyn Error>> {
    let circuit = halo2_ecc::keygen(k, |builder| right.write(builder));
    let prepared = Prepared::new(k, &circuit, Prover::Stock)?;
    assert!(prepared.same_keys(&Prepared::new(k, &circuit, Prover::Secant)?));
    assert!(prepared.is_read(&circuit));
    let layout = halo2_ecc::Layout::of(&circuit);
    let circuit = halo2_ecc::circuit(&layout, |builder| right.write(builder));
    writes_the_same(&prepared, circuit)?;
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

/// That both provers write the same of a circuit of one phase, in halo2's order, but for what depends on the polynomial that
/// the stock prover draws for itself, and on its order of the values of lookups.
fn writes_the_same(prepared: &Prepared, circuit: RangeCircuitBuilder<Fr>) -> Result<(), Box<dyn Error>> {
    let write = |prover| {
        let mut out = Recorder::default();
        // halo2-ecc draws points for sums: the circuit of another run has another witness.
        let circuit = circuit.deep_clone();
        prepared.write(prover, circuit, &[], &mut out).map(|()| out.items)
    };
    let [ours, theirs] = [write(Prover::Secant)?, write(Prover::Stock)?];
    assert_eq!(ours.len(), theirs.len());
    let cs = prepared.constraint_system();
    let (lookups, permuted) = (cs.lookups().len(), cs.permutation().get_columns().len());
    let products = permuted.div_ceil(cs.degree() - 2);
    let [theta, _, gamma, y, x, opening] = [0, 1, 2, 3, 4, 5].map(|number| challenge(&ours, number));
    let values = x + 1 + cs.advice_queries().len() + cs.fixed_queries().len();
    let same = [
        // The key, and all of advice.
        (0..theta + 1, true),
        // Inputs and tables of lookups in the order of their values.
        (theta + 1..theta + 1 + 2 * lookups, lookups == 0),
        // The permutation's products, and those of lookups.
        (gamma + 1..gamma + 1 + products, true),
        (gamma + 1 + products..gamma + 1 + products + lookups, lookups == 0),
        // Behind the blinding polynomial the quotient.
        (y..x, lookups == 0),
        // Values of advice and of fixed columns; behind that of the blinding polynomial those of the permutation.
        (x..values, true),
        (values + 1..opening - 5 * lookups, true),
    ];
    for (range, _) in same.into_iter().filter(|(_, same)| *same) {
        let equal = |i: usize| ours[i] == theirs[i];
        assert!(range.clone().all(equal), "{range:?} of {}", ours.len());
    }
    // What the stock prover draws for itself.
    assert!(ours[y - 1] != theirs[y - 1] && ours[values] != theirs[values]);
    Ok(())
}

/// Gates of halo2-base, and its ranges.
struct Gates {
    a: u64,
    b: u64,
    /// `a b + a`, `a / b`, `a mod b`, whether `a < b`, and `a^5`.
    results: [Fr; 5],
}

impl Gates {
    fn new(a: u64, b: u64) -> Self {
        let (x, y) = (Fr::from(a), Fr::from(b));
        let results = [
            x * y + x,
            Fr::from(a / b),
            Fr::from(a % b),
            Fr::from(u64::from(a < b)),
            x.pow([5]),
        ];
        Self { a, b, results }
    }
}

impl Statement for Gates {
    const K: u32 = 9;
    const SECANT: Option<Secant<Self>> = None;

    fn name(&self) -> String {
        "gates".to_owned()
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let range = builder.range_chip();
        let gate = range.gate();
        let ctx = builder.main(0);
        let [a, b] = [self.a, self.b].map(|x| ctx.load_witness(Fr::from(x)));
        for x in [a, b] {
            range.range_check(ctx, x, 64);
        }
        let (quotient, remainder) = range.div_mod_var(ctx, a, b, 64, 64);
        let computed = [
            gate.mul_add(ctx, a, b, a),
            quotient,
            remainder,
            range.is_less_than(ctx, a, b, 64),
            {
                let square = gate.mul(ctx, a, a);
                let fourth = gate.mul(ctx, square, square);
                gate.inner_product(ctx, [fourth], [Existing(a)])
            },
        ];
        let bits = gate.num_to_bits(ctx, a, 64);
        let selected = gate.select(ctx, a, Constant(Fr::ZERO), bits[0]);
        gate.select(ctx, selected, b, bits[63]);
        for (x, expected) in computed.iter().zip(self.results) {
            let expected = ctx.load_constant(expected);
            ctx.constrain_equal(x, &expected);
        }
    }
}

#[test]
fn gates() -> Result<(), Box<dyn Error>> {
    let [right, mut wrong] = [(u64::MAX - 7, 12_345), (77, u64::MAX)].map(|(a, b)| Gates::new(a, b));
    wrong.results = right.results;
    tells_apart(9, &right, &wrong)?;
    tells_apart(
        10,
        &Gates::new(5, 5),
        &Gates {
            a: 6,
            ..Gates::new(5, 5)
        },
    )
}

#[test]
fn poseidon() -> Result<(), Box<dyn Error>> {
    let [right, mut wrong] = [1, 2].map(|seed| Poseidon::random(5, rng(seed)));
    // snark-verifier's, outside of any circuit.
    let mut hash = hash::Poseidon::<Fr, Fr, 3, 2>::new::<8, 57, 0>(&NativeLoader);
    hash.update(&right.words().collect::<Vec<_>>());
    assert_eq!(right.hash, hash.squeeze());
    wrong.hash = right.hash;
    tells_apart(11, &right, &wrong)
}

#[test]
#[ignore = "takes minutes"]
fn aggregation() -> Result<(), Box<dyn Error>> {
    // Two proofs of one hash.
    let hash = Poseidon::random(4, rng(1));
    let [right, wrong] = [Aggregation::new(&hash, 1)?, Aggregation::new(&hash, 2)?];
    let wrong = wrong.with_points_of(&right);
    tells_apart(17, &right, &wrong)
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
