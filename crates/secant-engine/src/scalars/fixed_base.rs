//! One base that is used again and again, with precomputed multiples for all digits of a scalar.

use crate::{
    curves::{
        group::{ExceptionalAddition, Group},
        lane_curve::{Sum, pack_all},
        lane_group::{LaneGroup, Pack, WithCurve},
    },
    msm::{
        bucket_sums::{BucketCurve, Sums},
        lists::Lists,
    },
    scalars::digits::{Digits, Plan},
    threads,
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::PrimeField;

/// One base for many scalars, with its multiples for all digits of a scalar.
pub struct FixedBase<G: LaneGroup + Group> {
    base: G::Affine,
    /// For every window, the multiples `1 ..= 2^(c - 1)`.
    table: Vec<G::PackedAffine>,
    plan: Plan,
}

/// Scalars that [`FixedBase::mul_each`] takes at a time.
const SCALARS: usize = 4096;

impl<G: LaneGroup + Group> FixedBase<G> {
    /// Prepares for about `count` multiplications: more of them pay for a larger table (at most 2 MiB).
    pub fn new(base: &G::Affine, count: usize) -> Self {
        let bits = G::ScalarField::MODULUS_BIT_SIZE as usize;
        let width = match count {
            0..256 => 4,
            256..16384 => 6,
            _ => 8,
        };
        let plan = Plan::of_width(bits, width);
        Self {
            base: *base,
            table: multiples::<G>(base, &plan).unwrap_or_default(),
            plan,
        }
    }

    /// The multiple of the base by each scalar.
    ///
    /// # Errors
    /// If a multiple is a point at infinity of an incomplete twisted Edwards curve.
    pub fn mul_each(&self, scalars: &[G::ScalarField]) -> Result<Vec<G>, ExceptionalAddition> {
        if !self.table.is_empty()
            && !self.base.is_zero()
            && let Some(Some(sums)) = G::with_curve(MulEach { base: self, scalars })
        {
            return sums.into_iter().map(G::from_sum).collect();
        }
        scalars
            .iter()
            .map(|s| G::scalar_mul(&self.base, s.into_bigint().as_ref()))
            .collect()
    }
}

/// The multiples `1 ..= 2^(c - 1)` for every window. `None` if lanes do not serve the point, or if a multiple is the
/// identity or has no affine coordinates.
fn multiples<G: LaneGroup + Group>(base: &G::Affine, plan: &Plan) -> Option<Vec<G::PackedAffine>> {
    let power = |i: usize| {
        let mut power = alloc::vec![0; i / 64 + 1];
        power[i / 64] = 1 << (i % 64);
        power
    };
    let windows: Result<Vec<_>, _> = (0..plan.windows)
        .map(|w| G::scalar_mul(base, &power(plan.c as usize * w)))
        .collect();
    let windows = G::normalize(&windows.ok()?);
    let sums = G::with_curve(Multiples::<G> {
        points: &windows,
        count: plan.buckets,
    })??;
    let multiples: Result<Vec<_>, _> = sums.into_iter().map(G::from_sum).collect();
    let multiples = G::normalize(&multiples.ok()?);
    // Affine formulas have no identity, which is among the multiples of a base of small order.
    if windows.iter().chain(&multiples).any(AffineRepr::is_zero) {
        return None;
    }
    G::with_curve(Pack::<G>(&multiples))
}

struct Multiples<'a, G: LaneGroup> {
    points: &'a [G::Affine],
    count: usize,
}

impl<G: LaneGroup> WithCurve<G> for Multiples<'_, G> {
    type Output = Option<Vec<G::Sum>>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let packed = pack_all(curve, self.points);
        let mut all = alloc::vec![G::Sum::identity(); packed.len() * self.count];
        for i in 0..packed.len() / 8 {
            let base = curve.unpack_affine(core::array::from_fn(|l| &packed[8 * i + l]), 0);
            let mut multiple = curve.lift(&base);
            for m in 0..self.count {
                if m > 0 {
                    multiple = curve.add_affine_some(&multiple, &base, 255);
                }
                for (l, sum) in curve.store(&multiple)?.into_iter().enumerate() {
                    all[(8 * i + l) * self.count + m] = sum;
                }
            }
        }
        all.truncate(self.points.len() * self.count);
        Some(all)
    }
}

struct MulEach<'a, G: LaneGroup + Group> {
    base: &'a FixedBase<G>,
    scalars: &'a [G::ScalarField],
}

impl<G: LaneGroup + Group> WithCurve<G> for MulEach<'_, G> {
    type Output = Option<Vec<G::Sum>>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let FixedBase { table, plan, .. } = self.base;
        let parts = threads::map(self.scalars.len().div_ceil(SCALARS), |i| {
            let scalars = &self.scalars[SCALARS * i..self.scalars.len().min(SCALARS * (i + 1))];
            // A list for every scalar, with one multiple of each window.
            let digits = Digits::of_width(scalars, |_| true, plan.c);
            let mut lists = core::iter::once(Lists::of_scalars(&digits, plan.buckets));
            let Sums { points, present } = curve.bucket_sums(table, &mut lists, None)?.pop()?;
            let mut out = Vec::with_capacity(scalars.len().next_multiple_of(8));
            for (eight, present) in points.chunks(8).zip(present.chunks(8)) {
                let row = |l: usize| eight.get(l).unwrap_or(&eight[0]);
                let mask = present.iter().rev().fold(0, |mask, p| mask << 1 | u8::from(*p));
                let points = curve.add_buckets(&curve.identity(), core::array::from_fn(row), mask);
                out.extend(curve.store(&points)?);
            }
            out.truncate(scalars.len());
            Some(out)
        });
        Some(parts.into_iter().collect::<Option<Vec<_>>>()?.concat())
    }
}
