//! Tests by an endomorphism whether a point of a curve `y^2 = x^3 + b` is in the prime-order subgroup.
//!
//! Let `e` be an endomorphism with characteristic polynomial `e^2 - t e + n = 0` on the whole curve, and let
//! `alpha = a0 + a1 e` annihilate the subgroup of order `r`. The test asks whether `alpha` takes the point to the
//! identity. Any point that `alpha` annihilates is also annihilated by two integers: the norm
//! `a0^2 + a0 a1 t + a1^2 n`, which is `alpha` times its conjugate, and the order of the curve's group. If the greatest
//! common divisor of these two is `r`, the test is exact for all points of the curve (El Housni, Guillevic, Piellard,
//! eprint 2022/352, section 3, which mends Scott, eprint 2021/1130). `secant-curve/tests/membership.rs` computes it for
//! every curve that has a test.

use crate::{
    curves::sw::ZeroA,
    scalars::sw::mul::{double_and_add, into_projective, mul_with},
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::{AdditiveGroup, Field, Zero};
use secant_field::context::Typed;

/// Up to this many set bits, a factor is worth no table: its windows of four bits would take as many additions.
const SPARSE: u32 = 16;

/// An endomorphism of a curve `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug)]
pub enum Map<F> {
    /// `phi(x, y) = (beta x, y)` for a cube root of unity `beta`: `phi^2 + phi + 1 = 0`.
    Phi(F),
    /// `psi(x, y) = (c_x x^p, c_y y^p)` on a twist over the quadratic extension: `psi^2 - t psi + p = 0` for the trace
    /// `t` of the curve over the prime field.
    Psi(F, F),
}

/// The test of a curve: `sum_j e^j(sum_k terms[j][k] Q_k)` is the identity for the points of the subgroup and for no
/// others, where `Q_0` is the point and `Q_(k + 1) = chain[k] Q_k`.
#[derive(Clone, Copy, Debug)]
pub struct Membership<F> {
    /// The endomorphism `e`.
    pub map: Map<F>,
    /// Non-zero factors, each with whether it is negative.
    pub chain: &'static [(u64, bool)],
    /// Coefficients from -2 to 2. Each row has some that are not zero.
    pub terms: &'static [&'static [i8]],
}

/// One point or several.
pub(crate) trait Points<F>: Clone {
    /// A positive factor, prepared.
    type Factor;

    fn doubled(&self) -> Self;
    fn negated(&self) -> Self;
    fn plus(&self, q: &Self) -> Self;
    fn times(&self, k: &Self::Factor) -> Self;
    fn mapped(&self, map: &Map<F>) -> Self;
}

impl<F> Membership<F> {
    /// The sum that is the identity for points of the subgroup. `factors` are those of [`Self::chain`] without signs.
    pub(crate) fn sum<P: Points<F>>(&self, p: P, factors: &[P::Factor]) -> P {
        let mut chain = alloc::vec![p];
        for ((_, negative), factor) in self.chain.iter().zip(factors) {
            let next = chain[chain.len() - 1].times(factor);
            chain.push(if *negative { next.negated() } else { next });
        }
        let mut sum: Option<P> = None;
        for row in self.terms.iter().rev() {
            sum = sum.map(|sum| sum.mapped(&self.map));
            for (c, q) in row.iter().zip(&chain).filter(|(c, _)| **c != 0) {
                let q = if c.unsigned_abs() == 2 { q.doubled() } else { q.clone() };
                let q = if *c < 0 { q.negated() } else { q };
                sum = Some(sum.map_or_else(|| q.clone(), |sum| sum.plus(&q)));
            }
        }
        sum.unwrap_or_else(|| chain[0].clone())
    }
}

impl<C: SWCurveConfig> Points<C::BaseField> for Projective<C> {
    type Factor = u64;

    fn doubled(&self) -> Self {
        self.double()
    }

    fn negated(&self) -> Self {
        -*self
    }

    fn plus(&self, q: &Self) -> Self {
        *self + q
    }

    fn times(&self, k: &u64) -> Self {
        if self.is_zero() {
            return *self;
        }
        let f = &Typed::<C::BaseField>::new();
        // (x, y) is an affine point on the curve scaled by z.
        let mut p = if k.count_ones() <= SPARSE {
            double_and_add(f, &self.x, &self.y, &[*k], &ZeroA)
        } else {
            mul_with(f, &self.x, &self.y, &[*k], ZeroA, |_| Some(ZeroA))
        };
        p.z *= self.z;
        into_projective(p)
    }

    fn mapped(&self, map: &Map<C::BaseField>) -> Self {
        let mut p = *self;
        match map {
            Map::Phi(beta) => p.x *= beta,
            Map::Psi(x, y) => {
                for c in [&mut p.x, &mut p.y, &mut p.z] {
                    c.frobenius_map_in_place(1);
                }
                p.x *= x;
                p.y *= y;
            }
        }
        p
    }
}

/// Whether a point of the curve is in the prime-order subgroup.
pub fn is_in_subgroup<C: SWCurveConfig>(point: &Affine<C>, test: &Membership<C::BaseField>) -> bool {
    debug_assert!(C::COEFF_A.is_zero());
    let factors: Vec<_> = test.chain.iter().map(|(k, _)| *k).collect();
    test.sum(Projective::from(*point), &factors).is_zero()
}
