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

impl File {
    /// The greatest length in bytes that is read for a file of this kind, far above what any prover writes. Reading
    /// takes time and memory in proportion to the length of a file, so a service may want a lower limit.
    pub const fn limit(self) -> usize {
        match self {
            Self::Vk => 1 << 28,
            Self::Proof => 1 << 20,
            Self::Public => 1 << 27,
        }
    }
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

/// A place inside a file, under the name that the tool gives it.
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

/// Why a proof cannot be read from three files or verified. Each error displays as one sentence.
///
/// A well-formed proof that does not hold is not an error: [`Groth16Files::verify`](super::Groth16Files::verify)
/// returns `Ok(false)`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file is empty.
    #[error("the {file} file is empty")]
    Empty {
        /// The file.
        file: File,
    },
    /// A file is longer than the limit for its kind.
    #[error("the {file} file has {found} bytes where at most {limit} are read")]
    TooLong {
        /// The file.
        file: File,
        /// The greatest length that is read, [`File::limit`].
        limit: usize,
        /// The length of the file, in bytes.
        found: usize,
    },
    /// A file is text in an encoding other than UTF-8.
    #[error("the {file} file is text in {found} where UTF-8 was expected: save it as UTF-8")]
    Encoding {
        /// The file.
        file: File,
        /// The encoding: `UTF-16`.
        found: &'static str,
    },
    /// The layout of a file matches no format and curve known here.
    #[error("the {file} file is neither JSON of snarkjs nor laid out as gnark does it for a curve known here")]
    UnknownFormat {
        /// The file.
        file: File,
    },
    /// A gnark file has the layout of a known curve, but its points are not on that curve.
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
        /// The format of the verification key: `JSON` or `binary`.
        expected: &'static str,
    },
    /// A snarkjs file names a curve that is not known here.
    #[error(
        "the {file} file names the curve {name:?} where a name of BN254 (bn128) or BLS12-381 (bls12381) was expected"
    )]
    UnknownCurve {
        /// The file.
        file: File,
        /// The name it gives, cut after 32 characters.
        name: String,
    },
    /// The verification key and the proof are over different curves.
    #[error("the verification key is over {vk} but the proof is over {proof}")]
    CurveMismatch {
        /// The curve of the verification key.
        vk: CurveName,
        /// The curve of the proof.
        proof: CurveName,
    },
    /// The public inputs file does not have the layout for the verification key's curve.
    #[error("the public inputs file is not laid out for the scalar field of {vk} which the verification key is over")]
    PublicLayout {
        /// The curve of the verification key.
        vk: CurveName,
    },
    /// The files are over another curve than the caller asked for.
    #[error("the files are over {found} where {expected} was expected")]
    WrongCurve {
        /// The curve of the files.
        found: CurveName,
        /// The curve of the type `E` that the caller asked for.
        expected: CurveName,
    },
    /// The pairing that the caller asked for is none of the four curves of the formats.
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
    /// An object has two fields of the same name. Readers differ in which one they take.
    #[error("the {file} file has the field {field} more than once")]
    Repeated {
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
        /// What the format expects there.
        expected: &'static str,
    },
    /// A file ends inside a field.
    #[error("the {file} file ends inside {field}, which needs {expected} bytes where {found} are left")]
    Truncated {
        /// The file.
        file: File,
        /// The field.
        field: Field,
        /// The length of the field in bytes; for a list, of all elements that its length declares.
        expected: u64,
        /// The number of bytes left in the file.
        found: u64,
    },
    /// Bytes follow the last field of a file.
    #[error("the {file} file goes on for {count} bytes after its last field")]
    TrailingBytes {
        /// The file.
        file: File,
        /// The number of bytes that follow.
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
    /// An element of the key that is never zero after a setup is the point at infinity.
    #[error("{field} in the {file} file is the point at infinity, which no setup makes")]
    AtInfinity {
        /// The file.
        file: File,
        /// The field.
        field: Field,
    },
    /// Two elements of the key that a setup draws independently are the same point or opposite points. Anybody can make
    /// a proof of anything under such a key: see [what a key must have](super#what-a-key-must-have).
    #[error(
        "{first} in the verification key file is {}{second}, so that anybody can prove anything under this key: use one \
         whose setup had contributions, to its second phase too",
        if *.opposite { "opposite to " } else { "" }
    )]
    Forgeable {
        /// The element that is checked.
        first: Field,
        /// The element that it equals or is opposite to.
        second: Field,
        /// Whether the two are opposite.
        opposite: bool,
    },
    /// Two elements of the key are both generators or minus generators, so their secrets are known. Whoever has the
    /// proving key can make a proof of anything.
    #[error(
        "{first} and {second} in the verification key file are generators, so that whoever has the proving key can prove \
         anything: use a key whose setup had contributions, to its first phase too"
    )]
    KnownSecrets {
        /// The element of G1.
        first: Field,
        /// The element of G2.
        second: Field,
    },
    /// The key's point for a public input is infinity: proofs hold whatever the input is.
    #[error(
        "{field} in the verification key file is the point at infinity, so that proofs hold whatever public input {input} \
         is: use the key of a circuit that constrains it"
    )]
    InputNotBound {
        /// The point.
        field: Field,
        /// The public input, counted from 0.
        input: usize,
    },
    /// The two counts of public inputs in a snarkjs verification key disagree.
    #[error("the verification key declares {declared} public inputs but has IC points for {found}")]
    KeyCount {
        /// `nPublic`.
        declared: u64,
        /// The length of `IC`, minus one.
        found: usize,
    },
    /// The number of public inputs differs from the number that the verification key is for.
    #[error("there are {found} public inputs where the verification key is for {expected}")]
    InputCount {
        /// How many the verification key is for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A gnark witness has secret values, so it is not a public witness.
    #[error("the public inputs file is a full witness with {count} secret values where a public witness was expected")]
    SecretWitness {
        /// How many secret values it declares.
        count: u32,
    },
    /// The number of commitments in a proof differs from the number that its verification key is for.
    #[error("the proof file has {found} commitments where the verification key is for {expected}")]
    CommitmentCount {
        /// How many the key is for.
        expected: usize,
        /// How many the proof has.
        found: usize,
    },
    /// The counts of commitments in a verification key disagree.
    #[error(
        "the verification key file has {keys} commitment keys and {lists} lists of committed values, which are to be as many, \
         and {points} points in K, of which there must be more"
    )]
    CommitmentKeys {
        /// The length of `CommitmentKeys`.
        keys: usize,
        /// The length of `PublicAndCommitmentCommitted`.
        lists: usize,
        /// The length of `K`.
        points: usize,
    },
    /// A verification key says that a commitment covers a value that is neither a public input nor an earlier
    /// commitment.
    #[error("{field} in the verification key file names the value {index}, of which there are 1 to {last}")]
    Committed {
        /// The list of the commitment.
        field: Field,
        /// The number in the list.
        index: u64,
        /// The greatest number allowed.
        last: usize,
    },
    /// A commitment key lets anybody open commitments to anything, or two commitment keys share a secret.
    #[error("{field} in the verification key file is {fault}, so that the proof's commitments bind nothing")]
    CommitmentKey {
        /// The key.
        field: Field,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A verification key of gnark 0.9 or 0.10 has several commitments. Provers can choose all but the last of them
    /// (CVE-2024-45039).
    #[error(
        "the verification key file is of gnark before 0.11 with {count} commitments, of which provers can choose all but the \
         last (CVE-2024-45039): make the key and the proof with a newer gnark"
    )]
    SharedCommitmentKey {
        /// How many commitments there are.
        count: usize,
    },
    /// The verifier refused the verification key. This does not happen to a key read from files.
    #[error("the verifier refused the verification key as malformed")]
    Verifier,
}

