//! Scalar multiplication and sums of multiples.

use crate::{
    Affine, Coefficient, Coordinates, Curve, ElementOf, Glv, Jacobian, MinusThreeA, ScalarOf,
    curve::{Entries, MAX_DIGITS},
};
use alloc::vec::Vec;
use secant_engine::{
    curves::sw,
    scalars::sw::{OddMultiples, Part, interleaved},
};
use secant_field::{
    context::FieldContext,
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

/// The width of wNAF digits that tables of points other than the generator serve: odd digits below `2^(WIDTH - 1)`.
const WIDTH: u32 = 5;
/// The number of entries of such a table.
pub(crate) const LEN: usize = 1 << (WIDTH - 2);

/// Odd multiples of a point in affine coordinates.
type Table<E> = [(E, E); LEN];

/// The table of `(x, y)`; `None` if the additions for it meet equal or opposite points, which happens only if the order
/// of the point is small.
pub(crate) fn odd_multiples<F: FieldContext>(
    f: &F,
    a: &impl Coefficient<F>,
    x: &F::Element,
    y: &F::Element,
) -> Option<Table<F::Element>> {
    let multiples = OddMultiples::new(f, a, x, y, [sw::Jacobian::identity(f); LEN])?;
    let inverse = f.inverse(multiples.z())?;
    Some(multiples.scaled_by(f, &inverse, [(f.zero(), f.zero()); LEN]))
}

/// Memory for the digits of a scalar.
type Room = [i8; MAX_DIGITS];

/// The digits of an integer, in `room`, which is zeros.
fn digits<'a>(limbs: &[u64], width: u32, room: &'a mut Room) -> &'a [i8] {
    let len = write_wnaf(limbs, width, room);
    &room[..len]
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
        return sum.map_or_else(|| Jacobian::identity(curve), Jacobian);
    }
    let f = curve.field();
    let sum = match curve.isomorphism() {
        None => double_mul_on(curve, curve.a(), k, part.map(|(l, _, x, y)| (l, *x, *y))),
        Some(to) => {
            let part = part.map(|(l, _, x, y)| (l, f.mul(x, &to.u2), f.mul(y, &to.u3)));
            // (X / (u Z)^2, Y / (u Z)^3) is the point on this curve.
            double_mul_on(curve, &MinusThreeA, k, part).map(|sum| sw::Jacobian {
                z: f.mul(&sum.z, &to.u),
                ..sum
            })
        }
    };
    match (sum, part) {
        (Some(sum), _) => Jacobian(sum),
        // The point has no table.
        (None, Some((l, p, ..))) => {
            let first = k.map_or(Jacobian::identity(curve), |k| generator_mul(curve, k));
            first.add(&mul_by_integer(curve, p, curve.scalars().to_limbs(l).as_ref()), curve)
        }
        (None, None) => Jacobian::identity(curve),
    }
}

/// [`sum`] on the curve with the coefficient `a`; `None` if the point has no table.
fn double_mul_on<C: Curve>(
    curve: &C,
    a: &impl Coefficient<C::Field>,
    k: Option<&ScalarOf<C>>,
    part: Option<(&ScalarOf<C>, ElementOf<C>, ElementOf<C>)>,
) -> Option<sw::Jacobian<ElementOf<C>>> {
    let (f, n) = (curve.field(), curve.scalars());
    let mut rooms = [[0; MAX_DIGITS]; 2];
    let [first, second] = &mut rooms;
    let multiple = |k, width, table, room| Part {
        negative: false,
        digits: digits(n.to_limbs(k).as_ref(), width, room),
        table,
    };
    let generator = curve.generator_table();
    let generator = k.map(|k| multiple(k, width_of(generator), generator, first));
    let Some((l, x, y)) = part else {
        return Some(interleaved(f, a, &[generator?]));
    };
    let table = odd_multiples(f, a, &x, &y)?;
    let other = multiple(l, WIDTH, &table, second);
    Some(match generator {
        Some(generator) => interleaved(f, a, &[generator, other]),
        None => interleaved(f, a, &[other]),
    })
}

/// [`sum`] with scalars split into halves, on a curve of prime order.
fn double_mul_by_halves<C: Curve>(
    curve: &C,
    glv: &Glv<ElementOf<C>>,
    k: Option<&ScalarOf<C>>,
    part: Option<(&ScalarOf<C>, &ElementOf<C>, &ElementOf<C>)>,
) -> Option<sw::Jacobian<ElementOf<C>>> {
    let (f, a) = (curve.field(), curve.a());
    let mut rooms = [[0; MAX_DIGITS]; 4];
    let [first, second, third, fourth] = &mut rooms;
    let generator = curve.generator_table();
    let generator = k.map(|k| {
        let tables = [generator, glv.generator_table];
        halves(curve, glv, k, width_of(generator), tables, [third, fourth])
    });
    let Some((l, x, y)) = part else {
        return Some(interleaved(f, a, &generator?));
    };
    let table = odd_multiples(f, a, x, y)?;
    let images = table.map(|(x, y)| (f.mul(&x, glv.endomorphism.beta()), y));
    let [first, second] = halves(curve, glv, l, WIDTH, [&table, &images], [first, second]);
    Some(match generator {
        Some([third, fourth]) => interleaved(f, a, &[first, second, third, fourth]),
        None => interleaved(f, a, &[first, second]),
    })
}

/// The parts of the two halves of a scalar. `tables` are those of the point and of its image under the endomorphism.
fn halves<'a, C: Curve>(
    curve: &C,
    glv: &Glv<ElementOf<C>>,
    k: &ScalarOf<C>,
    width: u32,
    tables: [Entries<'a, C>; 2],
    rooms: [&'a mut Room; 2],
) -> [Part<'a, ElementOf<C>>; 2] {
    meter!("halves", ScalarOf<C>);
    let (first, second) = glv.endomorphism.decompose(curve.scalars().to_limbs(k).as_ref());
    let ([table1, table2], [room1, room2]) = (tables, rooms);
    let part = |(negative, half): (bool, [u64; 4]), table, room| Part {
        negative,
        digits: digits(&half, width, room),
        table,
    };
    [part(first, table1, room1), part(second, table2, room2)]
}

/// `sum k_i p_i` by the bucket method. For one or two terms use [`mul`] and [`double_mul`].
///
/// Pippenger, "On the evaluation of powers and related problems" (1976).
pub fn multi_mul<C: Curve>(curve: &C, terms: &[(ScalarOf<C>, Affine<C>)]) -> Jacobian<C> {
    meter!("multi multiplication", sw::Jacobian<ElementOf<C>>, terms.len());
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
