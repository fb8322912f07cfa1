//! Products that are added up before they are reduced, as Karatsuba's method needs.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and what is copied is meant to stay in registers"
)]

use super::{
    Lanes, Token, Vector,
    bound::Bound,
    params::LaneParams,
    radix52::{BITS, MASK},
};

/// Eight sums of products in `2 L` signed limbs, lower and upper half.
#[derive(Clone, Copy, Debug)]
pub struct Wide<V, const L: usize> {
    limbs: [[V; L]; 2],
    /// The bound of the absolute values, in units of the square of the modulus.
    bound: Bound,
    /// How many products were added up, each counted with the absolute value of its factor.
    weight: Bound,
}

/// A term of a linear combination: a limb, or a bound of absolute values.
pub trait Summand: Copy {
    /// `self + b`.
    #[must_use]
    fn plus(self, b: Self) -> Self;
    /// `self - b`.
    #[must_use]
    fn minus(self, b: Self) -> Self;
    /// `k self` for a small constant `k`.
    #[must_use]
    fn times(self, k: i64) -> Self;
}

/// `M` linear combinations of `N` sums.
pub trait Combination<const N: usize, const M: usize> {
    /// The linear combinations of `x`.
    fn apply<S: Summand>(x: [S; N]) -> [S; M];
}

/// A limb.
#[derive(Clone, Copy)]
struct Limb<V>(V);

impl<V: Vector> Summand for Limb<V> {
    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        Self(self.0.add(b.0))
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        Self(self.0.sub(b.0))
    }

    #[inline(always)]
    fn times(self, k: i64) -> Self {
        let magnitude = super::kernels::times(self.0, k.unsigned_abs());
        if k < 0 {
            Self(self.0.token().splat(0).sub(magnitude))
        } else {
            Self(magnitude)
        }
    }
}

/// An upper bound of absolute values.
#[derive(Clone, Copy)]
struct Magnitude(f64);

impl Summand for Magnitude {
    fn plus(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }

    fn minus(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }

    fn times(self, k: i64) -> Self {
        Self(self.0 * k.unsigned_abs() as f64)
    }
}

impl<V: Vector, const L: usize> Wide<V, L> {
    #[inline(always)]
    pub(super) fn zero(token: V::Token) -> Self {
        Self {
            limbs: [[token.splat(0); L]; 2],
            bound: Bound::new(0.0),
            weight: Bound::new(0.0),
        }
    }

    #[inline(always)]
    pub(super) fn token(&self) -> V::Token {
        self.limbs[0][0].token()
    }

    /// Sets `out` to the linear combinations of `x`.
    #[inline(always)]
    pub(super) fn combine<C: Combination<N, M>, const N: usize, const M: usize>(out: [&mut Self; M], x: [&Self; N]) {
        for half in 0..2 {
            for j in 0..L {
                let mut limbs = [Limb(x[0].limbs[half][j]); N];
                for i in 1..N {
                    limbs[i] = Limb(x[i].limbs[half][j]);
                }
                let limbs = C::apply(limbs);
                for i in 0..M {
                    out[i].limbs[half][j] = limbs[i].0;
                }
            }
        }
        if cfg!(debug_assertions) {
            let bounds = C::apply(core::array::from_fn(|i| Magnitude(x[i].bound.get())));
            let weights = C::apply(core::array::from_fn(|i| Magnitude(x[i].weight.get())));
            for i in 0..M {
                out[i].bound = Bound::new(bounds[i].0);
                out[i].weight = Bound::new(weights[i].0);
            }
        }
    }
}

impl<F: LaneParams<L>, V: Vector, const L: usize> Lanes<F, V, L> {
    /// `a b` in `2 L` limbs, without reduction.
    #[inline(always)]
    pub(super) fn product_wide(out: &mut Wide<V, L>, a: &Self, b: &Self) {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_product_wide(out, a, b);
        }
        Self::product_wide_here(out, a, b);
    }

    #[inline(always)]
    pub(super) fn product_wide_here(out: &mut Wide<V, L>, a: &Self, b: &Self) {
        meter!("wide mul", [F; 8], 8, 1);
        debug_assert!(a.bound.is_for_products() && b.bound.is_for_products());
        let token = a.limbs[0].token();
        token.count(1, 0);
        let zero = token.splat(0);
        let mut acc = [zero; L];
        for i in 0..Self::rows() {
            let x = a.limbs[i];
            let mut next = [zero; L];
            out.limbs[0][i] = acc[0].madd_lo(x, b.limbs[0]);
            for j in 1..L {
                next[j - 1] = acc[j].madd_lo(x, b.limbs[j]);
            }
            for j in 0..L {
                next[j] = next[j].madd_hi(x, b.limbs[j]);
            }
            acc = next;
        }
        out.limbs[1] = acc;
        out.bound = Bound::new(a.bound.get() * b.bound.get());
        out.weight = Bound::new(1.0);
    }

    /// Reduces each of `wide`, plus `plus` if there is one, below `2 p`.
    ///
    /// Two side by side hide the latency of each other's critical paths.
    #[inline(always)]
    pub(super) fn reduced_wide<const M: usize>(wide: [&Wide<V, L>; M], plus: Option<[&Self; M]>) -> [Self; M] {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_reduced_wide(wide, plus);
        }
        Self::reduced_wide_here(wide, plus)
    }

    #[inline(always)]
    pub(super) fn reduced_wide_here<const M: usize>(wide: [&Wide<V, L>; M], plus: Option<[&Self; M]>) -> [Self; M] {
        meter!("wide reduce", [F; 8], 8 * M, 1);
        let token = wide[0].token();
        token.count(M, 0);
        let mut bound = [3.0; M];
        for (k, wide) in wide.iter().enumerate() {
            debug_assert!(
                wide.bound.get() <= F::RADIX.capacity as f64,
                "a sum of products up to {:?} p^2",
                wide.bound
            );
            // A product adds up to 2 L halves below 2^52 to a limb, as does the reduction.
            debug_assert!((wide.weight.get() + 1.0) * (2 * L) as f64 <= f64::from(1 << 10));
            if let Some(plus) = plus {
                debug_assert!(plus[k].bound.is_for_combinations());
                bound[k] += plus[k].bound.get();
            }
            Self::check(bound[k]);
        }
        let m = |j: usize| token.splat(F::RADIX.modulus[j]);
        let mut acc = [wide[0].limbs[0]; M];
        for k in 1..M {
            acc[k] = wide[k].limbs[0];
        }
        for i in 0..Self::rows() {
            for k in 0..M {
                // The sum divided by R' is above -p, so adding p makes it positive.
                let mut above = wide[k].limbs[1][i].add(m(i));
                if let Some(plus) = plus {
                    above = above.add(plus[k].limbs[i]);
                }
                let lowest = acc[k][0];
                let q = token.splat(0).madd_lo(lowest, token.splat(F::RADIX.inv));
                let carry = lowest.add(token.splat(MASK)).sar::<BITS>();
                let mut next = [above; L];
                for j in 1..L {
                    next[j - 1] = acc[k][j];
                }
                Self::add_multiple(&mut next, q, carry);
                acc[k] = next;
            }
            if M > 1 {
                for acc in &mut acc {
                    Self::pin(acc);
                }
            }
        }
        let mut reduced = [Self::reduced(acc[0]); M];
        for k in 1..M {
            reduced[k] = Self::reduced(acc[k]);
        }
        reduced
    }
}
