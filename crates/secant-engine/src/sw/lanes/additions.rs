//! Additions of affine points, many at a time with one inversion.

use super::projective::Affine;
use crate::lanes::{AHEAD, curve::rows, pieces::Rows, ring::Ring};
use alloc::vec::Vec;
use ark_ff::Field;
use secant_field::lanes::{Difference, Token};

/// All lanes.
const ALL: u8 = 255;

/// Where the sum of two vectors without points goes, which make the number of pairs even.
const TRASH: u32 = 0;
/// The first vector of the pool.
const FIRST: usize = 1;

/// The bound of gathered coordinates in units of the modulus.
const UNIT: u32 = 2;

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
    /// The caller's number of the group.
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
    pairs: Vec<Pair>,
    moves: Vec<Move>,
    /// Gathered vectors without a partner.
    single: Vec<usize>,
    /// Those of every pair, from the last on.
    denominators: Vec<R>,
    /// The products of every second denominator: `i + 2` is `i` times denominator `i`.
    products: Vec<R>,
    special: Vec<Special>,
    /// Additions of two pairs on their way.
    steps: Steps<R>,
}

/// The values of two additions.
struct Steps<R> {
    /// Products of the inverses, these and those before.
    chains: [[R; 2]; 2],
    numerator: [R; 2],
    inverse: [R; 2],
    slope: [R; 2],
    x: [R; 2],
    /// The first `x` less the sum's.
    back: [R; 2],
    y: [R; 2],
}

/// Points to gather, and the first vector that they go to.
struct Gather<'a, P> {
    points: &'a [Affine<P>],
    rows: &'a [[u32; 8]],
    start: usize,
}

