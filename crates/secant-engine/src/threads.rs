//! Work in parts: on rayon's threads with the feature `parallel`, else one after the other.
//!
//! The number of threads is that of the rayon pool in which the caller runs.

use alloc::vec::Vec;

#[cfg(feature = "parallel")]
mod parts {
    use super::Vec;
    use rayon::prelude::*;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// How many parts can run at the same time.
    pub fn count() -> usize {
        rayon::current_num_threads()
    }

    /// `f(0), f(1), ... f(n - 1)`.
    pub fn map<R: Send>(n: usize, f: impl Fn(usize) -> R + Sync) -> Vec<R> {
        let results = slots(n);
        run(n, &|i| put(&results[i], f(i)));
        taken(results)
    }

    // Code that does not depend on the function is compiled once for each type of result.

    fn slots<R>(n: usize) -> Vec<Mutex<Option<R>>> {
        let mut slots = Vec::new();
        slots.resize_with(n, Mutex::default);
        slots
    }

    fn put<R>(slot: &Mutex<Option<R>>, result: R) {
        *locked(slot) = Some(result);
    }

    fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn taken<R>(slots: Vec<Mutex<Option<R>>>) -> Vec<R> {
        let mut results = Vec::with_capacity(slots.len());
        for slot in slots {
            let result = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
            results.push(result.expect("every part has run"));
        }
        results
    }

    /// Calls `f(i, chunk)` for every chunk `i` of `size` elements. The last chunk may be shorter.
    pub fn for_each_chunk<T: Send>(slice: &mut [T], size: usize, f: impl Fn(usize, &mut [T]) + Sync) {
        let chunks: Vec<_> = slice.chunks_mut(size).map(Mutex::new).collect();
        run(chunks.len(), &|i| f(i, &mut locked(&chunks[i])));
    }

    /// `a()` and `b()`, the first on this thread.
    pub fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        let (mut a, mut b, mut x, mut y) = (Some(a), Some(b), None, None);
        join(&mut || x = a.take().map(|a| a()), &mut || y = b.take().map(|b| b()));
        (x.expect("it has run"), y.expect("it has run"))
    }

    /// Not generic, for the same reason as [`run`].
    fn join(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
        if count() < 2 {
            a();
            b();
        } else {
            #[cfg(feature = "meter")]
            let here = secant_meter::current_position();
            #[cfg(feature = "meter")]
            let b = || here.run(b);
            rayon::join(a, b);
        }
    }

    /// Runs all parts. It is not generic, so that rayon is compiled once rather than for every closure of every curve.
    /// The price is one lock for each part, which the callers take.
    fn run(n: usize, part: &(dyn Fn(usize) + Sync)) {
        if n < 2 || count() < 2 {
            (0..n).for_each(part);
        } else {
            #[cfg(feature = "meter")]
            let here = secant_meter::current_position();
            #[cfg(feature = "meter")]
            let part = &|i: usize| here.run(|| part(i));
            (0..n).into_par_iter().with_max_len(1).for_each(part);
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

    /// `a()` and `b()`.
    pub fn both<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
        (a(), b())
    }

    /// Calls `f(i, chunk)` for every chunk `i` of `size` elements. The last chunk may be shorter.
    pub fn for_each_chunk<T>(slice: &mut [T], size: usize, f: impl Fn(usize, &mut [T])) {
        slice.chunks_mut(size).enumerate().for_each(|(i, chunk)| f(i, chunk));
    }
}

pub use parts::{both, count, for_each_chunk, map};

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    fn in_a_pool<R: Send>(test: impl FnOnce() -> R + Send) -> R {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
        pool.expect("threads start").install(test)
    }

    #[test]
    fn parts_keep_their_order_within_others() {
        in_a_pool(|| {
            let mut all = [0; 103];
            for_each_chunk(&mut all, 10, |i, chunk| {
                let inner = map(chunk.len(), |j| 10 * i + j);
                chunk.copy_from_slice(&inner);
            });
            assert!(all.into_iter().eq(0..103));
            for_each_chunk(&mut [0; 0], 10, |_, _| unreachable!());
            assert!(map(0, |i| i).is_empty());
        });
    }

    #[test]
    fn two_parts_have_their_results() {
        let mut all = [0; 8];
        let (one, two) = in_a_pool(|| both(|| 1, || both(|| all.fill(2), || 3)));
        assert_eq!((one, two, all), (1, ((), 3), [2; 8]));
    }

    #[test]
    #[should_panic(expected = "part 7")]
    fn panics_reach_the_caller() {
        in_a_pool(|| map(20, |i| assert_ne!(i, 7, "part 7")));
    }
}
