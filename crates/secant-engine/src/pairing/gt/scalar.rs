//! Multi-exponentiation on single elements.

use super::{Terms, digits, horner, torus_frobenius};
use crate::{
    pairing::{
        LazyRing,
        single::{Single, Torus},
        target::{Sextic, Target},
    },
    threads,
};
use alloc::vec::Vec;

/// What a bucket holds.
pub trait Form<F>: Target + Send + Sync {
    /// What an element of the group is while it is multiplied into buckets.
    type Factor: Clone + Send + Sync;
    /// Costs of a product by a factor, and of a bucket in the end.
    const COSTS: (f64, f64);

    /// Elements of the group other than one.
    fn factors(elements: &[F]) -> Vec<Self::Factor>;
    /// The Frobenius map.
    fn frobenius_each(factors: &mut [Self::Factor]);
    /// The inverse.
    fn invert(factor: &mut Self::Factor);
    /// A bucket with one element.
    fn lift(factor: &Self::Factor) -> Self;
    /// Multiplies by an element.
    fn mul_by_factor(&mut self, factor: &Self::Factor);
    /// The element of the group.
    fn into_element(self) -> F;
}

/// Torus form, by the tower over the cubic field.
impl<F: Sextic<Coefficient: LazyRing>> Form<F> for Single<F> {
    type Factor = Torus<F>;
    // Products in the cubic field.
    const COSTS: (f64, f64) = (2.0, 6.0);

    fn factors(elements: &[F]) -> Vec<Torus<F>> {
        Torus::from_elements(elements)
    }

    fn frobenius_each(factors: &mut [Torus<F>]) {
        let constants = torus_frobenius::<F>();
        factors.iter_mut().for_each(|factor| factor.frobenius(&constants));
    }

    fn invert(factor: &mut Torus<F>) {
        factor.negate();
    }

    fn lift(factor: &Torus<F>) -> Self {
        factor.lift()
    }

    fn mul_by_factor(&mut self, factor: &Torus<F>) {
        self.mul_by_torus(factor);
    }

    fn into_element(self) -> F {
        self.from_torus().store()
    }
}

/// Elements as they are; with `CUBIC` products are by the tower over the quadratic field.
#[derive(Clone)]
pub struct Plain<F: Sextic<Coefficient: LazyRing>, const CUBIC: bool>(Single<F>);

impl<F: Sextic<Coefficient: LazyRing>, const CUBIC: bool> Target for Plain<F, CUBIC> {
    fn square(&mut self) {
        self.0.cyclotomic_square();
    }

    fn mul(&mut self, b: &Self) {
        if CUBIC {
            self.0.mul_cubic_over_quadratic(&b.0);
        } else {
            self.0.mul(&b.0);
        }
    }

    fn cyclotomic_square(&mut self) {
        self.0.cyclotomic_square();
    }

    fn conjugate(&mut self) {
        self.0.conjugate();
    }

    fn frobenius(&mut self, power: usize) {
        self.0.frobenius(power);
    }
}

impl<F: Sextic<Coefficient: LazyRing>, const CUBIC: bool> Form<F> for Plain<F, CUBIC> {
    type Factor = Self;
    const COSTS: (f64, f64) = (1.0, 2.0);

    fn factors(elements: &[F]) -> Vec<Self> {
        elements.iter().map(|g| Self(Single::load(g))).collect()
    }

    fn frobenius_each(factors: &mut [Self]) {
        factors.iter_mut().for_each(|factor| factor.0.frobenius(1));
    }

    fn invert(factor: &mut Self) {
        factor.0.conjugate();
    }

    fn lift(factor: &Self) -> Self {
        factor.clone()
    }

    fn mul_by_factor(&mut self, factor: &Self) {
        self.mul(factor);
    }

    fn into_element(self) -> F {
        self.0.store()
    }
}

/// The product of all terms, of which there is one at least.
pub fn multi_exp<F: Sextic<Coefficient: LazyRing>, B: Form<F>>(terms: &Terms<F>, window: Option<u32>) -> F {
    let n = terms.elements.len();
    let mut image = B::factors(&terms.elements);
    let mut factors = image.clone();
    for _ in 1..terms.count {
        B::frobenius_each(&mut image);
        factors.extend_from_slice(&image);
    }
    for (factor, (negative, _)) in factors.iter_mut().zip(&terms.parts) {
        if *negative {
            B::invert(factor);
        }
    }
    debug_assert_eq!(factors.len(), n * terms.count);
    let integers: Vec<_> = terms.parts.iter().map(|(_, part)| *part).collect();
    let digits = digits(&integers, window, |plan| {
        let (factor, bucket) = B::COSTS;
        plan.windows as f64 * (integers.len() as f64 * factor + plan.buckets as f64 * bucket)
    });
    let windows = threads::map(digits.plan.windows, |w| {
        let sorted = digits.sort(w..w + 1);
        let (mut product, mut total): (Option<B>, Option<B>) = (None, None);
        for list in sorted.buckets().rev() {
            if let Some(bucket) = bucket::<F, B>(&factors, list) {
                product = Some(match product {
                    Some(mut product) => {
                        product.mul(&bucket);
                        product
                    }
                    None => bucket,
                });
            }
            match (&mut total, &product) {
                (Some(total), Some(product)) => total.mul(product),
                (None, Some(product)) => total = Some(product.clone()),
                (_, None) => {}
            }
        }
        total
    });
    horner(windows.into_iter().map(|window| (window, digits.plan.c))).map_or(F::ONE, B::into_element)
}

/// The product of a list's elements.
fn bucket<F: Sextic<Coefficient: LazyRing>, B: Form<F>>(factors: &[B::Factor], list: &[u32]) -> Option<B> {
    let factor = |entry: &u32| {
        let mut factor = factors[(entry >> 1) as usize].clone();
        if entry & 1 == 1 {
            B::invert(&mut factor);
        }
        factor
    };
    let (first, rest) = list.split_first()?;
    let mut product = B::lift(&factor(first));
    for entry in rest {
        product.mul_by_factor(&factor(entry));
    }
    Some(product)
}
