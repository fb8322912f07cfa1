//! Sums of many affine points per bucket, eight buckets side by side.
//!
//! A lane holds one bucket (or a piece of a large one) at a time. Its points are added up pairwise; all pairs of a
//! round share one inversion, which leaves six products for an addition. Pieces of like size are put side by side.

use super::projective::Affine;
use crate::{
    lanes::{
        AHEAD,
        curve::rows,
        pieces::{Piece, pieces},
        ring::Ring,
    },
    pippenger::Sorted,
};
use alloc::vec::Vec;
use ark_ff::Field;
use secant_field::lanes::Token;

/// The sum of each bucket, if it has points and they do not cancel.
pub struct Sums<P> {
    pub points: Vec<Affine<P>>,
    pub present: Vec<bool>,
}

/// Vectors of points that are gathered and added up together: enough to share an inversion, few enough for the
/// L2 cache.
const BATCH: usize = 384;

/// All lanes.
const ALL: u8 = 255;

/// The sums of all buckets; `None` for points that the formulas do not serve.
pub fn sums<R: Ring>(token: R::Token, a: &R, points: &[Affine<R::Packed>], lists: &Sorted) -> Option<Sums<R::Packed>> {
    let buckets = lists.starts.len() - 1;
    let mut out = Sums {
        points: alloc::vec![Affine::default(); buckets],
        present: alloc::vec![false; buckets],
    };
    let mut batch = Batch::new(token);
    let mut next = level(token, a, points, lists, &mut out, &mut batch)?;
    while let Some((points, lists)) = next {
        next = level(token, a, &points, &lists, &mut out, &mut batch)?;
    }
    Some(out)
}

/// The points of a further level.
type Next<P> = Option<(Vec<Affine<P>>, Sorted)>;

/// Adds up every piece; those of buckets with several are the points of the next level.
fn level<R: Ring>(
    token: R::Token,
    a: &R,
    points: &[Affine<R::Packed>],
    lists: &Sorted,
    out: &mut Sums<R::Packed>,
    batch: &mut Batch<R>,
) -> Option<Next<R::Packed>> {
    let (pieces, parts) = pieces(lists);
    let mut partial = Sums {
        points: alloc::vec![Affine::default(); parts],
        present: alloc::vec![false; parts],
    };
    let mut rest = &pieces[..];
    while !rest.is_empty() {
        let (mut end, mut vectors) = (0, 0);
        while end < rest.len() && (vectors < BATCH || end == 0) {
            vectors += rest[end].len as usize;
            end = (end + 8).min(rest.len());
        }
        let (now, later) = rest.split_at(end);
        rest = later;
        batch.add_up(token, a, points, &lists.entries, now)?;
        batch.store(token, now, out, &mut partial);
    }
    if parts == 0 {
        return Some(None);
    }
    // The pieces of a bucket have neighbouring slots, in the order of the buckets.
    let mut next = Sorted {
        entries: Vec::with_capacity(parts),
        starts: alloc::vec![0; lists.starts.len()],
    };
    let mut slots: Vec<_> = pieces.iter().filter(|p| !p.whole).map(|p| (p.slot, p.bucket)).collect();
    slots.sort_unstable();
    for (slot, bucket) in slots {
        if partial.present[slot as usize] {
            next.entries.push(slot << 1);
            next.starts[bucket as usize + 1] += 1;
        }
    }
    for i in 1..next.starts.len() {
        next.starts[i] += next.starts[i - 1];
    }
    Some(Some((partial.points, next)))
}

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
}

/// Two vectors to add: `from` and the one behind it, with the sum going to `to`.
#[derive(Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
}

/// The lanes of a pair where the chord is not defined.
#[derive(Clone, Copy)]
struct Special {
    /// Lanes with equal points.
    tangent: u8,
    /// Lanes with opposite points.
    opposite: u8,
}

/// Points in lanes, with what adding them up needs. Vectors keep their memory from batch to batch.
struct Batch<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    /// What goes into each vector at first, as in [`Sorted::entries`].
    rows: Vec<[u32; 8]>,
    pairs: Vec<Pair>,
    /// The vectors that have no partner in this round.
    single: Vec<Pair>,
    /// The products of the denominators of every second pair, from the last on: `i + 2` is `i` times that of the
    /// pair `i` from the end.
    products: Vec<R>,
    special: Vec<Special>,
    /// Additions of two pairs on their way.
    steps: [Step<R>; 2],
    /// The bound of coordinates in units of the modulus: grows with every round where the field has room.
    unit: u64,
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

