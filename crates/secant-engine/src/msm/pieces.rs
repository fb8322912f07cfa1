//! Lists cut into pieces of like size, which go into lanes side by side.

use crate::msm::lists::{Cursor, Lists};
use alloc::vec::Vec;
use core::ops::Range;

/// A part of a list.
#[derive(Clone, Copy, Default)]
pub struct Piece {
    /// Where the piece starts.
    pub start: Cursor,
    /// The number of points.
    pub len: u32,
    /// Where its sum goes: to the list itself or, if the list has several pieces, to a point of the next level.
    pub slot: u32,
    /// The list, or [`WHOLE`].
    list: u32,
}

/// The `list` of a piece that is a whole list.
const WHOLE: u32 = u32::MAX;

impl Piece {
    /// The list that the piece is a part of; `None` if it is a whole list.
    pub fn part_of(&self) -> Option<usize> {
        (self.list != WHOLE).then_some(self.list as usize)
    }
}

/// The most points of a piece.
const MOST: usize = 256;

/// Cuts lists into pieces of like size, longest first. Also returns the number of pieces that are not a whole list.
pub fn pieces(lists: &Lists) -> (Vec<Piece>, usize) {
    // First the number of lists of each length; the last place counts all longer lists. Then the number of pieces of
    // each length, and then the place of the next one.
    let (mut lengths, mut entries) = ([0u32; MOST + 2], 0);
    for list in lists.all() {
        lengths[(list.len() as usize).min(MOST + 1)] += 1;
        entries += list.len() as usize;
    }
    let filled = lists.all().len() - lengths[0] as usize;
    let mean = entries / filled.max(1);
    let cap = (2 * mean).next_power_of_two().clamp(32, MOST);
    let longer = lengths[cap + 1..].iter().sum::<u32>() as usize;
    lengths[cap + 1..].fill(0);
    for list in lists.all().iter().filter(|list| list.len() as usize > cap).take(longer) {
        parts(list.len(), cap as u32).for_each(|len| lengths[len as usize] += 1);
    }
    let mut total = 0;
    for length in lengths[1..].iter_mut().rev() {
        total += core::mem::replace(length, total);
    }
    let mut pieces = alloc::vec![Piece::default(); total as usize];
    let mut put = |piece: Piece| {
        let place = &mut lengths[piece.len as usize];
        pieces[*place as usize] = piece;
        *place += 1;
    };
    let mut slots = 0;
    for (i, list) in lists.all().iter().enumerate() {
        let (mut start, len, i) = (list.start(), list.len(), i as u32);
        if len as usize <= cap {
            if len > 0 {
                put(Piece {
                    start,
                    len,
                    slot: i,
                    list: WHOLE,
                });
            }
            continue;
        }
        let mut before = 0;
        for len in parts(len, cap as u32) {
            start = lists.walk(start, before);
            put(Piece {
                start,
                len,
                slot: slots,
                list: i,
            });
            (before, slots) = (len, slots + 1);
        }
    }
    (pieces, slots as usize)
}

/// The lengths of the parts of a list of `len` entries: at most `cap` each, differing by at most one.
fn parts(len: u32, cap: u32) -> impl Iterator<Item = u32> {
    let count = u64::from(len.div_ceil(cap));
    let at = move |i: u64| (i * u64::from(len) / count) as u32;
    (0..count).map(move |i| at(i + 1) - at(i))
}

/// The assignment of points to lanes.
pub struct Layout {
    rows: Vec<[u32; 8]>,
    present: Vec<u8>,
    groups: Vec<u32>,
    /// The numbers of vectors and groups that have been taken.
    taken: (usize, usize),
}

/// A part of a [`Layout`].
pub struct TakenRange {
    vectors: Range<usize>,
    /// Which groups.
    pub groups: Range<usize>,
}

/// A [`Layout`] or a part of it.
#[derive(Clone, Copy, Default)]
pub struct Rows<'a> {
    /// The points of each vector, as entries of [`Lists`].
    pub rows: &'a [[u32; 8]],
    /// The lanes that hold a point, as bits.
    pub present: &'a [u8],
    /// The number of vectors of each group of eight pieces.
    pub groups: &'a [u32],
    /// The points of the layout's vectors after these; empty if these are all that are left.
    pub upcoming: &'a [[u32; 8]],
}

impl Layout {
    /// Lays out all pieces at once, since the links of lists are scattered over memory that a near cache holds only for
    /// a while.
    pub fn new(lists: &Lists, pieces: &[Piece]) -> Self {
        let groups: Vec<_> = pieces.chunks(8).map(|eight| eight[0].len).collect();
        let total = groups.iter().map(|len| *len as usize).sum();
        let mut rows = Vec::with_capacity(total);
        let mut present = Vec::with_capacity(total);
        for eight in pieces.chunks(8) {
            let piece = |i: usize| eight.get(i);
            let len = eight[0].len as usize;
            let cursors = core::array::from_fn(|i| piece(i).map_or(0, |piece| piece.start));
            lists.read(cursors, len, &mut rows);
            // Pieces come longest first, so this many rows are full.
            let full = piece(7).map_or(0, |piece| piece.len as usize);
            present.resize(present.len() + full, u8::MAX);
            for k in full..len {
                let longer = eight.iter().take_while(|piece| k < piece.len as usize).count();
                present.push(u8::MAX >> (8 - longer));
            }
        }
        Self {
            rows,
            present,
            groups,
            taken: (0, 0),
        }
    }

