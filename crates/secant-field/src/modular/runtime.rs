//! Odd moduli that are known at run time.

use super::{FieldContext, MAX_LIMBS, Modular, ModulusError, jacobi::jacobi};
use crate::{
    constants as c,
    kernels::{self, general, portable},
    recode::bits,
};

/// An odd modulus of up to `N` limbs, with the constants for Montgomery arithmetic.
///
/// It need not be a prime. For a composite modulus, [`FieldContext::inverse`] is `None` for elements that share a
/// divisor with it, and [`Modular::sqrt`] may miss roots. Top limbs may be zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulus<const N: usize> {
    pub(super) m: [u64; N],
    /// `-m^-1 mod 2^64`.
    inv: u64,
    /// `R mod m` with `R = 2^(64 N)`: one.
    r: [u64; N],
    /// `R^2 mod m`.
    r2: [u64; N],
    /// Whether the top bit of the limbs is clear.
    spare: bool,
}

/// An element of a [`Modulus`], in Montgomery form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residue<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Modulus<N> {
    /// From an integer in little-endian limbs.
    ///
    /// # Errors
    /// If it is even or one.
    pub fn new(m: [u64; N]) -> Result<Self, ModulusError> {
        const { assert!(0 < N && N <= MAX_LIMBS, "no modulus has so many limbs") };
        if m[0] & 1 == 0 {
            let is_zero = m.iter().all(|&limb| limb == 0);
            return Err(if is_zero {
                ModulusError::Zero
            } else {
                ModulusError::Even
            });
        }
        if m[0] == 1 && m[1..].iter().all(|&limb| limb == 0) {
            return Err(ModulusError::One);
        }
        let inv = c::neg_inv64(m[0]);
        // Doubles from the highest power of two below the modulus.
        let bits = bits(&m);
        let mut r = [0; N];
        r[(bits - 1) / 64] = 1 << ((bits - 1) % 64);
        for _ in bits - 1..64 * N {
            r = portable::double(&r, &m, false);
        }
        Ok(Self {
            m,
            inv,
            r,
            r2: square_of_r(&r, &m, inv),
            spare: m[N - 1] >> 63 == 0,
        })
    }

    /// From a big-endian integer. Leading zeros are allowed.
    ///
    /// # Errors
    /// If it is even or one, or too long.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModulusError> {
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let bytes = &bytes[zeros..];
        if bytes.len() > 8 * N {
            return Err(ModulusError::TooLong {
                bits: 8 * bytes.len() - bytes[0].leading_zeros() as usize,
                most: 64 * N,
            });
        }
        let mut m = [0; N];
        for (i, &byte) in bytes.iter().rev().enumerate() {
            m[i / 8] |= u64::from(byte) << (8 * (i % 8));
        }
        Self::new(m)
    }
}

/// `R^2 mod m` from `R mod m`: Montgomery products of `2^k R` double `k`.
fn square_of_r<const N: usize>(r: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    // R = 2^(64 N), and 64 N = odd 2^twos.
    let (odd, twos) = (N >> N.trailing_zeros(), N.trailing_zeros() + 6);
    let mut x = *r;
    for _ in 0..odd {
        x = portable::add(&x, &x, m, false);
    }
    for _ in 0..twos {
        x = general::mul(&x, &x, m, inv);
    }
    x
}

/// A product that is not inlined. With many limbs a call costs little, and inlined copies would cost much.
#[inline(never)]
fn mul_outlined<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    general::mul(a, b, m, inv)
}

impl<const N: usize> FieldContext for Modulus<N> {
    type Element = Residue<N>;

    #[inline(always)]
    fn zero(&self) -> Residue<N> {
        Residue([0; N])
    }

    #[inline(always)]
    fn one(&self) -> Residue<N> {
        Residue(self.r)
    }

    #[inline(always)]
    fn add(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        Residue(portable::add(&a.0, &b.0, &self.m, self.spare))
    }

    #[inline(always)]
    fn sub(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        Residue(portable::sub(&a.0, &b.0, &self.m))
    }

    #[inline(always)]
    fn double(&self, a: &Residue<N>) -> Residue<N> {
        Residue(portable::double(&a.0, &self.m, self.spare))
    }

