//! Converts the verdicts of `secant-verify` to those of the module.

use super::{Error, Verdict};
use secant_verify::{ecdsa, rsa};

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

pub fn ecdsa_verdict(result: Result<(), ecdsa::Error>) -> Verdict {
    use ecdsa::Error as E;
    match result {
        Ok(()) => Ok(true),
        Err(e) if e.is_invalid_signature() => Ok(false),
        Err(E::Curve(_) | E::ExplicitCurve | E::OtherGenerator(_) | E::WeakCurve { .. }) => Err(Error::CurveParameters),
        Err(E::Digest(_)) => Err(Error::DigestLength),
        Err(_) => Err(Error::KeyPoint),
    }
}

pub fn rsa_verdict(result: Result<(), rsa::Error>) -> Verdict {
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
