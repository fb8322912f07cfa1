//! Groth16 over the files that snarkjs and gnark write.
//!
//! [`detect`] finds out from three files which tool wrote them and over which curve.
//! [`Groth16Files::read`] reads them for a curve of the caller's, and
//! [`Groth16Files::verify`] verifies.
//!
//! | | snarkjs | gnark |
//! |---|---|---|
//! | verification key | `verification_key.json` | `WriteTo`, `WriteRawTo` |
//! | proof | `proof.json` | `WriteTo`, `WriteRawTo` |
//! | public inputs | `public.json` | `MarshalBinary` of the public witness |
//! | curves | BN254, BLS12-381 | BN254, BLS12-381, BLS12-377, BW6-761 |
//!
//! # What is checked
//! Every number is below its modulus and written in the one way its format has for it; every point
//! is on its curve and in the subgroup of prime order; no element of the key except the points of
//! `IC` or `K` is infinity; the public inputs are as many as the key is for; and each binary file
//! ends with its last field. Lengths are compared with what is left of a file before memory is
//! taken for them. Whether the key comes from an honest setup, no file can say.
//!
//! # gnark's binary files
//! Integers are big-endian; `G1` and `G2` stand for an encoded point, and `Fr` for a scalar field
//! element. A list has its length before it.
//!
//! The verification key:
//!
//! | field | type | here |
//! |---|---|---|
//! | `Alpha1` | G1 | `alpha_g1` |
//! | `Beta1` | G1 | checked, not used |
//! | `Beta2` | G2 | `beta_g2` |
//! | `Gamma2` | G2 | `gamma_g2` |
//! | `Delta1` | G1 | checked, not used |
//! | `Delta2` | G2 | `delta_g2` |
//! | `K` | u32, then as many G1 | `gamma_abc_g1` |
//! | `PublicAndCommitmentCommitted` | u32, then as many lists of u32, then as many u64 | must be empty |
//! | `CommitmentKeys` | u32, then as many pairs of G2 | must be empty |
//!
//! The proof:
//!
//! | field | type | here |
//! |---|---|---|
//! | `Ar` | G1 | `a` |
//! | `Bs` | G2 | `b` |
//! | `Krs` | G1 | `c` |
//! | `Commitments` | u32, then as many G1 | must be empty |
//! | `CommitmentPok` | G1 | must be infinity |
//!
//! The public witness:
//!
//! | field | type | here |
//! |---|---|---|
//! | number of public values | u32 | the length of `public` |
//! | number of secret values | u32 | must be 0 |
//! | values | u32, then as many Fr | `public` |
//!
//! A field element takes whole 64-bit words. A coordinate over an extension of degree two is its
//! coefficient of the imaginary unit, then the other. A raw point is `x` and `y`, a compressed one
//! `x` alone. Sizes in bytes, compressed and raw:
//!
//! | curve | Fr | G1 | G2 | proof | key for *n* public inputs |
//! |---|---|---|---|---|---|
//! | BN254 | 32 | 32, 64 | 64, 128 | 164, 324 | 332 + 32 *n*, 652 + 64 *n* |
//! | BLS12-381, BLS12-377 | 32 | 48, 96 | 96, 192 | 244, 484 | 492 + 48 *n*, 972 + 96 *n* |
//! | BW6-761 | 48 | 96, 192 | 96, 192 | 388, 772 | 684 + 96 *n*, 1356 + 192 *n* |
//!
//! The most significant bits of a point's first byte say how to read it: the two that the base
//! field of BN254 leaves unused, three on the other curves. *Smaller* and *larger* compare `y` with
//! `-y` as numbers, by the coefficient of the imaginary unit first and by the other if it is zero.
//!
//! | BN254 | other curves | the point |
//! |---|---|---|
//! | `00` | `000` | raw |
//! | `00`, all other bits zero | `010`, all other bits zero | infinity, raw |
//! | `10` | `100` | compressed, the smaller `y` |
//! | `11` | `101` | compressed, the larger `y` |
//! | `01`, all other bits zero | `110`, all other bits zero | infinity, compressed |
//!
//! # snarkjs' JSON files
//! Numbers are strings of decimal digits. A point is `[x, y, "1"]`, or `["0", "1", "0"]` for
//! infinity; over an extension of degree two each of the three is a pair, real part first.
//!
//! | file | fields |
//! |---|---|
//! | verification key | `protocol` (`groth16`), `curve`, `nPublic`, `vk_alpha_1`, `vk_beta_2`, `vk_gamma_2`, `vk_delta_2`, `IC` |
//! | proof | `protocol`, `curve` (may be missing), `pi_a`, `pi_b`, `pi_c` |
//! | public inputs | a list of numbers |
//!
//! Other fields, `vk_alphabeta_12` among them, are not read. Of fields with the same name, the last
//! counts, as in JavaScript.

mod curve;
mod detect;
mod error;
mod gnark;
mod point;
mod snarkjs;

