//! secp256k1: `y^2 = x^3 + 7` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.1.

use super::{NamedCurve, Table, images, odd_multiples};
use crate::{Glv, ZeroA};
#[cfg(feature = "lanes")]
use crate::{Jacobian, curve::Term, lanes::Generator};
#[cfg(feature = "lanes")]
use alloc::vec::Vec;
#[cfg(feature = "lanes")]
use secant_curve::secp256k1::Config;
use secant_curve::{parameters::SwParams, secp256k1::Parameters};
use secant_engine::scalars::sw::Endomorphism;

pub use secant_curve::secp256k1::{Fq, FqParams, Fr, FrParams};

/// secp256k1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secp256k1;

impl NamedCurve for Secp256k1 {
    const NAME: &'static str = "secp256k1";
    const ALIASES: &'static [&'static str] = &["P-256K", "k256"];
    const OID: &'static str = "1.3.132.0.10";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = Parameters::A;
    const B: &'static Fq = &Parameters::B;
    const GENERATOR: (Fq, Fq) = Parameters::GENERATOR;
    type Form = ZeroA;
    const FORM: &'static ZeroA = &ZeroA;

    fn odd_multiples() -> &'static Table<Fq> {
        &TABLE
    }

    fn glv() -> Option<&'static Glv<Fq>> {
        static GLV: Glv<Fq> = Glv {
            endomorphism: ENDOMORPHISM,
            generator_table: &IMAGES,
        };
        Some(&GLV)
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        static GENERATOR: Generator<Config> = Generator::new();
        GENERATOR.double_mul_each(terms)
    }
}

static TABLE: Table<Fq> = odd_multiples(&Parameters::A, &Parameters::GENERATOR);
static IMAGES: Table<Fq> = images(TABLE, ENDOMORPHISM.beta());

const ENDOMORPHISM: Endomorphism<Fq> = match Parameters::ENDOMORPHISM {
    Some(endomorphism) => endomorphism,
    None => panic!("the curve has an endomorphism"),
};
