//! Sums of a few multiples with shared doublings.

use crate::{
    curves::sw::jacobian::{CoeffA, Jacobian},
    recode::wnaf,
};
use alloc::vec::Vec;
use ark_ff::Field;

/// A multiple: the digits of its scalar and the odd multiples of its point.
pub struct Part<F> {
    negative: bool,
    digits: Vec<i8>,
    table: Vec<(F, F)>,
}

impl<F: Field> Part<F> {
    /// `scalar` times the first point of a table of `2^(w - 2)` odd multiples, negated if `negative`.
    pub fn new(negative: bool, scalar: &[u64], w: u32, table: Vec<(F, F)>) -> Self {
        Self {
            negative,
            digits: wnaf(scalar, w),
            table,
        }
    }

    /// The entry for an odd digit.
    #[inline(always)]
    fn entry(&self, digit: i8) -> (F, F) {
        let (x, y) = self.table[usize::from(digit.unsigned_abs()) / 2];
        (x, if (digit < 0) == self.negative { y } else { -y })
    }
}

/// The sum, on the curve with coefficient `a` on which all tables are affine.
pub fn interleaved<F: Field>(parts: &[Part<F>], a: &impl CoeffA<F>) -> Jacobian<F> {
    meter!("interleaved digits", Jacobian<F>, parts.len());
    let length = parts.iter().map(|part| part.digits.len()).max().unwrap_or(0);
    let mut acc = Jacobian::identity();
    for i in (0..length).rev() {
        acc = acc.double(a);
        for part in parts {
            let digit = part.digits.get(i).copied().unwrap_or(0);
            if digit != 0 {
                let (x, y) = part.entry(digit);
                acc = acc.add_affine(&x, &y, a);
            }
        }
    }
    acc
}
