//! The encodings of points that protocols use.

use crate::{Error, Kind};
use alloc::vec::Vec;
use ark_ec::{AffineRepr, short_weierstrass::Affine};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Validate};
use secant_curve::{Compressed, SwCurve, encoding::Encoding as _, parameters::SwParams};

/// The encoding of the points of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Zcash's encoding of BLS12-381, compressed or not: big endian, the highest coefficient first, three flags in the
    /// top bits.
    Zcash,
    /// The encoding of EIP-196 and EIP-197: both coordinates, big endian, the highest coefficient first, zeros for
    /// infinity.
    Eip,
}

/// The length of a coordinate in bytes.
pub fn coordinate_len<F: Field>() -> usize {
    F::extension_degree() as usize * prime_len::<F::BasePrimeField>()
}

/// The length in bytes of an element of a prime field, in full limbs.
fn prime_len<F: PrimeField>() -> usize {
    8 * F::BigInt::NUM_LIMBS
}

impl Encoding {
    /// Reads a point of the curve, in the subgroup or not. `bytes` must have exactly the length of the encoding.
    ///
    /// # Errors
    /// [`Kind::Length`], [`Kind::Encoding`] or [`Kind::NotOnCurve`].
    pub fn read<C: SwCurve>(self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        let len = coordinate_len::<C::BaseField>();
        let point = match self {
            Self::Zcash if bytes.len() == len => return decompress(bytes),
            Self::Zcash if bytes.len() == 2 * len => {
                Affine::deserialize_with_mode(bytes, Compress::No, Validate::No).map_err(|_| Kind::Encoding)?
            }
            Self::Eip if bytes.len() == 2 * len => {
                let (x, y) = bytes.split_at(len);
                let (x, y) = (read_coordinate(x)?, read_coordinate(y)?);
                if C::BaseField::is_zero(&x) && C::BaseField::is_zero(&y) {
                    Affine::identity()
                } else {
                    Affine::new_unchecked(x, y)
                }
            }
            _ => return Err(Kind::Length.into()),
        };
        if point.is_on_curve() {
            Ok(point)
        } else {
            Err(Kind::NotOnCurve.into())
        }
    }

    /// Appends a point. `compressed` writes only its first coordinate, which the EIPs have no encoding for.
    ///
    /// # Errors
    /// [`Kind::Number`].
    pub fn write<C: SwCurve>(self, point: &Affine<C>, compressed: bool, out: &mut Vec<u8>) -> Result<(), Error> {
        match self {
            Self::Zcash => {
                let compress = if compressed { Compress::Yes } else { Compress::No };
                // Writing to a vector cannot fail.
                point.serialize_with_mode(out, compress).map_err(|_| Kind::NoResult)?;
            }
            Self::Eip if compressed => return Err(Kind::Number.into()),
            Self::Eip => {
                let zero = C::BaseField::ZERO;
                let (x, y) = point.xy().unwrap_or((zero, zero));
                write_coordinate(&x, out);
                write_coordinate(&y, out);
            }
        }
        Ok(())
    }
}

fn decompress<C: SwCurve>(bytes: &[u8]) -> Result<Affine<C>, Error> {
    match <C::Parameters as SwParams>::Encoding::read_compressed(bytes).map_err(|_| Kind::Encoding)? {
        Compressed::Identity => Ok(Affine::identity()),
        Compressed::Point { x, largest } => {
            let point = <Affine<C>>::get_point_from_x_unchecked(x, largest);
            Ok(point.ok_or(Kind::NotOnCurve)?)
        }
    }
}

/// Reads a coordinate with canonical coefficients, the highest first.
fn read_coordinate<F: Field>(bytes: &[u8]) -> Result<F, Error> {
    let coefficients = bytes.chunks_exact(prime_len::<F::BasePrimeField>()).rev();
    let coefficients: Option<Vec<F::BasePrimeField>> = coefficients.map(read_prime).collect();
    let coordinate = coefficients.and_then(F::from_base_prime_field_elems);
    Ok(coordinate.ok_or(Kind::Encoding)?)
}

/// Reads a big-endian integer below the modulus.
fn read_prime<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let mut x = F::BigInt::default();
    for (limb, chunk) in x.as_mut().iter_mut().zip(bytes.rchunks(8)) {
        *limb = chunk.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
    F::from_bigint(x)
}

fn write_coordinate<F: Field>(x: &F, out: &mut Vec<u8>) {
    let coefficients: Vec<_> = x.to_base_prime_field_elements().collect();
    for c in coefficients.iter().rev() {
        out.extend(c.into_bigint().to_bytes_be());
    }
}

/// Appends the coefficients of an element over the prime field, the constant one first, each big endian.
pub fn write_element<F: Field>(x: &F, out: &mut Vec<u8>) {
    for c in x.to_base_prime_field_elements() {
        out.extend(c.into_bigint().to_bytes_be());
    }
}
