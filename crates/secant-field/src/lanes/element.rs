//! Eight elements of a prime field.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "limbs of several values are read by one index, and what is copied is meant to stay in registers"
)]

use super::{
    Token, Vector,
    cast::cast,
    loose::{Factor, Loose, LooseElement, columns, rows},
    radix52::{BITS, MASK, Radix52, from_limbs64, to_limbs64},
};
use ark_ff::{BigInt, Fp, FpConfig, PrimeField};
use core::marker::PhantomData;

/// A prime field with elements in lanes.
pub trait LaneField: PrimeField {
    /// One element as it is in a lane, in whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Eight elements on the back end of `T`.
    type Lanes<T: Token>: LaneElement<Token = T, Scalar = Self, Packed = Self::Packed>;
    /// Eight elements of a linear transform on the back end of `T`.
    type Loose<T: Token>: LooseElement<Token = T, Scalar = Self, Factor = Self::Factor, Lanes = Self::Lanes<T>>;
    /// An element as a factor of [`LooseElement`].
    type Factor: Copy + core::fmt::Debug + Send + Sync + 'static;

    /// The element as a factor.
    fn factor(&self) -> Self::Factor;
    /// `values` as elements of this field, if that is what `T` is.
    fn cast<T>(values: &mut [T]) -> Option<&mut [Self]>;
}

/// Eight elements of a prime field on some back end.
///
/// Values are below a small multiple of the modulus, see the [module](super).
pub trait LaneElement: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: PrimeField;
    /// One element as it is in a lane, in whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Whether linear combinations are reduced at once, for want of room.
    const TIGHT: bool;
    /// How many times the modulus a value may be.
    const CAPACITY: u64;

    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight ones.
    fn one(token: Self::Token) -> Self;
    /// Eight times `x`.
    fn splat(token: Self::Token, x: &Self::Scalar) -> Self;
    /// Eight elements, lane 0 first.
    fn load(token: Self::Token, x: &[Self::Scalar; 8]) -> Self;
    /// The elements, lane 0 first.
    fn store(&self) -> [Self::Scalar; 8];

    /// Eight elements from memory, lane 0 first.
    fn unpack(token: Self::Token, rows: [&Self::Packed; 8]) -> Self;
    /// The elements for memory, lane 0 first; values must be at most `2 p`.
    fn pack(&self) -> [Self::Packed; 8];
    /// The lanes that are zero, as bits, for values below `2 p`.
    fn is_zero(&self) -> u8;

    /// `sum a_i b_i`, below `2 p`; there must be a term, and room for all (see the [module](super)).
    fn dot(terms: &[(&Self, &Self)]) -> Self;
    /// [`Self::dot`] to a place in memory, without a copy on the way.
    fn set_dot(&mut self, terms: &[(&Self, &Self)]);
    /// `a b`, below `2 p`.
    #[must_use]
    fn mul(&self, b: &Self) -> Self;
    /// `a^2`, below `2 p`.
    #[must_use]
    fn square(&self) -> Self;
    /// `sum a_i b_i + sum c_i d_i` for small integers `c_i`, with one pass of carries: bounds as in [`Self::dot`] and
    /// [`Self::combine`], and so is the result, a sum of products counting as `2 p`.
    fn set_dot_plus<const K: usize>(&mut self, terms: &[(&Self, &Self)], unit: u64, more: [(i64, &Self); K]);
    /// [`Self::set_dot_plus`] with `a^2` for the sum of products.
    fn set_square_plus<const K: usize>(&mut self, a: &Self, unit: u64, more: [(i64, &Self); K]);
    /// `sum c_i a_i` for small integers `c_i`, with `sum |c_i|` up to 40.
    ///
    /// In a tight field all `a_i` must be below `2 p`, and so is the result. In others the factors of negative
    /// terms must be below `unit p`, and the result is only carried.
    #[must_use]
    fn combine<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], below `2 p` in every field.
    #[must_use]
    fn combine_reduced<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], only carried in every field: the bounds of `a_i` are `unit p` also in tight ones.
    #[must_use]
    fn combine_carried<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// Asks for an element in memory to be brought near.
    fn prefetch(token: Self::Token, x: &Self::Packed);
    /// [`Self::combine`] with coefficients of their own for every lane.
    #[must_use]
    fn combine_lanes<const K: usize>(unit: u64, terms: [(&[i64; 8], &Self); K]) -> Self;
    /// The same value below `2 p`.
    #[must_use]
    fn reduce(&self) -> Self;

    /// `-a` in the lanes of `mask`, `a` in the others, for `a < 2 p`, without carries: the result may only go into
    /// linear combinations.
    #[must_use]
    fn negate_loose(&self, mask: u8) -> Self;
    /// Lane `i` of the result is lane `index[i]` of `self`.
    #[must_use]
    fn permute(&self, index: &[u64; 8]) -> Self;
    /// Lane `i` of the result is lane `index[i]` of `self` and behind it `other`.
    #[must_use]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self;
    /// Lane `i` of the result is that of `b` where bit `i` of `mask` is set, else that of `self`.
    #[must_use]
    fn blend(&self, b: &Self, mask: u8) -> Self;

    /// `a + b`.
    #[inline(always)]
    #[must_use]
    fn add(&self, b: &Self) -> Self {
        Self::combine(2, [(1, self), (1, b)])
    }

    /// `a - b` for `b < 2 p`.
    #[inline(always)]
    #[must_use]
    fn sub(&self, b: &Self) -> Self {
        Self::combine(2, [(1, self), (-1, b)])
    }

    /// `-a` for `a < 2 p`.
    #[inline(always)]
    #[must_use]
    fn neg(&self) -> Self {
        Self::combine(2, [(-1, self)])
    }
}

