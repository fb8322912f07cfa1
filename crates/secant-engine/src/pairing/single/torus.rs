//! Elements up to factors from the cubic field: see [`crate::gt`].

use crate::pairing::{
    lazy::LazyRing,
    single::{Cubic, K, Single, cubic_mul},
    target::Sextic,
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field, Zero};
use core::slice::from_ref;

/// `alpha`, which stands for `(alpha + w) / (alpha - w)`.
#[derive(Clone, Copy)]
pub struct Torus<F: Sextic<Coefficient: LazyRing>>(Cubic<F>);

impl<F: Sextic<Coefficient: LazyRing>> Torus<F> {
    /// Elements of norm one other than one and minus one, with one inversion.
    pub fn from_elements(elements: &[F]) -> Vec<Self> {
        meter!("into torus form", F, elements.len());
        let mut norms = Vec::with_capacity(elements.len());
        let mut all = Vec::with_capacity(elements.len());
        for u in elements {
            let [mut u0, u1, u2, c0, c1, c2] = u.coefficients();
            u0 += &K::<F>::ONE;
            let (adjugate, norm) = adjugate::<F>(&[c0, c1, c2]);
            let mut alpha = adjugate;
            cubic_mul::<F>(&mut alpha, &[u0, u1, u2], &adjugate);
            all.push(Self(alpha));
            norms.push(norm);
        }
        crate::batch::invert(&mut norms);
        for (alpha, inverse) in all.iter_mut().zip(&norms) {
            for x in &mut alpha.0 {
                let y = *x;
                LazyRing::product(x, &y, inverse);
            }
        }
        all
    }

    /// The image under the Frobenius map.
    pub fn frobenius(&mut self, factors: &Cubic<F>) {
        meter!("frobenius", Self);
        for (x, factor) in self.0.iter_mut().zip(factors) {
            x.frobenius_map_in_place(1);
            let y = *x;
            LazyRing::product(x, &y, factor);
        }
    }

    /// The inverse.
    pub fn negate(&mut self) {
        meter!("inverse", Self);
        for x in &mut self.0 {
            x.neg_in_place();
        }
    }

    /// `alpha + w`, or, if `negative`, the same for the inverse.
    pub fn lift(&self, negative: bool) -> Single<F> {
        let mut b = [K::<F>::ZERO; 3];
        b[0] = K::<F>::ONE;
        let mut a = *self;
        if negative {
            a.negate();
        }
        Single { a: a.0, b }
    }

    /// The product of two elements, each inverted if its flag is set.
    pub fn product((a, negative_a): (&Self, bool), (b, negative_b): (&Self, bool)) -> Single<F> {
        meter!("product in the torus", Self);
        // a b + v + (a + b) w
        let mut product = a.lift(negative_a);
        let sum = &mut product.b;
        *sum = product.a;
        for (sum, b) in sum.iter_mut().zip(&b.0) {
            if negative_b {
                *sum -= b;
            } else {
                *sum += b;
            }
        }
        let mut ab = [K::<F>::ZERO; 3];
        cubic_mul::<F>(&mut ab, &product.a, &b.0);
        if negative_b {
            for x in &mut ab {
                x.neg_in_place();
            }
        }
        ab[1] += &K::<F>::ONE;
        product.a = ab;
        product
    }
}

impl<F: Sextic<Coefficient: LazyRing>> Single<F> {
    /// Multiplies by `alpha + w`, or, if `negative`, by `alpha - w`, which stands for the inverse.
    pub fn mul_by_torus(&mut self, alpha: &Torus<F>, negative: bool) {
        meter!("mul by torus", F);
        // a alpha + v b and b alpha + a, or the same with minus
        let zero = [K::<F>::ZERO; 3];
        let (mut a, mut b, mut xi_b2) = (zero, zero, K::<F>::ZERO);
        cubic_mul::<F>(&mut a, &self.a, &alpha.0);
        cubic_mul::<F>(&mut b, &self.b, &alpha.0);
        K::<F>::mul_small(&mut xi_b2, &self.b[2], F::XI);
        let v_b = [&xi_b2, &self.b[0], &self.b[1]];
        for (x, y) in b.iter_mut().chain(&mut a).zip(self.a.iter().chain(v_b)) {
            if negative {
                *x -= y;
            } else {
                *x += y;
            }
        }
        (self.a, self.b) = (a, b);
    }

    /// `z` over its conjugate: the element that `z` stands for.
    pub fn unitary(&self) -> Self {
        Self::unitary_each(from_ref(self)).swap_remove(0)
    }

    /// [`Self::unitary`] of many, with one inversion.
    pub fn unitary_each(products: &[Self]) -> Vec<Self> {
        meter!("out of torus form", F, products.len());
        let mut all = Vec::with_capacity(products.len());
        let mut norms = Vec::with_capacity(products.len());
        for z in products {
            // (a + b w)^2 / (a^2 - v b^2)
            let mut square = z.clone();
            crate::pairing::target::Target::square(&mut square);
            // a^2 + v b^2 is there; subtract 2 v b^2
            let mut b2 = [K::<F>::ZERO; 3];
            cubic_mul::<F>(&mut b2, &z.b, &z.b);
            let mut norm = square.a;
            let mut xi_b = K::<F>::ZERO;
            K::<F>::mul_small(&mut xi_b, &b2[2], F::XI);
            for (norm, b) in norm.iter_mut().zip([&xi_b, &b2[0], &b2[1]]) {
                *norm -= b;
                *norm -= b;
            }
            let (adjugate, cubic_norm) = adjugate::<F>(&norm);
            all.push((square, adjugate));
            // The norm of an element that is not zero is not zero.
            norms.push(cubic_norm);
        }
        crate::batch::invert(&mut norms);
        let unitary = |((square, mut adjugate), inverse): ((Self, Cubic<F>), K<F>)| {
            for x in &mut adjugate {
                let y = *x;
                LazyRing::product(x, &y, &inverse);
            }
            let mut unitary = square.clone();
            cubic_mul::<F>(&mut unitary.a, &square.a, &adjugate);
            cubic_mul::<F>(&mut unitary.b, &square.b, &adjugate);
            unitary
        };
        all.into_iter().zip(norms).map(unitary).collect()
    }
}

/// `t` and the norm `N` with `c^-1 = t / N`.
fn adjugate<F: Sextic<Coefficient: LazyRing>>([c0, c1, c2]: &Cubic<F>) -> (Cubic<F>, K<F>) {
    meter!("adjugate", Cubic<F>);
    // c0^2 - xi c1 c2, xi c2^2 - c0 c1, c1^2 - c0 c2
    let (mut xi_c1, mut xi_c2) = (K::<F>::ZERO, K::<F>::ZERO);
    K::<F>::mul_small(&mut xi_c1, c1, F::XI);
    K::<F>::mul_small(&mut xi_c2, c2, F::XI);
    let t = [c0.square() - xi_c1 * c2, xi_c2 * c2 - *c0 * c1, c1.square() - *c0 * c2];
    let norm = *c0 * t[0] + xi_c2 * t[1] + xi_c1 * t[2];
    debug_assert!(!norm.is_zero() || (c0.is_zero() && c1.is_zero() && c2.is_zero()));
    (t, norm)
}
