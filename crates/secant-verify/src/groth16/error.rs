//! What can be wrong with the files, and where.

use super::CurveName;
use alloc::string::String;
use core::fmt;

/// One of the three files of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    /// The verification key.
    Vk,
    /// The proof.
    Proof,
    /// The public inputs.
    Public,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Vk => "verification key",
            Self::Proof => "proof",
            Self::Public => "public inputs",
        })
    }
}

/// A place inside a file, under the name that the tool which wrote the file gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// A field with a name, such as `pi_b` or `Krs`.
    Named(&'static str),
    /// An element of a list with a name, such as `IC[3]`, counted from 0.
    Item(&'static str, usize),
    /// A public input, counted from 0.
    Input(usize),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Item(name, index) => write!(f, "{name}[{index}]"),
            Self::Input(index) => write!(f, "public input {index}"),
        }
    }
}

/// Why three files are not a proof that can be verified. Each renders as one sentence.
///
/// A well-formed proof that does not hold is no error:
/// [`Groth16Files::verify`](super::Groth16Files::verify) answers `Ok(false)` to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file has the layout of no format and curve known here.
    #[error("the {file} file is neither snarkjs JSON nor laid out as gnark does it for a curve known here")]
    UnknownFormat {
        /// The file.
        file: File,
    },
    /// A gnark file is laid out for a known curve, but its points are not on that curve.
    #[error("the {file} file is laid out as gnark does it but its points are on no curve that has that layout")]
    UnknownPoints {
        /// The file.
        file: File,
    },
    /// One file is JSON and another is binary.
    #[error("the {file} file is not {expected} although the verification key is")]
    FormatMismatch {
        /// The file that differs from the verification key.
        file: File,
        /// What the verification key is: `JSON` or `binary`.
        expected: &'static str,
    },
    /// A snarkjs file names a curve that is not known here.
    #[error("the {file} file names the curve {name:?} where one of bn128 and bls12381 was expected")]
    UnknownCurve {
        /// The file.
        file: File,
        /// The name it gives, cut after 32 characters.
        name: String,
    },
    /// Verification key and proof are over different curves.
    #[error("the verification key is over {vk} but the proof is over {proof}")]
    CurveMismatch {
        /// The curve of the verification key.
        vk: CurveName,
        /// The curve of the proof.
        proof: CurveName,
    },
    /// The public inputs file does not have the layout of the verification key's curve.
    #[error("the public inputs file is not laid out for the scalar field of {vk} which the verification key is over")]
    PublicLayout {
        /// The curve of the verification key.
        vk: CurveName,
    },
    /// The files are over another curve than the one they were to be read for.
    #[error("the files are over {found} where {expected} was expected")]
    WrongCurve {
        /// The curve of the files.
        found: CurveName,
        /// The curve of the type that they were to be read as.
        expected: CurveName,
    },
    /// The pairing that the files were to be read for is none that the formats have.
    #[error("the pairing that was asked for is none of BN254, BLS12-381, BLS12-377 and BW6-761")]
    UnsupportedCurve,
    /// A snarkjs file is not JSON.
    #[error("the {file} file is not valid JSON at line {line}, column {column}")]
    Json {
        /// The file.
        file: File,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A snarkjs file names another proof system.
    #[error("the {file} file names the protocol {name:?} where \"groth16\" was expected")]
    Protocol {
        /// The file.
        file: File,
        /// The name it gives, cut after 32 characters.
        name: String,
    },
    /// A field is missing.
    #[error("the {file} file has no field {field}")]
    Missing {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// A field does not have the shape that its format gives it.
    #[error("{field} in the {file} file is not {expected}")]
    Malformed {
        /// The file.
        file: File,
        /// The field.
        field: Field,
        /// What belongs there.
        expected: &'static str,
    },
    /// A file ends inside a field.
    #[error("the {file} file ends inside {field}, which needs {expected} bytes where {found} are left")]
    Truncated {
        /// The file.
        file: File,
        /// The field.
        field: Field,
        /// Bytes that the field takes; for a list, those of all elements its length declares.
        expected: u64,
        /// Bytes that are left.
        found: u64,
    },
    /// A file goes on after its last field.
    #[error("the {file} file goes on for {count} bytes after its last field")]
    TrailingBytes {
        /// The file.
        file: File,
        /// Bytes that are left over.
        count: usize,
    },
    /// A number is not below the modulus of its field.
    #[error("{field} in the {file} file holds a number that is not below the modulus of its field")]
    NotCanonical {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// A point does not satisfy the curve's equation.
    #[error("{field} in the {file} file is not a point of the curve")]
    NotOnCurve {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// A point is outside the subgroup of prime order.
    #[error("{field} in the {file} file is on the curve but outside the subgroup of prime order")]
    NotInSubgroup {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// An element of the key that no setup makes zero is the point at infinity.
    #[error("{field} in the {file} file is the point at infinity, which no setup makes")]
    AtInfinity {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// A verification key of snarkjs counts its public inputs in two ways that disagree.
    #[error("the verification key declares {declared} public inputs but has IC points for {found}")]
    KeyCount {
        /// `nPublic`.
        declared: u64,
        /// The length of `IC`, less one.
        found: usize,
    },
    /// The number of public inputs is not the one that the verification key is for.
    #[error("there are {found} public inputs where the verification key is for {expected}")]
    InputCount {
        /// How many the verification key is for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A witness of gnark has secret values, so it is not the public part.
    #[error("the public inputs file is a full witness with {count} secret values where a public witness was expected")]
    SecretWitness {
        /// How many secret values it declares.
        count: u32,
    },
    /// A circuit of gnark uses commitments (`api.Commit`), which are not supported.
    #[error("the {file} file has {count} commitments, which are not supported")]
    Commitments {
        /// The file.
        file: File,
        /// How many it declares.
        count: u32,
    },
    /// The verifier refused the verification key, which does not happen to one read from files.
    #[error("the verifier refused the verification key as malformed")]
    Verifier,
}

impl Error {
    /// The file that has to be another one.
    pub fn file(&self) -> File {
        match self {
            Self::UnknownFormat { file }
            | Self::UnknownPoints { file }
            | Self::FormatMismatch { file, .. }
            | Self::UnknownCurve { file, .. }
            | Self::Json { file, .. }
            | Self::Protocol { file, .. }
            | Self::Missing { file, .. }
            | Self::Malformed { file, .. }
            | Self::Truncated { file, .. }
            | Self::TrailingBytes { file, .. }
            | Self::NotCanonical { file, .. }
            | Self::NotOnCurve { file, .. }
            | Self::NotInSubgroup { file, .. }
            | Self::AtInfinity { file, .. }
            | Self::Commitments { file, .. } => *file,
            Self::PublicLayout { .. } | Self::InputCount { .. } | Self::SecretWitness { .. } => File::Public,
            Self::CurveMismatch { .. } => File::Proof,
            Self::WrongCurve { .. } | Self::UnsupportedCurve | Self::KeyCount { .. } | Self::Verifier => File::Vk,
        }
    }
}
