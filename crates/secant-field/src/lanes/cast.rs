//! Casts slices of a generic type to slices of field elements, if the types are the same.
#![allow(unsafe_code, reason = "one cast between types that are proved to be the same")]

use ark_ff::{Fp, FpConfig};
use core::any::TypeId;

/// `values` as elements of the field, if `T` is their type.
///
/// Traits of arkworks have methods that are generic over the elements (`EvaluationDomain::fft_in_place`), without
/// bounds by which safe code could tell that these are elements of a field.
pub fn cast<T, C: FpConfig<N>, const N: usize>(values: &mut [T]) -> Option<&mut [Fp<C, N>]> {
    if typeid::of::<T>() != TypeId::of::<Fp<C, N>>() {
        return None;
    }
    // SAFETY: the types are the same but for lifetimes in them, and `Fp<C, N>` has none, since `C` is `'static`. The
    // result borrows `values` for as long as it lives.
    Some(unsafe { &mut *(core::ptr::from_mut(values) as *mut [Fp<C, N>]) })
}
