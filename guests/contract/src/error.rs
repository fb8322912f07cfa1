//! Verdicts, and why there is none.

/// Whether a signature or proof holds.
pub type Verdict = Result<bool, Error>;

/// What an export returns for a signature or proof that holds.
pub const VALID: i32 = 0;
/// What an export returns for a signature or proof that does not hold, or that is none.
pub const INVALID: i32 = 1;

/// Why there is no verdict: something other than the signature or proof cannot be used.
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
    /// The public inputs are not encoded as such, or not as many as the key is for.
    PublicInputs = -16,
    /// Anybody can make proofs of anything under the key.
    KeyForgeable = -17,
}

/// What an export returns.
pub fn code(verdict: Verdict) -> i32 {
    match verdict {
        Ok(true) => VALID,
        Ok(false) => INVALID,
        Err(e) => e as i32,
    }
}
