//! The quadratic extension as a ring.

use crate::ring::{Ring, SmallBeta};
use ark_ff::Fp2;
use core::marker::PhantomData;
use secant_field::lanes::{Bias, Difference, LaneData, LaneElement, LaneProducts, LaneSums, Token};

/// Eight elements of the quadratic extension, with the two coefficients apart.
pub struct Quadratic<E, C> {
    pub(super) c0: E,
    pub(super) c1: E,
    config: PhantomData<C>,
}

impl<E: Copy, C> Clone for Quadratic<E, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Copy, C> Copy for Quadratic<E, C> {}

/// The two coefficients of several elements, in one array each. `any` fills the arrays at first. This is a loop, since
/// the adapters of arrays are five functions to compile for each type and length.
#[inline(always)]
fn coefficients<'a, E, C, const K: usize>(any: &'a E, of: [&'a Quadratic<E, C>; K]) -> [[&'a E; K]; 2] {
    let mut all = [[any; K]; 2];
    for (i, a) in of.iter().enumerate() {
        (all[0][i], all[1][i]) = (&a.c0, &a.c1);
    }
    all
}

/// As [`coefficients`], for the terms of a linear combination.
#[inline(always)]
fn coefficients_of_terms<T: Copy, E, C, const K: usize>(of: [(T, &Quadratic<E, C>); K]) -> [[(T, &E); K]; 2] {
    let any = (of[0].0, &of[0].1.c0);
    let mut all = [[any; K]; 2];
    for (i, (c, a)) in of.iter().enumerate() {
        (all[0][i], all[1][i]) = ((*c, &a.c0), (*c, &a.c1));
    }
    all
}

impl<E: LaneElement, C: SmallBeta<Fp = E::Scalar>> Quadratic<E, C> {
    #[inline(always)]
    pub(super) fn new(c0: E, c1: E) -> Self {
        Self {
            c0,
            c1,
            config: PhantomData,
        }
    }

    /// `beta b_1` of every term, for `b_1 < bias p`.
    #[inline(always)]
    fn times_beta(bias: u64, terms: &[(&Self, &Self)]) -> [E; 6] {
        let mut all = [terms[0].1.c1; 6];
        for (r, (_, b)) in all.iter_mut().zip(terms) {
            *r = E::combine(bias, [(C::BETA, &b.c1)]);
        }
        all
    }

    /// Sets `a b` minus the elements of `minus`, both coefficients side by side, given `beta b_1`.
    #[inline(always)]
    fn set_product<const K: usize>(&mut self, a: &Self, b: &Self, beta_b1: &E, bias: Bias, minus: [&Self; K]) {
        let factors = [[[&a.c0, &b.c0], [&a.c1, beta_b1]], [[&a.c0, &b.c1], [&a.c1, &b.c0]]];
        let minus = coefficients(&a.c0, minus);
        E::set_sums_of_two([&mut self.c0, &mut self.c1], factors, bias, minus);
    }

    /// The terms of both coefficients of a sum of products: `a_0 b_0 + a_1 beta b_1` and `a_0 b_1 + a_1 b_0`.
    #[inline(always)]
    fn coefficients<'a>(terms: &[(&'a Self, &'a Self)], beta_b: &'a [E; 6]) -> [[(&'a E, &'a E); 12]; 2] {
        let (a, b) = terms[0];
        let mut all = [[(&a.c0, &b.c0); 12]; 2];
        for (i, ((a, b), beta_b)) in terms.iter().zip(beta_b).enumerate() {
            all[0][2 * i] = (&a.c0, &b.c0);
            all[0][2 * i + 1] = (&a.c1, beta_b);
            all[1][2 * i] = (&a.c0, &b.c1);
            all[1][2 * i + 1] = (&a.c1, &b.c0);
        }
        all
    }
}

