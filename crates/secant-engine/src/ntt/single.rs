//! Transforms on single elements.

use crate::{
    ntt::{
        Order::{self, BitReversed, Natural},
        Roots, Scaling, bit_reverse,
    },
    threads,
};
use alloc::{borrow::Cow, vec, vec::Vec};
use ark_ff::FftField;
use secant_field::lanes::LaneField;

/// The factors of the blocks in the last of `layers` layers; `root` has order `2^log_size`.
///
/// Each layer before has the first of these for its blocks.
pub fn twiddles<F: FftField>(root: F, log_size: u32, layers: u32) -> Vec<F> {
    let mut twiddles = vec![F::ONE; (1 << layers) / 2];
    // Squares of the root, that of order 4 last.
    let mut squares = vec![root; log_size.saturating_sub(1) as usize];
    for i in 1..squares.len() {
        squares[i] = squares[i - 1].square();
    }
    for (layer, square) in squares.iter().rev().enumerate().take(layers.saturating_sub(1) as usize) {
        let (known, next) = twiddles[..2 << layer].split_at_mut(1 << layer);
        for (next, known) in next.iter_mut().zip(known) {
            *next = *known * square;
        }
    }
    twiddles
}

/// The transform in place, between scalings.
pub fn transform<F: LaneField>(
    log_size: u32,
    roots: &Roots<F>,
    x: &mut [F],
    [from, to]: [Order; 2],
    before: Option<Scaling<F>>,
    after: Option<Scaling<F>>,
) {
    if from == BitReversed {
        bit_reverse(x);
    }
    if let Some(scaling) = before {
        scale(x, scaling);
    }
    let twiddles = if 2 * roots.twiddles.len() >= x.len() {
        Cow::Borrowed(&roots.twiddles)
    } else {
        Cow::Owned(twiddles(roots.root, log_size, log_size))
    };
    layers(x, &twiddles);
    match after {
        // Only natural order has a progression's factors in sequence.
        Some(scaling) if !scaling.ratio.is_one() => {
            bit_reverse(x);
            scale(x, scaling);
            if to == BitReversed {
                bit_reverse(x);
            }
            return;
        }
        Some(scaling) => scale(x, scaling),
        None => {}
    }
    if to == Natural {
        bit_reverse(x);
    }
}

/// All layers, from natural to bit-reversed order.
fn layers<F: FftField>(x: &mut [F], twiddles: &[F]) {
    // The first layers run here, until there is a block for every thread. Then each block is a part,
    // with all layers that it has left.
    let blocks = threads::count().next_power_of_two().min(x.len());
    let mut size = x.len();
    while size > x.len() / blocks {
        for (block, x) in x.chunks_exact_mut(size).enumerate() {
            butterflies(x, &twiddles[block]);
        }
        size /= 2;
    }
    threads::for_each_chunk(x, size, |block, x| within(x, block, twiddles));
}

/// Blocks of up to this many elements run layer by layer, larger ones depth first.
///
/// With 64, 512 and 4096 transforms of `2^16` elements of BN254's scalar field differ by less than 3 % on Zen 5.
const LAYERWISE_UP_TO: usize = 512;

/// The layers within a block, depth first.
fn within<F: FftField>(x: &mut [F], block: usize, twiddles: &[F]) {
    if x.len() > LAYERWISE_UP_TO {
        butterflies(x, &twiddles[block]);
        let (low, high) = x.split_at_mut(x.len() / 2);
        within(low, 2 * block, twiddles);
        within(high, 2 * block + 1, twiddles);
        return;
    }
    let mut size = x.len();
    let mut first = block;
    while size > 1 {
        for (x, w) in x.chunks_exact_mut(size).zip(&twiddles[first..]) {
            butterflies(x, w);
        }
        first *= 2;
        size /= 2;
    }
}

fn butterflies<F: FftField>(x: &mut [F], w: &F) {
    let one = w.is_one();
    let (low, high) = x.split_at_mut(x.len() / 2);
    for (a, b) in low.iter_mut().zip(high) {
        if !one {
            *b *= w;
        }
        let mut difference = *a;
        difference -= &*b;
        *a += &*b;
        *b = difference;
    }
}

/// Scales elements in natural order.
fn scale<F: FftField>(x: &mut [F], scaling: Scaling<F>) {
    let part = x.len().div_ceil(threads::count());
    threads::for_each_chunk(x, part, |i, x| {
        let mut factor = scaling.first * scaling.ratio.pow([(i * part) as u64]);
        if scaling.ratio.is_one() {
            x.iter_mut().for_each(|x| *x *= factor);
            return;
        }
        for x in x {
            *x *= factor;
            factor *= scaling.ratio;
        }
    });
}
