//! The provers and the verifier that both libraries' circuits go through.

use halo2_axiom::SerdeFormat;
use halo2_axiom::halo2curves::bn256::{Bn256, Fr, G1Affine};
use halo2_axiom::plonk::{self, Circuit, ProvingKey};
use halo2_axiom::poly::kzg::commitment::{KZGCommitmentScheme, ParamsKZG};
use halo2_axiom::poly::kzg::multiopen::{ProverSHPLONK, VerifierSHPLONK};
use halo2_axiom::transcript::{Blake2bWrite, Challenge255, TranscriptWrite, TranscriptWriterBuffer};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::Trace;
use std::error::Error;
use std::time::{Duration, Instant};

/// What makes a proof of a key and a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Prover {
    /// halo2-axiom's.
    Stock,
    /// secant's.
    Secant,
}

/// A reference string of 2^`k` rows, of a secret that is the same for all: for measurements alone.
pub fn srs(k: u32) -> ParamsKZG<Bn256> {
    ParamsKZG::setup(k, StdRng::seed_from_u64(0))
}

/// A circuit's keys and reference string.
pub struct Prepared {
    srs: ParamsKZG<Bn256>,
    keys: ProvingKey<G1Affine>,
    /// How many public inputs the circuit has in each instance column.
    public_inputs: Vec<usize>,
    /// How long the keys took.
    pub took: Duration,
}

impl Prepared {
    /// Those of a circuit of 2^`k` rows without public inputs; halo2's keys and secant's are the same.
    pub fn new(k: u32, circuit: &impl Circuit<Fr>, by: Prover) -> Result<Self, Box<dyn Error>> {
        let srs = srs(k);
        let start = Instant::now();
        // Both keys of one synthesis.
        let keys = match by {
            Prover::Stock => plonk::keygen_pk2(&srs, circuit, false).map_err(|e| format!("{e:?}"))?,
            Prover::Secant => secant_prover::keygen_pk2(&srs, circuit, false)?,
        };
        Ok(Self {
            srs,
            keys,
            public_inputs: Vec::new(),
            took: start.elapsed(),
        })
    }

    /// The same of a circuit with so many public inputs in each instance column.
    pub fn with_public_inputs(self, public_inputs: Vec<usize>) -> Self {
        Self { public_inputs, ..self }
    }

    /// Whether the keys are the same, byte for byte.
    pub fn same_keys(&self, other: &Self) -> bool {
        let [these, those] = [self, other].map(|prepared| prepared.keys.to_bytes(SerdeFormat::RawBytesUnchecked));
        these == those
    }

    /// A proof.
    pub fn prove(
        &self,
        prover: Prover,
        circuit: impl Circuit<Fr>,
        instances: &[Vec<Fr>],
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
        self.write(prover, circuit, instances, &mut transcript)?;
        Ok(transcript.finalize())
    }

    /// Writes a proof.
    pub fn write<T: TranscriptWrite<G1Affine, Challenge255<G1Affine>>>(
        &self,
        prover: Prover,
        circuit: impl Circuit<Fr>,
        instances: &[Vec<Fr>],
        out: &mut T,
    ) -> Result<(), Box<dyn Error>> {
        type Shplonk<'p> = ProverSHPLONK<'p, Bn256>;
        type Kzg = KZGCommitmentScheme<Bn256>;
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let (srs, keys, circuits, instances) = (&self.srs, &self.keys, &[circuit], &[&instances[..]]);
        let rng = StdRng::seed_from_u64(1);
        match prover {
            Prover::Stock => {
                plonk::create_proof::<Kzg, Shplonk<'_>, _, _, _, _>(srs, keys, circuits, instances, rng, out)
                    .map_err(|e| format!("{e:?}"))?;
            }
            Prover::Secant => {
                secant_prover::create_proof::<Kzg, Shplonk<'_>, _, _, _, _>(srs, keys, circuits, instances, rng, out)?;
            }
        }
        Ok(())
    }

    /// Whether a file with the key is read as one of the circuit.
    #[cfg(test)]
    pub fn is_read(&self, circuit: &impl Circuit<Fr>) -> bool {
        secant_prover::read_pk(&self.srs, circuit, &self.keys.to_bytes(SerdeFormat::Processed)).is_ok()
    }

    /// The keys' constraint system.
    #[cfg(test)]
    pub fn constraint_system(&self) -> &plonk::ConstraintSystem<Fr> {
        self.keys.get_vk().cs()
    }

    /// Where the time of a proof by secant's prover goes.
    pub fn trace(&self, circuit: impl Circuit<Fr>, instances: &[Vec<Fr>]) -> Result<Trace, Box<dyn Error>> {
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
        let prover = secant_prover::Prover::once(&self.srs, &self.keys)?;
        let trace = prover.create_proof::<ProverSHPLONK<'_, Bn256>, _, _, _, _>(
            &[circuit],
            &[&instances],
            StdRng::seed_from_u64(1),
            &mut transcript,
        )?;
        Ok(trace)
    }

    /// Whether a proof is right.
    pub fn verify(&self, proof: &[u8], instances: &[Vec<Fr>]) -> bool {
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let (srs, vk) = (&self.srs, self.keys.get_vk());
        secant_prover::verify::<VerifierSHPLONK<'_, Bn256>>(srs, vk, &self.public_inputs, &[&instances], proof).is_ok()
    }
}
