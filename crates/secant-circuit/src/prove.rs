//! Keys and proofs in the form of `halo2-axiom`: KZG over BN254, SHPLONK, Blake2b. Proofs are made by secant's prover
//! or the stock one, for the stock verifier.

mod cache;
mod srs;

pub use cache::{Cache, Cached, Origin};
pub use srs::Srs;

use crate::{BuiltCircuit, Error, Fr, Parameters};
use halo2_axiom::{
    SerdeFormat,
    halo2curves::bn256::{Bn256, G1Affine},
    plonk::{self, ProvingKey, VerifyingKey},
    poly::{
        commitment::{Params, ParamsProver},
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
        },
    },
    transcript::{Blake2bWrite, Challenge255, TranscriptWriterBuffer},
};
use rand_core::CryptoRngCore;
pub use secant_prover::{Trace, VerifyError};
use std::{
    borrow::Cow,
    fs,
    io::{self, Read},
    path::Path,
};

/// The keys of a circuit. The verifier's key is part of the prover's.
pub type Keys = ProvingKey<G1Affine>;

/// Makes proofs.
pub trait Prover {
    /// A proof of a circuit with its public inputs.
    ///
    /// The generator hides the witness. It must be a cryptographic one, and its seed must be used for no other proof.
    /// Proofs are made in variable time (`secant_prover`, "Secrets").
    ///
    /// # Errors
    /// If the reference string or the key is not of the circuit's size.
    fn prove(
        &self,
        srs: &Srs,
        keys: &Keys,
        circuit: &BuiltCircuit,
        rng: &mut dyn CryptoRngCore,
    ) -> Result<Vec<u8>, Error>;
}

/// secant's prover: several times faster than [`Stock`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

/// The prover of `halo2-axiom`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stock;

type Scheme = KZGCommitmentScheme<Bn256>;
type Shplonk<'p> = ProverSHPLONK<'p, Bn256>;

impl Engine {
    /// A proof, and where the time went.
    ///
    /// # Errors
    /// As [`Prover::prove`].
    pub fn trace(
        &self,
        srs: &Srs,
        keys: &Keys,
        circuit: &BuiltCircuit,
        rng: &mut dyn CryptoRngCore,
    ) -> Result<(Vec<u8>, Trace), Error> {
        let mut trace = Trace::default();
        let proof = written(srs, circuit, |srs, circuits, instances, out| {
            let prover = secant_prover::Prover::once(srs, keys)?;
            trace = prover.create_proof::<Shplonk<'_>, _, _, _, _>(circuits, instances, rng, out)?;
            Ok(())
        })?;
        Ok((proof, trace))
    }
}

impl Prover for Engine {
    fn prove(
        &self,
        srs: &Srs,
        keys: &Keys,
        circuit: &BuiltCircuit,
        rng: &mut dyn CryptoRngCore,
    ) -> Result<Vec<u8>, Error> {
        self.trace(srs, keys, circuit, rng).map(|(proof, _)| proof)
    }
}

impl Prover for Stock {
    fn prove(
        &self,
        srs: &Srs,
        keys: &Keys,
        circuit: &BuiltCircuit,
        rng: &mut dyn CryptoRngCore,
    ) -> Result<Vec<u8>, Error> {
        written(srs, circuit, |srs, circuits, instances, out| {
            plonk::create_proof::<Scheme, Shplonk<'_>, _, _, _, _>(srs, keys, circuits, instances, rng, out)?;
            Ok(())
        })
    }
}

type Transcript = Blake2bWrite<Vec<u8>, G1Affine, Challenge255<G1Affine>>;

/// The proof that a prover writes for a circuit and its public inputs.
fn written(
    srs: &Srs,
    circuit: &BuiltCircuit,
    prove: impl FnOnce(&ParamsKZG<Bn256>, &[BuiltCircuit], &[&[&[Fr]]], &mut Transcript) -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    let instances = circuit.instances();
    let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    let srs = srs.of_rows(circuit.configuration().k)?;
    let mut transcript = Transcript::init(Vec::new());
    prove(&srs, std::slice::from_ref(circuit), &[&instances], &mut transcript)?;
    Ok(transcript.finalize())
}

