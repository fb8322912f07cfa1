//! Additions of affine points, many at a time with one inversion.

use super::projective::Affine;
use crate::lanes::{AHEAD, curve::rows, pieces::Rows, ring::Ring};
use alloc::vec::Vec;
use ark_ff::Field;
use core::ops::Range;
use secant_field::lanes::{Difference, Token, Unit};

/// All lanes.
const ALL: u8 = 255;

/// Where the sum of two vectors without points goes, which make the number of pairs even.
const TRASH: u32 = 0;
/// The first vector of the pool.
const FIRST: usize = 1;

/// The bound of gathered coordinates.
const UNIT: Unit = Unit::TWO;

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
    /// The caller's number of the group.
    number: usize,
    /// The bound of coordinates: grows with every round where the field has room.
    unit: Unit,
}

/// Two vectors to add: `from` and the one behind it, with the sum going to `to`, which is not behind `from`.
#[derive(Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
    /// That of [`Group`].
    unit: Unit,
}

/// A vector that has no partner in a round and moves up behind the sums.
#[derive(Clone, Copy)]
struct Move {
    /// How many pairs must have been added before.
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
/// a round together, so that an inversion serves many additions. All memory is kept for the next ones.
///
/// Gathering takes longer than the product beside it where points come from far caches, so it goes on beside the products
/// of a whole round: those of older groups come first, and new groups are gathered meanwhile. Additions take the reverse
/// order, so sums of new groups stay in their place for a round, and move behind the older ones in the next: so there are
/// mostly two places for new groups, in turns.
pub struct Additions<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    /// The end of older groups, which lie in order, with gaps where some were complete; never behind `newest`.
    front: usize,
    /// Where the sums of the groups are that were new in the last round.
    newest: Range<usize>,
    pairs: Vec<Pair>,
    moves: Vec<Move>,
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

/// What pairs are added with.
struct Adder<'a, R> {
    x: &'a mut [R],
    y: &'a mut [R],
    present: &'a mut [u8],
    steps: &'a mut Steps<R>,
}

/// Points to gather, from the last vector to the first.
struct Gather<'a, P> {
    points: &'a [Affine<P>],
    /// The entries of vectors that are left.
    rows: &'a [[u32; 8]],
    /// Where the first of them goes.
    start: usize,
}

impl<P> Gather<'_, P> {
    /// Asks for the points of the vector that comes so many later.
    #[inline(always)]
    fn fetch<T: Token>(&self, token: T, later: usize) {
        if let Some(row) = self.rows.iter().nth_back(later) {
            let places = token.places(self.points, row);
            for i in 0..row.len() {
                token.fetch_at(&places, i);
            }
        }
    }

    /// Gathers the vectors from `k` on.
    #[inline(always)]
    fn gather_from<R: Ring<Packed = P>>(&mut self, token: R::Token, k: usize, x: &mut [R], y: &mut [R]) {
        while self.start + self.rows.len() > k
            && let Some((row, before)) = self.rows.split_last()
        {
            self.fetch(token, AHEAD);
            let to = self.start + before.len();
            let (eight, negative) = token.pick(self.points, row);
            x[to] = R::unpack(token, rows!(eight, x));
            y[to] = R::unpack(token, rows!(eight, y)).negate_loose(negative);
            self.rows = before;
        }
    }

    /// Gathers what is left of a new pair and of all vectors behind it.
    #[inline(always)]
    fn gather_for<R: Ring<Packed = P>>(&mut self, token: R::Token, pair: &Pair, x: &mut [R], y: &mut [R]) {
        let k = pair.from as usize;
        // In memory older pairs are before the new ones or behind them.
        if k.wrapping_sub(self.start) < self.rows.len() {
            self.gather_from(token, k, x, y);
        }
    }
}

impl Group {
    /// Pairs its vectors up, whose sums go to `end` and behind: not behind the vectors themselves. A vector that moves does so
    /// after some pair, since the first group is in its place already or has two vectors at the least.
    fn pair_up(&mut self, tight: bool, end: &mut usize, pairs: &mut Vec<Pair>, moves: &mut Vec<Move>) {
        let (from, to, count, unit) = (self.start, *end, self.len / 2, self.unit);
        pairs.extend((0..count).map(|i| Pair {
            from: (from + 2 * i) as u32,
            to: (to + i) as u32,
            unit,
        }));
        let last = Move {
            after: pairs.len(),
            from: from + 2 * count,
            to: to + count,
        };
        if self.len % 2 == 1 && last.from != last.to {
            debug_assert!(last.after > 0, "a complete group was not stored");
            moves.push(last);
        }
        self.start = to;
        self.len -= count;
        self.unit = after(unit, tight);
        *end += self.len;
    }
}

