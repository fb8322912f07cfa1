//! Scalar multiplication and sums of multiples.

use crate::{
    Affine, Coefficient, Coordinates, Curve, ElementOf, Glv, Jacobian, ScalarOf,
    coefficient::MinusThreeA,
    coordinates::jacobian::{JacobianXyz, add_affine},
    curve::MAX_DIGITS,
    table::{Entries, LEN, WIDTH, odd_multiples},
};
use alloc::vec::Vec;
use secant_field::{
    modular::Modular,
    recode::{bits, write_wnaf},
};

/// `k p`.
pub fn mul<C: Curve>(curve: &C, k: &ScalarOf<C>, p: &Affine<C>) -> Jacobian<C> {
    sum(curve, None, Some((k, p)))
}

/// `k G + l p` with shared doublings. `G` is the generator and uses its table.
pub fn double_mul<C: Curve>(curve: &C, k: &ScalarOf<C>, l: &ScalarOf<C>, p: &Affine<C>) -> Jacobian<C> {
    sum(curve, Some(k), Some((l, p)))
}

/// `k G` for the generator `G`.
pub(crate) fn generator_mul<C: Curve>(curve: &C, k: &ScalarOf<C>) -> Jacobian<C> {
    sum(curve, Some(k), None)
}

/// `k p` in any coordinates, by doubling and adding: slow, for comparisons.
pub fn mul_by<C: Curve, P: Coordinates<C>>(curve: &C, k: &[u64], p: &P) -> P {
    let mut multiple = P::identity(curve);
    for i in (0..bits(k)).rev() {
        multiple = multiple.double(curve);
        if k[i / 64] >> (i % 64) & 1 == 1 {
            multiple = multiple.add(p, curve);
        }
    }
    multiple
}

/// The multiple by a little-endian integer, which is not reduced modulo any order.
pub(crate) fn mul_by_integer<C: Curve>(curve: &C, p: &Affine<C>, k: &[u64]) -> Jacobian<C> {
    mul_by(curve, k, &Jacobian::from_affine(p, curve))
}

/// The digits of an integer and the odd multiples of a point.
struct Part<'a, E> {
    digits: [i8; MAX_DIGITS],
    /// The number of digits in use.
    len: usize,
    negative: bool,
    table: &'a [(E, E)],
}

impl<'a, E: Copy> Part<'a, E> {
    fn new(limbs: &[u64], negative: bool, width: u32, table: &'a [(E, E)]) -> Self {
        let mut digits = [0; MAX_DIGITS];
        let len = write_wnaf(limbs, width, &mut digits);
        Self {
            digits,
            len,
            negative,
            table,
        }
    }
}

