//! secp224r1 (P-224): `y^2 = x^3 - 3 x + b` over a field of 224 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.2.2, and FIPS 186-4, appendix D.1.2.2.

use super::{NamedCurve, Table, odd_multiples};
use crate::MinusThreeA;
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> = BigInt!("0xffffffffffffffffffffffffffffffff000000000000000000000001");
    const GENERATOR: i64 = 11;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d");
    const GENERATOR: i64 = 2;
}

/// secp224r1, which NIST calls P-224.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secp224r1;

impl NamedCurve for Secp224r1 {
    const NAME: &'static str = "secp224r1";
    const ALIASES: &'static [&'static str] = &["P-224"];
    const OID: &'static str = "1.3.132.0.33";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!("0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4"));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!("0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21")),
        integer(BigInt!("0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34")),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&Secp224r1::A, &Secp224r1::GENERATOR);
        &TABLE
    }
}
