//! Montgomery's trick: many inverses for one inversion and three products each.

use alloc::vec::Vec;
use ark_ff::Field;

/// Replaces every non-zero element by its inverse; zeros stay zero.
pub fn invert<F: Field>(values: &mut [F]) {
    let mut prefix = Vec::with_capacity(values.len());
    invert_with(values, &mut prefix);
}

/// [`invert`] with a scratch vector that the caller keeps between calls.
pub fn invert_with<F: Field>(values: &mut [F], prefix: &mut Vec<F>) {
    meter!("batch inversion", F, values.len());
    prefix.clear();
    let mut product = F::ONE;
    for v in values.iter() {
        prefix.push(product);
        if !v.is_zero() {
            product *= v;
        }
    }
    // A product of non-zero field elements is not zero.
    let Some(mut inverse) = product.inverse() else { return };
    for (v, before) in values.iter_mut().zip(prefix.iter()).rev() {
        if !v.is_zero() {
            let next = inverse * *v;
            *v = inverse * before;
            inverse = next;
        }
    }
}
