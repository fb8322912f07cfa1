//! Multi-exponentiation with eight buckets side by side.

use crate::{
    curves::{eights::padded_to_eight, lane_curve::negate_some, normalize::BatchInversion},
    gt::{Part, Split, Terms, WIDTH, cyclotomic_powers, digits, horner, torus_frobenius},
    pairing::{
        Coefficients, CubicOf, Eight, Family, LazyRing, PackedTarget, RingOf, Six, XiOf,
        single::Single,
        target::{Sextic, Target, TargetExt},
    },
    ring::{CubicRing, Ring, RingField},
    scalars::digits::{Digits, Plan, Sorted},
    scratch::with_scratch,
    threads,
};
use alloc::vec::Vec;
use ark_ff::{Field, PrimeField, Zero};
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token, WithLanes};

mod fixed;

pub use crate::gt::on_lanes::fixed::{FixedPowers, Powers};

/// `alpha`, packed for memory.
pub type PackedTorus<F> = [<<F as Sextic>::Coefficient as RingField>::Packed; 3];

/// The cost of a full product, in products by `alpha + w` (measured: 2.35 and 1.5 us for eight).
const FULL_PRODUCT: f64 = 1.6;

/// The cost of combining one piece of a window with the others, in products by `alpha + w`.
const PIECE: f64 = 0.6;

/// The time of a multi-exponentiation with `factors` images of elements, in products by `alpha + w`.
fn cost(plan: &Plan, factors: usize) -> f64 {
    let present = 1.0 - 1.0 / f64::from(1u32 << plan.c);
    let products = (plan.windows * factors) as f64 * present / 8.0;
    products / threads::count() as f64 + Pieces::of(plan).cost()
}

/// How the buckets of each window are split into pieces for their weighted products. The number of pieces is a power of
/// two, and each piece goes to one lane.
#[derive(Clone, Copy)]
struct Pieces {
    /// Pieces in a window.
    per_window: usize,
    /// Buckets in a piece.
    size: usize,
    /// Pieces in all windows.
    count: usize,
}

impl Pieces {
    /// The split that costs least.
    fn of(plan: &Plan) -> Self {
        let pieces = |per_window: usize| Self {
            per_window,
            size: plan.buckets / per_window,
            count: plan.windows * per_window,
        };
        let mut best = pieces(1);
        for per_window in [2, 4] {
            if plan.buckets >= per_window && pieces(per_window).cost() < best.cost() {
                best = pieces(per_window);
            }
        }
        best
    }

    /// The factors whose product is one window, from the weighted and plain products of the window's pieces. Each comes
    /// with the number of bits between its weight and the next one's. The first factor is the product of the weighted
    /// products. There is one further factor for each bit of `j`: together they raise the plain product of piece `j` to
    /// the power of `j` times the piece's size.
    fn parts<P, S: Target>(
        self,
        plan: &Plan,
        weighted: &[P],
        plain: &[P],
        get: impl Fn(&P) -> S,
    ) -> Vec<(Option<S>, u32)> {
        let product = |pieces: &mut dyn Iterator<Item = &P>| pieces.map(&get).reduce(|a, b| a.times(&b));
        let levels = self.per_window.ilog2();
        let bits = if levels == 0 { plan.c } else { self.size.ilog2() };
        let mut parts = alloc::vec![(product(&mut weighted.iter()), bits)];
        for level in 0..levels {
            let some = plain.iter().enumerate().filter(|(j, _)| j >> level & 1 == 1);
            // A window has log2(size) + levels + 1 bits in all.
            let bits = if level + 1 == levels { 2 } else { 1 };
            parts.push((product(&mut some.map(|(_, piece)| piece)), bits));
        }
        parts
    }

    /// The time of the weighted products, in products by `alpha + w`.
    fn cost(self) -> f64 {
        let steps = self.count.div_ceil(8).div_ceil(threads::count()) * self.size;
        2.0 * FULL_PRODUCT * steps as f64 + PIECE * self.count as f64
    }
}

