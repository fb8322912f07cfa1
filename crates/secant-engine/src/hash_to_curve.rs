//! The simplified Shallue-van de Woestijne-Ulas map to short Weierstrass curves (RFC 9380, section 6.6): the part of
//! hashing to a curve that starts from field elements.
//!
//! [`map`] takes the elements of one message, and [`map_many`] those of many messages, in eight lanes where the CPU has
//! them. The straight-line program, the square roots and the isogeny are written once, for one element and for several.

mod clear;
mod eight;
pub(crate) mod element;
mod field;
mod isogeny;
mod jacobian;
pub(crate) mod power;
mod straight_line;

pub use crate::hash_to_curve::clear::{Cofactor, Psi};
pub use crate::hash_to_curve::field::MapField;
pub use crate::hash_to_curve::isogeny::Isogeny;

use crate::{
    hash_to_curve::{element::Single, jacobian::Jacobian},
    threads,
};
use alloc::vec::Vec;
use ark_ec::{
    CurveGroup,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{Field, Zero};

/// From this many messages on, lanes beat single elements (measured by `peers/examples/hash.rs`).
const LANES_FROM: usize = 2;

/// Messages in a task.
const BLOCK: usize = 64;

/// A curve with a simplified SWU map.
///
/// The map goes to a curve `E': y^2 = x^3 + A x + B` with `A B != 0`, and [`Self::ISOGENY`] goes from there to this
/// curve. Without an isogeny, `E'` is this curve. The curve has no point of order two.
pub trait SswuParams: SWCurveConfig<BaseField: MapField> {
    /// `A` of `E'`.
    const A: Self::BaseField = Self::COEFF_A;
    /// `B` of `E'`.
    const B: Self::BaseField = Self::COEFF_B;
    /// The non-square `Z`.
    const Z: Self::BaseField;
    /// `sqrt(-N(Z))`, either root, where `N` is the norm to the prime field. `-N(Z)` is a square since `p = 3 mod 4`.
    const ROOT: <Self::BaseField as MapField>::Prime;
    /// The isogeny from `E'`.
    const ISOGENY: Option<Isogeny<'static, Self::BaseField>> = None;
    /// How a point of the curve becomes one of the prime-order subgroup.
    const CLEARING: Cofactor<Self::BaseField> = Cofactor::One;
}

/// The image of the elements `u`: the sum of their images, with the cofactor cleared.
pub fn map<C: SswuParams, const N: usize>(u: &[C::BaseField; N]) -> Projective<C> {
    // Two elements side by side cost little more than one (measured by `peers/examples/hash.rs`: this saves 6.5 us of
    // 13.5 us for P-256, and 10 us of 50 us for G1 of BLS12-381).
    let on_lanes = if const { N > 1 } {
        eight::images::<C, N>(u)
    } else {
        None
    };
    let images = on_lanes.unwrap_or_else(|| {
        let constants = straight_line::Constants::<Single<C::BaseField>>::new::<C>(&Single(C::BaseField::ONE));
        u.map(|u| Jacobian::from(constants.map(&Single(u))))
    });
    clear::clear(&sum(&images))
}

/// The sum on the curve of points of `E'`.
fn sum<C: SswuParams>(points: &[Jacobian<Single<C::BaseField>>]) -> Projective<C> {
    let isogeny = C::ISOGENY.map(|isogeny| isogeny.with(&Single(C::BaseField::ONE)));
    let image = |p: &Jacobian<_>| {
        let p = isogeny.as_ref().map_or(*p, |isogeny| isogeny.apply(p));
        Projective::<C>::new_unchecked(p.x.0, p.y.0, p.z.0)
    };
    // Add on E', to apply the isogeny once. If an addition fails there, add after the isogeny, where additions are
    // complete.
    match points.iter().copied().reduce(|p, q| p.add(&q)) {
        Some(sum) if !sum.z.0.is_zero() => image(&sum),
        _ => points.iter().map(image).sum(),
    }
}

/// The affine images of many: `map(&u(0)), ... map(&u(count - 1))`, on the lanes of this CPU if it has them.
pub fn map_many<C: SswuParams, const N: usize>(
    count: usize,
    u: impl Fn(usize) -> [C::BaseField; N] + Sync,
) -> Vec<Affine<C>> {
    let mut images = alloc::vec![Affine::<C>::identity(); count];
    threads::for_each_chunk(&mut images, BLOCK, |block, images| {
        let from = BLOCK * block;
        let u: Vec<_> = (from..from + images.len()).map(&u).collect();
        let projective = if u.len() < LANES_FROM {
            None
        } else {
            eight::map_many(&u)
        };
        let projective: Vec<_> = projective.unwrap_or_else(|| u.iter().map(map).collect());
        images.copy_from_slice(&Projective::normalize_batch(&projective));
    });
    images
}
