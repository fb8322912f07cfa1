//! Multi-exponentiation with eight buckets side by side.

use super::{Part, Split, Terms, WIDTH, cyclotomic_powers, digits, horner, torus_frobenius};
use crate::{
    lanes::{curve::negate_some, eights::eight, normalize::Inverses, ring::{Ring, RingField}},
    pairing::{
        Family, LazyRing,
        single::Single,
        lanes::{CubicOf, Eight, PackedTarget, RingOf, Six},
        target::{Sextic, Target, TargetExt},
    },
    pippenger::{Digits, Plan, Sorted},
    threads,
};
use alloc::vec::Vec;
use ark_ff::{Field, PrimeField, Zero};
use secant_field::lanes::{Token, WithLanes};

/// `alpha` in memory.
type PackedTorus<F> = [<<F as Sextic>::Coefficient as RingField>::Packed; 3];

/// What a product by an element costs, and what a bucket costs in the end (two full products): in sums of products.
const COSTS: (f64, f64) = (84.0, 350.0);

/// A multi-exponentiation.
pub struct MultiExp<'a, F> {
    /// Elements and exponents.
    pub terms: &'a Terms<F>,
    /// Bits of a window, if it is not to be chosen.
    pub window: Option<u32>,
}

impl<F: Sextic<Coefficient: RingField + LazyRing>> WithLanes for MultiExp<'_, F> {
    type Output = F;

    fn run<T: Token>(self, token: T) -> F {
        let terms = self.terms;
        let packed = torus_images::<F, T>(token, terms);
        // As the packed ones: those of an image in eights.
        let n = terms.elements.len();
        let mut integers = alloc::vec![[0; 4]; terms.count * n.next_multiple_of(8)];
        for (i, (_, part)) in terms.parts.iter().enumerate() {
            integers[i / n * n.next_multiple_of(8) + i % n] = *part;
        }
        let digits = digits(&integers, terms.parts.len(), self.window, COSTS);
        let sorted = digits.sort(0..digits.plan.windows);
        let buckets = buckets::<F, T>(token, &packed, &sorted);
        let z = sum_of_windows::<F, T>(token, &digits.plan, &buckets);
        z.map_or(F::ONE, |z| Single::load(&z).from_torus().store())
    }
}

/// The torus form of all elements under every power of Frobenius, each power in eights, inverted where the part is
/// negative.
fn torus_images<F: Sextic<Coefficient: RingField>, T: Token>(token: T, terms: &Terms<F>) -> Vec<PackedTorus<F>> {
    /// Eights of elements that share an inversion.
    const CHUNK: usize = 16;
    let n = terms.elements.len();
    let factors = torus_frobenius::<F>();
    let eights = n.div_ceil(8);
    let chunks = threads::map(eights.div_ceil(CHUNK), |i| {
        let from = 8 * CHUNK * i;
        let elements = &terms.elements[from..n.min(from + 8 * CHUNK)];
        let mut all = to_torus::<F, T>(token, elements);
        let mut packed = Vec::with_capacity(all.len() * terms.count);
        for (k, alpha) in all.iter_mut().enumerate() {
            for power in 0..terms.count {
                if power > 0 {
                    frobenius::<F, T>(token, alpha, &factors);
                }
                let mut negative = 0;
                for lane in 0..8 {
                    let at = from + 8 * k + lane;
                    negative |= u8::from(at < n && terms.parts[power * n + at].0) << lane;
                }
                packed.push(pack::<F, T>(token, alpha, negative));
            }
        }
        packed
    });
    let mut packed = alloc::vec![PackedTorus::<F>::default(); 8 * eights * terms.count];
    for (k, images) in chunks.iter().flatten().enumerate() {
        let (eight, power) = (k / terms.count, k % terms.count);
        packed[8 * (power * eights + eight)..][..8].copy_from_slice(images);
    }
    packed
}