pub use curve::CurveName;
pub use detect::detect;
pub use error::{Error, Field, File};
pub use point::{FileCurve, FilePoint};

use alloc::vec::Vec;
use ark_ec::pairing::Pairing;
use ark_groth16::{Groth16, PreparedVerifyingKey, Proof, VerifyingKey, prepare_verifying_key};
use core::fmt;
use detect::Family;

/// How a tool wrote the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// JSON, as snarkjs writes it.
    Snarkjs,
    /// Binary, as gnark writes it.
    Gnark(Form),
}

/// How gnark encodes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// By `x` and one bit of `y`, as `WriteTo` does.
    Compressed,
    /// By both coordinates, as `WriteRawTo` does.
    Raw,
}

impl Form {
    /// Coordinates that an encoded point has.
    fn coordinates(self) -> usize {
        match self {
            Self::Compressed => 1,
            Self::Raw => 2,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Snarkjs => "snarkjs JSON",
            Self::Gnark(Form::Compressed) => "gnark binary with compressed points",
            Self::Gnark(Form::Raw) => "gnark binary with raw points",
        })
    }
}

/// The contents of the three files of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files<'a> {
    /// The verification key.
    pub vk: &'a [u8],
    /// The proof.
    pub proof: &'a [u8],
    /// The public inputs.
    pub public: &'a [u8],
}

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
    /// The verification key.
    pub vk: VerifyingKey<E>,
    /// The proof.
    pub proof: Proof<E>,
    /// The public inputs, in the circuit's order.
    pub public: Vec<E::ScalarField>,
}

impl<E: Pairing> Groth16Files<E> {
    /// Reads three files of any known format, which must be over the curve that `E` implements.
    ///
    /// # Errors
    /// Whatever [`Error`] says is wrong. Files that are well-formed but over another curve give
    /// [`Error::WrongCurve`] or [`Error::CurveMismatch`].
    pub fn read(files: &Files<'_>) -> Result<Self, Error>
    where
        E: FileCurve,
    {
        let expected = CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?;
        if detect::family(files)? == Family::Snarkjs {
            return snarkjs::read(files);
        }
        gnark::read(files).map_err(|error| detect::another_curve(files, expected).unwrap_or(error))
    }

    /// Reads a verification key of snarkjs by itself, for proofs that [`read_snarkjs_proof`](Self::read_snarkjs_proof)
    /// reads later; it is checked as [`read`](Self::read) checks it.
    ///
    /// # Errors
    /// Whatever [`Error`] says is wrong. A key over another curve gives [`Error::WrongCurve`].
    pub fn read_snarkjs_key(vk: &[u8]) -> Result<VerifyingKey<E>, Error>
    where
        E: FileCurve,
    {
        snarkjs::read_key(vk)
    }

    /// Reads a proof of snarkjs and its public inputs, in the circuit's order, for a key that was read before.
    ///
    /// # Errors
    /// Whatever [`Error`] says is wrong. A proof over another curve gives [`Error::CurveMismatch`].
    pub fn read_snarkjs_proof(
        vk: &VerifyingKey<E>,
        proof: &[u8],
        public: &[u8],
    ) -> Result<(Proof<E>, Vec<E::ScalarField>), Error>
    where
        E: FileCurve,
    {
        snarkjs::read_statement(vk, proof, public)
    }

    /// Whether the proof holds.
    ///
    /// This prepares the verification key each time, for one pairing in addition to the three of
    /// the check. To verify many proofs under one key, keep [`prepare`](Self::prepare)'s result and
    /// use [`verify_prepared`](Self::verify_prepared).
    ///
    /// # Errors
    /// [`Error::InputCount`], for a value that was put together with another number of public
    /// inputs than its key is for. None that [`read`](Self::read) returned gives an error.
    pub fn verify(&self) -> Result<bool, Error> {
        self.check_inputs()?;
        self.verify_prepared(&self.prepare())
    }

    /// Computes what depends on the verification key alone.
    pub fn prepare(&self) -> PreparedVerifyingKey<E> {
        prepare_verifying_key(&self.vk)
    }

    /// Whether the proof holds under a key that was prepared before, which stands in for `self.vk`.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    pub fn verify_prepared(&self, vk: &PreparedVerifyingKey<E>) -> Result<bool, Error> {
        count_inputs(&vk.vk, &self.public)?;
        Groth16::<E>::verify_proof(vk, &self.proof, &self.public).map_err(|_| Error::Verifier)
    }

    fn check_inputs(&self) -> Result<(), Error> {
        count_inputs(&self.vk, &self.public)
    }
}

/// Checks that there are as many inputs as the key is for, and that the key has a constant term.
fn count_inputs<E: Pairing>(vk: &VerifyingKey<E>, public: &[E::ScalarField]) -> Result<(), Error> {
    let found = public.len();
    match vk.gamma_abc_g1.len().checked_sub(1) {
        None => Err(Error::Verifier),
        Some(expected) if expected != found => Err(Error::InputCount { expected, found }),
        Some(_) => Ok(()),
    }
}
