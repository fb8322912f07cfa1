//! Twisted Edwards groups on lanes.

use crate::{
    curves::{
        group::ExceptionalAddition,
        lane_curve::PackedOf,
        lane_group::{LaneGroup, WithCurve},
        te::{
            eight::{Addends, Lanes},
            extended::Extended,
            normalize,
        },
    },
    ring::RingField,
};
use alloc::vec::Vec;
use ark_ec::twisted_edwards::{self as ark_te, TECurveConfig};
use core::marker::PhantomData;
use secant_field::{
    known::{Constant, MinusOne, Same},
    lanes::{LaneField, Portable, Token, WithLanes, with_lanes},
};

/// The coefficient `a` of a curve.
struct CoefficientA<C>(PhantomData<C>);

impl<C: TECurveConfig> Constant<C::BaseField> for CoefficientA<C> {
    const VALUE: C::BaseField = C::COEFF_A;
}

/// Whether `a = -1`, for `if const { .. }`: formulas for other curves are then not compiled.
const fn has_a_of_minus_one<C: TECurveConfig>() -> bool {
    Same::<CoefficientA<C>, MinusOne, C::BaseField>::IS
}

impl<C: TECurveConfig<BaseField: RingField, ScalarField: LaneField>> LaneGroup for ark_te::Projective<C> {
    type PackedAffine = Addends<PackedOf<C>>;
    type Sum = Extended<C>;

    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if const { has_a_of_minus_one::<C>() } {
            with_lanes(OnCurve::<C, W, -1>(operation, PhantomData))
        } else if C::COEFF_A == C::BaseField::from(-5i64) {
            with_lanes(OnCurve::<C, W, -5>(operation, PhantomData))
        } else {
            None
        }
    }

    fn with_plain_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if const { has_a_of_minus_one::<C>() } {
            Some(OnCurve::<C, W, -1>(operation, PhantomData).run(Portable))
        } else if C::COEFF_A == C::BaseField::from(-5i64) {
            Some(OnCurve::<C, W, -5>(operation, PhantomData).run(Portable))
        } else {
            None
        }
    }

    fn from_sum(sum: Extended<C>) -> Result<Self, ExceptionalAddition> {
        sum.into_projective()
    }

    fn normalize_on_lanes(points: &[Self]) -> Option<Vec<ark_te::Affine<C>>> {
        with_lanes(normalize::Normalize(points))
    }

    fn are_on_curve_on_lanes(points: &[ark_te::Affine<C>]) -> Option<Vec<bool>> {
        with_lanes(normalize::OnCurve(points))
    }
}

struct OnCurve<C, W, const A: i64>(W, PhantomData<C>);

impl<C, W, const A: i64> WithLanes for OnCurve<C, W, A>
where
    C: TECurveConfig<BaseField: RingField, ScalarField: LaneField>,
    W: WithCurve<ark_te::Projective<C>>,
{
    type Output = W::Output;

    fn run<T: Token>(self, token: T) -> W::Output {
        self.0.run(&Lanes::<C, T, A>::new(token))
    }
}
