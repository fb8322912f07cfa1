//! Conversion from extended to affine coordinates in lanes, and the check that affine points are on the curve.

use crate::{
    curves::{
        eights::{flags, padded_to_eight},
        lane_curve::RingOf,
        normalize::normalize,
    },
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ec::twisted_edwards::{Affine, Projective, TECurveConfig};
use ark_ff::{AdditiveGroup, Field};
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token, WithLanes};

/// The affine form of points.
pub struct Normalize<'a, C: TECurveConfig>(pub &'a [Projective<C>]);

impl<C: TECurveConfig<BaseField: RingField>> WithLanes for Normalize<'_, C> {
    type Output = Vec<Affine<C>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let affine = |p: [&Projective<C>; 8], inverse: &RingOf<C, T>| {
            let (x, y) = token.run(
                #[inline(always)]
                || {
                    let x = RingOf::<C, T>::load_own(token, p.map(|p| &p.x));
                    let y = RingOf::<C, T>::load_own(token, p.map(|p| &p.y));
                    (
                        RingOf::<C, T>::dot(2, &[(&x, inverse)]).store_own(),
                        RingOf::<C, T>::dot(2, &[(&y, inverse)]).store_own(),
                    )
                },
            );
            core::array::from_fn(|i| Affine::new_unchecked(x[i], y[i]))
        };
        // No point has z = 0. This is what upstream makes of such a value.
        let nowhere = Affine::new_unchecked(C::BaseField::ZERO, C::BaseField::ZERO);
        normalize(token, self.0, nowhere, |p| &p.z, affine)
    }
}

/// Whether points are on the curve.
pub struct OnCurve<'a, C: TECurveConfig>(pub &'a [Affine<C>]);

impl<C: TECurveConfig<BaseField: RingField>> WithLanes for OnCurve<'_, C> {
    type Output = Vec<bool>;

    fn run<T: Token>(self, token: T) -> Vec<bool> {
        // The own forms are X = c x and Y = c y: a c^2 X^2 + c^2 Y^2 - d X^2 Y^2 = c^4.
        let (a, b, minus_d, minus_c4) = token.run(
            #[inline(always)]
            || {
                let c2 = RingOf::<C, T>::own_one(token).square();
                let splat = |x| RingOf::<C, T>::splat(token, &x);
                (
                    splat(C::COEFF_A * c2),
                    splat(c2),
                    splat(-C::COEFF_D),
                    splat(-c2.square()),
                )
            },
        );
        flags(self.0, |points| {
            let p = padded_to_eight(points);
            token.run(
                #[inline(always)]
                || {
                    let xx = RingOf::<C, T>::load_own(token, p.map(|p| &p.x)).square(2);
                    let yy = RingOf::<C, T>::load_own(token, p.map(|p| &p.y)).square(2);
                    let dyy = LaneProducts::dot(2, &[(&yy, &minus_d)]);
                    let sum = LaneProducts::dot(2, &[(&xx, &a), (&yy, &b), (&xx, &dyy)]);
                    LaneSums::combine_reduced(2, [(1, &sum), (1, &minus_c4)]).is_zero()
                },
            )
        })
    }
}
