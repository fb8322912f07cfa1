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

/// Two vectors without points, which make the number of pairs even.
const SPARE: u32 = 0;
/// Where their sum goes.
const TRASH: u32 = 2;
/// The first vector of the pool.
const FIRST: usize = 3;

/// The bound of gathered coordinates in units of the modulus.
const UNIT: u32 = 2;

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
    /// The number of the group among all.
    number: usize,
    /// The bound of coordinates in units of the modulus: grows with every round where the field has room.
    unit: u32,
}

/// Two vectors to add: `from` and the one behind it, with the sum going to `to`, which is not behind `from`.
#[derive(Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
    /// That of [`Group`].
    unit: u32,
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

/// Eight pieces to a group of vectors, which are added up in pairs, with what that needs: groups of all ages go through
/// a round together, so that an inversion serves many additions. They lie one behind the other, the oldest first; all
/// memory is kept for the next ones.
pub struct Additions<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    /// Where the next group goes.
    end: usize,
    /// Groups that there have been.
    count: usize,
    pairs: Vec<Pair>,
    moves: Vec<Move>,
    /// Gathered vectors without a partner.
    single: Vec<usize>,
    /// One, and those of every pair, from the last on.
    denominators: Vec<R>,
    /// The products of every second denominator: `i + 2` is `i` times denominator `i`.
    products: Vec<R>,
    special: Vec<Special>,
    /// Additions of two pairs on their way.
    steps: [Step<R>; 2],
}

/// The values of one addition.
#[derive(Clone, Copy)]
struct Step<R> {
    /// Products of the inverses, this one and that before.
    chains: [R; 2],
    numerator: R,
    inverse: R,
    slope: R,
    x: R,
    /// The first `x` less the sum's.
    back: R,
}

/// Points to gather, and the first vector that they go to.
struct Gather<'a, P> {
    points: &'a [Affine<P>],
    rows: &'a [[u32; 8]],
    start: usize,
}

impl<P> Gather<'_, P> {
    /// Fetches the points of vector `k` from memory, if it is one of those.
    #[inline(always)]
    fn fetch<R: Ring<Packed = P>>(&self, token: R::Token, k: usize) {
        for entry in self.row(k).into_iter().flatten() {
            let point = &self.points[(entry >> 1) as usize];
            R::prefetch(token, &point.x);
            R::prefetch(token, &point.y);
        }
    }

    #[inline(always)]
    fn row(&self, k: usize) -> Option<&[u32; 8]> {
        self.rows.get(k.checked_sub(self.start)?)
    }

    /// Gathers vector `k`, if it is one of those.
    #[inline(always)]
    fn gather<R: Ring<Packed = P>>(&self, token: R::Token, k: usize, x: &mut [R], y: &mut [R]) {
        let Some(row) = self.row(k) else { return };
        let (mut eight, mut negative) = ([&self.points[0]; 8], 0);
        for (i, entry) in row.iter().enumerate() {
            eight[i] = &self.points[(entry >> 1) as usize];
            negative |= ((entry & 1) as u8) << i;
        }
        x[k] = R::unpack(token, rows!(eight, x));
        y[k] = R::unpack(token, rows!(eight, y)).negate_loose(negative);
    }
}

/// Takes the moves that come after pair `pair` from those that wait.
#[inline(always)]
fn due<'a>(waiting: &mut &'a [Move], pair: usize) -> &'a [Move] {
    let count = waiting.iter().take_while(|m| m.after == pair + 1).count();
    let (now, later) = waiting.split_at(count);
    *waiting = later;
    now
}

/// What the bound of a sum's coordinates is.
fn after(unit: u32, tight: bool) -> u32 {
    if tight { unit } else { 2 * unit + 2 }
}

impl<R: Ring> Additions<R> {
    pub fn new(token: R::Token) -> Self {
        let zero = R::zero(token);
        let step = Step {
            chains: [zero; 2],
            numerator: zero,
            inverse: zero,
            slope: zero,
            x: zero,
            back: zero,
        };
        Self {
            x: alloc::vec![zero; FIRST],
            y: alloc::vec![zero; FIRST],
            present: alloc::vec![0; FIRST],
            groups: Vec::new(),
            end: FIRST,
            count: 0,
            pairs: Vec::new(),
            moves: Vec::new(),
            single: Vec::new(),
            denominators: Vec::new(),
            products: Vec::new(),
            special: Vec::new(),
            steps: [step; 2],
        }
    }

