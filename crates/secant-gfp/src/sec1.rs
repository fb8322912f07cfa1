//! Encodings of points: SEC 1, version 2.0, sections 2.3.3 and 2.3.4.

use crate::{Affine, Curve};
use core::fmt;
use secant_field::modular::Modular;

/// Why bytes are not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodingError {
    /// There are no bytes.
    Empty,
    /// The first byte is not one of an encoding.
    Tag(u8),
    /// The length is not the one that the first byte requires.
    Length {
        /// The length that was found, in bytes.
        found: usize,
        /// The expected length, in bytes.
        expected: usize,
    },
    /// The first coordinate is not below the field's modulus.
    X,
    /// The second coordinate is not below the field's modulus.
    Y,
    /// The point is not on the curve, or no point has this first coordinate.
    NotOnCurve,
    /// The parity in a hybrid encoding's first byte is not that of the second coordinate.
    Parity,
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the point has no bytes"),
            Self::Tag(tag) => write!(f, "the point begins with the byte {tag:#04x}, which no encoding has"),
            Self::Length { found, expected } => write!(f, "the point has {found} bytes in place of {expected}"),
            Self::X => f.write_str("the point's first coordinate is not below the field's modulus"),
            Self::Y => f.write_str("the point's second coordinate is not below the field's modulus"),
            Self::NotOnCurve => f.write_str("the point is not on the curve"),
            Self::Parity => f.write_str("the point's hybrid encoding says another parity than its second coordinate"),
        }
    }
}

impl core::error::Error for EncodingError {}

const INFINITY: u8 = 0;
const COMPRESSED: u8 = 2;
const UNCOMPRESSED: u8 = 4;
const HYBRID: u8 = 6;

/// Decodes a point: compressed, uncompressed, hybrid (ANSI X9.62), or one zero byte for infinity.
///
/// # Errors
/// If the bytes do not encode a point of the curve.
pub fn decode<C: Curve>(curve: &C, bytes: &[u8]) -> Result<Affine<C>, EncodingError> {
    let (&tag, rest) = bytes.split_first().ok_or(EncodingError::Empty)?;
    let f = curve.field();
    let len = f.byte_len();
    let has = |expected| {
        if bytes.len() == expected {
            Ok(())
        } else {
            Err(EncodingError::Length {
                found: bytes.len(),
                expected,
            })
        }
    };
    if tag == INFINITY {
        has(1)?;
        return Ok(Affine::Infinity);
    }
    if tag & !1 == COMPRESSED {
        has(1 + len)?;
        let x = f.element_be_bytes(rest).ok_or(EncodingError::X)?;
        return curve.decompress(&x, tag & 1 == 1).ok_or(EncodingError::NotOnCurve);
    }
    if tag != UNCOMPRESSED && tag & !1 != HYBRID {
        return Err(EncodingError::Tag(tag));
    }
    has(1 + 2 * len)?;
    let (x, y) = rest.split_at(len);
    let x = f.element_be_bytes(x).ok_or(EncodingError::X)?;
    let y = f.element_be_bytes(y).ok_or(EncodingError::Y)?;
    if tag != UNCOMPRESSED && f.is_odd(&y) != (tag & 1 == 1) {
        return Err(EncodingError::Parity);
    }
    curve.affine(&x, &y).ok_or(EncodingError::NotOnCurve)
}

/// Writes a point, compressed or uncompressed, to the beginning of `out` and returns the length. `None` if `out` is too
/// short: a point takes up to one byte plus twice the [`byte_len`](Modular::byte_len) of the field.
pub fn encode<C: Curve>(curve: &C, point: &Affine<C>, compressed: bool, out: &mut [u8]) -> Option<usize> {
    let f = curve.field();
    let len = f.byte_len();
    let Some((x, y)) = point.xy() else {
        *out.first_mut()? = INFINITY;
        return Some(1);
    };
    let used = 1 + if compressed { len } else { 2 * len };
    let out = out.get_mut(..used)?;
    out[0] = if compressed {
        COMPRESSED | u8::from(f.is_odd(y))
    } else {
        UNCOMPRESSED
    };
    f.write_bytes(x, &mut out[1..1 + len]);
    if !compressed {
        f.write_bytes(y, &mut out[1 + len..]);
    }
    Some(used)
}
