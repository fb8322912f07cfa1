//! Additions of affine points, of which many share one inversion.

mod adder;
mod gather;

use crate::{
    curves::sw::projective::Affine,
    msm::{
        PREFETCH_DISTANCE,
        affine::additions::{
            adder::{Adder, Pending, Prefetch, Steps},
            gather::{Gather, correct_denominator, multiply_one},
        },
        pieces::Rows,
    },
    ring::Ring,
};
use alloc::vec::Vec;
use ark_ff::Field;
use core::ops::Range;
use secant_field::lanes::{Bias, Token};

/// All lanes.
const ALL: u8 = 255;

/// The place for the sum of the padding pair: two vectors without points, which make the number of pairs even.
const PADDING_SUM: u32 = 0;
/// The first vector of the pool.
const FIRST: usize = 1;

/// The bound of gathered coordinates.
const BIAS: Bias = Bias::TWO;

/// Eight pieces side by side, in the vectors `start..start + len` of the pool.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
    /// The caller's number of the group.
    number: usize,
    /// The bound of the coordinates. It grows with every round where the field has headroom.
    bias: Bias,
}

/// Two vectors to add: `from` and the next one. The sum goes to `to`, which is not after `from`.
#[derive(Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
    /// The bound of the pair's [`Group`].
    bias: Bias,
}

/// A vector that has no partner in a round. It moves to the place after the sums.
#[derive(Clone, Copy)]
struct Move {
    /// The number of pairs that must be added first.
    after: usize,
    from: usize,
    to: usize,
}

/// The lanes of a pair where the chord is undefined.
#[derive(Clone, Copy)]
struct ExceptionalLanes {
    /// Lanes with equal points.
    tangent: u8,
    /// Lanes with opposite points.
    opposite: u8,
}

/// Adds up groups of vectors by pairs, with the working memory for it. A group holds eight pieces. Groups of all ages
/// go through a round together, so that one inversion serves many additions. The memory is kept for later groups.
///
/// Gathering a vector takes longer than the product beside it where points come from far caches. So new groups are
/// gathered beside the products of a whole round, and the products of older groups come first. Additions take the
/// reverse order. So the sums of new groups stay in place for one round and move behind the older groups in the next.
/// New groups therefore mostly alternate between two places.
pub struct AdditionPool<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    /// The end of the older groups. They lie in order, with gaps where some were complete. It is never after `newest`.
    front: usize,
    /// The sums of the groups that were new in the last round.
    newest: Range<usize>,
    pairs: Vec<Pair>,
    moves: Vec<Move>,
    /// The denominators of all pairs, the last pair first.
    denominators: Vec<R>,
    /// The products of every second denominator: product `i + 2` is product `i` times denominator `i`.
    products: Vec<R>,
    special: Vec<ExceptionalLanes>,
    /// Additions of two pairs in progress.
    steps: Steps<R>,
}

impl Group {
    /// Pairs up the vectors of the group. The sums go to `end` and after, never after the vectors themselves. A vector
    /// that moves does so after some pair: the first group is either in its place already or has at least two vectors.
    fn pair_up(&mut self, tight: bool, end: &mut usize, pairs: &mut Vec<Pair>, moves: &mut Vec<Move>) {
        let (from, to, count, bias) = (self.start, *end, self.len / 2, self.bias);
        pairs.extend((0..count).map(|i| Pair {
            from: (from + 2 * i) as u32,
            to: (to + i) as u32,
            bias,
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
        self.bias = bound_of_sum(bias, tight);
        *end += self.len;
    }
}

/// The bound of a sum's coordinates.
fn bound_of_sum(bias: Bias, tight: bool) -> Bias {
    if tight { bias } else { bias.next() }
}

impl<R: Ring> AdditionPool<R> {
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
            steps: Steps::new(zero),
        }
    }

    /// Empties the pool.
    pub fn clear(&mut self) {
        self.groups.clear();
        (self.front, self.newest) = (FIRST, FIRST..FIRST);
    }

    /// Whether everything has been added up.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Gathers points for the groups numbered from `number` on, then adds up all vectors of the pool by pairs. `None`
    /// if a denominator is zero after all. Before the additions, `ahead` is called with the number of each group that
    /// will be complete. [`Self::store`] has to take these groups before the next round.
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
        // These prefetches complete during the inversion, which reads no memory.
        for group in self.groups.iter().filter(|group| group.len == 1) {
            ahead(group.number);
        }
        if self.pairs.is_empty() {
            return Some(());
        }
        let prefetch = Prefetch::new(token, points, now);
        if self.invert(token).is_some() {
            self.add_all::<false>(token, a, prefetch);
        } else {
            // Some pair has equal x: check each pair.
            let none = Gather {
                points,
                rows: &[],
                start,
            };
            self.multiply::<true>(token, none);
            self.invert(token)?;
            self.add_all::<true>(token, a, prefetch);
        }
        Some(())
    }

