//! `Fp12` by powers of `w`, the form in which circuits multiply: `w^6 = xi`, with coefficients `z_0` to `z_5` in `Fp2`.
//! In the tower this element is `z_0 + z_2 v + z_4 v^2 + (z_1 + z_3 v + z_5 v^2) w`.

use super::{Fp2Of, Fp6Of, Fp12Of, PairingCurve};
use ark_ff::{Field, PrimeField};
use num_bigint::BigUint;

/// The coefficients of `w^0` to `w^5` in `Fp2`.
pub fn pairs<C: PairingCurve>(z: &Fp12Of<C>) -> [Fp2Of<C>; 6] {
    [z.c0.c0, z.c1.c0, z.c0.c1, z.c1.c1, z.c0.c2, z.c1.c2]
}

/// The element with these coefficients of `w^0` to `w^5` in `Fp2`.
pub fn of_pairs<C: PairingCurve>([z0, z1, z2, z3, z4, z5]: [Fp2Of<C>; 6]) -> Fp12Of<C> {
    Fp12Of::<C>::new(Fp6Of::<C>::new(z0, z2, z4), Fp6Of::<C>::new(z1, z3, z5))
}

/// `gamma_(i, k) = w^(k (p^i - 1)) = xi^(k (p^i - 1) / 6)`, the factor of the Frobenius map. Raising to the power `p^i`
/// turns the coefficient `z_k` into `gamma_(i, k) z_k`, with `z_k` conjugated for odd `i`.
pub fn frobenius_factor<C: PairingCurve>(i: u32, k: u32) -> Fp2Of<C> {
    let modulus: BigUint = C::Fp::MODULUS.into();
    let exponent = (modulus.pow(i) - 1u32) / 6u32 * k;
    let xi = Fp2Of::<C>::new(C::Fp::from(C::XI), C::Fp::ONE);
    xi.pow(exponent.to_u64_digits())
}

/// An element of `Fp2` to the power `p^i`.
pub fn conjugate_pair<C: PairingCurve>(z: Fp2Of<C>, i: u32) -> Fp2Of<C> {
    if i % 2 == 1 { Fp2Of::<C>::new(z.c0, -z.c1) } else { z }
}
