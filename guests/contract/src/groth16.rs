//! Groth16 proofs.

use crate::{Error, Verdict};
use secant_curve::{Plain, bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254, bw6_761::BW6_761};
use secant_verify::groth16::{self, CurveName, File, FileCurve, Files, Groth16Files, detect};

/// Whether a proof is valid for public inputs. All three are files as snarkjs or gnark writes them, and the files name
/// the curve.
///
/// # Errors
/// If the key or the public inputs cannot be used.
pub fn verify_groth16(key: &[u8], proof: &[u8], public: &[u8]) -> Verdict {
    let files = Files { vk: key, proof, public };
    verify(&files).or_else(|e| match e.file() {
        File::Vk => Err(key_error(&e)),
        // As for signatures: bytes that are not a proof count as an invalid proof.
        File::Proof => Ok(false),
        File::Public => Err(Error::PublicInputs),
    })
}

fn verify(files: &Files<'_>) -> Result<bool, groth16::Error> {
    match detect(files)?.1 {
        CurveName::Bn254 => verify_over::<Bn254<Plain>>(files),
        CurveName::Bls12_381 => verify_over::<Bls12_381<Plain>>(files),
        CurveName::Bls12_377 => verify_over::<Bls12_377<Plain>>(files),
        CurveName::Bw6_761 => verify_over::<BW6_761<Plain>>(files),
    }
}

fn verify_over<E: FileCurve>(files: &Files<'_>) -> Result<bool, groth16::Error> {
    Groth16Files::<E>::read(files)?.verify()
}

fn key_error(e: &groth16::Error) -> Error {
    use groth16::Error as E;
    match e {
        E::UnknownCurve { .. } => Error::UnknownCurve,
        E::UnknownPoints { .. } | E::NotOnCurve { .. } | E::NotInSubgroup { .. } | E::AtInfinity { .. } => {
            Error::KeyPoint
        }
        E::Protocol { .. } => Error::Scheme,
        E::Forgeable { .. }
        | E::KnownSecrets { .. }
        | E::InputNotBound { .. }
        | E::CommitmentKey { .. }
        | E::SharedCommitmentKey { .. } => Error::KeyForgeable,
        _ => Error::KeyEncoding,
    }
}
