//! Twisted Edwards curves on eight lanes.
//!
//! Extended coordinates and formulas as in `extended.rs`. Where the unified law is undefined it gives `(0, 0, 0, 0)`,
//! which every further addition keeps, so it is enough to check the last result.

use crate::{
    curves::{
        lane_curve::{LaneCurve, PackedOf, RingOf, Sum, negate_some, rows},
        te::extended::Extended,
    },
    ring::{Ring, RingField},
};
use ark_ec::twisted_edwards::{self as ark_te, TECurveConfig};
use ark_ff::Zero;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token};

/// Eight points `(X : Y : T : Z)`, coefficients below `2 p`, or one in memory.
#[derive(Clone, Copy, Default)]
pub struct Points<R> {
    x: R,
    y: R,
    t: R,
    z: R,
}

/// Eight affine points with `d x y`, or one in memory.
#[derive(Clone, Copy, Default)]
pub struct Addends<R> {
    x: R,
    y: R,
    dt: R,
}

/// A twisted Edwards curve with a small `a` on the lanes of `T`.
pub struct Lanes<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> {
    token: T,
    d: RingOf<C, T>,
    one: RingOf<C, T>,
}

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> Clone for Lanes<C, T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> Copy for Lanes<C, T, A> {}

#[inline(always)]
fn mul<R: Ring>(a: &R, b: &R) -> R {
    R::dot(16, &[(a, b)])
}

impl<R: Ring> Points<R> {
    /// Takes lane `i` of `b` where bit `i` of `mask` is set.
    #[inline(always)]
    pub fn blend(&self, b: &Self, mask: u8) -> Self {
        Self {
            x: self.x.blend(&b.x, mask),
            y: self.y.blend(&b.y, mask),
            t: self.t.blend(&b.t, mask),
            z: self.z.blend(&b.z, mask),
        }
    }

    /// The point `(E / G, H / F)`.
    #[inline(always)]
    fn from_quotients(e: &R, f: &R, g: &R, h: &R) -> Self {
        Self {
            x: mul(e, f),
            y: mul(g, h),
            t: mul(e, h),
            z: mul(f, g),
        }
    }
}

/// The unified addition from `x1 x2`, `y1 y2`, `d t1 t2`, `z1 z2` and `x1 y2 + y1 x2`.
#[inline(always)]
fn unified<R: Ring, const A: i64>(a: &R, b: &R, c: &R, d: &R, e: &R) -> Points<R> {
    let f = R::combine_carried(2, [(1, d), (-1, c)]);
    let g = R::combine_carried(2, [(1, d), (1, c)]);
    let h = R::combine(2, [(1, b), (-A, a)]);
    Points::from_quotients(e, &f, &g, &h)
}

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> Lanes<C, T, A> {
    /// The curve on the lanes of a back end.
    pub fn new(token: T) -> Self {
        token.run(
            #[inline(always)]
            || Self {
                token,
                d: LaneData::splat(token, &C::COEFF_D),
                one: LaneData::one(token),
            },
        )
    }

    #[inline(always)]
    fn add_inline(&self, p: &Points<RingOf<C, T>>, q: &Points<RingOf<C, T>>) -> Points<RingOf<C, T>> {
        unified::<_, A>(
            &mul(&p.x, &q.x),
            &mul(&p.y, &q.y),
            &mul(&mul(&p.t, &q.t), &self.d),
            &mul(&p.z, &q.z),
            &LaneProducts::dot(2, &[(&p.x, &q.y), (&p.y, &q.x)]),
        )
    }

    /// `p + q`, inlined where it is called.
    #[inline(always)]
    pub fn add_affine_inline(&self, p: &Points<RingOf<C, T>>, q: &Addends<RingOf<C, T>>) -> Points<RingOf<C, T>> {
        unified::<_, A>(
            &mul(&p.x, &q.x),
            &mul(&p.y, &q.y),
            &mul(&p.t, &q.dt),
            &p.z,
            &LaneProducts::dot(2, &[(&p.x, &q.y), (&p.y, &q.x)]),
        )
    }

    /// [`LaneCurve::unpack_affine`], inlined where it is called.
    #[inline(always)]
    pub fn unpack_affine_inline(&self, r: [&Addends<PackedOf<C>>; 8], negative: u8) -> Addends<RingOf<C, T>> {
        let token = self.token;
        let (x, dt) = (
            RingOf::<C, T>::unpack(token, rows!(r, x)),
            RingOf::<C, T>::unpack(token, rows!(r, dt)),
        );
        Addends {
            x: negate_some(&x, negative),
            y: LaneData::unpack(token, rows!(r, y)),
            dt: negate_some(&dt, negative),
        }
    }
}

impl<C: TECurveConfig<BaseField: RingField>, T: Token, const A: i64> LaneCurve for Lanes<C, T, A> {
    type Token = T;
    type Affine = ark_te::Affine<C>;
    type Points = Points<RingOf<C, T>>;
    type Addends = Addends<RingOf<C, T>>;
    type Packed = Points<PackedOf<C>>;
    type PackedAffine = Addends<PackedOf<C>>;
    type Sum = Extended<C>;

    fn token(&self) -> T {
        self.token
    }

