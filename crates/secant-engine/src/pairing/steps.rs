//! The steps of a Miller loop with the products of one pair side by side in lanes.
//!
//! A point `(x : y : z)` of the twist `y^2 = x^3 + b` is kept as `x`, `Y = y / k`, `z` and `V = 3 b z / k^2` in lanes 0
//! to 3. With `k = 2` no step has to halve anything, and the points are those of the formulas with halvings of
//! [`Homogeneous::double_halved`]. With `k = 1` they are those of [`Homogeneous::double`]. Each line below is one
//! product of vectors.
//!
//! ```text
//! double    a, s, t, m, n, q = x Y, Y Y, z V, Y z, Y V, x x
//!           x', u, z', V', v, cx px, cy py =
//!               a (2k s - 6k t), (s + 3t) (k s + 3k t), s 8k m, s 8k n, t 12k t, q 3 px, m (-2k py)
//!           Y' = u - v, free = k^2 (t - s)
//! add       theta, lambda = Y - z (qy / k), x - z qx
//!           c, d, f0, f1, cx px, cy py =
//!               theta k^2 theta, lambda lambda, theta k qx, lambda qy, theta (-k px), lambda py
//!           e, f, g = lambda d, z c, x d;  h = e + f - 2g
//!           x', u, v, z', V' = lambda h, theta (g - h), Y e, z e, V e
//!           Y' = u - v, free = f0 - f1
//! ```

#[cfg(feature = "meter")]
use crate::pairing::six::InLanes;
use crate::{
    pairing::{
        lines::{Homogeneous, Twist},
        six::{RingOf, Six, all, times},
        target::{MillerLoop, Sextic},
    },
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field};
use core::marker::PhantomData;
use secant_field::lanes::{LaneData, LaneSums, Token};

type Coefficient<F> = <F as Sextic>::Coefficient;

/// The state of a Miller loop over the target field `F`; `K` is 2 or 1, see the [module](self).
pub struct LaneLoop<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> {
    token: T,
    twist: Twist,
    /// `3 b / K^2`.
    b3: Coefficient<F>,
    /// `1 / K`.
    inverse_k: Coefficient<F>,
    pairs: Vec<Pair<F, T>>,
    field: PhantomData<F>,
}

struct Pair<F: Sextic<Coefficient: RingField>, T: Token> {
    /// The point: `x, Y, z, V`.
    point: RingOf<F, T>,
    /// The first argument, for doubling: `3 px` in lane 5, `-2k py` in lane 6.
    double: RingOf<F, T>,
    /// For addition: `-k px, py`, to be put beside `k qx, qy`.
    add: [Coefficient<F>; 2],
}

/// A point to add to the point of one pair.
pub struct Addend<F: Sextic<Coefficient: RingField>, T: Token> {
    /// `qy / k, qx`.
    first: RingOf<F, T>,
    /// `k qx, qy, -k px, py` in lanes 2 to 5.
    second: RingOf<F, T>,
}

impl<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> LaneLoop<F, T, K> {
    /// Starts with pairs `((px, py), (qx, qy))` on `y^2 = x^3 + b`; the coordinates of the first are in the field of
    /// the second.
    pub fn new(
        token: T,
        twist: Twist,
        b: &Coefficient<F>,
        pairs: impl Iterator<Item = ([Coefficient<F>; 2], (Coefficient<F>, Coefficient<F>))>,
    ) -> Self {
        const { assert!(K == 1 || K == 2) };
        let one = Coefficient::<F>::ONE;
        let inverse_k = if K == 2 {
            one.double().inverse().unwrap_or(one)
        } else {
            one
        };
        let b3 = (b.double() + b) * inverse_k.square();
        let mut state = Self {
            token,
            twist,
            b3,
            inverse_k,
            pairs: Vec::new(),
            field: PhantomData,
        };
        for ([px, py], (qx, qy)) in pairs {
            let zero = Coefficient::<F>::ZERO;
            let double = [
                zero,
                zero,
                zero,
                zero,
                zero,
                px.double() + px,
                -times(K, py.double()),
                zero,
            ];
            state.pairs.push(Pair {
                point: state.affine(qx, qy),
                double: token.run(
                    #[inline(always)]
                    || LaneData::load(token, double.each_ref()),
                ),
                add: [-times(K, px), py],
            });
        }
        state
    }

