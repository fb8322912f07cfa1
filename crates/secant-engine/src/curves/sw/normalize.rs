//! Conversion from Jacobian to affine coordinates, and the check that affine points are on the curve.

use crate::{
    curves::{
        eights::{flags, padded_to_eight},
        lane_curve::RingOf,
        normalize::normalize,
    },
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::Field;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token, WithLanes};

/// The affine form of points.
pub struct Normalize<'a, C: SWCurveConfig>(pub &'a [Projective<C>]);

impl<C: SWCurveConfig<BaseField: RingField>> WithLanes for Normalize<'_, C> {
    type Output = Vec<Affine<C>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let affine = |p: [&Projective<C>; 8], inverse: &RingOf<C, T>| {
            let (x, y) = token.run(
                #[inline(always)]
                || {
                    let square = inverse.square(2);
                    let cube = LaneProducts::dot(2, &[(&square, inverse)]);
                    let x = RingOf::<C, T>::load_own(token, p.map(|p| &p.x));
                    let y = RingOf::<C, T>::load_own(token, p.map(|p| &p.y));
                    (
                        RingOf::<C, T>::dot(2, &[(&x, &square)]).store_own(),
                        RingOf::<C, T>::dot(2, &[(&y, &cube)]).store_own(),
                    )
                },
            );
            core::array::from_fn(|i| Affine::new_unchecked(x[i], y[i]))
        };
        normalize(token, self.0, Affine::identity(), |p| &p.z, affine)
    }
}

/// Whether points are on the curve.
pub struct OnCurve<'a, C: SWCurveConfig>(pub &'a [Affine<C>]);

impl<C: SWCurveConfig<BaseField: RingField>> WithLanes for OnCurve<'_, C> {
    type Output = Vec<bool>;

    fn run<T: Token>(self, token: T) -> Vec<bool> {
        // The own forms are X = c x and Y = c y: c Y^2 = X^3 + a c^2 X + b c^3.
        let (minus_c, a, b) = token.run(
            #[inline(always)]
            || {
                let c = RingOf::<C, T>::own_one(token);
                let splat = |x| RingOf::<C, T>::splat(token, &x);
                (
                    splat(-c),
                    splat(C::COEFF_A * c.square()),
                    splat(C::COEFF_B * c.square() * c),
                )
            },
        );
        flags(self.0, |points| {
            let p = padded_to_eight(points);
            let on_curve = token.run(
                #[inline(always)]
                || {
                    let x = RingOf::<C, T>::load_own(token, p.map(|p| &p.x));
                    let y = RingOf::<C, T>::load_own(token, p.map(|p| &p.y));
                    let (xx, yy) = (x.square(2), y.square(2));
                    let sum = LaneProducts::dot(2, &[(&xx, &x), (&a, &x), (&yy, &minus_c)]);
                    LaneSums::combine_reduced(2, [(1, &sum), (1, &b)]).is_zero()
                },
            );
            points
                .iter()
                .enumerate()
                .fold(on_curve, |mask, (i, p)| mask | u8::from(p.is_zero()) << i)
        })
    }
}