/// A multi-exponentiation.
pub struct MultiExp<'a, F> {
    /// Elements and exponents.
    pub terms: &'a Terms<F>,
    /// Bits of a window; `None` chooses the width that costs least.
    pub window: Option<u32>,
}

impl<F: Sextic<Coefficient: RingField + LazyRing>> WithLanes for MultiExp<'_, F> {
    type Output = F;

    fn run<T: Token>(self, token: T) -> F {
        meter!("buckets", [F; 8], self.terms.elements.len());
        let terms = self.terms;
        let place = Place {
            elements: terms.elements.len(),
            images: terms.count,
        };
        let plan = || {
            let mut integers = alloc::vec![[0; 4]; place.len()];
            for (i, (_, part)) in terms.parts.iter().enumerate() {
                integers[place.of(i % place.elements, i / place.elements)] = *part;
            }
            let digits = digits(&integers, self.window, |plan| cost(plan, terms.parts.len()));
            let sorted = digits.sort(0..digits.plan.windows);
            (digits.plan, sorted)
        };
        let z = with_scratch(Scratch::<F>::default, |Scratch { packed, products }| {
            packed.resize(place.len(), PackedTorus::<F>::default());
            let ((plan, sorted), ()) = threads::both(plan, || pack_images::<F, T>(token, terms, place, packed));
            let places = buckets::<F, T>(token, packed, &sorted, products);
            let bucket = |i: usize| &products[places[i] as usize];
            product_of_windows::<F, T>(token, &plan, bucket)
        });
        z.map_or(F::ONE, |z| Single::load(&z).unitary().store())
    }
}

/// Working memory of a multi-exponentiation.
struct Scratch<F: Sextic<Coefficient: RingField>> {
    packed: Vec<PackedTorus<F>>,
    products: Vec<PackedTarget<F>>,
}

impl<F: Sextic<Coefficient: RingField>> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            packed: Vec::new(),
            products: Vec::new(),
        }
    }
}

/// The places of the elements' images in memory: groups of eight elements, under each power of Frobenius in turn.
#[derive(Clone, Copy)]
struct Place {
    elements: usize,
    images: usize,
}

impl Place {
    fn len(self) -> usize {
        self.elements.next_multiple_of(8) * self.images
    }

    fn of(self, element: usize, image: usize) -> usize {
        (element / 8 * self.images + image) * 8 + element % 8
    }
}

/// Writes the torus form of every element under every power of Frobenius, inverted where the exponent's part is
/// negative.
fn pack_images<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    terms: &Terms<F>,
    place: Place,
    packed: &mut [PackedTorus<F>],
) {
    meter!("into torus form", [F; 8], terms.elements.len());
    /// The most groups of eight elements that share an inversion.
    const CHUNK: usize = 16;
    let mut factors = [LaneData::zero(token); 3];
    token.run(
        #[inline(always)]
        || {
            for (to, factor) in factors.iter_mut().zip(&torus_frobenius::<F>()) {
                *to = RingOf::<F, T>::splat(token, factor);
            }
        },
    );
    let chunk = place.elements.div_ceil(8).div_ceil(threads::count()).min(CHUNK);
    threads::for_each_chunk(packed, 8 * chunk * place.images, |i, packed| {
        let from = 8 * chunk * i;
        let elements = &terms.elements[from..place.elements.min(from + 8 * chunk)];
        let mut all = to_torus::<F, T>(token, elements);
        for ((k, alpha), packed) in all
            .iter_mut()
            .enumerate()
            .zip(packed.chunks_exact_mut(8 * place.images))
        {
            for (image, rows) in packed.chunks_exact_mut(8).enumerate() {
                if image > 0 {
                    frobenius::<F, T>(token, alpha, &factors);
                }
                let mut negative = 0;
                for lane in 0..8 {
                    let at = from + 8 * k + lane;
                    negative |= u8::from(at < place.elements && terms.parts[image * place.elements + at].0) << lane;
                }
                pack::<F, T>(token, alpha, negative, rows);
            }
        }
    });
}

