//! Square roots of many elements, several side by side.
//!
//! An element `d` of a prime field takes one power. Let `p - 1 = 2^s t` with `t` odd, and let `g` generate the group of
//! order `2^s`. With `w = d^((t - 1) / 2)`, `b = d w^2 = d^t` is a power `g^e`. Then `q = w g^(-floor(e / 2))` has
//! `q^2 = 1 / d` if `e` is even. If `e` is odd, `d` is no square and `q^2 = g / d`. So `q d` is the root of a square,
//! and `q` its inverse.
//!
//! The exponent `e` is found in windows, with tables of the powers of `g` (Sarkar, "Computing square roots faster than
//! the Tonelli-Shanks/Bernstein algorithm", eprint 2020/1407). For `p = 3 mod 4` there is nothing to find: `g = -1`
//! and `q = w`. `docs/algorithms/hashing.md` has the costs.

mod logarithm;

use crate::{
    hash_to_curve::{
        MapField,
        element::{Eights, Element, Single},
        power::power,
    },
    ring::RingField,
    roots::logarithm::Logarithms,
    threads,
};
use alloc::vec::Vec;
use ark_ff::PrimeField;
use secant_field::lanes::{LaneData, Token, WithLanes, with_lanes};

/// Vectors side by side, so that a product need not wait for the one before it.
const VECTORS: usize = 2;

/// Elements of a task.
const CHUNK: usize = 64;

/// Tables and constants for square roots in a field.
pub struct Constants<P: PrimeField> {
    logarithms: Option<Logarithms<P>>,
    quadratic: Option<Quadratic<P>>,
}

/// Constants for an extension by a root of `beta`.
struct Quadratic<P> {
    minus_beta: P,
    half: P,
    /// `k`, a root of `beta / g`.
    k: P,
    /// `1 / (g k)`.
    inverse_gk: P,
}

impl<P: PrimeField + MapField<Prime = P>> Constants<P> {
    /// Those for `count` elements: of the extension by a root of `beta` if there is a `beta`, else of the prime field.
    fn new(beta: Option<P>, count: usize) -> Self {
        let mut constants = Self {
            logarithms: if const { P::TWO_ADICITY > 1 } {
                Some(Logarithms::new(count))
            } else {
                None
            },
            quadratic: None,
        };
        constants.quadratic = beta.map(|beta| {
            let g = P::TWO_ADIC_ROOT_OF_UNITY;
            let inverse_g = g.inverse().unwrap_or(g);
            let k = if beta == g {
                P::ONE
            } else {
                let d = Single(beta * inverse_g);
                constants.inverse_root(&d).0.mul(&d).0
            };
            let two = P::ONE.double();
            Quadratic {
                minus_beta: -beta,
                half: two.inverse().unwrap_or(two),
                k,
                inverse_gk: inverse_g * k.inverse().unwrap_or(k),
            }
        });
        constants
    }

    /// `q` as the [module](self) defines it, and which elements are not squares. For zero `q` is zero.
    #[inline(always)]
    fn inverse_root<E: Element<Field = P>>(&self, d: &E) -> (E, u16) {
        let w = power(d, P::TRACE_MINUS_ONE_DIV_TWO.as_ref());
        let b = w.square().mul(d);
        // With this condition no code for logarithms is compiled where p = 3 mod 4.
        if const { P::TWO_ADICITY > 1 }
            && let Some(logarithms) = &self.logarithms
        {
            logarithms.halve(&b, &w)
        } else {
            let squares = b.sub(&b.constant(&P::ONE)).zeros();
            (w, !squares)
        }
    }

    /// A root of each element of the prime field that is a square.
    #[inline(always)]
    pub fn root<E: Element<Field = P>>(&self, a: &E) -> E {
        self.inverse_root(a).0.mul(a)
    }

    /// A root of each element `a0 + a1 u` that is a square, in the extension with `u^2 = beta`.
    ///
    /// The complex method. The norm of a square is a square `n^2`. One of `(a0 + n) / 2` and `(a0 - n) / 2` is the
    /// square of the root's first coefficient, and their product is `beta (a1 / 2)^2`. Let `d` be the first of them. If
    /// it is a square, its `q` gives the root `d q + (a1 / 2) q u`. Otherwise `q^2 = g / d`, and the root is
    /// `(a1 / 2) k q + d q / (g k) u`.
    #[inline(always)]
    pub fn root_in_extension<E: Element<Field = P>>(&self, [a0, a1]: [E; 2]) -> [E; 2] {
        let Some(constants) = &self.quadratic else {
            return [a0, a1];
        };
        let constant = |x: &P| a0.constant(x);
        let half = constant(&constants.half);
        let n = self.root(&E::dot(&[(&a0, &a0), (&a1, &a1.mul(&constant(&constants.minus_beta)))]));
        let d = a0.add(&n).mul(&half);
        // If d = 0, then a1 = 0 and n = -a0. With the other sign of n, d is a0.
        let d = d.select(&a0, d.zeros());
        let (q, odd) = self.inverse_root(&d);
        let (dq, aq) = (d.mul(&q), a1.mul(&half).mul(&q));
        let first = dq.select(&aq.mul(&constant(&constants.k)), odd);
        let second = aq.select(&dq.mul(&constant(&constants.inverse_gk)), odd);
        [first, second]
    }
}

