//! Signatures.

use der::{Decode, ErrorKind, Reader, SliceReader, asn1::UintRef};
use educe::Educe;
use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{Curve, ScalarOf};
use thiserror::Error;

/// A signature: `r` and `s`, both at least one and below the order.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<C: Curve> {
    r: ScalarOf<C>,
    s: ScalarOf<C>,
}

/// Why something is not a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// Not the DER of two nonnegative integers.
    #[error("the signature is not DER: {0}")]
    Der(der::Error),
    /// Bytes follow the signature.
    #[error("{0} bytes follow the signature")]
    TrailingBytes(usize),
    /// Not twice as many bytes as the order has.
    #[error("the signature has {found} bytes where r and s of this curve have {expected}")]
    Length {
        /// The length that was found, in bytes.
        found: usize,
        /// The expected length, in bytes.
        expected: usize,
    },
    /// `r` is zero.
    #[error("r is zero")]
    RIsZero,
    /// `s` is zero.
    #[error("s is zero")]
    SIsZero,
    /// `r` is not below the order.
    #[error("r is not below the order of the curve's generator")]
    RTooLarge,
    /// `s` is not below the order.
    #[error("s is not below the order of the curve's generator")]
    STooLarge,
}

impl SignatureError {
    /// Whether the bytes are not two integers at all. Otherwise the integers are out of range.
    pub const fn is_unreadable(&self) -> bool {
        matches!(self, Self::Der(_) | Self::TrailingBytes(_) | Self::Length { .. })
    }
}

impl<C: Curve> Signature<C> {
    /// Makes a signature from big-endian integers, which may have leading zeros.
    ///
    /// # Errors
    /// If one is zero or not below the order.
    pub fn new(curve: &C, r: &[u8], s: &[u8]) -> Result<Self, SignatureError> {
        let n = curve.scalars();
        let r = n.element_be_bytes(r).ok_or(SignatureError::RTooLarge)?;
        let s = n.element_be_bytes(s).ok_or(SignatureError::STooLarge)?;
        if n.is_zero(&r) {
            return Err(SignatureError::RIsZero);
        }
        if n.is_zero(&s) {
            return Err(SignatureError::SIsZero);
        }
        Ok(Self { r, s })
    }

    /// Reads `r` and `s`, each of as many bytes as the order, one after the other (IEEE P1363, JOSE).
    ///
    /// # Errors
    /// If the length is wrong, or the integers are out of range.
    pub fn from_p1363(curve: &C, bytes: &[u8]) -> Result<Self, SignatureError> {
        let len = curve.scalars().byte_len();
        if bytes.len() != 2 * len {
            return Err(SignatureError::Length {
                found: bytes.len(),
                expected: 2 * len,
            });
        }
        let (r, s) = bytes.split_at(len);
        Self::new(curve, r, s)
    }

    /// Reads the DER of `ECDSA-Sig-Value` (RFC 3279, section 2.2.3), a sequence of both integers. BER is refused.
    ///
    /// # Errors
    /// If the bytes are not that, if bytes follow, or if the integers are out of range.
    pub fn from_der(curve: &C, bytes: &[u8]) -> Result<Self, SignatureError> {
        let read = || {
            let mut reader = SliceReader::new(bytes)?;
            let integers = reader
                .sequence(|reader| -> der::Result<_> { Ok((UintRef::decode(reader)?, UintRef::decode(reader)?)) })?;
            reader.finish()?;
            Ok(integers)
        };
        let (r, s) = read().map_err(|e: der::Error| match e.kind() {
            ErrorKind::TrailingData { remaining, .. } => SignatureError::TrailingBytes(u32::from(remaining) as usize),
            _ => SignatureError::Der(e),
        })?;
        Self::new(curve, r.as_bytes(), s.as_bytes())
    }

    /// `r`.
    pub const fn r(&self) -> &ScalarOf<C> {
        &self.r
    }

    /// `s`.
    pub const fn s(&self) -> &ScalarOf<C> {
        &self.s
    }

    /// Whether `s` is not above half of the order. Of `(r, s)` and `(r, -s)`, both of which are valid, this is the one
    /// that protocols against malleability accept (Bitcoin's BIP 62, for example).
    pub fn has_low_s(&self, curve: &C) -> bool {
        let n = curve.scalars();
        let (s, opposite) = (n.to_limbs(&self.s), n.to_limbs(&n.neg(&self.s)));
        s.as_ref().iter().rev().le(opposite.as_ref().iter().rev())
    }
}
