//! Multiplication of many points, each by its own scalar or all by the same, eight side by side.

use crate::{
    curves::{
        eights::{Answers, padded_to_eight, verdicts},
        group::ExceptionalAddition,
        lane_curve::pack_all,
        lane_group::{LaneGroup, WithCurve},
    },
    msm::bucket_sums::BucketCurve,
    scalars::{
        digits::Digits,
        multiple::{Integer, multiple},
        straus::{Term, WIDTH, multiply_each},
    },
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;

/// Whether `order` times each point of the curve is the identity, on the lanes of this CPU. `None` for a point that the
/// formulas of lanes do not serve, and for all points without lanes or on curves that lanes have no code for.
pub fn are_annihilated_on_lanes<G: LaneGroup>(points: &[G::Affine], order: &[u64]) -> Option<Vec<Option<bool>>> {
    G::with_curve(AreAnnihilated::<G> { points, order })
}

struct AreAnnihilated<'a, G: LaneGroup> {
    points: &'a [G::Affine],
    order: &'a [u64],
}

impl<G: LaneGroup> WithCurve<G> for AreAnnihilated<'_, G> {
    type Output = Vec<Option<bool>>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let order = Integer::new(self.order);
        verdicts(self.points, |points| {
            let p = curve.lift(&curve.load(padded_to_eight(points)));
            let (yes, unknown) = curve.identities(&multiple(curve, &p, &order));
            let zeros = points
                .iter()
                .enumerate()
                .fold(0, |mask, (i, p)| mask | u8::from(p.is_zero()) << i);
            Answers {
                yes: yes | zeros,
                unknown: unknown & !zeros,
            }
        })
    }
}

/// `scalars[i] * bases[i]` for slices of equal length, on the lanes of this CPU: the integer multiple for every point
/// of the curve.
///
/// `None` as in [`crate::msm::msm_on_lanes`].
pub fn mul_each_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
) -> Option<Result<Vec<G>, ExceptionalAddition>> {
    let digits = Digits::of_width(scalars, |i| !bases[i].is_zero(), WIDTH);
    sums_of_products_on_lanes(&[(bases, digits)])
}

/// `sum k_i P_i` for every index of the slices separately, from slices of points and the digits of their integers.
pub(crate) fn sums_of_products_on_lanes<G: LaneGroup>(
    terms: &[(&[G::Affine], Digits)],
) -> Option<Result<Vec<G>, ExceptionalAddition>> {
    let sums = G::with_curve(SumsOfProducts::<G> { terms })??;
    Some(sums.into_iter().map(G::from_sum).collect())
}

struct SumsOfProducts<'a, G: LaneGroup> {
    terms: &'a [(&'a [G::Affine], Digits)],
}

impl<G: LaneGroup> WithCurve<G> for SumsOfProducts<'_, G> {
    type Output = Option<Vec<G::Sum>>;

    fn run<C>(self, curve: &C) -> Option<Vec<G::Sum>>
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let points: Vec<_> = self.terms.iter().map(|(points, _)| pack_all(curve, points)).collect();
        let terms: Vec<_> = self
            .terms
            .iter()
            .zip(&points)
            .map(|((_, digits), points)| Term { points, digits })
            .collect();
        multiply_each(curve, &terms, self.terms.first().map_or(0, |(points, _)| points.len()))
    }
}
