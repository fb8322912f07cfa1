//! Multiplication of one point by an integer.

use crate::{
    curves::sw::{AnyA, Coefficient, Jacobian, MinusThreeA, ZeroA, has_zero_a},
    recode::{bits, wnaf},
    scalars::sw::{
        interleaved::{Part, sum_of_parts},
        odd_multiples::OddMultiples,
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::Zero;
use secant_field::context::{FieldContext, Typed};

/// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
pub fn mul<C: SWCurveConfig>(base: &Affine<C>, scalar: &[u64]) -> Projective<C> {
    if base.is_zero() {
        return Projective::zero();
    }
    let f = &Typed::<C::BaseField>::new();
    let r = if const { has_zero_a::<C>() } {
        mul_with(f, &base.x, &base.y, scalar, ZeroA, |_| Some(ZeroA))
    } else if C::COEFF_A == -C::BaseField::from(3u64) {
        // A scaled curve has another a. An inversion costs less than the product by it in every doubling.
        mul_with(f, &base.x, &base.y, scalar, MinusThreeA, |_| None)
    } else {
        let a = AnyA(C::COEFF_A);
        mul_with(f, &base.x, &base.y, scalar, a, |z| Some(a.on_scaled_curve(f, z)))
    };
    into_projective(r)
}

/// A Jacobian triple as arkworks holds it.
pub(crate) fn into_projective<C: SWCurveConfig>(p: Jacobian<C::BaseField>) -> Projective<C> {
    if p.z.is_zero() {
        Projective::zero()
    } else {
        Projective::new_unchecked(p.x, p.y, p.z)
    }
}

/// Window width by scalar length, chosen where the additions for the table and those for the digits balance.
pub(crate) fn window_width(bits: usize) -> u32 {
    match bits {
        0..=15 => 2,
        16..=47 => 3,
        48..=159 => 4,
        160..=511 => 5,
        _ => 6,
    }
}

/// `twisted(z)` gives `a` on the curve scaled by `z`, `(x, y) -> (x z^2, y z^3)`, `a -> a z^4`, for tables on that
/// curve. Without it the tables are on the curve itself.
pub(crate) fn mul_with<F: FieldContext, A: Coefficient<F>>(
    f: &F,
    x: &F::Element,
    y: &F::Element,
    scalar: &[u64],
    a: A,
    twisted: impl Fn(&F::Element) -> Option<A>,
) -> Jacobian<F::Element> {
    meter!("mul", Jacobian<F::Element>);
    let w = window_width(bits(scalar));
    let Some(multiples) = odd_multiples(f, &a, x, y, 1 << (w - 2)) else {
        return multiple_of_small_order(f, x, y, scalar, &a);
    };
    let (scale, z, a) = match twisted(multiples.z()) {
        // One product brings the result back.
        Some(a) => (f.one(), *multiples.z(), a),
        None => match f.inverse(multiples.z()) {
            Some(inverse) => (inverse, f.one(), a),
            None => return double_and_add(f, x, y, scalar, &a),
        },
    };
    let part = Part {
        negative: false,
        digits: &wnaf(scalar, w),
        table: &multiples.table(f, &scale),
    };
    let mut acc = sum_of_parts(f, &a, &[part]);
    acc.z = f.mul(&acc.z, &z);
    acc
}

/// [`OddMultiples`] on the heap.
pub(crate) type OddMultiplesVec<E> = OddMultiples<E, Vec<Jacobian<E>>>;

/// `count` odd multiples of `(x, y)`. [`multiple_of_small_order`] serves a point that has none.
pub(crate) fn odd_multiples<F: FieldContext>(
    f: &F,
    a: &impl Coefficient<F>,
    x: &F::Element,
    y: &F::Element,
    count: usize,
) -> Option<OddMultiplesVec<F::Element>> {
    OddMultiples::new(f, a, x, y, alloc::vec![Jacobian::identity(f); count])
}

impl<E: Copy + PartialEq> OddMultiplesVec<E> {
    /// [`Self::scaled_by`] on the heap.
    pub(crate) fn table<F: FieldContext<Element = E>>(&self, f: &F, scale: &E) -> Vec<(E, E)> {
        self.scaled_by(f, scale, alloc::vec![(f.zero(), f.zero()); self.len()])
    }
}

/// The greatest order that [`multiple_of_small_order`] looks for. [`OddMultiples`] of the widest window refuse orders
/// up to 31.
const SMALL_ORDER: usize = 32;

/// `scalar * (x, y)` for a point whose order `m` is too small for a table of odd multiples. Computes all multiples of
/// the point and picks the one for the scalar modulo `m`. So it takes no longer than other points do.
pub(crate) fn multiple_of_small_order<F: FieldContext>(
    f: &F,
    x: &F::Element,
    y: &F::Element,
    scalar: &[u64],
    a: &impl Coefficient<F>,
) -> Jacobian<F::Element> {
    let mut multiples = Vec::with_capacity(SMALL_ORDER);
    let mut cur = Jacobian::identity(f);
    while multiples.len() < SMALL_ORDER {
        multiples.push(cur);
        cur = cur.add_affine(f, a, x, y);
        if cur.is_identity(f) {
            let remainder = scalar.iter().rev().fold(0, |high, limb| {
                ((high << 64) | u128::from(*limb)) % multiples.len() as u128
            });
            return multiples[remainder as usize];
        }
    }
    double_and_add(f, x, y, scalar, a)
}

/// The plain method, right for every point.
pub(crate) fn double_and_add<F: FieldContext>(
    f: &F,
    x: &F::Element,
    y: &F::Element,
    scalar: &[u64],
    a: &impl Coefficient<F>,
) -> Jacobian<F::Element> {
    let mut acc = Jacobian::identity(f);
    for i in (0..bits(scalar)).rev() {
        acc = acc.double(f, a);
        if (scalar[i / 64] >> (i % 64)) & 1 == 1 {
            acc = acc.add_affine(f, a, x, y);
        }
    }
    acc
}
