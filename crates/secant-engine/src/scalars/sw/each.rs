//! Multiplication of many points, each by its own scalar, eight side by side, with endomorphisms. Also membership of
//! many points.

use crate::{
    ring::RingField,
    scalars::{
        digits::Digits,
        each::sums_of_products_on_lanes,
        straus::WIDTH,
        sw::{
            each_membership,
            endomorphism::Endomorphism,
            membership::Membership,
            subgroup::{Psi, SubgroupMul},
        },
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::PrimeField;
use secant_field::lanes::{LaneField, with_lanes};

/// `scalars[i] * bases[i]` for slices of equal length on a curve with `a = 0` that has the endomorphism, on the lanes
/// of this CPU: the integer multiple for every point of the curve.
///
/// `None` as in [`crate::msm::msm_on_lanes`].
pub fn mul_each_with_endomorphism_on_lanes<C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    endomorphism: &Endomorphism<C::BaseField>,
) -> Option<Vec<Projective<C>>> {
    // k P = k1 P + k2 phi(P). The signs of the parts go into the points.
    let mut points = [bases.to_vec(), bases.to_vec()];
    let mut parts = [Vec::new(), Vec::new()];
    for (i, scalar) in scalars.iter().enumerate() {
        let k = scalar.into_bigint();
        let k = if bases[i].is_zero() { &[] } else { k.as_ref() };
        points[1][i].x *= endomorphism.beta();
        let ((negative1, k1), (negative2, k2)) = endomorphism.decompose(k);
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

/// `scalars[i] * bases[i]` for slices of equal length, for points of the prime-order subgroup, on the lanes of this
/// CPU.
///
/// `None` as in [`crate::msm::msm_on_lanes`].
pub fn mul_each_in_subgroup_on_lanes<C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    method: &SubgroupMul<C::BaseField>,
) -> Option<Vec<Projective<C>>> {
    match method {
        SubgroupMul::Glv(endomorphism) => mul_each_with_endomorphism_on_lanes(bases, scalars, endomorphism),
        SubgroupMul::Gls(psi) => mul_each_with_psi_on_lanes(bases, scalars, psi),
    }
}

fn mul_each_with_psi_on_lanes<C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>>(
    bases: &[Affine<C>],
    scalars: &[C::ScalarField],
    psi: &Psi<C::BaseField>,
) -> Option<Vec<Projective<C>>> {
    // k P = sum k_i psi^i(P). The signs of the parts go into the points.
    let mut parts = [const { Vec::new() }; 4];
    let mut points = [const { Vec::new() }; 4];
    for (base, scalar) in bases.iter().zip(scalars) {
        let quarters = if base.is_zero() {
            [(false, [0; 2]); 4]
        } else {
            psi.quarters.of(scalar.into_bigint().as_ref())
        };
        let mut p = *base;
        for (i, (negative, part)) in quarters.into_iter().enumerate() {
            if i > 0 {
                (p.x, p.y) = psi.map(&(p.x, p.y));
            }
            parts[i].push(part);
            points[i].push(if negative { -p } else { p });
        }
    }
    let terms: Vec<_> = points
        .iter()
        .zip(&parts)
        .map(|(points, part)| (&points[..], Digits::of_integers(part, WIDTH)))
        .collect();
    sums_of_products_on_lanes(&terms)?.ok()
}

/// Whether each point of a curve with `a = 0` is in the prime-order subgroup, on the lanes of this CPU. `None` for a
/// point that the formulas of lanes do not serve, and for all points without lanes.
pub fn are_in_subgroup_on_lanes<C: SWCurveConfig<BaseField: RingField, ScalarField: LaneField>>(
    points: &[Affine<C>],
    test: &Membership<C::BaseField>,
) -> Option<Vec<Option<bool>>> {
    with_lanes(each_membership::InSubgroup { points, test })
}