/// `t` and the norm `N` with `c^-1 = t / N` in the cubic field, for coefficients below `2 p`. Inlined, for use inside
/// [`Token::run`].
#[inline(always)]
fn adjugate<F: Sextic<Coefficient: RingField>, T: Token>(
    [c0, c1, c2]: [&RingOf<F, T>; 3],
) -> ([RingOf<F, T>; 3], RingOf<F, T>) {
    // c0^2 - xi c1 c2, xi c2^2 - c0 c1, c1^2 - c0 c2
    let minus_c0 = c0.mul_small(2, (-1, 0));
    let (xi_c1, xi_c2, minus_xi_c2) = (
        c1.mul_small(2, F::XI),
        c2.mul_small(2, F::XI),
        c2.mul_small(2, (-F::XI.0, -F::XI.1)),
    );
    let t0 = RingOf::<F, T>::dot(2, &[(c0, c0), (&minus_xi_c2, c1)]);
    let t1 = RingOf::<F, T>::dot(2, &[(&xi_c2, c2), (&minus_c0, c1)]);
    let t2 = RingOf::<F, T>::dot(2, &[(&minus_c0, c2), (c1, c1)]);
    let norm = RingOf::<F, T>::dot(2, &[(c0, &t0), (&xi_c2, &t1), (&xi_c1, &t2)]);
    ([t0, t1, t2], norm)
}

/// Elements in torus form, in groups of eight. No element may be one.
fn to_torus<F: Sextic<Coefficient: RingField>, T: Token>(token: T, elements: &[F]) -> Vec<[RingOf<F, T>; 3]> {
    token.run(
        #[inline(always)]
        || {
            let one = F::Coefficient::ONE;
            let own_one = RingOf::<F, T>::load_own(token, [&one; 8]);
            let count = elements.len().div_ceil(8);
            let mut inverses = BatchInversion::<RingOf<F, T>>::new(token, count);
            let mut all = Vec::with_capacity(count);
            let mut cubic = RingOf::<F, T>::cubic(token);
            for elements in elements.chunks(8) {
                let eight = padded_to_eight(elements).map(|u| u.coefficients());
                let mut u = [own_one; 6];
                for (k, u) in u.iter_mut().enumerate() {
                    let mut column = [&one; 8];
                    for (x, row) in column.iter_mut().zip(&eight) {
                        *x = &row[k];
                    }
                    *u = RingOf::<F, T>::load_own(token, column);
                }
                let [u0, u1, u2, c0, c1, c2] = &u;
                // (1 + u0) / c
                let (adjugate, norm) = adjugate::<F, T>([c0, c1, c2]);
                let s0 = RingOf::<F, T>::combine_reduced(2, [(1, u0), (1, &own_one)]);
                let mut alpha = [own_one; 3];
                CubicRing::set_cubic_factor(&mut cubic, [&adjugate[0], &adjugate[1], &adjugate[2]]);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut alpha, [&s0, u1, u2], None, &mut cubic);
                all.push(alpha);
                inverses.push(norm);
            }
            inverses.invert(&one);
            for alpha in all.iter_mut().rev() {
                // There is one inverse for each vector.
                let Some(inverse) = inverses.pop() else { continue };
                for x in alpha {
                    *x = RingOf::<F, T>::dot(2, &[(x, &inverse)]);
                }
            }
            all
        },
    )
}

/// The Frobenius map in torus form.
fn frobenius<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    alpha: &mut [RingOf<F, T>; 3],
    factors: &[RingOf<F, T>; 3],
) {
    meter!("frobenius", [[F::Coefficient; 3]; 8], 8);
    token.run(
        #[inline(always)]
        || {
            for (x, factor) in alpha.iter_mut().zip(factors) {
                *x = LaneProducts::dot(2, &[(&x.frobenius(1), factor)]);
            }
        },
    );
}

