//! Kernels as functions that all callers share: see [`super::Token::SHARES_KERNELS`].
//!
//! Each such kernel has three functions: the one that callers use, the shared one with the prefix `shared_`, and the
//! body with the suffix `_here`, which the other two call.

use super::{Vector, kernels::Lanes, params::LaneParams, wide::Wide};

/// The limbs that products start with, by the numbers of the product and of the limb.
type Plus<'a, V> = &'a dyn Fn(usize, usize) -> V;

impl<F: LaneParams<L>, V: Vector, const L: usize> Lanes<F, V, L> {
    #[inline(never)]
    pub(super) fn shared_carried<const PRODUCTS: bool>(limbs: [V; L], bound: f64) -> Self {
        Self::carried_here::<PRODUCTS>(limbs, bound)
    }

    #[inline(never)]
    pub(super) fn shared_reduced(limbs: [V; L]) -> Self {
        Self::reduced_here(limbs)
    }

    #[inline(never)]
    pub(super) fn shared_products(terms: &[(&Self, &Self)], plus: &dyn Fn(usize) -> V) -> [V; L] {
        Self::products_here(terms, plus)
    }

    #[inline(never)]
    pub(super) fn shared_side_by_side<const M: usize, const N: usize>(
        factors: [[[&Self; 2]; N]; M],
        plus: Plus<'_, V>,
        beside: &mut dyn FnMut(usize),
    ) -> [[V; L]; M] {
        Self::side_by_side_here::<M, N, false>(factors, plus, beside)
    }

    #[inline(never)]
    pub(super) fn shared_squared<const M: usize>(factors: [&Self; M], plus: Plus<'_, V>) -> [[V; L]; M] {
        Self::squared_here(factors, plus)
    }

    #[inline(never)]
    pub(super) fn shared_product_wide(out: &mut Wide<V, L>, a: &Self, b: &Self) {
        Self::product_wide_here(out, a, b);
    }

    #[inline(never)]
    pub(super) fn shared_reduced_wide<const M: usize>(wide: [&Wide<V, L>; M], plus: Option<[&Self; M]>) -> [Self; M] {
        Self::reduced_wide_here(wide, plus)
    }
}
