//! The prime field as a ring.

use crate::ring::Ring;
use secant_field::lanes::{Bias, Difference, LaneElement};

/// Eight elements of the prime field.
#[derive(Clone, Copy)]
pub struct Prime<E>(pub(super) E);

impl<E: LaneElement> Prime<E> {
    #[inline(always)]
    fn elements<'a>(terms: &[(&'a Self, &'a Self)]) -> [(&'a E, &'a E); 6] {
        let mut all = [(&terms[0].0.0, &terms[0].1.0); 6];
        for (t, (a, b)) in all.iter_mut().zip(terms) {
            *t = (&a.0, &b.0);
        }
        all
    }
}

/// The elements inside ring elements. `any` fills the array at first. This is a loop, since the adapters of arrays are
/// five functions to compile for each type and length.
#[inline(always)]
fn elements<'a, E, const K: usize>(any: &'a E, of: [&'a Prime<E>; K]) -> [&'a E; K] {
    let mut all = [any; K];
    for (to, from) in all.iter_mut().zip(&of) {
        *to = &from.0;
    }
    all
}

/// As [`elements`], for pairs of a coefficient and a ring element.
#[inline(always)]
fn terms<C: Copy, E, const K: usize>(of: [(C, &Prime<E>); K]) -> [(C, &E); K] {
    let mut all = [(of[0].0, &of[0].1.0); K];
    for (to, (c, a)) in all.iter_mut().zip(&of) {
        *to = (*c, &a.0);
    }
    all
}

impl<E: LaneElement> Ring for Prime<E> {
    type Token = E::Token;
    type Scalar = E::Scalar;
    type Packed = E::Packed;
    const TIGHT: bool = E::TIGHT;
    const CAPACITY: u64 = E::CAPACITY;
    const BETA: i64 = 0;
    const PARTS: usize = E::PARTS;
    const OWN: u32 = E::OWN;

    #[inline(always)]
    fn splat(token: E::Token, x: &E::Scalar) -> Self {
        Self(E::splat(token, x))
    }

    #[inline(always)]
    fn unpack(token: E::Token, rows: [&E::Packed; 8]) -> Self {
        Self(E::unpack(token, rows))
    }

    #[inline(always)]
    fn unpack_part(&mut self, rows: [&E::Packed; 8], part: usize, negative: Option<u8>) {
        self.0.unpack_part(rows, part, negative);
    }

    #[inline(always)]
    fn pack(&self) -> [E::Packed; 8] {
        self.0.pack()
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        self.0.is_zero()
    }

    #[inline(always)]
    fn token(&self) -> E::Token {
        self.0.token()
    }

    #[inline(always)]
    fn zero(token: E::Token) -> Self {
        Self(E::zero(token))
    }

    #[inline(always)]
    fn one(token: E::Token) -> Self {
        Self(E::one(token))
    }

    #[inline(always)]
    fn set(&mut self, x: &Self) {
        self.0.set(&x.0);
    }

    #[inline(always)]
    fn load(token: E::Token, x: [&E::Scalar; 8]) -> Self {
        Self(E::load(token, x))
    }

    #[inline(always)]
    fn store(&self) -> [E::Scalar; 8] {
        self.0.store()
    }

    #[inline(always)]
    fn load_own(token: E::Token, x: [&E::Scalar; 8]) -> Self {
        Self(E::load_own(token, x))
    }

    #[inline(always)]
    fn store_own(&self) -> [E::Scalar; 8] {
        self.0.store_own()
    }

    #[inline(always)]
    fn dot(_: u64, terms: &[(&Self, &Self)]) -> Self {
        Self(E::dot(&Self::elements(terms)[..terms.len()]))
    }

    #[inline(always)]
    fn set_dot(&mut self, _: u64, terms: &[(&Self, &Self)]) {
        self.0.set_dot(&Self::elements(terms)[..terms.len()]);
    }

    #[inline(always)]
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]) {
        let minus = elements(&terms[0].0.0, minus);
        self.0.set_dot_minus(&Self::elements(terms)[..terms.len()], bias, minus);
    }

    #[inline(always)]
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        let ([x, y], [f, g]) = (out, factors);
        E::set_products(
            [&mut x.0, &mut y.0],
            [[&f[0].0, &f[1].0], [&g[0].0, &g[1].0]],
            biases,
            [elements(&f[0].0, minus[0]), elements(&f[0].0, minus[1])],
        );
    }

    #[inline(always)]
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]) {
        let ([x, y], [f, g]) = (out, factors);
        E::set_factors([&mut x.0, &mut y.0], [[&f[0].0, &f[1].0], [&g[0].0, &g[1].0]]);
    }

    #[inline(always)]
    fn set_products_interleaved<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    ) {
        let any = &factors[0][0].0;
        let mut elements = [[any; 2]; M];
        for (to, [a, b]) in elements.iter_mut().zip(&factors) {
            *to = [&a.0, &b.0];
        }
        E::set_products_interleaved(
            out.map(|out| &mut out.0),
            elements,
            differences.map(|d| Difference {
                to: &mut d.to.0,
                of: [&d.of[0].0, &d.of[1].0],
                bias: d.bias,
            }),
            more,
        );
    }

    #[inline(always)]
    fn set_squares_minus<const K: usize>(
        out: [&mut Self; 2],
        a: [&Self; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    ) {
        let ([x, y], [a, b]) = (out, [&a[0].0, &a[1].0]);
        let minus = [elements(a, minus[0]), elements(a, minus[1])];
        E::set_squares_minus([&mut x.0, &mut y.0], [a, b], biases, minus);
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        Self(self.0.negate_loose(mask))
    }

    #[inline(always)]
    fn mul_low(&self, _: u64, b: &Self) -> Self {
        Self(self.0.mul(&b.0))
    }

    #[inline(always)]
    fn mul_by_first(&self, b: &Self) -> Self {
        Self(self.0.mul(&b.0))
    }

    #[inline(always)]
    fn square(&self, _: u64) -> Self {
        Self(self.0.square())
    }

    #[inline(always)]
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine(bias, self::terms(terms)))
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine_reduced(bias, self::terms(terms)))
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine_carried(bias, self::terms(terms)))
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        Self(E::combine_lanes(bias, self::terms(terms)))
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        Self(self.0.reduce())
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        Self(self.0.permute(index))
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        Self(self.0.permute2(&other.0, index))
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        Self(self.0.blend(&b.0, mask))
    }

    #[inline(always)]
    fn mul_small(&self, bias: u64, x: (i64, i64)) -> Self {
        Self(E::combine(bias, [(x.0, &self.0)]))
    }

    #[inline(always)]
    fn frobenius(&self, _: usize) -> Self {
        *self
    }
}