/// What ties a field to its number of limbs.
pub trait LaneParams<const L: usize>: PrimeField {
    /// One element in whole cache lines.
    type Packed: AsRef<[[u64; 8]]> + AsMut<[[u64; 8]]> + Copy + Default + Send + Sync + 'static;
    /// The constants.
    const RADIX: Radix52<L>;
    /// The Montgomery form in limbs of 52 bits.
    fn limbs52(&self) -> [u64; L];
    /// The element with this Montgomery form, which must be below the modulus.
    fn from_limbs52(limbs: &[u64; L]) -> Self;
    /// [`Self::limbs52`] of eight elements.
    fn columns52<V: Vector>(token: V::Token, x: [&Self; 8]) -> [V; L];
    /// [`Self::from_limbs52`] of eight elements.
    fn from_columns52<V: Vector>(columns: [V; L]) -> [Self; 8];
}

/// `W` cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Packed<const W: usize>([[u64; 8]; W]);

impl<const W: usize> Default for Packed<W> {
    fn default() -> Self {
        Self([[0; 8]; W])
    }
}

impl<const W: usize> AsRef<[[u64; 8]]> for Packed<W> {
    #[inline(always)]
    fn as_ref(&self) -> &[[u64; 8]] {
        &self.0
    }
}

impl<const W: usize> AsMut<[[u64; 8]]> for Packed<W> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [[u64; 8]] {
        &mut self.0
    }
}

