//! Rings of coefficients on lanes: eight elements of a prime field or of its quadratic extension.

use ark_ff::{Field, Fp, Fp2, Fp2Config, FpConfig};
use secant_field::lanes::{LaneElement, LaneField, LaneProducts, Token};

mod cubic;
mod quadratic;

pub use crate::ring::cubic::CubicRing;
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
/// say otherwise. The bounds hold for every coefficient.
pub trait Ring: LaneProducts {
    /// The quadratic non-residue; zero for the prime field.
    const BETA: i64;

    /// `1 / 2^OWN`.
    #[inline(always)]
    fn own_one(token: Self::Token) -> Self::Scalar {
        Self::load_own(token, [&Self::Scalar::ONE; 8]).store()[0]
    }
    /// `a b` in lanes 0 to 3, for `b < bias p`; the other lanes are unspecified.
    fn mul_low(&self, bias: u64, b: &Self) -> Self;
    /// `a b_0`, with the first coefficient of `b`.
    fn mul_by_first(&self, b: &Self) -> Self;
    /// The product by a small element, for values below `bias p`.
    #[must_use]
    fn mul_small(&self, bias: u64, x: (i64, i64)) -> Self;
    /// The Frobenius map of the prime field on the coefficients, for values below `2 p`.
    #[must_use]
    fn frobenius(&self, power: usize) -> Self;
}

impl<E: LaneElement> Ring for E {
    const BETA: i64 = 0;

    #[inline(always)]
    fn mul_low(&self, _: u64, b: &Self) -> Self {
        self.mul(b)
    }

    #[inline(always)]
    fn mul_by_first(&self, b: &Self) -> Self {
        self.mul(b)
    }

    #[inline(always)]
    fn mul_small(&self, bias: u64, x: (i64, i64)) -> Self {
        Self::combine(bias, [(x.0, self)])
    }

    #[inline(always)]
    fn frobenius(&self, _: usize) -> Self {
        *self
    }
}

impl<C: FpConfig<N>, const N: usize> RingField for Fp<C, N>
where
    Self: LaneField,
{
    type Packed = <Self as LaneField>::Packed;
    type Ring<T: Token> = <Self as LaneField>::Lanes<T>;
}

impl<C> RingField for Fp2<C>
where
    C: SmallBeta<Fp: LaneField>,
{
    type Packed = (<C::Fp as LaneField>::Packed, <C::Fp as LaneField>::Packed);
    type Ring<T: Token> = Quadratic<<C::Fp as LaneField>::Lanes<T>, C>;
}
