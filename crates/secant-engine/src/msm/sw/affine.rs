//! Sums of many affine points per bucket, pairwise, with one shared inversion a round.
//!
//! An affine addition costs six products once the inversion is shared, a mixed one eleven.

use crate::batch;
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, Field, Zero};

/// Points sorted by bucket: bucket `b` holds `points[starts[b]..starts[b + 1]]`.
pub struct Buckets<C: SWCurveConfig> {
    pub points: Vec<Affine<C>>,
    pub starts: Vec<u32>,
}

/// How the sum of a pair of points is computed.
#[derive(Clone, Copy)]
enum Pair {
    /// Distinct x: the chord.
    Chord,
    /// Equal points: the tangent.
    Tangent,
    /// The left operand is the sum: the right one is the identity.
    Left,
    /// The right operand is the sum.
    Right,
    /// Opposite points.
    Opposite,
}

/// Scratch space for [`Buckets::reduce`], kept between calls.
pub struct Scratch<F> {
    denominators: Vec<F>,
    prefix: Vec<F>,
    kinds: Vec<Pair>,
}

impl<F> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            denominators: Vec::new(),
            prefix: Vec::new(),
            kinds: Vec::new(),
        }
    }
}

impl<C: SWCurveConfig> Buckets<C> {
    /// Adds up every bucket, leaving at most one point in each.
    pub fn reduce(&mut self, scratch: &mut Scratch<C::BaseField>) {
        while self.starts.windows(2).any(|w| w[1] - w[0] > 1) {
            self.round(scratch);
        }
    }

    /// Halves every bucket.
    fn round(&mut self, s: &mut Scratch<C::BaseField>) {
        meter!(
            "round of additions",
            Affine<C>,
            self.starts.windows(2).map(|w| (w[1] - w[0]) / 2).sum::<u32>()
        );
        s.denominators.clear();
        s.kinds.clear();
        for w in self.starts.windows(2) {
            for pair in self.points[w[0] as usize..w[1] as usize].chunks_exact(2) {
                let (kind, d) = classify(&pair[0], &pair[1]);
                s.kinds.push(kind);
                s.denominators.push(d);
            }
        }
        batch::invert_with(&mut s.denominators, &mut s.prefix);

        // Sums are written over points that have been read: the write index never passes the read index.
        let (mut write, mut pair) = (0, 0);
        for b in 0..self.starts.len() - 1 {
            let (start, end) = (self.starts[b] as usize, self.starts[b + 1] as usize);
            self.starts[b] = write as u32;
            let mut read = start;
            while read + 1 < end {
                let (p, q) = (self.points[read], self.points[read + 1]);
                self.points[write] = sum(&p, &q, s.kinds[pair], &s.denominators[pair]);
                read += 2;
                pair += 1;
                write += 1;
            }
            if read < end {
                self.points[write] = self.points[read];
                write += 1;
            }
        }
        if let Some(last) = self.starts.last_mut() {
            *last = write as u32;
        }
        self.points.truncate(write);
    }
}

/// The sums of lists of `2^k` points, which lie one after another. Then, for every bit `i` and every list, the sum of
/// the points `j` with bit `i` set in `j`. This takes two additions a point.
///
/// A list is halved `k` times by adding neighbours. So in round `i` the points with bit `i` are every second one. They
/// are set aside and added up in the rounds that follow.
pub fn sums_by_bit<C: SWCurveConfig>(
    points: Vec<Affine<C>>,
    k: usize,
    scratch: &mut Scratch<C::BaseField>,
) -> (Vec<Affine<C>>, Vec<Affine<C>>) {
    meter!("bucket reduction", Affine<C>, points.len());
    let lists = points.len() >> k;
    let mut all = Buckets {
        starts: (0..=lists).map(|i| (i << k) as u32).collect(),
        points,
    };
    for _ in 0..k {
        for i in 0..lists {
            let [start, end] = [all.starts[i], all.starts[i + 1]].map(|at| at as usize);
            for j in (start + 1..end).step_by(2) {
                all.points.push(all.points[j]);
            }
            all.starts.push(all.points.len() as u32);
        }
        all.round(scratch);
    }
    let by_bit = all.points.split_off(lists);
    (all.points, by_bit)
}

fn classify<C: SWCurveConfig>(p: &Affine<C>, q: &Affine<C>) -> (Pair, C::BaseField) {
    let d = q.x - p.x;
    if q.is_zero() {
        (Pair::Left, C::BaseField::ZERO)
    } else if p.is_zero() {
        (Pair::Right, C::BaseField::ZERO)
    } else if !d.is_zero() {
        (Pair::Chord, d)
    } else if p.y == q.y && !p.y.is_zero() {
        (Pair::Tangent, p.y.double())
    } else {
        (Pair::Opposite, C::BaseField::ZERO)
    }
}

fn sum<C: SWCurveConfig>(p: &Affine<C>, q: &Affine<C>, kind: Pair, inverse: &C::BaseField) -> Affine<C> {
    meter!("add", Affine<C>);
    let numerator = match kind {
        Pair::Left => return *p,
        Pair::Right => return *q,
        Pair::Opposite => return Affine::identity(),
        Pair::Chord => q.y - p.y,
        Pair::Tangent => {
            let xx = p.x.square();
            xx.double() + xx + C::COEFF_A
        }
    };
    let lambda = numerator * inverse;
    let x = lambda.square() - p.x - q.x;
    Affine::new_unchecked(x, lambda * (p.x - x) - p.y)
}
