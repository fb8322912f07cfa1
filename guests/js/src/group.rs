//! The groups of points.

use crate::{Error, Kind, Outcome, encoding::Encoding};
use alloc::{borrow::Cow, vec::Vec};
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{Field, PrimeField, Zero};
use core::marker::PhantomData;
use secant_curve::{Host, Plain, Raw, SwCurve, batch, bls12_381, bn254, hash::HashToCurve, raw};

/// The length of a scalar in bytes: four limbs, little endian.
const SCALAR_LEN: usize = 32;

/// The group with a number.
///
/// # Errors
/// [`Kind::Number`].
pub fn group(number: u32) -> Result<&'static dyn GroupOperations, Error> {
    use Encoding::{Eip, Zcash};
    Ok(match number {
        0 => &Group::<bls12_381::g1::Config>(Zcash, Some(hash::<bls12_381::G1Projective>), PhantomData),
        1 => &Group::<bls12_381::g2::Config>(Zcash, Some(hash::<bls12_381::G2Projective>), PhantomData),
        2 => &Group::<bn254::g1::Config>(Eip, None, PhantomData),
        3 => &Group::<bn254::g2::Config>(Eip, None, PhantomData),
        _ => return Err(Kind::Number.into()),
    })
}

/// The operations on the points of a group.
///
/// Points are in raw form: the limbs of `X`, `Y` and `Z` for the affine point `X / Z^2`, `Y / Z^3`, or for the point at
/// infinity if `Z` is zero. They come from this module, and are in the prime-order subgroup. Coordinates that are not
/// below the modulus are an error; the results for any other points are unspecified. Results are appended to `out`.
pub trait GroupOperations {
    /// Decodes points of `len` bytes each, and checks that they are in the subgroup.
    ///
    /// # Errors
    /// [`Kind::Length`], [`Kind::Encoding`], [`Kind::NotOnCurve`] or [`Kind::NotInSubgroup`], for the first wrong
    /// point.
    fn decode(&self, bytes: &[u8], len: usize, out: &mut Vec<u8>) -> Outcome;
    /// Encodes points.
    ///
    /// # Errors
    /// [`Kind::Number`] if the group has no compressed form.
    fn encode(&self, points: &[u8], compressed: bool, out: &mut Vec<u8>) -> Outcome;
    /// The generator.
    ///
    /// # Errors
    /// None.
    fn generator(&self, out: &mut Vec<u8>) -> Outcome;
    /// The sum of points.
    ///
    /// # Errors
    /// [`Kind::Encoding`].
    fn sum(&self, points: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// The negative of a point.
    ///
    /// # Errors
    /// [`Kind::Encoding`].
    fn negate(&self, point: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// Whether two points are equal: one if they are.
    ///
    /// # Errors
    /// [`Kind::Encoding`].
    fn equal(&self, a: &[u8], b: &[u8]) -> Outcome;
    /// The product of a point and a scalar.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn mul(&self, point: &[u8], scalar: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// The multi-scalar multiplication of points and scalars.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn msm(&self, points: &[u8], scalars: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// Hashes a message to a point: with `hash_to_curve` of RFC 9380 if `uniform`, else with `encode_to_curve`.
    ///
    /// # Errors
    /// [`Kind::EmptyDst`], or [`Kind::Number`] if the group has no suites.
    fn hash(&self, message: &[u8], dst: &[u8], uniform: bool, out: &mut Vec<u8>) -> Outcome;
}

/// A hash function to the group.
type Hash<C> = fn(&[u8], &[u8], bool) -> Result<Projective<C>, Error>;

/// A group, the encoding of its points, and the hash function to it, if any.
struct Group<C: SwCurve>(Encoding, Option<Hash<C>>, PhantomData<C>);

impl<C: SwCurve<Host = Plain>> GroupOperations for Group<C> {
    fn decode(&self, bytes: &[u8], len: usize, out: &mut Vec<u8>) -> Outcome {
        if len == 0 || !bytes.len().is_multiple_of(len) {
            return Err(Kind::Length.into());
        }
        let points = bytes.chunks_exact(len).enumerate();
        let points = points.map(|(i, bytes)| self.0.read::<C>(bytes).map_err(|e| e.at(i)));
        let points: Vec<Affine<C>> = points.collect::<Result<_, _>>()?;
        let inside = batch::are_in_subgroup::<Projective<C>>(&points);
        if let Some(outside) = inside.iter().position(|inside| !inside) {
            return Err(Error::from(Kind::NotInSubgroup).at(outside));
        }
        for point in points {
            push(point.into_group(), out);
        }
        Ok(0)
    }

    fn encode(&self, points: &[u8], compressed: bool, out: &mut Vec<u8>) -> Outcome {
        for point in affine::<C>(points)?.iter() {
            self.0.write(point, compressed, out)?;
        }
        Ok(0)
    }

    fn generator(&self, out: &mut Vec<u8>) -> Outcome {
        push(<Affine<C>>::generator().into_group(), out);
        Ok(0)
    }

    fn sum(&self, points: &[u8], out: &mut Vec<u8>) -> Outcome {
        push(projective::<C>(points)?.iter().sum(), out);
        Ok(0)
    }

    fn negate(&self, point: &[u8], out: &mut Vec<u8>) -> Outcome {
        push(-one::<C>(point)?, out);
        Ok(0)
    }

    fn equal(&self, a: &[u8], b: &[u8]) -> Outcome {
        Ok((one::<C>(a)? == one::<C>(b)?).into())
    }

    fn mul(&self, point: &[u8], scalar: &[u8], out: &mut Vec<u8>) -> Outcome {
        let (point, scalars) = (one::<C>(point)?, scalars::<C::ScalarField>(scalar)?);
        let [scalar] = scalars[..] else {
            return Err(Kind::Length.into());
        };
        push(Plain::mul_in_subgroup::<Projective<C>>(&point, &scalar)?, out);
        Ok(0)
    }

    fn msm(&self, points: &[u8], scalars: &[u8], out: &mut Vec<u8>) -> Outcome {
        let points = affine::<C>(points)?;
        push(
            Plain::msm::<Projective<C>>(&points, &self::scalars::<C::ScalarField>(scalars)?)?,
            out,
        );
        Ok(0)
    }

    fn hash(&self, message: &[u8], dst: &[u8], uniform: bool, out: &mut Vec<u8>) -> Outcome {
        let hash = self.1.ok_or(Kind::Number)?;
        push(hash(message, dst, uniform)?, out);
        Ok(0)
    }
}

fn hash<G: HashToCurve>(message: &[u8], dst: &[u8], uniform: bool) -> Result<G, Error> {
    Ok(if uniform {
        G::hash_to_curve(message, dst)?
    } else {
        G::encode_to_curve(message, dst)?
    })
}

/// Appends a point.
fn push<C: SwCurve>(point: Projective<C>, out: &mut Vec<u8>) {
    out.extend_from_slice(raw::as_bytes(&[point]));
}

/// Reads the points of a buffer, whose coordinates must be below the modulus.
fn projective<C: SwCurve>(bytes: &[u8]) -> Result<Cow<'_, [Projective<C>]>, Error> {
    let points = raw::from_bytes::<Projective<C>>(bytes).ok_or(Kind::Length)?;
    let is_canonical = |p: &Projective<C>| [p.x, p.y, p.z].iter().all(|c| c.check().is_ok());
    if points.iter().all(is_canonical) {
        Ok(points)
    } else {
        Err(Kind::Encoding.into())
    }
}

fn one<C: SwCurve>(bytes: &[u8]) -> Result<Projective<C>, Error> {
    match projective::<C>(bytes)?[..] {
        [point] => Ok(point),
        _ => Err(Kind::Length.into()),
    }
}

/// Reads the points of a buffer and converts them to affine form.
pub fn affine<C: SwCurve<Host = Plain>>(bytes: &[u8]) -> Result<Vec<Affine<C>>, Error> {
    let points = projective::<C>(bytes)?;
    let one = C::BaseField::ONE;
    // Decoded points have no denominator, so they need no inversion.
    if points.iter().all(|p| p.z == one || p.z.is_zero()) {
        let affine = |p: &Projective<C>| match p.z.is_zero() {
            true => Affine::identity(),
            false => Affine::new_unchecked(p.x, p.y),
        };
        return Ok(points.iter().map(affine).collect());
    }
    Ok(batch::normalize(&points))
}

/// Reads scalars of 256 bits, reduced modulo the order.
pub fn scalars<F: PrimeField>(bytes: &[u8]) -> Result<Vec<F>, Error> {
    if !bytes.len().is_multiple_of(SCALAR_LEN) {
        return Err(Kind::Length.into());
    }
    Ok(bytes.chunks_exact(SCALAR_LEN).map(scalar).collect())
}

fn scalar<F: PrimeField>(bytes: &[u8]) -> F {
    let mut integer = F::BigInt::default();
    for (limb, bytes) in integer.as_mut().iter_mut().zip(bytes.chunks(8)) {
        *limb = bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
    F::from_bigint(integer).unwrap_or_else(|| F::from_le_bytes_mod_order(bytes))
}
