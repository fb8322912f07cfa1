//! The operations on eight elements.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and what is copied is meant to stay in registers"
)]

use super::{
    Bias, Difference, LaneElement, Lanes, Token, Vector,
    bound::Bound,
    packed::PackedLimbs,
    params::LaneParams,
    radix52::{BITS, MASK},
    wide::{Combination, Wide},
};
use ark_ff::BigInteger;

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneElement for Lanes<F, V, L> {
    type Token = V::Token;
    type Scalar = F;
    type Packed = <F as LaneParams<L>>::Packed;
    type Wide = Wide<V, L>;
    const TIGHT: bool = F::RADIX.is_tight();
    const CAPACITY: u64 = F::RADIX.capacity;
    const PARTS: usize = F::Packed::PARTS;
    const LIMBS: usize = L;
    const OWN: u32 = BITS * L as u32 - 64 * F::BigInt::NUM_LIMBS as u32;

    #[inline(always)]
    fn token(&self) -> V::Token {
        self.limbs[0].token()
    }

    #[inline(always)]
    fn zero(token: Self::Token) -> Self {
        Self::new([token.splat(0); L], 0.0)
    }

    #[inline(always)]
    fn one(token: Self::Token) -> Self {
        Self::constant(token, &F::RADIX.one)
    }

    #[inline(always)]
    fn splat(token: Self::Token, x: &F) -> Self {
        meter!("splat", [F; 8]);
        token.part(
            #[inline(always)]
            || Self::constant(token, &x.limbs52()).mul(&Self::constant(token, &F::RADIX.enter)),
        )
    }

    #[inline(always)]
    fn set(&mut self, x: &Self) {
        for j in 0..L {
            self.limbs[j] = x.limbs[j].pin();
        }
        self.bound = x.bound;
    }

    #[inline(always)]
    fn load(token: Self::Token, x: [&F; 8]) -> Self {
        meter!("load", [F; 8], 8, 0);
        token.part(
            #[inline(always)]
            || {
                let raw = Self::new(F::columns52::<V>(token, x), 1.0);
                raw.mul(&Self::constant(token, &F::RADIX.enter))
            },
        )
    }

    #[inline(always)]
    fn store(&self) -> [F; 8] {
        meter!("store", [F; 8], 8, 0);
        let token = self.token();
        token.part(
            #[inline(always)]
            || F::from_columns52(self.mul(&Self::constant(token, &F::RADIX.leave)).canonical()),
        )
    }

    #[inline(always)]
    fn load_own(token: Self::Token, x: [&F; 8]) -> Self {
        meter!("load", [F; 8], 8, 0);
        token.part(
            #[inline(always)]
            || Self::new(F::columns52::<V>(token, x), 1.0),
        )
    }

    #[inline(always)]
    fn store_own(&self) -> [F; 8] {
        meter!("store", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || F::from_columns52(self.canonical()),
        )
    }

    #[inline(always)]
    fn write_canonical_plus(token: V::Token, x: [&F; 8], mask: u8, add: &[u64], out: &mut [u64], stride: usize) {
        meter!("integers", [F; 8], 8, 0);
        token.part(
            #[inline(always)]
            || {
                let mut leave = [0; L];
                leave[0] = 1 << Self::OWN;
                let own = Self::new(F::columns52::<V>(token, x), 1.0);
                let integers = own.mul(&Self::constant(token, &leave)).canonical();
                let zero = token.splat(0);
                let mut carry = zero;
                for j in 0..L {
                    let limb = zero.blend(integers[j], mask).add(token.splat(add[j])).add(carry);
                    carry = limb.shr::<BITS>();
                    out[stride * j..][..8].copy_from_slice(&limb.and(token.splat(MASK)).store());
                }
            },
        );
    }

    #[inline(always)]
    fn unpack(token: V::Token, rows: [&F::Packed; 8]) -> Self {
        meter!("unpack", [F; 8], 8, 0);
        token.part(
            #[inline(always)]
            // A value may be the negative of zero, which is 2 p itself.
            || Self::new(F::Packed::unpack(token, rows), 2.0 + 1e-6),
        )
    }

    #[inline(always)]
    fn unpack_part(&mut self, rows: [&F::Packed; 8], part: usize, negative: Option<u8>) {
        let token = self.token();
        token.part(
            #[inline(always)]
            || {
                F::Packed::unpack_part(
                    &mut self.limbs,
                    rows,
                    part,
                    #[inline(always)]
                    |j: usize, limb: V| match negative {
                        Some(mask) => limb.blend(token.splat(2 * F::RADIX.modulus[j]).sub(limb), mask),
                        None => limb,
                    },
                );
                self.bound = Bound::new(2.001);
                if negative.is_some() {
                    self.bound = self.bound.loose();
                }
            },
        )
    }

    #[inline(always)]
    fn pack(&self) -> [F::Packed; 8] {
        meter!("pack", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || {
                debug_assert!(self.bound.get() <= 2.001);
                debug_assert!(self.bound.is_for_products() && self.bound.is_for_combinations());
                // If memory has no room for twice the modulus, values are reduced below it.
                let fits = F::MODULUS_BIT_SIZE < F::Packed::BITS;
                F::Packed::pack(if fits { self.limbs } else { self.canonical() })
            },
        )
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        meter!("is zero", [F; 8], 8, 0);
        self.token().part(
            #[inline(always)]
            || {
                let limbs = self.canonical();
                let mut any = limbs[0];
                for limb in &limbs[1..] {
                    any = any.or(*limb);
                }
                any.zero()
            },
        )
    }

    #[inline(always)]
    fn dot(terms: &[(&Self, &Self)]) -> Self {
        let token = terms[0].0.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(terms),
        )
    }

    #[inline(always)]
    fn set_dot(&mut self, terms: &[(&Self, &Self)]) {
        terms[0].0.token().run(
            #[inline(always)]
            || *self = Self::dot_inline(terms),
        );
    }

    #[inline(always)]
    fn mul(&self, b: &Self) -> Self {
        let token = self.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(&[(self, b)]),
        )
    }

    #[inline(always)]
    fn square(&self) -> Self {
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
            x.set_dot(&[(f[0], f[1])]);
            y.set_dot(&[(g[0], g[1])]);
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
    fn set_sums_of_two<const K: usize>(
        out: [&mut Self; 2],
        factors: [[[&Self; 2]; 2]; 2],
        bias: Bias,
        minus: [[&Self; K]; 2],
    ) {
        let token = factors[0][0][0].token();
        let ([x, y], [f, g], [c, d]) = (out, factors, minus);
        if const { L > 8 } {
            x.set_dot_minus(&f.map(|[a, b]| (a, b)), bias, c);
            y.set_dot_minus(&g.map(|[a, b]| (a, b)), bias, d);
            return;
        }
        token.run(
            #[inline(always)]
            || {
                let (minus, multiple) = ([c, d], Self::bias_limbs::<K>(bias));
                let [p, q] = Self::side_by_side::<2, 2, true>(
                    [f, g],
                    #[inline(always)]
                    |k, j| Self::minus(token, multiple, minus[k], j),
                    |_| (),
                );
                *x = Self::finish_minus(p, bias, c);
                *y = Self::finish_minus(q, bias, d);
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
                out.set_dot(&[(a, b)]);
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

    #[inline(always)]
    fn wide_zero(token: V::Token) -> Wide<V, L> {
        Wide::zero(token)
    }

    #[inline(always)]
    fn set_wide_product(out: &mut Wide<V, L>, a: &Self, b: &Self) {
        a.token().run(
            #[inline(always)]
            || Self::product_wide(out, a, b),
        );
    }

    #[inline(always)]
    fn combine_wide<C: Combination<N, M>, const N: usize, const M: usize>(
        token: V::Token,
        out: [&mut Wide<V, L>; M],
        x: [&Wide<V, L>; N],
    ) {
        meter!("wide combination", [F; 8], 8 * M, 0);
        token.run(
            #[inline(always)]
            || Wide::combine::<C, N, M>(out, x),
        );
    }

    #[inline(always)]
    fn set_reduced<const M: usize>(out: [&mut Self; M], wide: [&Wide<V, L>; M], plus: Option<[&Self; M]>) {
        let token = wide[0].token();
        if const { L > 8 } {
            for (k, out) in out.into_iter().enumerate() {
                token.run(
                    #[inline(always)]
                    || [*out] = Self::reduced_wide([wide[k]], plus.map(|plus| [plus[k]])),
                );
            }
            return;
        }
        token.run(
            #[inline(always)]
            || {
                let reduced = Self::reduced_wide(wide, plus);
                for (out, reduced) in out.into_iter().zip(reduced) {
                    *out = reduced;
                }
            },
        );
    }

    #[inline(always)]
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        meter!("linear combination", [F; 8], 8, 0);
        terms[0].1.token().part(
            #[inline(always)]
            || {
                let bias = if const { F::RADIX.is_tight() } { 2 } else { bias };
                let (limbs, bound) = Self::linear(bias, terms);
                Self::combined(limbs, bound)
            },
        )
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        meter!("linear combination", [F; 8], 8, 0);
        terms[0].1.token().part(
            #[inline(always)]
            || {
                let (limbs, bound) = Self::linear(bias, terms);
                Self::check(bound);
                Self::carried(limbs, bound)
            },
        )
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        meter!("linear combination", [F; 8], 8, 0);
        terms[0].1.token().part(
            #[inline(always)]
            || {
                let (limbs, bound) = Self::linear(if const { F::RADIX.is_tight() } { 2 } else { bias }, terms);
                Self::check(bound);
                Self::reduced(limbs)
            },
        )
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        meter!("linear combination", [F; 8], 8, 0);
        let token = terms[0].1.token();
        token.part(
            #[inline(always)]
            || {
                let bias = if const { F::RADIX.is_tight() } { 2 } else { bias };
                let mut bound: f64 = 0.0;
                let mut offset = [0; 8];
                for i in 0..8 {
                    let mut lane = 0.0;
                    for (c, a) in &terms {
                        debug_assert!(a.bound.is_for_combinations());
                        if c[i] < 0 {
                            offset[i] += c[i].unsigned_abs() * bias;
                            debug_assert!(
                                a.bound.get() <= bias as f64 + 1e-3,
                                "a negative term up to {:?} p",
                                a.bound
                            );
                        } else {
                            lane += c[i] as f64 * a.bound.get();
                        }
                    }
                    bound = bound.max(lane + offset[i] as f64 + if offset[i] > 0 { 1e-6 } else { 0.0 });
                }
                let offset = token.load(&offset);
                let mut limbs = [token.splat(0); L];
                for (j, limb) in limbs.iter_mut().enumerate() {
                    let mut acc = token.splat(F::RADIX.modulus[j]).mul_low64(offset);
                    for (c, a) in &terms {
                        acc = acc.add(a.limbs[j].mul_low64(token.load(&c.map(i64::cast_unsigned))));
                    }
                    *limb = acc;
                }
                Self::combined(limbs, bound)
            },
        )
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        meter!("reduce", [F; 8], 8, 0);
        debug_assert!(self.bound.is_for_combinations());
        self.token().part(
            #[inline(always)]
            || Self::reduced(self.limbs),
        )
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        meter!("negate some", [F; 8], 8, 0);
        let token = self.token();
        token.part(
            #[inline(always)]
            || {
                debug_assert!(self.bound.get() <= 2.001 && self.bound.is_for_combinations());
                let mut r = Self::each(token, 2.001, |j| {
                    let minus = token.splat(2 * F::RADIX.modulus[j]).sub(self.limbs[j]);
                    self.limbs[j].blend(minus, mask)
                });
                r.bound = r.bound.loose();
                r
            },
        )
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        meter!("permute", [F; 8], 8, 0);
        let token = self.token();
        token.part(
            #[inline(always)]
            || {
                let mut r = Self::each(token, 0.0, |j| self.limbs[j].permute(index));
                r.bound = self.bound;
                r
            },
        )
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        meter!("permute", [F; 8], 8, 0);
        let token = self.token();
        token.part(
            #[inline(always)]
            || {
                let mut r = Self::each(token, 0.0, |j| self.limbs[j].permute2(other.limbs[j], index));
                r.bound = self.bound.either(other.bound);
                r
            },
        )
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        let token = self.token();
        token.part(
            #[inline(always)]
            || {
                let mut r = Self::each(token, 0.0, |j| self.limbs[j].blend(b.limbs[j], mask));
                r.bound = self.bound.either(b.bound);
                r
            },
        )
    }
}
