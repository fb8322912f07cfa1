//! Homogeneous projective coordinates `(X : Y : Z)` in lanes, with one addition for all points.
//!
//! Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves" (eprint 2015/1060), algorithms
//! 1, 2, 3 and, for `a = 0`, 7, 8, 9. They fail only for points whose difference has order two. Then they give
//! `(0, 0, 0)`, which every further addition keeps, so it is enough to check the last result.

use crate::{
    curves::lane_curve::{LaneCurve, PackedOf, RingOf, Sum, negate_some, rows},
    ring::{Ring, RingField},
};
use ark_ec::short_weierstrass::{self as ark_sw, SWCurveConfig};
use ark_ff::{AdditiveGroup, Field, PrimeField, Zero};
use secant_field::lanes::{LaneData, LaneSums, Token};

/// Eight points, coefficients below `2 p`, or one in memory. The identity is `(0 : 1 : 0)`.
#[derive(Clone, Copy, Default)]
pub struct Projective<R> {
    pub x: R,
    pub y: R,
    pub z: R,
}

/// Eight affine points, or one in memory, in whole cache lines.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub struct Affine<R> {
    pub x: R,
    pub y: R,
}

/// The coefficients of a curve in all lanes; `ZERO_A` says that `a = 0`.
#[derive(Clone, Copy)]
pub struct Curve<R, const ZERO_A: bool> {
    pub a: R,
    /// `3 b`.
    pub b3: R,
    /// `3 b` as a small element, if it is one.
    pub small_b3: Option<(i64, i64)>,
    /// Whether `a = -3`, so that products by it are additions.
    pub minus_three_a: bool,
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

/// The bound of a product by `3 b`, in units of the modulus.
const UNIT: u64 = 128;
/// The bound of second factors of products: a product by `3 b` and a little more.
const FACTOR: u64 = UNIT + 16;

#[inline(always)]
fn mul<R: Ring>(a: &R, b: &R) -> R {
    R::dot(FACTOR, &[(a, b)])
}

#[inline(always)]
fn mul2<R: Ring>(a: &R, b: &R, c: &R, d: &R) -> R {
    R::dot(FACTOR, &[(a, b), (c, d)])
}

impl<R: Ring> Projective<R> {
    /// Takes lane `i` of `b` where bit `i` of `mask` is set.
    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        Self {
            x: self.x.blend(&b.x, mask),
            y: self.y.blend(&b.y, mask),
            z: self.z.blend(&b.z, mask),
        }
    }
}

/// `x` as an element with small coefficients, whose product by values below `4 p` is below `UNIT p`.
fn small<R: Ring>(x: &R::Scalar) -> Option<(i64, i64)> {
    let mut coefficients = x.to_base_prime_field_elements().map(|c| {
        let c = c.into_bigint();
        let [low, high @ ..] = c.as_ref() else { return None };
        (high.iter().all(|limb| *limb == 0) && *low <= UNIT).then_some(*low as i64)
    });
    let first = coefficients.next()??;
    let second = coefficients.next().unwrap_or(Some(0))?;
    let room = 4 * (first + second * R::BETA.abs().max(1)) <= UNIT.min(R::CAPACITY) as i64;
    (room && coefficients.next().is_none()).then_some((first, second))
}

impl<R: Ring, const ZERO_A: bool> Curve<R, ZERO_A> {
    /// `3 b x` for `x < 4 p`, below `UNIT p`.
    #[inline(always)]
    fn times_b3(&self, x: &R) -> R {
        match self.small_b3 {
            Some(b3) => x.mul_small(4, b3),
            None => mul(x, &self.b3),
        }
    }

