//! The steps of a Miller loop for eight pairs at a time, one in each lane.
//!
//! The formulas of [`Homogeneous`] for points `(x : k Y : z)`. With `k = 2` they are the formulas that halve, without a
//! halving.
//!
//! ```text
//! double    a, s, t, m, q = x Y, Y Y, (3 b / k^2) z z, Y z, x x
//!           x', Y', z' = a (2k s - 6k t), k (s + 3t)^2 - 12k t^2, 8k s m
//!           free, cx px, cy py = k^2 (t - s), q 3 px, m (-2k py)
//! add       theta, lambda = Y - z (qy / k), x - z qx
//!           e, f, g = lambda^3, k^2 z theta^2, x lambda^2;  h = e + f - 2g
//!           x', Y', z' = lambda h, theta (g - h) - e Y, z e
//!           free, cx px, cy py = theta k qx - lambda qy, theta (-k px), lambda py
//! ```

use crate::{
    pairing::{
        eight::Eight,
        lines::{Homogeneous, Twist},
        six::{RingOf, times},
        target::{MillerLoop, Sextic},
    },
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field};
use core::marker::PhantomData;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token};

type Coefficient<F> = <F as Sextic>::Coefficient;
type Base<F> = <Coefficient<F> as Field>::BasePrimeField;

/// The state of a Miller loop over a multiple of eight pairs; `K` is 2 or 1, see the [module](self).
pub struct PairsLoop<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> {
    token: T,
    twist: Twist,
    /// `3 b / K^2`.
    b3: RingOf<F, T>,
    /// `1 / K`.
    inverse_k: Coefficient<F>,
    pairs: Vec<Pairs<RingOf<F, T>>>,
    field: PhantomData<F>,
}

/// Eight pairs.
struct Pairs<R> {
    x: R,
    y: R,
    z: R,
    /// Of the first arguments: `3 px`, `-2k py`, `-k px`, `py`.
    px3: R,
    py2: R,
    px: R,
    py: R,
}

/// Eight points to add: `qx`, `qy / k`, `k qx`, `-qy`.
pub struct Addends<R> {
    x: R,
    y_by_k: R,
    kx: R,
    minus_y: R,
}

#[inline(always)]
fn mul<R: Ring>(a: &R, b: &R) -> R {
    R::dot(32, &[(a, b)])
}

impl<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> PairsLoop<F, T, K> {
    /// Starts with pairs `first, second` on `y^2 = x^3 + b`.
    pub fn new(
        token: T,
        twist: Twist,
        b: &Coefficient<F>,
        first: &[(Base<F>, Base<F>)],
        second: &[(Coefficient<F>, Coefficient<F>)],
    ) -> Self {
        const { assert!(K == 1 || K == 2) };
        let inverse_k = times(K, Coefficient::<F>::ONE)
            .inverse()
            .unwrap_or(Coefficient::<F>::ONE);
        let b3 = (b.double() + b) * inverse_k.square();
        let mut state = Self {
            token,
            twist,
            b3: load(token, &[b3; 8], |b3| *b3),
            inverse_k,
            pairs: Vec::new(),
            field: PhantomData,
        };
        let embed = Coefficient::<F>::from_base_prime_field;
        for (p, q) in first.chunks_exact(8).zip(second.chunks_exact(8)) {
            let p = |f: &dyn Fn(Coefficient<F>, Coefficient<F>) -> Coefficient<F>| {
                load(token, p, |(x, y)| f(embed(*x), embed(*y)))
            };
            let (x, y, z) = state.affine(q);
            state.pairs.push(Pairs {
                x,
                y,
                z,
                px3: p(&|x, _| x.double() + x),
                py2: p(&|_, y| -times(K, y.double())),
                px: p(&|x, _| -times(K, x)),
                py: p(&|_, y| y),
            });
        }
        state
    }

    fn affine(&self, q: &[(Coefficient<F>, Coefficient<F>)]) -> (RingOf<F, T>, RingOf<F, T>, RingOf<F, T>) {
        (
            load(self.token, q, |(x, _)| *x),
            load(self.token, q, |(_, y)| *y * self.inverse_k),
            load(self.token, q, |_| Coefficient::<F>::ONE),
        )
    }
}

/// Loads what `f` gives for eight items.
fn load<X, F: RingField, T: Token>(token: T, items: &[X], f: impl Fn(&X) -> F) -> F::Ring<T> {
    let all: [F; 8] = core::array::from_fn(|i| f(&items[i]));
    token.run(
        #[inline(always)]
        || LaneData::load(token, all.each_ref()),
    )
}

impl<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> MillerLoop<Coefficient<F>> for PairsLoop<F, T, K> {
    type Target = Eight<F, T>;
    type Addends = Vec<Addends<RingOf<F, T>>>;

