//! Classes of `Fp12*` modulo `Fp6*`.

use super::{Fp2Of, Fp6Of, Fp12Of, PairingCurve, digits, tail};
use ark_ff::Field;

/// The class of `a + w` modulo `Fp6*`, which may be any class but that of one: the algebraic torus `T2` of Rubin and
/// Silverberg, Torus-based cryptography, section 4.
///
/// In a circuit every operation is one relation in `Fp6`. It has no exceptions that a prover could use: a quotient
/// `n / d` with `n = d = 0` would make `v` a square in `Fp6`. `None` is the class of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torus<C: PairingCurve>(pub Fp6Of<C>);

impl<C: PairingCurve> Torus<C> {
    /// The class of an element; `None` if the element is in `Fp6`.
    pub fn of(z: &Fp12Of<C>) -> Option<Self> {
        Some(Self(z.c0 * z.c1.inverse()?))
    }

    /// `a + w`.
    pub fn lift(&self) -> Fp12Of<C> {
        Fp12Of::<C>::new(self.0, Fp6Of::<C>::ONE)
    }

    /// The square: `(a^2 + v) / (2 a)`.
    pub fn square(&self) -> Option<Self> {
        self.product(self)
    }

    /// The product: `(a b + v) / (a + b)`.
    pub fn product(&self, other: &Self) -> Option<Self> {
        let (a, b) = (self.0, other.0);
        let mut numerator = a * b;
        // v
        numerator.c1 += Fp2Of::<C>::ONE;
        Some(Self(numerator * (a + b).inverse()?))
    }

    /// The inverse: `-a`.
    pub fn inverse(&self) -> Self {
        Self(-self.0)
    }

    /// The power with exponent `p^i`: `a^(p^i) / w^(p^i - 1)`, where `w^(p^i - 1)` is in `Fp2`.
    pub fn frobenius(&self, i: usize) -> Option<Self> {
        let mut z = self.lift();
        z.frobenius_map_in_place(i);
        Self::of(&z)
    }

    /// The power with exponent `sign p^i`, for the signs 1 and -1.
    fn signed_frobenius(&self, i: usize, sign: i8) -> Option<Self> {
        let image = self.frobenius(i)?;
        Some(if sign < 0 { image.inverse() } else { image })
    }

    /// The power with exponent `sum exponents[i] p^i`, with one chain of squares for all terms.
    pub fn power(&self, exponents: &[i8; 4]) -> Option<Self> {
        let mut result: Option<Self> = None;
        for bit in (0..7).rev() {
            result = match result {
                Some(result) => Some(result.square()?),
                None => None,
            };
            for (i, &exponent) in exponents.iter().enumerate() {
                if exponent.unsigned_abs() >> bit & 1 == 1 {
                    let factor = self.signed_frobenius(i, exponent.signum())?;
                    result = Some(match result {
                        Some(result) => result.product(&factor)?,
                        None => factor,
                    });
                }
            }
        }
        result
    }

    /// Whether the order is `r`. This computes the power with exponent `lambda` up to its last term, and checks that it
    /// is the inverse of that term.
    ///
    /// The check is exact because `gcd(lambda, p^6 + 1) = r`, except if an intermediate power is one, which does not
    /// happen for elements of order `r`.
    pub fn has_order_r(&self) -> bool {
        self.closes().unwrap_or(false)
    }

    fn closes(&self) -> Option<bool> {
        let mut power = *self;
        for digit in digits::<C>().into_iter().skip(1) {
            power = power.square()?;
            if digit != 0 {
                power = power.product(&self.signed_frobenius(0, digit)?)?;
            }
        }
        let mut terms = tail::<C>();
        let (last, sign) = terms.pop()?;
        for (i, sign) in terms {
            power = power.product(&self.signed_frobenius(i, sign)?)?;
        }
        Some(power == self.signed_frobenius(last, -sign)?)
    }

    /// The value of the pairing, for the class `t` of the loop's value: `(s + w) / (s - w)` with `s + w` in the class
    /// of `t^(o / 2)`.
    pub fn output(&self) -> Option<Fp12Of<C>> {
        let s = C::OUTPUT.iter().try_fold(*self, |s, factor| s.power(factor))?;
        let y = s.lift();
        Some(y * conjugate::<C>(&y).inverse()?)
    }
}

/// The element with its odd coefficients negated: its `p^6`-th power, and its inverse modulo `Fp6`.
pub(super) fn conjugate<C: PairingCurve>(z: &Fp12Of<C>) -> Fp12Of<C> {
    Fp12Of::<C>::new(z.c0, -z.c1)
}
