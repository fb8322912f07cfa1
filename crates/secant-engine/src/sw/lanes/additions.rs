//! Additions of affine points, many at a time with one inversion.

use super::{
    buckets::{Rows, Sums},
    projective::Affine,
};
use crate::lanes::{AHEAD, curve::rows, pieces::Piece, ring::Ring};
use alloc::vec::Vec;
use ark_ff::Field;
use secant_field::lanes::Token;

/// All lanes.
const ALL: u8 = 255;

/// Rounds that gathered vectors go through by themselves: what is left of them waits in the pool, and shares the
/// inversions of the later rounds, which have fewer additions.
const ROUNDS: usize = 2;

/// Vectors in the pool that are worth their own rounds.
const POOL: usize = 384;

/// Two vectors without points, which make the number of pairs even.
const SPARE: u32 = 0;
/// Where their sum goes.
const TRASH: u32 = 2;
/// The first vector of the pool.
const FIRST: usize = 3;

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
}

/// Two vectors to add: `from` and the one behind it, with the sum going to `to`, which is not behind `from`.
#[derive(Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
}

/// A vector that has no partner in a round and moves up behind the sums.
#[derive(Clone, Copy)]
struct Move {
    /// Pairs that must have been added before.
    after: usize,
    from: usize,
    to: usize,
}

/// The lanes of a pair where the chord is not defined.
#[derive(Clone, Copy)]
struct Special {
    /// Lanes with equal points.
    tangent: u8,
    /// Lanes with opposite points.
    opposite: u8,
}

/// Eight pieces to a group of vectors, which are added up in pairs, with what that needs. The groups lie one behind the
/// other; all memory is kept for the next ones.
pub struct Additions<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    /// Where the next group goes.
    end: usize,
    pairs: Vec<Pair>,
    moves: Vec<Move>,
    /// The products of the denominators of every second pair, from the last on: `i + 2` is `i` times that of the
    /// pair `i` from the end.
    products: Vec<R>,
    special: Vec<Special>,
    /// Additions of two pairs on their way.
    steps: [Step<R>; 2],
    /// The bound of coordinates in units of the modulus: grows with every round where the field has room.
    unit: u64,
    /// That of the whole pool.
    pool_unit: u64,
}

/// The values of one addition.
#[derive(Clone, Copy)]
struct Step<R> {
    /// Products of the inverses, this one and that before.
    chains: [R; 2],
    denominator: R,
    numerator: R,
    inverse: R,
    slope: R,
    x: R,
    y: R,
    /// The first `x` less the sum's.
    back: R,
}

impl<R: Ring> Additions<R> {
    pub fn new(token: R::Token) -> Self {
        let zero = R::zero(token);
        let step = Step {
            chains: [zero; 2],
            denominator: zero,
            numerator: zero,
            inverse: zero,
            slope: zero,
            x: zero,
            y: zero,
            back: zero,
        };
        Self {
            x: alloc::vec![zero; FIRST],
            y: alloc::vec![zero; FIRST],
            present: alloc::vec![0; FIRST],
            groups: Vec::new(),
            end: FIRST,
            pairs: Vec::new(),
            moves: Vec::new(),
            products: Vec::new(),
            special: Vec::new(),
            steps: [step; 2],
            unit: 2,
            pool_unit: 2,
        }
    }

    /// Whether it is time to [finish](Self::finish).
    pub fn is_full(&self) -> bool {
        self.end >= POOL
    }

    /// Fetches points of some rows from memory.
    #[inline(always)]
    fn fetch_rows(token: R::Token, points: &[Affine<R::Packed>], rows: &[[u32; 8]]) {
        for entry in rows.as_flattened() {
            let point = &points[(entry >> 1) as usize];
            R::prefetch(token, &point.x);
            R::prefetch(token, &point.y);
        }
    }

    /// Fetches points from memory.
    pub fn fetch(&self, token: R::Token, points: &[Affine<R::Packed>], rows: &Rows) {
        token.run(
            #[inline(always)]
            || Self::fetch_rows(token, points, &rows.rows),
        );
    }

