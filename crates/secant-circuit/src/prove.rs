//! Keys and proofs with the stock prover and verifier of `halo2-axiom`: KZG over BN254, SHPLONK, Blake2b.

use crate::{BuiltCircuit, Error, Fr};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1Affine},
    plonk::{self, ProvingKey, VerifyingKey},
    poly::{
        commitment::ParamsProver,
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
            strategy::SingleStrategy,
        },
    },
    transcript::{Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer},
};
use rand::RngCore;

pub use halo2_axiom::poly::kzg::commitment::ParamsKZG as Parameters;

/// The structured reference string of KZG.
pub type Srs = ParamsKZG<Bn256>;

/// The keys of a circuit.
///
/// # Errors
/// If the reference string has fewer rows than the circuit.
pub fn keys(srs: &Srs, circuit: &BuiltCircuit) -> Result<ProvingKey<G1Affine>, Error> {
    let vk = plonk::keygen_vk(srs, circuit)?;
    Ok(plonk::keygen_pk(srs, vk, circuit)?)
}

/// A proof of a circuit with its public inputs.
///
/// # Errors
/// halo2's.
pub fn prove(
    srs: &Srs,
    key: &ProvingKey<G1Affine>,
    circuit: BuiltCircuit,
    rng: impl RngCore,
) -> Result<Vec<u8>, Error> {
    let instances = circuit.instances();
    let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
    plonk::create_proof::<KZGCommitmentScheme<Bn256>, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
        srs,
        key,
        &[circuit],
        &[&instances],
        rng,
        &mut transcript,
    )?;
    Ok(transcript.finalize())
}

/// Whether a proof is one for these public inputs.
pub fn verify(srs: &Srs, key: &VerifyingKey<G1Affine>, instances: &[Vec<Fr>], proof: &[u8]) -> bool {
    let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    let mut transcript = Blake2bRead::<_, G1Affine, Challenge255<_>>::init(proof);
    let strategy = SingleStrategy::new(srs.verifier_params());
    plonk::verify_proof::<KZGCommitmentScheme<Bn256>, VerifierSHPLONK<'_, Bn256>, _, _, _>(
        srs.verifier_params(),
        key,
        strategy,
        &[&instances],
        &mut transcript,
    )
    .is_ok()
}
