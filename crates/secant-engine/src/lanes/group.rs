//! The operations on lanes, once for both models of curves.

use super::{
    BLOCK,
    curve::{LaneCurve, Sum, not_among, pack_all, pack_noting},
    eights::{Verdict, eight, verdicts},
    msm,
    multiple::{Integer, multiple},
    straus::{Term, WIDTH, multiply_each},
};
use crate::{ExceptionalAddition, pippenger::Digits};
use alloc::vec::Vec;
use ark_ec::{AffineRepr, CurveGroup};
use secant_field::lanes::LaneField;

/// A group whose points can be in lanes, and so can its scalars: moduli have 213 to 256, 369 to 384 or 733 to 768 bits.
pub trait LaneGroup: CurveGroup<ScalarField: LaneField> {
    /// One affine point in memory, as it is in a lane.
    type PackedAffine: Copy + Default + Send + Sync;
    /// A single point that results are made of.
    type Sum: Sum;

    /// Runs an operation on the lanes of this CPU; `None` if there are none, or none for this curve.
    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output>;

    /// Runs an operation on lanes in plain Rust, which every CPU has; `None` if there are none for this curve.
    fn with_plain_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output>;

    /// The point.
    fn from_sum(sum: Self::Sum) -> Result<Self, ExceptionalAddition>;

    /// The affine form of many points on the lanes of this CPU; `None` without lanes.
    fn normalize_on_lanes(points: &[Self]) -> Option<Vec<Self::Affine>>;

    /// Whether each point is on the curve, the identity among them, on the lanes of this CPU; `None` without lanes.
    fn are_on_curve_on_lanes(points: &[Self::Affine]) -> Option<Vec<bool>>;
}

/// An operation that is generic over the lanes of the group `G`.
pub trait WithCurve<G: LaneGroup> {
    /// What it gives.
    type Output;

    /// Runs it.
    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>;
}

/// `sum scalars[i] * bases[i]` over the shorter of the two, on the lanes of this CPU.
///
/// `None` without lanes, for curves that they have no code for (twisted Edwards curves with an `a` other than -1 and
/// -5), and for some points outside the prime-order subgroup that the formulas of lanes do not serve.
pub fn msm_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
) -> Option<Result<G, ExceptionalAddition>> {
    msm_of_width_on_lanes(bases, scalars, None)
}

/// [`msm_on_lanes`] with buckets for windows of `width` bits, brought into the range from 2 to 16, whatever the number of
/// points: to measure what windows cost. Wide windows of few points take much memory, `2^(width - 1)` buckets each.
pub fn msm_of_width_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
    width: Option<u32>,
) -> Option<Result<G, ExceptionalAddition>> {
    let mut total = G::Sum::identity();
    let count = bases.len().min(scalars.len());
    let (bases, scalars) = (&bases[..count], &scalars[..count]);
    for (bases, scalars) in bases.chunks(BLOCK).zip(scalars.chunks(BLOCK)) {
        total = total.plus(&G::with_curve(Msm::<G> { bases, scalars, width })??);
    }
    Some(G::from_sum(total))
}

struct Msm<'a, G: LaneGroup> {
    bases: &'a [G::Affine],
    scalars: &'a [G::ScalarField],
    width: Option<u32>,
}

impl<G: LaneGroup> WithCurve<G> for Msm<'_, G> {
    type Output = Option<G::Sum>;

    fn run<C>(self, curve: &C) -> Option<G::Sum>
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        meter!("msm", G::Sum, self.scalars.len());
        let (points, identities) = pack_noting(curve, self.bases, AffineRepr::is_zero);
        msm::msm(curve, &points, self.scalars, not_among(&identities), self.width)
    }
}

/// Whether `order` times each point of the curve is the identity, on the lanes of this CPU; `None` for a point that their
/// formulas do not serve, and for all without lanes or for curves that they have no code for.
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
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let order = Integer::new(self.order);
        verdicts(self.points, |points| {
            let p = curve.lift(&curve.load(eight(points)));
            let (yes, unknown) = curve.identities(&multiple(curve, &p, &order));
            let zeros = points
                .iter()
                .enumerate()
                .fold(0, |mask, (i, p)| mask | u8::from(p.is_zero()) << i);
            Verdict {
                yes: yes | zeros,
                unknown: unknown & !zeros,
            }
        })
    }
}

/// `scalars[i] * bases[i]` for slices of equal length, on the lanes of this CPU: the integer multiple for every point
/// of the curve.
///
/// `None` as in [`msm_on_lanes`].
pub fn mul_each_on_lanes<G: LaneGroup>(
    bases: &[G::Affine],
    scalars: &[G::ScalarField],
) -> Option<Result<Vec<G>, ExceptionalAddition>> {
    let digits = Digits::of_width(scalars, |i| !bases[i].is_zero(), WIDTH);
    sums_of_products_on_lanes(&[(bases, digits)])
}

/// `sum k_i P_i` for every index of the slices by itself, from slices of points and the digits of their integers.
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
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
