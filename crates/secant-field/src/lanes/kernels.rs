//! Eight elements of a prime field in limbs of 52 bits: products, carries, reductions.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and what is copied is meant to stay in registers"
)]

use super::{
    Bias, Token, Vector,
    bound::Bound,
    params::LaneParams,
    radix52::{BITS, MASK, MULTIPLES},
};
use core::marker::PhantomData;

/// Repeats the body for every row below `$limbs`, at most fifteen, with a constant row number. The compiler may not
/// unroll a loop, and would then branch for every limb. Shared kernels do use a loop.
macro_rules! rows {
    ($limbs:ident, $row:ident => $body:block) => {
        if const { V::Token::SHARES_KERNELS } {
            for $row in 0..Self::rows() {
                $body
            }
        } else {
            rows!($limbs, $row => $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
        }
    };
    ($limbs:ident, $row:ident => $body:block, $($i:literal)*) => {$(
        if const { $i < $limbs } {
            let $row = $i;
            $body
        }
    )*};
}

/// Eight elements of `F` in `L` limbs.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<F, V, const L: usize> {
    pub(super) limbs: [V; L],
    pub(super) bound: Bound,
    field: PhantomData<F>,
}

/// `k a`.
#[inline(always)]
pub(super) fn times<V: Vector>(a: V, k: u64) -> V {
    if k == 0 {
        return a.token().splat(0);
    }
    let mut r = a;
    let mut bit = 63 - k.leading_zeros();
    while bit > 0 {
        bit -= 1;
        r = r.add(r);
        if (k >> bit) & 1 == 1 {
            r = r.add(a);
        }
    }
    r
}

impl<F: LaneParams<L>, V: Vector, const L: usize> Lanes<F, V, L> {
    #[inline(always)]
    pub(super) fn new(limbs: [V; L], bound: f64) -> Self {
        Self {
            limbs,
            bound: Bound::new(bound),
            field: PhantomData,
        }
    }

    /// Runs an operation inlined into its caller, unless it is too large for that.
    #[inline(always)]
    pub(super) fn inlined<R>(token: V::Token, f: impl FnOnce() -> R) -> R {
        if const { L > 8 } { token.run(f) } else { token.part(f) }
    }

    /// The limbs that `f` gives. This is a plain loop, since the closures of `array::map` and `from_fn` are not
    /// inlined.
    #[inline(always)]
    pub(super) fn each(token: V::Token, bound: f64, f: impl Fn(usize) -> V) -> Self {
        let mut limbs = [token.splat(0); L];
        for (j, limb) in limbs.iter_mut().enumerate() {
            *limb = f(j);
        }
        Self::new(limbs, bound)
    }

    #[inline(always)]
    pub(super) fn constant(token: V::Token, limbs: &[u64; L]) -> Self {
        Self::each(token, 1.0, |j| token.splat(limbs[j]))
    }

    /// Carries signed limbs; the value must not be negative.
    #[inline(always)]
    pub(super) fn carried(limbs: [V; L], bound: f64) -> Self {
        Self::carried_for::<false>(limbs, bound)
    }

    /// [`Self::carried`] for products: limbs keep the bits that they carry, since products do not read them.
    #[inline(always)]
    pub(super) fn carried_factor(limbs: [V; L], bound: f64) -> Self {
        Self::carried_for::<true>(limbs, bound)
    }

