//! Additions of pairs, with the products of their denominators' inverses.

use crate::{
    msm::{
        affine::additions::{ALL, Affine, ExceptionalLanes, Move, Pair, bound_of_sum, two},
        pieces::Rows,
    },
    ring::Ring,
};
use secant_field::lanes::{Difference, Token};

/// The intermediate values of two additions.
pub struct Steps<R> {
    /// Products of the inverses: those of the current pairs and those before, in turn.
    pub chains: [[R; 2]; 2],
    numerator: [R; 2],
    inverse: [R; 2],
    slope: [R; 2],
    x: [R; 2],
    /// The first `x` minus the sum's `x`.
    back: [R; 2],
    y: [R; 2],
}

impl<R: Copy> Steps<R> {
    pub fn new(zero: R) -> Self {
        Self {
            chains: [[zero; 2]; 2],
            numerator: [zero; 2],
            inverse: [zero; 2],
            slope: [zero; 2],
            x: [zero; 2],
            back: [zero; 2],
            y: [zero; 2],
        }
    }
}

/// The state in which pairs are added.
pub struct Adder<'a, R: Ring> {
    /// The coefficient `a` of the curve.
    pub a: &'a R,
    pub x: &'a mut [R],
    pub y: &'a mut [R],
    pub present: &'a mut [u8],
    pub steps: &'a mut Steps<R>,
    pub prefetch: Prefetch<'a, R::Token, R::Packed>,
}

/// Points of the next round of the same lists, which are prefetched while pairs are added. Additions read memory that
/// is near. The loop that gathers would ask for more cache lines at once than a core can wait for.
pub struct Prefetch<'a, T, P> {
    token: T,
    points: &'a [Affine<P>],
    /// The entries that have not been prefetched.
    entries: &'a [u32],
}

/// Points of up to this many bytes are not prefetched, since near caches hold many of them: see the table of
/// `docs/algorithms/msm.md`.
const PREFETCH_ABOVE_BYTES: usize = 2 << 20;

impl<'a, T: Token, P> Prefetch<'a, T, P> {
    /// Prefetches at most as many vectors as this round gathers, and at most one for each pair.
    pub fn new(token: T, points: &'a [Affine<P>], now: Rows<'a>) -> Self {
        let count = if size_of_val(points) > PREFETCH_ABOVE_BYTES {
            now.rows.len().min(now.upcoming.len())
        } else {
            0
        };
        Self {
            token,
            points,
            entries: now.upcoming[..count].as_flattened(),
        }
    }

    /// The next four entries. The last vectors are gathered first, but starting with them is no better.
    #[inline(always)]
    fn next(&mut self) -> Option<&'a [u32; 4]> {
        let (four, rest) = self.entries.split_first_chunk()?;
        self.entries = rest;
        Some(four)
    }

    /// Prefetches four points. This is done four times while two pairs are added, so that few cache lines are
    /// outstanding at a time.
    #[inline(always)]
    fn fetch(&mut self) {
        for entry in self.next().into_iter().flatten() {
            self.token.prefetch_l2(self.points, *entry);
        }
    }
}

/// Moves that wait for a pair to be added, in order.
pub struct Pending<'a>(pub &'a [Move]);

impl<'a> Pending<'a> {
    /// Takes the moves that come after pair `pair`. Most pairs have none.
    #[inline(always)]
    pub fn due(&mut self, pair: usize) -> &'a [Move] {
        match self.0 {
            [first, ..] if first.after == pair + 1 => self.take(pair + 1),
            _ => &[],
        }
    }

    #[inline(never)]
    fn take(&mut self, after: usize) -> &'a [Move] {
        let count = self.0.iter().take_while(|m| m.after == after).count();
        let (now, later) = self.0.split_at(count);
        self.0 = later;
        now
    }
}

