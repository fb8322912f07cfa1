//! Multiplication of one point by an integer.

use super::jacobian::{AnyA, CoeffA, Jacobian, ZeroA};
use crate::recode::{bits, wnaf};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{Field, Zero};

/// The integer multiple `scalar * base`; `scalar` is little endian and of any length.
pub fn mul<C: SWCurveConfig>(base: &Affine<C>, scalar: &[u64]) -> Projective<C> {
    if base.is_zero() {
        return Projective::zero();
    }
    let r = if C::COEFF_A.is_zero() {
        mul_with(base.x, base.y, scalar, |_| ZeroA, ZeroA)
    } else {
        mul_with(
            base.x,
            base.y,
            scalar,
            |z: C::BaseField| AnyA(C::COEFF_A * z.square().square()),
            AnyA(C::COEFF_A),
        )
    };
    into_projective(r)
}

/// A Jacobian triple as arkworks holds it.
pub(super) fn into_projective<C: SWCurveConfig>(p: Jacobian<C::BaseField>) -> Projective<C> {
    if p.is_identity() {
        Projective::zero()
    } else {
        Projective::new_unchecked(p.x, p.y, p.z)
    }
}

/// Window width by scalar length: the count of additions for the table and for the digits balance here.
pub(super) fn window_width(bits: usize) -> u32 {
    match bits {
        0..=15 => 2,
        16..=47 => 3,
        48..=159 => 4,
        160..=511 => 5,
        _ => 6,
    }
}

/// `twisted(z)` gives `a` on the curve scaled by `z`: `(x, y) -> (x z^2, y z^3)`, `a -> a z^4`.
pub(super) fn mul_with<F: Field, A: CoeffA<F>>(
    x: F,
    y: F,
    scalar: &[u64],
    twisted: impl Fn(F) -> A,
    a: A,
) -> Jacobian<F> {
    let w = window_width(bits(scalar));
    let p = Jacobian::new(x, y, F::ONE);
    let Some((table, z)) = odd_multiples(&p, &a, 1 << (w - 2)) else {
        return double_and_add(x, y, scalar, &a);
    };
    // The table is affine on the curve scaled by z; the result comes back by one product.
    let a = twisted(z);
    let mut acc = Jacobian::<F>::identity();
    for &digit in wnaf(scalar, w).iter().rev() {
        acc = acc.double(&a);
        if digit != 0 {
            let (x, y) = &table[usize::from(digit.unsigned_abs()) / 2];
            acc = if digit > 0 {
                acc.add_affine(x, y, &a)
            } else {
                acc.add_affine(x, &-*y, &a)
            };
        }
    }
    acc.z *= z;
    acc
}

/// The odd multiples `P, 3 P, 5 P, ...` as affine points of the curve scaled by the returned `z`, without
/// an inversion; `None` where the additions meet equal or opposite points (points of small order).
///
/// Scaled by the `z` of `2 P`, that point is affine, and so every step is a mixed addition whose ratio of
/// `z` is known; the ratios bring all multiples to the last one's `z`.
pub(super) fn odd_multiples<F: Field, A: CoeffA<F>>(p: &Jacobian<F>, a: &A, count: usize) -> Option<(Vec<(F, F)>, F)> {
    let d = p.double(a);
    if d.is_identity() {
        return None;
    }
    if count == 1 {
        return Some((alloc::vec![(p.x, p.y)], F::ONE));
    }
    let zz = d.z.square();
    let mut cur = Jacobian::new(p.x * zz, p.y * zz * d.z, F::ONE);
    let mut points = Vec::with_capacity(count);
    let mut ratios = Vec::with_capacity(count);
    points.push(cur);
    for _ in 1..count {
        let (next, ratio) = cur.add_affine_with_ratio(&d.x, &d.y)?;
        points.push(next);
        ratios.push(ratio);
        cur = next;
    }
    let mut table = alloc::vec![(F::ZERO, F::ZERO); count];
    let mut scale = F::ONE;
    for i in (0..count).rev() {
        let s2 = scale.square();
        table[i] = if i + 1 == count {
            (points[i].x, points[i].y)
        } else {
            (points[i].x * s2, points[i].y * s2 * scale)
        };
        if i > 0 {
            scale *= ratios[i - 1];
        }
    }
    Some((table, d.z * cur.z))
}

/// The plain method, right for every point.
pub(super) fn double_and_add<F: Field, A: CoeffA<F>>(x: F, y: F, scalar: &[u64], a: &A) -> Jacobian<F> {
    let mut acc = Jacobian::identity();
    for i in (0..bits(scalar)).rev() {
        acc = acc.double(a);
        if (scalar[i / 64] >> (i % 64)) & 1 == 1 {
            acc = acc.add_affine(&x, &y, a);
        }
    }
    acc
}