/// Eights of elements in torus form; none is one.
fn to_torus<F: Sextic<Coefficient: RingField>, T: Token>(token: T, elements: &[F]) -> Vec<[RingOf<F, T>; 3]> {
    let minus_xi = (-F::XI.0, -F::XI.1);
    token.run(
        #[inline(always)]
        || {
            let one = F::Coefficient::ONE;
            let own_one = RingOf::<F, T>::load_own(token, [&one; 8]);
            let count = elements.len().div_ceil(8);
            let mut inverses = Inverses::<RingOf<F, T>>::new(token, count);
            let mut all = Vec::with_capacity(count);
            for elements in elements.chunks(8) {
                let eight = eight(elements).map(|u| u.coefficients());
                let mut u = [own_one; 6];
                for (k, u) in u.iter_mut().enumerate() {
                    let mut column = [&one; 8];
                    for (x, row) in column.iter_mut().zip(&eight) {
                        *x = &row[k];
                    }
                    *u = RingOf::<F, T>::load_own(token, column);
                }
                let [u0, u1, u2, c0, c1, c2] = &u;
                // (1 + u0) / c with the inverse of c in the cubic field, adj(c) over the norm.
                let minus_c0 = c0.mul_small(2, (-1, 0));
                let (xi_c1, xi_c2, minus_xi_c2) = (
                    c1.mul_small(2, F::XI),
                    c2.mul_small(2, F::XI),
                    c2.mul_small(2, minus_xi),
                );
                let t0 = RingOf::<F, T>::dot(2, &[(c0, c0), (&minus_xi_c2, c1)]);
                let t1 = RingOf::<F, T>::dot(2, &[(&xi_c2, c2), (&minus_c0, c1)]);
                let t2 = RingOf::<F, T>::dot(2, &[(&minus_c0, c2), (c1, c1)]);
                let norm = RingOf::<F, T>::dot(2, &[(c0, &t0), (&xi_c2, &t1), (&xi_c1, &t2)]);
                let s0 = RingOf::<F, T>::combine_reduced(2, [(1, u0), (1, &own_one)]);
                all.push(cubic_mul::<F, T>([&s0, u1, u2], [&t0, &t1, &t2]));
                inverses.push(norm);
            }
            inverses.invert(&one);
            for alpha in all.iter_mut().rev() {
                // There are as many as vectors.
                let Some(inverse) = inverses.pop() else { continue };
                for x in alpha {
                    *x = RingOf::<F, T>::dot(2, &[(x, &inverse)]);
                }
            }
            all
        },
    )
}

/// The product in the cubic field, of coefficients below `2 p`.
#[inline(always)]
fn cubic_mul<F: Sextic<Coefficient: RingField>, T: Token>(
    [a0, a1, a2]: [&RingOf<F, T>; 3],
    [b0, b1, b2]: [&RingOf<F, T>; 3],
) -> [RingOf<F, T>; 3] {
    let (xi_a1, xi_a2) = (a1.mul_small(2, F::XI), a2.mul_small(2, F::XI));
    [
        Ring::dot(2, &[(a0, b0), (&xi_a1, b2), (&xi_a2, b1)]),
        Ring::dot(2, &[(a0, b1), (a1, b0), (&xi_a2, b2)]),
        Ring::dot(2, &[(a0, b2), (a1, b1), (a2, b0)]),
    ]
}

/// The Frobenius map.
fn frobenius<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    alpha: &mut [RingOf<F, T>; 3],
    factors: &[F::Coefficient; 3],
) {
    token.run(
        #[inline(always)]
        || {
            for (x, factor) in alpha.iter_mut().zip(factors) {
                *x = Ring::dot(2, &[(&x.frobenius(1), &Ring::splat(token, factor))]);
            }
        },
    );
}

fn pack<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    alpha: &[RingOf<F, T>; 3],
    negative: u8,
) -> [PackedTorus<F>; 8] {
    let mut rows = [PackedTorus::<F>::default(); 8];
    for (k, x) in alpha.iter().enumerate() {
        let column = token.run(
            #[inline(always)]
            || negate_some(x, negative).reduce().pack(),
        );
        for (row, x) in rows.iter_mut().zip(column) {
            row[k] = x;
        }
    }
    rows
}

/// Elements from memory, inverted in the lanes of `negative`.
fn unpack<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    rows: [&PackedTorus<F>; 8],
    negative: u8,
) -> [RingOf<F, T>; 3] {
    let [a, b, c, d, e, f, g, h] = rows;
    let mut alpha = [RingOf::<F, T>::zero(token); 3];
    token.run(
        #[inline(always)]
        || {
            for (k, x) in alpha.iter_mut().enumerate() {
                let rows = [&a[k], &b[k], &c[k], &d[k], &e[k], &f[k], &g[k], &h[k]];
                let y = RingOf::<F, T>::unpack(token, rows);
                *x = negate_some(&y, negative);
            }
        },
    );
    alpha
}

