//! The affine form of many points, eight side by side.

use crate::{batch, curves::eights::padded_to_eight, ring::Ring, threads};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field};
use secant_field::lanes::Token;

/// Points that share an inversion. More would gain less than a hundredth (an inversion takes as long as 100 products,
/// one point takes 7), and this many stay in the L2 cache.
const CHUNK: usize = 1024;

/// Inverses of many elements, eight side by side, for one inversion and three products each (Montgomery's trick).
///
/// Its methods must run inside [`Token::run`].
pub struct BatchInversion<R> {
    values: Vec<R>,
    /// The product of the values before each.
    before: Vec<R>,
    /// The product of all values. After [`Self::invert`], `scale` over the product of the values that have not been
    /// popped.
    product: R,
}

impl<R: Ring> BatchInversion<R> {
    /// No values yet, with room for `capacity` of them.
    #[inline(always)]
    pub fn new(token: R::Token, capacity: usize) -> Self {
        Self {
            values: Vec::with_capacity(capacity),
            before: Vec::with_capacity(capacity),
            product: R::one(token),
        }
    }

    /// Takes a value below `2 p` that is zero in no lane.
    #[inline(always)]
    pub fn push(&mut self, value: R) {
        self.values.push(value);
        self.before.push(self.product);
        self.product = R::dot(2, &[(&self.product, &value)]);
    }

    /// Inverts the product of all values. After this, [`Self::pop`] gives `scale` over each value.
    #[inline(always)]
    pub fn invert(&mut self, scale: &R::Scalar) {
        let mut product = self.product.store();
        batch::invert(&mut product);
        for inverse in &mut product {
            *inverse *= scale;
        }
        self.product = R::load(self.product.token(), product.each_ref());
    }

    /// `scale` over the last value that has not been popped.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<R> {
        let (value, before) = (self.values.pop()?, self.before.pop()?);
        let inverse = R::dot(2, &[(&self.product, &before)]);
        self.product = R::dot(2, &[(&self.product, &value)]);
        Some(inverse)
    }
}

/// Computes `affine(points, 1 / z)` for eight points at a time. The result is `infinity` for points with `z = 0`.
///
/// `affine` should compute with coordinates in the elements' own form ([`Ring::load_own`]); the inverses are in the
/// form of lanes. So the affine coordinates must be products of the point's coordinates by powers of `1 / z`.
pub fn normalize<R: Ring, P: Sync, A: Copy + Send + Sync>(
    token: R::Token,
    points: &[P],
    infinity: A,
    z: impl Fn(&P) -> &R::Scalar + Sync,
    affine: impl Fn([&P; 8], &R) -> [A; 8] + Sync,
) -> Vec<A> {
    // The own form of z is z / 2^OWN, so its inverse is z^-1 2^OWN before it is scaled.
    let scale = token.run(
        #[inline(always)]
        || R::own_one(token),
    );
    let one = R::Scalar::ONE;
    let mut all = alloc::vec![infinity; points.len()];
    threads::for_each_chunk(&mut all, CHUNK, |i, out| {
        let points = &points[CHUNK * i..][..out.len()];
        let vectors = points.len().div_ceil(8);
        let mut inverses = token.run(
            #[inline(always)]
            || {
                let mut inverses = BatchInversion::<R>::new(token, vectors);
                for k in 0..vectors {
                    let eight = padded_to_eight(&points[8 * k..]);
                    let mut row = [&one; 8];
                    for (row, p) in row.iter_mut().zip(eight) {
                        let z = z(p);
                        if *z != R::Scalar::ZERO {
                            *row = z;
                        }
                    }
                    inverses.push(R::load_own(token, row));
                }
                inverses.invert(&scale);
                inverses
            },
        );
        for k in (0..vectors).rev() {
            let inverse = token.run(
                #[inline(always)]
                || inverses.pop(),
            );
            // There is one inverse for each vector.
            let Some(inverse) = inverse else { continue };
            let eight = padded_to_eight(&points[8 * k..]);
            let images = affine(eight, &inverse);
            for ((out, image), p) in out[8 * k..].iter_mut().zip(images).zip(eight) {
                if *z(p) != R::Scalar::ZERO {
                    *out = image;
                }
            }
        }
    });
    all
}
