//! Sums of a few multiples with shared doublings.

use crate::curves::sw::{Coefficient, Jacobian};
use secant_field::context::FieldContext;

/// A multiple: the digits of its scalar and the odd multiples of its point.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, E> {
    /// Whether the multiple is to be negated.
    pub negative: bool,
    /// The scalar in non-adjacent form of width `w`: see [`wnaf`](crate::recode::wnaf).
    pub digits: &'a [i8],
    /// At least `2^(w - 2)` odd multiples of the point.
    pub table: &'a [(E, E)],
}

/// The sum, on the curve with coefficient `a` on which all tables are affine.
pub fn interleaved<F: FieldContext>(
    f: &F,
    a: &impl Coefficient<F>,
    parts: &[Part<'_, F::Element>],
) -> Jacobian<F::Element> {
    meter!("interleaved digits", Jacobian<F::Element>, parts.len());
    sum_of_parts(f, a, parts)
}

/// [`interleaved`] that is not counted as a procedure of its own.
#[inline(always)]
pub(crate) fn sum_of_parts<F: FieldContext>(
    f: &F,
    a: &impl Coefficient<F>,
    parts: &[Part<'_, F::Element>],
) -> Jacobian<F::Element> {
    let length = parts.iter().map(|part| part.digits.len()).max().unwrap_or(0);
    let mut sum = Jacobian::identity(f);
    for i in (0..length).rev() {
        sum = sum.double(f, a);
        for part in parts {
            let digit = part.digits.get(i).copied().unwrap_or(0);
            if digit != 0 {
                let (x, mut y) = part.table[usize::from(digit.unsigned_abs()) / 2];
                if (digit < 0) != part.negative {
                    y = f.neg(&y);
                }
                sum = sum.add_affine(f, a, &x, &y);
            }
        }
    }
    sum
}
