//! Grand products: of permutations, and of lookups.

use crate::convert::F;
use ark_ff::Field;

/// `1, f_0, f_0 f_1, ...` for `f_i = numerators[i] / denominators[i]`: `count` of them. A denominator of zero counts as a
/// factor of zero, as in halo2.
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
