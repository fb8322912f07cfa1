//! Twisted Edwards curves on eight lanes.
//!
//! Extended coordinates and formulas as in `extended.rs`. Where the unified law is undefined it gives
//! `(0, 0, 0, 0)`, which every further addition keeps: one look at the result tells.

use super::extended::Extended;
use crate::{
    ExceptionalAddition,
    lanes::{
        AHEAD,
        curve::{Fold, LaneCurve, PackedOf, RingOf, Sum, Sums, negate_some, rows},
        group::{LaneGroup, WithCurve},
        lists::Lists,
        pieces::{Layout, pieces},
        ring::{Ring, RingField},
    },
};
use alloc::vec::Vec;
use ark_ec::twisted_edwards::{self as ark_te, TECurveConfig};
use ark_ff::Zero;
use core::marker::PhantomData;
use secant_field::{
    known::{Constant, MinusOne, Same},
    lanes::{LaneField, Portable, Token, WithLanes, with_lanes},
};

/// The coefficient `a` of a curve.
struct CoefficientA<C>(PhantomData<C>);

impl<C: TECurveConfig> Constant<C::BaseField> for CoefficientA<C> {
    const VALUE: C::BaseField = C::COEFF_A;
}

/// Whether `a = -1`, for `if const { .. }`: formulas for other curves are then not compiled.
const fn has_a_of_minus_one<C: TECurveConfig>() -> bool {
    Same::<CoefficientA<C>, MinusOne, C::BaseField>::IS
}

impl<C: TECurveConfig<BaseField: RingField, ScalarField: LaneField>> LaneGroup for ark_te::Projective<C> {
    type PackedAffine = Addends<PackedOf<C>>;
    type Sum = Extended<C>;

    fn with_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if const { has_a_of_minus_one::<C>() } {
            with_lanes(OnCurve::<C, W, -1>(operation, PhantomData))
        } else if C::COEFF_A == C::BaseField::from(-5i64) {
            with_lanes(OnCurve::<C, W, -5>(operation, PhantomData))
        } else {
            None
        }
    }

    fn with_plain_curve<W: WithCurve<Self>>(operation: W) -> Option<W::Output> {
        if const { has_a_of_minus_one::<C>() } {
            Some(OnCurve::<C, W, -1>(operation, PhantomData).run(Portable))
        } else if C::COEFF_A == C::BaseField::from(-5i64) {
            Some(OnCurve::<C, W, -5>(operation, PhantomData).run(Portable))
        } else {
            None
        }
    }

    fn from_sum(sum: Extended<C>) -> Result<Self, ExceptionalAddition> {
        sum.into_projective()
    }

    fn normalize_on_lanes(points: &[Self]) -> Option<Vec<ark_te::Affine<C>>> {
        with_lanes(super::normalize::Normalize(points))
    }

    fn are_on_curve_on_lanes(points: &[ark_te::Affine<C>]) -> Option<Vec<bool>> {
        with_lanes(super::normalize::OnCurve(points))
    }
}

struct OnCurve<C, W, const A: i64>(W, PhantomData<C>);

