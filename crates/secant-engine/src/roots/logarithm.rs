//! Discrete logarithms in the group of order `2^s` of a prime field, in windows.

use crate::hash_to_curve::{MapField, element::Element};
use alloc::vec::Vec;
use ark_ff::PrimeField;

/// The most windows: 47 bits in windows of four.
const WINDOWS: usize = 12;
/// The most elements side by side.
const ELEMENTS: usize = 16;

/// From this many elements on, tables for windows of eight bits pay (they take 1500 products, those of four bits 200).
const WIDE_FROM: usize = 200;

/// Tables for the generator `g` of the group of order `2^s`.
///
/// Exponents are in units of `2^-pad`, so that they split into windows of equal width. `g = h^(2^pad)`, and `h` itself
/// is not needed.
pub struct Logarithms<P> {
    width: usize,
    windows: usize,
    pad: usize,
    /// `h^(-d 2^(width (windows - m)))` at `[m - 1][d]`; for `m = windows` only where `2^pad` divides `d`.
    inverses: Vec<P>,
    /// The exponents of the powers of the element of order `2^width`. A power is found by a key: a few of its bits that
    /// tell it apart.
    slots: Vec<Option<(u64, u16)>>,
}

impl<P: PrimeField + MapField<Prime = P>> Logarithms<P> {
    /// The tables for `count` logarithms.
    pub fn new(count: usize) -> Self {
        let s = P::TWO_ADICITY as usize;
        let width = if count < WIDE_FROM { 4 } else { 8 }.min(s.div_ceil(2));
        let windows = s.div_ceil(width);
        let pad = width * windows - s;
        assert!(windows <= WINDOWS, "a 2-adicity above {}", 4 * WINDOWS);
        let g = P::TWO_ADIC_ROOT_OF_UNITY;
        // Powers of the inverse of h^(2^(width (windows - m))), from m = windows down to 1.
        let size = 1 << width;
        let mut inverses = alloc::vec![P::ONE; windows * size];
        let mut base = g.inverse().unwrap_or(g);
        let last = &mut inverses[(windows - 1) * size..];
        let mut power = P::ONE;
        for d in (0..size).step_by(1 << pad) {
            last[d] = power;
            power *= base;
        }
        for m in (1..windows).rev() {
            let squarings = if m + 1 == windows { width - pad } else { width };
            for _ in 0..squarings {
                base.square_in_place();
            }
            let mut power = P::ONE;
            for entry in &mut inverses[(m - 1) * size..][..size] {
                *entry = power;
                power *= base;
            }
        }
        let mut logarithms = Self {
            width,
            windows,
            pad,
            inverses,
            slots: alloc::vec![None; 4 * size],
        };
        // The inverse of the power d is the power size - d.
        for d in 0..size {
            let key = logarithms.inverses[d].key();
            let at = logarithms.slot(key);
            logarithms.slots[at] = Some((key, ((size - d) % size) as u16));
        }
        logarithms
    }

    /// The slot of the element with this key, or the free slot where it would be.
    fn slot(&self, key: u64) -> usize {
        let mut at = key as usize % self.slots.len();
        while self.slots[at].is_some_and(|(k, _)| k != key) {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    /// The logarithm of a power of the element of order `2^width`; zero for other elements.
    fn digit(&self, x: &P) -> u64 {
        self.slots[self.slot(x.key())].map_or(0, |(_, digit)| u64::from(digit))
    }

    fn inverse(&self, m: usize, exponent: u64, window: usize) -> P {
        let digit = (exponent >> (window * self.width)) as usize & ((1 << self.width) - 1);
        self.inverses[((m - 1) << self.width) + digit]
    }

    /// `w g^-(e - e mod 2) / 2` for `b = g^e`, and which `e` are odd.
    #[inline(always)]
    pub fn halve<E: Element<Field = P>>(&self, b: &E, w: &E) -> (E, u16) {
        let mut powers = [*b; WINDOWS];
        for i in 1..self.windows {
            let mut power = powers[i - 1];
            for _ in 0..self.width {
                power = power.square();
            }
            powers[i] = power;
        }
        let mut exponents = [0u64; ELEMENTS];
        for i in 0..self.windows {
            let mut power = powers[self.windows - 1 - i];
            for j in 0..i {
                power = power.mul(&power.numbered(|l| self.inverse(i + 1 - j, exponents[l], j)));
            }
            power.for_each(|l, x| exponents[l] |= self.digit(x) << (i * self.width));
        }
        let mut odd = 0;
        for (l, exponent) in exponents.iter_mut().enumerate() {
            let bit = (*exponent >> self.pad) & 1;
            odd |= (bit as u16) << l;
            *exponent = (*exponent - (bit << self.pad)) >> 1;
        }
        let mut q = *w;
        for j in 0..self.windows {
            q = q.mul(&q.numbered(|l| self.inverse(self.windows - j, exponents[l], j)));
        }
        (q, odd)
    }
}
