//! Multi-exponentiation on single elements.

use crate::{
    gt::{Part, Terms, digits, fixed_base::ExponentsInDigits, horner, torus_frobenius},
    pairing::{
        LazyRing,
        single::{Single, Torus},
        target::{Sextic, Target},
    },
    scalars::digits::Sorted,
    threads,
};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The powers `j 2^(width i)` of an element other than one, for `j` from 1 to `2^(width - 1)`, window `i` after window
/// `i - 1`.
pub fn powers<F: Sextic<Coefficient: LazyRing>>(element: &F, width: u32, windows: usize) -> Vec<Torus<F>> {
    let size = 1 << (width - 1);
    let mut powers = Vec::with_capacity(size * windows);
    let mut first = Single::load(element);
    for i in 0..windows {
        for _ in 0..if i > 0 { width } else { 0 } {
            first.cyclotomic_square();
        }
        let mut power = first.clone();
        for j in 0..size {
            if j > 0 {
                power.mul(&first);
            }
            powers.push(power.store());
        }
    }
    Torus::from_elements(&powers)
}

/// Powers to many exponents, from the powers in a table, with one inversion.
pub fn fixed_powers<F: Sextic<Coefficient: LazyRing>>(table: &[Torus<F>], exponents: &ExponentsInDigits) -> Vec<F> {
    let product = |i: usize| {
        let mut product: Option<Single<F>> = None;
        for part in (0..exponents.count).rev() {
            if let Some(product) = &mut product {
                product.frobenius(1);
            }
            for window in 0..exponents.windows() {
                if let Some((place, negative)) = exponents.entry(i, part, window) {
                    match &mut product {
                        Some(product) => product.mul_by_torus(&table[place], negative),
                        None => product = Some(table[place].lift(negative)),
                    }
                }
            }
        }
        product.unwrap_or_else(|| Single::load(&F::ONE))
    };
    let products: Vec<_> = (0..exponents.len()).map(product).collect();
    Single::unitary_each(&products).iter().map(Single::store).collect()
}

/// The representation of a bucket.
pub trait BucketForm<F>: Target + Send + Sync {
    /// The representation of a group element that is multiplied into buckets.
    type Factor: Clone + Send + Sync;
    /// Costs of a product by a factor, and of a bucket at the end.
    const COSTS: (f64, f64);

    /// Converts elements of the group other than one.
    fn factors(elements: &[F]) -> Vec<Self::Factor>;
    /// Applies the Frobenius map to each factor.
    fn frobenius_each(factors: &mut [Self::Factor]);
    /// A bucket with one element, or with its inverse.
    fn lift(factor: &Self::Factor, inverse: bool) -> Self;
    /// A bucket with two elements, each inverted if its flag is set.
    fn product(a: (&Self::Factor, bool), b: (&Self::Factor, bool)) -> Self;
    /// Multiplies by an element, or by its inverse.
    fn mul_by_factor(&mut self, factor: &Self::Factor, inverse: bool);
    /// The element of the group.
    fn into_element(self) -> F;
}

/// Torus form, by the tower over the cubic field.
impl<F: Sextic<Coefficient: LazyRing>> BucketForm<F> for Single<F> {
    type Factor = Torus<F>;
    // In products in the cubic field.
    const COSTS: (f64, f64) = (2.0, 6.0);

    fn factors(elements: &[F]) -> Vec<Torus<F>> {
        Torus::from_elements(elements)
    }

    fn frobenius_each(factors: &mut [Torus<F>]) {
        let constants = torus_frobenius::<F>();
        factors.iter_mut().for_each(|factor| factor.frobenius(&constants));
    }

    fn lift(factor: &Torus<F>, inverse: bool) -> Self {
        factor.lift(inverse)
    }

    fn product(a: (&Torus<F>, bool), b: (&Torus<F>, bool)) -> Self {
        Torus::product(a, b)
    }

    fn mul_by_factor(&mut self, factor: &Torus<F>, inverse: bool) {
        self.mul_by_torus(factor, inverse);
    }

    fn into_element(self) -> F {
        self.unitary().store()
    }
}

/// A tower as a type.
pub trait Multiplication<F: Sextic<Coefficient: LazyRing>>: Clone + Send + Sync {
    /// `a b`.
    fn mul(a: &mut Single<F>, b: &Single<F>);
}

/// [`crate::gt::Tower::QuadraticOverCubic`].
#[derive(Clone)]
pub struct QuadraticOverCubic;

impl<F: Sextic<Coefficient: LazyRing>> Multiplication<F> for QuadraticOverCubic {
    fn mul(a: &mut Single<F>, b: &Single<F>) {
        a.mul(b);
    }
}