impl<C, W, const A: i64> WithLanes for OnCurve<C, W, A>
where
    C: TECurveConfig<BaseField: RingField, ScalarField: LaneField>,
    W: WithCurve<ark_te::Projective<C>>,
{
    type Output = W::Output;

    fn run<T: Token>(self, token: T) -> W::Output {
        self.0.run(&Lanes::<C, T, A>::new(token))
    }
}

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
    /// Lane `i` of `b` where bit `i` of `mask` is set.
    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
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
    fn new(token: T) -> Self {
        token.run(
            #[inline(always)]
            || Self {
                token,
                d: Ring::splat(token, &C::COEFF_D),
                one: Ring::one(token),
            },
        )
    }

    /// The sum of each list, and whether it has points, with the addition `add(p, row, mask)` of the points that a row names
    /// to some lanes.
    fn sums<P>(
        &self,
        points: &[P],
        lists: &Lists,
        add: impl Fn(&Points<RingOf<C, T>>, &[u32; 8], u8) -> Points<RingOf<C, T>>,
    ) -> Sums<Points<PackedOf<C>>> {
        let count = lists.all().len();
        let (pieces, parts) = pieces(lists);
        let mut sums = alloc::vec![Points::default(); count];
        let mut present = alloc::vec![false; count];
        let mut partial = alloc::vec![(0, Points::default()); parts];
        let layout = Layout::new(lists, &pieces);
        let mut rest = layout.rows();
        for eight in pieces.chunks(8) {
            let mut acc = self.identity();
            for k in 0..eight[0].len as usize {
                for entry in rest.rows.get(k + AHEAD).into_iter().flatten() {
                    self.token.fetch(points, *entry);
                }
                acc = add(&acc, &rest.rows[k], rest.present[k]);
            }
            rest.take(1);
            for (piece, sum) in eight.iter().zip(self.pack(&acc)) {
                let slot = piece.slot as usize;
                if let Some(list) = piece.part_of() {
                    partial[slot] = (list, sum);
                } else {
                    sums[slot] = sum;
                    present[slot] = true;
                }
            }
        }
        // Large lists are few: their pieces one lane at a time.
        for (slot, sum) in partial {
            if present[slot] {
                let (p, q) = (self.unpack([&sums[slot]; 8], 0), self.unpack([&sum; 8], 0));
                sums[slot] = self.pack(&self.add(&p, &q))[0];
            } else {
                sums[slot] = sum;
                present[slot] = true;
            }
        }
        Sums { points: sums, present }
    }

    #[inline(always)]
    fn add_inline(&self, p: &Points<RingOf<C, T>>, q: &Points<RingOf<C, T>>) -> Points<RingOf<C, T>> {
        unified::<_, A>(
            &mul(&p.x, &q.x),
            &mul(&p.y, &q.y),
            &mul(&mul(&p.t, &q.t), &self.d),
            &mul(&p.z, &q.z),
            &Ring::dot(2, &[(&p.x, &q.y), (&p.y, &q.x)]),
        )
    }

    #[inline(always)]
    fn add_affine_inline(&self, p: &Points<RingOf<C, T>>, q: &Addends<RingOf<C, T>>) -> Points<RingOf<C, T>> {
        unified::<_, A>(
            &mul(&p.x, &q.x),
            &mul(&p.y, &q.y),
            &mul(&p.t, &q.dt),
            &p.z,
            &Ring::dot(2, &[(&p.x, &q.y), (&p.y, &q.x)]),
        )
    }

    #[inline(always)]
    fn unpack_affine_inline(&self, r: [&Addends<PackedOf<C>>; 8], negative: u8) -> Addends<RingOf<C, T>> {
        let token = self.token;
        let (x, dt) = (
            RingOf::<C, T>::unpack(token, rows!(r, x)),
            RingOf::<C, T>::unpack(token, rows!(r, dt)),
        );
        Addends {
            x: negate_some(&x, negative),
            y: Ring::unpack(token, rows!(r, y)),
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
    type Bucket = Points<PackedOf<C>>;
    type Sum = Extended<C>;

    // As measured on a Zen 5.
    const COSTS: (f64, f64) = (1.0, 4.0);

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

    fn bucket_sums(
        &self,
        points: &[Self::PackedAffine],
        sets: &mut dyn Iterator<Item = Lists>,
        fold: Option<Fold<'_>>,
    ) -> Option<Vec<Sums<Self::Bucket>>> {
        let of_points = |lists: Lists| {
            meter!("bucket accumulation", [Extended<C>; 8], lists.entries());
            self.sums(points, &lists, |acc, row, mask| {
                self.token.run(
                    #[inline(always)]
                    || {
                        let (eight, negative) = self.token.pick(points, row);
                        let q = self.unpack_affine_inline(eight, negative);
                        acc.blend(&self.add_affine_inline(acc, &q), mask)
                    },
                )
            })
        };
        let of_buckets = |Sums { points, present }, fold: Fold<'_>| {
            let lists = fold(&present);
            meter!("bucket reduction", [Extended<C>; 8], lists.entries());
            self.sums(&points, &lists, |acc, row, mask| {
                self.add_buckets(acc, row.map(|entry| &points[(entry >> 1) as usize]), mask)
            })
        };
        let sums = sets.map(|lists| match (of_points(lists), fold) {
            (sums, Some(fold)) => of_buckets(sums, fold),
            (sums, None) => sums,
        });
        Some(sums.collect())
    }

    fn add_buckets(&self, p: &Self::Points, rows: [&Self::Bucket; 8], mask: u8) -> Self::Points {
        self.add_some(p, &self.unpack(rows, 0), mask)
    }

    fn identity(&self) -> Self::Points {
        let zero = Ring::zero(self.token);
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
                let e = Ring::combine(2, [(2, &mul(&p.x, &p.y))]);
                let g = Ring::combine(2, [(A, &xx), (1, &yy)]);
                let f = Ring::combine(2, [(A, &xx), (1, &yy), (-2, &zz)]);
                let h = Ring::combine(2, [(A, &xx), (-1, &yy)]);
                Points::from_quotients(&e, &f, &g, &h)
            },
        )
    }

    fn negate(&self, p: &Self::Points) -> Self::Points {
        self.token.run(
            #[inline(always)]
            || Points {
                x: Ring::combine(2, [(-1, &p.x)]),
                t: Ring::combine(2, [(-1, &p.t)]),
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
                let equal = Ring::combine_reduced(2, [(1, &p.y), (-1, &p.z)]).is_zero();
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
                y: Ring::unpack(token, rows!(r, y)),
                t: negate_some(&RingOf::<C, T>::unpack(token, rows!(r, t)), negative),
                z: Ring::unpack(token, rows!(r, z)),
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
