//! An element of a sextic target field, with its six coefficients in six of eight lanes.
//!
//! With `w^6 = xi`, the coefficients of `w^0, w^2, w^4, w^1, w^3, w^5` are in lanes 0 to 5. The even ones are `a` and
//! the odd ones `b`, both elements of the cubic field `K[v] / (v^3 - xi)`, `v = w^2`. Lanes 6 and 7 are not used. A
//! product is a sum over the coefficients of one factor. Each coefficient is copied to all lanes and multiplied by the
//! other factor, shifted by a power of `w`. All terms of the sum are reduced at once.

use crate::{
    pairing::{
        PackedTarget,
        target::{Sextic, Target},
    },
    ring::{Ring, RingField},
};
use core::marker::PhantomData;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token};

/// Eight elements of the ring of coefficients of `F`.
pub type RingOf<F, T> = <<F as Sextic>::Coefficient as RingField>::Ring<T>;

/// The name of a target field in metered procedures: one element of it in lanes.
#[cfg(feature = "meter")]
pub struct InLanes<F>(PhantomData<F>);

/// An element of the target field `F` on the lanes of `T`; all coefficients are below `2 p`.
pub struct Six<F: Sextic<Coefficient: RingField>, T: Token> {
    c: RingOf<F, T>,
    field: PhantomData<F>,
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Clone for Six<F, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Copy for Six<F, T> {}

/// The power of `w` of each lane.
const EXPONENT: [u64; 6] = [0, 2, 4, 1, 3, 5];
/// The lane of each power of `w`.
pub(crate) const LANE: [u64; 6] = [0, 3, 1, 4, 2, 5];

/// The lanes that the coefficients of `x w^i` come from: lanes of `x`, or, from 8 on, lanes of `xi x`.
const fn shift(i: u64) -> [u64; 8] {
    let mut index = [0, 0, 0, 0, 0, 0, 6, 7];
    let mut k = 0;
    while k < 6 {
        let e = EXPONENT[k];
        index[k] = if e >= i {
            LANE[(e - i) as usize]
        } else {
            8 + LANE[(e + 6 - i) as usize]
        };
        k += 1;
    }
    index
}

const SHIFTS: [[u64; 8]; 6] = [shift(0), shift(1), shift(2), shift(3), shift(4), shift(5)];

/// `k a` for `k` of 1 or 2.
pub(crate) fn times<F: ark_ff::Field>(k: i64, a: F) -> F {
    if k == 2 { a.double() } else { a }
}

/// The permutation that copies one lane to all.
pub(crate) const fn all(lane: u64) -> [u64; 8] {
    [lane; 8]
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Six<F, T> {
    #[inline(always)]
    fn new(c: RingOf<F, T>) -> Self {
        Self { c, field: PhantomData }
    }

    /// From a single element.
    pub fn load(token: T, f: &F) -> Self {
        meter!("load", InLanes<F>);
        let [a, b, c, d, e, f] = f.coefficients();
        let zero = ark_ff::AdditiveGroup::ZERO;
        token.run(
            #[inline(always)]
            || Self::new(LaneData::load(token, [a, b, c, d, e, f, zero, zero].each_ref())),
        )
    }

    /// Unpacks an element that was packed as one of eight side by side.
    pub fn unpack(token: T, [a, b, c, d, e, f]: &PackedTarget<F>) -> Self {
        meter!("unpack", InLanes<F>);
        let zero = Default::default();
        token.run(
            #[inline(always)]
            || Self::new(LaneData::unpack(token, [a, b, c, d, e, f, &zero, &zero])),
        )
    }

    /// The single element.
    pub fn store(&self) -> F {
        meter!("store", InLanes<F>);
        let [a, b, c, d, e, f, ..] = self.c.token().run(
            #[inline(always)]
            || self.c.store(),
        );
        F::from_coefficients([a, b, c, d, e, f])
    }

    /// One.
    pub(crate) fn one(token: T) -> Self {
        Self::load(token, &F::ONE)
    }

    /// Multiplies by `sum c_t w^(e_t)`, with `c_t` in all lanes. Inlined, for use inside [`Token::run`].
    #[inline(always)]
    pub(crate) fn mul_sparse(&mut self, terms: [(u64, &RingOf<F, T>); 3]) {
        meter!("sparse mul", InLanes<F>);
        let f = &self.c;
        let xi_f = f.mul_small(2, F::XI);
        let [(e0, c0), (e1, c1), (e2, c2)] = terms;
        let part = |e: u64| f.permute2(&xi_f, &SHIFTS[e as usize]);
        self.c = LaneProducts::dot(16, &[(c0, &part(e0)), (c1, &part(e1)), (c2, &part(e2))]);
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Target for Six<F, T> {
    fn square(&mut self) {
        meter!("square", InLanes<F>);
        // (a + b w)^2 = (a + b) (a + v b) - a b - v a b + 2 a b w: two products in the cubic field, the first in
        // lanes 0 to 2, the second in lanes 3 to 5.
        const V_TIMES_B: [u64; 8] = [8 + 5, 3, 4, 3, 4, 5, 6, 7];
        const B: [u64; 8] = [3, 4, 5, 3, 4, 5, 6, 7];
        const A_A: [u64; 8] = [0, 1, 2, 0, 1, 2, 6, 7];
        const LOW: [i64; 8] = [1, 1, 1, 0, 0, 0, 0, 0];
        const MINUS_LOW: [i64; 8] = [-1, -1, -1, 0, 0, 0, 0, 0];
        const ONES: [i64; 8] = [1; 8];
        const CUBIC_SHIFTS: [[u64; 8]; 3] = [
            [0, 1, 2, 3, 4, 5, 6, 7],
            [8 + 2, 0, 1, 8 + 5, 3, 4, 6, 7],
            [8 + 1, 8 + 2, 0, 8 + 4, 8 + 5, 3, 6, 7],
        ];
        const COPIES: [[u64; 8]; 3] = [
            [0, 0, 0, 3, 3, 3, 6, 7],
            [1, 1, 1, 4, 4, 4, 6, 7],
            [2, 2, 2, 5, 5, 5, 6, 7],
        ];
        let f = &self.c;
        self.c = f.token().run(
            #[inline(always)]
            || {
                let xi_f = f.mul_small(2, F::XI);
                let x = LaneSums::combine_lanes(2, [(&ONES, &f.permute(&A_A)), (&LOW, &f.permute(&B))]);
                let y = LaneSums::combine_lanes(2, [(&ONES, f), (&LOW, &f.permute2(&xi_f, &V_TIMES_B))]);
                let xi_y = y.mul_small(16, F::XI);
                let m = RingOf::<F, T>::dot(
                    128,
                    &[
                        (&x.permute(&COPIES[0]), &y),
                        (&x.permute(&COPIES[1]), &y.permute2(&xi_y, &CUBIC_SHIFTS[1])),
                        (&x.permute(&COPIES[2]), &y.permute2(&xi_y, &CUBIC_SHIFTS[2])),
                    ],
                );
                let xi_m = m.mul_small(2, F::XI);
                LaneSums::combine_lanes(
                    16,
                    [
                        (&[1, 1, 1, 2, 2, 2, 0, 0], &m),
                        (&MINUS_LOW, &m.permute(&B)),
                        (&MINUS_LOW, &m.permute2(&xi_m, &V_TIMES_B)),
                    ],
                )
                .reduce()
            },
        );
    }

    fn mul(&mut self, b: &Self) {
        meter!("mul", InLanes<F>);
        let (a, b) = (&self.c, &b.c);
        self.c = a.token().run(
            #[inline(always)]
            || {
                let xi_b = b.mul_small(2, F::XI);
                let part = |e: usize| b.permute2(&xi_b, &SHIFTS[e]);
                let copy = |e: usize| a.permute(&all(LANE[e]));
                LaneProducts::dot(
                    16,
                    &[
                        (&copy(0), b),
                        (&copy(1), &part(1)),
                        (&copy(2), &part(2)),
                        (&copy(3), &part(3)),
                        (&copy(4), &part(4)),
                        (&copy(5), &part(5)),
                    ],
                )
            },
        );
    }

    fn cyclotomic_square(&mut self) {
        meter!("cyclotomic square", InLanes<F>);
        // Granger, Scott (eprint 2009/565): with g_i the coefficient of w^i,
        //   g0' = 3 (g0^2 + xi g3^2) - 2 g0    g3' = 6 g0 g3 + 2 g3
        //   g4' = 3 (g2^2 + xi g5^2) - 2 g4    g1' = 6 xi g2 g5 + 2 g1
        //   g2' = 3 (g1^2 + xi g4^2) - 2 g2    g5' = 6 g1 g4 + 2 g5
        // The lanes hold g0, g2, g4, g1, g3, g5.
        let f = &self.c;
        self.c = f.token().run(
            #[inline(always)]
            || {
                let squares = f.square(2);
                // g0 g3, g1 g4, g2 g5
                let products = f
                    .permute(&[0, 3, 1, 0, 0, 0, 0, 0])
                    .mul_low(2, &f.permute(&[4, 2, 5, 0, 0, 0, 0, 0]));
                let xi_squares = squares.mul_small(2, F::XI);
                let xi_products = products.mul_small(2, F::XI);
                // g0^2, g1^2, g2^2 in lanes 0, 1, 2; then the products.
                let s = squares
                    .permute2(&products, &[0, 3, 1, 0, 8, 9, 6, 7])
                    .permute2(&xi_products, &[0, 1, 2, 8 + 2, 4, 5, 6, 7]);
                let t = xi_squares.permute(&[4, 2, 5, 3, 4, 5, 6, 7]);
                LaneSums::combine_lanes(
                    16,
                    [
                        (&[3, 3, 3, 6, 6, 6, 0, 0], &s),
                        (&[3, 3, 3, 0, 0, 0, 0, 0], &t),
                        (&[-2, -2, -2, 2, 2, 2, 0, 0], f),
                    ],
                )
                .reduce()
            },
        );
    }

    fn conjugate(&mut self) {
        meter!("conjugate", InLanes<F>);
        let f = &self.c;
        self.c = f.token().run(
            #[inline(always)]
            || LaneSums::combine_lanes(2, [(&[1, 1, 1, -1, -1, -1, 0, 0], f)]).reduce(),
        );
    }

    fn frobenius(&mut self, power: usize) {
        meter!("frobenius", InLanes<F>);
        let [a, b, c, d, e, g] = F::frobenius_factors(power);
        let zero = ark_ff::AdditiveGroup::ZERO;
        let f = &self.c;
        let token = f.token();
        self.c = token.run(
            #[inline(always)]
            || {
                let factors = RingOf::<F, T>::load(token, [a, b, c, d, e, g, zero, zero].each_ref());
                LaneProducts::dot(2, &[(&f.frobenius(power), &factors)])
            },
        );
    }
}
