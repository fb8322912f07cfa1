//! Why a call returned no result.

use alloc::string::{String, ToString};
use secant_curve::{HostError, hash::HashError};
use secant_verify::{ecdsa, groth16};

/// The result of a call: a small non-negative number, whose meaning the function documents.
pub type Outcome = Result<u32, Error>;

/// Why a call returned no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub kind: Kind,
    /// The index of the element of a list that it is about.
    pub index: Option<usize>,
    /// A sentence, if the kind does not say everything.
    pub sentence: Option<String>,
}

/// The kinds of errors.
///
/// The numbers are part of the calling convention. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Kind {
    /// A buffer reaches past the memory.
    Buffer = -1,
    /// An unknown number of a group, a pairing, a curve or options.
    Number = -2,
    /// The length of a buffer does not fit its contents.
    Length = -3,
    /// An invalid encoding: wrong flags, or a coordinate that is not below the modulus.
    Encoding = -4,
    /// A point that is not on its curve, or a coordinate that no point of the curve has.
    NotOnCurve = -5,
    /// A point outside the prime-order subgroup.
    NotInSubgroup = -6,
    /// A point at infinity where none is allowed.
    Infinity = -7,
    /// An empty domain separation tag.
    EmptyDst = -8,
    /// A proof file that is malformed, or does not fit the others.
    File = -9,
    /// The handle of a prepared key that does not exist.
    Handle = -10,
    /// The computation has no result. Points of the subgroups never cause this.
    NoResult = -11,
    /// Bytes that are not a signature.
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
    /// The error for one of the elements of a list.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self
        }
    }
}

impl Error {
    /// The error for bytes that are not a signature.
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