/// The sum of all parts by interleaved wNAF, on a curve with the coefficient `a`.
#[inline(always)]
fn interleaved<F: Modular, A: Coefficient<F>>(f: &F, a: &A, parts: &[Part<'_, F::Element>]) -> JacobianXyz<F> {
    meter!("interleaved digits", JacobianXyz<F>, parts.len());
    let length = parts.iter().map(|part| part.len).max().unwrap_or(0);
    let mut sum = [f.one(), f.one(), f.zero()];
    for i in (0..length).rev() {
        sum = a.double(f, &sum);
        for part in parts {
            let digit = if i < part.len { part.digits[i] } else { 0 };
            if digit != 0 {
                let (x, y) = &part.table[usize::from(digit.unsigned_abs()) / 2];
                if (digit < 0) == part.negative {
                    sum = add_affine(f, a, &sum, x, y);
                } else {
                    sum = add_affine(f, a, &sum, x, &f.neg(y));
                }
            }
        }
    }
    sum
}

/// The width of wNAF digits that a table of the generator serves.
fn width_of<E>(table: &[E]) -> u32 {
    table.len().ilog2() + 2
}

/// `k G + l p`; either term may be absent.
fn sum<C: Curve>(curve: &C, k: Option<&ScalarOf<C>>, part: Option<(&ScalarOf<C>, &Affine<C>)>) -> Jacobian<C> {
    let part = part.and_then(|(l, p)| p.xy().map(|(x, y)| (l, p, x, y)));
    if let Some(glv) = curve.glv() {
        let sum = double_mul_by_halves(curve, glv, k, part.map(|(l, _, x, y)| (l, x, y)));
        return sum.unwrap_or_else(|| Jacobian::identity(curve));
    }
    let f = curve.field();
    let sum = match curve.isomorphism() {
        None => double_mul_on(curve, curve.a(), k, part.map(|(l, _, x, y)| (l, *x, *y))),
        Some(to) => {
            let part = part.map(|(l, _, x, y)| (l, f.mul(x, &to.u2), f.mul(y, &to.u3)));
            // (X / (u Z)^2, Y / (u Z)^3) is the point on this curve.
            double_mul_on(curve, &MinusThreeA, k, part).map(|[x, y, z]| [x, y, f.mul(&z, &to.u)])
        }
    };
    match (sum, part) {
        (Some(sum), _) => Jacobian(sum),
        // An odd multiple of the point is at infinity, so it has no table.
        (None, Some((l, p, ..))) => {
            let first = k.map_or(Jacobian::identity(curve), |k| generator_mul(curve, k));
            first.add(&mul_by_integer(curve, p, curve.scalars().to_limbs(l).as_ref()), curve)
        }
        (None, None) => Jacobian::identity(curve),
    }
}

/// [`sum`] on the curve with the coefficient `a`; `None` if an odd multiple in its table is at infinity.
#[inline(always)]
fn double_mul_on<C: Curve, A: Coefficient<C::Field>>(
    curve: &C,
    a: &A,
    k: Option<&ScalarOf<C>>,
    part: Option<(&ScalarOf<C>, ElementOf<C>, ElementOf<C>)>,
) -> Option<JacobianXyz<C::Field>> {
    let (f, n) = (curve.field(), curve.scalars());
    let generator = |k| {
        let table = curve.generator_table();
        Part::new(n.to_limbs(k).as_ref(), false, width_of(table), table)
    };
    let Some((l, x, y)) = part else {
        return Some(interleaved(f, a, &[generator(k?)]));
    };
    let table: [_; LEN] = odd_multiples(f, a, &x, &y)?;
    let other = Part::new(n.to_limbs(l).as_ref(), false, WIDTH, &table);
    Some(match k {
        Some(k) => interleaved(f, a, &[generator(k), other]),
        None => interleaved(f, a, &[other]),
    })
}

/// [`sum`] with scalars split into halves, on a curve of prime order.
fn double_mul_by_halves<C: Curve>(
    curve: &C,
    glv: &Glv<C>,
    k: Option<&ScalarOf<C>>,
    part: Option<(&ScalarOf<C>, &ElementOf<C>, &ElementOf<C>)>,
) -> Option<Jacobian<C>> {
    let f = curve.field();
    let generator = |k| {
        let table = curve.generator_table();
        halves(curve, glv, k, width_of(table), [table, glv.generator_table])
    };
    let Some((l, x, y)) = part else {
        return Some(Jacobian(interleaved(f, curve.a(), &generator(k?))));
    };
    let table: [_; LEN] = odd_multiples(f, curve.a(), x, y)?;
    let image = table.map(|(x, y)| (f.mul(&x, &glv.beta), y));
    let [first, second] = halves(curve, glv, l, WIDTH, [&table, &image]);
    Some(Jacobian(match k {
        Some(k) => {
            let [third, fourth] = generator(k);
            interleaved(f, curve.a(), &[first, second, third, fourth])
        }
        None => interleaved(f, curve.a(), &[first, second]),
    }))
}

/// The parts of the two halves of a scalar. `tables` are those of the point and of its image under the endomorphism.
fn halves<'a, C: Curve>(
    curve: &C,
    glv: &Glv<C>,
    k: &ScalarOf<C>,
    width: u32,
    tables: [Entries<'a, C>; 2],
) -> [Part<'a, ElementOf<C>>; 2] {
    let [first, second] = glv.split(curve, k);
    [(first, tables[0]), (second, tables[1])]
        .map(|((limbs, negative), table)| Part::new(limbs.as_ref(), negative, width, table))
}

/// `sum k_i p_i` by the bucket method. For one or two terms use [`mul`] and [`double_mul`].
///
/// Pippenger, "On the evaluation of powers and related problems" (1976).
pub fn multi_mul<C: Curve>(curve: &C, terms: &[(ScalarOf<C>, Affine<C>)]) -> Jacobian<C> {
    meter!("multi multiplication", JacobianXyz<C::Field>, terms.len());
    let limbs: Vec<_> = terms.iter().map(|(k, _)| curve.scalars().to_limbs(k)).collect();
    let length = limbs.iter().map(|k| bits(k.as_ref())).max().unwrap_or(0);
    // The window width with the fewest additions.
    let additions = |c: usize| length.div_ceil(c) * (terms.len() + (2 << c));
    let width = (1..16).min_by_key(|&c| additions(c)).unwrap_or(1);
    let mut buckets = alloc::vec![Jacobian::identity(curve); (1 << width) - 1];
    let mut sum = Jacobian::identity(curve);
    for window in (0..length.div_ceil(width)).rev() {
        for _ in 0..width {
            sum = sum.double(curve);
        }
        buckets.fill(Jacobian::identity(curve));
        for (k, (_, p)) in limbs.iter().zip(terms) {
            let digit = secant_field::recode::window(k.as_ref(), window * width, width as u32) as usize;
            if let (Some(bucket), Some((x, y))) = (digit.checked_sub(1), p.xy()) {
                buckets[bucket] = buckets[bucket].add_affine(x, y, curve);
            }
        }
        let mut running = Jacobian::identity(curve);
        for bucket in buckets.iter().rev() {
            running = running.add(bucket, curve);
            sum = sum.add(&running, curve);
        }
    }
    sum
}
