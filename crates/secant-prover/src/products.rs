//! Grand products of permutations and lookups.

use crate::convert::F;
use ark_ff::Field;

/// The first `count` of `1, f_0, f_0 f_1, ...` with `f_i = numerators[i] / denominators[i]`. If a denominator is zero,
/// the factor is zero, as in halo2.
pub fn running(numerators: &[F], mut denominators: Vec<F>, count: usize) -> Vec<F> {
    secant_engine::batch::invert(&mut denominators);
    let mut product = F::ONE;
    let mut out = Vec::with_capacity(count);
    out.push(product);
    for (n, d) in numerators.iter().zip(&denominators).take(count - 1) {
        product *= *n * d;
        out.push(product);
    }
    out
}
