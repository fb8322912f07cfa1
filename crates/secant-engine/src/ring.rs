//! Rings of coefficients on lanes: eight elements of a prime field or of its quadratic extension.

use ark_ff::{Field, Fp, Fp2, Fp2Config, FpConfig};
use secant_field::lanes::{Bias, Difference, LaneField, Token};

mod cubic;
mod prime;
mod quadratic;

pub use crate::ring::cubic::CubicRing;
pub use crate::ring::prime::Prime;
pub use crate::ring::quadratic::Quadratic;

/// The quadratic non-residue of a tower as a small integer.
pub trait SmallBeta: Fp2Config {
    /// `u^2`.
    const BETA: i64;
}

/// The non-residue `xi` of a tower as an element with small coefficients.
pub trait SmallXi {
    /// `xi`. For a tower over the prime field the second coefficient is zero. Products panic if `xi` is so large that
    /// sums with it exceed the limbs by more than four bits.
    const XI: (i64, i64);
}

/// A field whose elements can be put into lanes: the prime field or its quadratic extension.
pub trait RingField: Field {
    /// One element in memory, half a cache line or whole ones.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Eight elements.
    type Ring<T: Token>: CubicRing<Token = T, Scalar = Self, Packed = Self::Packed>;
}

/// Eight elements of a [`RingField`].
///
/// Methods on elements are inlined and must run inside [`Token::run`]. Products are functions of their own unless they
/// say otherwise. The bounds are those of [`LaneElement`], for every coefficient.
pub trait Ring: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: Field;
    /// One element in memory, half a cache line or whole ones.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// See [`LaneElement::TIGHT`].
    const TIGHT: bool;
    /// See [`LaneElement::CAPACITY`].
    const CAPACITY: u64;
    /// The quadratic non-residue; zero for the prime field.
    const BETA: i64;
    /// See [`LaneElement::PARTS`].
    const PARTS: usize;
    /// See [`LaneElement::OWN`].
    const OWN: u32;

    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight ones.
    fn one(token: Self::Token) -> Self;
    /// See [`LaneElement::set`].
    fn set(&mut self, x: &Self);
    /// Eight elements.
    fn load(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// The elements.
    fn store(&self) -> [Self::Scalar; 8];
    /// See [`LaneElement::load_own`].
    fn load_own(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// See [`LaneElement::store_own`].
    fn store_own(&self) -> [Self::Scalar; 8];
    /// `1 / 2^OWN`.
    #[inline(always)]
    fn own_one(token: Self::Token) -> Self::Scalar {
        Self::load_own(token, [&Self::Scalar::ONE; 8]).store()[0]
    }
    /// Eight times `x`.
    fn splat(token: Self::Token, x: &Self::Scalar) -> Self;
    /// Eight elements from memory.
    fn unpack(token: Self::Token, rows: [&Self::Packed; 8]) -> Self;
    /// See [`LaneElement::unpack_part`].
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>);
    /// The elements for memory; values must be below `2 p`.
    fn pack(&self) -> [Self::Packed; 8];
    /// The lanes that are zero, as bits, for values below `2 p`.
    fn is_zero(&self) -> u8;
    /// `sum a_i b_i` of at most six terms, below `2 p`, where the `b_i` are below `bias p`.
    fn dot(bias: u64, terms: &[(&Self, &Self)]) -> Self;
    /// [`Self::dot`], written to `self` in place.
    fn set_dot(&mut self, bias: u64, terms: &[(&Self, &Self)]);
    /// See [`LaneElement::set_dot_minus`]; the `b_i` are below `2 p`.
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], bias: Bias, minus: [&Self; K]);
    /// See [`LaneElement::set_products`]; second factors are below `2 p`.
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        biases: [Bias; 2],
        minus: [[&Self; K]; 2],
    );
    /// See [`LaneElement::set_factors`]; second factors are below `2 p`.
    fn set_factors(out: [&mut Self; 2], factors: [[&Self; 2]; 2]);
    /// See [`LaneElement::set_products_interleaved`]; second factors are below `2 p`.
    fn set_products_interleaved<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    );
    /// See [`LaneElement::set_squares_minus`]; the `a` are below `2 p`.
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], biases: [Bias; 2], minus: [[&Self; K]; 2]);
    /// See [`LaneElement::negate_loose`].
    fn negate_loose(&self, mask: u8) -> Self;
    /// `a b` in lanes 0 to 3, for `b < bias p`; the other lanes are unspecified.
    fn mul_low(&self, bias: u64, b: &Self) -> Self;
    /// `a b_0`, with the first coefficient of `b`.
    fn mul_by_first(&self, b: &Self) -> Self;
    /// `a^2` for `a < bias p`.
    fn square(&self, bias: u64) -> Self;
    /// See [`LaneElement::combine`].
    fn combine<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_reduced`].
    fn combine_reduced<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_carried`].
    fn combine_carried<const K: usize>(bias: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_lanes`].
    fn combine_lanes<const K: usize>(bias: u64, terms: [(&[i64; 8], &Self); K]) -> Self;
    /// The same value below `2 p`.
    fn reduce(&self) -> Self;
    /// See [`LaneElement::permute`].
    fn permute(&self, index: &[u64; 8]) -> Self;
    /// See [`LaneElement::permute2`].
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self;
    /// See [`LaneElement::blend`].
    fn blend(&self, b: &Self, mask: u8) -> Self;
    /// The product by a small element, for values below `bias p`.
    fn mul_small(&self, bias: u64, x: (i64, i64)) -> Self;
    /// The Frobenius map of the prime field on the coefficients, for values below `2 p`.
    fn frobenius(&self, power: usize) -> Self;
}

macro_rules! over_prime_field {
    ($($n:literal),*) => {$(
        impl<C: FpConfig<$n>> RingField for Fp<C, $n> {
            type Packed = <Self as LaneField>::Packed;
            type Ring<T: Token> = Prime<<Self as LaneField>::Lanes<T>>;
        }
    )*};
}
over_prime_field!(4, 6, 12);

impl<C> RingField for Fp2<C>
where
    C: SmallBeta<Fp: LaneField>,
{
    type Packed = (<C::Fp as LaneField>::Packed, <C::Fp as LaneField>::Packed);
    type Ring<T: Token> = Quadratic<<C::Fp as LaneField>::Lanes<T>, C>;
}
