//! `alt_bn128_*`: BN254 in the encodings of EIP-196 and EIP-197.

use super::{
    Error,
    encoding::{Order::Big, limbs, point_size, read_point, write_point},
};
use secant_curve::{
    Host, Native, batch,
    bn254::{Bn254, G1Affine, G1Projective, G2Affine, G2Projective, g1, g2},
    pairing_check,
};

type G1 = G1Projective<Native>;

/// The first 64 bytes of a result buffer, which may be longer.
fn head(result: &mut [u8]) -> Result<&mut [u8], Error> {
    result.get_mut(..64).ok_or(Error::BadLength)
}

/// `op1 + op2` in the first group. Points have 64 bytes. The sum is written to the first 64 bytes of `result`.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn alt_bn128_add(op1: &[u8], op2: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let result = head(result)?;
    let (a, b): (G1Affine<Native>, G1Affine<Native>) = (read_point(op1, Big)?, read_point(op2, Big)?);
    write_point(G1::from(a) + b, result, Big)
}

/// `scalar * point` in the first group. The point has 64 bytes, and the scalar is any big-endian integer of 32 bytes.
/// The product is written to the first 64 bytes of `result`.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn alt_bn128_mul(point: &[u8], scalar: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let result = head(result)?;
    let point: G1Affine<Native> = read_point(point, Big)?;
    let scalar = limbs::<4>(scalar, Big)?;
    let product = Native::mul::<G1>(&point, &scalar).map_err(|_| Error::NotOnCurve)?;
    write_point(product, result, Big)
}

/// Whether the product of the pairings of all pairs is one, as the product of no pairs is. A pair is a point of the
/// first group (64 bytes) and one of the second (128 bytes, imaginary parts first).
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`], [`Error::NotInSubgroup`] (the second group;
/// the first is the whole curve).
pub fn alt_bn128_pair(pairs: &[u8]) -> Result<bool, Error> {
    let (size1, size2) = (point_size::<g1::Config<Native>>(), point_size::<g2::Config<Native>>());
    if !pairs.len().is_multiple_of(size1 + size2) {
        return Err(Error::BadLength);
    }
    let (mut p, mut q) = (Vec::new(), Vec::new());
    for pair in pairs.chunks_exact(size1 + size2) {
        let (first, second) = pair.split_at(size1);
        p.push(read_point::<g1::Config<Native>>(first, Big)?);
        q.push(read_point::<g2::Config<Native>>(second, Big)?);
    }
    let inside = batch::are_in_subgroup::<G2Projective<Native>>(&q);
    if inside.into_iter().any(|inside| !inside) {
        return Err(Error::NotInSubgroup);
    }
    let q: Vec<G2Affine<Native>> = q;
    pairing_check::<Bn254<Native>>(&p, &q).map_err(|_| Error::NotInSubgroup)
}
