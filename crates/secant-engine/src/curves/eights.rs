//! Slices in groups of eight.

use crate::threads;
use alloc::vec::Vec;

/// Points in a task.
const CHUNK: usize = 64;

/// References to the elements of a slice of one to eight. The first element fills the places that are left.
#[inline(always)]
pub fn padded_to_eight<P>(elements: &[P]) -> [&P; 8] {
    let mut eight = [&elements[0]; 8];
    for (p, q) in eight.iter_mut().zip(elements) {
        *p = q;
    }
    eight
}

/// The answers for up to eight points, as bits.
#[derive(Clone, Copy)]
pub struct Answers {
    /// The lanes whose answer is yes.
    pub yes: u8,
    /// The lanes without an answer.
    pub unknown: u8,
}

/// For every element, the bit that `f` returns for it. `f` takes up to eight elements.
pub fn flags<P: Sync>(elements: &[P], f: impl Fn(&[P]) -> u8 + Sync) -> Vec<bool> {
    for_eights(elements, false, |elements, out| {
        let mask = f(elements);
        for (i, flag) in out.iter_mut().enumerate() {
            *flag = (mask >> i) & 1 == 1;
        }
    })
}

/// For every element, the answer that `f` returns for it, if there is one. `f` takes up to eight elements.
pub fn verdicts<P: Sync>(elements: &[P], f: impl Fn(&[P]) -> Answers + Sync) -> Vec<Option<bool>> {
    for_eights(elements, None, |elements, out| {
        let Answers { yes, unknown } = f(elements);
        for (i, answer) in out.iter_mut().enumerate() {
            *answer = ((unknown >> i) & 1 == 0).then_some((yes >> i) & 1 == 1);
        }
    })
}

/// The results that `f` writes, in place of `empty`, for up to eight elements at a time.
pub fn for_eights<P: Sync, R: Copy + Send>(elements: &[P], empty: R, f: impl Fn(&[P], &mut [R]) + Sync) -> Vec<R> {
    let mut all = alloc::vec![empty; elements.len()];
    threads::for_each_chunk(&mut all, CHUNK, |i, out| {
        let elements = &elements[CHUNK * i..][..out.len()];
        for (elements, out) in elements.chunks(8).zip(out.chunks_mut(8)) {
            f(elements, out);
        }
    });
    all
}
