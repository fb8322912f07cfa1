//! zkcrypto's bls12_381.

use crate::exchange::{Arguments, little_endian, shown, split};
use crate::run::{Column, Library};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, Scalar, multi_miller_loop};

const READ: &str = "the arguments are points of the curve and scalars";

fn g1(bytes: &[u8]) -> G1Affine {
    let bytes = bytes.try_into().expect(READ);
    Option::from(G1Affine::from_uncompressed_unchecked(bytes)).expect(READ)
}

/// Its encoding has the higher coefficient first.
fn swapped(bytes: &[u8]) -> [u8; 192] {
    let [x0, x1, y0, y1] = split(bytes);
    [x1, x0, y1, y0].concat().try_into().expect(READ)
}

fn g2(bytes: &[u8]) -> G2Affine {
    Option::from(G2Affine::from_uncompressed_unchecked(&swapped(bytes))).expect(READ)
}

fn scalar(bytes: &[u8]) -> Scalar {
    Option::from(Scalar::from_bytes(&little_endian(bytes))).expect(READ)
}

/// A product of pairings.
pub fn pairing(arguments: &Arguments) -> Column {
    let p: Vec<_> = arguments.points.iter().map(|p| g1(p)).collect();
    let q: Vec<_> = arguments.g2.iter().map(|q| g2(q)).collect();
    let compute = move || match (&p[..], &q[..]) {
        ([p], [q]) => bls12_381::pairing(p, q),
        _ => {
            let prepared: Vec<_> = q.iter().map(|q| G2Prepared::from(*q)).collect();
            let pairs: Vec<_> = p.iter().zip(&prepared).collect();
            multi_miller_loop(&pairs).final_exponentiation()
        }
    };
    Column::new(Library::Zkcrypto, compute, |f| shown(&f))
}

/// A product of powers of pairings, one by one.
pub fn exponentiate(arguments: &Arguments) -> Column {
    let pairs = arguments.points.iter().zip(&arguments.g2);
    let elements: Vec<_> = pairs.map(|(p, q)| bls12_381::pairing(&g1(p), &g2(q))).collect();
    let scalars: Vec<_> = arguments.scalars.iter().map(|s| scalar(s)).collect();
    let compute = move || elements.iter().zip(&scalars).map(|(g, s)| g * s).sum::<Gt>();
    Column::new(Library::Zkcrypto, compute, |f| shown(&f))
}

/// A multiplication of one point of G1.
pub fn multiply_g1(arguments: &Arguments) -> Column {
    let (p, s) = (g1(&arguments.points[0]), scalar(&arguments.scalars[0]));
    let encode = |p: G1Projective| G1Affine::from(p).to_uncompressed().to_vec();
    Column::new(Library::Zkcrypto, move || p * s, encode)
}

/// A multiplication of one point of G2.
pub fn multiply_g2(arguments: &Arguments) -> Column {
    let (p, s) = (g2(&arguments.points[0]), scalar(&arguments.scalars[0]));
    let encode = |p: G2Projective| swapped(&G2Affine::from(p).to_uncompressed()).to_vec();
    Column::new(Library::Zkcrypto, move || p * s, encode)
}
