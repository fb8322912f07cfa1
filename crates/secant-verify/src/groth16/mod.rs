//! Groth16 over the files that snarkjs and gnark write.
//!
//! [`detect`] finds from three files which tool wrote them and over which curve. [`Groth16Files::read`] reads them for
//! a curve that the caller names, and [`Groth16Files::verify`] verifies the proof.
//!
//! | | snarkjs | gnark |
//! |---|---|---|
//! | verification key | `verification_key.json` | `WriteTo`, `WriteRawTo` |
//! | proof | `proof.json` | `WriteTo`, `WriteRawTo`, `MarshalSolidity` |
//! | public inputs | `public.json` | `MarshalBinary` of the public witness |
//! | curves | BN254, BLS12-381 | BN254, BLS12-381, BLS12-377, BW6-761 |
//! | versions | all | 0.7 to 0.16 |
//!
//! # What is checked
//! - Every number is below its modulus.
//! - Every point is on its curve and in the subgroup of prime order.
//! - The number of public inputs is the one that the key is for.
//! - The key has [what a key must have](#what-a-key-must-have).
//! - Each binary file ends with its last field.
//! - No file is longer than [`File::limit`].
//!
//! The counts in the three files are compared before any point is read. A declared length is compared with the bytes
//! that are left in the file before memory is allocated for it.
//!
//! # What a key must have
//! No file can show whether the secrets of a setup were destroyed. But some keys show by themselves that anybody can
//! prove anything under them, with no secret and no witness. Such keys are refused. A proof `A, B, C` for public inputs
//! whose points sum up to `K` holds if `e(A, B) = e(alpha, beta) e(K, gamma) e(C, delta)`:
//!
//! | the key has | a proof of any statement | error |
//! |---|---|---|
//! | `delta = gamma`, left by a setup without a second phase | `alpha, beta, -K` | [`Error::Forgeable`] |
//! | `delta = -gamma` | `alpha, beta, K` | [`Error::Forgeable`] |
//! | `beta = gamma`, left by snarkjs' setup without a first phase | `alpha + K, gamma, 0` | [`Error::Forgeable`] |
//! | `beta = -gamma` | `-alpha + K, gamma, 0` | [`Error::Forgeable`] |
//! | `beta = delta` | `K, gamma, -alpha` | [`Error::Forgeable`] |
//! | `beta = -delta` | `K, gamma, alpha` | [`Error::Forgeable`] |
//! | `alpha` and `gamma`, or `alpha` and `delta`, both generators or minus generators | `beta + K, gamma, 0` or `K, gamma, -beta`, with the `beta` in G1 of the proving key | [`Error::KnownSecrets`] |
//! | infinity for `alpha`, `beta`, `gamma` or `delta` | no setup makes such a key | [`Error::AtInfinity`] |
//! | infinity among the input points | any valid proof, with another value of that input | [`Error::InputNotBound`] |
//! | a commitment key with `sigma` 1, -1 or that of another | commitments open to anything | [`Error::CommitmentKey`] |
//!
//! Two points may be infinity: the point of the constant, and the point of the hash of a commitment that the circuit
//! makes but does not use. [`key_warnings`] reports keys in which `alpha`, `beta` or `delta` is the generator or minus
//! the generator, so that this secret is known. It is normal that `gamma` is the generator: snarkjs always writes it
//! so.
//!
//! Keys that were not read from files are checked too, before any proof is verified under them. [`check_key`] checks a
//! key of arkworks' type.
//!
//! # gnark's binary files
//! Integers are big-endian. `G1` and `G2` stand for an encoded point, `Fr` for an element of the scalar field. The
//! length of a list precedes it.
//!
//! The verification key (versions before 0.9 write only the first seven fields):
//!
//! | field | type | here |
//! |---|---|---|
//! | `Alpha1` | G1 | `vk.alpha_g1` |
//! | `Beta1` | G1 | checked, not used |
//! | `Beta2` | G2 | `vk.beta_g2` |
//! | `Gamma2` | G2 | `vk.gamma_g2` |
//! | `Delta1` | G1 | checked, not used |
//! | `Delta2` | G2 | `vk.delta_g2` |
//! | `K` | u32, then as many G1 | `vk.gamma_abc_g1` |
//! | `PublicAndCommitmentCommitted` | u32, then as many lists of u32, then as many u64 | `commitment_keys.committed` |
//! | `CommitmentKeys` | u32, then as many pairs of G2 | `commitment_keys.keys` |
//!
//! In 0.9 and 0.10 the last field is a single pair without the u32, for all commitments together and in the other
//! order. Under such keys, proofs with several commitments are unsound (CVE-2024-45039) and refused.
//!
//! The proof (versions before 0.9 write only the first three fields):
//!
//! | field | type | here |
//! |---|---|---|
//! | `Ar` | G1 | `proof.a` |
//! | `Bs` | G2 | `proof.b` |
//! | `Krs` | G1 | `proof.c` |
//! | `Commitments` | u32, then as many G1 | `commitments.points` |
//! | `CommitmentPok` | G1 | `commitments.knowledge`; infinity without commitments |
//!
//! `MarshalSolidity` writes raw points. Without commitments it writes only the first three fields; from 0.15 on it
//! leaves out the u32. Versions before 0.9 leave commitments out of their files, so nobody can verify proofs with
//! commitments from them: their key is then for more public inputs than the file has.
//!
//! Commitments are hashed to the field with gnark's default, RFC 9380's `hash_to_field` with SHA-256.
//!
//! The public witness:
//!
//! | field | type | here |
//! |---|---|---|
//! | number of public values | u32 | the length of `public` |
//! | number of secret values | u32 | must be 0 |
//! | values | u32, then as many Fr | `public` |
//!
//! Versions before 0.8 write only the last field.
//!
//! A field element takes whole 64-bit words. A coordinate over an extension of degree two is the coefficient of the
//! imaginary unit, then the real part. A raw point is `x` and `y`, a compressed one only `x`. Sizes in bytes without
//! commitments, compressed and raw:
//!
//! | curve | Fr | G1 | G2 | proof | key for *n* public inputs |
//! |---|---|---|---|---|---|
//! | BN254 | 32 | 32, 64 | 64, 128 | 164, 324 | 332 + 32 *n*, 652 + 64 *n* |
//! | BLS12-381, BLS12-377 | 32 | 48, 96 | 96, 192 | 244, 484 | 492 + 48 *n*, 972 + 96 *n* |
//! | BW6-761 | 48 | 96, 192 | 96, 192 | 388, 772 | 684 + 96 *n*, 1356 + 192 *n* |
//!
//! The most significant bits of a point's first byte say how to read it: two bits on BN254, as many as its base field
//! leaves unused, and three on the other curves. *Smaller* and *larger* compare `y` with `-y` as numbers: by the
//! coefficient of the imaginary unit first, and by the real part if that coefficient is zero.
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
//! A number is a string of decimal digits, a string of hexadecimal digits after `0x`, or a JSON number below 2^53. A
//! point is `[x, y, "1"]` or `[x, y]`; infinity is `["0", "1", "0"]`. Over an extension of degree two each of the three
//! is a pair, real part first. snarkjs reads all of these forms; it writes decimal digits and three coordinates. A byte
//! order mark before the text is skipped.
//!
//! | file | fields |
//! |---|---|
//! | verification key | `protocol` (`groth16`), `curve`, `nPublic`, `vk_alpha_1`, `vk_beta_2`, `vk_gamma_2`, `vk_delta_2`, `IC` |
//! | proof | `protocol`, `curve` (may be missing), `pi_a`, `pi_b`, `pi_c` |
//! | public inputs | a list of numbers |
//!
//! Other fields, such as `vk_alphabeta_12`, are not read. An object with two fields of the same name is refused.

mod batch;
mod commitments;
mod curve;
mod detect;
mod error;
mod files;
mod gnark;
mod key;
mod point;
mod snarkjs;
mod text;

#[cfg(feature = "batch")]
pub use batch::OnLanes;
pub use batch::{Batch, Batches, OneByOne};
pub use commitments::{CommitmentKey, CommitmentKeys, Commitments};
pub use curve::CurveName;
pub use detect::detect;
pub use error::{Error, Field, File};
pub use files::{Groth16Files, PreparedKey};
pub use key::{Warning, check_key, key_warnings};
pub use point::{FileCurve, FilePoint};

use core::fmt;

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
    /// The number of coordinates in an encoded point.
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

impl<'a> Files<'a> {
    /// The three files, each with its kind.
    fn each(&self) -> [(File, &'a [u8]); 3] {
        [
            (File::Vk, self.vk),
            (File::Proof, self.proof),
            (File::Public, self.public),
        ]
    }
}
