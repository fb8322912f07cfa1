//! `bls_*`: BLS12-381 in affine coordinates, little endian and not in Montgomery form. Points are checked to be on
//! their curve. As in Spring, they are not checked to be in the subgroup.

use super::{
    Error,
    encoding::{Order::Little, limbs, point_size, read, read_point, read_points, write, write_point},
};
use ark_ec::{
    CurveGroup,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, Field, PrimeField, Zero};
use secant_curve::{
    Host, HostError, Native, SwCurve,
    bls12_381::{Config, Fq, Fq12, Fr, g1, g2},
    hash::HashToCurve,
};

type G1 = g1::Config<Native>;
type G2 = g2::Config<Native>;

fn add<C: SwCurve>(op1: &[u8], op2: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let (a, b): (Affine<C>, Affine<C>) = (read_point(op1, Little)?, read_point(op2, Little)?);
    write_point(Projective::from(a) + b, result, Little)
}

/// `op1 + op2` in the first group. Points have 96 bytes.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn bls_g1_add(op1: &[u8], op2: &[u8], result: &mut [u8]) -> Result<(), Error> {
    add::<G1>(op1, op2, result)
}

/// `op1 + op2` in the second group. Points have 192 bytes.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn bls_g2_add(op1: &[u8], op2: &[u8], result: &mut [u8]) -> Result<(), Error> {
    add::<G2>(op1, op2, result)
}

/// [`Error::BadLength`] if `n` is zero, or if a length is not that of `n` elements.
fn check_lengths<const N: usize>(n: u32, buffers: [(&[u8], usize); N]) -> Result<(), Error> {
    let fits = |(bytes, size): (&[u8], usize)| (n as usize).checked_mul(size) == Some(bytes.len());
    if n > 0 && buffers.into_iter().all(fits) {
        Ok(())
    } else {
        Err(Error::BadLength)
    }
}

/// Splits an integer of four limbs into `scalar + count * r`.
fn reduce(limbs: [u64; 4]) -> (Fr, u64) {
    let (mut integer, mut count) = (BigInt(limbs), 0);
    while integer >= Fr::MODULUS {
        integer.sub_with_borrow(&Fr::MODULUS);
        count += 1;
    }
    (Fr::from_bigint(integer).unwrap_or_default(), count)
}

/// A sum of integer multiples. A scalar is any integer of 32 bytes and a point any point of the curve, so scalars must
/// not be reduced modulo `r`. The multiples of `r` are summed separately: `r` times the sum of the points whose scalars
/// hold one.
fn weighted_sum<C: SwCurve<ScalarField = Fr>>(
    points: &[u8],
    scalars: &[u8],
    n: u32,
    result: &mut [u8],
) -> Result<(), Error> {
    check_lengths(n, [(points, point_size::<C>()), (scalars, 32)])?;
    let points = read_points::<C>(points, Little)?;
    let scalars = scalars.chunks_exact(32).map(|bytes| limbs(bytes, Little));
    let scalars: Vec<[u64; 4]> = scalars.collect::<Result<_, _>>()?;
    let sum = if let ([point], [scalar]) = (&points[..], &scalars[..]) {
        Native::mul::<Projective<C>>(point, scalar)
    } else {
        let mut excess = Projective::<C>::zero();
        let mut reduced = Vec::with_capacity(scalars.len());
        for (point, scalar) in points.iter().zip(scalars) {
            let (scalar, count) = reduce(scalar);
            reduced.push(scalar);
            (0..count).for_each(|_| excess += point);
        }
        Native::msm::<Projective<C>>(&points, &reduced)
            .and_then(|sum| Ok(sum + Native::mul::<Projective<C>>(&excess.into_affine(), Fr::MODULUS.as_ref())?))
    };
    write_point(sum.map_err(|_| Error::NotOnCurve)?, result, Little)
}

/// The sum of `n > 0` points of the first group (96 bytes each), each times its scalar (any little-endian integer of 32
/// bytes). The multiples are the true integer multiples, in the subgroup or not.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn bls_g1_weighted_sum(points: &[u8], scalars: &[u8], n: u32, result: &mut [u8]) -> Result<(), Error> {
    weighted_sum::<G1>(points, scalars, n, result)
}

/// [`bls_g1_weighted_sum`] in the second group, with points of 192 bytes.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn bls_g2_weighted_sum(points: &[u8], scalars: &[u8], n: u32, result: &mut [u8]) -> Result<(), Error> {
    weighted_sum::<G2>(points, scalars, n, result)
}

/// The product of the pairings of `n > 0` pairs. The points have 96 and 192 bytes, the result 576.
///
/// For points outside the subgroups the product has no meaning. If the Miller loop is zero, the product is undefined,
/// and the result is zero, as in Spring.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
pub fn bls_pairing(g1_points: &[u8], g2_points: &[u8], n: u32, result: &mut [u8]) -> Result<(), Error> {
    check_lengths(n, [(g1_points, point_size::<G1>()), (g2_points, point_size::<G2>())])?;
    let (p, q) = (
        read_points::<G1>(g1_points, Little)?,
        read_points::<G2>(g2_points, Little)?,
    );
    let product = match Native::multi_pairing::<Config<Native>>(&p, &q) {
        Ok(product) => product,
        Err(HostError::ZeroMillerLoop) => Fq12::ZERO,
        Err(_) => return Err(Error::BadLength),
    };
    write(&product, result, Little)
}

fn map<C: SwCurve>(element: &[u8], result: &mut [u8]) -> Result<(), Error>
where
    Projective<C>: HashToCurve<BaseField = C::BaseField>,
{
    write_point(Projective::<C>::map_to_curve(&read(element, Little)?), result, Little)
}

/// Maps an element of the base field (48 bytes) to a point of the first group: `map_to_curve` of RFC 9380, section
/// 8.8.1, with the cofactor cleared.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`].
pub fn bls_g1_map(element: &[u8], result: &mut [u8]) -> Result<(), Error> {
    map::<G1>(element, result)
}

/// Maps an element of the quadratic extension (96 bytes) to a point of the second group: `map_to_curve` of RFC 9380,
/// section 8.8.2, with the cofactor cleared.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`].
pub fn bls_g2_map(element: &[u8], result: &mut [u8]) -> Result<(), Error> {
    map::<G2>(element, result)
}

/// Reduces an integer of 64 bytes modulo the prime of the base field, to 48 bytes.
///
/// # Errors
/// [`Error::BadLength`].
pub fn bls_fp_mod(integer: &[u8], result: &mut [u8]) -> Result<(), Error> {
    limbs::<8>(integer, Little)?;
    write(&Fq::from_le_bytes_mod_order(integer), result, Little)
}

/// The product of two elements of the base field, 48 bytes each.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`].
pub fn bls_fp_mul(op1: &[u8], op2: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let (a, b): (Fq, Fq) = (read(op1, Little)?, read(op2, Little)?);
    write(&(a * b), result, Little)
}

/// An element of the base field (48 bytes) to the power of an integer of 64 bytes. Anything to the power of zero is
/// one.
///
/// # Errors
/// [`Error::BadLength`], [`Error::NotCanonical`].
pub fn bls_fp_exp(base: &[u8], exponent: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let power = read::<Fq>(base, Little)?.pow(limbs::<8>(exponent, Little)?);
    write(&power, result, Little)
}
