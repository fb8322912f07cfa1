//! Many compressed points at once: as the decoder of one point, with square roots and subgroup checks side by side.

use crate::{SwCurve, TeCurve, encoding::Encoding, in_place::InPlace, parameters::SwParams};
use alloc::vec::Vec;
use ark_ec::{
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, TEFlags},
};
use ark_ff::{AdditiveGroup, Field, Zero};
use ark_serialize::{CanonicalDeserializeWithFlags, SerializationError, Validate};
use secant_engine::{batch::invert, roots::square_roots};

/// A compressed point of a short Weierstrass curve.
#[derive(Clone, Copy, Debug)]
pub enum Compressed<F> {
    /// The identity.
    Identity,
    /// A point.
    Point {
        /// Its `x`.
        x: F,
        /// Whether its `y` is the larger of the two roots.
        largest: bool,
    },
}

/// The point of each encoding, or its error.
pub type Decoded<A> = Vec<Result<A, SerializationError>>;

/// Decodes compressed points of a short Weierstrass curve.
pub fn short_weierstrass<C: SwCurve>(encodings: &[&[u8]], validate: Validate) -> Decoded<sw::Affine<C>> {
    let read: Vec<_> = encodings
        .iter()
        .map(|bytes| <C::Parameters as SwParams>::Encoding::read_compressed(bytes))
        .collect();
    let squares: Vec<_> = read
        .iter()
        .filter_map(|point| match point {
            Ok(Compressed::Point { x, .. }) => Some(right_hand_side::<C>(x)),
            _ => None,
        })
        .collect();
    let mut roots = square_roots(&squares).into_iter();
    let points = read.into_iter().map(|point| match point? {
        Compressed::Identity => Ok(sw::Affine::identity()),
        Compressed::Point { x, largest } => {
            let y = roots.next().flatten().ok_or(SerializationError::InvalidData)?;
            let y = if (y > -y) == largest { y } else { -y };
            Ok(sw::Affine::new_unchecked(x, y))
        }
    });
    validated::<sw::Projective<C>>(points.collect(), validate)
}

/// `x^3 + a x + b`.
fn right_hand_side<C: SWCurveConfig>(x: &C::BaseField) -> C::BaseField {
    let mut square = x.square();
    if !C::COEFF_A.is_zero() {
        square += C::COEFF_A;
    }
    C::add_b(square * x)
}

/// Decodes compressed points of a twisted Edwards curve.
pub fn twisted_edwards<C: TeCurve>(encodings: &[&[u8]], validate: Validate) -> Decoded<te::Affine<C>> {
    let read: Vec<_> = encodings
        .iter()
        .map(|bytes| C::BaseField::deserialize_with_flags::<_, TEFlags>(*bytes))
        .collect();
    // x^2 = (1 - y^2) / (a - d y^2)
    let (numerators, mut denominators): (Vec<_>, Vec<_>) = read
        .iter()
        .flatten()
        .map(|(y, _)| {
            let square = y.square();
            (C::BaseField::ONE - square, C::COEFF_A - square * C::COEFF_D)
        })
        .unzip();
    invert(&mut denominators);
    let squares: Vec<_> = numerators.iter().zip(&denominators).map(|(u, v)| *u * v).collect();
    let mut roots = square_roots(&squares).into_iter().zip(&denominators);
    let points = read.into_iter().map(|point| {
        let (y, flags) = point?;
        match roots.next() {
            // Batch inversion leaves zero as it is: a zero inverse means a zero denominator.
            Some((Some(x), inverse)) if *inverse != C::BaseField::ZERO => {
                let negative = x > -x;
                let x = if negative == flags.is_negative() { x } else { -x };
                Ok(te::Affine::new_unchecked(x, y))
            }
            _ => Err(SerializationError::InvalidData),
        }
    });
    validated::<te::Projective<C>>(points.collect(), validate)
}

/// With [`Validate::Yes`] refuses points outside the subgroup. All points are on the curve.
fn validated<G: InPlace>(mut points: Decoded<G::Affine>, validate: Validate) -> Decoded<G::Affine> {
    if validate == Validate::Yes {
        let all: Vec<_> = points.iter().flatten().copied().collect();
        let mut inside = <G as InPlace>::are_in_subgroup(&all).into_iter();
        for point in &mut points {
            if point.is_ok() && inside.next() != Some(true) {
                *point = Err(SerializationError::InvalidData);
            }
        }
    }
    points
}
