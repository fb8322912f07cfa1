//! Fields that are known at compile time.

use super::Modular;
use crate::{Mont, Prime, PrimeParams, context::Typed, kernels};
use ark_ff::{BigInt, Field, Fp, PrimeField};

/// The prime field of `P`, as a value.
pub type Fixed<P, const N: usize> = Typed<Prime<P, N>>;

impl<P: PrimeParams<N>, const N: usize> Modular for Fixed<P, N> {
    type Limbs = [u64; N];

    #[inline(always)]
    fn modulus(&self) -> &[u64; N] {
        &Mont::<P, N>::M
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
