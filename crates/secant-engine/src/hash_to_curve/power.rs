//! Powers with one exponent for all elements.

use crate::hash_to_curve::element::Element;

/// Bits of a window. With 381 bits of exponent it takes 80 products, and four bits would take 84; with 254 bits both
/// take 59.
const WINDOW: usize = 5;

/// `x^exponent` for a little-endian exponent, by sliding windows.
#[inline(always)]
pub fn power<E: Element>(x: &E, exponent: &[u64]) -> E {
    // Odd powers.
    let mut table = [*x; 1 << (WINDOW - 1)];
    let square = x.square();
    for i in 1..table.len() {
        table[i] = table[i - 1].mul(&square);
    }
    let bit = |i: usize| (exponent[i / 64] >> (i % 64)) & 1;
    let mut acc: Option<E> = None;
    let mut left = 64 * exponent.len();
    while left > 0 {
        left -= 1;
        if bit(left) == 0 {
            acc = acc.map(|a| a.square());
            continue;
        }
        // The window from bit `left` down to the lowest bit within its width that is set.
        let mut low = (left + 1).saturating_sub(WINDOW);
        while bit(low) == 0 {
            low += 1;
        }
        let mut digit = 0;
        for i in (low..=left).rev() {
            digit = 2 * digit + bit(i) as usize;
        }
        let entry = &table[digit >> 1];
        acc = Some(match acc {
            Some(mut a) => {
                for _ in low..=left {
                    a = a.square();
                }
                a.mul(entry)
            }
            None => *entry,
        });
        left = low;
    }
    acc.unwrap_or(*x)
}