    #[inline(always)]
    fn neg(&self, a: &Residue<N>) -> Residue<N> {
        Residue(portable::neg(&a.0, &self.m))
    }

    #[inline(always)]
    fn mul(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        // In WASM the product is not inlined anyway.
        if const { N > 4 && !cfg!(target_arch = "wasm32") } {
            return Residue(mul_outlined(&a.0, &b.0, &self.m, self.inv));
        }
        Residue(general::mul(&a.0, &b.0, &self.m, self.inv))
    }

    #[inline(always)]
    fn square(&self, a: &Residue<N>) -> Residue<N> {
        self.mul(a, a)
    }

    fn inverse(&self, a: &Residue<N>) -> Option<Residue<N>> {
        // From a R the kernel gives a^-1 R^-1 times its second argument: R^2 makes that a^-1 R.
        kernels::inverse(&a.0, &self.r2, &self.m, self.inv).map(Residue)
    }
}

impl<const N: usize> Modular for Modulus<N> {
    type Limbs = [u64; N];

    #[inline(always)]
    fn modulus(&self) -> &[u64; N] {
        &self.m
    }

    fn sqrt(&self, a: &Residue<N>) -> Option<Residue<N>> {
        if self.is_zero(a) {
            return Some(*a);
        }
        let root = if self.m[0] % 4 == 3 {
            self.pow(a, &c::add_shr(&self.m, 1, 2).0)
        } else if self.m[0] % 8 == 5 {
            self.sqrt_of_five_mod_eight(a)
        } else {
            self.cipolla(a)?
        };
        (self.square(&root) == *a).then_some(root)
    }

    fn element(&self, a: &[u64; N]) -> Option<Residue<N>> {
        (!c::geq(a, &self.m)).then(|| self.mul(&Residue(*a), &Residue(self.r2)))
    }

    fn to_limbs(&self, a: &Residue<N>) -> [u64; N] {
        let mut one = [0; N];
        one[0] = 1;
        general::mul(&a.0, &one, &self.m, self.inv)
    }

    fn reduce(&self, a: &[u64]) -> Residue<N> {
        super::reduce_chunks(self, a, &Residue(self.r2), |chunk| {
            Residue(general::mul(&self.r2, chunk, &self.m, self.inv))
        })
    }
}

impl<const N: usize> Modulus<N> {
    /// Atkin's square root: with `b = (2 a)^((m - 5) / 8)` and `i = 2 a b^2` it is `a b (i - 1)`.
    fn sqrt_of_five_mod_eight(&self, a: &Residue<N>) -> Residue<N> {
        let twice = self.double(a);
        // (m - 5) / 8 without its low bits is m / 8.
        let b = self.pow(&twice, &c::shr(&self.m, 3));
        let i = self.mul(&twice, &self.square(&b));
        self.mul(&self.mul(a, &b), &self.sub(&i, &self.one()))
    }

    /// Cipolla's square root: `(t + w)^((m + 1) / 2)` with `w^2 = t^2 - a`, for a `t` for which `t^2 - a` is not a
    /// square.
    ///
    /// The time of the Tonelli-Shanks algorithm would grow with the square of the 2-adicity of `m - 1`, which whoever
    /// supplies the modulus chooses.
    fn cipolla(&self, a: &Residue<N>) -> Option<Residue<N>> {
        if self.jacobi(a) != 1 {
            return None;
        }
        // A composite modulus may have no such `t`.
        let (t, ww) = super::cipolla_candidates().find_map(|t| {
            let t = self.reduce(&t);
            let ww = self.sub(&self.square(&t), a);
            (self.jacobi(&ww) == -1).then_some((t, ww))
        })?;
        // x + y w
        let (mut x, mut y) = (self.one(), self.zero());
        let exponent = c::add_shr(&self.m, 1, 1).0;
        for i in (0..bits(&exponent)).rev() {
            let yw = self.mul(&y, &ww);
            (x, y) = (
                self.add(&self.square(&x), &self.mul(&y, &yw)),
                self.double(&self.mul(&x, &y)),
            );
            if exponent[i / 64] >> (i % 64) & 1 == 1 {
                let yw = self.mul(&y, &ww);
                (x, y) = (self.add(&self.mul(&x, &t), &yw), self.add(&x, &self.mul(&y, &t)));
            }
        }
        Some(x)
    }

