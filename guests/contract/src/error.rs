//! Verdicts, and why there is none.

use secant_verify::{ecdsa, rsa};

/// Whether a signature holds.
pub type Verdict = Result<bool, Error>;

/// What an export returns for a signature that holds.
pub const VALID: i32 = 0;
/// What an export returns for a signature that does not hold, or that is none.
pub const INVALID: i32 = 1;

/// Why there is no verdict: something other than the signature cannot be used.
///
/// The numbers are part of the calling convention; new ones go to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Error {
    /// A buffer reaches past the memory, or is too short for a key.
    Buffer = -1,
    /// Options that are not known, or a length of salt that is none.
    Options = -2,
    /// A hash function that is not known.
    UnknownHash = -3,
    /// A curve that is not known, or none in the key.
    UnknownCurve = -4,
    /// A digest of another length than its hash function's.
    DigestLength = -5,
    /// The key is not encoded as keys are.
    KeyEncoding = -6,
    /// The key is for another algorithm.
    KeyAlgorithm = -7,
    /// The key is no point of its curve's subgroup, or the one at infinity.
    KeyPoint = -8,
    /// The parameters of the key's curve are refused.
    CurveParameters = -9,
    /// The modulus or the exponent of the key is refused.
    KeyNumbers = -10,
    /// The key does not allow the scheme, or the scheme is not defined with the hash function.
    Scheme = -11,
    /// The key is too short for the scheme.
    KeyTooShort = -12,
    /// A recovery identifier that is not below four.
    RecoveryId = -13,
    /// A function of the host failed.
    Host = -14,
    /// This flavour of the module cannot do it.
    Unsupported = -15,
}

/// What an export returns.
pub fn code(verdict: Verdict) -> i32 {
    match verdict {
        Ok(true) => VALID,
        Ok(false) => INVALID,
        Err(e) => e as i32,
    }
}

impl From<ecdsa::KeyFileError> for Error {
    fn from(e: ecdsa::KeyFileError) -> Self {
        use ecdsa::KeyFileError as E;
        match e {
            E::Algorithm(_) => Self::KeyAlgorithm,
            E::NoCurve | E::UnknownCurve(_) | E::Field(_) => Self::UnknownCurve,
            _ => Self::KeyEncoding,
        }
    }
}

pub(crate) fn ecdsa_verdict(result: Result<(), ecdsa::Error>) -> Verdict {
    match result {
        Ok(()) => Ok(true),
        Err(e) if e.is_invalid_signature() => Ok(false),
        Err(ecdsa::Error::Curve(_)) => Err(Error::CurveParameters),
        Err(_) => Err(Error::KeyPoint),
    }
}

pub(crate) fn rsa_verdict(result: Result<(), rsa::Error>) -> Verdict {
    match result {
        Ok(()) => Ok(true),
        Err(e) if e.is_invalid_signature() => Ok(false),
        Err(e) => Err(e.into()),
    }
}

impl From<rsa::Error> for Error {
    fn from(e: rsa::Error) -> Self {
        use rsa::Error as E;
        match e {
            E::Algorithm { .. } => Self::KeyAlgorithm,
            E::ModulusZero
            | E::ModulusOne
            | E::ModulusEven
            | E::ModulusTooShort { .. }
            | E::ModulusTooLong { .. }
            | E::ExponentEven
            | E::ExponentOne
            | E::ExponentTooLarge => Self::KeyNumbers,
            E::NotAllowed { .. } | E::NoDigestInfo { .. } => Self::Scheme,
            E::KeyTooShort { .. } => Self::KeyTooShort,
            E::DigestLength { .. } => Self::DigestLength,
            E::ModExp(_) => Self::Host,
            _ => Self::KeyEncoding,
        }
    }
}
