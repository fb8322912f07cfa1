//! Connects prime fields to limbs of 52 bits, and to the form of elements in memory.
#![allow(
    clippy::needless_range_loop,
    reason = "limbs of several values are read by one index"
)]

use super::{
    LaneField, Lanes, Token, Vector,
    cast::cast,
    loose::{Factor, Loose, columns, rows},
    packed::{HalfLine, Lines, PackedLimbs},
    radix52::{Radix52, from_limbs64},
};
use ark_ff::{BigInt, Fp, FpConfig, PrimeField};
use core::marker::PhantomData;

/// Connects a field to its number of limbs.
pub trait LaneParams<const L: usize>: PrimeField {
    /// One element in memory.
    type Packed: PackedLimbs<L>;
    /// The constants.
    const RADIX: Radix52<L>;
    /// The Montgomery form in limbs of 52 bits.
    fn limbs52(&self) -> [u64; L];
    /// [`Self::limbs52`] of eight elements.
    fn columns52<V: Vector>(token: V::Token, x: [&Self; 8]) -> [V; L];
    /// Eight elements from the limbs of their Montgomery forms, below the modulus.
    fn from_columns52<V: Vector>(columns: [V; L]) -> [Self; 8];
}

macro_rules! lane_fields {
    ($($n:literal => $l:literal, $packed:ty;)*) => {$(
        impl<C: FpConfig<$n>> LaneField for Fp<C, $n> {
            type Packed = <Self as LaneParams<$l>>::Packed;
            type Lanes<T: Token> = Lanes<Self, T::Vector, $l>;
            type Loose<T: Token> = Loose<Self, T::Vector, $l>;
            type Factor = Factor<$l>;

            fn factor(&self) -> Factor<$l> {
                // The Montgomery form of x with 2^(52 L) is the form with 2^(64 N) of 2^(52 L - 64 N) x.
                let enter = Self::from(1u64 << (52 * $l - 64 * $n));
                let value = from_limbs64(&self.into_bigint().0);
                Factor::new(value, (*self * enter).limbs52(), &Self::RADIX)
            }

            fn cast<T>(values: &mut [T]) -> Option<&mut [Self]> {
                cast(values)
            }
        }

        impl<C: FpConfig<$n>> LaneParams<$l> for Fp<C, $n> {
            type Packed = $packed;
            const RADIX: Radix52<$l> = Radix52::new(&C::MODULUS.0);

            #[inline(always)]
            fn limbs52(&self) -> [u64; $l] {
                from_limbs64(&self.0.0)
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

// The number of limbs of 64 bits, the number of limbs of 52, and the type of an element in memory.
lane_fields!(
    4 => 5, HalfLine;
    6 => 8, Lines<1>;
    12 => 15, Lines<2>;
);
