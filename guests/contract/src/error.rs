//! Verdicts, and the errors in place of a verdict.

/// Whether a signature or proof is valid.
pub type Verdict = Result<bool, Error>;

/// The return value of an export for a valid signature or proof.
pub const VALID: i32 = 0;
/// The return value of an export for an invalid signature or proof, including malformed ones.
pub const INVALID: i32 = 1;

/// Why there is no verdict: an input other than the signature or proof cannot be used.
///
/// The numbers are part of the calling convention. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Error {
    /// A buffer reaches past the memory, or is too short for a key.
    Buffer = -1,
    /// Unknown options, or an invalid length of salt.
    Options = -2,
    /// An unknown hash function.
    UnknownHash = -3,
    /// An unknown curve, or a key that names no curve.
    UnknownCurve = -4,
    /// The digest's length is not that of its hash function.
    DigestLength = -5,
    /// The encoding of the key is invalid.
    KeyEncoding = -6,
    /// The key is for another algorithm.
    KeyAlgorithm = -7,
    /// The key is not a point of its curve's subgroup, or it is the point at infinity.
    KeyPoint = -8,
    /// The parameters of the key's curve are refused.
    CurveParameters = -9,
    /// The modulus or the exponent of the key is refused.
    KeyNumbers = -10,
    /// The key does not allow the scheme, or the scheme is not defined with the hash function.
    Scheme = -11,
    /// The key is too short for the scheme.
    KeyTooShort = -12,
    /// The recovery identifier is not below four.
    RecoveryId = -13,
    /// A function of the host failed.
    Host = -14,
    /// This flavour of the module does not support the call.
    Unsupported = -15,
    /// The public inputs are not encoded correctly, or their number does not fit the key.
    PublicInputs = -16,
    /// Anybody can forge proofs of any statement under the key.
    KeyForgeable = -17,
}

/// The return value of an export for a verdict.
pub fn code(verdict: Verdict) -> i32 {
    match verdict {
        Ok(true) => VALID,
        Ok(false) => INVALID,
        Err(e) => e as i32,
    }
}