impl Error {
    /// The file to replace.
    pub fn file(&self) -> File {
        match self {
            Self::Empty { file }
            | Self::TooLong { file, .. }
            | Self::Encoding { file, .. }
            | Self::UnknownFormat { file }
            | Self::UnknownPoints { file }
            | Self::FormatMismatch { file, .. }
            | Self::UnknownCurve { file, .. }
            | Self::Json { file, .. }
            | Self::Protocol { file, .. }
            | Self::Missing { file, .. }
            | Self::Repeated { file, .. }
            | Self::Malformed { file, .. }
            | Self::Truncated { file, .. }
            | Self::TrailingBytes { file, .. }
            | Self::NotCanonical { file, .. }
            | Self::NotOnCurve { file, .. }
            | Self::NotInSubgroup { file, .. }
            | Self::AtInfinity { file, .. } => *file,
            Self::PublicLayout { .. } | Self::InputCount { .. } | Self::SecretWitness { .. } => File::Public,
            Self::CurveMismatch { .. } | Self::CommitmentCount { .. } => File::Proof,
            Self::WrongCurve { .. }
            | Self::UnsupportedCurve
            | Self::Forgeable { .. }
            | Self::KnownSecrets { .. }
            | Self::InputNotBound { .. }
            | Self::KeyCount { .. }
            | Self::CommitmentKeys { .. }
            | Self::Committed { .. }
            | Self::CommitmentKey { .. }
            | Self::SharedCommitmentKey { .. }
            | Self::Verifier => File::Vk,
        }
    }
}
