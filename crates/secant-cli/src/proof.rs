//! A Groth16 proof that was read from files, and the places where it can be verified.

use crate::error::Error;
use crate::guest::{Call, Flavour, Guest};
use ark_serialize::{CanonicalSerialize, SerializationError};
use clap::ValueEnum;
use secant_curve::{Native, bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254, bw6_761::BW6_761};
use secant_verify::groth16::{
    self, Batches, CurveName, FileCurve, Files, Format, Groth16Files, OnLanes, Warning, detect,
};

/// Where a proof is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Place {
    /// In this program.
    Native,
    /// In a WASM guest whose heavy operations are calls to its host.
    Host,
    /// In a WASM guest alone.
    Wasm,
}

impl Place {
    /// The guest that verifies there, if any.
    pub fn guest(self) -> Option<Flavour> {
        match self {
            Self::Native => None,
            Self::Host => Some(Flavour::Guest),
            Self::Wasm => Some(Flavour::Plain),
        }
    }
}

/// A proof with its key and public inputs, read and checked in full.
pub struct Proof {
    /// The format of its files.
    pub format: Format,
    /// The curve it is over.
    pub curve: CurveName,
    /// The number of public inputs.
    pub inputs: usize,
    /// The number of commitments.
    pub commitments: usize,
    /// Reasons to distrust the key.
    pub warnings: Vec<Warning>,
    /// Verifies the proof in this program.
    native: Box<dyn Fn() -> Result<bool, groth16::Error>>,
    /// The key, the proof and the public inputs, encoded for a guest.
    encoded: Result<Vec<u8>, SerializationError>,
}

impl Proof {
    /// Detects the format of the files, and reads them.
    pub fn read(files: &Files<'_>) -> Result<Self, groth16::Error> {
        let (format, curve) = detect(files)?;
        match curve {
            CurveName::Bn254 => Self::read_over::<Bn254<Native>>(files, format, curve),
            CurveName::Bls12_381 => Self::read_over::<Bls12_381<Native>>(files, format, curve),
            CurveName::Bls12_377 => Self::read_over::<Bls12_377<Native>>(files, format, curve),
            CurveName::Bw6_761 => Self::read_over::<BW6_761<Native>>(files, format, curve),
        }
    }

    fn read_over<E: FileCurve>(files: &Files<'_>, format: Format, curve: CurveName) -> Result<Self, groth16::Error>
    where
        OnLanes: Batches<E>,
    {
        let read = Groth16Files::<E>::read_in_batches::<OnLanes>(files)?;
        let (inputs, encoded) = (read.public.len(), encode(&read));
        Ok(Self {
            format,
            curve,
            inputs,
            commitments: read.commitments.points.len(),
            warnings: read.warnings(Some(format)),
            native: Box::new(move || read.verify()),
            encoded,
        })
    }

    /// Prepares the verification in a place. `guest` is that of [`Place::guest`].
    pub fn verifier<'a>(&'a self, guest: Option<&Guest>) -> Result<Verifier<'a>, Error> {
        let Some(guest) = guest else {
            return Ok(Verifier::Native(self));
        };
        if self.commitments > 0 {
            return Err(Error::Unusable(
                "a proof with commitments is verified natively alone: leave --in out".into(),
            ));
        }
        let encoded = self
            .encoded
            .as_deref()
            .map_err(|e| Error::unusable("cannot encode the proof", e))?;
        let call = guest.prepare(operation(self.curve), encoded)?;
        Ok(Verifier::Guest(Box::new(call)))
    }
}

/// A proof, ready to be verified in a place any number of times.
pub enum Verifier<'a> {
    /// In this program.
    Native(&'a Proof),
    /// In a guest.
    Guest(Box<Call>),
}

impl Verifier<'_> {
    /// Whether the proof is valid.
    pub fn verify(&mut self) -> Result<bool, Error> {
        match self {
            Self::Native(proof) => (proof.native)().map_err(|e| Error::unusable("cannot verify the proof", e)),
            Self::Guest(call) => Ok(call.result()? == [1]),
        }
    }
}

/// Encodes a key, a proof and public inputs for the operation of the guests, which does not support commitments.
pub fn encode<E: FileCurve>(files: &Groth16Files<E>) -> Result<Vec<u8>, SerializationError> {
    let mut bytes = Vec::new();
    files.vk.serialize_uncompressed(&mut bytes)?;
    files.proof.serialize_uncompressed(&mut bytes)?;
    files.public.serialize_uncompressed(&mut bytes)?;
    Ok(bytes)
}

/// The guests' operation that verifies a proof over a curve.
fn operation(curve: CurveName) -> &'static str {
    match curve {
        CurveName::Bn254 => "bn254_groth16_verification",
        CurveName::Bls12_381 => "bls12_381_groth16_verification",
        CurveName::Bls12_377 => "bls12_377_groth16_verification",
        CurveName::Bw6_761 => "bw6_761_groth16_verification",
    }
}
