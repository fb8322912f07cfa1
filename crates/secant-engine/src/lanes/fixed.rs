//! Bases that are used again and again: their multiples by powers of two, made once.

use super::{
    curve::{LaneCurve, Sum, Sums, not_among, pack_all},
    group::{LaneGroup, WithCurve, msm_on_lanes},
    lists::Lists,
    msm::sum_of_windows,
};
use crate::{
    ExceptionalAddition, Group,
    pippenger::{Digits, Plan},
    threads,
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::PrimeField;
use core::marker::PhantomData;

/// Multi-scalar multiplication over bases that stay the same, as the points of a prover's reference string do.
///
/// Up to `levels` multiples of every base are kept, by powers of two, so that an MSM has a `levels`-th of the buckets to
/// add up and can have more of them: memory for speed. On back ends without lanes, and if a base is of small order,
/// nothing is kept, and sums are those without preparation.
pub struct FixedBaseMsm<G: LaneGroup + Group> {
    /// The bases, if there is no table.
    bases: Vec<G::Affine>,
    /// Their number.
    len: usize,
    /// Level after level, each of `padded` points; those of identities are unspecified.
    table: Vec<G::PackedAffine>,
    /// The bases of the table that are the identity, in ascending order.
    identities: Vec<usize>,
    padded: usize,
    plan: Plan,
    /// Windows between two levels.
    stride: usize,
}

impl<G: LaneGroup + Group> FixedBaseMsm<G> {
    /// Keeps up to `levels` multiples of every base: from 1, only itself, to as many as there are windows, about 16.
    /// One takes 64 bytes for coordinates of up to 256 bits, 128 up to 384 and 256 up to 768, twice that over quadratic
    /// extensions, and three halves of that on twisted Edwards curves.
    pub fn new(bases: &[G::Affine], levels: usize) -> Self {
        let bits = G::ScalarField::MODULUS_BIT_SIZE as usize;
        let padded = bases.len().next_multiple_of(8);
        // The entries of buckets are indices of 31 bits.
        let most = (INDICES / padded.max(1)).min(Plan::choose(bases.len(), bits, 1.0, 1.0).windows);
        let levels = levels.clamp(1, most.max(1));
        let costs = G::with_curve(Costs::<G>(PhantomData));
        let (point, bucket) = costs.unwrap_or((1.0, 1.0));
        let plan = Plan::choose(bases.len() * levels, bits, point, bucket);
        let mut msm = Self {
            bases: Vec::new(),
            len: bases.len(),
            table: Vec::new(),
            identities: Vec::new(),
            padded,
            stride: plan.windows.div_ceil(levels),
            plan,
        };
        if costs.is_some() && most > 0 {
            msm.table = msm.levels(bases).unwrap_or_default();
        }
        if msm.table.is_empty() {
            msm.bases = bases.to_vec();
        } else {
            msm.identities = (0..bases.len()).filter(|i| bases[*i].is_zero()).collect();
        }
        msm
    }

    /// The levels; `None` if lanes do not serve a point, or if a multiple is the identity or has no affine coordinates.
    fn levels(&self, bases: &[G::Affine]) -> Option<Vec<G::PackedAffine>> {
        let mut table = G::with_curve(Pack::<G>(bases))?;
        let mut points = Vec::new();
        for level in 1..self.plan.windows.div_ceil(self.stride) {
            let times = self.plan.c as usize * self.stride;
            let last = if level == 1 { bases } else { &points };
            let sums = G::with_curve(Doubled::<G> { points: last, times })??;
            points = G::normalize(&sums.into_iter().map(G::from_sum).collect::<Result<Vec<_>, _>>().ok()?);
            // Affine formulas have no identity; that of a base is left out, but not that of a multiple.
            if points.iter().zip(bases).any(|(p, base)| p.is_zero() && !base.is_zero()) {
                return None;
            }
            table.extend(G::with_curve(Pack::<G>(&points))?);
        }
        Some(table)
    }

    /// The bases, read out of the table if there is one: this takes about as long as their sum.
    pub fn bases(&self) -> Vec<G::Affine> {
        if self.table.is_empty() {
            return self.bases.clone();
        }
        let points = G::with_plain_curve(Unpacked { msm: self }).flatten();
        let points = points.and_then(|sums| sums.into_iter().map(G::from_sum).collect::<Result<Vec<_>, _>>().ok());
        let mut bases = G::normalize(&points.expect("what was packed is an affine point"));
        for i in &self.identities {
            bases[*i] = G::Affine::zero();
        }
        bases
    }

    /// `sum scalars[i] * bases[i]`; there may be fewer scalars than bases, and further ones are ignored.
    ///
    /// # Errors
    /// If the sum is a point at infinity of an incomplete twisted Edwards curve.
    pub fn msm(&self, scalars: &[G::ScalarField]) -> Result<G, ExceptionalAddition> {
        let n = scalars.len().min(self.len);
        let scalars = &scalars[..n];
        if !self.table.is_empty()
            && n > 0
            && let Some(Some(sum)) = G::with_curve(Msm { msm: self, scalars })
        {
            return G::from_sum(sum);
        }
        let bases = &self.bases()[..n];
        msm_on_lanes(bases, scalars).unwrap_or_else(|| G::multi_scalar_mul(bases, scalars))
    }
}

/// What additions cost on the curve of `G`.
struct Costs<G>(PhantomData<G>);

impl<G: LaneGroup> WithCurve<G> for Costs<G> {
    type Output = (f64, f64);

    fn run<C: LaneCurve>(self, _: &C) -> (f64, f64) {
        C::COSTS
    }
}

struct Pack<'a, G: LaneGroup>(&'a [G::Affine]);

