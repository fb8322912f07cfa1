//! Proofs that were read from files, and their verification.

use super::commitments::{CommitmentKeys, Commitments};
use super::detect::{self, Family};
use super::{Batches, CurveName, Error, File, FileCurve, Files, Format, OneByOne, Warning, gnark, key, snarkjs};
use alloc::vec::Vec;
use ark_ec::pairing::Pairing;
use ark_ec::{AffineRepr, VariableBaseMSM};
use ark_groth16::{Groth16, PreparedVerifyingKey, Proof, VerifyingKey, prepare_verifying_key};

/// A verification key, a proof and public inputs, read from files and checked.
///
/// ```
/// use ark_bls12_381::Bls12_381;
/// use secant_verify::groth16::{CurveName, Error, Files, Groth16Files, detect};
///
/// # fn main() -> Result<(), Error> {
/// let files = Files {
///     vk: include_bytes!("../../fixtures/gnark/bls12_381/vk.bin"),
///     proof: include_bytes!("../../fixtures/gnark/bls12_381/proof.bin"),
///     public: include_bytes!("../../fixtures/gnark/bls12_381/public.bin"),
/// };
/// let (_, curve) = detect(&files)?;
/// assert_eq!(curve, CurveName::Bls12_381);
/// assert!(Groth16Files::<Bls12_381>::read(&files)?.verify()?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Groth16Files<E: Pairing> {
    /// The verification key. Its last input points are for the hashes of commitments.
    pub vk: VerifyingKey<E>,
    /// The part of the verification key about commitments.
    pub commitment_keys: CommitmentKeys<E>,
    /// The proof.
    pub proof: Proof<E>,
    /// The part of the proof about commitments.
    pub commitments: Commitments<E>,
    /// The public inputs, in the circuit's order.
    pub public: Vec<E::ScalarField>,
}

impl<E: Pairing> Groth16Files<E> {
    /// A proof without commitments.
    pub fn plain(vk: VerifyingKey<E>, proof: Proof<E>, public: Vec<E::ScalarField>) -> Self {
        Self {
            vk,
            commitment_keys: CommitmentKeys::default(),
            proof,
            commitments: Commitments::default(),
            public,
        }
    }