/// Moves that wait for a pair, in order.
struct Waiting<'a>(&'a [Move]);

impl<'a> Waiting<'a> {
    /// Takes the moves that come after pair `pair`: most have none.
    #[inline(always)]
    fn due(&mut self, pair: usize) -> &'a [Move] {
        match self.0 {
            [first, ..] if first.after == pair + 1 => self.take(pair + 1),
            _ => &[],
        }
    }

    #[inline(never)]
    fn take(&mut self, after: usize) -> &'a [Move] {
        let count = self.0.iter().take_while(|m| m.after == after).count();
        let (now, later) = self.0.split_at(count);
        self.0 = later;
        now
    }
}

/// What the bound of a sum's coordinates is.
fn after(unit: Unit, tight: bool) -> Unit {
    if tight { unit } else { unit.next() }
}

impl<R: Ring> Additions<R> {
    pub fn new(token: R::Token) -> Self {
        let zero = R::zero(token);
        Self {
            x: alloc::vec![zero; FIRST],
            y: alloc::vec![zero; FIRST],
            present: alloc::vec![0; FIRST],
            groups: Vec::new(),
            front: FIRST,
            newest: FIRST..FIRST,
            pairs: Vec::new(),
            moves: Vec::new(),
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
        (self.front, self.newest) = (FIRST, FIRST..FIRST);
    }

    /// Whether all has been added up.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Gathers points, for groups of the numbers from `number` on, and adds up all that there are by pairs; `None` if a
    /// denominator is zero after all. `ahead` hears before of the groups that will be complete, by their numbers; [`Self::store`]
    /// has to take these before the next round.
    pub fn round(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<R::Packed>],
        number: usize,
        now: Rows<'_>,
        mut ahead: impl FnMut(usize),
    ) -> Option<()> {
        let start = self.pair_up(token, number, now);
        meter!("round of additions", [Affine<R::Scalar>; 8], 8 * self.pairs.len());
        let gather = Gather {
            points,
            rows: now.rows,
            start,
        };
        self.multiply::<false>(token, gather);
        // What is asked for here comes during the inversion, which reads no memory.
        for group in self.groups.iter().filter(|group| group.len == 1) {
            ahead(group.number);
        }
        if self.pairs.is_empty() {
            return Some(());
        }
        if self.invert(token).is_some() {
            self.add_all::<false>(token, a);
        } else {
            // Some pair has equal x: look at each.
            let none = Gather {
                points,
                rows: &[],
                start,
            };
            self.multiply::<true>(token, none);
            self.invert(token)?;
            self.add_all::<true>(token, a);
        }
        Some(())
    }

    /// The pairs of the next round, first those of new groups, and the first vector that the points of these go to. Their
    /// sums stay there, those of older groups go to the front.
    fn pair_up(&mut self, token: R::Token, number: usize, now: Rows<'_>) -> usize {
        // Room for a few more vectors than now at the first place, lest the second is too near for the next round.
        const SLACK: usize = 32;
        let (old, new) = (self.groups.len(), now.rows.len());
        let sums: usize = self.groups.iter().map(|group| group.len.div_ceil(2)).sum();
        // Behind older groups, and behind where their sums will go.
        let first = self.front.max(FIRST + sums);
        let start = if first + new <= self.newest.start {
            first
        } else {
            self.newest.end.max(first + new + SLACK)
        };
        let mut end = start;
        for (number, len) in (number..).zip(now.groups) {
            let len = *len as usize;
            self.groups.push(Group {
                start: end,
                len,
                number,
                unit: UNIT,
            });
            end += len;
        }
        let spare = self.newest.end.max(end);
        if self.present.len() < spare + 2 {
            self.present.resize(spare + 2, 0);
        }
        self.present[start..end].copy_from_slice(now.present);
        self.pairs.clear();
        self.moves.clear();
        let (old, new) = self.groups.split_at_mut(old);
        self.newest = start..start;
        for group in new {
            group.pair_up(R::TIGHT, &mut self.newest.end, &mut self.pairs, &mut self.moves);
        }
        self.front = FIRST;
        for group in old {
            group.pair_up(R::TIGHT, &mut self.front, &mut self.pairs, &mut self.moves);
        }
        let zero = R::zero(token);
        if self.x.len() < spare + 2 {
            self.x.resize(spare + 2, zero);
            self.y.resize(spare + 2, zero);
        }
        if self.pairs.len() % 2 == 1 {
            self.x[spare..spare + 2].fill(zero);
            self.y[spare..spare + 2].fill(zero);
            self.present[spare..spare + 2].fill(0);
            self.pairs.push(Pair {
                from: spare as u32,
                to: TRASH,
                unit: UNIT,
            });
        }
        start
    }

