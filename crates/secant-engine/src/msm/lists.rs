//! Lists of points to add up, as lanes read them: eight lists side by side.

use crate::{recode::Digit, scalars::digits::Digits};
use alloc::vec::Vec;

/// A list.
#[derive(Clone, Copy, Default)]
pub struct List {
    start: Cursor,
    len: u32,
}

impl List {
    /// Where the list starts, if it has entries.
    pub fn start(self) -> Cursor {
        self.start
    }

    /// The number of entries.
    pub fn len(self) -> u32 {
        self.len
    }

    /// Adds an entry at the start of the list. Returns the old start.
    fn push(&mut self, start: Cursor) -> Cursor {
        self.len += 1;
        core::mem::replace(&mut self.start, start)
    }
}

/// A place in a list, for [`Lists::walk`] and [`Lists::read`].
pub type Cursor = u32;

/// Lists of entries: an entry is twice the index of a point, plus one if the point is to be negated.
///
/// The lists of buckets are linked, not sorted. A sort writes every point to its bucket, which is in another cache line
/// for each point. Links are written in the order of the points. Reading linked lists is no slower, since eight are
/// read at once.
pub struct Lists {
    all: Vec<List>,
    storage: Storage,
}

enum Storage {
    /// Every entry is in one list. A cursor masked by `entry` is its entry; the mask has all bits or some of the
    /// lowest. Half of a cursor is the index in `next` of the cursor that follows.
    Linked { next: Vec<Cursor>, entry: u32 },
    /// A cursor is the index of its entry. The next entry of the list follows it.
    Contiguous(Vec<u32>),
}

impl Lists {
    /// `count` empty linked lists, with room for `points` points.
    fn linked(count: usize, points: usize, entry: u32) -> Self {
        Self {
            all: alloc::vec![List::default(); count],
            storage: Storage::Linked {
                next: Vec::with_capacity(points),
                entry,
            },
        }
    }

    /// Puts the points from `first` on into lists: each into the list of its digit, counted from list `from`. Points
    /// must come in ascending order over all calls.
    fn put(&mut self, first: usize, from: usize, digits: impl Iterator<Item = Digit>) {
        let Storage::Linked { next, .. } = &mut self.storage else {
            unreachable!("points are put into linked lists");
        };
        if next.len() < first {
            next.resize(first, 0);
        }
        assert_eq!(next.len(), first, "a point comes again");
        let lists = &mut self.all[from..];
        next.extend(digits.enumerate().map(|(i, digit)| {
            if digit.is_zero() {
                return 0;
            }
            lists[digit.place()].push(digit.entry((first + i) as u32))
        }));
    }

    /// Puts the points of a window into the window's buckets.
    fn put_window(&mut self, first: usize, from: usize, digits: &Digits, window: usize) {
        for (i, run) in digits.runs(window).enumerate() {
            self.put(first + i * digits.block(), from, run);
        }
    }

    /// The buckets of some windows, window after window.
    pub fn of_windows(digits: &Digits, windows: core::ops::Range<usize>) -> Self {
        let buckets = digits.plan.buckets;
        // Every window has the same points. Each gets a range of indices of its own, as if the points were copied.
        let stride = digits.count().next_power_of_two();
        // If there is only one window, a cursor is its entry.
        let entry = if windows.len() == 1 {
            u32::MAX
        } else {
            (2 * stride - 1) as u32
        };
        let mut lists = Self::linked(windows.len() * buckets, windows.len() * stride, entry);
        for (i, window) in windows.enumerate() {
            lists.put_window(i * stride, i * buckets, digits, window);
        }
        lists
    }

