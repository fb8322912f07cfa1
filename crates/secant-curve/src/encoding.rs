//! How the points of short Weierstrass curves are written as bytes.

mod zcash;

pub use zcash::Zcash;

use crate::{Compressed, SwCurve};
use ark_ec::{
    AffineRepr, CurveConfig,
    short_weierstrass::{Affine, SWCurveConfig, SWFlags},
};
use ark_ff::Field;
use ark_serialize::{Compress, Read, SerializationError, Valid, Validate, Write};
use core::marker::PhantomData;

/// An encoding of the points of short Weierstrass curves.
///
/// # Errors
/// Those of `ark_serialize`.
pub trait Encoding {
    /// The length of an encoding in bytes.
    fn serialized_size<C: SwCurve>(compress: Compress) -> usize;

    /// Writes a point.
    fn serialize<C: SwCurve, W: Write>(
        point: &Affine<C>,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError>;

    /// Reads a point.
    fn deserialize<C: SwCurve, R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Affine<C>, SerializationError>;

    /// Reads a compressed point, without a square root and without checks: the first step of [`Self::deserialize`].
    fn read_compressed<F: Field>(bytes: &[u8]) -> Result<Compressed<F>, SerializationError>;
}

/// The encoding of `ark_serialize`: little endian, with two flags in the last byte.
pub struct Arkworks;

/// A curve as arkworks has it, for the methods that [`SWCurveConfig`] provides.
struct Stock<C>(PhantomData<fn() -> C>);

impl<C: SwCurve> CurveConfig for Stock<C> {
    type BaseField = C::BaseField;
    type ScalarField = C::ScalarField;
    const COFACTOR: &'static [u64] = C::COFACTOR;
    const COFACTOR_INV: Self::ScalarField = C::COFACTOR_INV;
}

impl<C: SwCurve> SWCurveConfig for Stock<C> {
    const COEFF_A: Self::BaseField = C::COEFF_A;
    const COEFF_B: Self::BaseField = C::COEFF_B;
    const GENERATOR: Affine<Self> = Affine::new_unchecked(C::GENERATOR.x, C::GENERATOR.y);
    type ZeroFlag = ();
}

impl Encoding for Arkworks {
    fn serialized_size<C: SwCurve>(compress: Compress) -> usize {
        Stock::<C>::serialized_size(compress)
    }

    #[inline]
    fn serialize<C: SwCurve, W: Write>(
        point: &Affine<C>,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        let point = Affine::new_unchecked(point.x, point.y);
        Stock::<C>::serialize_with_mode(&point, writer, compress)
    }

    fn deserialize<C: SwCurve, R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Affine<C>, SerializationError> {
        // `Stock` would test membership by a slow multiplication, and not on the curve's host.
        let point = Stock::<C>::deserialize_with_mode(reader, compress, Validate::No)?;
        let point = Affine::new_unchecked(point.x, point.y);
        // As in arkworks, the identity needs no check.
        if validate == Validate::Yes && !point.is_zero() {
            point.check()?;
        }
        Ok(point)
    }

    fn read_compressed<F: Field>(bytes: &[u8]) -> Result<Compressed<F>, SerializationError> {
        let (x, flags) = F::deserialize_with_flags::<_, SWFlags>(bytes)?;
        Ok(match flags.is_positive() {
            Some(positive) => Compressed::Point { x, largest: !positive },
            None => Compressed::Identity,
        })
    }
}