impl<E, C> LaneData for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    type Token = E::Token;
    type Scalar = Fp2<C>;
    type Packed = (E::Packed, E::Packed);
    const PARTS: usize = 2 * E::PARTS;
    const OWN: u32 = E::OWN;

    #[inline(always)]
    fn token(&self) -> E::Token {
        self.c0.token()
    }

    #[inline(always)]
    fn zero(token: E::Token) -> Self {
        Self::new(E::zero(token), E::zero(token))
    }

    #[inline(always)]
    fn one(token: E::Token) -> Self {
        Self::new(E::one(token), E::zero(token))
    }

    #[inline(always)]
    fn splat(token: E::Token, x: &Fp2<C>) -> Self {
        Self::new(E::splat(token, &x.c0), E::splat(token, &x.c1))
    }

    #[inline(always)]
    fn set(&mut self, x: &Self) {
        self.c0.set(&x.c0);
        self.c1.set(&x.c1);
    }

    #[inline(always)]
    fn load(token: E::Token, x: [&Fp2<C>; 8]) -> Self {
        let (mut c0, mut c1) = ([&x[0].c0; 8], [&x[0].c1; 8]);
        for (i, x) in x.iter().enumerate() {
            (c0[i], c1[i]) = (&x.c0, &x.c1);
        }
        Self::new(E::load(token, c0), E::load(token, c1))
    }

    #[inline(always)]
    fn store(&self) -> [Fp2<C>; 8] {
        let (c0, c1) = (self.c0.store(), self.c1.store());
        let mut x = [Fp2::new(c0[0], c1[0]); 8];
        for i in 1..8 {
            x[i] = Fp2::new(c0[i], c1[i]);
        }
        x
    }

    #[inline(always)]
    fn load_own(token: E::Token, x: [&Fp2<C>; 8]) -> Self {
        let (mut c0, mut c1) = ([&x[0].c0; 8], [&x[0].c1; 8]);
        for (i, x) in x.iter().enumerate() {
            (c0[i], c1[i]) = (&x.c0, &x.c1);
        }
        Self::new(E::load_own(token, c0), E::load_own(token, c1))
    }

    #[inline(always)]
    fn store_own(&self) -> [Fp2<C>; 8] {
        let (c0, c1) = (self.c0.store_own(), self.c1.store_own());
        let mut x = [Fp2::new(c0[0], c1[0]); 8];
        for i in 1..8 {
            x[i] = Fp2::new(c0[i], c1[i]);
        }
        x
    }

    #[inline(always)]
    fn unpack(token: E::Token, rows: [&Self::Packed; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = rows;
        Self::new(
            E::unpack(token, [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0]),
            E::unpack(token, [&a.1, &b.1, &c.1, &d.1, &e.1, &f.1, &g.1, &h.1]),
        )
    }

    #[inline(always)]
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>) {
        let [a, b, c, d, e, f, g, h] = rows;
        if part < E::PARTS {
            let rows = [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0];
            self.c0.unpack_part(rows, part, negative);
        } else {
            let rows = [&a.1, &b.1, &c.1, &d.1, &e.1, &f.1, &g.1, &h.1];
            self.c1.unpack_part(rows, part - E::PARTS, negative);
        }
    }

    #[inline(always)]
    fn pack(&self) -> [Self::Packed; 8] {
        let (c0, c1) = (self.c0.pack(), self.c1.pack());
        let mut rows = [Self::Packed::default(); 8];
        for (row, (c0, c1)) in rows.iter_mut().zip(c0.into_iter().zip(c1)) {
            *row = (c0, c1);
        }
        rows
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        self.c0.is_zero() & self.c1.is_zero()
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        Self::new(self.c0.permute(index), self.c1.permute(index))
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        Self::new(self.c0.permute2(&other.c0, index), self.c1.permute2(&other.c1, index))
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        Self::new(self.c0.blend(&b.c0, mask), self.c1.blend(&b.c1, mask))
    }
}