    /// Gathers points, and multiplies denominators.
    fn multiply<const SPECIAL: bool>(&mut self, token: R::Token, mut gather: Gather<'_, R::Packed>) {
        meter!("products of denominators", [R::Scalar; 8], 8 * self.pairs.len());
        let count = self.pairs.len();
        if self.products.len() < count + 2 {
            self.products.resize(count + 2, R::zero(token));
            self.denominators.resize(count + 1, R::zero(token));
        }
        self.special.clear();
        let Self {
            x,
            y,
            present,
            pairs,
            denominators,
            products,
            special,
            ..
        } = self;
        token.run(
            #[inline(always)]
            || {
                let one = R::one(token);
                let (ones, products) = products.split_at_mut(2);
                ones.fill(one);
                for later in 0..AHEAD {
                    gather.fetch(token, later);
                }
                let mut pairs = pairs.iter().rev();
                if let (Some(pair), [denominator, denominators @ ..]) = (pairs.next(), &mut denominators[..]) {
                    gather.gather_for(token, pair, x, y);
                    let [x1, x2] = two(x, pair.from as usize);
                    *denominator = R::combine_carried(pair.unit.get(), [(1, x2), (-1, x1)]);
                    correct::<R, SPECIAL>(&one, (x, y, present), pair, denominator, special);
                    let (mut denominator, mut chains) = (&*denominator, [&ones[0], &ones[1]]);
                    let mut places = products.iter_mut();
                    for ((pair, to), out) in pairs.zip(denominators).zip(places.by_ref()) {
                        gather.gather_for(token, pair, x, y);
                        multiply_one(
                            token,
                            [&mut *out],
                            [[denominator, chains[0]]],
                            (pair, &mut *to),
                            &mut gather,
                            x,
                            y,
                        );
                        correct::<R, SPECIAL>(&one, (x, y, present), pair, to, special);
                        (denominator, chains) = (to, [chains[1], out]);
                    }
                    if let Some(out) = places.next() {
                        R::set_products_beside([out], [[denominator, chains[0]]], [], |_, _| ());
                    }
                }
                gather.gather_from(token, 0, x, y);
            },
        );
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
                    R::set_products([&mut others, &mut all], factors, [UNIT; 2], [[]; 2]);
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
        let Self {
            x,
            y,
            present,
            pairs,
            moves,
            denominators,
            products,
            special,
            steps,
            ..
        } = self;
        let mut waiting = Waiting(moves);
        token.run(
            #[inline(always)]
            || {
                let mut adder = Adder { x, y, present, steps };
                let (denominators, _) = denominators[..pairs.len()].as_chunks();
                let (products, _) = products[..pairs.len()].as_chunks();
                let (pairs, _) = pairs.as_chunks();
                let mut pairs = pairs.iter().zip(products.iter().rev());
                let mut next = pairs.next();
                if let Some((pairs, products)) = next {
                    adder.prepare(0, None, pairs, products);
                }
                let mut special = special.as_chunks().0.iter().rev();
                for (i, denominators) in denominators.iter().rev().enumerate() {
                    let Some((two, _)) = next else {
                        unreachable!("there are as many denominators as pairs");
                    };
                    next = pairs.next();
                    let moves = [waiting.due(2 * i), waiting.due(2 * i + 1)];
                    let special: Option<&[Special; 2]> = if SPECIAL { special.next() } else { None };
                    adder.add_two(i % 2, a, (two, denominators), special, next, moves);
                }
            },
        );
        debug_assert!(waiting.0.is_empty(), "a vector was left behind");
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
            (self.front, self.newest) = (FIRST, FIRST..FIRST);
        }
    }
}

