//! The layers of eight transforms side by side. Row `i` holds element `i` of each, in a lane of its own.

use secant_field::lanes::{LaneField, LooseElement, Token};

/// What the layers need: the back end, the factors of the blocks, and the bound that results must have.
#[derive(Clone, Copy, Debug)]
pub struct Layers<'a, F: LaneField, T> {
    /// The back end.
    pub token: T,
    /// Factor `j` is that of block `j` in every layer (`Roots::factors`).
    pub factors: &'a [F::Factor],
    /// Results are below this many times the modulus.
    pub limit: u64,
}

/// Blocks of up to this many rows run layer by layer, larger ones depth first. 128 rows of five limbs are 40 KiB.
///
/// With it a transform of `2^18` elements of BN254's scalar field takes 5.3 ms, with 64 or 16 it takes 5.6 ms, on Zen 5
/// with 48 KiB of first-level cache. Smaller transforms differ by less than 2 % (`examples/ntt.rs`).
const LAYERWISE_ROWS: usize = 128;

impl<F: LaneField, T: Token> Layers<'_, F, T> {
    /// Transforms `2^k` rows below `bound p`, from natural to bit-reversed order, and gives the bound of the results.
    pub fn transform(&self, rows: &mut [F::Loose<T>], bound: u64) -> u64 {
        self.block(rows, 0, bound)
    }

    /// The layers of block `block`.
    fn block(&self, rows: &mut [F::Loose<T>], block: usize, bound: u64) -> u64 {
        if rows.len() <= LAYERWISE_ROWS {
            return self.token.run(
                #[inline(always)]
                || self.near(rows, block, bound),
            );
        }
        let bound = self.token.run(
            #[inline(always)]
            || self.layer(rows, block, bound),
        );
        let (low, high) = rows.split_at_mut(rows.len() / 2);
        let low = self.block(low, 2 * block, bound);
        low.max(self.block(high, 2 * block + 1, bound))
    }

    /// All layers of a block, one after the other.
    #[inline(always)]
    fn near(&self, rows: &mut [F::Loose<T>], block: usize, mut bound: u64) -> u64 {
        let mut size = rows.len();
        let mut first = block;
        while size > 2 {
            let mut most = 0;
            for (i, rows) in rows.chunks_exact_mut(size).enumerate() {
                most = most.max(self.layer(rows, first + i, bound));
            }
            bound = most;
            first *= 2;
            size /= 2;
        }
        self.last_layer(rows, first, bound)
    }

    /// One layer of a block of four rows or more. Block 0 multiplies by one: it only adds and subtracts.
    #[inline(always)]
    fn layer(&self, rows: &mut [F::Loose<T>], block: usize, bound: u64) -> u64 {
        let half = rows.len() / 2;
        if block == 0 {
            // The bound doubles.
            let bound = reduce_beyond(rows, bound, bound);
            let (low, high) = rows.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                [*a, *b] = F::Loose::butterfly_one(bound, a, b);
            }
            return 2 * bound;
        }
        let (low, high) = rows.split_at_mut(half);
        let bound = reduce_beyond(low, bound, F::Loose::<T>::PRODUCT);
        let factor = &self.factors[block];
        for (low, high) in low.chunks_exact_mut(2).zip(high.chunks_exact_mut(2)) {
            if let ([a, c], [b, d]) = (low, high) {
                [[*a, *b], [*c, *d]] = F::Loose::butterflies([a, c], [b, d], [factor; 2]);
            }
        }
        bound + F::Loose::<T>::PRODUCT
    }

    /// The last layer: blocks of two rows, two blocks at a time. Block 0 multiplies by its factor, one.
    #[inline(always)]
    fn last_layer(&self, rows: &mut [F::Loose<T>], block: usize, bound: u64) -> u64 {
        let reduce = bound + F::Loose::<T>::PRODUCT > self.limit;
        for (rows, factors) in rows.chunks_exact_mut(4).zip(self.factors[block..].chunks_exact(2)) {
            if let ([a, b, c, d], [first, second]) = (rows, factors) {
                if reduce {
                    (*a, *c) = (a.reduce(), c.reduce());
                }
                [[*a, *b], [*c, *d]] = F::Loose::butterflies([a, c], [b, d], [first, second]);
            }
        }
        (if reduce { 2 } else { bound }) + F::Loose::<T>::PRODUCT
    }
}

/// Reduces rows below `bound p` if there is no room for `added p` more. Gives the bound that they have afterwards.
#[inline(always)]
fn reduce_beyond<E: LooseElement>(rows: &mut [E], bound: u64, added: u64) -> u64 {
    if bound + added <= E::CAPACITY {
        return bound;
    }
    for row in rows {
        *row = row.reduce();
    }
    2
}