impl<E, C> LaneSums for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    const TIGHT: bool = E::TIGHT;
    const CAPACITY: u64 = E::CAPACITY;

    #[inline(always)]
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        let [c0, c1] = coefficients_of_terms(terms);
        Self::new(E::combine(bias, c0), E::combine(bias, c1))
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        let [c0, c1] = coefficients_of_terms(terms);
        Self::new(E::combine_reduced(bias, c0), E::combine_reduced(bias, c1))
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        let [c0, c1] = coefficients_of_terms(terms);
        Self::new(E::combine_carried(bias, c0), E::combine_carried(bias, c1))
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        let [c0, c1] = coefficients_of_terms(terms);
        Self::new(E::combine_lanes(bias, c0), E::combine_lanes(bias, c1))
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        Self::new(self.c0.reduce(), self.c1.reduce())
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        Self::new(self.c0.negate_loose(mask), self.c1.negate_loose(mask))
    }
}

impl<E, C> LaneProducts for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    #[inline(always)]
    fn dot(bias: u64, terms: &[(&Self, &Self)]) -> Self {
        // In larger fields it is faster to make a value where it goes (measured: a pairing of BLS12-381 takes 158 us,
        // and 162 us otherwise).
        if const { E::LIMBS < 8 } && terms.len() == 1 {
            let mut r = Self::zero(terms[0].0.token());
            r.set_dot(bias, terms);
            return r;
        }
        meter!(secant_field::sum_of_products(terms.len()), [Self::Scalar; 8], 8);
        let beta_b = Self::times_beta(bias, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        Self::new(E::dot(2, &c0[..2 * terms.len()]), E::dot(2, &c1[..2 * terms.len()]))
    }

    #[inline(always)]
    fn set_dot(&mut self, bias: u64, terms: &[(&Self, &Self)]) {
        meter!(secant_field::sum_of_products(terms.len()), [Self::Scalar; 8], 8);
        if let [(a, b)] = terms {
            let beta_b1 = E::combine(bias, [(C::BETA, &b.c1)]);
            return self.set_product(a, b, &beta_b1, Bias::TWO, []);
        }
        let beta_b = Self::times_beta(bias, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        self.c0.set_dot(2, &c0[..2 * terms.len()]);
        self.c1.set_dot(2, &c1[..2 * terms.len()]);
    }

    #[inline(always)]
    fn square(&self, bias: u64) -> Self {
        meter!("square", [Self::Scalar; 8], 8);
        let double = E::combine(bias, [(2, &self.c0)]);
        let c1 = double.mul(&self.c1);
        if const { C::BETA == -1 } {
            let (plus, minus) = (
                E::combine(bias, [(1, &self.c0), (1, &self.c1)]),
                E::combine(bias, [(1, &self.c0), (-1, &self.c1)]),
            );
            return Self::new(plus.mul(&minus), c1);
        }
        let beta_c1 = E::combine(bias, [(C::BETA, &self.c1)]);
        Self::new(E::dot(2, &[(&self.c0, &self.c0), (&self.c1, &beta_c1)]), c1)
    }

    #[inline(always)]
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]) {
        meter!(secant_field::sum_of_products(terms.len()), [Self::Scalar; 8], 8);
        if let [(a, b)] = terms {
            let beta_b1 = E::combine(2, [(C::BETA, &b.c1)]);
            return self.set_product(a, b, &beta_b1, bias, minus);
        }
        let beta_b = Self::times_beta(2, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        let n = 2 * terms.len();
        let token = self.token();
        let [minus0, minus1] = coefficients(&terms[0].0.c0, minus);
        token.run(
            #[inline(always)]
            || self.c0.set_dot_minus(&c0[..n], bias, minus0),
        );
        token.run(
            #[inline(always)]
            || self.c1.set_dot_minus(&c1[..n], bias, minus1),
        );
    }

    #[inline(always)]
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        for (((out, [a, b]), bias), minus) in out.into_iter().zip(factors).zip(biases).zip(minus) {
            out.set_dot_minus(&[(a, b)], bias, minus);
        }
    }

    #[inline(always)]
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]) {
        // Coefficients of factors go into linear combinations.
        Self::set_products(out, factors, [Bias::TWO; 2], [[]; 2]);
    }

    #[inline(always)]
    fn set_products_interleaved<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        mut more: impl FnMut(usize, usize),
    ) {
        for (out, [a, b]) in out.into_iter().zip(factors) {
            out.set_dot(2, &[(a, b)]);
        }
        more(0, 1);
        for d in differences {
            *d.to = Self::combine_carried(d.bias.get(), [(1, d.of[0]), (-1, d.of[1])]);
        }
    }

    #[inline(always)]
    fn set_squares_minus<const K: usize>(
        out: [&mut Self; 2],
        a: [&Self; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        meter!("square", [Self::Scalar; 8], 16);
        let token = a[0].token();
        for (((out, a), bias), minus) in out.into_iter().zip(a).zip(biases).zip(minus) {
            let [minus, minus1] = coefficients(&a.c0, minus);
            token.run(
                #[inline(always)]
                || {
                    let double = E::combine(2, [(2, &a.c0)]);
                    let Self { c0, c1, .. } = out;
                    if const { C::BETA == -1 } {
                        let (sum, difference) = (a.c0.add(&a.c1), a.c0.sub(&a.c1));
                        let factors = [[&sum, &difference], [&double, &a.c1]];
                        E::set_products([c0, c1], factors, [bias; 2], [minus, minus1]);
                    } else {
                        let beta_c1 = E::combine(2, [(C::BETA, &a.c1)]);
                        c0.set_dot_minus(&[(&a.c0, &a.c0), (&a.c1, &beta_c1)], bias, minus);
                        c1.set_dot_minus(&[(&double, &a.c1)], bias, minus1);
                    }
                },
            );
        }
    }
}