impl<R: Ring> Adder<'_, R> {
    /// The inverses of two pairs' denominators, from `products` of those before, and their numerators, and `back` of the two
    /// pairs that are being added; `now` are the chains that have the products' inverses.
    #[inline(always)]
    fn prepare(&mut self, now: usize, before: Option<&[Pair; 2]>, pairs: &[Pair; 2], products: &[R; 2]) {
        let Steps {
            chains,
            numerator,
            inverse,
            x,
            back,
            ..
        } = &mut *self.steps;
        let factors = [[&products[1], &chains[now][0]], [&products[0], &chains[now][1]]];
        let [numerator0, numerator1] = numerator;
        let numerators = [(numerator0, &pairs[0]), (numerator1, &pairs[1])].map(|(to, pair)| {
            let [y1, y2] = two(self.y, pair.from as usize);
            Difference {
                to,
                of: [y2, y1],
                unit: pair.unit,
            }
        });
        let Some(before) = before else {
            for d in numerators {
                *d.to = R::combine_carried(d.unit.get(), [(1, d.of[0]), (-1, d.of[1])]);
            }
            return R::set_factors(inverse.each_mut(), factors);
        };
        let [back0, back1] = back;
        let [back0, back1] = [(back0, &x[0], &before[0]), (back1, &x[1], &before[1])].map(|(to, x, pair)| Difference {
            to,
            of: [&self.x[pair.from as usize], x],
            unit: after(pair.unit, R::TIGHT),
        });
        let [numerator0, numerator1] = numerators;
        let differences = [numerator0, numerator1, back0, back1];
        R::set_products_beside(inverse.each_mut(), factors, differences, |_, _| ());
    }

    /// Adds two neighbouring pairs, of these denominators, and prepares the next two, with their products. What moves after a
    /// pair does so when the pair has been added.
    #[inline(always)]
    fn add_two(
        &mut self,
        now: usize,
        a: &R,
        (pairs, denominators): (&[Pair; 2], &[R; 2]),
        special: Option<&[Special; 2]>,
        next: Option<(&[Pair; 2], &[R; 2])>,
        moves: [&[Move]; 2],
    ) {
        let units = [pairs[0].unit, pairs[1].unit];
        let from = [pairs[0].from as usize, pairs[1].from as usize];
        let to = [pairs[0].to as usize, pairs[1].to as usize];
        let present = [two(self.present, from[0]), two(self.present, from[1])].map(|[first, second]| [*first, *second]);
        let steps = &mut *self.steps;
        if let Some(special) = special {
            for (i, numerator) in steps.numerator.iter_mut().enumerate() {
                let xx = self.x[from[i]].reduce().square(2);
                let tangent = R::combine(2, [(3, &xx), (1, a)]);
                *numerator = numerator.blend(&tangent, special[1 - i].tangent);
            }
        }
        let factors = [0, 1].map(|i| [&steps.numerator[i], &steps.inverse[i]]);
        R::set_factors(steps.slope.each_mut(), factors);
        let [even, odd] = &mut steps.chains;
        let (chain, other) = if now == 0 { (even, odd) } else { (odd, even) };
        let factors = [[&denominators[1], &chain[0]], [&denominators[0], &chain[1]]];
        R::set_factors(other.each_mut(), factors);
        R::set_squares_minus(
            steps.x.each_mut(),
            steps.slope.each_ref(),
            units,
            [two(self.x, from[0]), two(self.x, from[1])],
        );
        if let Some((next, products)) = next {
            self.prepare(1 - now, Some(pairs), next, products);
        } else {
            for i in 0..2 {
                let unit = after(units[i], R::TIGHT).get();
                self.steps.back[i] = R::combine_carried(unit, [(1, &self.x[from[i]]), (-1, &self.steps.x[i])]);
            }
        }
        // All that goes up does so in order, first every x, then every y.
        for i in 0..2 {
            let [first, second] = present[i];
            let both = first & second;
            let mut x = self.steps.x[i];
            if both != ALL {
                let [x1, x2] = two(self.x, from[i]);
                x = x.blend(x1, first & !both).blend(x2, second & !both);
            }
            self.x[to[i]] = x;
            for Move { from, to, .. } in moves[i] {
                self.x[*to] = self.x[*from];
            }
        }
        let steps = &mut *self.steps;
        let factors = [0, 1].map(|i| [&steps.back[i], &steps.slope[i]]);
        R::set_products(
            steps.y.each_mut(),
            factors,
            units,
            [[&self.y[from[0]]], [&self.y[from[1]]]],
        );
        for i in 0..2 {
            let [first, second] = present[i];
            let both = first & second;
            let mut y = self.steps.y[i];
            if both != ALL {
                let [y1, y2] = two(self.y, from[i]);
                y = y.blend(y1, first & !both).blend(y2, second & !both);
            }
            let mut any = first | second;
            if let Some(special) = special {
                any &= !special[1 - i].opposite;
            }
            self.y[to[i]] = y;
            self.present[to[i]] = any;
            for Move { from, to, .. } in moves[i] {
                self.y[*to] = self.y[*from];
                self.present[*to] = self.present[*from];
            }
        }
    }
}

