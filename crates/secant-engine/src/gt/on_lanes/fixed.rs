//! Precomputed powers of one element.

use crate::{
    curves::normalize::BatchInversion,
    gt::{
        fixed_base::ExponentsInDigits,
        on_lanes::{PackedTorus, adjugate, mul_some_by_torus, new_cubic, pack, to_torus, unpack},
    },
    pairing::{
        Eight, RingOf, Six, XiOf,
        target::{Sextic, Target},
    },
    ring::{CubicRing, Ring, RingField},
    threads,
};
use alloc::vec::Vec;
use ark_ff::Field;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token, WithLanes};

/// The powers `j 2^(width i)`, for `j` from 1 to `2^(width - 1)`, window `i` after window `i - 1`.
pub struct Powers<'a, F> {
    /// The element, which is not one.
    pub element: &'a F,
    /// Bits of a window.
    pub width: u32,
    /// Number of windows.
    pub windows: usize,
}

impl<F: Sextic<Coefficient: RingField>> WithLanes for Powers<'_, F> {
    type Output = Vec<PackedTorus<F>>;

    fn run<T: Token>(self, token: T) -> Vec<PackedTorus<F>> {
        /// Powers that share an inversion.
        const CHUNK: usize = 128;
        let mut first = Six::load(token, self.element);
        let firsts: Vec<F> = (0..self.windows)
            .map(|i| {
                for _ in 0..if i > 0 { self.width } else { 0 } {
                    first.cyclotomic_square();
                }
                first.store()
            })
            .collect();
        // Eight windows side by side.
        let size = 1 << (self.width - 1);
        let mut powers = alloc::vec![F::ONE; size * self.windows];
        threads::for_each_chunk(&mut powers, 8 * size, |i, powers| {
            let windows = powers.len() / size;
            let mut eight = [F::ONE; 8];
            eight[..windows].copy_from_slice(&firsts[8 * i..][..windows]);
            let first = Eight::<F, T>::load(token, &eight);
            let (mut power, mut cubic) = (first.clone(), new_cubic::<F, T>(token));
            for j in 0..size {
                if j > 0 {
                    power.mul_with(first.coefficients(), &mut cubic);
                }
                for (window, power) in power.store().into_iter().take(windows).enumerate() {
                    powers[window * size + j] = power;
                }
            }
        });
        let mut table = alloc::vec![PackedTorus::<F>::default(); powers.len()];
        threads::for_each_chunk(&mut table, CHUNK, |i, rows| {
            let all = to_torus::<F, T>(token, &powers[CHUNK * i..][..rows.len()]);
            for (alpha, rows) in all.iter().zip(rows.chunks_mut(8)) {
                pack::<F, T>(token, alpha, 0, rows);
            }
        });
        table
    }
}

/// The powers of a table's element that share one inversion.
pub struct FixedPowers<'a, F: Sextic<Coefficient: RingField>> {
    /// The table that [`Powers`] computed.
    pub table: &'a [PackedTorus<F>],
    /// The exponents.
    pub exponents: &'a ExponentsInDigits,
}

impl<F: Sextic<Coefficient: RingField>> WithLanes for FixedPowers<'_, F> {
    type Output = Vec<F>;

    fn run<T: Token>(self, token: T) -> Vec<F> {
        let n = self.exponents.len();
        let products: Vec<_> = (0..n.div_ceil(8))
            .map(|i| product_of_entries::<F, T>(token, self.table, self.exponents, 8 * i))
            .collect();
        unitary::<F, T>(token, &products)
            .into_iter()
            .flatten()
            .take(n)
            .collect()
    }
}