    fn affine(&self, x: Coefficient<F>, y: Coefficient<F>) -> RingOf<F, T> {
        let (one, zero) = (Coefficient::<F>::ONE, Coefficient::<F>::ZERO);
        let lanes = [x, y * self.inverse_k, one, self.b3, zero, zero, zero, zero];
        self.token.run(
            #[inline(always)]
            || LaneData::load(self.token, lanes.each_ref()),
        )
    }
}

/// Multiplies `f` by a line with its coefficients in all lanes.
#[inline(always)]
pub(crate) fn mul_by_line<F: Sextic<Coefficient: RingField>, T: Token>(
    f: &mut Six<F, T>,
    twist: Twist,
    free: &RingOf<F, T>,
    cx: &RingOf<F, T>,
    cy: &RingOf<F, T>,
) {
    meter!("mul by line", InLanes<F>);
    f.mul_sparse(match twist {
        Twist::M => [(0, free), (2, cx), (3, cy)],
        Twist::D => [(0, cy), (1, cx), (3, free)],
    });
}

/// One product of vectors.
#[inline(always)]
fn product<R: Ring>(a: &R, b: &R) -> R {
    R::dot(64, &[(a, b)])
}

/// The next point, from `x', u, z', V'` and `v` in lane 4, or from `x', u, v, z', V'`.
#[inline(always)]
fn next_point<R: Ring>(r: &R, index: &[u64; 8], v: u64) -> R {
    R::combine_lanes(
        2,
        [
            (&[1, 1, 1, 1, 0, 0, 0, 0], &r.permute(index)),
            (&[0, -1, 0, 0, 0, 0, 0, 0], &r.permute(&all(v))),
        ],
    )
}

impl<F: Sextic<Coefficient: RingField>, T: Token, const K: i64> MillerLoop<Coefficient<F>> for LaneLoop<F, T, K> {
    type Target = Six<F, T>;
    type Addends = Vec<Addend<F, T>>;

    fn one(&self) -> Six<F, T> {
        Six::one(self.token)
    }

    fn addends(&self, points: &[(Coefficient<F>, Coefficient<F>)]) -> Vec<Addend<F, T>> {
        let zero = Coefficient::<F>::ZERO;
        self.pairs
            .iter()
            .zip(points)
            .map(|(pair, &(x, y))| {
                let first = [y * self.inverse_k, x, zero, zero, zero, zero, zero, zero];
                let second = [zero, zero, times(K, x), y, pair.add[0], pair.add[1], zero, zero];
                self.token.run(
                    #[inline(always)]
                    || Addend {
                        first: LaneData::load(self.token, first.each_ref()),
                        second: LaneData::load(self.token, second.each_ref()),
                    },
                )
            })
            .collect()
    }

    fn restart(&mut self, points: &[(Coefficient<F>, Coefficient<F>)]) {
        for (i, &(x, y)) in points.iter().enumerate() {
            self.pairs[i].point = self.affine(x, y);
        }
    }

    fn points(&self) -> Vec<Homogeneous<Coefficient<F>>> {
        self.pairs
            .iter()
            .map(|pair| {
                let [x, y, z, ..] = self.token.run(
                    #[inline(always)]
                    || pair.point.store(),
                );
                Homogeneous { x, y: times(K, y), z }
            })
            .collect()
    }

