//! Elements as their bytes in memory: little-endian 64-bit limbs in Montgomery form.
//!
//! Guests pass these bytes to their hosts without conversion or copy. A type is [`Raw`] if it consists of limbs and
//! nothing else. The checks below fix the order of the limbs at compile time.
#![allow(
    unsafe_code,
    reason = "the one place where elements are seen as bytes; the layouts are asserted"
)]

use alloc::{borrow::Cow, vec::Vec};
use ark_ec::{
    AffineRepr,
    pairing::{Pairing, PairingOutput},
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, TECurveConfig},
};
use ark_ff::{CubicExtConfig, CubicExtField, QuadExtConfig, QuadExtField};
use ark_ff::{Fp, FpConfig, Zero};
use core::mem::{ManuallyDrop, align_of, offset_of, size_of};
use core::slice;

#[cfg(not(target_endian = "little"))]
compile_error!("the raw form is that of little-endian machines");

/// A type that is a sequence of 64-bit limbs.
///
/// # Safety
/// Every value must consist of `size_of::<Self>() / 8` limbs without padding. Every choice of limbs must be a value
/// that is safe to hold, though it has no meaning until [`Raw::check`] accepts it.
///
/// A type that does not consist of limbs fails to compile where its bytes are used:
/// ```compile_fail
/// #[derive(Clone, Copy)]
/// struct Flag(u8);
/// unsafe impl secant_curve::Raw for Flag {
///     const LAYOUT: () = ();
///     fn check(&self) -> Result<(), secant_curve::raw::Invalid> {
///         Ok(())
///     }
/// }
/// secant_curve::raw::zeroed::<Flag>();
/// ```
pub unsafe trait Raw: Copy + 'static {
    /// Asserts that the memory of the type consists of its parts, in order, and nothing else. Every function that
    /// relies on the layout evaluates this constant, so a type with another layout does not compile there.
    const LAYOUT: ();

    /// Whether all coordinates are canonical (below the modulus) and, for a point, whether it is on the curve or the
    /// identity. It does not check subgroup membership.
    fn check(&self) -> Result<(), Invalid>;
}

/// What is wrong with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// A coordinate is not below the modulus.
    NotCanonical,
    /// The point is not on the curve.
    NotOnCurve,
}

/// Checks the layout that every function below relies on.
const fn assert_limbs<T: Raw>() {
    let () = T::LAYOUT;
    assert!(size_of::<T>() > 0 && size_of::<T>().is_multiple_of(8) && align_of::<T>() <= 8);
}

/// [`Invalid::NotOnCurve`] if `on_curve` is false.
fn on_curve(on_curve: bool) -> Result<(), Invalid> {
    if on_curve { Ok(()) } else { Err(Invalid::NotOnCurve) }
}

// SAFETY: one limb.
unsafe impl Raw for u64 {
    const LAYOUT: () = ();

    fn check(&self) -> Result<(), Invalid> {
        Ok(())
    }
}

/// The elements as bytes.
pub fn as_bytes<T: Raw>(elements: &[T]) -> &[u8] {
    const { assert_limbs::<T>() };
    // SAFETY: a `Raw` type has no padding, so that all its bytes are initialized; u8 has no alignment.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// The elements as mutable bytes.
pub fn as_bytes_mut<T: Raw>(elements: &mut [T]) -> &mut [u8] {
    const { assert_limbs::<T>() };
    // SAFETY: as above, and every byte pattern is a value of a `Raw` type.
    unsafe { slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) }
}

/// The elements with these bytes: borrowed if the address is aligned, else copied. `None` if the length is no multiple
/// of the element's size. The elements are not checked.
pub fn from_bytes<T: Raw>(bytes: &[u8]) -> Option<Cow<'_, [T]>> {
    const { assert_limbs::<T>() };
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return None;
    }
    let count = bytes.len() / size_of::<T>();
    if bytes.as_ptr().cast::<T>().is_aligned() {
        // SAFETY: the pointer is aligned, the length is in bounds, and every byte pattern is a value.
        return Some(Cow::Borrowed(unsafe {
            slice::from_raw_parts(bytes.as_ptr().cast(), count)
        }));
    }
    let mut elements = Vec::<T>::with_capacity(count);
    // SAFETY: the capacity holds all bytes, and every byte pattern is a value.
    unsafe {
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), elements.as_mut_ptr().cast(), bytes.len());
        elements.set_len(count);
    }
    Some(Cow::Owned(elements))
}

/// Asserts that the elements of two types have the same number of limbs.
const fn assert_same_limbs<A: Raw, B: Raw>() {
    assert_limbs::<A>();
    assert_limbs::<B>();
    assert!(size_of::<A>() == size_of::<B>() && align_of::<A>() == align_of::<B>());
}

/// Views elements as elements of a type with the same parts: the points of the same curve with another host.
pub(crate) fn recast<A: Raw, B: Raw>(elements: &[A]) -> &[B] {
    const { assert_same_limbs::<A, B>() };
    // SAFETY: sizes and alignments are the same, and every choice of limbs is a value.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), elements.len()) }
}

/// [`recast`] of one element.
pub(crate) fn recast_one<A: Raw, B: Raw>(element: A) -> B {
    recast(slice::from_ref(&element))[0]
}

