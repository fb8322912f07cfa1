//! Eight elements of a prime field: the interface for algorithms.

use super::{Token, loose::LooseElement, wide::Combination};
use ark_ff::{Field, PrimeField};

/// A prime field with elements in lanes.
pub trait LaneField: PrimeField {
    /// One element in memory: half a cache line, or whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Eight elements on the back end of `T`.
    type Lanes<T: Token>: LaneElement<Token = T, Scalar = Self, Packed = Self::Packed>;
    /// Eight elements of a linear transform on the back end of `T`.
    type Loose<T: Token>: LooseElement<Token = T, Scalar = Self, Factor = Self::Factor, Lanes = Self::Lanes<T>>;
    /// An element as a factor of [`LooseElement`].
    type Factor: Copy + core::fmt::Debug + Send + Sync + 'static;

    /// The element as a factor.
    fn factor(&self) -> Self::Factor;
    /// `values` as elements of this field, if `T` is this field.
    fn cast<T>(values: &mut [T]) -> Option<&mut [Self]>;
}

/// A difference `c - d` that is computed beside a product. Only products may use the result.
pub struct Difference<'a, E> {
    /// Where the result goes.
    pub to: &'a mut E,
    /// `[c, d]`.
    pub of: [&'a E; 2],
    /// The bias, which `d` must be below.
    pub bias: Bias,
}

/// The multiple of the modulus `p` that is added before elements are subtracted, so that no difference is negative:
/// `2 p`, `6 p`, `14 p`, `30 p` and so on to `1022 p`. The elements subtracted must be below it. In tight fields all of
/// them are below `2 p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bias(pub(super) u8);

impl Bias {
    /// `2 p`.
    pub const TWO: Self = Self::new(2);

    /// The least bias that is `bias p` or more, for a `bias` of at most 1022.
    #[inline(always)]
    pub const fn new(bias: u64) -> Self {
        let bias = if bias < 2 { 2 } else { bias };
        Self((bias + 1).ilog2() as u8 - 1)
    }

    /// How many times the modulus the bias is.
    #[inline(always)]
    pub const fn get(self) -> u64 {
        (4 << self.0) - 2
    }