impl<R: Ring> Adder<'_, R> {
    /// Computes the inverses of two pairs' denominators, from the `products` of the denominators before, and the pairs'
    /// numerators. Also computes `back` of the two pairs that are being added. `now` says which chains have the
    /// inverses of the products.
    #[inline(always)]
    pub fn prepare(&mut self, now: usize, before: Option<&[Pair; 2]>, pairs: &[Pair; 2], products: &[R; 2]) {
        let Steps {
            chains,
            numerator,
            inverse,
            x,
            back,
            ..
        } = &mut *self.steps;
        let factors = [[&products[1], &chains[now][0]], [&products[0], &chains[now][1]]];
        let [numerator0, numerator1] = numerator;
        let numerators = [(numerator0, &pairs[0]), (numerator1, &pairs[1])].map(|(to, pair)| {
            let [y1, y2] = two(self.y, pair.from as usize);
            Difference {
                to,
                of: [y2, y1],
                bias: pair.bias,
            }
        });
        let Some(before) = before else {
            for d in numerators {
                *d.to = R::combine_carried(d.bias.get(), [(1, d.of[0]), (-1, d.of[1])]);
            }
            return R::set_factors(inverse.each_mut(), factors);
        };
        let [back0, back1] = back;
        let [back0, back1] = [(back0, &x[0], &before[0]), (back1, &x[1], &before[1])].map(|(to, x, pair)| Difference {
            to,
            of: [&self.x[pair.from as usize], x],
            bias: bound_of_sum(pair.bias, R::TIGHT),
        });
        let [numerator0, numerator1] = numerators;
        let differences = [numerator0, numerator1, back0, back1];
        R::set_products_interleaved(inverse.each_mut(), factors, differences, |_, _| ());
    }

    /// Adds two neighbouring pairs with these denominators, and prepares the next two with their products. A move after
    /// a pair is made when the pair has been added.
    #[inline(always)]
    pub fn add_two(
        &mut self,
        now: usize,
        (pairs, denominators): (&[Pair; 2], &[R; 2]),
        special: Option<&[ExceptionalLanes; 2]>,
        next: Option<(&[Pair; 2], &[R; 2])>,
        moves: [&[Move]; 2],
    ) {
        let biases = [pairs[0].bias, pairs[1].bias];
        let from = [pairs[0].from as usize, pairs[1].from as usize];
        let to = [pairs[0].to as usize, pairs[1].to as usize];
        let present = [two(self.present, from[0]), two(self.present, from[1])].map(|[first, second]| [*first, *second]);
        let steps = &mut *self.steps;
        if let Some(special) = special {
            for (i, numerator) in steps.numerator.iter_mut().enumerate() {
                let xx = self.x[from[i]].reduce().square(2);
                let tangent = R::combine(2, [(3, &xx), (1, self.a)]);
                *numerator = numerator.blend(&tangent, special[1 - i].tangent);
            }
        }
        let factors = [0, 1].map(|i| [&steps.numerator[i], &steps.inverse[i]]);
        R::set_factors(steps.slope.each_mut(), factors);
        self.prefetch.fetch();
        let [even, odd] = &mut steps.chains;
        let (chain, other) = if now == 0 { (even, odd) } else { (odd, even) };
        let factors = [[&denominators[1], &chain[0]], [&denominators[0], &chain[1]]];
        R::set_factors(other.each_mut(), factors);
        self.prefetch.fetch();
        R::set_squares_minus(
            steps.x.each_mut(),
            steps.slope.each_ref(),
            biases,
            [two(self.x, from[0]), two(self.x, from[1])],
        );
        self.prefetch.fetch();
        if let Some((next, products)) = next {
            self.prepare(1 - now, Some(pairs), next, products);
        } else {
            for i in 0..2 {
                let bias = bound_of_sum(biases[i], R::TIGHT).get();
                self.steps.back[i] = R::combine_carried(bias, [(1, &self.x[from[i]]), (-1, &self.steps.x[i])]);
            }
        }
        self.prefetch.fetch();
        // Sums and moves are written in order, first every x, then every y.
        for i in 0..2 {
            let [first, second] = present[i];
            let both = first & second;
            let mut x = self.steps.x[i];
            if both != ALL {
                let [x1, x2] = two(self.x, from[i]);
                x = x.blend(x1, first & !both).blend(x2, second & !both);
            }
            self.x[to[i]] = x;
            for Move { from, to, .. } in moves[i] {
                self.x[*to] = self.x[*from];
            }
        }
        let steps = &mut *self.steps;
        let factors = [0, 1].map(|i| [&steps.back[i], &steps.slope[i]]);
        R::set_products(
            steps.y.each_mut(),
            factors,
            biases,
            [[&self.y[from[0]]], [&self.y[from[1]]]],
        );
        for i in 0..2 {
            let [first, second] = present[i];
            let both = first & second;
            let mut y = self.steps.y[i];
            if both != ALL {
                let [y1, y2] = two(self.y, from[i]);
                y = y.blend(y1, first & !both).blend(y2, second & !both);
            }
            let mut any = first | second;
            if let Some(special) = special {
                any &= !special[1 - i].opposite;
            }
            self.y[to[i]] = y;
            self.present[to[i]] = any;
            for Move { from, to, .. } in moves[i] {
                self.y[*to] = self.y[*from];
                self.present[*to] = self.present[*from];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use secant_field::lanes::Portable;

    #[test]
    fn points_that_are_far_are_asked_for_once() {
        const HALF: usize = PREFETCH_ABOVE_BYTES / 4;
        let point = Affine {
            x: [0u8; HALF],
            y: [0u8; HALF],
        };
        let points = alloc::vec![point; 3];
        let all: Vec<[u32; 8]> = (0..10).map(|i| core::array::from_fn(|j| (8 * i + j) as u32)).collect();
        for (rows, later) in [(0, 10), (3, 7), (5, 5), (7, 3), (10, 0)] {
            let asked = |count: usize| {
                let now = Rows {
                    rows: &all[..rows],
                    upcoming: &all[10 - later..],
                    ..Rows::default()
                };
                let mut prefetch = Prefetch::new(Portable, &points[..count], now);
                core::iter::from_fn(|| prefetch.next()).collect::<Vec<_>>()
            };
            assert!(asked(2).is_empty());
            let next = &all[10 - later..][..rows.min(later)];
            let asked: Vec<_> = asked(3).into_iter().flatten().copied().collect();
            assert_eq!(asked, next.as_flattened());
        }
    }
}