/// The product of every bucket.
fn buckets<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    packed: &[PackedTorus<F>],
    sorted: &Sorted,
) -> Vec<PackedTarget<F>> {
    /// Eights of buckets of a task.
    const CHUNK: usize = 4;
    let lists: Vec<_> = sorted.buckets().collect();
    // Those of about the same length side by side.
    let mut order: Vec<u32> = (0..lists.len() as u32).collect();
    order.sort_by_key(|i| core::cmp::Reverse(lists[*i as usize].len()));
    let some = order.len() - order.iter().rev().take_while(|i| lists[**i as usize].is_empty()).count();
    let products = threads::map(some.div_ceil(8 * CHUNK), |i| {
        let order = &order[8 * CHUNK * i..some.min(8 * CHUNK * (i + 1))];
        let mut cubic = new_cubic::<F, T>(token);
        let eights = order.chunks(8).map(|order| {
            let mut eight = [&[][..]; 8];
            for (list, i) in eight.iter_mut().zip(order) {
                *list = lists[*i as usize];
            }
            product_of_lists::<F, T>(token, packed, &eight, &mut cubic).pack()
        });
        eights.collect::<Vec<_>>()
    });
    let one = Eight::<F, T>::one(token).pack()[0];
    let mut buckets = alloc::vec![one; lists.len()];
    for (i, product) in order[..some].iter().zip(products.iter().flatten().flatten()) {
        buckets[*i as usize] = *product;
    }
    buckets
}

/// The products of eight lists, the first of which is the longest.
fn product_of_lists<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    packed: &[PackedTorus<F>],
    lists: &[&[u32]; 8],
    cubic: &mut CubicOf<F, T>,
) -> Eight<F, T> {
    let mut product = Eight::<F, T>::one(token);
    let mut first = None;
    for k in 0..lists[0].len() {
        let (mut rows, mut negative, mut present) = ([&packed[0]; 8], 0, 0);
        for (lane, list) in lists.iter().enumerate() {
            if let Some(entry) = list.get(k) {
                rows[lane] = &packed[(entry >> 1) as usize];
                negative |= ((entry & 1) as u8) << lane;
                present |= 1 << lane;
            }
        }
        let alpha = unpack::<F, T>(token, rows, negative);
        match (k, &first) {
            (0, _) => {
                product.select(&lift(token, &alpha), present);
                first = Some(alpha);
            }
            (1, Some(first)) if present == 255 => product.set_torus_product(first, &alpha, cubic),
            _ if present == 255 => product.mul_by_torus(&alpha, cubic),
            _ => {
                let before = *product.coefficients();
                product.mul_by_torus(&alpha, cubic);
                product.select(&Eight::new(before), !present);
            }
        }
    }
    product
}

/// `alpha + w`.
fn lift<F: Sextic<Coefficient: RingField>, T: Token>(token: T, alpha: &[RingOf<F, T>; 3]) -> Eight<F, T> {
    token.run(
        #[inline(always)]
        || {
            let one = RingOf::<F, T>::splat(token, &F::Coefficient::ONE);
            let zero = RingOf::<F, T>::zero(token);
            let [x, y, z] = alpha;
            Eight::new([x.reduce(), y.reduce(), z.reduce(), one, zero, zero])
        },
    )
}

fn new_cubic<F: Sextic<Coefficient: RingField>, T: Token>(token: T) -> CubicOf<F, T> {
    token.run(
        #[inline(always)]
        || RingOf::<F, T>::cubic(token),
    )
}

/// The product of all windows with their weights, in torus form.
fn sum_of_windows<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    plan: &Plan,
    buckets: &[PackedTarget<F>],
) -> Option<F> {
    // Windows in halves, where that leaves fewer steps.
    let steps = |pieces: usize| (plan.windows * pieces).div_ceil(8) * plan.buckets / pieces;
    let halves = plan.buckets >= 2 && steps(2) < steps(1);
    let size = if halves { plan.buckets / 2 } else { plan.buckets };
    let pieces: Vec<_> = buckets.chunks(size).collect();
    let eights = threads::map(pieces.len().div_ceil(8), |i| {
        weighted_products::<F, T>(token, &pieces[8 * i..pieces.len().min(8 * i + 8)])
    });
    let sums: Vec<_> = eights
        .iter()
        .flat_map(|[totals, products]| totals.iter().zip(products))
        .take(pieces.len())
        .map(|(total, product)| (Six::load(token, total), Six::load(token, product)))
        .collect();
    // total_0 total_1 product_1^size of a window of halves
    let low_bits = if halves { plan.c - 2 } else { plan.c };
    let parts: Vec<_> = if halves {
        let windows = sums.chunks_exact(2);
        windows
            .flat_map(|w| [(Some(w[0].0.times(&w[1].0)), low_bits), (Some(w[1].1), plan.c - low_bits)])
            .collect()
    } else {
        sums.iter().map(|(total, _)| (Some(*total), low_bits)).collect()
    };
    horner(parts.into_iter()).map(|z| z.store())
}

