//! Sums of products in the field of a target's coefficients, reduced once (see [`secant_field::LazyField`]).
//!
//! Results are written through references. A product that is returned by value is copied right after it was made, limb
//! by limb, and the copy waits for every limb to reach the cache.

use crate::pairing::SmallBeta;
use ark_ff::{AdditiveGroup, Field, Fp, Fp2, FpConfig};
use secant_field::{LazyField, WideInteger};

/// A field of coefficients with products that can be reduced later: a prime field or its quadratic extension.
pub trait LazyRing: Field {
    /// A sum of products.
    type Wide: Copy + Default;

    /// `a b`, for `a, b` with coefficients below `2 p`.
    fn mul_wide(out: &mut Self::Wide, a: &Self, b: &Self);
    /// `a^2`.
    fn square_wide(out: &mut Self::Wide, a: &Self);
    /// `t + b`.
    fn add_wide(t: &mut Self::Wide, b: &Self::Wide);
    /// `t - b`.
    fn sub_wide(t: &mut Self::Wide, b: &Self::Wide);
    /// `t` reduced, for the sum of up to three products, or of a square with the difference of three.
    fn reduce(out: &mut Self, t: &mut Self::Wide);
    /// `t + xi x` reduced. One of `t` and `x` may be a sum of up to two products if the other is one product. Panics if
    /// `xi` is so large that these have no room.
    fn reduce_with(out: &mut Self, t: &mut Self::Wide, xi: (i64, i64), x: &Self::Wide);
    /// `a + b` with coefficients below `2 p`, to be multiplied.
    fn add_unreduced(out: &mut Self, a: &Self, b: &Self);
    /// `xi a`.
    fn mul_small(out: &mut Self, a: &Self, xi: (i64, i64));
    /// `a / 2`.
    fn halve(&mut self);
    /// Multiplies by an element of the prime field.
    fn scale(&mut self, x: &Self::BasePrimeField);

    /// `a b`.
    #[inline(always)]
    fn product(out: &mut Self, a: &Self, b: &Self) {
        meter!("mul", Self);
        let mut wide = Self::Wide::default();
        Self::mul_wide(&mut wide, a, b);
        Self::reduce(out, &mut wide);
    }

    /// `a^2`.
    #[inline(always)]
    fn squared(out: &mut Self, a: &Self) {
        meter!("square", Self);
        let mut wide = Self::Wide::default();
        Self::square_wide(&mut wide, a);
        Self::reduce(out, &mut wide);
    }
}

/// `k x` for a small `k`, by doublings and additions.
#[inline(always)]
fn small<F: Field>(out: &mut F, k: i64, x: &F) {
    *out = F::ZERO;
    if k == 0 {
        return;
    }
    *out = *x;
    let magnitude = k.unsigned_abs();
    for bit in (0..magnitude.ilog2()).rev() {
        out.double_in_place();
        if (magnitude >> bit) & 1 == 1 {
            *out += x;
        }
    }
    if k < 0 {
        out.neg_in_place();
    }
}

impl<C: FpConfig<N>, const N: usize> LazyRing for Fp<C, N>
where
    Self: LazyField,
{
    type Wide = <Self as LazyField>::Wide;

    #[inline(always)]
    fn mul_wide(out: &mut Self::Wide, a: &Self, b: &Self) {
        LazyField::mul_wide(out, a, b);
    }

    #[inline(always)]
    fn square_wide(out: &mut Self::Wide, a: &Self) {
        LazyField::mul_wide(out, a, a);
    }

    #[inline(always)]
    fn add_wide(t: &mut Self::Wide, b: &Self::Wide) {
        t.add(b);
    }

    #[inline(always)]
    fn sub_wide(t: &mut Self::Wide, b: &Self::Wide) {
        t.sub(b);
    }

    #[inline(always)]
    fn reduce(out: &mut Self, t: &mut Self::Wide) {
        if Self::ROOM < 3 {
            Self::sub_modulus_if_nonnegative(t);
        }
        LazyField::reduce(out, t);
    }

    #[inline(always)]
    fn reduce_with(out: &mut Self, t: &mut Self::Wide, (xi, _): (i64, i64), x: &Self::Wide) {
        assert!(2 * xi.unsigned_abs() < Self::ROOM, "xi must be small");
        t.add_times(xi, x);
        LazyField::reduce(out, t);
    }

    #[inline(always)]
    fn add_unreduced(out: &mut Self, a: &Self, b: &Self) {
        LazyField::add_unreduced(out, a, b);
    }

    #[inline(always)]
    fn mul_small(out: &mut Self, a: &Self, (xi, _): (i64, i64)) {
        small(out, xi, a);
    }

    #[inline(always)]
    fn halve(&mut self) {
        LazyField::halve(self);
    }

    #[inline(always)]
    fn scale(&mut self, x: &Self) {
        *self *= x;
    }

    #[inline(always)]
    fn product(out: &mut Self, a: &Self, b: &Self) {
        *out = *a;
        *out *= b;
    }

    #[inline(always)]
    fn squared(out: &mut Self, a: &Self) {
        *out = *a;
        out.square_in_place();
    }
}

