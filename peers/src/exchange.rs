//! The form in which arguments and results go from library to library.
//!
//! An element of a prime field is big endian, with leading zeros up to whole limbs of 64 bits; an element of an
//! extension is its coefficients from the lowest, level by level; a point is its affine coordinates, all zero if it
//! has none.

use ark_ec::AffineRepr;
use ark_ff::{BigInteger, Field, PrimeField};
use std::fmt::Debug;

/// The arguments of an operation; what it does not take is empty.
#[derive(Debug, Default)]
pub struct Arguments {
    /// Points; those of G1 of a pairing.
    pub points: Vec<Vec<u8>>,
    /// The points of G2 of a pairing, as many.
    pub g2: Vec<Vec<u8>>,
    /// As many scalars as points, or as pairings of points where the operation is one in the target group.
    pub scalars: Vec<Vec<u8>>,
    /// Signatures to verify, and behind them one that does not hold, to be compared and not timed.
    pub signed: Vec<Signed>,
}

/// A signature of a digest: the result is a byte, whether it holds.
#[derive(Clone, Debug)]
pub struct Signed {
    /// `SubjectPublicKeyInfo` in DER, which names the curve.
    pub key: Vec<u8>,
    /// The digest, of SHA-256 for RSA.
    pub digest: [u8; 32],
    /// DER for ECDSA, PKCS#1 v1.5 for RSA.
    pub signature: Vec<u8>,
}

/// The bytes of an element of a field.
pub fn element<F: Field>(f: &F) -> Vec<u8> {
    f.to_base_prime_field_elements()
        .flat_map(|c| c.into_bigint().to_bytes_be())
        .collect()
}

/// The bytes of a point.
pub fn point<A: AffineRepr>(p: &A) -> Vec<u8> {
    let (x, y) = p.xy().unwrap_or_default();
    [element(&x), element(&y)].concat()
}

/// The bytes of elements that a library shows in no other way: those of all numbers `0x...` in their debug form.
pub fn shown(value: &impl Debug) -> Vec<u8> {
    let text = format!("{value:?}");
    let digits = |part: &str| -> Vec<u8> {
        let end = part.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(part.len());
        unhex(&part[..end]).unwrap_or_default()
    };
    text.split("0x").skip(1).flat_map(digits).collect()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits, if they are such.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    let (pairs, []) = digits.as_ref()?.as_chunks::<2>() else {
        return None;
    };
    Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

/// The parts of bytes that hold `N` values of the same length.
///
/// # Panics
/// If they do not: this program made them.
pub fn split<const N: usize>(bytes: &[u8]) -> [&[u8]; N] {
    assert_eq!(bytes.len() % N, 0, "parts of the same length");
    let width = bytes.len() / N;
    std::array::from_fn(|i| &bytes[i * width..][..width])
}

/// Bytes in the opposite order, in as many as the other library takes.
pub fn little_endian<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    out.iter_mut().zip(bytes.iter().rev()).for_each(|(o, b)| *o = *b);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(unhex("00fF"), Some(vec![0, 255]));
        assert_eq!((unhex("0"), unhex("0g")), (None, None));
        assert_eq!(hex(&[0, 255]), "00ff");
        assert_eq!(shown(&"0x01ff + 0x02*u"), [1, 255, 2]);
    }

    #[test]
    fn parts() {
        assert_eq!(split::<2>(&[1, 2, 3, 4]), [[1, 2], [3, 4]]);
        assert_eq!(little_endian::<3>(&[1, 2]), [2, 1, 0]);
    }
}
