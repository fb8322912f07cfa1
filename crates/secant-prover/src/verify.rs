//! Verifies proofs from outside with the stock verifier, and makes the checks that it leaves to its caller.

use crate::convert::Fr;
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, G1Affine},
        ff::PrimeField,
        group::GroupEncoding,
    },
    plonk::{self, VerifyingKey},
    poly::{
        commitment::{Params, Verifier},
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            msm::DualMSM,
            strategy::{GuardKZG, SingleStrategy},
        },
    },
    transcript::{Blake2bRead, Challenge255, EncodedChallenge, Transcript, TranscriptRead, TranscriptReadBuffer},
};
use std::io;

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The number of public inputs differs from that of the circuit.
    #[error("instance column {column} of circuit {circuit} has {found} public inputs, and the circuit has {expected}")]
    PublicInputs {
        /// The index of the circuit, from zero.
        circuit: usize,
        /// The index of the instance column, from zero.
        column: usize,
        /// The number that the circuit has.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The number of instance columns differs from that of the circuit.
    #[error("circuit {circuit} has {found} instance columns, and there are counts of public inputs for {expected}")]
    InstanceColumns {
        /// The index of the circuit, from zero.
        circuit: usize,
        /// The number that the circuit has.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// No circuit was given: such a proof says nothing.
    #[error("there are public inputs of no circuit at all")]
    NoCircuits,
    /// The counts of public inputs do not fit a circuit of this key.
    #[error("the key is not one of a circuit with these counts of public inputs: {0}")]
    Key(&'static str),
    /// The reference string is not of the key's size.
    #[error("the reference string is for 2^{srs} rows, and the key for 2^{key}")]
    Size {
        /// Logarithm of the number of rows of the reference string.
        srs: u32,
        /// Logarithm of the number of rows of the key.
        key: u32,
    },
    /// The bytes are not a proof of this key, for any statement, or they are not canonical.
    #[error("the bytes are no proof of this key: at byte {at}, {what}")]
    Malformed {
        /// The position in bytes.
        at: usize,
        /// What is wrong at this position.
        what: &'static str,
    },
    /// The bytes are a well-formed proof, but it does not prove the statement.
    #[error("the proof does not hold for these public inputs")]
    Invalid,
}

/// Verifies a proof for these public inputs and checks that its bytes are canonical. It uses the stock verifier, which
/// leaves three checks to its caller. They are made here first.
///
/// - **The number of public inputs.** `public_inputs` has the number for each instance column. It must come from the
///   circuit; whoever supplies the public inputs must not choose it. The stock verifier adds values beyond the last row
///   to the first rows. So a list that is too long may begin with values that were never proved (`docs/prover.md`).
/// - **That the bytes are canonical.** The stock verifier ignores the highest bit of points and any bytes after the
///   proof. Then one proof could be written in several ways, and its bytes could not identify it.
/// - **That there is a circuit**, and that the reference string and the key are of the same size.
///
/// `instances` has a list of instance columns for each circuit, as in `halo2_axiom::plonk::verify_proof`. `V` is
/// `VerifierSHPLONK` or `VerifierGWC`. The transcript is the one that `Blake2bWrite` makes; [`verify_with`] takes
/// others.
///
/// # Errors
/// See [`VerifyError`].
pub fn verify<'params, V: MultiVerify<'params>>(
    params: &'params ParamsKZG<Bn256>,
    vk: &VerifyingKey<G1Affine>,
    public_inputs: &[usize],
    instances: &[&[&[Fr]]],
    proof: &[u8],
) -> Result<(), VerifyError> {
    let transcript = |proof| Blake2bRead::<&[u8], G1Affine, Challenge255<_>>::init(proof);
    verify_with::<V, _, _>(params, vk, public_inputs, instances, proof, transcript)
}

/// Verifies like [`verify`], but with another transcript, which `transcript` makes from the bytes of the proof. It must
/// read points in compressed form and scalars with the least significant byte first, 32 bytes each. All transcripts of
/// `halo2-axiom` and snark-verifier's Poseidon do.
///
/// # Errors
/// See [`VerifyError`].
pub fn verify_with<'params, 'proof, V: MultiVerify<'params>, E, T>(
    params: &'params ParamsKZG<Bn256>,
    vk: &VerifyingKey<G1Affine>,
    public_inputs: &[usize],
    instances: &[&[&[Fr]]],
    proof: &'proof [u8],
    transcript: impl FnOnce(&'proof [u8]) -> T,
) -> Result<(), VerifyError>
where
    E: EncodedChallenge<G1Affine>,
    T: TranscriptRead<G1Affine, E>,
{
    check(params, vk, public_inputs, instances)?;
    let mut transcript = Canonical {
        inner: transcript(proof),
        proof,
        at: 0,
        flaw: None,
    };
    let verdict = plonk::verify_proof::<KZGCommitmentScheme<Bn256>, V, E, _, _>(
        params,
        vk,
        SingleStrategy::new(params),
        instances,
        &mut transcript,
    );
    if let Some(what) = transcript.flaw {
        return Err(VerifyError::Malformed {
            at: transcript.at,
            what,
        });
    }
    verdict.map_err(|_| VerifyError::Invalid)?;
    match transcript.at == proof.len() {
        true => Ok(()),
        false => Err(VerifyError::Malformed {
            at: transcript.at,
            what: "it goes on where a proof ends",
        }),
    }
}

/// The verifiers of openings in the stock verifier: `VerifierSHPLONK` and `VerifierGWC`.
pub trait MultiVerify<'params>:
    Verifier<
        'params,
        KZGCommitmentScheme<Bn256>,
        MSMAccumulator = DualMSM<'params, Bn256>,
        Guard = GuardKZG<'params, Bn256>,
    >
{
}

impl<'params, V> MultiVerify<'params> for V where
    V: Verifier<
            'params,
            KZGCommitmentScheme<Bn256>,
            MSMAccumulator = DualMSM<'params, Bn256>,
            Guard = GuardKZG<'params, Bn256>,
        >
{
}

/// Checks what the stock verifier takes for granted.
fn check(
    params: &ParamsKZG<Bn256>,
    vk: &VerifyingKey<G1Affine>,
    public_inputs: &[usize],
    instances: &[&[&[Fr]]],
) -> Result<(), VerifyError> {
    let (srs, key) = (params.k(), vk.get_domain().k());
    if srs != key {
        return Err(VerifyError::Size { srs, key });
    }
    if public_inputs.len() != vk.cs().num_instance_columns() {
        return Err(VerifyError::Key("it has another number of instance columns"));
    }
    let rows = (1usize << key).saturating_sub(vk.cs().blinding_factors() + 1);
    if public_inputs.iter().any(|&count| count > rows) {
        return Err(VerifyError::Key("it has fewer usable rows"));
    }
    if instances.is_empty() {
        return Err(VerifyError::NoCircuits);
    }
    for (circuit, columns) in instances.iter().enumerate() {
        if columns.len() != public_inputs.len() {
            return Err(VerifyError::InstanceColumns {
                circuit,
                expected: public_inputs.len(),
                found: columns.len(),
            });
        }
        for (column, (values, &expected)) in columns.iter().zip(public_inputs).enumerate() {
            if values.len() != expected {
                return Err(VerifyError::PublicInputs {
                    circuit,
                    column,
                    expected,
                    found: values.len(),
                });
            }
        }
    }
    Ok(())
}

/// The length in bytes of a point, and of a scalar.
const SIZE: usize = 32;

/// A transcript that accepts only canonical bytes: it writes each point and scalar again and compares the bytes.
struct Canonical<'p, T> {
    inner: T,
    proof: &'p [u8],
    /// The position of the next point or scalar, or of the flaw.
    at: usize,
    flaw: Option<&'static str>,
}

impl<T> Canonical<'_, T> {
    /// Reads a value from the transcript and checks that its bytes are the next ones of the proof.
    fn read<V>(
        &mut self,
        read: impl FnOnce(&mut T) -> io::Result<V>,
        write: impl FnOnce(&V) -> [u8; SIZE],
        [invalid, not_canonical]: [&'static str; 2],
    ) -> io::Result<V> {
        let Some(bytes) = self.proof.get(self.at..).and_then(|rest| rest.first_chunk::<SIZE>()) else {
            return Err(self.fail("it ends before the proof does"));
        };
        let value = read(&mut self.inner).map_err(|_| self.fail(invalid))?;
        if write(&value) != *bytes {
            return Err(self.fail(not_canonical));
        }
        self.at += SIZE;
        Ok(value)
    }

    fn fail(&mut self, what: &'static str) -> io::Error {
        self.flaw.get_or_insert(what);
        io::Error::new(io::ErrorKind::InvalidData, what)
    }
}

impl<E: EncodedChallenge<G1Affine>, T: Transcript<G1Affine, E>> Transcript<G1Affine, E> for Canonical<'_, T> {
    fn squeeze_challenge(&mut self) -> E {
        self.inner.squeeze_challenge()
    }

    fn common_point(&mut self, point: G1Affine) -> io::Result<()> {
        self.inner.common_point(point)
    }

    fn common_scalar(&mut self, scalar: Fr) -> io::Result<()> {
        self.inner.common_scalar(scalar)
    }
}

impl<E: EncodedChallenge<G1Affine>, T: TranscriptRead<G1Affine, E>> TranscriptRead<G1Affine, E> for Canonical<'_, T> {
    fn read_point(&mut self) -> io::Result<G1Affine> {
        let write = |point: &G1Affine| {
            let mut bytes = [0; SIZE];
            bytes.copy_from_slice(point.to_bytes().as_ref());
            bytes
        };
        let what = ["no point of the curve is there", "a point is not in its only form"];
        self.read(T::read_point, write, what)
    }

    fn read_scalar(&mut self) -> io::Result<Fr> {
        let write = |scalar: &Fr| scalar.to_repr();
        let what = ["a scalar is not below the modulus", "a scalar is not in its only form"];
        self.read(T::read_scalar, write, what)
    }
}