    #[inline(always)]
    fn carried_for<const PRODUCTS: bool>(limbs: [V; L], bound: f64) -> Self {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_carried::<PRODUCTS>(limbs, bound);
        }
        Self::carried_here::<PRODUCTS>(limbs, bound)
    }

    #[inline(always)]
    pub(super) fn carried_here<const PRODUCTS: bool>(mut limbs: [V; L], bound: f64) -> Self {
        let mask = limbs[0].token().splat(MASK);
        for j in 0..L - 1 {
            limbs[j + 1] = limbs[j + 1].add(limbs[j].sar::<BITS>());
            if !PRODUCTS {
                limbs[j] = limbs[j].and(mask);
            }
        }
        let mut r = Self::new(limbs, bound);
        if PRODUCTS {
            r.bound = r.bound.factor();
        }
        r
    }

    /// The limbs of a linear combination, not carried, and its bound.
    #[inline(always)]
    pub(super) fn linear<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> ([V; L], f64) {
        let mut bound = 0.0;
        let mut offset = 0;
        for (c, a) in &terms {
            debug_assert!(a.bound.is_for_combinations());
            if *c < 0 {
                offset += c.unsigned_abs() * bias;
                debug_assert!(
                    a.bound.get() <= bias as f64 + 1e-3,
                    "a negative term up to {:?} p",
                    a.bound
                );
            } else {
                bound += *c as f64 * a.bound.get();
            }
        }
        let token = terms[0].1.limbs[0].token();
        let mut limbs = [token.splat(0); L];
        for (j, limb) in limbs.iter_mut().enumerate() {
            let mut acc = token.splat(F::RADIX.modulus[j] * offset);
            for (c, a) in &terms {
                let t = times(a.limbs[j], c.unsigned_abs());
                acc = if *c < 0 { acc.sub(t) } else { acc.add(t) };
            }
            *limb = acc;
        }
        // The negative of zero is the offset itself, and values must stay below the bound.
        (limbs, bound + offset as f64 + if offset > 0 { 1e-6 } else { 0.0 })
    }

    /// Checks the bound of a combination: limbs must fit signed numbers, and the value must fit `L` limbs.
    #[inline(always)]
    pub(super) fn check(bound: f64) {
        debug_assert!(
            bound <= (F::RADIX.capacity as f64).min(2048.0),
            "a combination up to {bound} p"
        );
    }

    /// A linear combination: reduced in a tight field, else carried.
    ///
    /// Limbs are below `2^63` if the bound is below `2^11`.
    #[inline(always)]
    pub(super) fn combined(limbs: [V; L], bound: f64) -> Self {
        Self::check(bound);
        if const { F::RADIX.is_tight() } {
            Self::reduced(limbs)
        } else {
            Self::carried(limbs, bound)
        }
    }

    /// Limb `j` of a [`Self::bias_limbs`] minus some elements below `bias p`. Accumulators of products start from it.
    #[inline(always)]
    pub(super) fn minus<const K: usize>(token: V::Token, multiple: &[u64; L], minus: [&Self; K], j: usize) -> V {
        let mut limb = token.splat(if const { K == 0 } { 0 } else { multiple[j] });
        for a in minus {
            limb = limb.sub(a.limbs[j]);
        }
        limb
    }

    /// A multiple of the modulus from which `K` elements below `bias p`, two at most, can be subtracted.
    #[inline(always)]
    pub(super) fn bias_limbs<const K: usize>(bias: Bias) -> &'static [u64; L] {
        &Self::MULTIPLES[Self::multiple_index(bias)][const {
            assert!(K <= 2, "multiples for one or two elements are at hand");
            K.saturating_sub(1)
        }]
    }

    /// A static table, since several products with one bias would otherwise compute the multiple for each limb.
    const MULTIPLES: &'static [[[u64; L]; 2]; MULTIPLES] = &F::RADIX.multiples;

    #[inline(always)]
    fn multiple_index(bias: Bias) -> usize {
        if const { F::RADIX.is_tight() } {
            0
        } else {
            usize::from(bias.0)
        }
    }

    /// How many times the modulus is added before `K` elements below `bias p` are subtracted.
    #[inline(always)]
    pub(super) fn offset<const K: usize>(bias: Bias, minus: [&Self; K]) -> u64 {
        let offset = if const { F::RADIX.is_tight() } { 2 } else { bias.get() };
        debug_assert!(
            minus.iter().all(|a| a.bound.get() <= offset as f64 + 1e-3),
            "more than {offset} p"
        );
        debug_assert!(minus.iter().all(|a| a.bound.is_for_combinations()));
        K as u64 * offset
    }

    /// A sum of products whose accumulators started from [`Self::minus`].
    #[inline(always)]
    pub(super) fn finish_minus<const K: usize>(limbs: [V; L], bias: Bias, minus: [&Self; K]) -> Self {
        if const { K == 0 } {
            return Self::carried(limbs, 2.0);
        }
        let offset = Self::offset(bias, minus);
        // Limbs of products are below 2^62, and so are the limbs of the offset.
        debug_assert!(offset <= 1024, "{offset} p beside products");
        Self::combined(limbs, 2.0 + offset as f64 + 1e-6)
    }

    /// Reduces a value in signed limbs below `2 p`. The value must be non-negative and below `2^(52 L)`.
    #[inline(always)]
    pub(super) fn reduced(limbs: [V; L]) -> Self {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_reduced(limbs);
        }
        Self::reduced_here(limbs)
    }

    #[inline(always)]
    pub(super) fn reduced_here(mut limbs: [V; L]) -> Self {
        let token = limbs[0].token();
        let zero = token.splat(0);
        // The lower limbs change the top one by at most two, which is far less than p / 2^(52 (L - 1)).
        let top = limbs[L - 1].add(limbs[L - 2].sar::<BITS>());
        // The top limb of a value near zero can be -1, since lower limbs may still owe it a carry.
        let top = top.blend(zero, top.negative());
        let q = zero.madd_hi(top, token.splat(F::RADIX.quotient));
        let q = q.shr_by(F::RADIX.quotient_shift);
        for j in 0..L {
            let c = token.splat(F::RADIX.complement[j]);
            limbs[j] = limbs[j].madd_lo(q, c);
            if j + 1 < L {
                limbs[j + 1] = limbs[j + 1].madd_hi(q, c);
            }
        }
        let mut r = Self::carried(limbs, 2.0);
        r.limbs[L - 1] = r.limbs[L - 1].and(token.splat(MASK));
        r
    }

    #[inline(always)]
    pub(super) fn dot_inline(terms: &[(&Self, &Self)]) -> Self {
        Self::carried(Self::products(terms), 2.0)
    }

    /// The limbs of a sum of products, reduced but not carried: Montgomery's method, a digit of 52 bits at a time.
    #[inline(always)]
    pub(super) fn products(terms: &[(&Self, &Self)]) -> [V; L] {
        let zero = terms[0].0.limbs[0].token().splat(0);
        Self::products_plus(
            terms,
            #[inline(always)]
            |_| zero,
        )
    }

    /// [`Self::products`] plus the limbs that `plus` gives: the accumulator of limb `i` starts as `plus(i)`.
    #[inline(always)]
    pub(super) fn products_plus(terms: &[(&Self, &Self)], plus: impl Fn(usize) -> V) -> [V; L] {
        if let [(a, b)] = terms {
            let [product] = Self::side_by_side::<1, 1, false>(
                [[[a, b]]],
                #[inline(always)]
                |_, j| plus(j),
                |_| (),
            );
            return product;
        }
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_products(terms, &plus);
        }
        Self::products_here(terms, plus)
    }

    #[inline(always)]
    pub(super) fn products_here(terms: &[(&Self, &Self)], plus: impl Fn(usize) -> V) -> [V; L] {
        meter!(crate::meter::sum_of_products(terms.len()), [F; 8], 8, terms.len() + 1);
        Self::check_products(terms);
        let zero = terms[0].0.limbs[0].token().splat(0);
        let mut acc = [zero; L];
        for i in 0..Self::rows() {
            let mut top = plus(i);
            for (a, b) in terms {
                let x = a.limbs[i];
                for j in 0..L {
                    acc[j] = acc[j].madd_lo(x, b.limbs[j]);
                }
                for j in 0..L - 1 {
                    acc[j + 1] = acc[j + 1].madd_hi(x, b.limbs[j]);
                }
                top = top.madd_hi(x, b.limbs[L - 1]);
            }
            let (q, carry) = Self::digit(acc[0]);
            let mut next = [top; L];
            for j in 0..L - 1 {
                next[j] = acc[j + 1];
            }
            next[0] = next[0].add(carry);
            for j in 0..L {
                let m = |j: usize| zero.token().splat(F::RADIX.modulus[j]);
                if j + 1 < L {
                    next[j] = next[j].madd_lo(q, m(j + 1));
                }
                next[j] = next[j].madd_hi(q, m(j));
            }
            acc = next;
        }
        let mut acc = [acc];
        Self::pin_if_metered(&mut acc);
        acc[0]
    }

    /// Checks the bounds of a sum of products, and counts it.
    #[inline(always)]
    fn check_products(terms: &[(&Self, &Self)]) {
        let sum: f64 = if cfg!(debug_assertions) {
            terms.iter().map(|(a, b)| a.bound.get() * b.bound.get()).sum()
        } else {
            0.0
        };
        debug_assert!(sum <= F::RADIX.capacity as f64, "a sum of products up to {sum} p^2");
        debug_assert!(
            terms
                .iter()
                .all(|(a, b)| a.bound.is_for_products() && b.bound.is_for_products())
        );
        // A limb lives for L rows. Each row adds 2 (T + 1) halves below 2^52 and a carry, so the limb stays below 2^62.
        debug_assert!(2 * L * (terms.len() + 1) < 1 << 10);
        terms[0].0.limbs[0].token().count(terms.len() + 1, 0);
    }

    /// The limbs of `M` sums of `N` products, reduced but not carried. Limb `j` of sum `k` includes `plus(k, j)`, as in
    /// [`Self::products_plus`].
    ///
    /// The rows of the sums take turns, so that each hides the latency of the others' critical paths. A critical path
    /// goes through the lowest limb, so everything that does not wait for the quotient digit is added there first.
    /// `beside` runs after every row: multiplications leave room for other work, but only for instructions that stand
    /// among them.
    #[inline(always)]
    pub(super) fn side_by_side<const M: usize, const N: usize, const PIN: bool>(
        factors: [[[&Self; 2]; N]; M],
        plus: impl Fn(usize, usize) -> V,
        mut beside: impl FnMut(usize),
    ) -> [[V; L]; M] {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_side_by_side(factors, &plus, &mut beside);
        }
        Self::side_by_side_here::<M, N, PIN>(factors, plus, beside)
    }

    #[inline(always)]
    pub(super) fn side_by_side_here<const M: usize, const N: usize, const PIN: bool>(
        factors: [[[&Self; 2]; N]; M],
        plus: impl Fn(usize, usize) -> V,
        mut beside: impl FnMut(usize),
    ) -> [[V; L]; M] {
        const { assert!(L <= 15, "more rows than there are here") };
        meter!(crate::meter::sum_of_products(N), [F; 8], 8 * M, N + 1);
        let mut acc = [[factors[0][0][0].limbs[0].token().splat(0); L]; M];
        for (acc, terms) in acc.iter_mut().zip(&factors) {
            let mut pairs = [(terms[0][0], terms[0][1]); N];
            for (pair, [a, b]) in pairs.iter_mut().zip(terms) {
                *pair = (a, b);
                acc[0] = acc[0].madd_lo(a.limbs[0], b.limbs[0]);
            }
            Self::check_products(&pairs);
        }
        rows!(L, i => {
            for k in 0..M {
                Self::product_row(&mut acc[k], &factors[k], plus(k, i), i);
            }
            if PIN {
                for acc in &mut acc {
                    Self::pin(acc);
                }
            }
            beside(i);
        });
        Self::pin_if_metered(&mut acc);
        acc
    }

    /// The number of rows of a product. In a shared kernel it is hidden from the compiler, which would unroll the loop.
    #[inline(always)]
    pub(super) fn rows() -> usize {
        if const { V::Token::SHARES_KERNELS } {
            core::hint::black_box(L)
        } else {
            L
        }
    }

    /// Keeps metered work from being computed after its call has ended.
    #[inline(always)]
    fn pin_if_metered<const M: usize>(acc: &mut [[V; L]; M]) {
        if cfg!(feature = "meter") {
            for acc in acc {
                Self::pin(acc);
            }
        }
    }

    /// Keeps limbs from being computed earlier or later than here.
    #[inline(always)]
    pub(super) fn pin(limbs: &mut [V; L]) {
        for limb in limbs {
            *limb = limb.pin();
        }
    }

    /// Adds row `i` to a sum of products, clears its lowest limb, shifts by one limb, and puts `above` on top.
    #[inline(always)]
    fn product_row<const N: usize>(acc: &mut [V; L], terms: &[[&Self; 2]; N], above: V, i: usize) {
        let token = above.token();
        let m = |j: usize| token.splat(F::RADIX.modulus[j]);
        let (q, carry) = Self::digit(acc[0]);
        let mut next = [above; L];
        for j in 0..L - 1 {
            next[j] = acc[j + 1];
        }
        for [a, b] in terms {
            let (a, b) = (&a.limbs, &b.limbs);
            next[0] = next[0].madd_lo(a[i], b[1]);
            next[0] = next[0].madd_hi(a[i], b[0]);
            if i + 1 < L {
                next[0] = next[0].madd_lo(a[i + 1], b[0]);
            }
        }
        let low = carry.madd_lo(q, m(1));
        next[0] = next[0].madd_hi(q, m(0)).add(low);
        for [a, b] in terms {
            let (x, b) = (a.limbs[i], &b.limbs);
            for j in 1..L - 1 {
                next[j] = next[j].madd_lo(x, b[j + 1]);
            }
            for j in 1..L {
                next[j] = next[j].madd_hi(x, b[j]);
            }
        }
        for j in 1..L - 1 {
            next[j] = next[j].madd_lo(q, m(j + 1));
        }
        for j in 1..L {
            next[j] = next[j].madd_hi(q, m(j));
        }
        *acc = next;
    }

    /// The factor `q` for which adding `q` times the modulus makes the lowest limb a multiple of `2^52`, and the carry
    /// out of that limb. The carry is known before the sum: it is the limb divided by `2^52`, rounded up.
    #[inline(always)]
    pub(super) fn digit(lowest: V) -> (V, V) {
        let token = lowest.token();
        let q = token.splat(0).madd_lo(lowest, token.splat(F::RADIX.inv));
        (q, lowest.add(token.splat(MASK)).shr::<BITS>())
    }

    /// The limbs of `M` squares, reduced but not carried. Two squares side by side hide the latency of each other's
    /// critical paths.
    ///
    /// As [`Self::products_plus`], but limb `i` is multiplied by itself and by the doubled limbs above it. Doubled
    /// limbs need 53 bits, so the value above limb `i` is doubled as a whole. Its lowest limb leaves out the bit that
    /// doubling carries over from limb `i`. Bits above the low 52 are arbitrary.
    #[inline(always)]
    pub(super) fn squared<const M: usize>(factors: [&Self; M], plus: impl Fn(usize, usize) -> V) -> [[V; L]; M] {
        if const { V::Token::SHARES_KERNELS } {
            return Self::shared_squared(factors, &plus);
        }
        Self::squared_here(factors, plus)
    }

    #[inline(always)]
    pub(super) fn squared_here<const M: usize>(factors: [&Self; M], plus: impl Fn(usize, usize) -> V) -> [[V; L]; M] {
        meter!("square", [F; 8], 8 * M, 2);
        let token = factors[0].limbs[0].token();
        token.count(0, M);
        let zero = token.splat(0);
        let one = token.splat(1);
        let (mut lowest, mut doubled, mut acc) = ([[zero; L]; M], [[zero; L]; M], [[zero; L]; M]);
        for (k, factor) in factors.iter().enumerate() {
            let bound = factor.bound.get();
            debug_assert!(bound * bound <= F::RADIX.capacity as f64 && factor.bound.is_for_products());
            let a = &factor.limbs;
            for j in 1..L {
                lowest[k][j] = a[j].add(a[j]);
                doubled[k][j] = lowest[k][j].or(a[j - 1].shr::<{ BITS - 1 }>().and(one));
            }
        }
        rows!(L, i => {
            for k in 0..M {
                Self::square_row(&mut acc[k], &factors[k].limbs, [&lowest[k], &doubled[k]], plus(k, i), i);
            }
            if M > 1 {
                for acc in &mut acc {
                    Self::pin(acc);
                }
            }
        });
        Self::pin_if_metered(&mut acc);
        acc
    }

    /// Adds row `i` to a square, clears its lowest limb, shifts by one limb, and puts `above` on top.
    #[inline(always)]
    fn square_row(acc: &mut [V; L], a: &[V; L], [lowest, doubled]: [&[V; L]; 2], above: V, i: usize) {
        let x = a[i];
        // Limb j of the accumulator is limb i + j of the square.
        if i == 0 {
            acc[0] = acc[0].madd_lo(x, x);
        }
        let (q, carry) = Self::digit(acc[0]);
        let mut next = [above; L];
        for j in 0..L - 1 {
            next[j] = acc[j + 1];
        }
        for j in i..L {
            let factor = if j == i {
                a[j]
            } else if j == i + 1 {
                lowest[j]
            } else {
                doubled[j]
            };
            if j > 0 {
                next[j - 1] = next[j - 1].madd_lo(x, factor);
            }
            next[j] = next[j].madd_hi(x, factor);
        }
        Self::add_multiple(&mut next, q, carry);
        *acc = next;
    }

    /// Adds `q` times the modulus to limbs that are already shifted by one. `carry` is the carry of the limb shifted
    /// out.
    #[inline(always)]
    pub(super) fn add_multiple(shifted: &mut [V; L], q: V, carry: V) {
        let m = |j: usize| q.token().splat(F::RADIX.modulus[j]);
        let low = carry.madd_lo(q, m(1));
        shifted[0] = shifted[0].madd_hi(q, m(0)).add(low);
        for j in 1..L {
            if j > 1 {
                shifted[j - 1] = shifted[j - 1].madd_lo(q, m(j));
            }
            shifted[j] = shifted[j].madd_hi(q, m(j));
        }
    }

    /// The canonical form of a value below `2 p`.
    #[inline(always)]
    pub(super) fn canonical(&self) -> [V; L] {
        debug_assert!(self.bound.get() <= 2.001);
        debug_assert!(self.bound.is_for_products() && self.bound.is_for_combinations());
        let token = self.limbs[0].token();
        let mut limbs = self.limbs;
        for j in 0..L {
            limbs[j] = limbs[j].sub(token.splat(F::RADIX.modulus[j]));
        }
        let less = Self::carried(limbs, 2.0).limbs;
        let negative = less[L - 1].negative();
        Self::each(token, 1.0, |j| less[j].blend(self.limbs[j], negative)).limbs
    }
}