macro_rules! lane_fields {
    ($($n:literal => $l:literal),*) => {$(
        impl<C: FpConfig<$n>> LaneField for Fp<C, $n> {
            type Packed = <Self as LaneParams<$l>>::Packed;
            type Lanes<T: Token> = Lanes<Self, T::Vector, $l>;
            type Loose<T: Token> = Loose<Self, T::Vector, $l>;
            type Factor = Factor<$l>;

            fn factor(&self) -> Factor<$l> {
                // The Montgomery form with 2^(52 L) is that with 2^(64 N) of a multiple.
                let enter = Self::from(1u64 << (52 * $l - 64 * $n));
                let value = from_limbs64(&self.into_bigint().0);
                Factor::new(value, (*self * enter).limbs52(), &Self::RADIX)
            }

            fn cast<T>(values: &mut [T]) -> Option<&mut [Self]> {
                cast(values)
            }
        }

        impl<C: FpConfig<$n>> LaneParams<$l> for Fp<C, $n> {
            type Packed = Packed<{ ($l as usize).div_ceil(8) }>;
            const RADIX: Radix52<$l> = Radix52::new(&C::MODULUS.0);

            #[inline(always)]
            fn limbs52(&self) -> [u64; $l] {
                from_limbs64(&self.0.0)
            }

            #[inline(always)]
            fn from_limbs52(limbs: &[u64; $l]) -> Self {
                Self(BigInt(to_limbs64(limbs)), PhantomData)
            }

            #[inline(always)]
            fn columns52<V: Vector>(token: V::Token, x: [&Self; 8]) -> [V; $l] {
                let mut limbs = [&x[0].0.0; 8];
                for i in 0..8 {
                    limbs[i] = &x[i].0.0;
                }
                columns::<V, $n, $l>(token, limbs)
            }

            #[inline(always)]
            fn from_columns52<V: Vector>(columns: [V; $l]) -> [Self; 8] {
                let limbs = rows::<V, $n, $l>(columns);
                let mut elements = [Self(BigInt([0; $n]), PhantomData); 8];
                for i in 0..8 {
                    elements[i].0.0 = limbs[i];
                }
                elements
            }
        }
    )*};
}

// Limbs of 64 bits, limbs of 52.
lane_fields!(4 => 5, 6 => 8, 12 => 15);

/// An upper bound of a value in units of the modulus, and whether its limbs are carried; nothing in release builds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    #[cfg(debug_assertions)]
    times: f64,
    #[cfg(debug_assertions)]
    loose: bool,
}

#[cfg(debug_assertions)]
impl Bound {
    fn new(times: f64) -> Self {
        Self { times, loose: false }
    }

    fn loose(self) -> Self {
        Self { loose: true, ..self }
    }

    pub(super) fn get(self) -> f64 {
        self.times
    }

    fn is_loose(self) -> bool {
        self.loose
    }
}

#[cfg(not(debug_assertions))]
impl Bound {
    #[inline(always)]
    fn new(_: f64) -> Self {
        Self {}
    }

    #[inline(always)]
    fn loose(self) -> Self {
        self
    }

    #[inline(always)]
    pub(super) fn get(self) -> f64 {
        0.0
    }

    #[inline(always)]
    fn is_loose(self) -> bool {
        false
    }
}

/// Eight elements of `F` in `L` limbs.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<F, V, const L: usize> {
    pub(super) limbs: [V; L],
    pub(super) bound: Bound,
    field: PhantomData<F>,
}

