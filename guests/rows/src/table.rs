//! The operations that are timed, of the curves of `secant_curve::for_each_curve!`.

use crate::{Family, Operation, groth16_verification, gt_multi_exp, msm, mul_affine, mul_projective, pairing};

/// Calls `$callback! { (name, function, Type), ... }` with all operations of the family `$family`.
///
/// The name of an operation consists of the curve's name, an underscore, the kind of operation, and the group's suffix,
/// as in `bls12_381_msm_g1`. The function is one of this crate, generic over the type.
#[macro_export]
macro_rules! for_each_operation {
    ($callback:ident, $family:ty) => {
        $crate::secant_curve::for_each_curve! { $crate::operations_of_curves, ($callback, $family) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! operations_of_curves {
    (($callback:ident, $family:ty)
     $($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {
        $callback! {$(
            $(
                (concat!(stringify!($curve), "_groth16_verification"), groth16_verification, <$family as $crate::Family>::$pairing),
                (concat!(stringify!($curve), "_pairing"), pairing, <$family as $crate::Family>::$pairing),
                (concat!(stringify!($curve), "_gt_multi_exp"), gt_multi_exp, <$family as $crate::Family>::$pairing),
            )?
            $(
                (concat!(stringify!($curve), "_msm", $suffix), msm, <$family as $crate::Family>::$group),
                (concat!(stringify!($curve), "_mul_projective", $suffix), mul_projective, <$family as $crate::Family>::$group),
                (concat!(stringify!($curve), "_mul_affine", $suffix), mul_affine, <$family as $crate::Family>::$group),
            )*
        )*}
    };
}

macro_rules! list {
    ($(($name:expr, $function:ident, $type:ty),)*) => { [$(($name, $function::<$type> as Operation)),*] };
}

/// The operation with a name, over the curves of a family.
pub fn operation<F: Family>(name: &str) -> Option<Operation> {
    let all = for_each_operation!(list, F);
    all.into_iter()
        .find(|(n, _)| *n == name)
        .map(|(_, operation)| operation)
}
