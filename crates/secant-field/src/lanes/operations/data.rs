//! How eight elements are made, stored and moved.

use super::super::{
    LaneData, LaneElement, Lanes, Token, Vector, bound::Bound, packed::PackedLimbs, params::LaneParams, radix52::BITS,
};
use ark_ff::BigInteger;

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneData for Lanes<F, V, L> {
    type Token = V::Token;
    type Scalar = F;
    type Packed = <F as LaneParams<L>>::Packed;
    const PARTS: usize = F::Packed::PARTS;
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
