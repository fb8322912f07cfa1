//! Sums of eight elements.

use super::super::{LaneData, LaneSums, Lanes, Token, Vector, params::LaneParams};

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneSums for Lanes<F, V, L> {
    const TIGHT: bool = F::RADIX.is_tight();
    const CAPACITY: u64 = F::RADIX.capacity;

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
}
