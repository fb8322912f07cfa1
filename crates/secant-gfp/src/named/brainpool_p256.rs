//! brainpoolP256r1 and its twist brainpoolP256t1, which is isomorphic to it and has `a = -3`, over a field of 256 bits.
//!
//! Parameters: RFC 5639, section 3.4.

use super::{NamedCurve, Table, isomorphism, odd_multiples};
use crate::{AnyA, Isomorphism, MinusThreeA};
#[cfg(feature = "lanes")]
use crate::{
    Jacobian,
    curve::Term,
    lanes::{self, Config, Generator},
};
#[cfg(feature = "lanes")]
use alloc::vec::Vec;
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> = BigInt!("0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377");
    const GENERATOR: i64 = 11;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7");
    const GENERATOR: i64 = 3;
}

/// brainpoolP256t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP256t1;

impl NamedCurve for BrainpoolP256t1 {
    const NAME: &'static str = "brainpoolP256t1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.8";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0x662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0xa3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4"
        )),
        integer(BigInt!(
            "0x2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&BrainpoolP256t1::A, &BrainpoolP256t1::GENERATOR);
        &TABLE
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        static GENERATOR: Generator<Config<BrainpoolP256t1>> = Generator::new();
        GENERATOR.double_mul_each(terms)
    }
}

/// brainpoolP256r1. Multiplications are computed on brainpoolP256t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP256r1;

impl NamedCurve for BrainpoolP256r1 {
    const NAME: &'static str = "brainpoolP256r1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.7";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = integer(BigInt!(
        "0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9"
    ));
    const B: &'static Fq = &integer(BigInt!(
        "0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262"
        )),
        integer(BigInt!(
            "0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997"
        )),
    );
    type Form = AnyA<Fq>;
    const FORM: &'static AnyA<Fq> = &AnyA(Self::A);

    fn odd_multiples() -> &'static Table<Fq> {
        BrainpoolP256t1::odd_multiples()
    }

    fn isomorphism() -> Option<&'static Isomorphism<Fq>> {
        static MAP: Isomorphism<Fq> = isomorphism(&BrainpoolP256r1::GENERATOR, &BrainpoolP256t1::GENERATOR);
        Some(&MAP)
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        lanes::through_isomorphism(&BrainpoolP256r1, &BrainpoolP256t1, terms)
    }
}