    /// The rows that are left.
    pub fn rows(&self) -> Rows<'_> {
        let (vectors, groups) = self.taken;
        Rows {
            rows: &self.rows[vectors..],
            present: &self.present[vectors..],
            groups: &self.groups[groups..],
            upcoming: &[],
        }
    }

    /// Whether all rows have been taken.
    pub fn is_empty(&self) -> bool {
        self.taken.1 == self.groups.len()
    }

    /// Takes whole groups of up to about `most` vectors, about as many each time. [`Self::part`] gives their rows.
    pub fn take(&mut self, most: usize) -> TakenRange {
        let (vectors, groups) = self.taken;
        let mut rest = self.rows();
        let times = rest.rows.len().div_ceil(most).max(1);
        let now = rest.take(rest.rows.len().div_ceil(times));
        self.taken = (vectors + now.rows.len(), groups + now.groups.len());
        TakenRange {
            vectors: vectors..self.taken.0,
            groups: groups..self.taken.1,
        }
    }

    /// The rows that have been taken.
    pub fn part(&self, TakenRange { vectors, groups }: TakenRange) -> Rows<'_> {
        Rows {
            rows: &self.rows[vectors.clone()],
            present: &self.present[vectors.clone()],
            groups: &self.groups[groups],
            upcoming: &self.rows[vectors.end..],
        }
    }
}

impl Rows<'_> {
    /// Takes whole groups from the front, up to about `most` vectors.
    pub fn take(&mut self, most: usize) -> Self {
        let (mut groups, mut count) = (0, 0);
        while groups < self.groups.len() && count < most {
            count += self.groups[groups] as usize;
            groups += 1;
        }
        let (rows, other_rows) = self.rows.split_at(count);
        let (present, other_present) = self.present.split_at(count);
        let (groups, other_groups) = self.groups.split_at(groups);
        *self = Self {
            rows: other_rows,
            present: other_present,
            groups: other_groups,
            upcoming: &[],
        };
        Self {
            rows,
            present,
            groups,
            upcoming: other_rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_their_lists() {
        check(&[], 32);
        check(&[0; 9], 32);
        let few = [[1; 30].as_slice(), &[0, 32, 33, 40, 255, 256, 257, 300]].concat();
        check(&few, 128);
        check(&[few.as_slice(), &[1; 100]].concat(), 32);
        check(&[few.as_slice(), &[0; 9], &[20; 100]].concat(), 64);
        check(&[0, 1, 5, 300, 0, 32, 33, 1 << 21, (1 << 22) + 7, 2, 256, 257], 256);
    }

    /// Checks that every entry of lists of these lengths is in one piece of its list, and that pieces come longest
    /// first and have at most `cap` points.
    fn check(lengths: &[usize], cap: usize) {
        // Lists take points in turns, while there are any left.
        let mut left = lengths.to_vec();
        let total: usize = lengths.iter().sum();
        let mut list = 0;
        let of: Vec<_> = (0..total)
            .map(|_| {
                while left[list] == 0 {
                    list = (list + 1) % left.len();
                }
                left[list] -= 1;
                let of = list;
                list = (list + 1) % left.len();
                of
            })
            .collect();
        let lists = Lists::of_sets(lengths.len(), total, 1, |_, point| Some(of[point]));
        let (pieces, parts) = pieces(&lists);
        assert!(pieces.windows(2).all(|w| w[0].len >= w[1].len));
        assert_eq!(pieces.iter().filter(|p| p.part_of().is_some()).count(), parts);
        let mut slots: Vec<_> = pieces
            .iter()
            .filter(|p| p.part_of().is_some())
            .map(|p| p.slot)
            .collect();
        slots.sort_unstable();
        assert!(slots.iter().enumerate().all(|(i, slot)| i == *slot as usize));
        let list = |piece: &Piece| piece.part_of().unwrap_or(piece.slot as usize);
        for piece in &pieces {
            assert_eq!(piece.part_of().is_none(), lengths[list(piece)] <= cap);
            assert!((1..=cap as u32).contains(&piece.len));
        }
        for piece in pieces.iter().filter(|p| p.part_of().is_none()) {
            assert_eq!(piece.len as usize, lengths[list(piece)]);
        }
        let mut seen = alloc::vec![false; total];
        let mut layout = Layout::new(&lists, &pieces);
        let mut eights = pieces.chunks(8);
        let mut later = layout.rows().rows.to_vec();
        while !layout.is_empty() {
            let left = eights.len();
            let taken = layout.take(100);
            let (first, rows) = (taken.groups.start, layout.part(taken));
            assert!(first + left == pieces.len().div_ceil(8) && !rows.groups.is_empty());
            assert_eq!(later, [rows.rows, rows.upcoming].concat());
            later = rows.upcoming.to_vec();
            let mut all = rows.rows.iter().zip(rows.present);
            for (len, eight) in rows.groups.iter().zip(&mut eights) {
                let mut lengths = [0; 8];
                for (row, present) in all.by_ref().take(*len as usize) {
                    for i in (0..8).filter(|i| (present >> i) & 1 == 1) {
                        let point = (row[i] >> 1) as usize;
                        assert!(!core::mem::replace(&mut seen[point], true), "a point twice");
                        assert_eq!(of[point], list(&eight[i]));
                        lengths[i] += 1;
                    }
                }
                let expected = core::array::from_fn(|i| eight.get(i).map_or(0, |piece| piece.len));
                assert_eq!(lengths, expected);
            }
            assert!(all.next().is_none());
        }
        assert!(later.is_empty());
        assert!(layout.take(100).groups.is_empty() && eights.next().is_none() && seen.iter().all(|seen| *seen));
    }
}
