//! One field element or several side by side, behind one interface.

use crate::{
    hash_to_curve::field::MapField,
    ring::{Ring, RingField},
};
use ark_ff::{Field, Zero};
use secant_field::lanes::LaneData;

/// One or several elements of a field.
///
/// Methods on several must run inside [`Token::run`](secant_field::lanes::Token::run); bit `i` of a mask is that of
/// element `i`.
pub trait Element: Copy {
    /// The field.
    type Field: MapField;
    /// The same number of elements of the prime field.
    type Prime: Element<Field = <Self::Field as MapField>::Prime>;
    /// The most terms of a sum of products.
    const TERMS: usize;

    /// As many times `x` as `self` has elements.
    #[must_use]
    fn constant(&self, x: &Self::Field) -> Self;
    /// `sum a_i b_i` of one to [`Self::TERMS`] terms.
    fn dot(terms: &[(&Self, &Self)]) -> Self;
    /// `a^2`.
    #[must_use]
    fn square(&self) -> Self;
    /// `a + b`.
    #[must_use]
    fn add(&self, b: &Self) -> Self;
    /// `a - b`.
    #[must_use]
    fn sub(&self, b: &Self) -> Self;
    /// The elements of `b` where `mask` says so, else those of `self`.
    #[must_use]
    fn select(&self, b: &Self, mask: u16) -> Self;
    /// Which are zero.
    fn zeros(&self) -> u16;
    /// Whose sign is negative: `sgn0` of RFC 9380, section 4.1.
    fn signs(&self) -> u16;
    /// Calls `f` with the number of each element and its value.
    fn for_each(&self, f: impl FnMut(usize, &Self::Field));
    /// As many elements as `self` has: those that `f` gives for their numbers.
    #[must_use]
    fn numbered(&self, f: impl FnMut(usize) -> Self::Field) -> Self;
    /// The coefficients of elements of a quadratic extension.
    fn split(&self) -> [Self::Prime; 2];
    /// The elements with these coefficients.
    fn join(coefficients: &[Self::Prime; 2]) -> Self;

    /// `a b`.
    #[inline(always)]
    #[must_use]
    fn mul(&self, b: &Self) -> Self {
        Self::dot(&[(self, b)])
    }
}

/// One element.
#[derive(Clone, Copy)]
pub struct Single<F>(pub F);

impl<F: MapField> Element for Single<F> {
    type Field = F;
    type Prime = Single<F::Prime>;
    const TERMS: usize = 6;

    #[inline(always)]
    fn constant(&self, x: &F) -> Self {
        Self(*x)
    }

    #[inline(always)]
    fn dot(terms: &[(&Self, &Self)]) -> Self {
        Self(match terms.len() {
            1 => terms[0].0.0 * terms[0].1.0,
            2 => sum_of_products::<F, 2>(terms),
            3 => sum_of_products::<F, 3>(terms),
            4 => sum_of_products::<F, 4>(terms),
            5 => sum_of_products::<F, 5>(terms),
            _ => sum_of_products::<F, 6>(terms),
        })
    }

    #[inline(always)]
    fn square(&self) -> Self {
        Self(self.0.square())
    }

    #[inline(always)]
    fn add(&self, b: &Self) -> Self {
        Self(self.0 + b.0)
    }

    #[inline(always)]
    fn sub(&self, b: &Self) -> Self {
        Self(self.0 - b.0)
    }

    #[inline(always)]
    fn select(&self, b: &Self, mask: u16) -> Self {
        if mask & 1 == 1 { *b } else { *self }
    }

    #[inline(always)]
    fn zeros(&self) -> u16 {
        u16::from(self.0.is_zero())
    }

    #[inline(always)]
    fn signs(&self) -> u16 {
        u16::from(self.0.sgn0())
    }

    #[inline(always)]
    fn for_each(&self, mut f: impl FnMut(usize, &F)) {
        f(0, &self.0);
    }

    #[inline(always)]
    fn numbered(&self, mut f: impl FnMut(usize) -> F) -> Self {
        Self(f(0))
    }

    #[inline(always)]
    fn split(&self) -> [Self::Prime; 2] {
        self.0.split().map(Single)
    }

    #[inline(always)]
    fn join(coefficients: &[Self::Prime; 2]) -> Self {
        Self(F::join(coefficients.map(|c| c.0)))
    }
}

/// The sum of the products of `K` terms, which there must be.
#[inline(always)]
fn sum_of_products<F: Field, const K: usize>(terms: &[(&Single<F>, &Single<F>)]) -> F {
    let (mut a, mut b) = ([F::ZERO; K], [F::ZERO; K]);
    for (i, (x, y)) in terms.iter().enumerate() {
        (a[i], b[i]) = (x.0, y.0);
    }
    F::sum_of_products(&a, &b)
}

/// Eight elements in each of `N` vectors: several, so that one product need not wait for the last. All values are
/// below `2 p`.
#[derive(Clone, Copy)]
pub struct Eights<R, const N: usize>(pub [R; N]);