/// A square root of each element that has one, either of the two.
pub fn square_roots<F: MapField>(values: &[F]) -> Vec<Option<F>> {
    if let [value] = values {
        return alloc::vec![value.sqrt()];
    }
    let constants = Constants::new(F::beta(), values.len());
    let on_lanes = with_lanes(SquareRoots::<F> {
        values,
        constants: &constants,
    });
    on_lanes.unwrap_or_else(|| {
        let mut roots = alloc::vec![None; values.len()];
        threads::for_each_chunk(&mut roots, CHUNK, |i, roots| {
            for (root, value) in roots.iter_mut().zip(&values[CHUNK * i..]) {
                let candidate = F::root(&Single(*value), &constants).0;
                *root = (candidate.square() == *value).then_some(candidate);
            }
        });
        roots
    })
}

struct SquareRoots<'a, F: MapField> {
    values: &'a [F],
    constants: &'a Constants<F::Prime>,
}

impl<F: MapField> WithLanes for SquareRoots<'_, F> {
    type Output = Vec<Option<F>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        type RingOf<F, T> = <F as RingField>::Ring<T>;
        let mut roots = alloc::vec![None; self.values.len()];
        threads::for_each_chunk(&mut roots, CHUNK, |i, roots| {
            let values = &self.values[CHUNK * i..][..roots.len()];
            for (values, roots) in values.chunks(8 * VECTORS).zip(roots.chunks_mut(8 * VECTORS)) {
                let mut rows = [[F::ZERO; 8]; VECTORS];
                for (row, values) in rows.iter_mut().zip(values.chunks(8)) {
                    row[..values.len()].copy_from_slice(values);
                }
                let (squares, rows) = token.run(
                    #[inline(always)]
                    || {
                        let mut a = Eights([RingOf::<F, T>::zero(token); VECTORS]);
                        for (a, row) in a.0.iter_mut().zip(&rows) {
                            *a = LaneData::load(token, row.each_ref());
                        }
                        let root = F::root(&a, self.constants);
                        let squares = root.square().sub(&a).zeros();
                        for (root, row) in root.0.iter().zip(&mut rows) {
                            *row = root.store();
                        }
                        (squares, rows)
                    },
                );
                let all = rows.as_flattened();
                for (i, root) in roots.iter_mut().enumerate() {
                    *root = ((squares >> i) & 1 == 1).then_some(all[i]);
                }
            }
        });
        roots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ff::{AdditiveGroup, FftField, Field};
    use rand::{SeedableRng, rngs::StdRng};

    fn check<F: MapField>() {
        let mut rng = StdRng::seed_from_u64(1);
        for n in [0, 1, 2, 15, 16, 17, 40, 300] {
            let mut values: Vec<F> = (0..n).map(|_| F::rand(&mut rng)).collect();
            for (i, v) in values.iter_mut().enumerate() {
                let [c0, c1] = v.split();
                let zero = F::Prime::ZERO;
                *v = match i % 7 {
                    0 => v.square(),
                    1 => F::join([c0, zero]),
                    2 => F::join([zero, c1]),
                    3 => F::join([c0.square(), zero]),
                    // Roots of unity of every order.
                    4 => F::join([F::Prime::TWO_ADIC_ROOT_OF_UNITY.pow([1u64 << (i % 50)]), zero]),
                    5 if i % 3 == 0 => F::ZERO,
                    _ => *v,
                };
            }
            for (root, value) in square_roots(&values).into_iter().zip(values) {
                match root {
                    Some(root) => assert_eq!(root.square(), value),
                    None => assert!(value.sqrt().is_none()),
                }
            }
        }
    }

    #[test]
    fn against_arkworks() {
        check::<ark_bls12_381::Fq>();
        check::<ark_bls12_381::Fr>();
        check::<ark_bls12_377::Fq>();
        check::<ark_bls12_377::Fr>();
        check::<ark_bn254::Fq>();
        check::<ark_bw6_761::Fq>();
        check::<ark_secp256k1::Fq>();
        check::<ark_secp256r1::Fq>();
    }
}
