//! From the curve to its subgroup of prime order.

use crate::hash_to_curve::SswuParams;
use ark_ec::short_weierstrass::Projective;
use ark_ff::{AdditiveGroup, Field};

/// How a point of the curve becomes one of the prime-order subgroup: RFC 9380, section 7.
#[derive(Clone, Copy, Debug)]
pub enum Cofactor<F> {
    /// All points are in the subgroup.
    One,
    /// By a multiplication. It runs on lanes for curves with `a = 0` over fields with headroom.
    Multiple(u64),
    /// By the endomorphism of a twist. It runs on lanes for curves with `a = 0` over fields with headroom.
    Psi(Psi<F>),
}

/// `psi(x, y) = (cx conj(x), cy conj(y))`, Frobenius on a sextic twist of a BLS12 curve over the quadratic extension.
#[derive(Clone, Copy, Debug)]
pub struct Psi<F> {
    /// The factor of `x`.
    pub cx: F,
    /// The factor of `y`.
    pub cy: F,
    /// The absolute value of the curve's parameter, which is negative.
    pub minus_x: u64,
}

/// Points whose cofactor is being cleared: one or several.
pub trait Points<F>: Copy {
    /// `2 self`.
    #[must_use]
    fn double(&self) -> Self;
    /// `self + q`.
    #[must_use]
    fn add(&self, q: &Self) -> Self;
    /// `-self`.
    #[must_use]
    fn neg(&self) -> Self;
    /// `psi(self)`.
    #[must_use]
    fn apply(&self, psi: &Psi<F>) -> Self;

    /// `k self` for `k > 0`.
    #[must_use]
    fn multiple(&self, k: u64) -> Self {
        let mut acc = *self;
        for i in (0..k.ilog2()).rev() {
            acc = acc.double();
            if (k >> i) & 1 == 1 {
                acc = acc.add(self);
            }
        }
        acc
    }

    /// The point with its cofactor cleared.
    #[must_use]
    fn cleared(&self, cofactor: &Cofactor<F>) -> Self {
        match cofactor {
            Cofactor::One => *self,
            Cofactor::Multiple(h) => self.multiple(*h),
            // RFC 9380, section G.3: (x^2 - x - 1) P + (x - 1) psi(P) + psi^2(2 P).
            Cofactor::Psi(psi) => {
                let minus_xp = self.multiple(psi.minus_x);
                let psi_p = self.apply(psi);
                let sum = minus_xp.add(&psi_p.neg()).multiple(psi.minus_x);
                let psi2_2p = self.double().apply(psi).apply(psi);
                sum.add(&psi2_2p).add(&psi_p.neg()).add(&minus_xp).add(&self.neg())
            }
        }
    }
}

impl<C: SswuParams> Points<C::BaseField> for Projective<C> {
    fn double(&self) -> Self {
        AdditiveGroup::double(self)
    }

    fn add(&self, q: &Self) -> Self {
        *self + q
    }

    fn neg(&self) -> Self {
        -*self
    }

    fn apply(&self, psi: &Psi<C::BaseField>) -> Self {
        let conjugate = |a: &C::BaseField| a.frobenius_map(1);
        Self::new_unchecked(
            psi.cx * conjugate(&self.x),
            psi.cy * conjugate(&self.y),
            conjugate(&self.z),
        )
    }
}

/// `p` with its cofactor cleared.
pub fn clear<C: SswuParams>(p: &Projective<C>) -> Projective<C> {
    p.cleared(&C::CLEARING)
}