impl<R: Ring, const N: usize> Eights<R, N> {
    /// The vectors that `f` gives: a plain loop, since the closures of `array::from_fn` are not inlined.
    #[inline(always)]
    fn each(&self, f: impl Fn(usize) -> R) -> Self {
        let mut r = *self;
        for (i, r) in r.0.iter_mut().enumerate() {
            *r = f(i);
        }
        r
    }

    #[inline(always)]
    fn bits(&self, f: impl Fn(&R) -> u8) -> u16 {
        let mut mask = 0;
        for (i, r) in self.0.iter().enumerate() {
            mask |= u16::from(f(r)) << (8 * i);
        }
        mask
    }
}

impl<R, const N: usize> Element for Eights<R, N>
where
    R: Ring<Scalar: MapField>,
{
    type Field = R::Scalar;
    type Prime = Eights<<<R::Scalar as MapField>::Prime as RingField>::Ring<R::Token>, N>;
    // A term is below 4 p^2, and a tight field has room for a sum of 16 p^2.
    const TERMS: usize = if R::TIGHT { 4 } else { 6 };

    #[inline(always)]
    fn constant(&self, x: &Self::Field) -> Self {
        Self([R::splat(self.0[0].token(), x); N])
    }

    #[inline(always)]
    fn dot(terms: &[(&Self, &Self)]) -> Self {
        let (a, b) = terms[0];
        a.each(
            #[inline(always)]
            |i| {
                let mut all = [(&a.0[i], &b.0[i]); 6];
                for (t, (a, b)) in all.iter_mut().zip(terms) {
                    *t = (&a.0[i], &b.0[i]);
                }
                R::dot(2, &all[..terms.len()])
            },
        )
    }

    #[inline(always)]
    fn square(&self) -> Self {
        self.each(
            #[inline(always)]
            |i| self.0[i].square(2),
        )
    }

    #[inline(always)]
    fn add(&self, b: &Self) -> Self {
        self.each(
            #[inline(always)]
            |i| R::combine_reduced(2, [(1, &self.0[i]), (1, &b.0[i])]),
        )
    }

    #[inline(always)]
    fn sub(&self, b: &Self) -> Self {
        self.each(
            #[inline(always)]
            |i| R::combine_reduced(2, [(1, &self.0[i]), (-1, &b.0[i])]),
        )
    }

    #[inline(always)]
    fn select(&self, b: &Self, mask: u16) -> Self {
        self.each(
            #[inline(always)]
            |i| self.0[i].blend(&b.0[i], (mask >> (8 * i)) as u8),
        )
    }

    #[inline(always)]
    fn zeros(&self) -> u16 {
        self.bits(
            #[inline(always)]
            |r| r.is_zero(),
        )
    }

    #[inline(always)]
    fn signs(&self) -> u16 {
        self.bits(
            #[inline(always)]
            |r| {
                let mut mask = 0;
                for (i, x) in r.store().iter().enumerate() {
                    mask |= u8::from(x.sgn0()) << i;
                }
                mask
            },
        )
    }

    #[inline(always)]
    fn for_each(&self, mut f: impl FnMut(usize, &Self::Field)) {
        for (i, r) in self.0.iter().enumerate() {
            for (lane, x) in r.store().iter().enumerate() {
                f(8 * i + lane, x);
            }
        }
    }

    #[inline(always)]
    fn numbered(&self, mut f: impl FnMut(usize) -> Self::Field) -> Self {
        let mut all = *self;
        for (i, r) in all.0.iter_mut().enumerate() {
            let mut row = [R::Scalar::zero(); 8];
            for (lane, x) in row.iter_mut().enumerate() {
                *x = f(8 * i + lane);
            }
            *r = R::load(r.token(), row.each_ref());
        }
        all
    }

    #[inline(always)]
    fn split(&self) -> [Self::Prime; 2] {
        let token = self.0[0].token();
        let zero = LaneData::zero(token);
        let mut c = [Eights([zero; N]); 2];
        for (i, r) in self.0.iter().enumerate() {
            let mut rows = [[Zero::zero(); 8]; 2];
            for (lane, x) in r.store().iter().enumerate() {
                let x = x.split();
                rows[0][lane] = x[0];
                rows[1][lane] = x[1];
            }
            c[0].0[i] = LaneData::load(token, rows[0].each_ref());
            c[1].0[i] = LaneData::load(token, rows[1].each_ref());
        }
        c
    }

    #[inline(always)]
    fn join(coefficients: &[Self::Prime; 2]) -> Self {
        let token = coefficients[0].0[0].token();
        let mut r = Self([R::zero(token); N]);
        for (i, r) in r.0.iter_mut().enumerate() {
            let (c0, c1) = (coefficients[0].0[i].store(), coefficients[1].0[i].store());
            let mut row = [R::Scalar::zero(); 8];
            for (lane, x) in row.iter_mut().enumerate() {
                *x = MapField::join([c0[lane], c1[lane]]);
            }
            *r = R::load(token, row.each_ref());
        }
        r
    }
}