/// `prod b_i^(i + 1)` and `prod b_i` of up to eight sequences of one length side by side.
fn weighted_products<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    sequences: &[&[PackedTarget<F>]],
) -> [[F; 8]; 2] {
    let sequences = eight(sequences);
    let (last, rest) = (sequences[0].len() - 1, (0..sequences[0].len() - 1).rev());
    let mut product = Eight::<F, T>::unpack(token, sequences.map(|s| &s[last]));
    let mut total = product.clone();
    let mut cubic = new_cubic::<F, T>(token);
    for i in rest {
        product.mul_with(&Eight::unpack(token, sequences.map(|s| &s[i])), &mut cubic);
        total.mul_with(&product, &mut cubic);
    }
    [total.store(), product.store()]
}

/// Exponentiations of many elements, eight side by side.
pub struct ExpEach<'a, F, E> {
    /// How exponents fall into parts.
    pub split: &'a Split,
    /// The elements.
    pub elements: &'a [F],
    /// As many exponents.
    pub exponents: &'a [E],
}

/// Powers `1 ..= 2^(WIDTH - 1)` of an element.
const POWERS: usize = 1 << (WIDTH - 1);

impl<F: Sextic<Coefficient: RingField>, E: PrimeField> WithLanes for ExpEach<'_, F, E> {
    type Output = Vec<F>;

    fn run<T: Token>(self, token: T) -> Vec<F> {
        let n = self.elements.len();
        let eights = threads::map(n.div_ceil(8), |i| {
            let range = 8 * i..n.min(8 * i + 8);
            let parts = self.exponents[range.clone()]
                .iter()
                .map(|e| self.split.parts(e.into_bigint().as_ref()));
            let elements = eight(&self.elements[range]).map(|g| *g);
            exp_eight::<F, T>(token, &elements, &parts.collect::<Vec<_>>(), self.split.count())
        });
        eights.into_iter().flatten().take(n).collect()
    }
}

/// The powers of up to eight elements.
fn exp_eight<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    elements: &[F; 8],
    parts: &[[(bool, Part); 4]],
    count: usize,
) -> [F; 8] {
    let g = Eight::<F, T>::load(token, elements);
    let mut powers = Vec::with_capacity(POWERS);
    powers.push(g);
    for i in 1..POWERS {
        let mut next = powers[i - 1].clone();
        next.mul(&powers[0]);
        powers.push(next);
    }
    let tables: Vec<Vec<_>> = (0..count)
        .map(|image| {
            if image > 0 {
                powers.iter_mut().for_each(|power| power.frobenius(1));
            }
            powers.iter().map(Eight::pack).collect()
        })
        .collect();
    // The digits of part j of exponent i at j + count i.
    let integers: Vec<_> = parts.iter().flat_map(|parts| &parts[..count]).map(|(_, part)| *part).collect();
    let digits = Digits::of_integers(&integers, WIDTH);
    let mut acc = Eight::<F, T>::one(token);
    for window in (0..digits.plan.windows).rev() {
        if window + 1 < digits.plan.windows {
            for _ in 0..WIDTH {
                acc.cyclotomic_square();
            }
        }
        for (j, table) in tables.iter().enumerate() {
            let (mut rows, mut negative, mut present) = ([&table[0][0]; 8], 0, 0);
            for (lane, parts) in parts.iter().enumerate() {
                let digit = digits.digit(j + count * lane, window);
                if digit != 0 {
                    rows[lane] = &table[digit.unsigned_abs() as usize - 1][lane];
                    negative |= u8::from((digit < 0) != parts[j].0) << lane;
                    present |= 1 << lane;
                }
            }
            if present != 0 {
                let factor = Eight::<F, T>::unpack(token, rows);
                let mut conjugate = factor.clone();
                conjugate.conjugate();
                let mut signed = factor;
                signed.select(&conjugate, negative);
                signed.mul(&acc);
                acc.select(&signed, present);
            }
        }
    }
    acc.store()
}

/// Whether each element is in the subgroup of prime order.
pub struct AreMembers<'a, P: Family<K>, const K: i64>(pub &'a [P::Target]);

impl<P: Family<K>, const K: i64> WithLanes for AreMembers<'_, P, K> {
    type Output = Vec<bool>;

    fn run<T: Token>(self, token: T) -> Vec<bool> {
        let eights = threads::map(self.0.len().div_ceil(8), |i| {
            let elements = eight(&self.0[8 * i..self.0.len().min(8 * i + 8)]).map(|f| *f);
            let f = Eight::<P::Target, T>::load(token, &elements);
            // Powers outside the cyclotomic subgroup are unspecified, but do not make it one of its elements.
            let [a, b] = cyclotomic_powers::<_, K>(&f).map(|f| f.store());
            let [c, d] = P::equal_in_target_group(&f).map(|f| f.store());
            core::array::from_fn::<_, 8, _>(|i| !elements[i].is_zero() && a[i] == b[i] && c[i] == d[i])
        });
        eights.into_iter().flatten().take(self.0.len()).collect()
    }
}