    fn one(&self) -> Eight<F, T> {
        Eight::one(self.token)
    }

    fn addends(&self, points: &[(Coefficient<F>, Coefficient<F>)]) -> Self::Addends {
        points
            .chunks_exact(8)
            .map(|q| {
                let q = |f: &dyn Fn(Coefficient<F>, Coefficient<F>) -> Coefficient<F>| {
                    load(self.token, q, |(x, y)| f(*x, *y))
                };
                Addends {
                    x: q(&|x, _| x),
                    y_by_k: q(&|_, y| y * self.inverse_k),
                    kx: q(&|x, _| times(K, x)),
                    minus_y: q(&|_, y| -y),
                }
            })
            .collect()
    }

    fn restart(&mut self, points: &[(Coefficient<F>, Coefficient<F>)]) {
        for (i, q) in points.chunks_exact(8).enumerate() {
            let (x, y, z) = self.affine(q);
            let pairs = &mut self.pairs[i];
            (pairs.x, pairs.y, pairs.z) = (x, y, z);
        }
    }

    fn points(&self) -> Vec<Homogeneous<Coefficient<F>>> {
        let mut all = Vec::with_capacity(8 * self.pairs.len());
        for pairs in &self.pairs {
            let (x, y, z) = self.token.run(
                #[inline(always)]
                || (pairs.x.store(), pairs.y.store(), pairs.z.store()),
            );
            all.extend((0..8).map(|i| Homogeneous {
                x: x[i],
                y: times(K, y[i]),
                z: z[i],
            }));
        }
        all
    }

    fn double(&mut self, f: &mut Eight<F, T>) {
        meter!("doubling step", [F; 8], 8 * self.pairs.len());
        for pairs in &mut self.pairs {
            self.token.run(
                #[inline(always)]
                || {
                    let Pairs { x, y, z, .. } = pairs;
                    let (s, zz, q) = (y.square(2), z.square(2), x.square(2));
                    let t = mul(&zz, &self.b3);
                    let (a, m) = (mul(x, y), mul(y, z));
                    let w = LaneSums::combine(2, [(1, &s), (3, &t)]);
                    let (ww, tt) = (w.square(8), t.square(2));
                    let free = LaneSums::combine(2, [(K * K, &t), (-K * K, &s)]);
                    let cx = q.mul_by_first(&pairs.px3);
                    let cy = m.mul_by_first(&pairs.py2);
                    let right = LaneSums::combine(2, [(2 * K, &s), (-6 * K, &t)]);
                    x.set_dot(32, &[(&right, &a)]);
                    *y = LaneSums::combine_reduced(2, [(K, &ww), (-12 * K, &tt)]);
                    z.set_dot(32, &[(&s, &LaneSums::combine(2, [(8 * K, &m)]))]);
                    f.mul_by_line(self.twist, &free, &cx, &cy);
                },
            );
        }
    }

    fn negate(&mut self) {
        for pairs in &mut self.pairs {
            self.token.run(
                #[inline(always)]
                || pairs.y = LaneSums::combine_reduced(2, [(-1, &pairs.y)]),
            );
        }
    }

    fn add(&mut self, f: &mut Eight<F, T>, addends: &Self::Addends) {
        meter!("addition step", [F; 8], 8 * self.pairs.len());
        for (pairs, q) in self.pairs.iter_mut().zip(addends) {
            self.token.run(
                #[inline(always)]
                || {
                    let Pairs { x, y, z, .. } = pairs;
                    let (zy, zx) = (mul(z, &q.y_by_k), mul(z, &q.x));
                    let theta = RingOf::<F, T>::combine(2, [(1, y), (-1, &zy)]);
                    let lambda = RingOf::<F, T>::combine(2, [(1, x), (-1, &zx)]);
                    let (c, d) = (theta.square(4), lambda.square(4));
                    let (e, g) = (mul(&lambda, &d), mul(x, &d));
                    let zc = mul(z, &c);
                    let h = RingOf::<F, T>::combine(2, [(1, &e), (K * K, &zc), (-2, &g)]);
                    let gh = RingOf::<F, T>::combine(2, [(3, &g), (-1, &e), (-K * K, &zc)]);
                    let free = RingOf::<F, T>::dot(2, &[(&theta, &q.kx), (&lambda, &q.minus_y)]);
                    let cx = theta.mul_by_first(&pairs.px);
                    let cy = lambda.mul_by_first(&pairs.py);
                    let minus_e = RingOf::<F, T>::combine(2, [(-1, &e)]);
                    *y = LaneProducts::dot(16, &[(&theta, &gh), (&minus_e, y)]);
                    x.set_dot(16, &[(&lambda, &h)]);
                    *z = mul(z, &e);
                    f.mul_by_line(self.twist, &free, &cx, &cy);
                },
            );
        }
    }
}