/// Multiplies a denominator, while the next one, that of a pair, is computed, and a vector of points is gathered.
#[inline(always)]
fn multiply_one<R: Ring>(
    token: R::Token,
    out: [&mut R; 1],
    factors: [[&R; 2]; 1],
    (pair, to): (&Pair, &mut R),
    gather: &mut Gather<'_, R::Packed>,
    x: &mut [R],
    y: &mut [R],
) {
    let (from, unit) = (pair.from as usize, pair.unit);
    let Some((row, before)) = gather.rows.split_last() else {
        let [x1, x2] = two(x, from);
        let of = [x2, x1];
        return R::set_products_beside(out, factors, [Difference { to, of, unit }], |_, _| ());
    };
    // The pair is older and before all new vectors or behind, or has been gathered and is behind this one.
    let k = gather.start + before.len();
    let (low, high) = x.split_at_mut(k);
    let ([one, high @ ..], y) = (high, &mut y[k]) else {
        unreachable!("there is a place for every vector");
    };
    let [x1, x2] = if from < k {
        two(low, from)
    } else {
        two(high, from - k - 1)
    };
    let of = [x2, x1];
    let points = gather.points;
    let (eight, negative) = token.pick(points, row);
    // Of the last ones, which nothing comes after, something that is near: less work than to look whether there is more.
    let ahead = token.places(points, before.iter().nth_back(AHEAD - 1).unwrap_or(row));
    gather.rows = before;
    R::set_products_beside(
        out,
        factors,
        [Difference { to, of, unit }],
        #[inline(always)]
        |i, n| {
            for i in i * 8 / n..(i + 1) * 8 / n {
                token.fetch_at(&ahead, i);
            }
            for part in i * 2 * R::PARTS / n..(i + 1) * 2 * R::PARTS / n {
                if part < R::PARTS {
                    one.unpack_part(rows!(eight, x), part, None);
                } else {
                    y.unpack_part(rows!(eight, y), part - R::PARTS, Some(negative));
                }
            }
        },
    );
}

/// Corrects a denominator, that of a pair, where it is not the difference of two points.
#[inline(always)]
fn correct<R: Ring, const SPECIAL: bool>(
    one: &R,
    (x, y, present): (&[R], &[R], &[u8]),
    pair: &Pair,
    d: &mut R,
    special: &mut Vec<Special>,
) {
    let (k, unit) = (pair.from as usize, pair.unit.get());
    let [first, second] = two(present, k);
    let both = first & second;
    if SPECIAL {
        let ([x1, x2], [y1, y2]) = (two(x, k), two(y, k));
        let equal = R::combine_reduced(unit, [(1, x2), (-1, x1)]).is_zero() & both;
        let dy = R::combine_reduced(unit, [(1, y2), (-1, y1)]);
        let double = R::combine(unit, [(2, y1)]);
        let tangent = equal & dy.is_zero() & !double.reduce().is_zero();
        let opposite = equal & !tangent;
        *d = d.blend(&double, tangent).blend(one, opposite);
        special.push(Special { tangent, opposite });
    }
    if both != ALL {
        *d = d.blend(one, !both);
    }
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    let [first, second] = &all[k..][..2] else {
        unreachable!("two elements are two");
    };
    [first, second]
}