impl<G: LaneGroup> WithCurve<G> for Pack<'_, G> {
    type Output = Vec<G::PackedAffine>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        pack_all(curve, self.0)
    }
}

struct Doubled<'a, G: LaneGroup> {
    points: &'a [G::Affine],
    times: usize,
}

impl<G: LaneGroup> WithCurve<G> for Doubled<'_, G> {
    type Output = Option<Vec<G::Sum>>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let packed = pack_all(curve, self.points);
        let eights = threads::map(packed.len() / 8, |i| {
            let rows = core::array::from_fn(|l| &packed[8 * i + l]);
            let mut point = curve.lift(&curve.unpack_affine(rows, 0));
            for _ in 0..self.times {
                point = curve.double(&point);
            }
            curve.store(&point)
        });
        let mut all = eights.into_iter().collect::<Option<Vec<_>>>()?.concat();
        for (sum, point) in all.iter_mut().zip(self.points) {
            if point.is_zero() {
                *sum = G::Sum::identity();
            }
        }
        all.truncate(self.points.len());
        Some(all)
    }
}

struct Unpacked<'a, G: LaneGroup + Group> {
    msm: &'a FixedBaseMsm<G>,
}

impl<G: LaneGroup + Group> WithCurve<G> for Unpacked<'_, G> {
    type Output = Option<Vec<G::Sum>>;

    fn run<C>(self, curve: &C) -> Self::Output
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let FixedBaseMsm { table, len, padded, .. } = self.msm;
        let level = table.get(..*padded)?;
        let eights = threads::map(padded / 8, |i| {
            let rows = core::array::from_fn(|l| &level[8 * i + l]);
            curve.store(&curve.lift(&curve.unpack_affine(rows, 0)))
        });
        let mut all = eights.into_iter().collect::<Option<Vec<_>>>()?.concat();
        all.truncate(*len);
        Some(all)
    }
}

struct Msm<'a, G: LaneGroup + Group> {
    msm: &'a FixedBaseMsm<G>,
    scalars: &'a [G::ScalarField],
}

impl<G: LaneGroup + Group> WithCurve<G> for Msm<'_, G> {
    type Output = Option<G::Sum>;

    fn run<C>(self, curve: &C) -> Option<G::Sum>
    where
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
    {
        let FixedBaseMsm {
            identities,
            table,
            padded,
            plan: Plan { c, .. },
            stride,
            ..
        } = self.msm;
        let plan = |bits| Plan::of_width(bits, *c);
        let digits = Digits::on_lanes(curve.token(), self.scalars, not_among(identities), plan);
        // Windows a stride apart share their buckets: each has the points of its level.
        sum_of_windows(curve, &digits.plan, table, *stride, |first| {
            let windows = (first..digits.plan.windows).step_by(*stride).enumerate();
            Lists::of_windows_together(&digits, windows.map(|(level, w)| (w, level * padded)))
        })
    }
}

/// One base with many scalars: the multiples of all digits of a scalar.
pub struct FixedBase<G: LaneGroup + Group> {
    base: G::Affine,
    /// For every window, the multiples `1 ..= 2^(c - 1)`.
    table: Vec<G::PackedAffine>,
    plan: Plan,
}

/// Points that buckets can have entries of.
const INDICES: usize = 1 << 31;

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

    /// The multiple by each scalar.
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

/// For every window the multiples `1 ..= 2^(c - 1)`; `None` if lanes do not serve the point, or if a multiple is the
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
    // Affine formulas have no identity: a base of small order has such multiples.
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
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
        C: LaneCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
