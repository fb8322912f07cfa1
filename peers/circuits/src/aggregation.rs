//! The verification of a proof inside a circuit: snark-verifier's aggregation of one proof of a [`Poseidon`] hash, but for
//! the pairing of two points, which are required to be the constants that they are.

use crate::{
    halo2_ecc,
    poseidon::Poseidon,
    prover,
    statement::{Secant, Statement},
};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, Fr, G1Affine},
    plonk::{Circuit, ProvingKey},
    poly::{
        commitment::ParamsProver,
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
        },
    },
};
use halo2_base::{AssignedValue, gates::circuit::builder::RangeCircuitBuilder};
use rand::{SeedableRng, rngs::StdRng};
use snark_verifier_sdk::{
    NativeLoader, SHPLONK, Snark,
    halo2::{
        POSEIDON_SPEC, PoseidonTranscript,
        aggregation::{VerifierUniversality, aggregate_snarks},
    },
    snark_verifier::system::halo2::{Config, compile},
};
use std::error::Error;

/// The rows of the circuit whose proof is verified: 2^`INNER`.
const INNER: u32 = 11;

/// A proof, made by secant's prover, and what its verification leaves.
#[derive(Clone, Debug)]
pub struct Aggregation {
    snark: Snark,
    generator: G1Affine,
    /// The coordinates' limbs of the points that are left for the pairing.
    left: Vec<Fr>,
}

impl Aggregation {
    /// A proof of a hash.
    pub fn new(statement: &Poseidon, seed: u64) -> Result<Self, Box<dyn Error>> {
        let srs = prover::srs(INNER);
        let circuit = halo2_ecc::keygen(INNER, |builder| statement.write(builder));
        let keys = secant_prover::keygen_pk2(&srs, &circuit, false)?;
        let layout = halo2_ecc::Layout::of(&circuit);
        let circuit = halo2_ecc::circuit(&layout, |builder| statement.write(builder));
        let proof = prove(&srs, &keys, circuit, seed)?;
        let transcript = |proof| PoseidonTranscript::<NativeLoader, &[u8]>::from_spec(proof, POSEIDON_SPEC.clone());
        let vk = keys.get_vk();
        secant_prover::verify_with::<VerifierSHPLONK<'_, Bn256>, _, _>(&srs, vk, &[], &[&[]], &proof, transcript)?;
        let protocol = compile(&srs, keys.get_vk(), Config::kzg());
        let mut unverified = Self {
            snark: Snark::new(protocol, Vec::new(), proof),
            generator: srs.get_g()[0],
            left: Vec::new(),
        };
        let mut builder = RangeCircuitBuilder::new(true).use_k(17).use_lookup_bits(16);
        let left = unverified.assign(&mut builder);
        unverified.left = left.iter().map(|limb| *limb.value()).collect();
        Ok(unverified)
    }

    /// The same proof with another's points left.
    #[cfg(test)]
    pub fn with_points_of(self, other: &Self) -> Self {
        Self {
            left: other.left.clone(),
            ..self
        }
    }

    /// Writes all but the comparison.
    fn assign(&self, builder: &mut RangeCircuitBuilder<Fr>) -> Vec<AssignedValue<Fr>> {
        let range = builder.range_chip();
        let snarks = [self.snark.clone()];
        let (generator, universality) = (self.generator.into(), VerifierUniversality::None);
        aggregate_snarks::<SHPLONK>(builder.pool(0), &range, generator, snarks, universality).accumulator
    }
}

/// A proof whose transcript is hashed by Poseidon.
fn prove(
    srs: &ParamsKZG<Bn256>,
    keys: &ProvingKey<G1Affine>,
    circuit: impl Circuit<Fr>,
    seed: u64,
) -> Result<Vec<u8>, Box<dyn Error>> {
    type Shplonk<'p> = ProverSHPLONK<'p, Bn256>;
    type Kzg = KZGCommitmentScheme<Bn256>;
    let mut out = PoseidonTranscript::<NativeLoader, Vec<u8>>::from_spec(Vec::new(), POSEIDON_SPEC.clone());
    let rng = StdRng::seed_from_u64(seed);
    secant_prover::create_proof::<Kzg, Shplonk<'_>, _, _, _, _>(srs, keys, &[circuit], &[&[]], rng, &mut out)?;
    Ok(out.finalize())
}

impl Statement for Aggregation {
    const K: u32 = 18;
    const SECANT: Option<Secant<Self>> = None;

    fn name(&self) -> String {
        "snark-verifier aggregation of a proof".to_owned()
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let left = self.assign(builder);
        let ctx = builder.main(0);
        for (limb, expected) in left.iter().zip(&self.left) {
            let expected = ctx.load_constant(*expected);
            ctx.constrain_equal(limb, &expected);
        }
    }
}