    #[inline(always)]
    fn finish(&self, p: &Products<R>) -> Projective<R> {
        let Products { xx, yy, zz, xy, xz, yz } = p;
        let (u, s, t);
        if ZERO_A {
            u = self.times_b3(zz);
            s = R::combine(2, [(3, xx)]);
            t = self.times_b3(xz);
        } else if self.minus_three_a {
            let xz = &R::combine_reduced(4, [(1, xz)]);
            let zz3 = R::combine_reduced(2, [(3, zz)]);
            u = R::combine(2, [(1, &mul(&self.b3, zz)), (-3, xz)]);
            s = R::combine(2, [(3, xx), (-1, &zz3)]);
            t = R::combine(2, [(1, &mul(&self.b3, xz)), (-3, xx), (-3, &zz3)]);
        } else {
            u = mul2(&self.a, xz, &self.b3, zz);
            let azz = mul(&self.a, zz);
            s = R::combine(2, [(3, xx), (1, &azz)]);
            let rest = R::combine(2, [(1, xx), (-1, &azz)]);
            t = mul2(&self.b3, xz, &self.a, &rest);
        }
        let minus = R::combine(UNIT, [(1, yy), (-1, &u)]);
        let plus = R::combine(2, [(1, yy), (1, &u)]);
        let minus_t = R::combine(UNIT, [(-1, &t)]);
        Projective {
            x: mul2(xy, &minus, yz, &minus_t),
            y: mul2(&minus, &plus, &s, &t),
            z: mul2(yz, &plus, xy, &s),
        }
    }

    #[inline(always)]
    fn add_inline(&self, p: &Projective<R>, q: &Projective<R>) -> Projective<R> {
        meter!("add", [Projective<R::Scalar>; 8], 8);
        self.finish(&Products {
            xx: mul(&p.x, &q.x),
            yy: mul(&p.y, &q.y),
            zz: mul(&p.z, &q.z),
            xy: mul2(&p.x, &q.y, &p.y, &q.x),
            xz: mul2(&p.x, &q.z, &p.z, &q.x),
            yz: mul2(&p.y, &q.z, &p.z, &q.y),
        })
    }

    #[inline(always)]
    fn add_affine_inline(&self, p: &Projective<R>, q: &Affine<R>) -> Projective<R> {
        meter!("mixed add", [Projective<R::Scalar>; 8], 8);
        self.finish(&Products {
            xx: mul(&p.x, &q.x),
            yy: mul(&p.y, &q.y),
            zz: p.z,
            xy: mul2(&p.x, &q.y, &p.y, &q.x),
            xz: R::combine(2, [(1, &mul(&p.z, &q.x)), (1, &p.x)]),
            yz: R::combine(2, [(1, &mul(&p.z, &q.y)), (1, &p.y)]),
        })
    }

    #[inline(always)]
    fn double_inline(&self, p: &Projective<R>) -> Projective<R> {
        meter!("double", [Projective<R::Scalar>; 8], 8);
        if ZERO_A {
            let yy = p.y.square(2);
            let zz = p.z.square(2);
            let u = self.times_b3(&zz);
            let w = R::combine(2, [(8, &yy)]);
            let m = R::combine(UNIT, [(1, &yy), (-3, &u)]);
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
    }
}

/// A short Weierstrass curve on the lanes of `T`.
pub struct Lanes<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> {
    token: T,
    curve: Curve<RingOf<C, T>, ZERO_A>,
    one: RingOf<C, T>,
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> Clone for Lanes<C, T, ZERO_A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> Copy for Lanes<C, T, ZERO_A> {}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> Lanes<C, T, ZERO_A> {
    /// The curve on the lanes of a back end.
    pub fn new(token: T) -> Self {
        let (a, b3) = (C::COEFF_A, C::COEFF_B.double() + C::COEFF_B);
        token.run(
            #[inline(always)]
            || Self {
                token,
                curve: Curve {
                    a: LaneData::splat(token, &a),
                    b3: LaneData::splat(token, &b3),
                    small_b3: small::<RingOf<C, T>>(&b3),
                    minus_three_a: a == -C::BaseField::from(3u64),
                },
                one: LaneData::one(token),
            },
        )
    }

    /// The coefficient `a` in all lanes.
    pub fn a(&self) -> &RingOf<C, T> {
        &self.curve.a
    }
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token, const ZERO_A: bool> LaneCurve for Lanes<C, T, ZERO_A> {
    type Token = T;
    type Affine = ark_sw::Affine<C>;
    type Points = Projective<RingOf<C, T>>;
    type Addends = Affine<RingOf<C, T>>;
    type Packed = Projective<PackedOf<C>>;
    type PackedAffine = Affine<PackedOf<C>>;
    type Sum = ark_sw::Projective<C>;

    fn token(&self) -> T {
        self.token
    }

    fn pack_affine(&self, points: [&Self::Affine; 8]) -> [Self::PackedAffine; 8] {
        let token = self.token;
        let (x, y) = token.run(
            #[inline(always)]
            || {
                let (x, y) = (
                    RingOf::<C, T>::load(token, rows!(points, x)),
                    RingOf::<C, T>::load(token, rows!(points, y)),
                );
                (x.pack(), y.pack())
            },
        );
        core::array::from_fn(|i| Affine { x: x[i], y: y[i] })
    }

    fn identity(&self) -> Self::Points {
        let zero = LaneData::zero(self.token);
        Projective {
            x: zero,
            y: self.one,
            z: zero,
        }
    }

    fn add(&self, p: &Self::Points, q: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || self.curve.add_inline(p, q),
        )
    }

    fn add_some(&self, p: &Self::Points, q: &Self::Points, mask: u8) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || p.blend(&self.curve.add_inline(p, q), mask),
        )
    }

