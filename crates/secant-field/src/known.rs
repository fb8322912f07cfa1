//! Conditions on constants of generic code, for `if const { .. }`: the branch that is not taken is not compiled.
#![allow(unsafe_code, reason = "the bytes of constants are compared, whatever their type")]

use ark_ff::{AdditiveGroup, Field};
use core::{marker::PhantomData, ptr};

/// A constant.
pub trait Constant<T> {
    /// Its value.
    const VALUE: T;
}

/// Zero.
#[derive(Debug)]
pub struct Zero;

impl<F: AdditiveGroup> Constant<F> for Zero {
    const VALUE: F = F::ZERO;
}

/// Minus one.
#[derive(Debug)]
pub struct MinusOne;

impl<F: Field> Constant<F> for MinusOne {
    const VALUE: F = F::NEG_ONE;
}

/// Whether two constants are the same.
#[derive(Debug)]
pub struct Same<A, B, T>(PhantomData<(A, B, T)>);

impl<A: Constant<T>, B: Constant<T>, T: Copy> Same<A, B, T> {
    /// Whether their bytes are the same. Equal values may have different bytes in some types, but not in prime fields
    /// and their extensions. Code that uses this for a type with padding or pointers does not compile.
    pub const IS: bool = {
        let (a, b) = (A::VALUE, B::VALUE);
        let (a, b) = (ptr::from_ref(&a).cast::<u8>(), ptr::from_ref(&b).cast::<u8>());
        let (mut same, mut i) = (true, 0);
        while i < size_of::<T>() {
            // SAFETY: the bytes are within the values, and the interpreter of constants, which alone runs this, refuses
            // to read bytes that are not initialised or a pointer's.
            same &= unsafe { *a.add(i) == *b.add(i) };
            i += 1;
        }
        same
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_bls12_381::{Fq, Fq2};

    struct Value<const N: i8>;

    impl Constant<Fq> for Value<0> {
        const VALUE: Fq = Fq::ZERO;
    }

    impl Constant<Fq> for Value<-1> {
        const VALUE: Fq = ark_ff::MontFp!("-1");
    }

    impl Constant<Fq2> for Value<1> {
        const VALUE: Fq2 = Fq2::new(Fq::ZERO, Fq::ONE);
    }

    impl Constant<Fq2> for Value<-1> {
        const VALUE: Fq2 = Fq2::new(ark_ff::MontFp!("-1"), Fq::ZERO);
    }

    #[test]
    fn constants_are_told_apart() {
        const { assert!(Same::<Value<0>, Zero, Fq>::IS) };
        const { assert!(!Same::<Value<0>, MinusOne, Fq>::IS) };
        const { assert!(Same::<Value<-1>, MinusOne, Fq>::IS) };
        const { assert!(!Same::<Value<-1>, Zero, Fq>::IS) };
        // The second coefficient counts too.
        const { assert!(!Same::<Value<1>, Zero, Fq2>::IS) };
        const { assert!(Same::<Value<-1>, MinusOne, Fq2>::IS) };
    }
}