    fn pack_affine(&self, points: [&Self::Affine; 8]) -> [Self::PackedAffine; 8] {
        let token = self.token;
        let (x, y, dt) = token.run(
            #[inline(always)]
            || {
                let (x, y) = (
                    RingOf::<C, T>::load(token, rows!(points, x)),
                    RingOf::<C, T>::load(token, rows!(points, y)),
                );
                (x.pack(), y.pack(), mul(&mul(&x, &y), &self.d).pack())
            },
        );
        core::array::from_fn(|i| Addends {
            x: x[i],
            y: y[i],
            dt: dt[i],
        })
    }

    fn identity(&self) -> Self::Points {
        let zero = LaneData::zero(self.token);
        Points {
            x: zero,
            y: self.one,
            t: zero,
            z: self.one,
        }
    }

    fn add(&self, p: &Self::Points, q: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || self.add_inline(p, q),
        )
    }

    fn add_some(&self, p: &Self::Points, q: &Self::Points, mask: u8) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || p.blend(&self.add_inline(p, q), mask),
        )
    }

    fn add_affine_some(&self, p: &Self::Points, q: &Self::Addends, mask: u8) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || p.blend(&self.add_affine_inline(p, q), mask),
        )
    }

    fn double(&self, p: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || {
                let (xx, yy, zz) = (p.x.square(2), p.y.square(2), p.z.square(2));
                let e = LaneSums::combine(2, [(2, &mul(&p.x, &p.y))]);
                let g = LaneSums::combine(2, [(A, &xx), (1, &yy)]);
                let f = LaneSums::combine(2, [(A, &xx), (1, &yy), (-2, &zz)]);
                let h = LaneSums::combine(2, [(A, &xx), (-1, &yy)]);
                Points::from_quotients(&e, &f, &g, &h)
            },
        )
    }

    fn negate(&self, p: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || Points {
                x: LaneSums::combine(2, [(-1, &p.x)]),
                t: LaneSums::combine(2, [(-1, &p.t)]),
                ..*p
            },
        )
    }

    fn identities(&self, p: &Self::Points) -> (u8, u8) {
        self.token.run(
            #[inline(always)]
            || {
                let sides = p.x.reduce().is_zero() & p.t.reduce().is_zero();
                let (y, z) = (p.y.reduce().is_zero(), p.z.reduce().is_zero());
                let equal = LaneSums::combine_reduced(2, [(1, &p.y), (-1, &p.z)]).is_zero();
                (sides & equal & !z, sides & y & z)
            },
        )
    }

    fn load(&self, points: [&Self::Affine; 8]) -> Self::Addends {
        let token = self.token;
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (
                    RingOf::<C, T>::load(token, rows!(points, x)),
                    RingOf::<C, T>::load(token, rows!(points, y)),
                );
                let dt = mul(&mul(&x, &y), &self.d);
                Addends { x, y, dt }
            },
        )
    }

    fn lift(&self, p: &Self::Addends) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || Points {
                x: p.x,
                y: p.y,
                t: mul(&p.x, &p.y),
                z: self.one,
            },
        )
    }

    fn unpack_affine(&self, rows: [&Self::PackedAffine; 8], negative: u8) -> Self::Addends {
        self.token.run(
            #[inline(always)]
            || self.unpack_affine_inline(rows, negative),
        )
    }

    fn unpack(&self, r: [&Self::Packed; 8], negative: u8) -> Self::Points {
        let token = self.token;
        token.run(
            #[inline(always)]
            || Points {
                x: negate_some(&RingOf::<C, T>::unpack(token, rows!(r, x)), negative),
                y: LaneData::unpack(token, rows!(r, y)),
                t: negate_some(&RingOf::<C, T>::unpack(token, rows!(r, t)), negative),
                z: LaneData::unpack(token, rows!(r, z)),
            },
        )
    }

    fn pack(&self, p: &Self::Points) -> [Self::Packed; 8] {
        let (x, y, t, z) = self.token.run(
            #[inline(always)]
            || (p.x.reduce().pack(), p.y.pack(), p.t.reduce().pack(), p.z.pack()),
        );
        core::array::from_fn(|i| Points {
            x: x[i],
            y: y[i],
            t: t[i],
            z: z[i],
        })
    }

    fn store(&self, p: &Self::Points) -> Option<[Self::Sum; 8]> {
        let (x, y, t, z) = self.token.run(
            #[inline(always)]
            || (p.x.store(), p.y.store(), p.t.store(), p.z.store()),
        );
        let mut all = [Extended::identity(); 8];
        for (i, p) in all.iter_mut().enumerate() {
            let (x, y, t, z): (C::BaseField, C::BaseField, C::BaseField, C::BaseField) = (x[i], y[i], t[i], z[i]);
            if z.is_zero() && x.is_zero() && y.is_zero() && t.is_zero() {
                return None;
            }
            *p = Extended { x, y, t, z };
        }
        Some(all)
    }
}

impl<C: TECurveConfig> Sum for Extended<C> {
    fn identity() -> Self {
        Self::identity()
    }

    fn doubled(&self) -> Self {
        self.double()
    }

    fn plus(&self, b: &Self) -> Self {
        self.add_extended(b)
    }
}