/// Both coefficients of a sum of products. With `u^2 = beta < 0`, the first coefficient of one product lies between
/// `beta p^2` and `p^2`, and the second between zero and `2 p^2`.
type Wides<C> = [<<C as ark_ff::Fp2Config>::Fp as LazyField>::Wide; 2];

/// Whether `t + xi x` has room, in units of `p^2`, for all sums that [`LazyRing::reduce_with`] takes.
const fn has_room(room: u64, beta: i64, xi: (i64, i64)) -> bool {
    let beta = beta.unsigned_abs();
    let (x0, x1) = (xi.0.unsigned_abs(), xi.1.unsigned_abs());
    // The bounds of a product, or of a square as below.
    let (c0, c1) = if beta == 1 { (2, 2) } else { (3 * beta + 3, 2) };
    let (d0, d1) = (x0 * beta + beta * x1 * 2, x0 * 2 + x1 * beta);
    let (s0, s1) = (x0 * c0 + beta * x1 * c1, x0 * c1 + x1 * c0);
    2 * beta + d0 <= room
        && 4 + d1 <= room
        && beta + 2 * d0 <= room
        && 2 + 2 * d1 <= room
        && c0 + s0 <= room
        && c1 + s1 <= room
}

impl<C: SmallBeta<Fp: LazyField>> LazyRing for Fp2<C> {
    type Wide = Wides<C>;

    #[inline(never)]
    fn mul_wide(out: &mut Wides<C>, a: &Self, b: &Self) {
        meter!("wide mul", Self);
        LazyField::mul_wide_quadratic(out, [&a.c0, &a.c1], [&b.c0, &b.c1], C::BETA);
    }

    #[inline(never)]
    fn square_wide(out: &mut Wides<C>, a: &Self) {
        meter!("wide square", Self);
        LazyField::square_wide_quadratic(out, [&a.c0, &a.c1], C::BETA);
    }

    #[inline(always)]
    fn add_wide(t: &mut Wides<C>, b: &Wides<C>) {
        meter!("wide add", Self);
        t[0].add(&b[0]);
        t[1].add(&b[1]);
    }

    #[inline(always)]
    fn sub_wide(t: &mut Wides<C>, b: &Wides<C>) {
        meter!("wide sub", Self);
        t[0].sub(&b[0]);
        t[1].sub(&b[1]);
    }

    #[inline(always)]
    fn reduce(out: &mut Self, [re, im]: &mut Wides<C>) {
        meter!("wide reduce", Self);
        if C::Fp::ROOM < 6 {
            // The second coefficient of a sum of three products is below 6 p^2, and now below p^2.
            C::Fp::sub_modulus_if_nonnegative(im);
        }
        LazyField::reduce_pair([&mut out.c0, &mut out.c1], [re, im]);
    }

    #[inline(always)]
    fn reduce_with(out: &mut Self, t: &mut Wides<C>, xi: (i64, i64), x: &Wides<C>) {
        meter!("wide reduce", Self);
        if has_room(C::Fp::ROOM, C::BETA, xi) {
            t[0].add_times(xi.0, &x[0]);
            t[0].add_times(C::BETA * xi.1, &x[1]);
            t[1].add_times(xi.0, &x[1]);
            t[1].add_times(xi.1, &x[0]);
        } else {
            assert!(has_room(C::Fp::FOLDED_ROOM, C::BETA, xi), "xi must be small");
            C::Fp::add_reducing_top(&mut t[0], [(xi.0, &x[0]), (C::BETA * xi.1, &x[1])]);
            C::Fp::add_reducing_top(&mut t[1], [(xi.0, &x[1]), (xi.1, &x[0])]);
        }
        LazyField::reduce_pair([&mut out.c0, &mut out.c1], [&t[0], &t[1]]);
    }

    #[inline(always)]
    fn add_unreduced(out: &mut Self, a: &Self, b: &Self) {
        meter!("add unreduced", Self);
        LazyField::add_unreduced(&mut out.c0, &a.c0, &b.c0);
        LazyField::add_unreduced(&mut out.c1, &a.c1, &b.c1);
    }

    #[inline(always)]
    fn mul_small(out: &mut Self, a: &Self, xi: (i64, i64)) {
        meter!("mul by xi", Self);
        let mut x = C::Fp::ZERO;
        small(&mut out.c0, xi.0, &a.c0);
        small(&mut x, C::BETA * xi.1, &a.c1);
        out.c0 += &x;
        small(&mut out.c1, xi.0, &a.c1);
        small(&mut x, xi.1, &a.c0);
        out.c1 += &x;
    }

    #[inline(always)]
    fn halve(&mut self) {
        LazyField::halve(&mut self.c0);
        LazyField::halve(&mut self.c1);
    }

    #[inline(always)]
    fn scale(&mut self, x: &C::Fp) {
        self.c0 *= x;
        self.c1 *= x;
    }
}
