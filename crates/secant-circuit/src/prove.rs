//! Keys and proofs with the stock prover and verifier of `halo2-axiom`: KZG over BN254, SHPLONK, Blake2b.
//!
//! [`Prover`] is the seam where another prover goes: everything else here takes the keys and proofs of `halo2-axiom` as they
//! are.

mod cache;
mod srs;

pub use cache::{Cache, Cached};
pub use srs::Srs;

use crate::{BuiltCircuit, Error, Fr};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1Affine},
    plonk::{self, ProvingKey, VerifyingKey},
    poly::{
        commitment::ParamsProver,
        kzg::{
            commitment::KZGCommitmentScheme,
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
            strategy::SingleStrategy,
        },
    },
    transcript::{Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer},
};
use rand::RngCore;

/// The keys of a circuit; that of the verifier is part of the prover's.
pub type Keys = ProvingKey<G1Affine>;

/// Makes proofs.
pub trait Prover {
    /// A proof of a circuit with its public inputs.
    ///
    /// # Errors
    /// If the reference string or the key is not of the circuit's size.
    fn prove(&self, srs: &Srs, keys: &Keys, circuit: &BuiltCircuit, rng: &mut dyn RngCore) -> Result<Vec<u8>, Error>;
}

/// The prover of `halo2-axiom`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stock;

impl Prover for Stock {
    fn prove(&self, srs: &Srs, keys: &Keys, circuit: &BuiltCircuit, rng: &mut dyn RngCore) -> Result<Vec<u8>, Error> {
        let instances = circuit.instances();
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let srs = srs.of_rows(circuit.configuration().k)?;
        let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
        plonk::create_proof::<KZGCommitmentScheme<Bn256>, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
            &srs,
            keys,
            std::slice::from_ref(circuit),
            &[&instances],
            rng,
            &mut transcript,
        )?;
        Ok(transcript.finalize())
    }
}

/// The keys of a circuit.
///
/// # Errors
/// If the reference string has fewer rows than the circuit.
pub fn keys(srs: &Srs, circuit: &BuiltCircuit) -> Result<Keys, Error> {
    let srs = srs.of_rows(circuit.configuration().k)?;
    let vk = plonk::keygen_vk(&*srs, circuit)?;
    Ok(plonk::keygen_pk(&*srs, vk, circuit)?)
}

/// Whether a proof, with nothing after it, is one for these public inputs, of which the circuit says how many there are:
/// halo2 takes missing ones for zeros, and more than that are not looked at.
pub fn verify(srs: &Srs, key: &VerifyingKey<G1Affine>, instances: &[Vec<Fr>], proof: &[u8]) -> bool {
    let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    let mut rest = proof;
    let Ok(srs) = srs.of_rows(key.get_domain().k()) else {
        return false;
    };
    let params = srs.verifier_params();
    let mut transcript = Blake2bRead::<_, G1Affine, Challenge255<_>>::init(&mut rest);
    let valid = plonk::verify_proof::<KZGCommitmentScheme<Bn256>, VerifierSHPLONK<'_, Bn256>, _, _, _>(
        params,
        key,
        SingleStrategy::new(params),
        &[&instances],
        &mut transcript,
    )
    .is_ok();
    valid && rest.is_empty()
}