/// The keys of a circuit, as halo2 makes them.
///
/// # Errors
/// If the reference string has fewer rows than the circuit.
pub fn keys(srs: &Srs, circuit: &BuiltCircuit) -> Result<Keys, Error> {
    let srs = srs.of_rows(circuit.configuration().k)?;
    Ok(secant_prover::keygen_pk2(&srs, circuit, false)?)
}

/// Reads the keys of a circuit from a file, as `ProvingKey::write` of halo2 writes them, raw or processed: by
/// [`write_keys`], or by another program. They are checked to be keys of this circuit and this reference string.
///
/// # Errors
/// If the file cannot be read, or has other contents; if the reference string has fewer rows than the circuit.
pub fn read_keys(srs: &Srs, circuit: &BuiltCircuit, file: &Path) -> Result<Keys, Error> {
    let bytes = read_at_most(file, longest_key(circuit)).map_err(|source| Error::file(file, source))?;
    keys_of(srs, circuit, file, &bytes)
}

/// The keys of a circuit from the bytes of a file.
fn keys_of(srs: &Srs, circuit: &BuiltCircuit, file: &Path, bytes: &[u8]) -> Result<Keys, Error> {
    let k = circuit.configuration().k;
    let srs = srs.of_rows(k)?;
    let contents = |what| Error::Contents {
        path: file.display().to_string(),
        what,
    };
    secant_prover::read_pk(&srs, circuit, bytes).map_err(|error| match error {
        secant_prover::Error::Size { key, .. } => {
            contents(format!("the key is for 2^{key} rows, and the circuit has 2^{k}"))
        }
        secant_prover::Error::Key(_) => contents(error.to_string()),
        error => error.into(),
    })
}

/// An upper bound for the bytes of a circuit's keys. A key has values and coefficients of the fixed columns and of the
/// copied ones.
fn longest_key(circuit: &BuiltCircuit) -> u64 {
    let counts = circuit.counts();
    let columns = counts.fixed_columns + counts.permuted_columns + counts.advice_columns + 8;
    4 * columns as u64 * (SCALAR << circuit.configuration().k)
}

/// The contents of a file. If it has more than `most` bytes, `most + 1` bytes are returned.
fn read_at_most(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of an element.
const SCALAR: u64 = 32;

/// Writes keys to a file, in halo2's raw form.
///
/// # Errors
/// If the file cannot be written.
pub fn write_keys(keys: &Keys, file: &Path) -> Result<(), Error> {
    fs::write(file, keys.to_bytes(SerdeFormat::RawBytes)).map_err(|source| Error::file(file, source))
}

/// Checks that a proof is one of a circuit for these public inputs, and that it is in the one valid encoding.
///
/// The circuit's [`Parameters`], which are the verifier's own, say how many public inputs there are. Neither the proof
/// nor its supplier decides on their number. [`secant_prover::verify`] says what a list of another length would prove.
///
/// # Errors
/// See [`VerifyError`]: `PublicInputs` if there are more or fewer than the circuit has, `Malformed` if the bytes are
/// not a proof of any statement, and `Invalid` if they do not prove this statement.
pub fn verify(
    srs: &Srs,
    key: &VerifyingKey<G1Affine>,
    circuit: &Parameters,
    instances: &[Vec<Fr>],
    proof: &[u8],
) -> Result<(), VerifyError> {
    let k = key.get_domain().k();
    let params = match srs.k() {
        of_srs if of_srs < k => return Err(VerifyError::Size { srs: of_srs, key: k }),
        _ => verifier_params(srs.params(), k),
    };
    let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
    secant_prover::verify::<VerifierSHPLONK<'_, Bn256>>(&params, key, &circuit.public_inputs(), &[&instances], proof)
}

/// The part of a reference string that the verifier needs, for `2^k` rows: the generators and the secret's first power.
fn verifier_params(params: &ParamsKZG<Bn256>, k: u32) -> Cow<'_, ParamsKZG<Bn256>> {
    if params.k() == k {
        return Cow::Borrowed(params);
    }
    let generator = params.get_g()[..1].to_vec();
    Cow::Owned(params.from_parts(k, generator, Some(Vec::new()), params.g2(), params.s_g2()))
}
