//! Sums of lists of points on twisted Edwards curves, eight lists side by side, by mixed additions in extended
//! coordinates.

#[cfg(feature = "meter")]
use crate::curves::te::extended::Extended;
use crate::{
    curves::{
        lane_curve::{LaneCurve, PackedOf, RingOf},
        te::eight::{Lanes, Points},
    },
    msm::{
        PREFETCH_DISTANCE,
        bucket_sums::{BucketCurve, BucketReduction, Sums},
        lists::Lists,
        pieces::{Layout, pieces},
    },
    ring::RingField,
};
use alloc::vec::Vec;
use ark_ec::twisted_edwards::TECurveConfig;
use secant_field::lanes::Token;

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> Lanes<C, T, A> {
    /// The sum of each list, and whether the list has points. `add(p, row, mask)` adds the points of a row in the lanes
    /// of `mask`.
    fn sums<P>(
        &self,
        points: &[P],
        lists: &Lists,
        add: impl Fn(&Points<RingOf<C, T>>, &[u32; 8], u8) -> Points<RingOf<C, T>>,
    ) -> Sums<Points<PackedOf<C>>> {
        let count = lists.all().len();
        let (pieces, parts) = pieces(lists);
        let mut sums = alloc::vec![Points::default(); count];
        let mut present = alloc::vec![false; count];
        let mut partial = alloc::vec![(0, Points::default()); parts];
        let layout = Layout::new(lists, &pieces);
        let mut rest = layout.rows();
        for eight in pieces.chunks(8) {
            let mut acc = self.identity();
            for k in 0..eight[0].len as usize {
                for entry in rest.rows.get(k + PREFETCH_DISTANCE).into_iter().flatten() {
                    self.token().prefetch(points, *entry);
                }
                acc = add(&acc, &rest.rows[k], rest.present[k]);
            }
            rest.take(1);
            for (piece, sum) in eight.iter().zip(self.pack(&acc)) {
                let slot = piece.slot as usize;
                if let Some(list) = piece.part_of() {
                    partial[slot] = (list, sum);
                } else {
                    sums[slot] = sum;
                    present[slot] = true;
                }
            }
        }
        // There are few large lists. Their pieces are added one lane at a time.
        for (slot, sum) in partial {
            if present[slot] {
                let (p, q) = (self.unpack([&sums[slot]; 8], 0), self.unpack([&sum; 8], 0));
                sums[slot] = self.pack(&self.add(&p, &q))[0];
            } else {
                sums[slot] = sum;
                present[slot] = true;
            }
        }
        Sums { points: sums, present }
    }
}

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> BucketCurve for Lanes<C, T, A> {
    type Bucket = Points<PackedOf<C>>;

    // Measured on a Zen 5.
    const COSTS: (f64, f64) = (1.0, 4.0);

    fn bucket_sums(
        &self,
        points: &[Self::PackedAffine],
        sets: &mut dyn Iterator<Item = Lists>,
        fold: Option<BucketReduction<'_>>,
    ) -> Option<Vec<Sums<Self::Bucket>>> {
        let of_points = |lists: Lists| {
            meter!("bucket accumulation", [Extended<C>; 8], lists.entries());
            self.sums(points, &lists, |acc, row, mask| {
                self.token().run(
                    #[inline(always)]
                    || {
                        let (eight, negative) = self.token().pick(points, row);
                        let q = self.unpack_affine_inline(eight, negative);
                        acc.blend(&self.add_affine_inline(acc, &q), mask)
                    },
                )
            })
        };
        let of_buckets = |Sums { points, present }, fold: BucketReduction<'_>| {
            let lists = fold(&present);
            meter!("bucket reduction", [Extended<C>; 8], lists.entries());
            self.sums(&points, &lists, |acc, row, mask| {
                self.add_buckets(acc, row.map(|entry| &points[(entry >> 1) as usize]), mask)
            })
        };
        let sums = sets.map(|lists| match (of_points(lists), fold) {
            (sums, Some(fold)) => of_buckets(sums, fold),
            (sums, None) => sums,
        });
        Some(sums.collect())
    }

    fn add_buckets(&self, p: &Self::Points, rows: [&Self::Bucket; 8], mask: u8) -> Self::Points {
        self.add_some(p, &self.unpack(rows, 0), mask)
    }
}
