//! Points in the encodings of SEC 1.

use crate::integer::{self, Equation, coordinates, jacobi};
use num_bigint::BigUint;
use secant_field::modular::Modular;
use secant_gfp::{
    Affine, Curve,
    sec1::{EncodingError, decode, encode},
};
use secant_verify::ecdsa::{KeyError, PublicKey};

/// Decodes a point: either it is on the curve and its encoding is what was read, or what the error says holds.
pub fn check<C: Curve>(curve: &C, bytes: &[u8]) {
    let result = decode(curve, bytes);
    let equation = Equation::of(curve);
    let len = curve.field().byte_len();
    match &result {
        Ok(point) => {
            let expected = encoding(curve, point, bytes[0]);
            assert_eq!(expected, bytes, "the encoding is not the point's");
            round_trip(curve, point, &equation);
        }
        Err(e) => assert!(holds(e, bytes, len, &equation), "{e}: {bytes:02x?}"),
    }
    match (PublicKey::from_sec1(curve, bytes), result) {
        (Ok(key), Ok(point)) => assert!(*key.point() == point && curve.is_in_subgroup(&point)),
        (Err(KeyError::Infinity), Ok(Affine::Infinity)) => {}
        (Err(KeyError::Subgroup), Ok(point)) => assert!(!curve.is_in_subgroup(&point)),
        (Err(KeyError::Point(found)), Err(e)) => assert_eq!(found, e),
        (key, point) => panic!("{key:?} of {point:?}"),
    }
}

/// The encoding that begins with this byte.
fn encoding<C: Curve>(curve: &C, point: &Affine<C>, tag: u8) -> Vec<u8> {
    let len = curve.field().byte_len();
    let Some((x, y)) = coordinates(curve, point) else {
        return vec![0];
    };
    let odd = u8::from(y.bit(0));
    let [x, y] = [x, y].map(|c| integer::bytes(&c, len));
    match tag {
        2 | 3 => [&[2 | odd][..], &x].concat(),
        4 => [&[4][..], &x, &y].concat(),
        _ => [&[6 | odd][..], &x, &y].concat(),
    }
}

/// Checks that a point is on its curve, and is what its encodings are decoded to.
pub fn round_trip<C: Curve>(curve: &C, point: &Affine<C>, equation: &Equation) {
    if let Some((x, y)) = coordinates(curve, point) {
        assert!(equation.contains(&x, &y), "a point off the curve");
    }
    let mut buffer = [0; 1 + 2 * secant_gfp::MAX_BITS / 8];
    for compressed in [false, true] {
        let len = encode(curve, point, compressed, &mut buffer).expect("it has room");
        assert_eq!(
            buffer[..len],
            encoding(curve, point, if compressed { 2 } else { 4 }),
            "compressed: {compressed}"
        );
        assert_eq!(decode(curve, &buffer[..len]), Ok(*point));
        assert_eq!(encode(curve, point, compressed, &mut buffer[..len - 1]), None);
    }
    assert_eq!(decode(curve, &encoding(curve, point, 6)), Ok(*point));
}

/// Whether what the error says is true of these bytes.
fn holds(error: &EncodingError, bytes: &[u8], len: usize, equation: &Equation) -> bool {
    let Some((&tag, rest)) = bytes.split_first() else {
        return *error == EncodingError::Empty;
    };
    let expected = match tag {
        0 => 1,
        2 | 3 => 1 + len,
        4 | 6 | 7 => 1 + 2 * len,
        _ => return *error == EncodingError::Tag(tag),
    };
    if bytes.len() != expected {
        let found = bytes.len();
        return *error == EncodingError::Length { found, expected };
    }
    let (x, y) = rest.split_at(len.min(rest.len()));
    let [x, y] = [x, y].map(BigUint::from_bytes_be);
    match error {
        EncodingError::X => x >= equation.p,
        EncodingError::Y => y >= equation.p,
        EncodingError::Parity => tag > 5 && y.bit(0) != (tag == 7),
        EncodingError::NotOnCurve if tag < 4 => match jacobi(&equation.y_squared(&x), &equation.p) {
            // Zero is even.
            0 => tag == 3,
            symbol => symbol == -1,
        },
        EncodingError::NotOnCurve => !equation.contains(&x, &y),
        _ => false,
    }
}
