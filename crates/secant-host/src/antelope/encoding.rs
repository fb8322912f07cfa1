//! Field elements and points as bytes: as arkworks encodes them (little endian with the constant coefficient first), or
//! with all bytes reversed.

use super::Error;
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::{AdditiveGroup, Field};
use ark_serialize::CanonicalSerialize;
use secant_curve::{SwCurve, batch};

/// The order of the bytes of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Little endian, the constant coefficient first.
    Little,
    /// Big endian, the constant coefficient last.
    Big,
}

/// The size in bytes of the longest element that is read or written: one of an extension of degree 12.
const LONGEST: usize = 576;

/// The element with these bytes.
pub fn read<F: Field>(bytes: &[u8], order: Order) -> Result<F, Error> {
    if bytes.len() != F::ZERO.uncompressed_size() {
        return Err(Error::BadLength);
    }
    let mut reversed = [0; LONGEST];
    let bytes = match order {
        Order::Little => bytes,
        Order::Big => {
            let reversed = reversed.get_mut(..bytes.len()).ok_or(Error::BadLength)?;
            reversed.copy_from_slice(bytes);
            reversed.reverse();
            reversed
        }
    };
    F::deserialize_uncompressed_unchecked(bytes).map_err(|_| Error::NotCanonical)
}

/// Writes an element, which must fill `out`.
pub fn write<F: Field>(element: &F, out: &mut [u8], order: Order) -> Result<(), Error> {
    if out.len() != element.uncompressed_size() {
        return Err(Error::BadLength);
    }
    element
        .serialize_uncompressed(&mut *out)
        .map_err(|_| Error::BadLength)?;
    if order == Order::Big {
        out.reverse();
    }
    Ok(())
}

/// The size in bytes of a point of a curve: `x` and `y`, both zero for the identity.
pub fn point_size<C: SwCurve>() -> usize {
    2 * C::BaseField::ZERO.uncompressed_size()
}

/// Reads points and checks that all of them are on the curve.
pub fn read_points<C: SwCurve>(bytes: &[u8], order: Order) -> Result<Vec<Affine<C>>, Error> {
    let size = point_size::<C>();
    if !bytes.len().is_multiple_of(size) {
        return Err(Error::BadLength);
    }
    let point = |bytes: &[u8]| {
        let (x, y) = bytes.split_at(size / 2);
        Ok(Affine::new_unchecked(read(x, order)?, read(y, order)?))
    };
    let points: Vec<_> = bytes.chunks_exact(size).map(point).collect::<Result<_, _>>()?;
    if batch::are_on_curve::<Projective<C>>(&points)
        .into_iter()
        .all(|on_curve| on_curve)
    {
        Ok(points)
    } else {
        Err(Error::NotOnCurve)
    }
}

/// Reads a point and checks that it is on the curve.
pub fn read_point<C: SwCurve>(bytes: &[u8], order: Order) -> Result<Affine<C>, Error> {
    match read_points(bytes, order)?[..] {
        [point] => Ok(point),
        _ => Err(Error::BadLength),
    }
}

/// Writes a point in affine form. It must fill `out`.
pub fn write_point<C: SwCurve>(point: Projective<C>, out: &mut [u8], order: Order) -> Result<(), Error> {
    let size = point_size::<C>();
    if out.len() != size {
        return Err(Error::BadLength);
    }
    let point = Affine::from(point);
    let (x, y) = out.split_at_mut(size / 2);
    write(&point.x, x, order)?;
    write(&point.y, y, order)
}

/// The little-endian limbs of an integer of `8 N` bytes.
pub fn limbs<const N: usize>(bytes: &[u8], order: Order) -> Result<[u64; N], Error> {
    if bytes.len() != 8 * N {
        return Err(Error::BadLength);
    }
    let mut limbs = [0; N];
    match order {
        Order::Little => {
            for (limb, bytes) in limbs.iter_mut().zip(bytes.chunks(8)) {
                *limb = bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
            }
        }
        Order::Big => {
            for (limb, bytes) in limbs.iter_mut().zip(bytes.rchunks(8)) {
                *limb = bytes.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
            }
        }
    }
    Ok(limbs)
}
