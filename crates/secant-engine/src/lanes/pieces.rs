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
    let cut = |len: u32, f: &mut dyn FnMut(u32, u32, bool)| {
        let parts = len.div_ceil(cap);
        for i in 0..parts {
            // Parts of equal size, but for one.
            let (from, to) = (i * len / parts, (i + 1) * len / parts);
            f(from, to - from, parts == 1);
        }
    };
    for len in lengths() {
        cut(len, &mut |_, n, _| by_length[(cap - n + 1) as usize] += 1);
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
        cut(w[1] - w[0], &mut |from, n, whole| {
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