    /// The bias after `u p`: `(2 u + 2) p`. It bounds an element below `2 p`, minus two elements below `u p`, plus the
    /// bias for these two.
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Eight elements of a field on some back end: how they are made, stored and moved.
///
/// Values are below a small multiple of the modulus (see the [module](super)).
pub trait LaneData: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: Field;
    /// One element in memory: half a cache line, or whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// The number of parts of [`Self::unpack_part`].
    const PARTS: usize;
    /// `k`, where `2^k` is the ratio between the Montgomery form in memory and that in lanes; see [`Self::load_own`].
    const OWN: u32;
    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight ones.
    fn one(token: Self::Token) -> Self;
    /// `x` in all eight lanes.
    fn splat(token: Self::Token, x: &Self::Scalar) -> Self;
    /// Takes the value of `x`, limb by limb through registers, without an intermediate copy of the whole.
    fn set(&mut self, x: &Self);
    /// Eight elements, lane 0 first.
    fn load(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements, lane 0 first.
    fn store(&self) -> [Self::Scalar; 8];
    /// `x / 2^OWN` for eight elements `x`, lane 0 first. This loads limbs as they are in memory, without a product.
    fn load_own(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements times `2^OWN`, for values below `2 p`: the inverse of [`Self::load_own`], also without a product.
    fn store_own(&self) -> [Self::Scalar; 8];
    /// Eight elements from memory, lane 0 first.
    fn unpack(token: Self::Token, rows: [&Self::Packed; 8]) -> Self;
    /// Does one part of [`Self::unpack`], and of [`LaneSums::negate_loose`] if there is a mask. The parts below
    /// [`Self::PARTS`], in order, make the element.
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>);
    /// The elements for memory, lane 0 first; values must be at most `2 p`.
    fn pack(&self) -> [Self::Packed; 8];
    /// A mask of the lanes that are zero, for values below `2 p`.
    fn is_zero(&self) -> u8;
    /// Lane `i` of the result is lane `index[i]` of `self`.
    #[must_use]
    fn permute(&self, index: &[u64; 8]) -> Self;
    /// Lane `i` of the result is lane `index[i]` of the sixteen lanes of `self` and then `other`.
    #[must_use]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self;
    /// Lane `i` of the result is that of `b` where bit `i` of `mask` is set, else that of `self`.
    #[must_use]
    fn blend(&self, b: &Self, mask: u8) -> Self;
}

/// Sums of eight elements.
pub trait LaneSums: LaneData {
    /// Whether every linear combination is reduced at once, since there is little headroom.
    const TIGHT: bool;
    /// How many times the modulus a value may be.
    const CAPACITY: u64;
    /// `sum c_i a_i` for small integers `c_i`, with `sum |c_i|` up to 40.
    ///
    /// In a tight field all `a_i` must be below `2 p`, and so is the result. In other fields the `a_i` of negative
    /// terms must be below `bias p`, and the result is carried but not reduced.
    #[must_use]
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], below `2 p` in every field.
    #[must_use]
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], carried but not reduced in every field. The bound of `a_i` is `bias p` in tight fields too.
    #[must_use]
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`] with separate coefficients for every lane.
    #[must_use]
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self;
    /// The same value below `2 p`.
    #[must_use]
    fn reduce(&self) -> Self;
    /// `-a` in the lanes of `mask`, `a` in the others, for `a < 2 p`, without carries. Only linear combinations may use
    /// the result.
    #[must_use]
    fn negate_loose(&self, mask: u8) -> Self;

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

/// Products of eight elements. Second factors are below `bias p`, or below `2 p` where there is no such argument. In a
/// prime field the bias does not matter: factors are only bounded by the capacity.
pub trait LaneProducts: LaneSums {
    /// `sum a_i b_i`, below `2 p`. There must be at least one term, at most six in an extension field, and the capacity
    /// must suffice for all (see the [module](super)).
    fn dot(bias: u64, terms: &[(&Self, &Self)]) -> Self;
    /// [`Self::dot`], written directly to `self` without an intermediate copy.
    fn set_dot(&mut self, bias: u64, terms: &[(&Self, &Self)]);
    /// `a^2`, below `2 p`.
    #[must_use]
    fn square(&self, bias: u64) -> Self;
    /// `sum a_i b_i - sum c_i`, inlined, with one pass of carries. There are at most two `c_i`, all below the bias. The
    /// bounds are those of [`Self::dot`] and [`LaneSums::combine`]. So is the bound of the result, where the sum of
    /// products counts as `2 p`.
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]);
    /// Two of [`Self::set_dot_minus`] with one product `a b` each, of factors `[a, b]`. This is faster than one after
    /// the other.
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    );
    /// Two products `a b` of factors `[a, b]`, below `2 p`. Only products, squares and [`LaneData::blend`] may use the
    /// results. This is faster than [`Self::set_products`].
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]);
    /// Computes products `a b` of factors `[a, b]`, inlined. Meanwhile it computes some differences, and calls `more`
    /// with `(0, n)` to `(n - 1, n)`. This is little slower than the products alone. Products and differences may be
    /// used as the results of [`Self::set_factors`].
    fn set_products_interleaved<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    );
    /// [`Self::set_dot_minus`] with `a^2` for the sum of products, two at a time.
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], biases: [Bias; 2], minus: [[&Self; K]; 2]);
}

/// Eight elements of a prime field: operations that extension fields are made of.
pub trait LaneElement: LaneProducts<Scalar: PrimeField> {
    /// The number of limbs of 52 bits.
    const LIMBS: usize;
    /// Eight sums of products before they are reduced; not for tight fields, whose capacity is too small.
    type Wide: Copy + Send + Sync + 'static;
    /// `a b`, below `2 p`.
    #[must_use]
    fn mul(&self, b: &Self) -> Self;
    /// Writes the sum of `add` and an integer for each lane: the element in the lanes of `mask`, zero in the others.
    /// Limb `l` of lane `i` goes to `out[l * stride + i]`. `add` and the sums have [`Self::LIMBS`] limbs of 52 bits.
    fn write_canonical_plus(
        token: Self::Token,
        x: [&Self::Scalar; 8],
        mask: u8,
        add: &[u64],
        out: &mut [u64],
        stride: usize,
    );
    /// As [`LaneProducts::set_products`], with two products in each sum.
    fn set_sums_of_two<const K: usize>(
        out: [&mut Self; 2],
        factors: [[[&Self; 2]; 2]; 2],
        bias: Bias,
        minus: [[&Self; K]; 2],
    );
    /// An empty sum of products.
    fn wide_zero(token: Self::Token) -> Self::Wide;
    /// `a b`, to be reduced later.
    fn set_wide_product(out: &mut Self::Wide, a: &Self, b: &Self);
    /// Linear combinations of sums of products.
    fn combine_wide<C: Combination<N, M>, const N: usize, const M: usize>(
        token: Self::Token,
        out: [&mut Self::Wide; M],
        x: [&Self::Wide; N],
    );
    /// Reduces each `wide + plus` below `2 p`. The sums may be negative; their absolute values must be within the
    /// capacity.
    fn set_reduced<const M: usize>(out: [&mut Self; M], wide: [&Self::Wide; M], plus: Option<[&Self; M]>);
}
