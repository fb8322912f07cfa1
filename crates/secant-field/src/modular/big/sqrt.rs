//! Square roots modulo primes, and the Jacobi symbol.

use super::{BigElement, BigModulus};
use crate::modular::{cipolla_candidates, jacobi::jacobi};
use ark_std::vec::Vec;

impl BigModulus {
    /// The Jacobi symbol of `a`. For a prime modulus it is 1 for squares, -1 for non-squares and 0 for zero. For any
    /// modulus it is 0 if `a` has a common factor with it.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn jacobi(&self, a: &BigElement) -> i8 {
        self.check(a);
        // R is a square, so Montgomery form does not change the symbol.
        jacobi(a.0.clone().as_flattened_mut(), &mut self.limbs().to_vec())
    }

    /// A square root of `a` for a prime modulus, or `None` if `a` has none. It may be either of the two roots.
    ///
    /// For a composite modulus this is a square root or `None`. The result is checked, so it is never anything else.
    ///
    /// Modulo primes that are 1 modulo 8 this is Cipolla's method, an exponentiation in the quadratic extension. Its
    /// time, unlike that of the Tonelli-Shanks algorithm, does not depend on how often 2 divides `p - 1`. In a prime
    /// chosen for that, it may be thousands of times.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn sqrt(&self, a: &BigElement) -> Option<BigElement> {
        self.check(a);
        if a.is_zero() {
            return Some(self.zero());
        }
        let m = self.limbs();
        let root = match m[0] % 8 {
            // a^((p + 1) / 4)
            3 | 7 => self.pow(a, &plus_one_shifted(m, 2)),
            // Atkin: with b = (2 a)^((p - 5) / 8) and i = 2 a b^2, which is a root of -1, the root is a b (i - 1).
            5 => {
                let double = self.add(a, a);
                let b = self.pow(&double, &shifted(m, 3));
                let i = self.mul(&double, &self.square(&b));
                self.mul(&self.mul(a, &b), &self.sub(&i, &self.one()))
            }
            _ => self.cipolla(a)?,
        };
        (self.square(&root) == *a).then_some(root)
    }

    /// A root of a square `a` modulo a prime: `(t + w)^((p + 1) / 2)` for `w^2 = t^2 - a` that is not a square.
    fn cipolla(&self, a: &BigElement) -> Option<BigElement> {
        if self.jacobi(a) != 1 {
            return None;
        }
        let (t, w2) = cipolla_candidates().find_map(|t| {
            let t = self.reduce(&t);
            let w2 = self.sub(&self.square(&t), a);
            (self.jacobi(&w2) == -1).then_some((t, w2))
        })?;
        let e = plus_one_shifted(self.limbs(), 1);
        let (mut x, mut y) = (self.one(), self.zero());
        for i in (0..64 * e.len()).rev() {
            let xy = self.mul(&x, &y);
            x = self.add(&self.square(&x), &self.mul(&w2, &self.square(&y)));
            y = self.add(&xy, &xy);
            if e[i / 64] >> (i % 64) & 1 == 1 {
                let next = self.add(&self.mul(&x, &t), &self.mul(&y, &w2));
                y = self.add(&x, &self.mul(&y, &t));
                x = next;
            }
        }
        Some(x)
    }
}

/// `floor(a / 2^k)` for `0 < k < 64`.
fn shifted(a: &[u64], k: u32) -> Vec<u64> {
    let above = a.iter().skip(1).chain(core::iter::once(&0));
    a.iter()
        .zip(above)
        .map(|(low, high)| low >> k | high << (64 - k))
        .collect()
}

/// `(a + 1) / 2^k` for `a = -1 mod 2^k` and `0 < k < 64`.
fn plus_one_shifted(a: &[u64], k: u32) -> Vec<u64> {
    let mut r = shifted(a, k);
    for limb in &mut r {
        let carry;
        (*limb, carry) = limb.overflowing_add(1);
        if !carry {
            break;
        }
    }
    r
}
