//! The encoding of [`Zcash`].

use super::Encoding;
use crate::{Compressed, SwCurve};
use alloc::vec::Vec;
use ark_ec::{AffineRepr, short_weierstrass::Affine};
use ark_ff::{BigInteger, Field, PrimeField};
use ark_serialize::{Compress, Read, SerializationError, Validate, Write};

const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGEST: u8 = 0x20;

/// The bytes of one coordinate: each coefficient takes the full width of the prime field's limbs.
fn coordinate_size<F: Field>() -> usize {
    F::extension_degree() as usize * <F::BasePrimeField as PrimeField>::BigInt::NUM_LIMBS * 8
}

/// The encoding of BLS12-381 that Zcash defined, and that Ethereum, Filecoin and arkworks use: big endian, the highest
/// coefficient first, three flags in the top bits.
///
/// Specified in the Zcash protocol specification, section 5.4.9.2, and `draft-irtf-cfrg-pairing-friendly-curves`,
/// appendix C. A validated point is on the curve and in the subgroup; arkworks 0.6 tests only the latter.
pub struct Zcash;

impl Encoding for Zcash {
    fn serialized_size<C: SwCurve>(compress: Compress) -> usize {
        let size = coordinate_size::<C::BaseField>();
        if compress == Compress::Yes { size } else { 2 * size }
    }

    fn serialize<C: SwCurve, W: Write>(
        p: &Affine<C>,
        mut writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        let compressed = compress == Compress::Yes;
        let mut bytes = Vec::with_capacity(Self::serialized_size::<C>(compress));
        let (x, y) = if p.is_zero() { Default::default() } else { (p.x, p.y) };
        write_coordinate(&x, &mut bytes);
        if !compressed {
            write_coordinate(&y, &mut bytes);
        }
        if compressed {
            bytes[0] |= COMPRESSED;
        }
        if p.is_zero() {
            bytes[0] |= INFINITY;
        } else if compressed && y > -y {
            bytes[0] |= LARGEST;
        }
        Ok(writer.write_all(&bytes)?)
    }

    fn deserialize<C: SwCurve, R: Read>(
        mut reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Affine<C>, SerializationError> {
        let mut bytes = alloc::vec![0; Self::serialized_size::<C>(compress)];
        reader
            .read_exact(&mut bytes)
            .map_err(|_| SerializationError::InvalidData)?;
        let point = match parse(&mut bytes, compress)? {
            None => Affine::identity(),
            Some(largest) => {
                let (x, y) = bytes.split_at(coordinate_size::<C::BaseField>());
                let x = read_coordinate(x)?;
                if compress == Compress::Yes {
                    Affine::get_point_from_x_unchecked(x, largest).ok_or(SerializationError::InvalidData)?
                } else {
                    Affine::new_unchecked(x, read_coordinate(y)?)
                }
            }
        };
        if validate == Validate::Yes {
            // Stricter than arkworks 0.6, which checks only the subgroup.
            if !point.is_on_curve() || !point.is_in_correct_subgroup_assuming_on_curve() {
                return Err(SerializationError::InvalidData);
            }
        }
        Ok(point)
    }

    fn read_compressed<F: Field>(bytes: &[u8]) -> Result<Compressed<F>, SerializationError> {
        let bytes = bytes
            .get(..coordinate_size::<F>())
            .ok_or(SerializationError::InvalidData)?;
        let mut bytes = bytes.to_vec();
        Ok(match parse(&mut bytes, Compress::Yes)? {
            None => Compressed::Identity,
            Some(largest) => Compressed::Point {
                x: read_coordinate(&bytes)?,
                largest,
            },
        })
    }
}

/// Clears the flags of an encoding. `None` is the identity; else the value says whether `y` is the larger of the two.
fn parse(bytes: &mut [u8], compress: Compress) -> Result<Option<bool>, SerializationError> {
    let flags = bytes[0] & (COMPRESSED | INFINITY | LARGEST);
    bytes[0] ^= flags;
    let (compressed, infinity, largest) = (flags & COMPRESSED != 0, flags & INFINITY != 0, flags & LARGEST != 0);
    if largest && (!compressed || infinity) {
        return Err(SerializationError::InvalidData);
    }
    if compressed != (compress == Compress::Yes) {
        return Err(SerializationError::UnexpectedFlags);
    }
    if infinity && bytes.iter().any(|&b| b != 0) {
        return Err(SerializationError::InvalidData);
    }
    Ok((!infinity).then_some(largest))
}

fn write_coordinate<F: Field>(x: &F, out: &mut Vec<u8>) {
    let coefficients: Vec<_> = x.to_base_prime_field_elements().collect();
    for c in coefficients.iter().rev() {
        out.extend(c.into_bigint().to_bytes_be());
    }
}

fn read_coordinate<F: Field>(bytes: &[u8]) -> Result<F, SerializationError> {
    let size = bytes.len() / F::extension_degree() as usize;
    let coefficients: Option<Vec<_>> = bytes.chunks_exact(size).rev().map(read_prime).collect();
    coefficients
        .and_then(F::from_base_prime_field_elems)
        .ok_or(SerializationError::InvalidData)
}

fn read_prime<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let mut x = F::BigInt::default();
    for (limb, chunk) in x.as_mut().iter_mut().zip(bytes.rchunks(8)) {
        *limb = chunk.iter().fold(0, |acc, &b| (acc << 8) | u64::from(b));
    }
    F::from_bigint(x)
}
