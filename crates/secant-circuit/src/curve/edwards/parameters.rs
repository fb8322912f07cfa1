//! The parameters of twisted Edwards curves.

use super::super::Coordinates;
use ark_ec::twisted_edwards::TECurveConfig;
use ark_ff::PrimeField;
use num_bigint::BigUint;
use num_traits::CheckedDiv;
use rand::RngCore;
use secant_curve::{ed_on_bls12_381, ed_on_bls12_381_bandersnatch};

/// A curve's parameters: everything else is derived from them.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The modulus of the field.
    pub modulus: BigUint,
    /// The coefficient `a`.
    pub a: BigUint,
    /// The coefficient `d`.
    pub d: BigUint,
    /// The order of the generator, a prime.
    pub order: BigUint,
    /// The generator.
    pub generator: Coordinates,
}

impl Parameters {
    /// The parameters of a curve that arkworks' traits describe.
    pub fn of<C: TECurveConfig<BaseField: PrimeField>>() -> Self {
        let integer = |x: C::BaseField| -> BigUint { x.into_bigint().into() };
        Self {
            modulus: C::BaseField::MODULUS.into(),
            a: integer(C::COEFF_A),
            d: integer(C::COEFF_D),
            order: C::ScalarField::MODULUS.into(),
            generator: (integer(C::GENERATOR.x), integer(C::GENERATOR.y)),
        }
    }

    /// Parameters of Jubjub: Zcash protocol specification, section 5.4.9.3, with arkworks' generator.
    pub fn jubjub() -> Self {
        Self::of::<ed_on_bls12_381::Config>()
    }

    /// Parameters of Bandersnatch: Masson, Sanso and Zhang, <https://eprint.iacr.org/2021/1152>.
    pub fn bandersnatch() -> Self {
        Self::of::<ed_on_bls12_381_bandersnatch::Config>()
    }

    /// The number of points, including those at infinity, divided by the order. Hasse's bound leaves only one such
    /// number if the order is above `4 sqrt(p)`.
    pub(super) fn cofactor(&self) -> BigUint {
        let most = &self.modulus + self.modulus.sqrt() * 2u32 + 3u32;
        most.checked_div(&self.order).unwrap_or_default()
    }

    /// A random integer from 1 to the order minus one.
    pub fn random_scalar(&self, rng: &mut impl RngCore) -> BigUint {
        super::super::arithmetic::random_scalar(&self.order, rng)
    }
}