    /// Puts several windows into the same buckets. Each window has its own points and comes with the index of its first
    /// point.
    pub fn of_windows_in_shared_buckets(
        digits: &Digits,
        windows: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Self {
        let points = windows.clone().last().map_or(0, |(_, first)| first + digits.count());
        let mut lists = Self::linked(digits.plan.buckets, points, u32::MAX);
        for (window, first) in windows {
            lists.put_window(first, 0, digits, window);
        }
        lists
    }

    /// For every scalar, a list of its non-zero digits `d`. Each entry is the place `|d| - 1` in the table of the
    /// digit's window, which has `size` points.
    pub fn of_scalars(digits: &Digits, size: usize) -> Self {
        let mut entries = Vec::new();
        let scalar = |i: usize| {
            let start = entries.len();
            for window in 0..digits.plan.windows {
                let digit = digits.digit(i, window);
                if !digit.is_zero() {
                    entries.push(digit.entry((window * size + digit.place()) as u32));
                }
            }
            List {
                start: start as u32,
                len: (entries.len() - start) as u32,
            }
        };
        let all = (0..digits.count()).map(scalar).collect();
        Self {
            all,
            storage: Storage::Contiguous(entries),
        }
    }

    /// `count` lists of points. A point may be in one list for each set: `list(set, point)` says in which, if in any.
    pub fn of_sets(count: usize, points: usize, sets: usize, list: impl Fn(usize, usize) -> Option<usize>) -> Self {
        let stride = points.next_power_of_two();
        let mut lists = Self::linked(count, sets * stride, (2 * stride - 1) as u32);
        for set in 0..sets {
            lists.put(
                set * stride,
                0,
                (0..points).map(|point| list(set, point).map_or(Digit::ZERO, Digit::of_place)),
            );
        }
        lists
    }

    /// All lists.
    pub fn all(&self) -> &[List] {
        &self.all
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.all.iter().map(|list| list.len() as usize).sum()
    }

    /// The cursor `count` entries after `cursor`.
    pub fn walk(&self, cursor: Cursor, count: u32) -> Cursor {
        match &self.storage {
            Storage::Linked { next, .. } => (0..count).fold(cursor, |cursor, _| next[(cursor >> 1) as usize]),
            Storage::Contiguous(_) => cursor + count,
        }
    }

    /// Appends rows of the next `count` entries of eight lists. After the end of a list, a row holds some valid entry
    /// for it.
    pub fn read(&self, mut cursors: [Cursor; 8], count: usize, rows: &mut Vec<[u32; 8]>) {
        match &self.storage {
            Storage::Linked { next, entry } => {
                let (next, start) = (&next[..], rows.len());
                let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = cursors;
                let behind = |cursor: Cursor| next[(cursor >> 1) as usize];
                rows.extend((count > 0).then_some(cursors));
                rows.extend((1..count).map(|_| {
                    (a, b, c, d) = (behind(a), behind(b), behind(c), behind(d));
                    (e, f, g, h) = (behind(e), behind(f), behind(g), behind(h));
                    [a, b, c, d, e, f, g, h]
                }));
                // Not in the loop above, which already uses all registers.
                if *entry != u32::MAX {
                    for one in rows[start..].as_flattened_mut() {
                        *one &= entry;
                    }
                }
            }
            Storage::Contiguous(entries) => {
                rows.extend((0..count).map(|_| {
                    // A plain loop, since the closures of `array::map` are not inlined.
                    let mut row = [0; 8];
                    for i in 0..8 {
                        row[i] = entries.get(cursors[i] as usize).copied().unwrap_or(0);
                        cursors[i] += 1;
                    }
                    row
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    /// The entries of a list, the last one first where lists are linked.
    fn entries(lists: &Lists, list: &List) -> Vec<u32> {
        let mut rows = Vec::new();
        lists.read([list.start(); 8], list.len() as usize, &mut rows);
        for (i, row) in rows.iter().enumerate() {
            let mut one = Vec::new();
            lists.read([lists.walk(list.start(), i as u32); 8], 1, &mut one);
            assert_eq!(one, [*row]);
        }
        rows.iter().map(|row| row[0]).collect()
    }

    /// Checks that the entries of each list are those of `expected`, which holds each entry with its list.
    fn check(lists: &Lists, expected: &[(usize, u32)]) {
        let all = lists.all().iter().enumerate();
        let got: Vec<_> = all
            .flat_map(|(i, list)| entries(lists, list).into_iter().map(move |entry| (i, entry)))
            .collect();
        assert_eq!(got.len(), lists.entries());
        assert_eq!(got.len(), expected.len());
        let set = |all: &[(usize, u32)]| all.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(set(&got), set(expected));
    }

    #[test]
    fn every_digit_is_in_its_list() {
        let mut x = 1u64;
        let mut next = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if x >> 61 == 0 { [0] } else { [x >> (x >> 59)] }
        };
        for count in [0, 1, 3, 8, 511, 512, 513, 1100, 3000] {
            let integers: Vec<_> = (0..count).map(|_| next()).collect();
            for c in [2, 5, 10] {
                let digits = Digits::of_integers(&integers, c);
                let (windows, buckets) = (digits.plan.windows, digits.plan.buckets);
                let of = |from: usize, w: usize, first: usize| {
                    let digit = |i: usize| (i, digits.digit(i, w).value());
                    let with = (0..count).map(digit).filter(|(_, digit)| *digit != 0);
                    with.map(|(i, digit)| {
                        let entry = ((first + i) as u32) << 1 | u32::from(digit < 0);
                        (from + digit.unsigned_abs() as usize - 1, entry)
                    })
                    .collect::<Vec<_>>()
                };
                for group in [0..windows, 1..windows.clamp(1, 3), windows - 1..windows] {
                    let expected = group.clone().zip(0..).map(|(w, i): (_, usize)| of(i * buckets, w, 0));
                    let expected: Vec<_> = expected.flatten().collect();
                    check(&Lists::of_windows(&digits, group), &expected);
                }
                let first = |i: usize| i * (count + 3);
                let together = [(0, first(0)), (windows - 1, first(1))];
                let expected: Vec<_> = together.iter().flat_map(|(w, first)| of(0, *w, *first)).collect();
                check(
                    &Lists::of_windows_in_shared_buckets(&digits, together.into_iter()),
                    &expected,
                );
                let size = buckets + 1;
                let expected = (0..count).flat_map(|i| (0..windows).map(move |w| (i, w)));
                let expected: Vec<_> = expected
                    .map(|(i, w)| (i, w, digits.digit(i, w).value()))
                    .filter(|(_, _, digit)| *digit != 0)
                    .map(|(i, w, digit)| {
                        let at = w * size + digit.unsigned_abs() as usize - 1;
                        (i, (at as u32) << 1 | u32::from(digit < 0))
                    })
                    .collect();
                check(&Lists::of_scalars(&digits, size), &expected);
            }
        }
    }
}