impl<R: Ring> Batch<R> {
    fn new(token: R::Token) -> Self {
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
            x: Vec::new(),
            y: Vec::new(),
            present: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
            pairs: Vec::new(),
            single: Vec::new(),
            products: Vec::new(),
            special: Vec::new(),
            steps: [step; 2],
            unit: 2,
        }
    }

    /// Leaves the sum of each piece in the first vector of its group; `None` if a denominator is zero after all.
    fn add_up(
        &mut self,
        token: R::Token,
        a: &R,
        points: &[Affine<R::Packed>],
        entries: &[u32],
        pieces: &[Piece],
    ) -> Option<()> {
        self.lay_out(entries, pieces);
        self.gather(token, points);
        self.unit = 2;
        while self.groups.iter().any(|g| g.len > 1) {
            self.pair_up();
            self.round(token, a)?;
        }
        Some(())
    }

    /// Which points go where.
    fn lay_out(&mut self, entries: &[u32], pieces: &[Piece]) {
        self.rows.clear();
        self.present.clear();
        self.groups.clear();
        for eight in pieces.chunks(8) {
            let (start, len) = (self.rows.len(), eight[0].len as usize);
            self.groups.push(Group { start, len });
            let of = |i: usize| match eight.get(i) {
                Some(piece) => &entries[piece.start as usize..][..piece.len as usize],
                None => &[],
            };
            let [a, b, c, d, e, f, g, h] = [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)];
            // Pieces come longest first: so many rows are full.
            let full = h.len();
            let columns = a.iter().zip(b).zip(c).zip(d).zip(e).zip(f).zip(g).zip(h);
            self.rows
                .extend(columns.map(|(((((((a, b), c), d), e), f), g), h)| [*a, *b, *c, *d, *e, *f, *g, *h]));
            self.present.resize(start + full, ALL);
            for k in full..len {
                let (mut row, mut present) = ([0; 8], 0);
                for (i, column) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
                    if let Some(entry) = column.get(k) {
                        row[i] = *entry;
                        present |= 1 << i;
                    }
                }
                self.rows.push(row);
                self.present.push(present);
            }
        }
    }

    fn gather(&mut self, token: R::Token, points: &[Affine<R::Packed>]) {
        // Two vectors more than there are points, for a pair that makes the number of pairs even.
        let len = self.rows.len() + 2;
        self.present.resize(len, 0);
        let zero = R::zero(token);
        for coordinate in [&mut self.x, &mut self.y] {
            if coordinate.len() < len {
                coordinate.resize(len, zero);
            }
            coordinate[len - 2..len].fill(zero);
        }
        token.run(
            #[inline(always)]
            || {
                let at = |entry: u32| &points[(entry >> 1) as usize];
                let places = self.x.iter_mut().zip(&mut self.y);
                for (k, (row, (x, y))) in self.rows.iter().zip(places).enumerate() {
                    if let Some(ahead) = self.rows.get(k + AHEAD) {
                        for entry in ahead {
                            R::prefetch(token, &at(*entry).x);
                            R::prefetch(token, &at(*entry).y);
                        }
                    }
                    let (mut eight, mut negative) = ([&points[0]; 8], 0);
                    for (i, entry) in row.iter().enumerate() {
                        eight[i] = at(*entry);
                        negative |= ((entry & 1) as u8) << i;
                    }
                    *x = R::unpack(token, rows!(eight, x));
                    *y = R::unpack(token, rows!(eight, y)).negate_loose(negative);
                }
            },
        );
    }

    /// The pairs of the next round.
    fn pair_up(&mut self) {
        self.pairs.clear();
        self.single.clear();
        for group in &mut self.groups {
            let pair = |i: usize| Pair {
                from: (group.start + 2 * i) as u32,
                to: (group.start + i) as u32,
            };
            let pairs = group.len / 2;
            self.pairs.extend((0..pairs).map(pair));
            if group.len % 2 == 1 && pairs > 0 {
                self.single.push(pair(pairs));
            }
            group.len = group.len.div_ceil(2);
        }
        if self.pairs.len() % 2 == 1 {
            let spare = self.rows.len() as u32;
            self.pairs.push(Pair { from: spare, to: spare });
        }
    }

    /// Adds the vectors of every group in pairs.
    fn round(&mut self, token: R::Token, a: &R) -> Option<()> {
        self.multiply::<false>(token);
        if self.invert(token).is_some() {
            self.add_all::<false>(token, a);
        } else {
            // Some pair has equal x: look at each.
            self.multiply::<true>(token);
            self.invert(token)?;
            self.add_all::<true>(token, a);
        }
        for Pair { from, to } in &self.single {
            let (from, to) = (*from as usize, *to as usize);
            self.x[to] = self.x[from];
            self.y[to] = self.y[from];
            self.present[to] = self.present[from];
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
    fn add_all<const SPECIAL: bool>(&mut self, token: R::Token, a: &R) {
        token.run(
            #[inline(always)]
            || {
                for first in (0..self.pairs.len()).step_by(2) {
                    self.add_two::<SPECIAL>(token, a, first);
                }
            },
        );
    }

    /// Adds two neighbouring pairs.
    #[inline(always)]
    fn add_two<const SPECIAL: bool>(&mut self, token: R::Token, a: &R, first: usize) {
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
        for (i, step) in self.steps.iter_mut().enumerate() {
            let [x1, x2] = two(&self.x, pairs[i].from as usize);
            step.x.set_square_minus(&step.slope, unit, [x1, x2]);
            step.back = R::combine_carried(sum_unit, [(1, x1), (-1, &step.x)]);
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            let y1 = &self.y[pairs[i].from as usize];
            step.y.set_dot_minus(&[(&step.back, &step.slope)], unit, [y1]);
        }
        for (i, step) in self.steps.iter_mut().enumerate() {
            let (k, to) = (pairs[i].from as usize, pairs[i].to as usize);
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
        }
    }

    /// Writes the sums of the pieces where they go.
    fn store(&self, token: R::Token, pieces: &[Piece], out: &mut Sums<R::Packed>, partial: &mut Sums<R::Packed>) {
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
    }
}

/// Elements `k` and `k + 1`.
#[inline(always)]
fn two<X>(all: &[X], k: usize) -> [&X; 2] {
    [&all[k], &all[k + 1]]
}
