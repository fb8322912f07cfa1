//! secp521r1 (P-521): `y^2 = x^3 - 3 x + b` over a field of 521 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.6.1, and FIPS 186-4, appendix D.1.2.5.

use super::{NamedCurve, Table, odd_multiples};
use crate::MinusThreeA;
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 9>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<9> for FqParams {
    const MODULUS: BigInt<9> = BigInt!(
        "0x1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    );
    const GENERATOR: i64 = 3;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 9>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<9> for FrParams {
    const MODULUS: BigInt<9> = BigInt!(
        "0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"
    );
    const GENERATOR: i64 = 3;
}

/// secp521r1, which NIST calls P-521.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secp521r1;

impl NamedCurve for Secp521r1 {
    const NAME: &'static str = "secp521r1";
    const ALIASES: &'static [&'static str] = &["P-521"];
    const OID: &'static str = "1.3.132.0.35";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"
        )),
        integer(BigInt!(
            "0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&Secp521r1::A, &Secp521r1::GENERATOR);
        &TABLE
    }
}
