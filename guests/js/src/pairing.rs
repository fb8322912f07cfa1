//! The pairings.

use crate::{
    Error, Kind, Outcome,
    encoding::write_element,
    group::{affine, scalars},
};
use alloc::{borrow::Cow, vec::Vec};
use core::marker::PhantomData;
use secant_curve::{Host, HostedPairing, Plain, Raw, SwCurve, bls12_381, bn254, raw};

/// The pairing with a number.
///
/// # Errors
/// [`Kind::Number`].
pub fn pairing(number: u32) -> Result<&'static dyn PairingOperations, Error> {
    Ok(match number {
        0 => &Engine::<bls12_381::Config>(PhantomData),
        1 => &Engine::<bn254::Config>(PhantomData),
        _ => return Err(Kind::Number.into()),
    })
}

/// The operations on pairs of points, in the raw form of [`GroupOperations`](crate::GroupOperations), and on elements
/// of the target group, whose raw form is their limbs. Results are appended to `out`.
pub trait PairingOperations {
    /// The product of the pairings of two lists of equally many points, one from each group.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn product(&self, p: &[u8], q: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// Whether this product is one: one if it is.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn is_one(&self, p: &[u8], q: &[u8]) -> Outcome;
    /// The product of elements of the target group.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn target_product(&self, elements: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// A power of an element of the target group.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn target_power(&self, element: &[u8], exponent: &[u8], out: &mut Vec<u8>) -> Outcome;
    /// The twelve coefficients of an element of the target group, the constant one first, each big endian.
    ///
    /// # Errors
    /// [`Kind::Encoding`] or [`Kind::Length`].
    fn target_encode(&self, element: &[u8], out: &mut Vec<u8>) -> Outcome;
}

/// A pairing.
struct Engine<E>(PhantomData<E>);

impl<E: HostedPairing<G1: SwCurve<Host = Plain>, G2: SwCurve<Host = Plain>>> PairingOperations for Engine<E> {
    fn product(&self, p: &[u8], q: &[u8], out: &mut Vec<u8>) -> Outcome {
        let (p, q) = (affine::<E::G1>(p)?, affine::<E::G2>(q)?);
        push(Plain::multi_pairing::<E>(&p, &q)?, out);
        Ok(0)
    }

    fn is_one(&self, p: &[u8], q: &[u8]) -> Outcome {
        let (p, q) = (affine::<E::G1>(p)?, affine::<E::G2>(q)?);
        Ok(Plain::pairing_check::<E>(&p, &q)?.into())
    }

    fn target_product(&self, elements: &[u8], out: &mut Vec<u8>) -> Outcome {
        push(targets::<E>(elements)?.iter().product::<E::Target>(), out);
        Ok(0)
    }

    fn target_power(&self, element: &[u8], exponent: &[u8], out: &mut Vec<u8>) -> Outcome {
        let (element, exponents) = (target::<E>(element)?, scalars::<E::Fr>(exponent)?);
        let [exponent] = exponents[..] else {
            return Err(Kind::Length.into());
        };
        push(Plain::exp::<E>(&element, &exponent)?, out);
        Ok(0)
    }

    fn target_encode(&self, element: &[u8], out: &mut Vec<u8>) -> Outcome {
        write_element(&target::<E>(element)?, out);
        Ok(0)
    }
}

fn push<T: Raw>(element: T, out: &mut Vec<u8>) {
    out.extend_from_slice(raw::as_bytes(&[element]));
}

/// Reads the elements of a buffer, whose coefficients must be below the modulus.
fn targets<E: HostedPairing>(bytes: &[u8]) -> Result<Cow<'_, [E::Target]>, Error> {
    let elements = raw::from_bytes::<E::Target>(bytes).ok_or(Kind::Length)?;
    if elements.iter().all(|element| element.check().is_ok()) {
        Ok(elements)
    } else {
        Err(Kind::Encoding.into())
    }
}

fn target<E: HostedPairing>(bytes: &[u8]) -> Result<E::Target, Error> {
    match targets::<E>(bytes)?[..] {
        [element] => Ok(element),
        _ => Err(Kind::Length.into()),
    }
}
