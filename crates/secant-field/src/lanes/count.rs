//! Counts what algorithms compute on lanes, for comparison with limits.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

static HALVES: AtomicU64 = AtomicU64::new(0);
static SQUARES: AtomicU64 = AtomicU64::new(0);

/// Products of eight pairs of field elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Multiplications without reduction, and reductions: a product is two of these, a sum of `k` products with one
    /// reduction `k + 1`.
    pub halves: u64,
    /// Squares computed as such, with their reductions.
    pub squares: u64,
}

impl Counts {
    /// Adds these counts to those of the process.
    pub(super) fn add(self) {
        HALVES.fetch_add(self.halves, Relaxed);
        SQUARES.fetch_add(self.squares, Relaxed);
    }

    /// The counts of the process so far.
    pub(super) fn total() -> Self {
        Self {
            halves: HALVES.load(Relaxed),
            squares: SQUARES.load(Relaxed),
        }
    }

    /// The difference to an earlier count.
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            halves: self.halves - earlier.halves,
            squares: self.squares - earlier.squares,
        }
    }
}
