//! Inputs for which upstream's host functions do not return what a host must.

use alloc::{borrow::Cow, vec::Vec};
use ark_ff::{Field, PrimeField};
use secant_curve::HostedGroup;

/// Points and scalars, owned if they were changed.
type Terms<'a, G> = (
    Cow<'a, [<G as ark_ec::CurveGroup>::Affine]>,
    Cow<'a, [<G as ark_ec::PrimeGroup>::ScalarField]>,
);

/// The terms of a sum in a form that upstream's host function handles correctly. Upstream takes a scalar for a negative
/// integer if its negative is below `2^64`, which gives another multiple for a point outside the subgroup. Such a
/// scalar is split into two scalars that are large and whose negatives are large.
pub fn terms<'a, G: HostedGroup>(bases: &'a [G::Affine], scalars: &'a [G::ScalarField]) -> Terms<'a, G> {
    if !scalars.iter().any(is_small_negative) {
        return (Cow::Borrowed(bases), Cow::Borrowed(scalars));
    }
    let half = G::ScalarField::from(2u64).pow([128]);
    let (mut more_bases, mut split) = (bases.to_vec(), Vec::with_capacity(scalars.len() + 1));
    for (base, scalar) in bases.iter().zip(scalars) {
        if is_small_negative(scalar) {
            split.push(*scalar - half);
            more_bases.push(*base);
        } else {
            split.push(*scalar);
        }
    }
    split.resize(more_bases.len(), half);
    (Cow::Owned(more_bases), Cow::Owned(split))
}

fn is_small_negative<F: PrimeField>(scalar: &F) -> bool {
    secant_abi::rfc0163::is_small_negative(scalar.into_bigint().as_ref(), F::MODULUS.as_ref())
}
