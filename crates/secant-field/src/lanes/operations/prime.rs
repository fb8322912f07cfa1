//! Operations of eight elements of a prime field that extension fields are made of.

use super::super::{
    Bias, LaneData, LaneElement, LaneProducts, Lanes, Token, Vector,
    params::LaneParams,
    radix52::{BITS, MASK},
    wide::{Combination, Wide},
};

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneElement for Lanes<F, V, L> {
    const LIMBS: usize = L;
    type Wide = Wide<V, L>;

    #[inline(always)]
    fn mul(&self, b: &Self) -> Self {
        let token = self.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(&[(self, b)]),
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
}