/// [`recast`] of a vector, which keeps its memory.
pub(crate) fn recast_vec<A: Raw, B: Raw>(elements: Vec<A>) -> Vec<B> {
    const { assert_same_limbs::<A, B>() };
    let mut elements = ManuallyDrop::new(elements);
    // SAFETY: the vector is not dropped, its parts are used once, and the elements have the same size and alignment;
    // every choice of limbs is a value.
    unsafe { Vec::from_raw_parts(elements.as_mut_ptr().cast(), elements.len(), elements.capacity()) }
}

/// An element whose limbs are all zero.
pub fn zeroed<T: Raw>() -> T {
    const { assert_limbs::<T>() };
    // SAFETY: every choice of limbs is a value.
    unsafe { core::mem::zeroed() }
}

// SAFETY: `Fp` is an array of limbs and a marker of size zero.
unsafe impl<P: FpConfig<N>, const N: usize> Raw for Fp<P, N> {
    const LAYOUT: () = assert!(size_of::<Self>() == 8 * N);

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        if self.0 < P::MODULUS {
            Ok(())
        } else {
            Err(Invalid::NotCanonical)
        }
    }
}

// SAFETY: two coefficients without padding, the constant one first.
unsafe impl<P: QuadExtConfig<BaseField: Raw>> Raw for QuadExtField<P> {
    const LAYOUT: () = {
        let () = P::BaseField::LAYOUT;
        assert!(size_of::<Self>() == 2 * size_of::<P::BaseField>());
        assert!(offset_of!(Self, c0) == 0);
    };

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        self.c0.check()?;
        self.c1.check()
    }
}

// SAFETY: three coefficients without padding, from the constant one up.
unsafe impl<P: CubicExtConfig<BaseField: Raw>> Raw for CubicExtField<P> {
    const LAYOUT: () = {
        let () = P::BaseField::LAYOUT;
        let size = size_of::<P::BaseField>();
        assert!(size_of::<Self>() == 3 * size);
        assert!(offset_of!(Self, c0) == 0 && offset_of!(Self, c1) == size);
    };

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        self.c0.check()?;
        self.c1.check()?;
        self.c2.check()
    }
}

// SAFETY: an element of the target field and nothing else.
unsafe impl<E: Pairing<TargetField: Raw>> Raw for PairingOutput<E> {
    const LAYOUT: () = {
        let () = E::TargetField::LAYOUT;
        assert!(size_of::<Self>() == size_of::<E::TargetField>());
    };

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        self.0.check()
    }
}

// SAFETY: x and y without padding; the flag for the identity has size zero, the identity is (0, 0).
unsafe impl<C: SWCurveConfig<ZeroFlag = (), BaseField: Raw>> Raw for sw::Affine<C> {
    const LAYOUT: () = {
        let () = C::BaseField::LAYOUT;
        let size = size_of::<C::BaseField>();
        assert!(size_of::<Self>() == 2 * size);
        assert!(offset_of!(Self, x) == 0 && offset_of!(Self, y) == size);
    };

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        self.x.check()?;
        self.y.check()?;
        on_curve(self.is_zero() || self.is_on_curve())
    }
}

// SAFETY: x and y without padding.
unsafe impl<C: TECurveConfig<BaseField: Raw>> Raw for te::Affine<C> {
    const LAYOUT: () = {
        let () = C::BaseField::LAYOUT;
        let size = size_of::<C::BaseField>();
        assert!(size_of::<Self>() == 2 * size);
        assert!(offset_of!(Self, x) == 0 && offset_of!(Self, y) == size);
    };

    #[inline]
    fn check(&self) -> Result<(), Invalid> {
        self.x.check()?;
        self.y.check()?;
        on_curve(self.is_on_curve())
    }
}

// SAFETY: x, y and z without padding.
unsafe impl<C: SWCurveConfig<BaseField: Raw>> Raw for sw::Projective<C> {
    const LAYOUT: () = {
        let () = C::BaseField::LAYOUT;
        let size = size_of::<C::BaseField>();
        assert!(size_of::<Self>() == 3 * size);
        assert!(offset_of!(Self, x) == 0 && offset_of!(Self, y) == size);
    };

    fn check(&self) -> Result<(), Invalid> {
        self.x.check()?;
        self.y.check()?;
        self.z.check()?;
        // y^2 = x^3 + a x z^4 + b z^6
        let zz = ark_ff::Field::square(&self.z);
        let z4 = ark_ff::Field::square(&zz);
        let right = (ark_ff::Field::square(&self.x) + C::COEFF_A * z4) * self.x + C::COEFF_B * zz * z4;
        on_curve(self.z.is_zero() || ark_ff::Field::square(&self.y) == right)
    }
}

// SAFETY: x, y, t and z without padding.
unsafe impl<C: TECurveConfig<BaseField: Raw>> Raw for te::Projective<C> {
    const LAYOUT: () = {
        let () = C::BaseField::LAYOUT;
        let size = size_of::<C::BaseField>();
        assert!(size_of::<Self>() == 4 * size);
        assert!(offset_of!(Self, x) == 0 && offset_of!(Self, y) == size && offset_of!(Self, t) == 2 * size);
    };

    fn check(&self) -> Result<(), Invalid> {
        let Self { x, y, t, z } = self;
        x.check()?;
        y.check()?;
        t.check()?;
        z.check()?;
        // a x^2 + y^2 = z^2 + d t^2 and x y = t z
        let square = |v: &C::BaseField| ark_ff::Field::square(v);
        let equation = C::COEFF_A * square(x) + square(y) == square(z) + C::COEFF_D * square(t);
        on_curve(!z.is_zero() && equation && *x * y == *t * z)
    }
}
