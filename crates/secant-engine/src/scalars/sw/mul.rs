//! Multiplication of one point by an integer.

use crate::{
    curves::sw::{
        has_zero_a,
        jacobian::{AnyA, CoeffA, Jacobian, MinusThreeA, ZeroA, square},
    },
    recode::{bits, wnaf},
};
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
    let r = if const { has_zero_a::<C>() } {
        mul_with(base.x, base.y, scalar, ZeroA, |_| Some(ZeroA))
    } else if C::COEFF_A == -C::BaseField::from(3u64) {
        // A scaled curve has another a. An inversion costs less than the product by it in every doubling.
        mul_with(base.x, base.y, scalar, MinusThreeA, |_| None)
    } else {
        let twisted = |z: C::BaseField| Some(AnyA(C::COEFF_A * square(square(z))));
        mul_with(base.x, base.y, scalar, AnyA(C::COEFF_A), twisted)
    };
    into_projective(r)
}

/// A Jacobian triple as arkworks holds it.
pub(crate) fn into_projective<C: SWCurveConfig>(p: Jacobian<C::BaseField>) -> Projective<C> {
    if p.is_identity() {
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
pub(crate) fn mul_with<F: Field, A: CoeffA<F>>(
    x: F,
    y: F,
    scalar: &[u64],
    a: A,
    twisted: impl Fn(F) -> Option<A>,
) -> Jacobian<F> {
    meter!("mul", Jacobian<F>);
    let w = window_width(bits(scalar));
    let p = Jacobian::new(x, y, F::ONE);
    let Some(multiples) = OddMultiples::new(&p, &a, 1 << (w - 2)) else {
        return multiple_of_small_order(x, y, scalar, &a);
    };
    let z = multiples.z;
    let (table, z, a) = match twisted(z) {
        // One product brings the result back.
        Some(a) => (multiples.scaled_by(F::ONE), z, a),
        None => match z.inverse() {
            Some(inverse) => (multiples.scaled_by(inverse), F::ONE, a),
            None => return double_and_add(x, y, scalar, &a),
        },
    };
    let mut acc = Jacobian::<F>::identity();
    for &digit in wnaf(scalar, w).iter().rev() {
        acc = acc.double(&a);
        if digit != 0 {
            let (x, y) = table[usize::from(digit.unsigned_abs()) / 2];
            acc = acc.add_affine(&x, &if digit > 0 { y } else { -y }, &a);
        }
    }
    acc.z *= z;
    acc
}

/// [`OddMultiples`] of an affine point (`z = 1`) as affine points of the curve scaled by the returned `z`, without an
/// inversion.
pub(crate) fn odd_multiples<F: Field, A: CoeffA<F>>(p: &Jacobian<F>, a: &A, count: usize) -> Option<(Vec<(F, F)>, F)> {
    let multiples = OddMultiples::new(p, a, count)?;
    Some((multiples.scaled_by(F::ONE), multiples.z))
}

/// The odd multiples `P, 3 P, 5 P, ...`.
pub(crate) struct OddMultiples<F> {
    /// On the curve scaled by the `z` of `2 P`.
    points: Vec<Jacobian<F>>,
    /// The `z` of each point but the first, divided by the `z` of the point before.
    ratios: Vec<F>,
    /// The `z` of the last point, on the curve itself.
    pub(crate) z: F,
}

impl<F: Field> OddMultiples<F> {
    /// `None` where the additions meet equal or opposite points: the order of `p` is two, or odd and below `2 count`
    /// ([`multiple_of_small_order`] serves such a point).
    ///
    /// On the curve scaled by the `z` of `2 P`, the point `2 P` is affine. So every step is a mixed addition whose
    /// ratio of `z` is known. The ratios bring all multiples to the last one's `z`.
    pub(crate) fn new(p: &Jacobian<F>, a: &impl CoeffA<F>, count: usize) -> Option<Self> {
        meter!("odd multiples", Jacobian<F>, count);
        let d = p.double(a);
        if d.is_identity() {
            return None;
        }
        if count == 1 {
            return Some(Self {
                points: alloc::vec![*p],
                ratios: Vec::new(),
                z: p.z,
            });
        }
        let zz = square(d.z);
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
        Some(Self {
            points,
            ratios,
            z: d.z * cur.z,
        })
    }

    /// The multiples as affine points of the curve scaled by `self.z * scale`.
    pub(crate) fn scaled_by(&self, mut scale: F) -> Vec<(F, F)> {
        meter!("to a common z", Jacobian<F>, self.points.len());
        let mut table: Vec<_> = self.points.iter().map(|p| (p.x, p.y)).collect();
        for (i, (x, y)) in table.iter_mut().enumerate().rev() {
            if scale != F::ONE {
                let s2 = square(scale);
                *x *= s2;
                *y *= s2 * scale;
            }
            if i > 0 {
                scale *= self.ratios[i - 1];
            }
        }
        table
    }
}

/// The greatest order that [`multiple_of_small_order`] looks for. [`OddMultiples`] of the widest window refuse orders
/// up to 31.
const SMALL_ORDER: usize = 32;

/// `scalar * (x, y)` for a point whose order `m` is too small for a table of odd multiples. Computes all multiples of
/// the point and picks the one for the scalar modulo `m`. So it takes no longer than other points do.
pub(crate) fn multiple_of_small_order<F: Field, A: CoeffA<F>>(x: F, y: F, scalar: &[u64], a: &A) -> Jacobian<F> {
    let mut multiples = Vec::with_capacity(SMALL_ORDER);
    let mut cur = Jacobian::identity();
    while multiples.len() < SMALL_ORDER {
        multiples.push(cur);
        cur = cur.add_affine(&x, &y, a);
        if cur.is_identity() {
            let remainder = scalar.iter().rev().fold(0, |high, limb| {
                ((high << 64) | u128::from(*limb)) % multiples.len() as u128
            });
            return multiples[remainder as usize];
        }
    }
    double_and_add(x, y, scalar, a)
}

/// The plain method, right for every point.
pub(crate) fn double_and_add<F: Field, A: CoeffA<F>>(x: F, y: F, scalar: &[u64], a: &A) -> Jacobian<F> {
    let mut acc = Jacobian::identity();
    for i in (0..bits(scalar)).rev() {
        acc = acc.double(a);
        if (scalar[i / 64] >> (i % 64)) & 1 == 1 {
            acc = acc.add_affine(&x, &y, a);
        }
    }
    acc
}
