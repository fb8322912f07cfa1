//! Sums of lists of many affine points, eight lists side by side.
//!
//! A lane holds one list at a time, or a piece of a large one. Its points are added up pairwise. All pairs of a round
//! share one inversion, which leaves six products for an addition. Pieces of like size go side by side.
//!
//! A round also takes the pairs that are left of the last set of lists. These are only a few a round, and would not be
//! worth inversions of their own.

mod additions;

use crate::{
    curves::{
        lane_curve::{LaneCurve, PackedOf},
        sw::projective::{Affine, Lanes},
    },
    msm::{
        affine::additions::AdditionPool,
        bucket_sums::{BucketCurve, BucketReduction, Sums},
        lists::Lists,
        pieces::{Layout, Piece, Rows, pieces},
    },
    ring::{Ring, RingField},
    scratch::with_scratch,
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::SWCurveConfig;
use core::{iter, ops::Range};
use secant_field::lanes::Token;

/// Vectors of points that are gathered together. With the vectors that were there before, and the place of the new ones
/// of the last round, they take three quarters of a megabyte for coordinates of 384 bits. The next points take another
/// quarter, and so do the denominators with their products. So an L2 cache of a megabyte does not hold everything; 192
/// and 320 are no better there.
const BATCH: usize = 256;

impl<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> BucketCurve for Lanes<C, T, ZERO_A> {
    type Bucket = Affine<PackedOf<C>>;

    // Measured from 1.5 (BW6-761) to 2.1 (BN254) on a Zen 5.
    const COSTS: (f64, f64) = (1.0, 1.7);

    fn bucket_sums(
        &self,
        points: &[Self::PackedAffine],
        sets: &mut dyn Iterator<Item = Lists>,
        fold: Option<BucketReduction<'_>>,
    ) -> Option<Vec<Sums<Self::Bucket>>> {
        sums(self.token(), self.a(), points, sets, fold)
    }

    fn add_buckets(&self, p: &Self::Points, rows: [&Self::Bucket; 8], mask: u8) -> Self::Points {
        self.add_affine_some(p, &self.unpack_affine(rows, 0), mask)
    }
}

/// The sums of all lists of each set, added up by `fold` if there is one, as in [`BucketCurve::bucket_sums`]. `None` if
/// the formulas do not serve a point.
fn sums<R: Ring>(
    token: R::Token,
    a: &R,
    points: &[Affine<R::Packed>],
    sets: &mut dyn Iterator<Item = Lists>,
    fold: Option<BucketReduction<'_>>,
) -> Option<Vec<Sums<Affine<R::Packed>>>> {
    with_scratch(
        || AdditionPool::new(token),
        |additions| {
            additions.clear();
            let mut work = Scheduler::new(sets, fold);
            loop {
                let job = work.next();
                if job.is_none() && additions.is_empty() {
                    return Some(work.sums());
                }
                work.round(token, a, points, additions, job)?;
                additions.store(token, |group, x, y, present| work.put(group, x, y, present));
                work.complete();
            }
        },
    )
}

/// The sums to compute, and the results so far.
struct Scheduler<'a, P> {
    sets: iter::Fuse<&'a mut dyn Iterator<Item = Lists>>,
    fold: Option<BucketReduction<'a>>,
    /// The jobs in progress. A job that follows from another comes after it.
    jobs: Vec<Job<P>>,
    /// The number of groups so far.
    groups: usize,
    /// The sums of each set so far.
    sums: Vec<Option<Sums<Affine<P>>>>,
    /// Memory of sums that have been added up, to be used again for as many sums. `Sums::present` says which of its
    /// points are valid.
    spare: Vec<Vec<Affine<P>>>,
}

/// Lists of points, in pieces.
struct Job<P> {
    /// The number of the set that the job belongs to.
    set: usize,
    /// Whether the job adds up buckets.
    reduces_buckets: bool,
    /// The points, if they are sums themselves; `None` for the caller's points.
    points: Option<Vec<Affine<P>>>,
    pieces: Vec<Piece>,
    layout: Layout,
    /// The number of the job's first group.
    first: usize,
    /// The number of groups whose sums are not known yet.
    groups_left: usize,
    /// The sums of the lists.
    sums: Sums<Affine<P>>,
    /// The sums of the pieces, for lists that have several.
    partial: Sums<Affine<P>>,
}

impl<'a, P: Copy + Default> Scheduler<'a, P> {
    fn new(sets: &'a mut dyn Iterator<Item = Lists>, fold: Option<BucketReduction<'a>>) -> Self {
        Self {
            sets: sets.fuse(),
            fold,
            jobs: Vec::new(),
            groups: 0,
            sums: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// The job that has points for the next round: the last such job, since its points are sums that a near cache may
    /// still hold. `None` if all points have been taken.
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(job) = self.jobs.iter().rposition(|job| !job.layout.is_empty()) {
                return Some(job);
            }
            let lists = self.sets.next()?;
            let sums = self.room(lists.all().len());
            self.sums.push(None);
            self.start(self.sums.len() - 1, false, None, &lists, sums);
            self.complete();
        }
    }