/// Packs elements for memory, inverted in the lanes of `negative`.
fn pack<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    alpha: &[RingOf<F, T>; 3],
    negative: u8,
    rows: &mut [PackedTorus<F>],
) {
    token.run(
        #[inline(always)]
        || {
            for (k, x) in alpha.iter().enumerate() {
                let column = negate_some(x, negative).reduce().pack();
                for (row, x) in rows.iter_mut().zip(column) {
                    row[k] = x;
                }
            }
        },
    );
}

/// Unpacks elements from memory, inverted in the lanes of `negative`.
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

/// Computes the products of all buckets. Returns the place of each bucket's product in `products`.
fn buckets<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    packed: &[PackedTorus<F>],
    sorted: &Sorted,
    products: &mut Vec<PackedTarget<F>>,
) -> Vec<u32> {
    meter!("bucket accumulation", [F; 8], sorted.entries.len());
    /// Groups of eight lists in a task.
    const CHUNK: usize = 1;
    // A bucket that is much longer than others, such as those of the top window, is split into several lists. Lists of
    // about the same length go side by side.
    let most = (sorted.entries.len() / 128).max(32);
    let mut lists: Vec<(usize, &[u32])> = sorted
        .buckets()
        .enumerate()
        .flat_map(|(bucket, entries)| entries.chunks(most).map(move |list| (bucket, list)))
        .collect();
    lists.sort_by_key(|(_, list)| core::cmp::Reverse(list.len()));
    // The products after the last list are one. They stand for empty buckets.
    let one = lists.len().next_multiple_of(8);
    products.resize(one + 8, PackedTarget::<F>::default());
    threads::for_each_chunk(products, 8 * CHUNK, |i, products| {
        let mut cubic = new_cubic::<F, T>(token);
        let mut product = Eight::<F, T>::one(token);
        for (k, products) in products.chunks_exact_mut(8).enumerate() {
            let mut eight = [&[][..]; 8];
            for (list, (_, entries)) in eight.iter_mut().zip(&lists[lists.len().min(8 * (CHUNK * i + k))..]) {
                *list = entries;
            }
            set_product_of_lists::<F, T>(token, &mut product, packed, &eight, &mut cubic);
            product.pack(products);
        }
    });
    let mut places = alloc::vec![one as u32; sorted.starts.len() - 1];
    let mut more: Vec<(usize, Vec<u32>)> = Vec::new();
    for (place, (bucket, _)) in lists.iter().enumerate() {
        if places[*bucket] == one as u32 {
            places[*bucket] = place as u32;
        } else if let Some((_, rest)) = more.iter_mut().find(|(other, _)| other == bucket) {
            rest.push(place as u32);
        } else {
            more.push((*bucket, alloc::vec![place as u32]));
        }
    }
    // A bucket of several lists is the product of the lists' products.
    let mut cubic = new_cubic::<F, T>(token);
    for more in more.chunks(8) {
        let first = core::array::from_fn(|lane| more.get(lane).map_or(one, |(bucket, _)| places[*bucket] as usize));
        let mut product = Eight::<F, T>::new(Eight::<F, T>::unpack(token, first.map(|i| &products[i])));
        for k in 0..more.iter().map(|(_, rest)| rest.len()).max().unwrap_or(0) {
            let next = core::array::from_fn(|lane| {
                let place = more.get(lane).and_then(|(_, rest)| rest.get(k));
                &products[place.map_or(one, |place| *place as usize)]
            });
            product.mul_with(&Eight::<F, T>::unpack(token, next), &mut cubic);
        }
        let mut rows = [PackedTarget::<F>::default(); 8];
        product.pack(&mut rows);
        for ((bucket, _), row) in more.iter().zip(rows) {
            products[places[*bucket] as usize] = row;
        }
    }
    places
}

/// Sets `product` to the products of eight lists, the first of which is the longest.
fn set_product_of_lists<F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    product: &mut Eight<F, T>,
    packed: &[PackedTorus<F>],
    lists: &[&[u32]; 8],
    cubic: &mut CubicOf<F, T>,
) {
    let mut last = [LaneData::zero(token); 3];
    product.set_torus(&last, 0);
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
        if k == 0 {
            product.set_torus(&alpha, present);
            last = alpha;
        } else if k == 1 && present == 255 {
            product.set_torus_product(&last, &alpha, cubic);
        } else {
            mul_some_by_torus::<F, T>(product, &alpha, present, cubic);
        }
    }
}

