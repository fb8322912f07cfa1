//! Short Weierstrass curves on eight lanes.

mod buckets;
mod projective;

use super::Endomorphism;
use crate::{
    ExceptionalAddition,
    lanes::{
        curve::PackedOf,
        group::{LaneGroup, WithCurve, sums_of_products_on_lanes},
        ring::RingField,
        straus::WIDTH,
    },
    pippenger::Digits,
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{PrimeField, Zero};
use core::marker::PhantomData;
use projective::Lanes;
use secant_field::lanes::{Token, WithLanes, with_lanes};

impl<C: SWCurveConfig<BaseField: RingField>> LaneGroup for Projective<C> {
    type PackedAffine = projective::Affine<PackedOf<C>>;
    type Sum = Self;

    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if C::COEFF_A.is_zero() {
            with_lanes(OnCurve::<C, W, true>(operation, PhantomData))
        } else {
            with_lanes(OnCurve::<C, W, false>(operation, PhantomData))
        }
    }

    fn from_sum(sum: Self) -> Result<Self, ExceptionalAddition> {
        Ok(sum)
    }
}

struct OnCurve<C, W, const ZERO_A: bool>(W, PhantomData<C>);

impl<C, W, const ZERO_A: bool> WithLanes for OnCurve<C, W, ZERO_A>
where
    C: SWCurveConfig<BaseField: RingField>,
    W: WithCurve<Projective<C>>,
{
    type Output = W::Output;

    fn run<T: Token>(self, token: T) -> W::Output {
        self.0.run(&Lanes::<C, T, ZERO_A>::new(token))
    }
}

/// `scalars[i] * bases[i]` for slices of equal length on a curve with `a = 0` that has the endomorphism, on the lanes
/// of this CPU: the integer multiple for every point of the curve.
///
/// `None` as in [`crate::msm_on_lanes`].
pub fn mul_each_with_endomorphism_on_lanes<C: SWCurveConfig<BaseField: RingField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    endomorphism: &Endomorphism<C::BaseField>,
) -> Option<Vec<Projective<C>>> {
    // k P = k1 P + k2 phi(P), with the signs of the parts in the points.
    let mut points = [bases.to_vec(), bases.to_vec()];
    let mut parts = [Vec::new(), Vec::new()];
    for (i, scalar) in scalars.iter().enumerate() {
        let mut k = [0; 4];
        if !bases[i].is_zero() {
            for (k, s) in k.iter_mut().zip(scalar.into_bigint().as_ref()) {
                *k = *s;
            }
        }
        points[1][i].x *= endomorphism.beta();
        let ((negative1, k1), (negative2, k2)) = endomorphism.decompose(&k);
        for (j, (negative, part)) in [(negative1, k1), (negative2, k2)].into_iter().enumerate() {
            if negative {
                points[j][i].y = -points[j][i].y;
            }
            parts[j].push(part);
        }
    }
    let digits = parts.map(|parts| Digits::of_integers(&parts, WIDTH));
    let [d1, d2] = digits;
    sums_of_products_on_lanes(&[(&points[0], d1), (&points[1], d2)])?.ok()
}