impl<E, C> Ring for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    const BETA: i64 = C::BETA;

    #[inline(always)]
    fn mul_low(&self, bias: u64, b: &Self) -> Self {
        meter!("mul of four", [Self::Scalar; 8], 4);
        // Both coefficients of the product in one sum of two products: c0 in the low lanes, c1 in the high ones.
        const LOW_TWICE: [u64; 8] = [0, 1, 2, 3, 0, 1, 2, 3];
        const LOW_BOTH: [u64; 8] = [0, 1, 2, 3, 8, 9, 10, 11];
        const HIGH: [u64; 8] = [4, 5, 6, 7, 4, 5, 6, 7];
        let beta_b = E::combine(bias, [(C::BETA, &b.c1)]);
        let both = E::dot(
            2,
            &[
                (&self.c0.permute(&LOW_TWICE), &b.c0.permute2(&b.c1, &LOW_BOTH)),
                (&self.c1.permute(&LOW_TWICE), &beta_b.permute2(&b.c0, &LOW_BOTH)),
            ],
        );
        Self::new(both, both.permute(&HIGH))
    }

    #[inline(always)]
    fn mul_by_first(&self, b: &Self) -> Self {
        meter!("mul by base", [Self::Scalar; 8], 8);
        Self::new(self.c0.mul(&b.c0), self.c1.mul(&b.c0))
    }

    #[inline(always)]
    fn mul_small(&self, bias: u64, (x0, x1): (i64, i64)) -> Self {
        Self::new(
            E::combine(bias, [(x0, &self.c0), (C::BETA * x1, &self.c1)]),
            E::combine(bias, [(x0, &self.c1), (x1, &self.c0)]),
        )
    }

    #[inline(always)]
    fn frobenius(&self, power: usize) -> Self {
        meter!("frobenius", [Self::Scalar; 8], 8);
        if power.is_multiple_of(2) {
            *self
        } else {
            Self::new(self.c0, self.c1.neg())
        }
    }
}
