//! secp384r1 (P-384): `y^2 = x^3 - 3 x + b` over a field of 384 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.5.1, and FIPS 186-4, appendix D.1.2.4.

use super::{NamedCurve, Table, odd_multiples};
use crate::MinusThreeA;
#[cfg(feature = "lanes")]
use crate::{
    Jacobian,
    curve::Term,
    lanes::{Config, Generator},
};
#[cfg(feature = "lanes")]
use alloc::vec::Vec;
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 6>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<6> for FqParams {
    const MODULUS: BigInt<6> =
        BigInt!("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff");
    const GENERATOR: i64 = 19;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 6>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<6> for FrParams {
    const MODULUS: BigInt<6> =
        BigInt!("0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973");
    const GENERATOR: i64 = 2;
}

/// secp384r1, which NIST calls P-384.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secp384r1;

impl NamedCurve for Secp384r1 {
    const NAME: &'static str = "secp384r1";
    const ALIASES: &'static [&'static str] = &["P-384"];
    const OID: &'static str = "1.3.132.0.34";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"
        )),
        integer(BigInt!(
            "0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&Secp384r1::A, &Secp384r1::GENERATOR);
        &TABLE
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        static GENERATOR: Generator<Config<Secp384r1>> = Generator::new();
        GENERATOR.double_mul_each(terms)
    }
}