impl<P> Gather<'_, P> {
    /// The entries of vectors `k` and `k + 1`, if they are of those.
    #[inline(always)]
    fn two_rows(&self, k: usize) -> Option<&[[u32; 8]; 2]> {
        self.rows.get(k.checked_sub(self.start)?..)?.first_chunk()
    }

    #[inline(always)]
    fn row(&self, k: usize) -> Option<&[u32; 8]> {
        self.rows.get(k.checked_sub(self.start)?)
    }

    /// Gathers vector `k`, if it is one of those.
    #[inline(always)]
    fn gather<R: Ring<Packed = P>>(&self, token: R::Token, k: usize, x: &mut [R], y: &mut [R]) {
        let Some(row) = self.row(k) else { return };
        let (eight, negative) = token.pick(self.points, row);
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
        Self {
            x: alloc::vec![zero; FIRST],
            y: alloc::vec![zero; FIRST],
            present: alloc::vec![0; FIRST],
            groups: Vec::new(),
            end: FIRST,
            pairs: Vec::new(),
            moves: Vec::new(),
            single: Vec::new(),
            denominators: Vec::new(),
            products: Vec::new(),
            special: Vec::new(),
            steps: Steps {
                chains: [[zero; 2]; 2],
                numerator: [zero; 2],
                inverse: [zero; 2],
                slope: [zero; 2],
                x: [zero; 2],
                back: [zero; 2],
                y: [zero; 2],
            },
        }
    }

    /// Empties the pool.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.end = FIRST;
    }

    /// Whether all has been added up.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Gathers points, for groups of the numbers from `number` on, and adds up all that there are by pairs; `None` if a
    /// denominator is zero after all.
    pub fn round(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<R::Packed>],
        number: usize,
        now: Rows<'_>,
    ) -> Option<()> {
        let start = self.end;
        for (number, len) in (number..).zip(now.groups) {
            let len = *len as usize;
            self.groups.push(Group {
                start: self.end,
                len,
                number,
                unit: UNIT,
            });
            self.end += len;
        }
        self.present.truncate(start);
        self.present.extend(now.present);
        self.pair_up(token, start);
        meter!("round of additions", [Affine<R::Scalar>; 8], 8 * self.pairs.len());
        let gather = Gather {
            points,
            rows: now.rows,
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
    fn pair_up(&mut self, token: R::Token, fresh: usize) {
        let spare = self.end;
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
        let zero = R::zero(token);
        if self.x.len() < spare + 2 {
            self.x.resize(spare + 2, zero);
            self.y.resize(spare + 2, zero);
        }
        if self.pairs.len() % 2 == 1 {
            self.x[spare..spare + 2].fill(zero);
            self.y[spare..spare + 2].fill(zero);
            self.present.extend([0; 2]);
            self.pairs.push(Pair {
                from: spare as u32,
                to: TRASH,
                unit: UNIT,
            });
        }
    }

    /// Gathers points, and multiplies denominators.
    fn multiply<const SPECIAL: bool>(&mut self, token: R::Token, gather: &Gather<'_, R::Packed>) {
        meter!("products of denominators", [R::Scalar; 8], 8 * self.pairs.len());
        let count = self.pairs.len();
        if self.products.len() < count + 2 {
            self.products.resize(count + 2, R::zero(token));
            self.denominators.resize(count + 1, R::zero(token));
        }
        token.run(
            #[inline(always)]
            || {
                let one = R::one(token);
                self.special.clear();
                self.products[..2].fill(one);
                for (i, k) in self.single.iter().enumerate() {
                    let ahead = self.single.get(i + AHEAD).and_then(|k| gather.row(*k));
                    for entry in ahead.into_iter().flatten() {
                        token.fetch(gather.points, *entry);
                    }
                    gather.gather(token, *k, &mut self.x, &mut self.y);
                }
                // The first denominator, and the points for the second one.
                for pair in self.pairs.iter().rev().take(2) {
                    for k in [pair.from as usize, pair.from as usize + 1] {
                        gather.gather(token, k, &mut self.x, &mut self.y);
                    }
                }
                if let Some(pair) = self.pairs.last() {
                    let [x1, x2] = two(&self.x, pair.from as usize);
                    self.denominators[0] = R::combine_carried(pair.unit.into(), [(1, x2), (-1, x1)]);
                    self.correct::<SPECIAL>(&one, *pair, 0);
                }
                for i in 0..count {
                    self.multiply_one(token, i, gather);
                    if i + 1 < count {
                        self.correct::<SPECIAL>(&one, self.pairs[count - 2 - i], i + 1);
                    }
                }
            },
        );
    }

    /// Multiplies denominator `i`, while the next one is computed, and the points for the one after that are gathered.
    #[inline(always)]
    fn multiply_one(&mut self, token: R::Token, i: usize, gather: &Gather<'_, R::Packed>) {
        let start = |i: usize| Some(self.pairs[(self.pairs.len() - 1).checked_sub(i)?].from as usize);
        let (denominators, next) = self.denominators.split_at_mut(i + 1);
        let (products, out) = self.products.split_at_mut(i + 2);
        let factors = [[&denominators[i], &products[i]]];
        let out = [&mut out[0]];
        let Some(k) = start(i + 1) else {
            return R::set_products_beside(out, factors, [], |_, _| ());
        };
        let (before, now) = self.x.split_at_mut(k);
        let [x1, x2] = two(now, 0);
        let unit = self.pairs[self.pairs.len() - 2 - i].unit;
        let difference = Difference {
            to: &mut next[0],
            of: [x2, x1],
            unit: unit.into(),
        };
        let rows = |i: usize| start(i).and_then(|k| Some((k, gather.two_rows(k)?)));
        let Some((k, [first, second])) = rows(i + 2) else {
            return R::set_products_beside(out, factors, [difference], |_, _| ());
        };
        let picked = [token.pick(gather.points, first), token.pick(gather.points, second)];
        let ahead = rows(i + 2 + AHEAD);
        let ([xa, xb], [ya, yb]) = (two_mut(before, k), two_mut(&mut self.y, k));
        let mut to = [(xa, ya), (xb, yb)];
        R::set_products_beside(
            out,
            factors,
            [difference],
            #[inline(always)]
            |i, n| {
                if let Some((_, ahead)) = ahead {
                    for k in i * 16 / n..(i + 1) * 16 / n {
                        token.fetch(gather.points, ahead[k / 8][k % 8]);
                    }
                }
                let parts = 2 * R::PARTS;
                for part in i * 2 * parts / n..(i + 1) * 2 * parts / n {
                    let (vector, part) = (part / parts, part % parts);
                    let (eight, negative) = &picked[vector];
                    let (x, y) = &mut to[vector];
                    if part < R::PARTS {
                        x.unpack_part(rows!(eight, x), part, None);
                    } else {
                        y.unpack_part(rows!(eight, y), part - R::PARTS, Some(*negative));
                    }
                }
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
            let ([x1, x2], [y1, y2]) = (two(&self.x, k), two(&self.y, k));
            let equal = R::combine_reduced(unit, [(1, x2), (-1, x1)]).is_zero() & both;
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
        meter!("inversion", [R::Scalar; 8], 8);
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
                    let (swapped, before) = (all.permute(swap), [others, all]);
                    let factors = [[&before[0], &swapped], [&before[1], &swapped]];
                    R::set_products([&mut others, &mut all], factors, [0; 2], [[]; 2]);
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
                R::set_factors(self.steps.chains[0].each_mut(), [[a, &others], [b, &others]]);
            },
        );
        Some(())
    }

    /// Adds all pairs: two at a time, since the products of one addition wait for each other.
    fn add_all<const SPECIAL: bool>(&mut self, token: R::Token, a: &R) {
        meter!("additions", [Affine<R::Scalar>; 8], 8 * self.pairs.len());
        let moves = core::mem::take(&mut self.moves);
        let mut waiting = &moves[..];
        token.run(
            #[inline(always)]
            || {
                self.prepare(0);
                for first in (0..self.pairs.len()).step_by(2) {
                    self.add_two::<SPECIAL>(a, first, &mut waiting);
                }
            },
        );
        debug_assert!(waiting.is_empty(), "a vector was left behind");
        self.moves = moves;
    }

    /// The inverses of two neighbouring pairs' denominators and their numerators, and `back` of the two pairs before.
    #[inline(always)]
    fn prepare(&mut self, first_pair: usize) {
        let behind = self.pairs.len() - first_pair;
        let now = first_pair / 2 % 2;
        let Steps {
            chains,
            numerator,
            inverse,
            x,
            back,
            ..
        } = &mut self.steps;
        let pairs = [self.pairs[first_pair], self.pairs[first_pair + 1]];
        let factors = [0, 1].map(|i| [&self.products[behind - 1 - i], &chains[now][i]]);
        let [numerator0, numerator1] = numerator;
        let numerators = [(numerator0, pairs[0]), (numerator1, pairs[1])].map(|(to, pair)| {
            let [y1, y2] = two(&self.y, pair.from as usize);
            Difference {
                to,
                of: [y2, y1],
                unit: pair.unit.into(),
            }
        });
        let Some(before) = first_pair.checked_sub(2) else {
            for d in numerators {
                *d.to = R::combine_carried(d.unit, [(1, d.of[0]), (-1, d.of[1])]);
            }
            return R::set_factors(inverse.each_mut(), factors);
        };
        let pairs = [self.pairs[before], self.pairs[before + 1]];
        let [back0, back1] = back;
        let [back0, back1] = [(back0, &x[0], pairs[0]), (back1, &x[1], pairs[1])].map(|(to, x, pair)| Difference {
            to,
            of: [&self.x[pair.from as usize], x],
            unit: after(pair.unit, R::TIGHT).into(),
        });
        let [numerator0, numerator1] = numerators;
        let differences = [numerator0, numerator1, back0, back1];
        R::set_products_beside(inverse.each_mut(), factors, differences, |_, _| ());
    }

    /// Adds two neighbouring pairs.
    #[inline(always)]
    fn add_two<const SPECIAL: bool>(&mut self, a: &R, first_pair: usize, waiting: &mut &[Move]) {
        // The denominator of the first pair, and the product before that.
        let behind = self.pairs.len() - first_pair;
        let now = first_pair / 2 % 2;
        let pairs = [self.pairs[first_pair], self.pairs[first_pair + 1]];
        let units = pairs.map(|pair| u64::from(pair.unit));
        let present = pairs.map(|pair| two(&self.present, pair.from as usize).map(|lanes| *lanes));
        let steps = &mut self.steps;
        if SPECIAL {
            for (i, numerator) in steps.numerator.iter_mut().enumerate() {
                let xx = self.x[pairs[i].from as usize].reduce().square(2);
                let tangent = R::combine(2, [(3, &xx), (1, a)]);
                *numerator = numerator.blend(&tangent, self.special[behind - 1 - i].tangent);
            }
        }
        let factors = [0, 1].map(|i| [&steps.numerator[i], &steps.inverse[i]]);
        R::set_factors(steps.slope.each_mut(), factors);
        let [even, odd] = &mut steps.chains;
        let (from, to) = if now == 0 { (even, odd) } else { (odd, even) };
        let factors = [0, 1].map(|i| [&self.denominators[behind - 1 - i], &from[i]]);
        R::set_factors(to.each_mut(), factors);
        R::set_squares_minus(
            steps.x.each_mut(),
            steps.slope.each_ref(),
            units,
            pairs.map(|pair| two(&self.x, pair.from as usize)),
        );
        if behind > 2 {
            self.prepare(first_pair + 2);
        } else {
            for (i, pair) in pairs.iter().enumerate() {
                let x1 = &self.x[pair.from as usize];
                let unit = after(pair.unit, R::TIGHT).into();
                self.steps.back[i] = R::combine_carried(unit, [(1, x1), (-1, &self.steps.x[i])]);
            }
        }
        // All that goes up does so in order, first every x, then every y.
        let mut moves = *waiting;
        for i in 0..2 {
            let (k, to) = (pairs[i].from as usize, pairs[i].to as usize);
            let [first, second] = present[i];
            let both = first & second;
            let [x1, x2] = two(&self.x, k);
            let mut x = self.steps.x[i];
            if both != ALL {
                x = x.blend(x1, first & !both).blend(x2, second & !both);
            }
            self.x[to] = x;
            for Move { from, to, .. } in due(&mut moves, first_pair + i) {
                self.x[*to] = self.x[*from];
            }
        }
        let steps = &mut self.steps;
        let factors = [0, 1].map(|i| [&steps.back[i], &steps.slope[i]]);
        let first = pairs.map(|pair| [&self.y[pair.from as usize]]);
        R::set_products(steps.y.each_mut(), factors, units, first);
        for i in 0..2 {
            let (k, to) = (pairs[i].from as usize, pairs[i].to as usize);
            let [first, second] = present[i];
            let both = first & second;
            let [y1, y2] = two(&self.y, k);
            let mut y = self.steps.y[i];
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

    /// Calls `put` with the number of every group that is complete, the `x` and `y` of its sums, and the lanes that have one,
    /// and forgets it.
    pub fn store(&mut self, token: R::Token, mut put: impl FnMut(usize, &[R::Packed; 8], &[R::Packed; 8], u8)) {
        for group in self.groups.iter().filter(|group| group.len == 1) {
            let (x, y) = token.run(
                #[inline(always)]
                || {
                    let (x, y) = (&self.x[group.start], &self.y[group.start]);
                    (x.reduce().pack(), y.reduce().pack())
                },
            );
            put(group.number, &x, &y, self.present[group.start]);
        }
        self.groups.retain(|group| group.len > 1);
        if self.groups.is_empty() {
            self.end = FIRST;
        }
    }
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two_mut<X>(all: &mut [X], k: usize) -> [&mut X; 2] {
    let (first, second) = all[k..].split_at_mut(1);
    [&mut first[0], &mut second[0]]
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    [&all[k], &all[k + 1]]
}