/// [`crate::gt::Tower::CubicOverQuadratic`].
#[derive(Clone)]
pub struct CubicOverQuadratic;

impl<F: Sextic<Coefficient: LazyRing>> Multiplication<F> for CubicOverQuadratic {
    fn mul(a: &mut Single<F>, b: &Single<F>) {
        a.mul_cubic_over_quadratic(b);
    }
}

/// Elements as they are, with products by the tower `M`.
#[derive(Clone)]
pub struct PlainBucket<F: Sextic<Coefficient: LazyRing>, M>(Single<F>, PhantomData<M>);

impl<F: Sextic<Coefficient: LazyRing>, M: Multiplication<F>> Target for PlainBucket<F, M> {
    fn square(&mut self) {
        self.0.cyclotomic_square();
    }

    fn mul(&mut self, b: &Self) {
        M::mul(&mut self.0, &b.0);
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

impl<F: Sextic<Coefficient: LazyRing>, M: Multiplication<F>> BucketForm<F> for PlainBucket<F, M> {
    type Factor = Self;
    const COSTS: (f64, f64) = (1.0, 2.0);

    fn factors(elements: &[F]) -> Vec<Self> {
        elements.iter().map(|g| Self(Single::load(g), PhantomData)).collect()
    }

    fn frobenius_each(factors: &mut [Self]) {
        factors.iter_mut().for_each(|factor| factor.0.frobenius(1));
    }

    fn lift(factor: &Self, inverse: bool) -> Self {
        let mut factor = factor.clone();
        if inverse {
            factor.conjugate();
        }
        factor
    }

    fn product((a, inverse_a): (&Self, bool), (b, inverse_b): (&Self, bool)) -> Self {
        let mut product = Self::lift(a, inverse_a);
        product.mul_by_factor(b, inverse_b);
        product
    }

    fn mul_by_factor(&mut self, factor: &Self, inverse: bool) {
        if inverse {
            self.mul(&Self::lift(factor, true));
        } else {
            self.mul(factor);
        }
    }

    fn into_element(self) -> F {
        self.0.store()
    }
}

/// The product of all terms, of which there must be at least one.
pub fn multi_exp<F: Sextic<Coefficient: LazyRing>, B: BucketForm<F>>(terms: &Terms<F>, window: Option<u32>) -> F {
    meter!("buckets", F, terms.elements.len());
    let mut image = B::factors(&terms.elements);
    let mut factors = image.clone();
    for _ in 1..terms.count {
        B::frobenius_each(&mut image);
        factors.extend_from_slice(&image);
    }
    let integers: Vec<_> = terms.parts.iter().map(|(_, part)| *part).collect();
    let digits = digits(&integers, window, |plan| {
        let (factor, bucket) = B::COSTS;
        plan.windows as f64 * (integers.len() as f64 * factor + plan.buckets as f64 * bucket)
    });
    let windows = threads::map(digits.plan.windows, |w| {
        let sorted = digits.sort(w..w + 1);
        let buckets = fill::<F, B>(&factors, &terms.parts, &sorted);
        meter!("bucket reduction", F, buckets.len());
        let (mut product, mut total): (Option<B>, Option<B>) = (None, None);
        for bucket in buckets.into_iter().rev() {
            if let Some(bucket) = bucket {
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
    meter!("product of windows", F, digits.plan.windows);
    horner(windows.into_iter().map(|window| (window, digits.plan.c))).map_or(F::ONE, B::into_element)
}

/// The products of all buckets of a window.
fn fill<F: Sextic<Coefficient: LazyRing>, B: BucketForm<F>>(
    factors: &[B::Factor],
    parts: &[(bool, Part)],
    sorted: &Sorted,
) -> Vec<Option<B>> {
    meter!("bucket accumulation", F, sorted.entries.len());
    sorted
        .buckets()
        .map(|list| bucket::<F, B>(factors, parts, list))
        .collect()
}

/// The product of a list's elements. An element is inverted if the sign of its part and that of the digit differ.
fn bucket<F: Sextic<Coefficient: LazyRing>, B: BucketForm<F>>(
    factors: &[B::Factor],
    parts: &[(bool, Part)],
    list: &[u32],
) -> Option<B> {
    let factor = |entry: &u32| {
        let i = (entry >> 1) as usize;
        (&factors[i], parts[i].0 != (entry & 1 == 1))
    };
    match list {
        [] => None,
        [only] => {
            let (factor, inverse) = factor(only);
            Some(B::lift(factor, inverse))
        }
        [first, second, rest @ ..] => {
            let mut product = B::product(factor(first), factor(second));
            for entry in rest {
                let (factor, inverse) = factor(entry);
                product.mul_by_factor(factor, inverse);
            }
            Some(product)
        }
    }
}
