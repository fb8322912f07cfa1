//! Why a call gave no result.

use alloc::string::{String, ToString};
use secant_curve::{HostError, hash::HashError};
use secant_verify::{ecdsa, groth16};

/// What a call gives: a small number that is not negative, whose meaning the function says.
pub type Outcome = Result<u32, Error>;

/// Why a call gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub kind: Kind,
    /// Which of the elements of a list it was.
    pub index: Option<usize>,
    /// A sentence, where the kind does not say it all.
    pub sentence: Option<String>,
}

/// The kinds of errors.
///
/// The numbers are part of the calling convention; new ones go to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Kind {
    /// A buffer reaches past the memory.
    Buffer = -1,
    /// A number of a group, a pairing, a curve or options that is not known.
    Number = -2,
    /// A buffer of another length than its contents have.
    Length = -3,
    /// Bytes that encode nothing: wrong flags, or a coordinate that is not below the modulus.
    Encoding = -4,
    /// A point that is not on its curve, or a coordinate that no point has.
    NotOnCurve = -5,
    /// A point outside the subgroup of prime order.
    NotInSubgroup = -6,
    /// A point at infinity where there must be none.
    Infinity = -7,
    /// An empty domain separation tag.
    EmptyDst = -8,
    /// A file of a proof that is malformed, or does not fit the others.
    File = -9,
    /// A prepared key that is not there.
    Handle = -10,
    /// The computation has no result, which points of the subgroups do not bring about.
    NoResult = -11,
    /// Bytes that are no signature.
    Signature = -12,
}

impl From<Kind> for Error {
    fn from(kind: Kind) -> Self {
        Self {
            kind,
            index: None,
            sentence: None,
        }
    }
}

impl Error {
    /// The error, about one of the elements of a list.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self
        }
    }
}

impl Error {
    /// Of bytes that are no signature.
    pub fn signature(e: &ecdsa::SignatureError) -> Self {
        Self {
            kind: Kind::Signature,
            index: None,
            sentence: Some(e.to_string()),
        }
    }
}

impl From<HostError> for Error {
    fn from(e: HostError) -> Self {
        match e {
            HostError::UnequalCounts => Kind::Length,
            _ => Kind::NoResult,
        }
        .into()
    }
}

impl From<HashError> for Error {
    fn from(_: HashError) -> Self {
        Kind::EmptyDst.into()
    }
}

impl From<groth16::Error> for Error {
    fn from(e: groth16::Error) -> Self {
        use groth16::Error as E;
        let kind = match e {
            E::NotOnCurve { .. } => Kind::NotOnCurve,
            E::NotInSubgroup { .. } => Kind::NotInSubgroup,
            E::AtInfinity { .. } | E::InputNotBound { .. } => Kind::Infinity,
            _ => Kind::File,
        };
        Self {
            kind,
            index: None,
            sentence: Some(e.to_string()),
        }
    }
}

impl From<ecdsa::KeyError> for Error {
    fn from(e: ecdsa::KeyError) -> Self {
        use ecdsa::KeyError as E;
        use secant_gfp::sec1::EncodingError;
        let kind = match e {
            E::Point(EncodingError::NotOnCurve) => Kind::NotOnCurve,
            E::Infinity => Kind::Infinity,
            E::Subgroup => Kind::NotInSubgroup,
            _ => Kind::Encoding,
        };
        Self {
            kind,
            index: None,
            sentence: Some(e.to_string()),
        }
    }
}
