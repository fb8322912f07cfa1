//! Homogeneous projective coordinates `(X : Y : Z)` in lanes, with one addition for all points.
//!
//! Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves" (eprint 2015/1060),
//! algorithms 1, 2, 3 and, for `a = 0`, 7, 8, 9. They fail only for points whose difference has order two, and
//! then they give `(0, 0, 0)`, which every further addition keeps: one look at the result tells.

use crate::lanes::ring::Ring;
use secant_field::lanes::Token;

/// Eight points; coefficients below `2 p`. The identity is `(0 : 1 : 0)`.
#[derive(Clone, Copy)]
pub struct Projective<R> {
    pub x: R,
    pub y: R,
    pub z: R,
}

/// The coefficients of a curve in all lanes; `ZERO_A` says that `a = 0`.
#[derive(Clone, Copy)]
pub struct Curve<R, const ZERO_A: bool> {
    pub a: R,
    /// `3 b`.
    pub b3: R,
}

/// What additions and doublings have in common: the six products of coordinates, `x x`, `y y`, `z z`, and the
/// mixed ones of `x y`, `x z`, `y z`.
struct Products<R> {
    xx: R,
    yy: R,
    zz: R,
    xy: R,
    xz: R,
    yz: R,
}

/// What factors may reach, in units of the modulus.
const UNIT: u64 = 16;

#[inline(always)]
fn mul<R: Ring>(a: &R, b: &R) -> R {
    R::dot(UNIT, &[(a, b)])
}

#[inline(always)]
fn mul2<R: Ring>(a: &R, b: &R, c: &R, d: &R) -> R {
    R::dot(UNIT, &[(a, b), (c, d)])
}

impl<R: Ring> Projective<R> {
    #[inline(always)]
    pub fn identity(token: R::Token, one: &R) -> Self {
        let zero = R::zero(token);
        Self {
            x: zero,
            y: *one,
            z: zero,
        }
    }

    /// Lane `i` of `b` where bit `i` of `mask` is set.
    #[inline(always)]
    pub fn blend(&self, b: &Self, mask: u8) -> Self {
        Self {
            x: self.x.blend(&b.x, mask),
            y: self.y.blend(&b.y, mask),
            z: self.z.blend(&b.z, mask),
        }
    }
}

impl<R: Ring, const ZERO_A: bool> Curve<R, ZERO_A> {
    #[inline(always)]
    fn finish(&self, p: &Products<R>) -> Projective<R> {
        let Products { xx, yy, zz, xy, xz, yz } = p;
        let (u, s, t);
        if ZERO_A {
            u = mul(zz, &self.b3);
            s = R::combine(2, [(3, xx)]);
            t = mul(xz, &self.b3);
        } else {
            u = mul2(&self.a, xz, &self.b3, zz);
            let azz = mul(&self.a, zz);
            s = R::combine(2, [(3, xx), (1, &azz)]);
            let rest = R::combine(2, [(1, xx), (-1, &azz)]);
            t = mul2(&self.b3, xz, &self.a, &rest);
        }
        let minus = R::combine(2, [(1, yy), (-1, &u)]);
        let plus = R::combine(2, [(1, yy), (1, &u)]);
        let minus_t = R::combine(2, [(-1, &t)]);
        Projective {
            x: mul2(xy, &minus, yz, &minus_t),
            y: mul2(&minus, &plus, &s, &t),
            z: mul2(yz, &plus, xy, &s),
        }
    }

    /// `p + q`.
    pub fn add(&self, p: &Projective<R>, q: &Projective<R>) -> Projective<R> {
        self.a.token().run(
            #[inline(always)]
            || {
                self.finish(&Products {
                    xx: mul(&p.x, &q.x),
                    yy: mul(&p.y, &q.y),
                    zz: mul(&p.z, &q.z),
                    xy: mul2(&p.x, &q.y, &p.y, &q.x),
                    xz: mul2(&p.x, &q.z, &p.z, &q.x),
                    yz: mul2(&p.y, &q.z, &p.z, &q.y),
                })
            },
        )
    }

    /// `p + (x, y)`.
    pub fn add_affine(&self, p: &Projective<R>, x: &R, y: &R) -> Projective<R> {
        self.a.token().run(
            #[inline(always)]
            || {
                self.finish(&Products {
                    xx: mul(&p.x, x),
                    yy: mul(&p.y, y),
                    zz: p.z,
                    xy: mul2(&p.x, y, &p.y, x),
                    xz: R::combine(2, [(1, &mul(&p.z, x)), (1, &p.x)]),
                    yz: R::combine(2, [(1, &mul(&p.z, y)), (1, &p.y)]),
                })
            },
        )
    }

    /// `2 p`.
    pub fn double(&self, p: &Projective<R>) -> Projective<R> {
        self.a.token().run(
            #[inline(always)]
            || {
                if ZERO_A {
                    let yy = p.y.square(2);
                    let zz = p.z.square(2);
                    let u = mul(&zz, &self.b3);
                    let w = R::combine(2, [(8, &yy)]);
                    let m = R::combine(2, [(1, &yy), (-3, &u)]);
                    let xy = mul(&p.x, &p.y);
                    return Projective {
                        x: mul(&m, &R::combine(2, [(2, &xy)])),
                        y: mul2(&m, &R::combine(2, [(1, &yy), (1, &u)]), &u, &w),
                        z: mul(&mul(&p.y, &p.z), &w),
                    };
                }
                let double = |a: R| R::combine(2, [(2, &a)]);
                self.finish(&Products {
                    xx: p.x.square(2),
                    yy: p.y.square(2),
                    zz: p.z.square(2),
                    xy: double(mul(&p.x, &p.y)),
                    xz: double(mul(&p.x, &p.z)),
                    yz: double(mul(&p.y, &p.z)),
                })
            },
        )
    }
}