    fn double(&mut self, f: &mut Six<F, T>) {
        meter!("doubling step", InLanes<F>, self.pairs.len());
        for pair in &mut self.pairs {
            self.token.run(
                #[inline(always)]
                || {
                    let r = &pair.point;
                    let p = product(
                        &r.permute(&[0, 1, 2, 1, 1, 0, 0, 0]),
                        &r.permute(&[1, 1, 3, 2, 3, 0, 0, 0]),
                    );
                    let free = LaneSums::combine(2, [(K * K, &p.permute(&all(2))), (-K * K, &p.permute(&all(1)))]);
                    // a, s + 3t, s, s, t, q, m
                    let left = LaneSums::combine_lanes(
                        2,
                        [
                            (&[1, 1, 1, 1, 1, 1, 1, 0], &p.permute(&[0, 1, 1, 1, 2, 5, 3, 0])),
                            (&[0, 3, 0, 0, 0, 0, 0, 0], &p.permute(&all(2))),
                        ],
                    );
                    let right = RingOf::<F, T>::combine_lanes(
                        2,
                        [
                            (
                                &[2 * K, K, 8 * K, 8 * K, 12 * K, 0, 0, 0],
                                &p.permute(&[1, 1, 3, 4, 2, 0, 0, 0]),
                            ),
                            (&[-6 * K, 3 * K, 0, 0, 0, 0, 0, 0], &p.permute(&all(2))),
                        ],
                    )
                    .blend(&pair.double, 0b0110_0000);
                    let r = product(&left, &right);
                    mul_by_line(f, self.twist, &free, &r.permute(&all(5)), &r.permute(&all(6)));
                    pair.point = next_point(&r, &[0, 1, 2, 3, 0, 0, 0, 0], 4);
                },
            );
        }
    }

    fn negate(&mut self) {
        for pair in &mut self.pairs {
            self.token.run(
                #[inline(always)]
                || pair.point = LaneSums::combine_lanes(16, [(&[1, -1, 1, 1, 0, 0, 0, 0], &pair.point)]),
            );
        }
    }

    fn add(&mut self, f: &mut Six<F, T>, addends: &Vec<Addend<F, T>>) {
        meter!("addition step", InLanes<F>, self.pairs.len());
        for (pair, q) in self.pairs.iter_mut().zip(addends) {
            self.token.run(
                #[inline(always)]
                || {
                    let r = &pair.point;
                    let zq = product(&r.permute(&all(2)), &q.first);
                    // theta, lambda in turn
                    let tl = LaneSums::combine(
                        2,
                        [
                            (1, &r.permute(&[1, 0, 1, 0, 1, 0, 0, 0])),
                            (-1, &zq.permute(&[0, 1, 0, 1, 0, 1, 0, 0])),
                        ],
                    );
                    let right = RingOf::<F, T>::combine_lanes(2, [(&[K * K, 1, 0, 0, 0, 0, 0, 0], &tl)])
                        .blend(&q.second, 0b0011_1100);
                    let p = product(&tl, &right);
                    let free = LaneSums::combine(2, [(1, &p.permute(&all(2))), (-1, &p.permute(&all(3)))]);
                    mul_by_line(f, self.twist, &free, &p.permute(&all(4)), &p.permute(&all(5)));
                    // lambda, z, x times d, c, d
                    let efg = product(
                        &tl.permute2(r, &[1, 8 + 2, 8, 0, 0, 0, 0, 0]),
                        &p.permute(&[1, 0, 1, 0, 0, 0, 0, 0]),
                    );
                    // h, g - h, e, e, e
                    let right = LaneSums::combine_lanes(
                        2,
                        [
                            (&[1, -1, 1, 1, 1, 0, 0, 0], &efg.permute(&all(0))),
                            (&[1, -1, 0, 0, 0, 0, 0, 0], &efg.permute(&all(1))),
                            (&[-2, 3, 0, 0, 0, 0, 0, 0], &efg.permute(&all(2))),
                        ],
                    );
                    let r = product(&tl.permute2(r, &[1, 0, 8 + 1, 8 + 2, 8 + 3, 0, 0, 0]), &right);
                    pair.point = next_point(&r, &[0, 1, 3, 4, 0, 0, 0, 0], 2);
                },
            );
        }
    }
}