/// The products that stand for the powers to eight exponents, from exponent `from` on.
fn product_of_entries<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    table: &[PackedTorus<F>],
    exponents: &ExponentsInDigits,
    from: usize,
) -> Eight<F, T> {
    meter!("product of entries", [F; 8], 8);
    let mut product = Eight::<F, T>::one(token);
    let mut cubic = new_cubic::<F, T>(token);
    for part in (0..exponents.count).rev() {
        if part + 1 < exponents.count {
            product.frobenius(1);
        }
        for window in 0..exponents.windows() {
            let (mut rows, mut negative, mut present) = ([&table[0]; 8], 0, 0);
            for (lane, row) in rows.iter_mut().enumerate().take(exponents.len() - from) {
                if let Some((place, is_negative)) = exponents.entry(from + lane, part, window) {
                    *row = &table[place];
                    negative |= u8::from(is_negative) << lane;
                    present |= 1 << lane;
                }
            }
            if present == 0 {
                continue;
            }
            let alpha = unpack::<F, T>(token, rows, negative);
            mul_some_by_torus::<F, T>(&mut product, &alpha, present, &mut cubic);
        }
    }
    product
}

/// Each `z` over its conjugate, with one inversion.
fn unitary<F: Sextic<Coefficient: RingField>, T: Token>(token: T, products: &[Eight<F, T>]) -> Vec<[F; 8]> {
    meter!("out of torus form", [F; 8], 8 * products.len());
    /// `(A + B w)^2`, and the adjugate of `A^2 - v B^2`.
    struct Quotient<R> {
        square: [R; 6],
        adjugate: [R; 3],
    }

    let mut quotients = Vec::with_capacity(products.len());
    token.run(
        #[inline(always)]
        || {
            let zero = RingOf::<F, T>::zero(token);
            let mut cubic = RingOf::<F, T>::cubic(token);
            let mut inverses = BatchInversion::<RingOf<F, T>>::new(token, products.len());
            for z in products {
                let [a0, a1, a2, b0, b1, b2] = z.coefficients();
                let (mut aa, mut ab, mut bb) = ([zero; 3], [zero; 3], [zero; 3]);
                CubicRing::set_cubic_factor(&mut cubic, [a0, a1, a2]);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut aa, [a0, a1, a2], None, &mut cubic);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut ab, [b0, b1, b2], None, &mut cubic);
                CubicRing::set_cubic_factor(&mut cubic, [b0, b1, b2]);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut bb, [b0, b1, b2], None, &mut cubic);
                let xi_bb2 = bb[2].mul_small(2, F::XI).reduce();
                let (mut square, mut norm) = ([zero; 6], [zero; 3]);
                for (i, v_bb) in [&xi_bb2, &bb[0], &bb[1]].into_iter().enumerate() {
                    square[i] = LaneSums::combine_reduced(2, [(1, &aa[i]), (1, v_bb)]);
                    square[3 + i] = LaneSums::combine_reduced(2, [(2, &ab[i])]);
                    norm[i] = LaneSums::combine_reduced(2, [(1, &aa[i]), (-1, v_bb)]);
                }
                let (adjugate, cubic_norm) = adjugate::<F, T>([&norm[0], &norm[1], &norm[2]]);
                inverses.push(cubic_norm);
                quotients.push(Quotient { square, adjugate });
            }
            inverses.invert(&F::Coefficient::ONE);
            for Quotient { square, adjugate } in quotients.iter_mut().rev() {
                // There is one inverse for each product.
                let Some(inverse) = inverses.pop() else { continue };
                for x in adjugate.iter_mut() {
                    *x = LaneProducts::dot(2, &[(x, &inverse)]);
                }
                CubicRing::set_cubic_factor(&mut cubic, [&adjugate[0], &adjugate[1], &adjugate[2]]);
                let [a0, a1, a2, b0, b1, b2] = *square;
                CubicRing::set_cubic_product::<XiOf<F>>(&mut square[..3], [&a0, &a1, &a2], None, &mut cubic);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut square[3..], [&b0, &b1, &b2], None, &mut cubic);
            }
        },
    );
    quotients
        .into_iter()
        .map(|quotient| Eight::<F, T>::new(quotient.square).store())
        .collect()
}