/// Multiplies by `alpha + w` in the lanes of `mask`.
fn mul_some_by_torus<F: Sextic<Coefficient: RingField>, T: Token>(
    product: &mut Eight<F, T>,
    alpha: &[RingOf<F, T>; 3],
    mask: u8,
    cubic: &mut CubicOf<F, T>,
) {
    if mask == 255 {
        return product.mul_by_torus(alpha, cubic);
    }
    let before = *product.coefficients();
    product.mul_by_torus(alpha, cubic);
    product.select(&before, !mask);
}

fn new_cubic<F: Sextic<Coefficient: RingField>, T: Token>(token: T) -> CubicOf<F, T> {
    token.run(
        #[inline(always)]
        || RingOf::<F, T>::cubic(token),
    )
}

/// The product of all windows, each to the power of its weight, in torus form.
fn product_of_windows<'a, F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    plan: &Plan,
    bucket: impl Fn(usize) -> &'a PackedTarget<F> + Sync,
) -> Option<F> {
    let pieces = Pieces::of(plan);
    // The factors of the windows whose pieces are in the same eight lanes.
    let parts = threads::map(pieces.count.div_ceil(8), |i| {
        let first: [usize; 8] = core::array::from_fn(|lane| pieces.size * (8 * i + lane).min(pieces.count - 1));
        let [weighted, plain] =
            weighted_products::<F, T>(token, pieces.size, |at| first.map(|first| bucket(first + at)));
        let count = (pieces.count - 8 * i).min(8);
        let six = |row: &PackedTarget<F>| Six::unpack(token, row);
        let windows = weighted[..count]
            .chunks(pieces.per_window)
            .zip(plain.chunks(pieces.per_window));
        let parts = windows.flat_map(|(weighted, plain)| pieces.parts(plan, weighted, plain, six));
        parts.collect::<Vec<_>>()
    });
    meter!("product of windows", F, plan.windows);
    horner(parts.into_iter().flatten()).map(|z| z.store())
}

/// `prod b_i^(i + 1)` and `prod b_i` of eight sequences of `len` elements side by side.
fn weighted_products<'a, F: Sextic<Coefficient: RingField>, T: Token>(
    token: T,
    len: usize,
    row: impl Fn(usize) -> [&'a PackedTarget<F>; 8],
) -> [[PackedTarget<F>; 8]; 2] {
    meter!("bucket reduction", [F; 8], 8 * len);
    let mut product = Eight::<F, T>::new(Eight::<F, T>::unpack(token, row(len - 1)));
    let mut total = product.clone();
    let mut cubic = new_cubic::<F, T>(token);
    for i in (0..len - 1).rev() {
        product.mul_with(&Eight::<F, T>::unpack(token, row(i)), &mut cubic);
        total.mul_with(product.coefficients(), &mut cubic);
    }
    let mut rows = [[PackedTarget::<F>::default(); 8]; 2];
    total.pack(&mut rows[0]);
    product.pack(&mut rows[1]);
    rows
}

