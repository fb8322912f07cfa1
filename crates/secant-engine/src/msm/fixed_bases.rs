//! MSM over fixed bases, with precomputed multiples by powers of two.

use crate::{
    curves::{
        group::{ExceptionalAddition, Group},
        lane_curve::{Sum, is_absent_from, pack_all},
        lane_group::{LaneGroup, Pack, WithCurve},
    },
    msm::{bucket_sums::BucketCurve, buckets::sum_of_windows, lists::Lists, msm_on_lanes},
    scalars::digits::{Digits, Plan},
    threads,
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::PrimeField;
use core::marker::PhantomData;

/// The number of points that the entries of buckets can index.
const INDICES: usize = 1 << 31;

/// Multi-scalar multiplication over bases that stay the same, such as the points of a prover's reference string.
///
/// It keeps up to `levels` multiples of every base, by powers of two. So an MSM has a `levels`-th of the buckets to add
/// up and can have more of them: memory for speed. On back ends without lanes, and if a base is of small order, it
/// keeps nothing and computes sums without preparation.
pub struct FixedBaseMsm<G: LaneGroup + Group> {
    /// The bases, if there is no table.
    bases: Vec<G::Affine>,
    /// The number of bases.
    len: usize,
    /// Level after level, each of `padded` points. The points of identities are unspecified.
    table: Vec<G::PackedAffine>,
    /// The indices of the bases of the table that are the identity, in ascending order.
    identities: Vec<usize>,
    padded: usize,
    plan: Plan,
    /// Windows between two levels.
    stride: usize,
}

impl<G: LaneGroup + Group> FixedBaseMsm<G> {
    /// Keeps up to `levels` multiples of every base: at least 1, the base itself, and at most as many as there are
    /// windows, about 16. A multiple takes 64 bytes for coordinates of up to 256 bits, 128 up to 384 and 256 up to 768,
    /// twice that over quadratic extensions, and three halves of that on twisted Edwards curves.
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

    /// Computes the levels. `None` if lanes do not serve a point, or if a multiple is the identity or has no affine
    /// coordinates.
    fn levels(&self, bases: &[G::Affine]) -> Option<Vec<G::PackedAffine>> {
        let mut table = G::with_curve(Pack::<G>(bases))?;
        let mut points = Vec::new();
        for level in 1..self.plan.windows.div_ceil(self.stride) {
            let times = self.plan.c as usize * self.stride;
            let last = if level == 1 { bases } else { &points };
            let sums = G::with_curve(Doubled::<G> { points: last, times })??;
            points = G::normalize(&sums.into_iter().map(G::from_sum).collect::<Result<Vec<_>, _>>().ok()?);
            // Affine formulas have no identity. A base that is the identity is left out, but a multiple cannot be.
            if points.iter().zip(bases).any(|(p, base)| p.is_zero() && !base.is_zero()) {
                return None;
            }
            table.extend(G::with_curve(Pack::<G>(&points))?);
        }
        Some(table)
    }

    /// The bases. If there is a table, they are read out of it, which takes about as long as adding them up.
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

    /// `sum scalars[i] * bases[i]`. There may be fewer scalars than bases, and surplus scalars are ignored.
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

/// The costs of additions on the curve of `G`.
struct Costs<G>(PhantomData<G>);

impl<G: LaneGroup> WithCurve<G> for Costs<G> {
    type Output = (f64, f64);

    fn run<C: BucketCurve>(self, _: &C) -> (f64, f64) {
        C::COSTS
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
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
        C: BucketCurve<Affine = G::Affine, PackedAffine = G::PackedAffine, Sum = G::Sum>,
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
        let digits = Digits::on_lanes(curve.token(), self.scalars, is_absent_from(identities), plan);
        // Windows a stride apart share their buckets. Each window has the points of its level.
        sum_of_windows(curve, &digits.plan, table, *stride, |first| {
            let windows = (first..digits.plan.windows).step_by(*stride).enumerate();
            Lists::of_windows_in_shared_buckets(&digits, windows.map(|(level, w)| (w, level * padded)))
        })
    }
}
