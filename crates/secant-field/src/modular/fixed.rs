//! Fields that are known at compile time.

use super::Modular;
use crate::{Mont, Prime, PrimeParams, kernels};
use ark_ff::{AdditiveGroup, BigInt, Field, Fp, PrimeField};
use core::{fmt, marker::PhantomData};

/// The prime field of `P`, as a value.
pub struct Fixed<P, const N: usize>(PhantomData<P>);

impl<P, const N: usize> Fixed<P, N> {
    /// The field.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P, const N: usize> Clone for Fixed<P, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, const N: usize> Copy for Fixed<P, N> {}

impl<P, const N: usize> Default for Fixed<P, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P, const N: usize> fmt::Debug for Fixed<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fixed")
    }
}

impl<P: PrimeParams<N>, const N: usize> Modular for Fixed<P, N> {
    type Element = Prime<P, N>;
    type Limbs = [u64; N];

    #[inline(always)]
    fn modulus(&self) -> &[u64; N] {
        &Mont::<P, N>::M
    }

    #[inline(always)]
    fn zero(&self) -> Prime<P, N> {
        Fp::ZERO
    }

    #[inline(always)]
    fn one(&self) -> Prime<P, N> {
        Fp::ONE
    }

    #[inline(always)]
    fn add(&self, a: &Prime<P, N>, b: &Prime<P, N>) -> Prime<P, N> {
        *a + b
    }

    #[inline(always)]
    fn sub(&self, a: &Prime<P, N>, b: &Prime<P, N>) -> Prime<P, N> {
        *a - b
    }

    #[inline(always)]
    fn double(&self, a: &Prime<P, N>) -> Prime<P, N> {
        a.double()
    }

    #[inline(always)]
    fn neg(&self, a: &Prime<P, N>) -> Prime<P, N> {
        -*a
    }

    #[inline(always)]
    fn mul(&self, a: &Prime<P, N>, b: &Prime<P, N>) -> Prime<P, N> {
        *a * b
    }

    #[inline(always)]
    fn square(&self, a: &Prime<P, N>) -> Prime<P, N> {
        // `Field::square` would be one more call.
        let mut a = *a;
        a.square_in_place();
        a
    }

    fn inverse(&self, a: &Prime<P, N>) -> Option<Prime<P, N>> {
        a.inverse()
    }

    fn sqrt(&self, a: &Prime<P, N>) -> Option<Prime<P, N>> {
        a.sqrt()
    }

    fn element(&self, a: &[u64; N]) -> Option<Prime<P, N>> {
        Fp::from_bigint(BigInt(*a))
    }

    fn to_limbs(&self, a: &Prime<P, N>) -> [u64; N] {
        a.into_bigint().0
    }

    fn reduce(&self, a: &[u64]) -> Prime<P, N> {
        let r = Mont::<P, N>::raw(Mont::<P, N>::R2);
        super::reduce_chunks(self, a, &r, |chunk| {
            Mont::<P, N>::raw(kernels::general::mul(
                &Mont::<P, N>::R2,
                chunk,
                &Mont::<P, N>::M,
                Mont::<P, N>::INV,
            ))
        })
    }
}
