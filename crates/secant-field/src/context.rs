//! Fields as values.
//!
//! A formula that takes a [`FieldContext`] serves fields that the compiler knows and fields whose modulus comes at run
//! time. [`Typed`] is the context of a type of arkworks, prime field or extension; it has no size. Contexts of prime
//! fields whose elements are integers are in [`modular`](crate::modular).

use ark_ff::Field;
use core::{
    fmt::{self, Debug},
    marker::PhantomData,
};

/// The arithmetic of a field, or of the integers modulo any odd number.
///
/// Elements are plain data and do not know their field. Passing an element to another field is a mistake: it gives a
/// wrong result, but no panic.
pub trait FieldContext: Clone + Debug + Send + Sync {
    /// An element, in the form that the implementation chooses.
    type Element: Copy + Debug + PartialEq + Eq + Send + Sync + 'static;

    /// Whether a square costs much less than a product. In a quadratic extension it takes two products of the smaller
    /// field in place of three.
    const CHEAP_SQUARES: bool = false;

    /// Zero.
    fn zero(&self) -> Self::Element;
    /// One.
    fn one(&self) -> Self::Element;
    /// `a + b`.
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `a - b`.
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `2 a`.
    fn double(&self, a: &Self::Element) -> Self::Element;
    /// `-a`.
    fn neg(&self, a: &Self::Element) -> Self::Element;
    /// `a b`.
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// `a^2`.
    fn square(&self, a: &Self::Element) -> Self::Element;
    /// `a^-1`; `None` if there is none, as for zero.
    fn inverse(&self, a: &Self::Element) -> Option<Self::Element>;

    /// Whether `a` is zero.
    #[inline]
    fn is_zero(&self, a: &Self::Element) -> bool {
        *a == self.zero()
    }
}

/// The field of a type that implements arkworks' [`Field`], as a value.
pub struct Typed<F>(PhantomData<F>);

impl<F> Typed<F> {
    /// The field.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<F> Clone for Typed<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Typed<F> {}

impl<F> Default for Typed<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> Debug for Typed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Typed")
    }
}

impl<F: Field> FieldContext for Typed<F> {
    type Element = F;

    const CHEAP_SQUARES: bool = size_of::<F>() > size_of::<F::BasePrimeField>();

    #[inline(always)]
    fn zero(&self) -> F {
        F::ZERO
    }

    #[inline(always)]
    fn one(&self) -> F {
        F::ONE
    }

    #[inline(always)]
    fn add(&self, a: &F, b: &F) -> F {
        *a + b
    }

    #[inline(always)]
    fn sub(&self, a: &F, b: &F) -> F {
        *a - b
    }

    #[inline(always)]
    fn double(&self, a: &F) -> F {
        a.double()
    }

    #[inline(always)]
    fn neg(&self, a: &F) -> F {
        -*a
    }

    #[inline(always)]
    fn mul(&self, a: &F, b: &F) -> F {
        *a * b
    }

    #[inline(always)]
    fn square(&self, a: &F) -> F {
        // `Field::square` would be one more call.
        let mut a = *a;
        a.square_in_place();
        a
    }

    fn inverse(&self, a: &F) -> Option<F> {
        a.inverse()
    }

    #[inline(always)]
    fn is_zero(&self, a: &F) -> bool {
        a.is_zero()
    }
}
