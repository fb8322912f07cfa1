//! A Poseidon hash over the scalar field of BN254, three words wide, and the range of each word that is hashed.

use crate::statement::{Secant, Statement};
use halo2_axiom::halo2curves::{bn256::Fr, ff::Field};
use halo2_base::{
    gates::{RangeInstructions, circuit::builder::RangeCircuitBuilder},
    poseidon::hasher::PoseidonHasher,
};
use rand::RngCore;
use snark_verifier_sdk::halo2::POSEIDON_SPEC;

/// The bits of a word.
const BITS: usize = 64;

/// Words and their hash.
#[derive(Clone, Debug)]
pub struct Poseidon {
    words: Vec<u64>,
    /// The hash.
    pub hash: Fr,
}

impl Poseidon {
    /// Words that nobody chose.
    pub fn random(size: usize, mut rng: impl RngCore) -> Self {
        let mut unhashed = Self {
            words: (0..size).map(|_| rng.next_u64()).collect(),
            hash: Fr::ZERO,
        };
        // What halo2-base computes; the tests have another library's hash.
        let mut builder = RangeCircuitBuilder::new(true).use_k(12).use_lookup_bits(11);
        unhashed.hash = unhashed.hashed(&mut builder);
        unhashed
    }

    /// The words, as elements.
    pub fn words(&self) -> impl Iterator<Item = Fr> {
        self.words.iter().map(|word| Fr::from(*word))
    }

    /// Writes all but the comparison.
    fn hashed(&self, builder: &mut RangeCircuitBuilder<Fr>) -> Fr {
        let hash = self.assign(builder);
        *hash.value()
    }

    fn assign(&self, builder: &mut RangeCircuitBuilder<Fr>) -> halo2_base::AssignedValue<Fr> {
        let range = builder.range_chip();
        let ctx = builder.main(0);
        let words = ctx.assign_witnesses(self.words());
        for word in &words {
            range.range_check(ctx, *word, BITS);
        }
        let mut hasher = PoseidonHasher::new(POSEIDON_SPEC.clone());
        hasher.initialize_consts(ctx, range.gate());
        hasher.hash_fix_len_array(ctx, range.gate(), &words)
    }
}

impl Statement for Poseidon {
    const K: u32 = 15;
    const SECANT: Option<Secant<Self>> = None;

    fn name(&self) -> String {
        format!("Poseidon of {} words", self.words.len())
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let hash = self.assign(builder);
        let ctx = builder.main(0);
        let expected = ctx.load_constant(self.hash);
        ctx.constrain_equal(&hash, &expected);
    }
}
