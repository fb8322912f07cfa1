//! Eight points times one integer.

use crate::{curves::lane_curve::LaneCurve, recode::wnaf};
use alloc::vec::Vec;

/// The widest window: eight odd multiples.
const WIDEST: u32 = 5;

/// A positive integer in signed digits.
pub struct Integer {
    /// Digits that are zero or odd, lowest first.
    digits: Vec<i8>,
    width: u32,
}

impl Integer {
    /// A little-endian integer that is not zero, with the digits that take the fewest additions.
    pub fn new(k: &[u64]) -> Self {
        let additions = |width: &u32| {
            let table = if *width == 2 { 0 } else { 1 << (width - 2) };
            table + wnaf(k, *width).iter().filter(|d| **d != 0).count()
        };
        let width = (2..=WIDEST).min_by_key(additions).unwrap_or(2);
        let mut digits = wnaf(k, width);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits, width }
    }
}

/// `k p`. It may fail in a lane as additions do, see [`LaneCurve`].
pub fn multiple<C: LaneCurve>(curve: &C, p: &C::Points, k: &Integer) -> C::Points {
    let mut table = [*p; 1 << (WIDEST - 2)];
    if k.width > 2 {
        let double = curve.double(p);
        for i in 1..1 << (k.width - 2) {
            table[i] = curve.add(&table[i - 1], &double);
        }
    }
    let entry = |digit: i8| {
        let multiple = table[usize::from(digit.unsigned_abs() / 2)];
        if digit < 0 { curve.negate(&multiple) } else { multiple }
    };
    let Some((top, rest)) = k.digits.split_last() else {
        return curve.identity();
    };
    let mut acc = entry(*top);
    for digit in rest.iter().rev() {
        acc = curve.double(&acc);
        if *digit != 0 {
            acc = curve.add(&acc, &entry(*digit));
        }
    }
    acc
}