    /// Gathers points and adds them up to a few, and fetches those that come next from memory meanwhile; `None` if a
    /// denominator is zero after all.
    pub fn take(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<R::Packed>],
        now: &Rows,
        next: &Rows,
    ) -> Option<()> {
        let (first, start) = (self.groups.len(), self.end);
        for len in &now.groups {
            self.groups.push(Group {
                start: self.end,
                len: *len,
            });
            self.end += len;
        }
        self.present.truncate(start);
        self.present.extend(&now.present);
        self.gather(token, points, now, start);
        self.unit = 2;
        let mut ahead = &next.rows[..];
        for _ in 0..ROUNDS {
            if self.groups[first..].iter().any(|g| g.len > 1) {
                self.pair_up(first, start);
                self.round(token, a, points, ahead)?;
                ahead = &[];
            }
        }
        if !ahead.is_empty() {
            self.fetch(token, points, next);
        }
        self.pool_unit = self.pool_unit.max(self.unit);
        Some(())
    }

    /// Leaves the sum of each piece in the first vector of its group; `None` as for [`Self::take`].
    pub fn finish(&mut self, token: R::Token, a: &R) -> Option<()> {
        self.unit = self.pool_unit;
        while self.groups.iter().any(|g| g.len > 1) {
            self.pair_up(0, FIRST);
            self.round(token, a, &[], &[])?;
        }
        Some(())
    }

    fn gather(&mut self, token: R::Token, points: &[Affine<R::Packed>], now: &Rows, start: usize) {
        if self.x.len() < self.end {
            self.x.resize(self.end, R::zero(token));
            self.y.resize(self.end, R::zero(token));
        }
        token.run(
            #[inline(always)]
            || {
                let places = self.x[start..].iter_mut().zip(&mut self.y[start..]);
                for (k, (row, (x, y))) in now.rows.iter().zip(places).enumerate() {
                    // Other programs may have pushed out what was fetched before.
                    if let Some(ahead) = now.rows.get(k + AHEAD..k + AHEAD + 1) {
                        Self::fetch_rows(token, points, ahead);
                    }
                    let (mut eight, mut negative) = ([&points[0]; 8], 0);
                    for (i, entry) in row.iter().enumerate() {
                        eight[i] = &points[(entry >> 1) as usize];
                        negative |= ((entry & 1) as u8) << i;
                    }
                    *x = R::unpack(token, rows!(eight, x));
                    *y = R::unpack(token, rows!(eight, y)).negate_loose(negative);
                }
            },
        );
    }

    /// The next round of the groups from `first` on, which lie one behind the other from `start` on, before it and after:
    /// so nothing moves backwards, and no vector moves before the first pair was added.
    fn pair_up(&mut self, first: usize, start: usize) {
        self.pairs.clear();
        self.moves.clear();
        self.end = start;
        for group in &mut self.groups[first..] {
            let (from, to, pairs) = (group.start, self.end, group.len / 2);
            self.pairs.extend((0..pairs).map(|i| Pair {
                from: (from + 2 * i) as u32,
                to: (to + i) as u32,
            }));
            let last = Move {
                after: self.pairs.len(),
                from: from + 2 * pairs,
                to: to + pairs,
            };
            if group.len % 2 == 1 && last.from != last.to {
                self.moves.push(last);
            }
            group.start = to;
            group.len -= pairs;
            self.end += group.len;
        }
        if self.pairs.len() % 2 == 1 {
            self.pairs.push(Pair { from: SPARE, to: TRASH });
        }
    }

    /// Adds all pairs, and fetches some rows of points meanwhile.
    fn round(&mut self, token: R::Token, a: &R, points: &[Affine<R::Packed>], ahead: &[[u32; 8]]) -> Option<()> {
        self.multiply::<false>(token);
        if self.invert(token).is_some() {
            self.add_all::<false>(token, a, points, ahead);
        } else {
            // Some pair has equal x: look at each.
            self.multiply::<true>(token);
            self.invert(token)?;
            self.add_all::<true>(token, a, points, ahead);
        }
        if !R::TIGHT {
            self.unit = 2 * self.unit + 2;
        }
        Some(())
    }

    /// The products of denominators.
    fn multiply<const SPECIAL: bool>(&mut self, token: R::Token) {
        let len = self.pairs.len() + 2;
        if self.products.len() < len {
            self.products.resize(len, R::zero(token));
        }
        token.run(
            #[inline(always)]
            || {
                let unit = self.unit;
                let one = R::splat(token, &R::Scalar::ONE);
                self.special.clear();
                self.products[0] = one;
                self.products[1] = one;
                for (i, pair) in self.pairs.iter().rev().enumerate() {
                    let k = pair.from as usize;
                    let ([x1, x2], [y1, y2]) = (two(&self.x, k), two(&self.y, k));
                    let both = self.present[k] & self.present[k + 1];
                    let mut d = R::combine_carried(unit, [(1, x2), (-1, x1)]);
                    if SPECIAL {
                        let equal = d.reduce().is_zero() & both;
                        let dy = R::combine_reduced(unit, [(1, y2), (-1, y1)]);
                        let double = R::combine(unit, [(2, y1)]);
                        let tangent = equal & dy.is_zero() & !double.reduce().is_zero();
                        let opposite = equal & !tangent;
                        d = d.blend(&double, tangent).blend(&one, opposite);
                        self.special.push(Special { tangent, opposite });
                    }
                    if both != ALL {
                        d = d.blend(&one, !both);
                    }
                    let (before, behind) = self.products.split_at_mut(i + 2);
                    behind[0].set_dot(2, &[(&d, &before[i])]);
                }
            },
        );
    }

    /// The inverses of the last two products, with one inversion; `None` if there is a zero.
    fn invert(&mut self, token: R::Token) -> Option<()> {
        // Exchanges halves, pairs, neighbours.
        const SWAPS: [[u64; 8]; 3] = [
            [4, 5, 6, 7, 0, 1, 2, 3],
            [2, 3, 0, 1, 6, 7, 4, 5],
            [1, 0, 3, 2, 5, 4, 7, 6],
        ];
        let mul = |a: &R, b: &R| R::dot(2, &[(a, b)]);
        let [a, b] = two(&self.products, self.pairs.len());
        let (all, mut others) = token.run(
            #[inline(always)]
            || {
                // The product of all lanes, and for every lane that of the others.
                let product = mul(a, b);
                let mut others = product.permute(&SWAPS[0]);
                let mut all = mul(&product, &others);
                for swap in &SWAPS[1..] {
                    let swapped = all.permute(swap);
                    others = mul(&others, &swapped);
                    all = mul(&all, &swapped);
                }
                (all.store(), others)
            },
        );
        let inverse = all[0].inverse()?;
        token.run(
            #[inline(always)]
            || {
                others = mul(&others, &R::splat(token, &inverse));
                // The first pair belongs to the last product.
                self.steps[0].chains[0] = mul(&others, a);
                self.steps[1].chains[0] = mul(&others, b);
            },
        );
        Some(())
    }

    /// Adds all pairs: two at a time, since the products of one addition wait for each other.
    fn add_all<const SPECIAL: bool>(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<R::Packed>],
        ahead: &[[u32; 8]],
    ) {
        let mut fetches = ahead.chunks(ahead.len().div_ceil(self.pairs.len() / 2).max(1));
        let moves = core::mem::take(&mut self.moves);
        let mut waiting = &moves[..];
        token.run(
            #[inline(always)]
            || {
                for first in (0..self.pairs.len()).step_by(2) {
                    if let Some(rows) = fetches.next() {
                        Self::fetch_rows(token, points, rows);
                    }
                    self.add_two::<SPECIAL>(token, a, first, &mut waiting);
                }
            },
        );
        debug_assert!(waiting.is_empty(), "a vector was left behind");
        self.moves = moves;
    }

    /// Adds two neighbouring pairs.
    #[inline(always)]
    fn add_two<const SPECIAL: bool>(&mut self, token: R::Token, a: &R, first: usize, waiting: &mut &[Move]) {
        let unit = self.unit;
        let sum_unit = if R::TIGHT { 2 } else { 2 * unit + 2 };
        // From the last product on.
        let behind = self.pairs.len() - 1 - first;
        let now = first / 2 % 2;
        let pairs = [self.pairs[first], self.pairs[first + 1]];
        let present = pairs.map(|pair| two(&self.present, pair.from as usize).map(|lanes| *lanes));
        for (i, step) in self.steps.iter_mut().enumerate() {
            let k = pairs[i].from as usize;
            let ([x1, x2], [y1, y2]) = (two(&self.x, k), two(&self.y, k));
            let both = present[i][0] & present[i][1];
            let mut d = R::combine_carried(unit, [(1, x2), (-1, x1)]);
            let mut n = R::combine_carried(unit, [(1, y2), (-1, y1)]);
            if SPECIAL {
                let Special { tangent, opposite } = self.special[behind - i];
                let one = R::splat(token, &R::Scalar::ONE);
                d = d.blend(&R::combine(unit, [(2, y1)]), tangent).blend(&one, opposite);
                let xx = x1.reduce().square(2);
                n = n.blend(&R::combine(2, [(3, &xx), (1, a)]), tangent);
            }
            if both != ALL {
                d = d.blend(&R::splat(token, &R::Scalar::ONE), !both);
            }
            (step.denominator, step.numerator) = (d, n);
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            step.inverse
                .set_dot(2, &[(&self.products[behind - i], &step.chains[now])]);
        }
        for step in &mut self.steps {
            let [even, odd] = &mut step.chains;
            let (from, to) = if now == 0 { (even, odd) } else { (odd, even) };
            to.set_dot(2, &[(&step.denominator, from)]);
        }
        for step in &mut self.steps {
            step.slope.set_dot(2, &[(&step.numerator, &step.inverse)]);
        }
        let [step0, step1] = &mut self.steps;
        R::set_squares_minus(
            [&mut step0.x, &mut step1.x],
            [&step0.slope, &step1.slope],
            unit,
            pairs.map(|pair| two(&self.x, pair.from as usize)),
        );
        for (i, step) in self.steps.iter_mut().enumerate() {
            let x1 = &self.x[pairs[i].from as usize];
            step.back = R::combine_carried(sum_unit, [(1, x1), (-1, &step.x)]);
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            let y1 = &self.y[pairs[i].from as usize];
            step.y.set_dot_minus(&[(&step.back, &step.slope)], unit, [y1]);
        }
        for (i, step) in self.steps.iter().enumerate() {
            let (index, k, to) = (first + i + 1, pairs[i].from as usize, pairs[i].to as usize);
            let [first, second] = present[i];
            let both = first & second;
            let (mut x, mut y) = (step.x, step.y);
            if both != ALL {
                let ([x1, x2], [y1, y2]) = (two(&self.x, k), two(&self.y, k));
                x = x.blend(x1, first & !both).blend(x2, second & !both);
                y = y.blend(y1, first & !both).blend(y2, second & !both);
            }
            let mut any = first | second;
            if SPECIAL {
                any &= !self.special[behind - i].opposite;
            }
            self.x[to] = x;
            self.y[to] = y;
            self.present[to] = any;
            while let Some((Move { after, from, to }, rest)) = waiting.split_first()
                && *after == index
            {
                self.x[*to] = self.x[*from];
                self.y[*to] = self.y[*from];
                self.present[*to] = self.present[*from];
                *waiting = rest;
            }
        }
    }

    /// Writes the sums of the pieces where they go, and empties the pool.
    pub fn store(
        &mut self,
        token: R::Token,
        pieces: &[Piece],
        out: &mut Sums<R::Packed>,
        partial: &mut Sums<R::Packed>,
    ) {
        for (eight, group) in pieces.chunks(8).zip(&self.groups) {
            let (x, y) = token.run(
                #[inline(always)]
                || {
                    let (x, y) = (&self.x[group.start], &self.y[group.start]);
                    (x.reduce().pack(), y.reduce().pack())
                },
            );
            for (i, piece) in eight.iter().enumerate() {
                let to = if piece.whole { &mut *out } else { &mut *partial };
                to.points[piece.slot as usize] = Affine { x: x[i], y: y[i] };
                to.present[piece.slot as usize] = (self.present[group.start] >> i) & 1 == 1;
            }
        }
        self.clear();
    }

    /// Empties the pool.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.end = FIRST;
        self.pool_unit = 2;
    }
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    [&all[k], &all[k + 1]]
}
