//! Products of eight elements.

use super::super::{
    Bias, Difference, LaneData, LaneElement, LaneProducts, LaneSums, Lanes, Token, Vector, bound::Bound,
    params::LaneParams, radix52::BITS,
};

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneProducts for Lanes<F, V, L> {
    #[inline(always)]
    fn dot(_: u64, terms: &[(&Self, &Self)]) -> Self {
        let token = terms[0].0.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(terms),
        )
    }

    #[inline(always)]
    fn set_dot(&mut self, _: u64, terms: &[(&Self, &Self)]) {
        terms[0].0.token().run(
            #[inline(always)]
            || *self = Self::dot_inline(terms),
        );
    }

    #[inline(always)]
    fn square(&self, _: u64) -> Self {
        let token = self.limbs[0].token();
        // Fifteen limbs do not stay in registers (measured: 30 ns a lane for a square, 14 for a product).
        if const { L > 8 } {
            return self.mul(self);
        }
        token.run(
            #[inline(always)]
            || {
                let [square] = Self::squared(
                    [self],
                    #[inline(always)]
                    |_, _| token.splat(0),
                );
                Self::carried(square, 2.0)
            },
        )
    }

    #[inline(always)]
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]) {
        let token = terms[0].0.token();
        Self::inlined(
            token,
            #[inline(always)]
            || {
                let multiple = Self::bias_limbs::<K>(bias);
                let limbs = Self::products_plus(
                    terms,
                    #[inline(always)]
                    |j| Self::minus(token, multiple, minus, j),
                );
                *self = Self::finish_minus(limbs, bias, minus);
            },
        );
    }

    #[inline(always)]
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        let token = factors[0][0].token();
        let ([x, y], [f, g], [c, d]) = (out, factors, minus);
        if const { L > 8 } {
            x.set_dot_minus(&[(f[0], f[1])], biases[0], c);
            y.set_dot_minus(&[(g[0], g[1])], biases[1], d);
            return;
        }
        token.run(
            #[inline(always)]
            || {
                let (minus, multiples) = (
                    [c, d],
                    [Self::bias_limbs::<K>(biases[0]), Self::bias_limbs::<K>(biases[1])],
                );
                let [p, q] = Self::side_by_side::<2, 1, true>(
                    [[f], [g]],
                    #[inline(always)]
                    |k, j| Self::minus(token, multiples[k], minus[k], j),
                    |_| (),
                );
                *x = Self::finish_minus(p, biases[0], c);
                *y = Self::finish_minus(q, biases[1], d);
            },
        );
    }

    #[inline(always)]
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]) {
        let ([x, y], [f, g]) = (out, factors);
        if const { L > 8 } {
            x.set_dot(2, &[(f[0], f[1])]);
            y.set_dot(2, &[(g[0], g[1])]);
            return;
        }
        let token = f[0].token();
        token.run(
            #[inline(always)]
            || {
                let zero = token.splat(0);
                let [p, q] = Self::side_by_side::<2, 1, true>(
                    [[f], [g]],
                    #[inline(always)]
                    |_, _| zero,
                    |_| (),
                );
                *x = Self::carried_factor(p, 2.0);
                *y = Self::carried_factor(q, 2.0);
            },
        );
    }

    #[inline(always)]
    fn set_products_interleaved<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        mut differences: [Difference<'_, Self>; D],
        mut more: impl FnMut(usize, usize),
    ) {
        let token = factors[0][0].token();
        if const { L > 8 } {
            for (out, [a, b]) in out.into_iter().zip(factors) {
                out.set_dot(2, &[(a, b)]);
            }
            for d in differences {
                *d.to = Self::combine_carried(d.bias.get(), [(1, d.of[0]), (-1, d.of[1])]);
            }
            more(0, 1);
            return;
        }
        let zero = token.splat(0);
        let mut carry = [zero; D];
        let mut multiples = [Self::bias_limbs::<1>(Bias::TWO); D];
        for k in 0..D {
            multiples[k] = Self::bias_limbs::<1>(differences[k].bias);
        }
        let mut terms = [[factors[0]]; M];
        for k in 1..M {
            terms[k] = [factors[k]];
        }
        let products = Self::side_by_side::<M, 1, true>(
            terms,
            #[inline(always)]
            |_, _| zero,
            #[inline(always)]
            |j| {
                for k in 0..D {
                    let [c, d] = differences[k].of;
                    let limb = Self::minus(token, multiples[k], [d], j).add(c.limbs[j]).add(carry[k]);
                    carry[k] = limb.sar::<BITS>();
                    differences[k].to.limbs[j] = limb;
                }
                more(j, L);
            },
        );
        for (out, product) in out.into_iter().zip(products) {
            *out = Self::carried_factor(product, 2.0);
        }
        for k in 0..D {
            let Difference { of: [c, d], bias, .. } = differences[k];
            debug_assert!(c.bound.is_for_combinations());
            let bound = c.bound.get() + Self::offset(bias, [d]) as f64 + 1e-6;
            Self::check(bound);
            differences[k].to.bound = Bound::new(bound).factor();
        }
    }

    #[inline(always)]
    fn set_squares_minus<const K: usize>(
        out: [&mut Self; 2],
        a: [&Self; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        let ([x, y], [b, c], [d, e]) = (out, a, minus);
        if const { L > 8 } {
            x.set_dot_minus(&[(b, b)], biases[0], d);
            y.set_dot_minus(&[(c, c)], biases[1], e);
            return;
        }
        b.token().run(
            #[inline(always)]
            || {
                let token = b.token();
                let (minus, multiples) = (
                    [d, e],
                    [Self::bias_limbs::<K>(biases[0]), Self::bias_limbs::<K>(biases[1])],
                );
                let [bb, cc] = Self::squared(
                    [b, c],
                    #[inline(always)]
                    |k: usize, j: usize| Self::minus(token, multiples[k], minus[k], j),
                );
                *x = Self::finish_minus(bb, biases[0], d);
                *y = Self::finish_minus(cc, biases[1], e);
            },
        );
    }
}