#[inline(always)]
fn times<V: Vector>(a: V, k: u64) -> V {
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

    /// The limbs that `f` gives: a plain loop, since the closures of `array::map` and `from_fn` are not inlined.
    #[inline(always)]
    fn each(token: V::Token, bound: f64, f: impl Fn(usize) -> V) -> Self {
        let mut limbs = [token.splat(0); L];
        for (j, limb) in limbs.iter_mut().enumerate() {
            *limb = f(j);
        }
        Self::new(limbs, bound)
    }

    #[inline(always)]
    fn constant(token: V::Token, limbs: &[u64; L]) -> Self {
        Self::each(token, 1.0, |j| token.splat(limbs[j]))
    }

    /// Carries signed limbs; the value must not be negative.
    #[inline(always)]
    pub(super) fn carried(mut limbs: [V; L], bound: f64) -> Self {
        let mask = limbs[0].token().splat(MASK);
        for j in 0..L - 1 {
            limbs[j + 1] = limbs[j + 1].add(limbs[j].sar::<BITS>());
            limbs[j] = limbs[j].and(mask);
        }
        Self::new(limbs, bound)
    }

    /// The limbs of a linear combination, not carried, and its bound.
    #[inline(always)]
    fn linear<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> ([V; L], f64) {
        let mut bound = 0.0;
        let mut offset = 0;
        for (c, a) in &terms {
            if *c < 0 {
                offset += c.unsigned_abs() * unit;
                debug_assert!(
                    a.bound.get() <= unit as f64 + 1e-3,
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
        // The negative of zero is the offset itself: the bound is one that values stay below.
        (limbs, bound + offset as f64 + if offset > 0 { 1e-6 } else { 0.0 })
    }

    /// Whether the bound of a combination leaves its limbs signed numbers and its value in `L` limbs.
    #[inline(always)]
    fn check(bound: f64) {
        debug_assert!(
            bound <= (F::RADIX.capacity as f64).min(2048.0),
            "a combination up to {bound} p"
        );
    }

    /// A linear combination: reduced in a tight field, else carried.
    ///
    /// Limbs are below `2^63` if the bound is below `2^11`.
    #[inline(always)]
    fn combined(limbs: [V; L], bound: f64) -> Self {
        Self::check(bound);
        if F::RADIX.is_tight() {
            Self::reduced(limbs)
        } else {
            Self::carried(limbs, bound)
        }
    }

    /// The limbs of a sum of products and a linear combination.
    #[inline(always)]
    fn plus<const K: usize>(products: [V; L], unit: u64, more: [(i64, &Self); K]) -> Self {
        let unit = if F::RADIX.is_tight() { 2 } else { unit };
        let (mut limbs, bound) = Self::linear(unit, more);
        // Limbs of products are below 2^62, and so are those of the combination.
        debug_assert!(bound <= 1024.0, "a combination up to {bound} p beside products");
        for (limb, product) in limbs.iter_mut().zip(products) {
            *limb = limb.add(product);
        }
        Self::combined(limbs, bound + 2.0)
    }

    /// Reduces signed limbs below `2 p`; the value must not be negative and below `2^(52 L)`.
    #[inline(always)]
    pub(super) fn reduced(mut limbs: [V; L]) -> Self {
        let token = limbs[0].token();
        let zero = token.splat(0);
        // The lower limbs change the top one by two at most: far less than p / 2^(52 (L - 1)).
        let top = limbs[L - 1].add(limbs[L - 2].sar::<BITS>());
        // Limbs below may owe this one a carry, so that a value near zero can have a top limb of -1.
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
    fn dot_inline(terms: &[(&Self, &Self)]) -> Self {
        Self::carried(Self::products(terms), 2.0)
    }

    /// The limbs of a sum of products, reduced but not carried: Montgomery's method, a digit of 52 bits at a time.
    #[inline(always)]
    fn products(terms: &[(&Self, &Self)]) -> [V; L] {
        let sum: f64 = if cfg!(debug_assertions) {
            terms.iter().map(|(a, b)| a.bound.get() * b.bound.get()).sum()
        } else {
            0.0
        };
        debug_assert!(sum <= F::RADIX.capacity as f64, "a sum of products up to {sum} p^2");
        debug_assert!(terms.iter().all(|(a, b)| !a.bound.is_loose() && !b.bound.is_loose()));
        // A limb lives for L rows of 2 (T + 1) halves below 2^52 each and a carry: below 2^62.
        debug_assert!(2 * L * (terms.len() + 1) < 1 << 10);
        if let [(a, b)] = terms {
            return Self::product(a, b);
        }
        let zero = terms[0].0.limbs[0].token().splat(0);
        let mut acc = [zero; L];
        for i in 0..L {
            let mut top = zero;
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
        acc
    }

    /// [`Self::products`] for one: nothing else hides the time of its critical path, which goes through the lowest
    /// limb, so all that does not wait for the quotient digit is added there first.
    #[inline(always)]
    fn product(a: &Self, b: &Self) -> [V; L] {
        let token = a.limbs[0].token();
        let m = |j: usize| token.splat(F::RADIX.modulus[j]);
        let mut acc = [token.splat(0); L];
        acc[0] = acc[0].madd_lo(a.limbs[0], b.limbs[0]);
        for i in 0..L {
            let (q, carry) = Self::digit(acc[0]);
            let x = a.limbs[i];
            let mut next = [token.splat(0); L];
            for j in 0..L - 1 {
                next[j] = acc[j + 1];
            }
            next[0] = next[0].madd_lo(x, b.limbs[1]);
            next[0] = next[0].madd_hi(x, b.limbs[0]);
            if i + 1 < L {
                next[0] = next[0].madd_lo(a.limbs[i + 1], b.limbs[0]);
            }
            let low = carry.madd_lo(q, m(1));
            next[0] = next[0].madd_hi(q, m(0)).add(low);
            for j in 1..L - 1 {
                next[j] = next[j].madd_lo(x, b.limbs[j + 1]);
            }
            for j in 1..L {
                next[j] = next[j].madd_hi(x, b.limbs[j]);
            }
            for j in 1..L - 1 {
                next[j] = next[j].madd_lo(q, m(j + 1));
            }
            for j in 1..L {
                next[j] = next[j].madd_hi(q, m(j));
            }
            acc = next;
        }
        acc
    }

    /// The multiple of the modulus that makes the lowest limb a multiple of `2^52`, and the quotient by that, which is
    /// known before the sum: the limb over `2^52`, rounded up.
    #[inline(always)]
    fn digit(lowest: V) -> (V, V) {
        let token = lowest.token();
        let q = token.splat(0).madd_lo(lowest, token.splat(F::RADIX.inv));
        (q, lowest.add(token.splat(MASK)).shr::<BITS>())
    }

    /// The limbs of a square, reduced but not carried.
    ///
    /// As [`Self::products`]; limb `i` meets itself and the limbs above it doubled. Doubled limbs want 53 bits, so the
    /// value above limb `i` is doubled as a whole: its lowest limb without what limb `i` carries into it.
    #[inline(always)]
    fn squared(&self) -> [V; L] {
        let radix = &F::RADIX;
        let a = &self.limbs;
        let token = a[0].token();
        let zero = token.splat(0);
        let mask = token.splat(MASK);
        debug_assert!(self.bound.get() * self.bound.get() <= radix.capacity as f64 && !self.bound.is_loose());
        let (mut lowest, mut doubled) = ([zero; L], [zero; L]);
        for j in 1..L {
            lowest[j] = a[j].add(a[j]).and(mask);
            doubled[j] = lowest[j].or(a[j - 1].shr::<{ BITS - 1 }>());
        }
        // Factor j of limb i.
        let factor = |i: usize, j: usize| {
            if j == i {
                a[i]
            } else if j == i + 1 {
                lowest[j]
            } else {
                doubled[j]
            }
        };
        let mut acc = [zero; L];
        for i in 0..L {
            let x = a[i];
            // Limb j of the accumulator is limb i + j of the square.
            if i == 0 {
                acc[0] = acc[0].madd_lo(x, x);
            }
            let (q, carry) = Self::digit(acc[0]);
            let mut next = [zero; L];
            for j in 0..L - 1 {
                next[j] = acc[j + 1];
            }
            for j in 0..L {
                if j >= i {
                    if j > 0 {
                        next[j - 1] = next[j - 1].madd_lo(x, factor(i, j));
                    }
                    next[j] = next[j].madd_hi(x, factor(i, j));
                }
            }
            let low = carry.madd_lo(q, token.splat(radix.modulus[1]));
            next[0] = next[0].madd_hi(q, token.splat(radix.modulus[0]));
            next[0] = next[0].add(low);
            for j in 1..L {
                let m = token.splat(radix.modulus[j]);
                if j > 1 {
                    next[j - 1] = next[j - 1].madd_lo(q, m);
                }
                next[j] = next[j].madd_hi(q, m);
            }
            acc = next;
        }
        acc
    }

    /// The canonical form of a value below `2 p`.
    #[inline(always)]
    pub(super) fn canonical(&self) -> [V; L] {
        debug_assert!(self.bound.get() <= 2.001 && !self.bound.is_loose());
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

impl<F: LaneParams<L>, V: Vector, const L: usize> LaneElement for Lanes<F, V, L> {
    type Token = V::Token;
    type Scalar = F;
    type Packed = <F as LaneParams<L>>::Packed;
    const TIGHT: bool = F::RADIX.is_tight();
    const CAPACITY: u64 = F::RADIX.capacity;

    #[inline(always)]
    fn token(&self) -> V::Token {
        self.limbs[0].token()
    }

    #[inline(always)]
    fn zero(token: Self::Token) -> Self {
        Self::new([token.splat(0); L], 0.0)
    }

    #[inline(always)]
    fn one(token: Self::Token) -> Self {
        Self::constant(token, &F::RADIX.one)
    }

    #[inline(always)]
    fn splat(token: Self::Token, x: &F) -> Self {
        Self::constant(token, &x.limbs52()).mul(&Self::constant(token, &F::RADIX.enter))
    }

    #[inline(always)]
    fn load(token: Self::Token, x: &[F; 8]) -> Self {
        let mut rows = [[0; 8]; L];
        for (i, x) in x.iter().enumerate() {
            for (row, limb) in rows.iter_mut().zip(x.limbs52()) {
                row[i] = limb;
            }
        }
        let raw = Self::each(token, 1.0, |j| token.load(&rows[j]));
        raw.mul(&Self::constant(token, &F::RADIX.enter))
    }

    #[inline(always)]
    fn store(&self) -> [F; 8] {
        let token = self.limbs[0].token();
        let raw = self.mul(&Self::constant(token, &F::RADIX.leave));
        let rows = raw.canonical().map(Vector::store);
        core::array::from_fn(|i| F::from_limbs52(&rows.map(|row| row[i])))
    }

    #[inline(always)]
    fn unpack(token: V::Token, rows: [&F::Packed; 8]) -> Self {
        let mut limbs = [token.splat(0); L];
        for w in 0..L.div_ceil(8) {
            let mut block = [token.splat(0); 8];
            for (lane, row) in block.iter_mut().zip(rows) {
                *lane = token.load(&row.as_ref()[w]);
            }
            let block = V::transpose(block);
            for j in 0..8 {
                if 8 * w + j < L {
                    limbs[8 * w + j] = block[j];
                }
            }
        }
        // Perhaps the negative of zero, which is 2 p itself.
        Self::new(limbs, 2.0 + 1e-6)
    }

    #[inline(always)]
    fn pack(&self) -> [F::Packed; 8] {
        debug_assert!(self.bound.get() <= 2.001 && !self.bound.is_loose());
        let zero = self.limbs[0].token().splat(0);
        let mut rows = [F::Packed::default(); 8];
        for w in 0..L.div_ceil(8) {
            let mut block = [zero; 8];
            for j in 0..8 {
                if 8 * w + j < L {
                    block[j] = self.limbs[8 * w + j];
                }
            }
            let block = V::transpose(block);
            for (row, lanes) in rows.iter_mut().zip(block) {
                row.as_mut()[w] = lanes.store();
            }
        }
        rows
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        let limbs = self.canonical();
        let mut any = limbs[0];
        for limb in &limbs[1..] {
            any = any.or(*limb);
        }
        any.zero()
    }

    #[inline(always)]
    fn dot(terms: &[(&Self, &Self)]) -> Self {
        let token = terms[0].0.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(terms),
        )
    }

    #[inline(always)]
    fn set_dot(&mut self, terms: &[(&Self, &Self)]) {
        terms[0].0.token().run(
            #[inline(always)]
            || *self = Self::dot_inline(terms),
        );
    }

    #[inline(always)]
    fn mul(&self, b: &Self) -> Self {
        let token = self.limbs[0].token();
        token.run(
            #[inline(always)]
            || Self::dot_inline(&[(self, b)]),
        )
    }

    #[inline(always)]
    fn square(&self) -> Self {
        let token = self.limbs[0].token();
        // Fifteen limbs do not stay in registers (measured: 30 ns a lane, 14 as a product).
        if L > 8 {
            return self.mul(self);
        }
        token.run(
            #[inline(always)]
            || Self::carried(self.squared(), 2.0),
        )
    }

    #[inline(always)]
    fn set_dot_plus<const K: usize>(&mut self, terms: &[(&Self, &Self)], unit: u64, more: [(i64, &Self); K]) {
        terms[0].0.token().run(
            #[inline(always)]
            || *self = Self::plus(Self::products(terms), unit, more),
        );
    }

    #[inline(always)]
    fn set_square_plus<const K: usize>(&mut self, a: &Self, unit: u64, more: [(i64, &Self); K]) {
        if L > 8 {
            return self.set_dot_plus(&[(a, a)], unit, more);
        }
        a.token().run(
            #[inline(always)]
            || *self = Self::plus(a.squared(), unit, more),
        );
    }

    #[inline(always)]
    fn combine<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        let unit = if F::RADIX.is_tight() { 2 } else { unit };
        let (limbs, bound) = Self::linear(unit, terms);
        Self::combined(limbs, bound)
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        let (limbs, bound) = Self::linear(unit, terms);
        Self::check(bound);
        Self::carried(limbs, bound)
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        let (limbs, bound) = Self::linear(if F::RADIX.is_tight() { 2 } else { unit }, terms);
        Self::check(bound);
        Self::reduced(limbs)
    }

    #[inline(always)]
    fn prefetch(token: V::Token, x: &F::Packed) {
        for line in x.as_ref() {
            token.prefetch(line);
        }
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(unit: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        let unit = if F::RADIX.is_tight() { 2 } else { unit };
        let mut bound: f64 = 0.0;
        let mut offset = [0; 8];
        for i in 0..8 {
            let mut lane = 0.0;
            for (c, a) in &terms {
                if c[i] < 0 {
                    offset[i] += c[i].unsigned_abs() * unit;
                    debug_assert!(
                        a.bound.get() <= unit as f64 + 1e-3,
                        "a negative term up to {:?} p",
                        a.bound
                    );
                } else {
                    lane += c[i] as f64 * a.bound.get();
                }
            }
            bound = bound.max(lane + offset[i] as f64 + if offset[i] > 0 { 1e-6 } else { 0.0 });
        }
        let token = terms[0].1.limbs[0].token();
        let offset = token.load(&offset);
        let mut limbs = [token.splat(0); L];
        for (j, limb) in limbs.iter_mut().enumerate() {
            let mut acc = token.splat(F::RADIX.modulus[j]).mul_low64(offset);
            for (c, a) in &terms {
                acc = acc.add(a.limbs[j].mul_low64(token.load(&c.map(i64::cast_unsigned))));
            }
            *limb = acc;
        }
        Self::combined(limbs, bound)
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        Self::reduced(self.limbs)
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        debug_assert!(self.bound.get() <= 2.001);
        let token = self.limbs[0].token();
        let mut r = Self::each(token, 2.001, |j| {
            let minus = token.splat(2 * F::RADIX.modulus[j]).sub(self.limbs[j]);
            self.limbs[j].blend(minus, mask)
        });
        r.bound = r.bound.loose();
        r
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        let token = self.limbs[0].token();
        Self::each(token, self.bound.get(), |j| self.limbs[j].permute(index))
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        let bound = self.bound.get().max(other.bound.get());
        Self::each(self.limbs[0].token(), bound, |j| {
            self.limbs[j].permute2(other.limbs[j], index)
        })
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        let bound = self.bound.get().max(b.bound.get());
        let mut r = Self::each(self.limbs[0].token(), bound, |j| self.limbs[j].blend(b.limbs[j], mask));
        if self.bound.is_loose() || b.bound.is_loose() {
            r.bound = r.bound.loose();
        }
        r
    }
}
