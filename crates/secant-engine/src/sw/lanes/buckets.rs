//! Sums of many affine points per bucket, eight buckets side by side.
//!
//! A lane holds one bucket (or a piece of a large one) at a time. Its points are added up pairwise; all pairs of a
//! round share one inversion, which leaves six products for an addition. Pieces of like size are put side by side.

use super::{additions::Additions, projective::Affine};
use crate::{
    kept::with_kept,
    lanes::{
        pieces::{Piece, pieces},
        ring::Ring,
    },
    pippenger::Sorted,
};
use alloc::vec::Vec;

/// The sum of each bucket, if it has points and they do not cancel.
pub struct Sums<P> {
    pub points: Vec<Affine<P>>,
    pub present: Vec<bool>,
}

/// Vectors of points that are gathered together: with about as many that were before they take half a megabyte for
/// coordinates of 384 bits, and an L2 cache has to hold their denominators and the next points too.
const BATCH: usize = 256;

/// The sums of all buckets; `None` for points that the formulas do not serve.
pub fn sums<R: Ring>(token: R::Token, a: &R, points: &[Affine<R::Packed>], lists: &Sorted) -> Option<Sums<R::Packed>> {
    let buckets = lists.starts.len() - 1;
    let mut out = Sums {
        points: alloc::vec![Affine::default(); buckets],
        present: alloc::vec![false; buckets],
    };
    with_kept(
        || Additions::new(token),
        |additions| {
            let mut next = level(token, a, points, lists, &mut out, additions)?;
            while let Some((points, lists)) = next {
                next = level(token, a, &points, &lists, &mut out, additions)?;
            }
            Some(out)
        },
    )
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
    additions: &mut Additions<R>,
) -> Option<Next<R::Packed>> {
    let (pieces, parts) = pieces(lists);
    let mut partial = Sums {
        points: alloc::vec![Affine::default(); parts],
        present: alloc::vec![false; parts],
    };
    let mut chunks = Chunks {
        pieces: &pieces,
        entries: &lists.entries,
    };
    let mut rows = Rows::default();
    additions.clear();
    loop {
        chunks.lay_out(&mut rows);
        if additions.is_empty() && rows.groups.is_empty() {
            break;
        }
        additions.round(token, a, points, &rows)?;
        additions.store(token, &pieces, out, &mut partial);
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

/// Which points go into which lanes.
#[derive(Default)]
pub struct Rows {
    /// The points of each vector, as in [`Sorted::entries`].
    pub rows: Vec<[u32; 8]>,
    /// The lanes that hold a point, as bits.
    pub present: Vec<u8>,
    /// Vectors of each eight pieces.
    pub groups: Vec<usize>,
}

/// The pieces that are still to be added up.
struct Chunks<'a> {
    pieces: &'a [Piece],
    entries: &'a [u32],
}

impl Chunks<'_> {
    /// Lays out the next pieces.
    fn lay_out(&mut self, out: &mut Rows) {
        out.rows.clear();
        out.present.clear();
        out.groups.clear();
        let mut count = 0;
        for eight in self.pieces.chunks(8) {
            let (start, len) = (out.rows.len(), eight[0].len as usize);
            out.groups.push(len);
            count += eight.len();
            let of = |i: usize| match eight.get(i) {
                Some(piece) => &self.entries[piece.start as usize..][..piece.len as usize],
                None => &[],
            };
            let [a, b, c, d, e, f, g, h] = [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)];
            // Pieces come longest first: so many rows are full.
            let full = h.len();
            let columns = a.iter().zip(b).zip(c).zip(d).zip(e).zip(f).zip(g).zip(h);
            out.rows
                .extend(columns.map(|(((((((a, b), c), d), e), f), g), h)| [*a, *b, *c, *d, *e, *f, *g, *h]));
            out.present.resize(start + full, u8::MAX);
            for k in full..len {
                let (mut row, mut present) = ([0; 8], 0);
                for (i, column) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
                    if let Some(entry) = column.get(k) {
                        row[i] = *entry;
                        present |= 1 << i;
                    }
                }
                out.rows.push(row);
                out.present.push(present);
            }
            if out.rows.len() >= BATCH {
                break;
            }
        }
        self.pieces = &self.pieces[count..];
    }
}