/// Exponentiations of many elements, eight side by side.
pub struct ExpEach<'a, F, E> {
    /// How exponents are split into parts.
    pub split: &'a Split,
    /// The elements.
    pub elements: &'a [F],
    /// One exponent for each element.
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
            let elements = padded_to_eight(&self.elements[range]).map(|g| *g);
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
    meter!("exponentiation", [F; 8], 8);
    let g = Eight::<F, T>::load(token, elements);
    let mut powers = Vec::with_capacity(POWERS);
    powers.push(g);
    let mut cubic = new_cubic::<F, T>(token);
    for i in 1..POWERS {
        let mut next = powers[i - 1].clone();
        next.mul_with(powers[0].coefficients(), &mut cubic);
        powers.push(next);
    }
    let tables: Vec<Vec<_>> = (0..count)
        .map(|image| {
            if image > 0 {
                powers.iter_mut().for_each(|power| power.frobenius(1));
            }
            let mut table = alloc::vec![PackedTarget::<F>::default(); 8 * POWERS];
            for (power, rows) in powers.iter().zip(table.chunks_exact_mut(8)) {
                power.pack(rows);
            }
            table
        })
        .collect();
    // The digits of part j of exponent i at j + count i.
    let integers: Vec<_> = parts
        .iter()
        .flat_map(|parts| &parts[..count])
        .map(|(_, part)| *part)
        .collect();
    let digits = Digits::of_integers(&integers, WIDTH);
    let mut acc = Eight::<F, T>::one(token);
    for window in (0..digits.plan.windows).rev() {
        if window + 1 < digits.plan.windows {
            for _ in 0..WIDTH {
                acc.cyclotomic_square_with(&mut cubic);
            }
        }
        for (j, table) in tables.iter().enumerate() {
            let (mut rows, mut negative, mut present) = ([&table[0]; 8], 0, 0);
            for (lane, parts) in parts.iter().enumerate() {
                let digit = digits.digit(j + count * lane, window);
                if !digit.is_zero() {
                    rows[lane] = &table[8 * digit.place() + lane];
                    negative |= u8::from(digit.is_negative() != parts[j].0) << lane;
                    present |= 1 << lane;
                }
            }
            if present != 0 {
                let mut factor = Eight::<F, T>::unpack(token, rows);
                conjugate_some::<F, T>(token, &mut factor, negative);
                if present == 255 {
                    acc.mul_with(&factor, &mut cubic);
                } else {
                    let before = *acc.coefficients();
                    acc.mul_with(&factor, &mut cubic);
                    acc.select(&before, !present);
                }
            }
        }
    }
    acc.store()
}

/// Conjugates the elements in the lanes of `mask`.
fn conjugate_some<F: Sextic<Coefficient: RingField>, T: Token>(token: T, c: &mut Coefficients<F, T>, mask: u8) {
    token.run(
        #[inline(always)]
        || {
            for c in &mut c[3..] {
                *c = negate_some(c, mask);
            }
        },
    );
}

/// Whether an element other than zero is in the subgroup of prime order.
pub struct IsMember<'a, P: Family<K>, const K: i64>(pub &'a P::Target);

impl<P: Family<K>, const K: i64> WithLanes for IsMember<'_, P, K> {
    type Output = bool;

    fn run<T: Token>(self, token: T) -> bool {
        let equal = |[a, b]: [Six<P::Target, T>; 2]| a.store() == b.store();
        let f = Six::load(token, self.0);
        equal(cyclotomic_powers::<_, K>(&f)) && equal(P::equal_in_target_group(&f))
    }
}

/// Whether each element is in the subgroup of prime order.
pub struct AreMembers<'a, P: Family<K>, const K: i64>(pub &'a [P::Target]);

impl<P: Family<K>, const K: i64> WithLanes for AreMembers<'_, P, K> {
    type Output = Vec<bool>;

    fn run<T: Token>(self, token: T) -> Vec<bool> {
        let eights = threads::map(self.0.len().div_ceil(8), |i| {
            let elements = padded_to_eight(&self.0[8 * i..self.0.len().min(8 * i + 8)]).map(|f| *f);
            let f = Eight::<P::Target, T>::load(token, &elements);
            // Outside the cyclotomic subgroup these powers are unspecified, but `a` and `b` differ for such an element.
            let [a, b] = cyclotomic_powers::<_, K>(&f).map(|f| f.store());
            let [c, d] = P::equal_in_target_group(&f).map(|f| f.store());
            core::array::from_fn::<_, 8, _>(|i| !elements[i].is_zero() && a[i] == b[i] && c[i] == d[i])
        });
        eights.into_iter().flatten().take(self.0.len()).collect()
    }
}
