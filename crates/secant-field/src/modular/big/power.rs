//! Exponentiation by sliding windows.

use super::{BigElement, BigModulus, significant, zeros};
use crate::kernels::slices::{self, Block};
use ark_std::{boxed::Box, vec::Vec};

/// Squares and multiplies in place, with the scratch memory for it.
struct Work<'a> {
    modulus: &'a BigModulus,
    scratch: Vec<Block>,
    spare: Box<[Block]>,
}

impl<'a> Work<'a> {
    fn new(modulus: &'a BigModulus) -> Self {
        Self {
            modulus,
            scratch: modulus.scratch(),
            spare: zeros(modulus.m.len()),
        }
    }

    fn square(&mut self, a: &mut BigElement) {
        let Self {
            modulus: m,
            scratch,
            spare,
        } = self;
        slices::square(spare, &a.0, &m.m, m.inv, scratch);
        core::mem::swap(&mut a.0, spare);
    }

    fn mul(&mut self, a: &mut BigElement, b: &BigElement) {
        let Self {
            modulus: m,
            scratch,
            spare,
        } = self;
        slices::mul(spare, &a.0, &b.0, &m.m, m.inv, scratch);
        core::mem::swap(&mut a.0, spare);
    }
}

/// The width `w` of the windows for an exponent of `bits` bits. With a table of `2^(w - 1)` odd powers there are only
/// about `bits / (w + 1)` products. Up to the first bound there is no table, so exponents such as 3, 17 and 65537 need
/// none.
fn window(bits: usize) -> usize {
    match bits {
        0..=24 => 1,
        25..=80 => 3,
        81..=240 => 4,
        241..=672 => 5,
        _ => 6,
    }
}

/// Bits of an exponent, the least significant limb first.
struct Exponent<'a>(&'a [u64]);

impl Exponent<'_> {
    fn bits(&self) -> usize {
        self.0
            .last()
            .map_or(0, |top| 64 * self.0.len() - top.leading_zeros() as usize)
    }

    fn bit(&self, i: usize) -> usize {
        (self.0[i / 64] >> (i % 64)) as usize & 1
    }

    /// The window that begins with the set bit `high`: its lowest bit, which is set, and its value.
    fn window(&self, high: usize, width: usize) -> (usize, usize) {
        let low = (high + 1).saturating_sub(width);
        let low = (low..=high).find(|&i| self.bit(i) == 1).unwrap_or(high);
        let value = (low..=high).rev().fold(0, |value, i| value << 1 | self.bit(i));
        (low, value)
    }
}

impl BigModulus {
    /// `a^e` for an exponent of any length, the least significant limb first.
    ///
    /// The time is proportional to the exponent's length.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn pow(&self, a: &BigElement, e: &[u64]) -> BigElement {
        self.check(a);
        let e = Exponent(significant(e));
        let Some(top) = e.bits().checked_sub(1) else {
            return self.one();
        };
        let width = window(e.bits());
        let mut work = Work::new(self);
        let table = odd_powers(&mut work, a, 1 << (width - 1));
        // The first window starts from a power in the table, which saves squaring one.
        let (mut at, value) = e.window(top, width);
        let mut r = table[value / 2].clone();
        while at > 0 {
            if e.bit(at - 1) == 0 {
                work.square(&mut r);
                at -= 1;
                continue;
            }
            let (low, value) = e.window(at - 1, width);
            for _ in low..at {
                work.square(&mut r);
            }
            work.mul(&mut r, &table[value / 2]);
            at = low;
        }
        r
    }
}

/// The first `count` odd powers: `a, a^3, a^5, ...`.
fn odd_powers(work: &mut Work<'_>, a: &BigElement, count: usize) -> Vec<BigElement> {
    let mut powers = Vec::with_capacity(count);
    powers.push(a.clone());
    if count > 1 {
        let mut square = a.clone();
        work.square(&mut square);
        for i in 1..count {
            let mut next = powers[i - 1].clone();
            work.mul(&mut next, &square);
            powers.push(next);
        }
    }
    powers
}
