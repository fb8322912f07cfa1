//! What a curve's file says: its parameters. The rest follows from them.
//!
//! A file has its fields ([`PrimeParams`], and [`Tower`](crate::tower::Tower) for extensions), its curves by the traits
//! of this module, and its pairing by [`HostedPairing`](crate::HostedPairing) and the parameters of the family
//! (`secant_engine::pairing`). Other crates cannot add curves, since [`Compiled`] is sealed.

use crate::{Compiled, GroupId, Raw, encoding::Encoding};
use ark_ff::{Field, PrimeField};
use secant_engine::{
    hash_to_curve::MapField,
    scalars::{
        sw::{DegreeTwoEndomorphism, Endomorphism, Membership, SubgroupMul},
        te,
    },
};
use secant_field::{Mont, Prime, PrimeParams, lanes::LaneField};

/// The fields of a curve and the size of its group.
pub trait CurveParams: 'static + Sized {
    /// The field of the coordinates.
    type BaseField: Field;
    /// The integers modulo the order of the prime-order subgroup.
    type ScalarField: PrimeField + InverseOfCofactor<Self>;
    /// The number of points, divided by the order of the subgroup: little endian.
    const COFACTOR: &'static [u64];
}

/// Computes the inverse of a curve's cofactor in the scalar field as a constant.
pub trait InverseOfCofactor<C: CurveParams> {
    /// The inverse.
    const INVERSE: Self;
}

impl<C: CurveParams, P: PrimeParams<N>, const N: usize> InverseOfCofactor<C> for Prime<P, N> {
    const INVERSE: Self = Mont::<P, N>::const_inverse(&Mont::<P, N>::reduce(C::COFACTOR));
}

/// A short Weierstrass curve `y^2 = x^3 + A x + B`. `B` must not be zero, because `(0, 0)` stands for the identity.
pub trait SwParams: CurveParams<BaseField: Raw + MapField, ScalarField: Raw + LaneField> {
    /// The group's number and name.
    const ID: GroupId;
    /// The coefficient of `x`.
    const A: Self::BaseField;
    /// The constant coefficient.
    const B: Self::BaseField;
    /// `(x, y)` of the generator of the prime-order subgroup.
    const GENERATOR: (Self::BaseField, Self::BaseField);
    /// The endomorphism `(beta x, y)`, with an annihilator of all points of the curve (Frobenius minus one), where it
    /// saves time.
    const ENDOMORPHISM: Option<Endomorphism<Self::BaseField>> = None;
    /// An endomorphism with `phi^2 = -2`, with an annihilator of all points of the curve.
    const DEGREE_TWO: Option<DegreeTwoEndomorphism<Self::BaseField>> = None;
    /// How to multiply in the prime-order subgroup, where that is faster than on the whole curve.
    const SUBGROUP: Option<SubgroupMul<Self::BaseField>> = None;
    /// How to tell whether a point is in the prime-order subgroup, where that is faster than a multiplication by the
    /// order.
    const MEMBERSHIP: Option<Membership<Self::BaseField>> = None;
    /// The multiple that brings a point of the curve into the prime-order subgroup: little endian.
    const CLEARING: &'static [u64] = Self::COFACTOR;
    /// How points are written as bytes.
    type Encoding: Encoding;
    /// The group on this curve with the host [`Plain`](crate::Plain).
    type Compiled: Compiled<BaseField = Self::BaseField, ScalarField = Self::ScalarField>;
}

/// A twisted Edwards curve `A x^2 + y^2 = 1 + D x^2 y^2`.
pub trait TeParams: CurveParams<BaseField: Raw + MapField, ScalarField: Raw + LaneField> {
    /// The group's number and name.
    const ID: GroupId;
    /// The coefficient of `x^2`.
    const A: Self::BaseField;
    /// The coefficient of `x^2 y^2`.
    const D: Self::BaseField;
    /// `(x, y)` of the generator of the prime-order subgroup.
    const GENERATOR: (Self::BaseField, Self::BaseField);
    /// `(A, B)` of the Montgomery form `B y^2 = x^3 + A x^2 + x`.
    const MONTGOMERY: (Self::BaseField, Self::BaseField);
    /// An endomorphism to multiply with, if there is one.
    const ENDOMORPHISM: Option<te::Endomorphism<Self::BaseField>> = None;
    /// The group on this curve with the host [`Plain`](crate::Plain).
    type Compiled: Compiled<BaseField = Self::BaseField, ScalarField = Self::ScalarField>;

    /// `A x`.
    fn mul_by_a(x: Self::BaseField) -> Self::BaseField;
}
