//! `Fp12` as `Fp[w] / (w^12 - 2 a w^6 + a^2 + 1)`, the basis in which circuits multiply.
//!
//! `w^6 = xi = a + u` and `u^2 = -1`, so that `u = w^6 - a`, and `(w^6 - a)^2 = -1` is the modulus. With coefficients
//! `z_k` in `Fp2` of `w^k` for `k` from 0 to 5 (the tower has them as
//! `z_0 + z_2 v + z_4 v^2 + (z_1 + z_3 v + z_5 v^2) w`), and `z_k = c + d u`, the flat coefficient of `w^k` is
//! `c - a d`, that of `w^(k + 6)` is `d`.

use super::{Fp2Of, Fp6Of, Fp12Of, PairingCurve, integer};
use ark_ff::{AdditiveGroup, Field, PrimeField};
use num_bigint::BigUint;

/// The coefficients of `w^0` to `w^5` in `Fp2`.
pub fn pairs<C: PairingCurve>(z: &Fp12Of<C>) -> [Fp2Of<C>; 6] {
    [z.c0.c0, z.c1.c0, z.c0.c1, z.c1.c1, z.c0.c2, z.c1.c2]
}

/// The element with these coefficients of `w^0` to `w^5` in `Fp2`.
pub fn of_pairs<C: PairingCurve>([z0, z1, z2, z3, z4, z5]: [Fp2Of<C>; 6]) -> Fp12Of<C> {
    Fp12Of::<C>::new(Fp6Of::<C>::new(z0, z2, z4), Fp6Of::<C>::new(z1, z3, z5))
}

/// The flat coefficients, of `w^0` to `w^11`.
pub fn coefficients<C: PairingCurve>(z: &Fp12Of<C>) -> [C::Fp; 12] {
    let a = C::Fp::from(C::XI);
    let mut flat = [C::Fp::ZERO; 12];
    for (k, z) in pairs::<C>(z).into_iter().enumerate() {
        flat[k] = z.c0 - a * z.c1;
        flat[k + 6] = z.c1;
    }
    flat
}

/// The element with these flat coefficients.
pub fn of_coefficients<C: PairingCurve>(flat: &[C::Fp; 12]) -> Fp12Of<C> {
    let a = C::Fp::from(C::XI);
    of_pairs::<C>(core::array::from_fn(|k| {
        Fp2Of::<C>::new(flat[k] + a * flat[k + 6], flat[k + 6])
    }))
}

/// [`coefficients`] as integers below `p`.
pub fn to_integers<C: PairingCurve>(z: &Fp12Of<C>) -> [BigUint; 12] {
    coefficients::<C>(z).map(integer)
}

/// The element whose flat coefficients are these integers; `None` if one of them is not below `p`.
pub fn from_integers<C: PairingCurve>(flat: &[BigUint; 12]) -> Option<Fp12Of<C>> {
    let modulus: BigUint = C::Fp::MODULUS.into();
    let canonical = flat.iter().all(|x| *x < modulus);
    canonical.then(|| of_coefficients::<C>(&flat.each_ref().map(|x| C::Fp::from(x.clone()))))
}

/// `gamma_(i, k) = w^(k (p^i - 1)) = xi^(k (p^i - 1) / 6)`, which makes the Frobenius map: to the power of `p^i` the
/// coefficient `z_k` becomes `gamma_(i, k) z_k`, with `z_k` conjugated for odd `i`.
pub fn frobenius_factor<C: PairingCurve>(i: u32, k: u32) -> Fp2Of<C> {
    let modulus: BigUint = C::Fp::MODULUS.into();
    let exponent = (modulus.pow(i) - 1u32) / 6u32 * k;
    let xi = Fp2Of::<C>::new(C::Fp::from(C::XI), C::Fp::ONE);
    xi.pow(exponent.to_u64_digits())
}

/// The element of `Fp2` to the power of `p^i`.
pub fn conjugate_pair<C: PairingCurve>(z: Fp2Of<C>, i: u32) -> Fp2Of<C> {
    if i % 2 == 1 { Fp2Of::<C>::new(z.c0, -z.c1) } else { z }
}

/// The power of `p^i`, by its pairs.
pub fn frobenius<C: PairingCurve>(z: &Fp12Of<C>, i: u32) -> Fp12Of<C> {
    let mut k = 0;
    of_pairs::<C>(pairs::<C>(z).map(|z| {
        k += 1;
        conjugate_pair::<C>(z, i) * frobenius_factor::<C>(i, k - 1)
    }))
}
