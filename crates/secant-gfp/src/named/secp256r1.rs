//! secp256r1 (P-256): `y^2 = x^3 - 3 x + b` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.2, and FIPS 186-4, appendix D.1.2.3.

use super::{NamedCurve, Table, odd_multiples};
use crate::MinusThreeA;
#[cfg(feature = "lanes")]
use crate::{Jacobian, curve::Term, lanes::Generator};
#[cfg(feature = "lanes")]
use alloc::vec::Vec;
#[cfg(feature = "lanes")]
use secant_curve::secp256r1::Config;
use secant_curve::{parameters::SwParams, secp256r1::Parameters};

pub use secant_curve::secp256r1::{Fq, FqParams, Fr, FrParams};

/// secp256r1, which NIST calls P-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secp256r1;

impl NamedCurve for Secp256r1 {
    const NAME: &'static str = "secp256r1";
    const ALIASES: &'static [&'static str] = &["P-256", "prime256v1"];
    const OID: &'static str = "1.2.840.10045.3.1.7";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = Parameters::A;
    const B: &'static Fq = &Parameters::B;
    const GENERATOR: (Fq, Fq) = Parameters::GENERATOR;
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&Secp256r1::A, &Secp256r1::GENERATOR);
        &TABLE
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        static GENERATOR: Generator<Config> = Generator::new();
        GENERATOR.double_mul_each(terms)
    }
}
