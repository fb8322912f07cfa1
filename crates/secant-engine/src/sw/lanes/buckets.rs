//! Sums of many affine points per bucket, eight buckets side by side.
//!
//! A lane holds one bucket (or a piece of a large one) at a time. Its points are added up pairwise; all pairs of a
//! round share one inversion, which leaves six products for an addition. Pieces of like size are put side by side.

use super::projective::Affine;
use crate::{
    batch,
    lanes::{
        pieces::{Lists, Piece, pieces},
        ring::Ring,
    },
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

/// How many vectors ahead the points of a batch are fetched.
const AHEAD: usize = 4;

/// The sums of all buckets.
pub fn sums<R: Ring>(token: R::Token, a: &R, points: &[Affine<R::Packed>], lists: Lists) -> Sums<R::Packed> {
    let buckets = lists.starts.len() - 1;
    let mut out = Sums {
        points: alloc::vec![Affine::default(); buckets],
        present: alloc::vec![false; buckets],
    };
    let mut batch = Batch::new();
    let mut level = level(token, a, points, &lists, &mut out, &mut batch);
    while let Some((points, lists)) = level {
        level = self::level(token, a, &points, &lists, &mut out, &mut batch);
    }
    out
}

type Next<P> = Option<(Vec<Affine<P>>, Lists)>;

/// Adds up every piece; those of buckets with several are the points of the next level.
fn level<R: Ring>(
    token: R::Token,
    a: &R,
    points: &[Affine<R::Packed>],
    lists: &Lists,
    out: &mut Sums<R::Packed>,
    batch: &mut Batch<R>,
) -> Next<R::Packed> {
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
        batch.add_up(token, a, points, &lists.entries, now);
        batch.store(token, now, out, &mut partial);
    }
    if parts == 0 {
        return None;
    }
    // The pieces of a bucket have neighbouring slots, in the order of the buckets.
    let mut next = Lists {
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
    Some((partial.points, next))
}

/// Eight pieces side by side: vectors `start..start + len`.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
}

/// A pair of vectors where the chord is not defined in some lanes.
#[derive(Clone, Copy, Default)]
struct Special {
    /// Lanes with equal points.
    tangent: u8,
    /// Lanes with opposite points.
    opposite: u8,
}

/// Points in lanes, with what adding them up needs.
struct Batch<R> {
    x: Vec<R>,
    y: Vec<R>,
    /// The lanes that hold a point, as bits.
    present: Vec<u8>,
    groups: Vec<Group>,
    products: Vec<R>,
    special: Vec<Special>,
    rows: Vec<[u32; 8]>,
}

