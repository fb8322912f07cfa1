//! Inversion over integers of any length.

use super::{BigElement, BigModulus};
use crate::kernels::inverse::{MASK62, batches, invert, read62, write62};
use ark_std::{vec, vec::Vec};

impl BigModulus {
    /// `a^-1`, or `None` if `a` and the modulus have a common factor, as for zero.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn inverse(&self, a: &BigElement) -> Option<BigElement> {
        self.check(a);
        // 62 len >= bits + 2, so that (-2 m, m) fits, and at least two limbs.
        let len = self.bits / 62 + 2;
        let read = |a: &[u64]| -> Vec<i64> {
            let mut limbs = vec![0; len];
            read62(a, &mut limbs);
            limbs
        };
        let modulus = read(self.limbs());
        let (mut f, mut g) = (modulus.clone(), read(a.0.as_flattened()));
        // Enough even for an element of another modulus of the same length.
        let batches = batches(len + 1);
        let (mut d, mut e, mut inverse) = (vec![0; batches], vec![0; batches], vec![0; len]);
        // (a R)^-1 R^2 is the inverse in Montgomery form.
        let scale = read(self.r2.as_flattened());
        let inv62 = self.inv.wrapping_neg() & MASK62;
        if !invert(
            [&mut f, &mut g],
            [&mut d, &mut e],
            &scale,
            &modulus,
            inv62,
            &mut inverse,
        ) {
            return None;
        }
        let mut out = self.zero();
        write62(&inverse, out.0.as_flattened_mut());
        Some(out)
    }
}
