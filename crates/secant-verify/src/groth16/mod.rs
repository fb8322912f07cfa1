//! Groth16 over the files that snarkjs and gnark write.
//!
//! [`detect`] finds out from three files which tool wrote them and over which curve.
//! [`Groth16Files::read`] reads them for a curve of the caller's, and
//! [`Groth16Files::verify`] verifies.
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
//! Every number is below its modulus; every point is on its curve and in the subgroup of prime order; the public inputs are
//! as many as the key is for; the key has [what a key must have](#what-a-key-must-have); and each binary file ends with its
//! last field. No file is longer than [`File::limit`]. What the three files count is compared before any point is
//! looked at, and lengths with what is left of a file before memory is taken for them.
//!
//! # What a key must have
//! Whether the secrets of a setup were destroyed, no file can say. But some keys say themselves that anybody can prove
//! anything under them, with no secret and no witness, and these are refused. A proof `A, B, C` of inputs whose points sum up
//! to `K` holds if `e(A, B) = e(alpha, beta) e(K, gamma) e(C, delta)`:
//!
//! | the key has | a proof of anything | error |
//! |---|---|---|
//! | `delta = gamma`, which a setup without a second phase leaves | `alpha, beta, -K` | [`Error::Forgeable`] |
//! | `delta = -gamma` | `alpha, beta, K` | [`Error::Forgeable`] |
//! | `beta = gamma`, which snarkjs' setup without a first phase leaves | `alpha + K, gamma, 0` | [`Error::Forgeable`] |
//! | `beta = -gamma` | `-alpha + K, gamma, 0` | [`Error::Forgeable`] |
//! | `beta = delta` | `K, gamma, -alpha` | [`Error::Forgeable`] |
//! | `beta = -delta` | `K, gamma, alpha` | [`Error::Forgeable`] |
//! | generators, or opposite to them, for `alpha` and `gamma`, or for `alpha` and `delta` | `beta + K, gamma, 0` or `K, gamma, -beta`, with the `beta` in G1 of the proving key | [`Error::KnownSecrets`] |
//! | infinity for `alpha`, `beta`, `gamma` or `delta` | which no setup makes | [`Error::AtInfinity`] |
//! | infinity among the points of inputs | any valid one, with another value of that input | [`Error::InputNotBound`] |
//! | a commitment key whose `sigma` is 1 or -1, or that of another | commitments to anything are known | [`Error::CommitmentKey`] |
//!
//! The point of the constant may be infinity, and that of the hash of a commitment that a circuit makes and does not use.
//! [`key_warnings`] tells of keys in which `alpha`, `beta` or `delta` is a generator or opposite to one, so that this secret is
//! known. That `gamma` is the generator is normal: snarkjs always writes it so.
//!
//! Keys that were not read from files are checked too, before anything is verified under them; [`check_key`] does it for
//! arkworks' type.
//!
//! # gnark's binary files
//! Integers are big-endian; `G1` and `G2` stand for an encoded point, and `Fr` for a scalar field
//! element. A list has its length before it.
//!
//! The verification key, of which versions before 0.9 write the first seven fields alone:
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
//! In 0.9 and 0.10 the last is one pair without the u32, for all commitments together and in the other order. Under such
//! keys proofs with several commitments are unsound (CVE-2024-45039) and refused.
//!
//! The proof, of which versions before 0.9 write the first three fields alone:
//!
//! | field | type | here |
//! |---|---|---|
//! | `Ar` | G1 | `proof.a` |
//! | `Bs` | G2 | `proof.b` |
//! | `Krs` | G1 | `proof.c` |
//! | `Commitments` | u32, then as many G1 | `commitments.points` |
//! | `CommitmentPok` | G1 | `commitments.knowledge`; infinity without commitments |
//!
//! What Solidity takes is raw, and has the first three fields alone if there are no commitments; from 0.15 on it lacks the
//! u32. Versions before 0.9 leave commitments out of their files, so that nobody can verify such proofs from them: the key
//! then is for more public inputs than there are.
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
//! Versions before 0.8 write the last field alone.
//!
//! A field element takes whole 64-bit words. A coordinate over an extension of degree two is its
//! coefficient of the imaginary unit, then the other. A raw point is `x` and `y`, a compressed one
//! `x` alone. Sizes in bytes without commitments, compressed and raw:
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
//! A number is a string of decimal digits, or of hexadecimal ones after `0x`, or a JSON number below 2^53. A point is
//! `[x, y, "1"]` or `[x, y]`, or `["0", "1", "0"]` for infinity; over an extension of degree two each of the three is a pair,
//! real part first. All of this snarkjs reads; it writes decimal digits and three coordinates. A byte order mark before the
//! text is passed over.
//!
//! | file | fields |
//! |---|---|
//! | verification key | `protocol` (`groth16`), `curve`, `nPublic`, `vk_alpha_1`, `vk_beta_2`, `vk_gamma_2`, `vk_delta_2`, `IC` |
//! | proof | `protocol`, `curve` (may be missing), `pi_a`, `pi_b`, `pi_c` |
//! | public inputs | a list of numbers |
//!
//! Other fields, `vk_alphabeta_12` among them, are not read. Two fields of one name are refused.

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
pub use batch::SideBySide;
pub use batch::{Batch, Batches, Singly};
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

impl<'a> Files<'a> {
    /// The three files, each with which it is.
    fn each(&self) -> [(File, &'a [u8]); 3] {
        [
            (File::Vk, self.vk),
            (File::Proof, self.proof),
            (File::Public, self.public),
        ]
    }
}