    /// Memory for `count` sums.
    fn room(&mut self, count: usize) -> Sums<Affine<P>> {
        let spare = self.spare.iter().position(|points| points.len() == count);
        Sums {
            points: spare.map_or_else(
                || alloc::vec![Affine::default(); count],
                |spare| self.spare.swap_remove(spare),
            ),
            present: alloc::vec![false; count],
        }
    }

    /// Starts to add up lists of `points`, or of the caller's points for `None`.
    fn start(
        &mut self,
        set: usize,
        reduces_buckets: bool,
        points: Option<Vec<Affine<P>>>,
        lists: &Lists,
        sums: Sums<Affine<P>>,
    ) {
        let (pieces, parts) = pieces(lists);
        let layout = Layout::new(lists, &pieces);
        let (first, groups_left) = (self.groups, pieces.len().div_ceil(8));
        self.groups += groups_left;
        let partial = self.room(parts);
        self.jobs.push(Job {
            set,
            reduces_buckets,
            points,
            pieces,
            layout,
            first,
            groups_left,
            sums,
            partial,
        });
    }

    /// Runs one round of additions, with new points of `job` if there is one.
    fn round<R: Ring<Packed = P>>(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<P>],
        additions: &mut AdditionPool<R>,
        job: Option<usize>,
    ) -> Option<()> {
        let job = job.map(|job| (job, self.jobs[job].layout.take(BATCH)));
        let (_reduces_buckets, points, number, rows) = match job {
            Some((job, taken)) => {
                let job = &self.jobs[job];
                let points = job.points.as_deref().unwrap_or(points);
                (
                    job.reduces_buckets,
                    points,
                    job.first + taken.groups.start,
                    job.layout.part(taken),
                )
            }
            None => {
                let reduces_buckets = self.jobs.iter().all(|job| job.reduces_buckets);
                (reduces_buckets, points, 0, Rows::default())
            }
        };
        // The meter counts a round under the kind of its new points, whatever else the round adds up.
        meter!(
            if _reduces_buckets {
                "bucket reduction"
            } else {
                "bucket accumulation"
            },
            [Affine<R::Scalar>; 8],
            rows.present.iter().map(|lanes| lanes.count_ones()).sum::<u32>()
        );
        // The sums go to memory that near caches no longer hold.
        let ahead = |group| {
            let (job, pieces) = self.group(group);
            let job = &self.jobs[job];
            for piece in &job.pieces[pieces] {
                let whole = piece.part_of().is_none();
                let to = if whole { &job.sums } else { &job.partial };
                token.prefetch(&to.points, piece.slot << 1);
            }
        };
        additions.round(token, a, points, number, rows, ahead)
    }

    /// The job that a group belongs to, and the group's pieces in that job.
    fn group(&self, group: usize) -> (usize, Range<usize>) {
        let job = self.jobs.iter().rposition(|job| job.first <= group);
        let job = job.expect("a job has the group");
        let Job { first, pieces, .. } = &self.jobs[job];
        let start = 8 * (group - first);
        (job, start..pieces.len().min(start + 8))
    }

    /// Stores the sums of a group's pieces.
    fn put(&mut self, group: usize, x: &[P; 8], y: &[P; 8], present: u8) {
        let (job, pieces) = self.group(group);
        let job = &mut self.jobs[job];
        job.groups_left -= 1;
        for (i, piece) in job.pieces[pieces].iter().enumerate() {
            let whole = piece.part_of().is_none();
            let to = if whole { &mut job.sums } else { &mut job.partial };
            to.points[piece.slot as usize] = Affine { x: x[i], y: y[i] };
            to.present[piece.slot as usize] = (present >> i) & 1 == 1;
        }
    }

    /// Ends the jobs that are complete, and starts the jobs that follow from them.
    fn complete(&mut self) {
        while let Some(job) = self.jobs.iter().position(|job| job.groups_left == 0) {
            let Job {
                set,
                reduces_buckets,
                points,
                pieces,
                sums,
                partial,
                ..
            } = self.jobs.remove(job);
            self.spare.extend(points);
            if !partial.points.is_empty() {
                let mut list = alloc::vec![0; partial.points.len()];
                for piece in &pieces {
                    if let Some(of) = piece.part_of() {
                        list[piece.slot as usize] = of;
                    }
                }
                let lists = Lists::of_sets(sums.points.len(), list.len(), 1, |_, slot| {
                    partial.present[slot].then_some(list[slot])
                });
                self.start(set, reduces_buckets, Some(partial.points), &lists, sums);
                continue;
            }
            match self.fold {
                Some(fold) if !reduces_buckets => {
                    let lists = fold(&sums.present);
                    let room = self.room(lists.all().len());
                    self.start(set, true, Some(sums.points), &lists, room);
                }
                _ => self.sums[set] = Some(sums),
            }
        }
    }

    /// The sums of all sets, once nothing is left to do.
    fn sums(self) -> Vec<Sums<Affine<P>>> {
        self.sums
            .into_iter()
            .map(|sums| sums.expect("all jobs are complete"))
            .collect()
    }
}