    /// Empties the pool and counts groups from zero.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.end = FIRST;
        self.count = 0;
    }

    /// Whether all has been added up.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Gathers points, and adds up all that there are by pairs; `None` if a denominator is zero after all.
    pub fn round(&mut self, token: R::Token, a: &R, points: &[Affine<R::Packed>], now: &Rows) -> Option<()> {
        let start = self.end;
        for len in &now.groups {
            self.groups.push(Group {
                start: self.end,
                len: *len,
                number: self.count,
                unit: UNIT,
            });
            self.count += 1;
            self.end += len;
        }
        self.present.truncate(start);
        self.present.extend(&now.present);
        if self.x.len() < self.end {
            self.x.resize(self.end, R::zero(token));
            self.y.resize(self.end, R::zero(token));
        }
        self.pair_up(start);
        let gather = Gather {
            points,
            rows: &now.rows,
            start,
        };
        self.multiply::<false>(token, &gather);
        if self.pairs.is_empty() {
            return Some(());
        }
        if self.invert(token).is_some() {
            self.add_all::<false>(token, a);
        } else {
            // Some pair has equal x: look at each.
            self.multiply::<true>(token, &Gather { rows: &[], ..gather });
            self.invert(token)?;
            self.add_all::<true>(token, a);
        }
        Some(())
    }

    /// The pairs of the next round, of which the vectors from `fresh` on are still to be gathered. Nothing moves
    /// backwards, and no vector moves before the first pair was added: that is of the first group, unless all are fresh.
    fn pair_up(&mut self, fresh: usize) {
        self.pairs.clear();
        self.moves.clear();
        self.single.clear();
        self.end = FIRST;
        for group in &mut self.groups {
            let (from, to, pairs, unit) = (group.start, self.end, group.len / 2, group.unit);
            self.pairs.extend((0..pairs).map(|i| Pair {
                from: (from + 2 * i) as u32,
                to: (to + i) as u32,
                unit,
            }));
            let last = Move {
                after: self.pairs.len(),
                from: from + 2 * pairs,
                to: to + pairs,
            };
            if group.len % 2 == 1 {
                if last.from >= fresh {
                    self.single.push(last.from);
                }
                if last.from != last.to {
                    self.moves.push(last);
                }
            }
            group.start = to;
            group.len -= pairs;
            group.unit = after(unit, R::TIGHT);
            self.end += group.len;
        }
        if self.pairs.len() % 2 == 1 {
            self.pairs.push(Pair {
                from: SPARE,
                to: TRASH,
                unit: UNIT,
            });
        }
    }

    /// Gathers points, and multiplies denominators.
    fn multiply<const SPECIAL: bool>(&mut self, token: R::Token, gather: &Gather<'_, R::Packed>) {
        let count = self.pairs.len();
        if self.products.len() < count + 3 {
            self.products.resize(count + 3, R::zero(token));
            self.denominators.resize(count + 1, R::zero(token));
        }
        token.run(
            #[inline(always)]
            || {
                let one = R::splat(token, &R::Scalar::ONE);
                self.special.clear();
                self.denominators[0] = one;
                self.products[..2].fill(one);
                for (i, k) in self.single.iter().enumerate() {
                    if let Some(ahead) = self.single.get(i + AHEAD) {
                        gather.fetch::<R>(token, *ahead);
                    }
                    gather.gather(token, *k, &mut self.x, &mut self.y);
                }
                for i in 0..count {
                    if i + AHEAD < count {
                        let k = self.pairs[count - 1 - i - AHEAD].from as usize;
                        gather.fetch::<R>(token, k);
                        gather.fetch::<R>(token, k + 1);
                    }
                    let pair = self.pairs[count - 1 - i];
                    let k = pair.from as usize;
                    gather.gather(token, k, &mut self.x, &mut self.y);
                    gather.gather(token, k + 1, &mut self.x, &mut self.y);
                    let [x1, x2] = two(&self.x, k);
                    // While a denominator is multiplied, the next one is computed.
                    let (before, product) = self.products.split_at_mut(i + 2);
                    let (last, next) = self.denominators.split_at_mut(i + 1);
                    product[0].set_product_beside([&last[i], &before[i]], &mut next[0], pair.unit.into(), [x2, x1]);
                    self.correct::<SPECIAL>(&one, pair, i + 1);
                }
                let (before, product) = self.products.split_at_mut(count + 2);
                product[0].set_product([&self.denominators[count], &before[count]]);
            },
        );
    }

    /// Corrects denominator `i`, that of a pair, where it is not the difference of two points.
    #[inline(always)]
    fn correct<const SPECIAL: bool>(&mut self, one: &R, pair: Pair, i: usize) {
        let (k, unit) = (pair.from as usize, u64::from(pair.unit));
        let both = self.present[k] & self.present[k + 1];
        let d = &mut self.denominators[i];
        if SPECIAL {
            let [y1, y2] = two(&self.y, k);
            let equal = d.reduce().is_zero() & both;
            let dy = R::combine_reduced(unit, [(1, y2), (-1, y1)]);
            let double = R::combine(unit, [(2, y1)]);
            let tangent = equal & dy.is_zero() & !double.reduce().is_zero();
            let opposite = equal & !tangent;
            *d = d.blend(&double, tangent).blend(one, opposite);
            self.special.push(Special { tangent, opposite });
        }
        if both != ALL {
            *d = d.blend(one, !both);
        }
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
        let [a, b] = two(&self.products, self.pairs.len() + 1);
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
    fn add_all<const SPECIAL: bool>(&mut self, token: R::Token, a: &R) {
        let moves = core::mem::take(&mut self.moves);
        let mut waiting = &moves[..];
        token.run(
            #[inline(always)]
            || {
                for first in (0..self.pairs.len()).step_by(2) {
                    self.add_two::<SPECIAL>(token, a, first, &mut waiting);
                }
            },
        );
        debug_assert!(waiting.is_empty(), "a vector was left behind");
        self.moves = moves;
    }

    /// Adds two neighbouring pairs.
    #[inline(always)]
    fn add_two<const SPECIAL: bool>(&mut self, token: R::Token, a: &R, first_pair: usize, waiting: &mut &[Move]) {
        // The denominator of the first pair, and the product before that.
        let behind = self.pairs.len() - first_pair;
        let now = first_pair / 2 % 2;
        let pairs = [self.pairs[first_pair], self.pairs[first_pair + 1]];
        let units = pairs.map(|pair| u64::from(pair.unit));
        let present = pairs.map(|pair| two(&self.present, pair.from as usize).map(|lanes| *lanes));
        for (i, step) in self.steps.iter_mut().enumerate() {
            let [y1, y2] = two(&self.y, pairs[i].from as usize);
            step.inverse.set_product_beside(
                [&self.products[behind - i], &step.chains[now]],
                &mut step.numerator,
                units[i],
                [y2, y1],
            );
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            let [even, odd] = &mut step.chains;
            let (from, to) = if now == 0 { (even, odd) } else { (odd, even) };
            to.set_product([&self.denominators[behind - i], from]);
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            if SPECIAL {
                let xx = self.x[pairs[i].from as usize].reduce().square(2);
                let tangent = R::combine(2, [(3, &xx), (1, a)]);
                step.numerator = step.numerator.blend(&tangent, self.special[behind - 1 - i].tangent);
            }
            step.slope.set_product([&step.numerator, &step.inverse]);
        }
        let [step0, step1] = &mut self.steps;
        R::set_squares_minus(
            [&mut step0.x, &mut step1.x],
            [&step0.slope, &step1.slope],
            units,
            pairs.map(|pair| two(&self.x, pair.from as usize)),
        );
        // All that goes up does so in order, first every x, then every y.
        let mut moves = *waiting;
        for (i, step) in self.steps.iter_mut().enumerate() {
            let (k, to) = (pairs[i].from as usize, pairs[i].to as usize);
            let [first, second] = present[i];
            let both = first & second;
            let [x1, x2] = two(&self.x, k);
            step.back = R::combine_carried(after(pairs[i].unit, R::TIGHT).into(), [(1, x1), (-1, &step.x)]);
            let mut x = step.x;
            if both != ALL {
                x = x.blend(x1, first & !both).blend(x2, second & !both);
            }
            self.x[to] = x;
            for Move { from, to, .. } in due(&mut moves, first_pair + i) {
                self.x[*to] = self.x[*from];
            }
        }
        for (i, step) in self.steps.iter().enumerate() {
            let (k, to) = (pairs[i].from as usize, pairs[i].to as usize);
            let [first, second] = present[i];
            let both = first & second;
            let [y1, y2] = two(&self.y, k);
            let mut y = R::zero(token);
            y.set_dot_minus(&[(&step.back, &step.slope)], units[i], [y1]);
            if both != ALL {
                y = y.blend(y1, first & !both).blend(y2, second & !both);
            }
            let mut any = first | second;
            if SPECIAL {
                any &= !self.special[behind - 1 - i].opposite;
            }
            self.y[to] = y;
            self.present[to] = any;
            for Move { from, to, .. } in due(waiting, first_pair + i) {
                self.y[*to] = self.y[*from];
                self.present[*to] = self.present[*from];
            }
        }
    }

    /// Writes the sums that are complete where they go, and forgets their groups.
    pub fn store(
        &mut self,
        token: R::Token,
        pieces: &[Piece],
        out: &mut Sums<R::Packed>,
        partial: &mut Sums<R::Packed>,
    ) {
        for group in self.groups.iter().filter(|group| group.len == 1) {
            let (x, y) = token.run(
                #[inline(always)]
                || {
                    let (x, y) = (&self.x[group.start], &self.y[group.start]);
                    (x.reduce().pack(), y.reduce().pack())
                },
            );
            let pieces = &pieces[8 * group.number..];
            for (i, piece) in pieces.iter().take(8).enumerate() {
                let to = if piece.whole { &mut *out } else { &mut *partial };
                to.points[piece.slot as usize] = Affine { x: x[i], y: y[i] };
                to.present[piece.slot as usize] = (self.present[group.start] >> i) & 1 == 1;
            }
        }
        self.groups.retain(|group| group.len > 1);
        if self.groups.is_empty() {
            self.end = FIRST;
        }
    }
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    [&all[k], &all[k + 1]]
}
