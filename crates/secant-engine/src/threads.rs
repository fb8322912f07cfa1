//! Work in parts: on rayon's threads with the feature `parallel`, else one after the other.
//!
//! The number of threads is that of the rayon pool in which the caller runs.

use alloc::vec::Vec;

#[cfg(feature = "parallel")]
mod parts {
    use super::Vec;
    use rayon::prelude::*;

    /// How many parts can run at the same time.
    pub fn count() -> usize {
        rayon::current_num_threads()
    }

    /// `f(0), f(1), ... f(n - 1)`.
    pub fn map<R: Send>(n: usize, f: impl Fn(usize) -> R + Sync) -> Vec<R> {
        if n < 2 || count() < 2 {
            return (0..n).map(f).collect();
        }
        (0..n).into_par_iter().with_max_len(1).map(&f).collect()
    }

    /// `f(i, chunk)` for every chunk `i` of `size` elements, but for the last, which may be shorter.
    pub fn for_each_chunk<T: Send>(slice: &mut [T], size: usize, f: impl Fn(usize, &mut [T]) + Sync) {
        if slice.len() <= size || count() < 2 {
            slice.chunks_mut(size).enumerate().for_each(|(i, chunk)| f(i, chunk));
        } else {
            slice
                .par_chunks_mut(size)
                .enumerate()
                .for_each(|(i, chunk)| f(i, chunk));
        }
    }
}

#[cfg(not(feature = "parallel"))]
mod parts {
    use super::Vec;

    /// How many parts can run at the same time.
    pub fn count() -> usize {
        1
    }

    /// `f(0), f(1), ... f(n - 1)`.
    pub fn map<R>(n: usize, f: impl Fn(usize) -> R) -> Vec<R> {
        (0..n).map(f).collect()
    }

    /// `f(i, chunk)` for every chunk `i` of `size` elements, but for the last, which may be shorter.
    pub fn for_each_chunk<T>(slice: &mut [T], size: usize, f: impl Fn(usize, &mut [T])) {
        slice.chunks_mut(size).enumerate().for_each(|(i, chunk)| f(i, chunk));
    }
}

pub use parts::{count, for_each_chunk, map};