impl<R: Ring> Batch<R> {
    fn new() -> Self {
        Self {
            x: Vec::new(),
            y: Vec::new(),
            present: Vec::new(),
            groups: Vec::new(),
            products: Vec::new(),
            special: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Leaves the sum of each piece in the first vector of its group.
    fn add_up(&mut self, token: R::Token, a: &R, points: &[Affine<R::Packed>], entries: &[u32], pieces: &[Piece]) {
        self.rows.clear();
        self.present.clear();
        self.groups.clear();
        for eight in pieces.chunks(8) {
            let len = eight[0].len as usize;
            self.groups.push(Group {
                start: self.rows.len(),
                len,
            });
            for k in 0..len {
                let (mut row, mut present) = ([0; 8], 0);
                for (i, piece) in eight.iter().enumerate() {
                    if k < piece.len as usize {
                        row[i] = entries[piece.start as usize + k];
                        present |= 1 << i;
                    }
                }
                self.rows.push(row);
                self.present.push(present);
            }
        }
        self.gather(token, points);
        while self.groups.iter().any(|g| g.len > 1) {
            self.round(token, a);
            for group in &mut self.groups {
                group.len = group.len.div_ceil(2);
            }
        }
    }

    fn gather(&mut self, token: R::Token, points: &[Affine<R::Packed>]) {
        let (rows, xs, ys) = (&self.rows, &mut self.x, &mut self.y);
        token.run(
            #[inline(always)]
            || {
                xs.clear();
                ys.clear();
                let at = |entry: u32| &points[(entry >> 1) as usize];
                for (k, row) in rows.iter().enumerate() {
                    if let Some(ahead) = rows.get(k + AHEAD) {
                        for entry in ahead {
                            R::prefetch(token, &at(*entry).x);
                            R::prefetch(token, &at(*entry).y);
                        }
                    }
                    let [a, b, c, d, e, f, g, h] = row;
                    let p = [at(*a), at(*b), at(*c), at(*d), at(*e), at(*f), at(*g), at(*h)];
                    let [a, b, c, d, e, f, g, h] = p;
                    let x = R::unpack(token, [&a.x, &b.x, &c.x, &d.x, &e.x, &f.x, &g.x, &h.x]);
                    let y = R::unpack(token, [&a.y, &b.y, &c.y, &d.y, &e.y, &f.y, &g.y, &h.y]);
                    let mut negative = 0;
                    for (i, entry) in row.iter().enumerate() {
                        negative |= ((entry & 1) as u8) << i;
                    }
                    let minus = R::combine(2, [(-1, &y)]);
                    xs.push(x);
                    ys.push(y.blend(&minus, negative));
                }
            },
        );
    }

    /// Adds the vectors of every group in pairs.
    fn round(&mut self, token: R::Token, a: &R) {
        let product = self.multiply::<false>(token);
        let inverses = match invert(token, &product) {
            Some(inverses) => inverses,
            None => {
                // Some pair has equal x: look at each.
                let product = self.multiply::<true>(token);
                match invert(token, &product) {
                    Some(inverses) => {
                        self.add::<true>(token, a, inverses);
                        return;
                    }
                    None => unreachable!("no denominator is zero"),
                }
            }
        };
        self.add::<false>(token, a, inverses);
    }

    /// The products of the denominators of every second pair, for both parities, and in [`Self::products`] those of
    /// the pairs behind each.
    fn multiply<const SPECIAL: bool>(&mut self, token: R::Token) -> [R; 2] {
        let Self {
            x,
            y,
            present,
            groups,
            products,
            special,
            ..
        } = self;
        token.run(
            #[inline(always)]
            || {
                products.clear();
                special.clear();
                let one = R::splat(token, &R::Scalar::ONE);
                let mut chains = [one, one];
                for group in groups.iter().rev() {
                    for i in (0..group.len / 2).rev() {
                        let k = group.start + 2 * i;
                        let both = present[k] & present[k + 1];
                        let mut d = R::combine_carried(2, [(1, &x[k + 1]), (-1, &x[k])]);
                        if SPECIAL {
                            let equal = d.reduce().is_zero() & both;
                            let dy = R::combine(2, [(1, &y[k + 1]), (-1, &y[k])]);
                            let double = R::combine(2, [(2, &y[k])]);
                            let tangent = equal & dy.reduce().is_zero() & !double.reduce().is_zero();
                            let opposite = equal & !tangent;
                            d = d.blend(&double, tangent).blend(&one, opposite);
                            special.push(Special { tangent, opposite });
                        }
                        let d = d.blend(&one, !both);
                        let chain = &mut chains[products.len() & 1];
                        products.push(*chain);
                        *chain = R::dot(2, &[(&d, chain)]);
                    }
                }
                chains
            },
        )
    }

    fn add<const SPECIAL: bool>(&mut self, token: R::Token, a: &R, mut inverses: [R; 2]) {
        let Self {
            x,
            y,
            present,
            groups,
            products,
            special,
            ..
        } = self;
        token.run(
            #[inline(always)]
            || {
                let one = R::splat(token, &R::Scalar::ONE);
                let mut pair = products.len();
                for group in groups.iter() {
                    for i in 0..group.len / 2 {
                        let (k, to) = (group.start + 2 * i, group.start + i);
                        let (x1, y1, x2, y2) = (x[k], y[k], x[k + 1], y[k + 1]);
                        let both = present[k] & present[k + 1];
                        pair -= 1;
                        let chain = &mut inverses[pair & 1];
                        let mut d = R::combine_carried(2, [(1, &x2), (-1, &x1)]);
                        let mut n = R::combine_carried(2, [(1, &y2), (-1, &y1)]);
                        if SPECIAL {
                            let Special { tangent, opposite } = special[pair];
                            let double = R::combine(2, [(2, &y1)]);
                            d = d.blend(&double, tangent).blend(&one, opposite);
                            let xx = x1.square(2);
                            n = n.blend(&R::combine(2, [(3, &xx), (1, a)]), tangent);
                        }
                        let d = d.blend(&one, !both);
                        let inverse = R::dot(2, &[(chain, &products[pair])]);
                        *chain = R::dot(2, &[(&d, chain)]);
                        let slope = R::dot(2, &[(&n, &inverse)]);
                        let x3 = R::combine_reduced(2, [(1, &slope.square(2)), (-1, &x1), (-1, &x2)]);
                        let back = R::combine_carried(2, [(1, &x1), (-1, &x3)]);
                        let y3 = R::combine_reduced(2, [(1, &R::dot(2, &[(&back, &slope)])), (-1, &y1)]);
                        let (only1, only2) = (present[k] & !both, present[k + 1] & !both);
                        x[to] = x3.blend(&x1, only1).blend(&x2, only2);
                        y[to] = y3.blend(&y1, only1).blend(&y2, only2);
                        present[to] = present[k] | present[k + 1];
                        if SPECIAL {
                            present[to] &= !special[pair].opposite;
                        }
                    }
                    if group.len % 2 == 1 && group.len > 1 {
                        let (from, to) = (group.start + group.len - 1, group.start + group.len / 2);
                        x[to] = x[from];
                        y[to] = y[from];
                        present[to] = present[from];
                    }
                }
            },
        );
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

/// The inverses of two vectors, with one inversion; `None` if there is a zero.
fn invert<R: Ring>(token: R::Token, [a, b]: &[R; 2]) -> Option<[R; 2]> {
    let product = token.run(
        #[inline(always)]
        || R::dot(2, &[(a, b)]).store(),
    );
    if product.iter().any(ark_ff::Zero::is_zero) {
        return None;
    }
    let mut inverse = product;
    batch::invert(&mut inverse);
    Some(token.run(
        #[inline(always)]
        || {
            let inverse = R::load(token, &inverse);
            [R::dot(2, &[(&inverse, b)]), R::dot(2, &[(&inverse, a)])]
        },
    ))
}
