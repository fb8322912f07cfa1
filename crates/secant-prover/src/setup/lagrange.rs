//! Lagrange's basis from the powers of an unknown secret, by an inverse transform of points.

use super::{PART, powers};
use crate::convert::{self, F, G, Point};
use ark_ff::Field;
use halo2_axiom::halo2curves::bn256::G1Affine;
use rayon::prelude::*;
use secant_curve::{Subgroup, batch};

/// The points `1/n sum_j w^(-i j) P_j` of `n = 2^k` points, with `w` the root of unity of that order.
pub fn of_powers(powers_of_secret: &[G1Affine], root: F) -> Vec<G1Affine> {
    let n = powers_of_secret.len();
    let mut points: Vec<Point> = powers_of_secret.par_iter().map(convert::point).collect();
    if n > 1 {
        let k = n.trailing_zeros();
        for i in 0..n {
            let j = i.reverse_bits() >> (usize::BITS - k);
            if i < j {
                points.swap(i, j);
            }
        }
        let inverses = powers(root.inverse().unwrap_or(root), k - 1);
        for level in 0..k - 1 {
            points = butterflies(&points, 1 << level, &inverses, F::ONE);
        }
        points = butterflies(&points, n / 2, &inverses, F::from(n as u64).inverse().unwrap_or(F::ONE));
    }
    points.par_iter().map(convert::to_point).collect()
}

/// `f (P + u Q)` and `f (P - u Q)` for pairs of points at distance `half`. `u` runs through every `powers.len() /
/// half`-th power of a root.
fn butterflies(points: &[Point], half: usize, powers: &[F], f: F) -> Vec<Point> {
    let (stride, scales) = (powers.len() / half, f != F::ONE);
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for block in points.chunks(2 * half) {
        even.extend_from_slice(&block[..half]);
        odd.extend_from_slice(&block[half..]);
    }
    if scales {
        even = multiples(&even, |_| f);
    }
    if scales || half > 1 {
        odd = multiples(&odd, |i| f * powers[i % half * stride]);
    }
    let pairs = even.par_chunks(half).zip(odd.par_chunks(half));
    let sums = pairs.flat_map_iter(|(even, odd)| {
        let sums = even.iter().zip(odd).map(|(p, q)| G::from(*p) + q);
        let differences = even.iter().zip(odd).map(|(p, q)| G::from(*p) - q);
        sums.chain(differences).collect::<Vec<_>>()
    });
    normalized(&sums.collect::<Vec<G>>())
}

fn normalized(points: &[G]) -> Vec<Point> {
    points
        .par_chunks(PART)
        .map(batch::normalize::<G>)
        .collect::<Vec<_>>()
        .concat()
}

/// Multiplies the `i`-th point by `scalar(i)`. All points are in the group, because it is the whole curve.
fn multiples(points: &[Point], scalar: impl Fn(usize) -> F + Sync) -> Vec<Point> {
    let parts = points.par_chunks(PART).enumerate().map(|(part, points)| {
        let scalars: Vec<F> = (part * PART..).take(points.len()).map(&scalar).collect();
        let points: Vec<Subgroup<G>> = points.iter().map(|p| Subgroup::new_unchecked((*p).into())).collect();
        let multiples = Subgroup::mul_each(&points, &scalars).expect("as many scalars as points");
        let multiples: Vec<G> = multiples.into_iter().map(Subgroup::into_inner).collect();
        batch::normalize(&multiples)
    });
    parts.collect::<Vec<_>>().concat()
}
