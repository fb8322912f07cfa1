//! Multi-scalar multiplication on eight lanes.

mod buckets;
mod projective;

use crate::lanes::{
    BLOCK,
    curve::{PackedOf, RingOf, pack_all},
    msm,
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{self as ark_sw, Affine, SWCurveConfig},
};
use ark_ff::Zero;
use projective::Lanes;
use secant_field::lanes::{Token, WithLanes, with_lanes};

/// `sum scalars[i] * bases[i]` over slices of equal length, on the lanes of this CPU.
///
/// `None` without lanes, and for some points outside the prime-order subgroup that the formulas of lanes do not serve.
pub fn msm_on_lanes<C: SWCurveConfig<BaseField: RingField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
) -> Option<ark_sw::Projective<C>> {
    let mut total = ark_sw::Projective::zero();
    for (bases, scalars) in bases.chunks(BLOCK).zip(scalars.chunks(BLOCK)) {
        total += if C::COEFF_A.is_zero() {
            with_lanes(Msm::<C, true> { bases, scalars })??
        } else {
            with_lanes(Msm::<C, false> { bases, scalars })??
        };
    }
    Some(total)
}

struct Msm<'a, C: SWCurveConfig, const ZERO_A: bool> {
    bases: &'a [Affine<C>],
    scalars: &'a [C::ScalarField],
}

impl<C: SWCurveConfig<BaseField: RingField>, const ZERO_A: bool> WithLanes for Msm<'_, C, ZERO_A> {
    type Output = Option<ark_sw::Projective<C>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let points = pack::<C, T>(token, self.bases);
        msm::msm(&Lanes::<C, T, ZERO_A>::new(token), &points, self.scalars, |i| {
            !self.bases[i].is_zero()
        })
    }
}

/// The points as they are in lanes, and some more up to a multiple of eight.
fn pack<C: SWCurveConfig<BaseField: RingField>, T: Token>(
    token: T,
    bases: &[Affine<C>],
) -> Vec<projective::Affine<PackedOf<C, T>>> {
    pack_all(bases, |eight| {
        let (x, y) = (eight.map(|p| p.x), eight.map(|p| p.y));
        let (x, y) = token.run(
            #[inline(always)]
            || {
                (
                    RingOf::<C, T>::load(token, &x).pack(),
                    RingOf::<C, T>::load(token, &y).pack(),
                )
            },
        );
        core::array::from_fn(|i| projective::Affine { x: x[i], y: y[i] })
    })
}