    /// Reads three files in any known format. They must be over the curve that `E` implements.
    ///
    /// # Errors
    /// [`Error`] says what is wrong. Well-formed files over another curve give [`Error::WrongCurve`] or
    /// [`Error::CurveMismatch`].
    pub fn read(files: &Files<'_>) -> Result<Self, Error>
    where
        E: FileCurve,
    {
        Self::read_in_batches::<OneByOne>(files)
    }

    /// Reads like [`read`](Self::read), but decompresses and checks points with `B`, which can take many at once.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_in_batches<B: Batches<E>>(files: &Files<'_>) -> Result<Self, Error>
    where
        E: FileCurve,
    {
        let expected = CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?;
        if detect::family(files)? == Family::Snarkjs {
            return snarkjs::read::<E, B>(files);
        }
        let read = gnark::read::<E, B>(files);
        read.map_err(|error| detect::another_curve(files, expected).unwrap_or(error))
    }

    /// Reads a snarkjs verification key by itself, for proofs that [`read_snarkjs_proof`](Self::read_snarkjs_proof)
    /// reads later. The key is checked as [`read`](Self::read) checks it.
    ///
    /// # Errors
    /// [`Error`] says what is wrong. A key over another curve gives [`Error::WrongCurve`].
    pub fn read_snarkjs_key(vk: &[u8]) -> Result<VerifyingKey<E>, Error>
    where
        E: FileCurve,
    {
        detect::expect_json(File::Vk, vk)?;
        snarkjs::read_key::<E, OneByOne>(vk)
    }

    /// Reads a snarkjs proof and its public inputs, in the circuit's order, for a key that was read before. The key is
    /// checked as [`check_key`](super::check_key) does.
    ///
    /// # Errors
    /// [`Error`] says what is wrong. A proof over another curve gives [`Error::CurveMismatch`].
    pub fn read_snarkjs_proof(
        vk: &VerifyingKey<E>,
        proof: &[u8],
        public: &[u8],
    ) -> Result<(Proof<E>, Vec<E::ScalarField>), Error>
    where
        E: FileCurve,
    {
        detect::expect_json(File::Proof, proof)?;
        detect::expect_json(File::Public, public)?;
        snarkjs::read_statement::<E, OneByOne>(vk, proof, public)
    }

    /// Whether the proof holds.
    ///
    /// This prepares the verification key each time, for one pairing in addition to the three of
    /// the check. To verify many proofs under one key, keep [`prepare`](Self::prepare)'s result and
    /// use [`verify_prepared`](Self::verify_prepared).
    ///
    /// # Errors
    /// Only for a value that was put together by hand: the errors of [`prepare`](Self::prepare) about the key,
    /// [`Error::InputCount`] and [`Error::CommitmentCount`]. A value that [`read`](Self::read) returned never gives an
    /// error.
    pub fn verify(&self) -> Result<bool, Error> {
        self.verify_prepared(&self.prepare()?)
    }

    /// Precomputes what depends only on the verification key.
    ///
    /// # Errors
    /// As [`PreparedKey::new`].
    pub fn prepare(&self) -> Result<PreparedKey<E>, Error> {
        PreparedKey::new(&self.vk, self.commitment_keys.clone())
    }

    /// Whether the proof holds under a prepared key, which is used in place of `self.vk` and `self.commitment_keys`.
    ///
    /// # Errors
    /// [`Error::InputCount`] and [`Error::CommitmentCount`], if the key is for another number of them.
    pub fn verify_prepared(&self, key: &PreparedKey<E>) -> Result<bool, Error> {
        key.verify(&self.proof, &self.commitments, &self.public)
    }

    /// The warnings of [`key_warnings`](super::key_warnings) about the verification key.
    pub fn warnings(&self, format: Option<Format>) -> Vec<Warning> {
        key::key_warnings(&self.vk, format)
    }
}

/// A checked verification key, with precomputed values that depend only on it.
#[derive(Clone, Debug)]
pub struct PreparedKey<E: Pairing> {
    vk: PreparedVerifyingKey<E>,
    commitment_keys: CommitmentKeys<E>,
}

impl<E: Pairing> PreparedKey<E> {
    /// Prepares a key. For a key without commitments, pass the default as `commitment_keys`.
    ///
    /// # Errors
    /// The errors of [what a key must have](super#what-a-key-must-have), and [`Error::CommitmentKeys`].
    pub fn new(vk: &VerifyingKey<E>, commitment_keys: CommitmentKeys<E>) -> Result<Self, Error> {
        let (keys, lists) = (commitment_keys.keys.len(), commitment_keys.committed.len());
        let points = vk.gamma_abc_g1.len();
        if keys != lists || points < keys + 1 {
            if points == 0 {
                return Err(Error::Verifier);
            }
            return Err(Error::CommitmentKeys { keys, lists, points });
        }
        key::check(vk, &key::ARKWORKS, keys)?;
        commitment_keys.check(points - 1 - keys)?;
        let vk = prepare_verifying_key(vk);
        Ok(Self { vk, commitment_keys })
    }

    /// The key.
    pub fn vk(&self) -> &VerifyingKey<E> {
        &self.vk.vk
    }

    /// Whether a proof holds for these public inputs. For a proof without commitments, pass the default as
    /// `commitments`.
    ///
    /// # Errors
    /// [`Error::InputCount`] and [`Error::CommitmentCount`], if the key is for another number of them.
    pub fn verify(
        &self,
        proof: &Proof<E>,
        commitments: &Commitments<E>,
        public: &[E::ScalarField],
    ) -> Result<bool, Error> {
        let (expected, found) = (self.commitment_keys.keys.len(), commitments.points.len());
        let inputs = key::inputs(self.vk(), expected)?;
        if public.len() != inputs {
            return Err(Error::InputCount {
                expected: inputs,
                found: public.len(),
            });
        }
        if found != expected {
            return Err(Error::CommitmentCount { expected, found });
        }
        let hashes = commitments.hashes(&self.commitment_keys, public)?;
        if !commitments.proofs_of_knowledge_hold(&self.commitment_keys, &hashes) {
            return Ok(false);
        }
        let (constant, points) = self.vk().gamma_abc_g1.split_first().ok_or(Error::Verifier)?;
        let (points, of_hashes) = points.split_at_checked(inputs).ok_or(Error::Verifier)?;
        let mut sum = constant.into_group();
        // Each pair has as many points as scalars.
        for (points, scalars) in [(points, public), (of_hashes, &hashes[..])] {
            sum += E::G1::msm(points, scalars).map_err(|_| Error::Verifier)?;
        }
        for point in &commitments.points {
            sum += *point;
        }
        Groth16::<E>::verify_proof_with_prepared_inputs(&self.vk, proof, &sum).map_err(|_| Error::Verifier)
    }
}
