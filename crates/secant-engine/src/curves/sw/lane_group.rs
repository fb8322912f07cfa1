//! Short Weierstrass groups on lanes.

use crate::{
    curves::{
        group::ExceptionalAddition,
        lane_curve::PackedOf,
        lane_group::{LaneGroup, WithCurve},
        sw::{
            has_zero_a, normalize,
            projective::{self, Lanes},
        },
    },
    ring::RingField,
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use core::marker::PhantomData;
use secant_field::lanes::{LaneField, Portable, Token, WithLanes, with_lanes};

impl<C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>> LaneGroup for Projective<C> {
    type PackedAffine = projective::Affine<PackedOf<C>>;
    type Sum = Self;

    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if const { has_zero_a::<C>() } {
            with_lanes(OnCurve::<C, W, true>(operation, PhantomData))
        } else {
            with_lanes(OnCurve::<C, W, false>(operation, PhantomData))
        }
    }

    fn with_plain_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        Some(if const { has_zero_a::<C>() } {
            OnCurve::<C, W, true>(operation, PhantomData).run(Portable)
        } else {
            OnCurve::<C, W, false>(operation, PhantomData).run(Portable)
        })
    }

    fn from_sum(sum: Self) -> Result<Self, ExceptionalAddition> {
        Ok(sum)
    }

    fn normalize_on_lanes(points: &[Self]) -> Option<Vec<Affine<C>>> {
        with_lanes(normalize::Normalize(points))
    }

    fn are_on_curve_on_lanes(points: &[Affine<C>]) -> Option<Vec<bool>> {
        with_lanes(normalize::OnCurve(points))
    }
}

struct OnCurve<C, W, const ZERO_A: bool>(W, PhantomData<C>);

impl<C, W, const ZERO_A: bool> WithLanes for OnCurve<C, W, ZERO_A>
where
    C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>,
    W: WithCurve<Projective<C>>,
{
    type Output = W::Output;

    fn run<T: Token>(self, token: T) -> W::Output {
        self.0.run(&Lanes::<C, T, ZERO_A>::new(token))
    }
}