    /// The Jacobi symbol of an element over the modulus.
    pub(super) fn jacobi(&self, a: &Residue<N>) -> i8 {
        // R is a square, so Montgomery form does not change the symbol.
        jacobi(&mut a.0.clone(), &mut self.m.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moduli_that_are_none() {
        assert_eq!(Modulus::new([0, 1]), Err(ModulusError::Even));
        assert_eq!(Modulus::new([0, 0]), Err(ModulusError::Zero));
        assert_eq!(Modulus::new([1, 0]), Err(ModulusError::One));
        assert_eq!(
            Modulus::<1>::from_bytes(&[1; 9]),
            Err(ModulusError::TooLong { bits: 65, most: 64 })
        );
        assert!(Modulus::<1>::from_bytes(&[0, 1, 1, 1, 1, 1, 1, 1, 1]).is_ok());
        assert!(Modulus::new([1, 1]).is_ok());
    }

    /// The prime is `512 q + 1`, where `q` is the product of all odd primes up to 1009. Modulo it, each of these
    /// primes, two and -1 are squares. So `t^2 - 4 = (t - 2) (t + 2)` is a square for `t` from 1 to 1007, and none of
    /// these will do for Cipolla's method.
    #[test]
    fn a_prime_modulo_which_small_integers_are_squares() {
        let is_prime = |n: &u32| (2..*n).all(|d| !n.is_multiple_of(d));
        let p = (3u32..=1009).filter(is_prime).product::<num_bigint::BigUint>() * 512u32 + 1u32;
        let digits = p.to_u64_digits();
        let m = Modulus::<22>::new(digits.try_into().expect("22 limbs")).expect("an odd number");
        assert!(m.is_prime());
        for a in [2, 3, 4, 1009] {
            let a = m.reduce(&[a]);
            assert_eq!(m.sqrt(&a).map(|root| m.square(&root)), Some(a));
        }
    }

    /// All odd moduli below a bound, with all their elements: squares, roots, inverses, powers.
    #[test]
    fn small_moduli() {
        for modulus in (3u64..300).step_by(2) {
            let m = Modulus::<2>::new([modulus, 0]).expect("an odd number");
            let is_prime = (2..modulus).all(|d| modulus % d != 0);
            assert_eq!(m.is_prime(), is_prime, "{modulus}");
            let element = |a: u64| m.element(&[a, 0]).expect("below the modulus");
            assert_eq!(m.element(&[modulus, 0]), None);
            assert_eq!(m.element(&[0, 1]), None);
            let mut squares = std::collections::HashSet::new();
            (0..modulus).for_each(|a| {
                squares.insert(a * a % modulus);
            });
            for a in 0..modulus {
                let x = element(a);
                assert_eq!(m.to_limbs(&x), [a, 0]);
                assert_eq!(m.to_limbs(&m.pow(&x, &[3])), [a * a * a % modulus, 0]);
                assert_eq!(m.to_limbs(&m.neg(&x)), [(modulus - a) % modulus, 0]);
                let inverse = (0..modulus).find(|b| a * b % modulus == 1);
                assert_eq!(
                    m.inverse(&x).map(|x| m.to_limbs(&x)[0]),
                    inverse,
                    "{a} modulo {modulus}"
                );
                let root = m.sqrt(&x).map(|x| m.to_limbs(&x)[0]);
                if is_prime {
                    assert_eq!(root.is_some(), squares.contains(&a), "{a} modulo {modulus}");
                }
                assert!(root.is_none_or(|root| root * root % modulus == a));
            }
            let wide = [u64::MAX, 5, 0, 1 << 63, 77];
            let expected = wide.iter().rev().fold(0u128, |sum, &limb| {
                ((sum << 64) + u128::from(limb)) % u128::from(modulus)
            });
            assert_eq!(m.to_limbs(&m.reduce(&wide)), [expected as u64, 0]);
        }
    }
}
