//! Eight elements of a prime field: what algorithms see.

use super::{Token, loose::LooseElement, wide::Combination};
use ark_ff::PrimeField;

/// A prime field with elements in lanes.
pub trait LaneField: PrimeField {
    /// One element in memory, half a cache line or whole ones.
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

/// `c - d`, for products only, to be computed beside a product.
pub struct Difference<'a, E> {
    /// Where it goes.
    pub to: &'a mut E,
    /// `[c, d]`.
    pub of: [&'a E; 2],
    /// A bound of `d`.
    pub bias: Bias,
}

/// The multiple of the modulus `p` that is added before elements are subtracted, so that no difference is negative: `2 p`,
/// `6 p`, `14 p`, `30 p` and so on to `1022 p`. The elements subtracted must be below it. In tight fields all of them are below
/// `2 p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bias(pub(super) u8);

impl Bias {
    /// `2 p`.
    pub const TWO: Self = Self::new(2);

    /// The least that is `bias p` or more, for a `bias` of at most 1022.
    #[inline(always)]
    pub const fn new(bias: u64) -> Self {
        let bias = if bias < 2 { 2 } else { bias };
        Self((bias + 1).ilog2() as u8 - 1)
    }

    /// The multiple.
    #[inline(always)]
    pub const fn get(self) -> u64 {
        (4 << self.0) - 2
    }

    /// `(2 u + 2) p` after `u p`: the bound of an element below `2 p`, minus two elements below `u p`, plus their bias.
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Eight elements of a prime field on some back end.
///
/// Values are below a small multiple of the modulus, see the [module](super).
pub trait LaneElement: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: PrimeField;
    /// One element in memory, half a cache line or whole ones.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Whether linear combinations are reduced at once, for want of room.
    const TIGHT: bool;
    /// How many times the modulus a value may be.
    const CAPACITY: u64;
    /// The parts that [`Self::unpack_part`] goes by.
    const PARTS: usize;
    /// The power of two between the elements' own Montgomery form and that of lanes, see [`Self::load_own`].
    const OWN: u32;
    /// Limbs of 52 bits.
    const LIMBS: usize;

    /// Eight sums of products before they are reduced; not for tight fields, whose capacity is too small.
    type Wide: Copy + Send + Sync + 'static;

    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight ones.
    fn one(token: Self::Token) -> Self;
    /// Eight times `x`.
    fn splat(token: Self::Token, x: &Self::Scalar) -> Self;
    /// Takes the value of `x`, limb by limb through registers: without a copy of the whole on the way.
    fn set(&mut self, x: &Self);
    /// Eight elements, lane 0 first.
    fn load(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements, lane 0 first.
    fn store(&self) -> [Self::Scalar; 8];
    /// `x / 2^OWN` for eight elements `x`, lane 0 first: the limbs as they are, without a product.
    fn load_own(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements times `2^OWN`, for values below `2 p`: what [`Self::load_own`] takes, without a product.
    fn store_own(&self) -> [Self::Scalar; 8];

    /// The integers of elements in the lanes of `mask`, zero in the others, plus an integer: limb `l` of lane `i` goes to
    /// `out[l * stride + i]`, in [`Self::LIMBS`] limbs of 52 bits, as `add` and the sums have.
    fn write_integers(token: Self::Token, x: [&Self::Scalar; 8], mask: u8, add: &[u64], out: &mut [u64], stride: usize);

    /// Eight elements from memory, lane 0 first.
    fn unpack(token: Self::Token, rows: [&Self::Packed; 8]) -> Self;
    /// Part `part` below [`Self::PARTS`] of [`Self::unpack`], and of [`Self::negate_loose`] if there is a mask; all parts in
    /// turn make the element.
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>);
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
    /// `sum a_i b_i - sum c_i`, where it is called, for `c_i` below the bias, two at most, with one pass of carries: bounds as in
    /// [`Self::dot`] and [`Self::combine`], and so is the result, a sum of products counting as `2 p`.
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]);
    /// Two of [`Self::set_dot_minus`] with one product `a b` each, of factors `[a, b]`: less time than one after the other.
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    );
    /// Two products `a b` of factors `[a, b]`, below `2 p`, that may only go into products, squares and [`Self::blend`]: less
    /// time than [`Self::set_products`].
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]);
    /// Two of [`Self::set_dot_minus`] with two products each: as [`Self::set_products`].
    fn set_sums_of_two<const K: usize>(
        out: [&mut Self; 2],
        factors: [[[&Self; 2]; 2]; 2],
        bias: Bias,
        minus: [[&Self; K]; 2],
    );
    /// Products `a b` of factors `[a, b]`, where it is called, and meanwhile some differences, and what `more` does when it
    /// is called with `(0, n)` to `(n - 1, n)`: little slower than the products alone. Products and differences are as
    /// those of [`Self::set_factors`].
    fn set_products_beside<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    );
    /// [`Self::set_dot_minus`] with `a^2` for the sum of products, two at a time.
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], biases: [Bias; 2], minus: [[&Self; K]; 2]);
    /// No products.
    fn wide_zero(token: Self::Token) -> Self::Wide;
    /// `a b`, to be reduced later.
    fn set_wide_product(out: &mut Self::Wide, a: &Self, b: &Self);
    /// Linear combinations of sums of products.
    fn combine_wide<C: Combination<N, M>, const N: usize, const M: usize>(
        token: Self::Token,
        out: [&mut Self::Wide; M],
        x: [&Self::Wide; N],
    );
    /// Each `wide + plus`, below `2 p`; the sums may be negative, their absolute values within the capacity.
    fn set_reduced<const M: usize>(out: [&mut Self; M], wide: [&Self::Wide; M], plus: Option<[&Self; M]>);
    /// `sum c_i a_i` for small integers `c_i`, with `sum |c_i|` up to 40.
    ///
    /// In a tight field all `a_i` must be below `2 p`, and so is the result. In others the factors of negative
    /// terms must be below `bias p`, and the result is only carried.
    #[must_use]
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], below `2 p` in every field.
    #[must_use]
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`], only carried in every field: the bounds of `a_i` are `bias p` also in tight ones.
    #[must_use]
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// [`Self::combine`] with coefficients of their own for every lane.
    #[must_use]
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self;
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