    fn add_affine_some(&self, p: &Self::Points, q: &Self::Addends, mask: u8) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || p.blend(&self.curve.add_affine_inline(p, q), mask),
        )
    }

    fn double(&self, p: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || self.curve.double_inline(p),
        )
    }

    fn negate(&self, p: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || Projective {
                y: LaneSums::combine(2, [(-1, &p.y)]),
                ..*p
            },
        )
    }

    fn identities(&self, p: &Self::Points) -> (u8, u8) {
        self.token.run(
            #[inline(always)]
            || {
                let (y, z) = (p.y.reduce().is_zero(), p.z.reduce().is_zero());
                (z & !y, z & y)
            },
        )
    }

    fn load(&self, points: [&Self::Affine; 8]) -> Self::Addends {
        let token = self.token;
        token.run(
            #[inline(always)]
            || Affine {
                x: LaneData::load(token, rows!(points, x)),
                y: LaneData::load(token, rows!(points, y)),
            },
        )
    }

    fn lift(&self, p: &Self::Addends) -> Self::Points {
        Projective {
            x: p.x,
            y: p.y,
            z: self.one,
        }
    }

    fn unpack_affine(&self, r: [&Self::PackedAffine; 8], negative: u8) -> Self::Addends {
        let token = self.token;
        token.run(
            #[inline(always)]
            || Affine {
                x: LaneData::unpack(token, rows!(r, x)),
                y: negate_some(&RingOf::<C, T>::unpack(token, rows!(r, y)), negative),
            },
        )
    }

    fn unpack(&self, r: [&Self::Packed; 8], negative: u8) -> Self::Points {
        let token = self.token;
        token.run(
            #[inline(always)]
            || Projective {
                x: LaneData::unpack(token, rows!(r, x)),
                y: negate_some(&RingOf::<C, T>::unpack(token, rows!(r, y)), negative),
                z: LaneData::unpack(token, rows!(r, z)),
            },
        )
    }

    fn pack(&self, p: &Self::Points) -> [Self::Packed; 8] {
        let (x, y, z) = self.token.run(
            #[inline(always)]
            || (p.x.pack(), p.y.pack(), p.z.pack()),
        );
        core::array::from_fn(|i| Projective {
            x: x[i],
            y: y[i],
            z: z[i],
        })
    }

    fn store(&self, p: &Self::Points) -> Option<[Self::Sum; 8]> {
        let (x, y, z) = self.token.run(
            #[inline(always)]
            || (p.x.store(), p.y.store(), p.z.store()),
        );
        let mut all = [ark_sw::Projective::zero(); 8];
        for (i, p) in all.iter_mut().enumerate() {
            let (x, y, z): (C::BaseField, C::BaseField, C::BaseField) = (x[i], y[i], z[i]);
            if z.is_zero() && y.is_zero() {
                return None;
            }
            // From (X : Y : Z) to Jacobian coordinates.
            if !z.is_zero() {
                *p = ark_sw::Projective::new_unchecked(x * z, y * z.square(), z);
            }
        }
        Some(all)
    }
}

impl<C: SWCurveConfig> Sum for ark_sw::Projective<C> {
    fn identity() -> Self {
        Self::zero()
    }

    fn doubled(&self) -> Self {
        AdditiveGroup::double(self)
    }

    fn plus(&self, b: &Self) -> Self {
        *self + b
    }
}