    /// Sets up the pairs of the next round, those of new groups first. Returns the first vector that new points go to.
    /// The sums of new groups stay there; the sums of older groups go to the front.
    fn pair_up(&mut self, token: R::Token, number: usize, now: Rows<'_>) -> usize {
        // Leaves room for a few more vectors than now at the first place, so that the second is not too near for the
        // next round.
        const SLACK: usize = 32;
        let (old, new) = (self.groups.len(), now.rows.len());
        let sums: usize = self.groups.iter().map(|group| group.len.div_ceil(2)).sum();
        // After the older groups, and after the place of their sums.
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
                bias: BIAS,
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
                to: PADDING_SUM,
                bias: BIAS,
            });
        }
        start
    }

    /// Gathers points and multiplies denominators.
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
                for later in 0..PREFETCH_DISTANCE {
                    gather.prefetch(token, later);
                }
                let mut pairs = pairs.iter().rev();
                if let (Some(pair), [denominator, denominators @ ..]) = (pairs.next(), &mut denominators[..]) {
                    gather.gather_for(token, pair, x, y);
                    let [x1, x2] = two(x, pair.from as usize);
                    *denominator = R::combine_carried(pair.bias.get(), [(1, x2), (-1, x1)]);
                    correct_denominator::<R, SPECIAL>(&one, (x, y, present), pair, denominator, special);
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
                        correct_denominator::<R, SPECIAL>(&one, (x, y, present), pair, to, special);
                        (denominator, chains) = (to, [chains[1], out]);
                    }
                    if let Some(out) = places.next() {
                        R::set_products_interleaved([out], [[denominator, chains[0]]], [], |_, _| ());
                    }
                }
                gather.gather_from(token, 0, x, y);
            },
        );
    }

    /// Computes the inverses of the last two products with one inversion; `None` if one is zero.
    fn invert(&mut self, token: R::Token) -> Option<()> {
        meter!("inversion", [R::Scalar; 8], 8);
        // Swaps halves, pairs, neighbours.
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
                // The product of all lanes, and for each lane the product of the others.
                let product = mul(a, b);
                let mut others = product.permute(&SWAPS[0]);
                let mut all = mul(&product, &others);
                for swap in &SWAPS[1..] {
                    let (swapped, before) = (all.permute(swap), [others, all]);
                    let factors = [[&before[0], &swapped], [&before[1], &swapped]];
                    R::set_products([&mut others, &mut all], factors, [BIAS; 2], [[]; 2]);
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

    /// Adds all pairs, two at a time, since the products of one addition depend on each other.
    fn add_all<const SPECIAL: bool>(&mut self, token: R::Token, a: &R, prefetch: Prefetch<'_, R::Token, R::Packed>) {
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
        let mut pending = Pending(moves);
        token.run(
            #[inline(always)]
            || {
                let mut adder = Adder {
                    a,
                    x,
                    y,
                    present,
                    steps,
                    prefetch,
                };
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
                    let Some((now, _)) = next else {
                        unreachable!("there are as many denominators as pairs");
                    };
                    next = pairs.next();
                    let moves = [pending.due(2 * i), pending.due(2 * i + 1)];
                    let special: Option<&[ExceptionalLanes; 2]> = if SPECIAL { special.next() } else { None };
                    adder.add_two(i % 2, (now, denominators), special, next, moves);
                }
            },
        );
        debug_assert!(pending.0.is_empty(), "a vector was left behind");
    }

    /// Calls `put` for every complete group with its number, the `x` and `y` of its sums, and the lanes that have a
    /// sum. Then forgets the group.
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

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    let [first, second] = &all[k..][..2] else {
        unreachable!("two elements are two");
    };
    [first, second]
}
