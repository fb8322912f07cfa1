//! Buckets cut into pieces of like size, to be put side by side.

use crate::pippenger::Sorted;
use alloc::vec::Vec;

/// A part of a bucket.
#[derive(Clone, Copy)]
pub struct Piece {
    /// The bucket.
    pub bucket: u32,
    /// Where it starts in the entries.
    pub start: u32,
    /// Its number of points.
    pub len: u32,
    /// Where its sum goes: to the bucket, or, if the bucket has more pieces, to the points of the next level.
    pub slot: u32,
    /// Whether it is the whole bucket.
    pub whole: bool,
}

/// The buckets in pieces of like size, longest first, and the number of pieces that are not a whole bucket.
pub fn pieces(lists: &Sorted) -> (Vec<Piece>, usize) {
    let lengths = || lists.starts.windows(2).map(|w| w[1] - w[0]);
    let filled = lengths().filter(|&n| n > 0).count().max(1);
    let mean = lists.entries.len() / filled;
    let cap = (2 * mean).next_power_of_two().clamp(32, 256) as u32;
    let mut by_length = alloc::vec![0u32; cap as usize + 2];
    for len in lengths() {
        cut(len, cap, |_, n, _| by_length[(cap - n + 1) as usize] += 1);
    }
    for i in 1..by_length.len() {
        by_length[i] += by_length[i - 1];
    }
    let total = by_length.last().copied().unwrap_or(0) as usize;
    let none = Piece {
        bucket: 0,
        start: 0,
        len: 0,
        slot: 0,
        whole: false,
    };
    let mut pieces = alloc::vec![none; total];
    let mut parts = 0;
    for (bucket, w) in lists.starts.windows(2).enumerate() {
        cut(w[1] - w[0], cap, |from, n, whole| {
            let at = &mut by_length[(cap - n) as usize];
            pieces[*at as usize] = Piece {
                bucket: bucket as u32,
                start: w[0] + from,
                len: n,
                slot: if whole { bucket as u32 } else { parts },
                whole,
            };
            *at += 1;
            parts += u32::from(!whole);
        });
    }
    (pieces, parts as usize)
}

/// Cuts a bucket into parts of up to `cap` entries: `f` gets the first entry, the number of entries, and whether that is
/// the whole bucket.
#[inline]
fn cut(len: u32, cap: u32, mut f: impl FnMut(u32, u32, bool)) {
    if len <= cap {
        if len > 0 {
            f(0, len, true);
        }
        return;
    }
    let parts = len.div_ceil(cap);
    for i in 0..parts {
        // Parts of equal size, but for one.
        let at = |i: u32| (u64::from(i) * u64::from(len) / u64::from(parts)) as u32;
        let (from, to) = (at(i), at(i + 1));
        f(from, to - from, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every entry is in one piece of its bucket, and pieces come longest first.
    #[test]
    fn pieces_cover_their_buckets() {
        let lengths = [0, 1, 5, 300, 0, 32, 33, 1 << 21, (1 << 22) + 7, 2, 256, 257];
        let starts: Vec<u32> = core::iter::once(0)
            .chain(lengths.iter().scan(0, |sum, n| {
                *sum += n;
                Some(*sum)
            }))
            .collect();
        let total = starts[lengths.len()];
        let sorted = Sorted {
            entries: alloc::vec![0; total as usize],
            starts,
        };
        let (pieces, parts) = pieces(&sorted);
        assert!(pieces.windows(2).all(|w| w[0].len >= w[1].len));
        assert_eq!(pieces.iter().filter(|p| !p.whole).count(), parts);
        let mut slots: Vec<_> = pieces.iter().filter(|p| !p.whole).map(|p| p.slot).collect();
        slots.sort_unstable();
        assert!(slots.iter().enumerate().all(|(i, slot)| i == *slot as usize));
        let mut all = pieces;
        all.sort_unstable_by_key(|p| p.start);
        let mut at = 0;
        for piece in &all {
            assert_eq!(piece.start, at);
            at += piece.len;
            let bucket = piece.bucket as usize;
            assert!(piece.len > 0 && at <= sorted.starts[bucket + 1] && piece.start >= sorted.starts[bucket]);
            assert_eq!(piece.whole, piece.len == lengths[bucket]);
        }
        assert_eq!(at, total);
    }
}
