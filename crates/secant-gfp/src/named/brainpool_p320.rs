//! brainpoolP320r1 and its twist brainpoolP320t1, which is isomorphic to it and has `a = -3`, over a field of 320 bits.
//!
//! Parameters: RFC 5639, section 3.5.

use super::{NamedCurve, Table, isomorphism, odd_multiples};
use crate::{AnyA, Isomorphism, MinusThreeA};
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 5>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<5> for FqParams {
    const MODULUS: BigInt<5> =
        BigInt!("0xd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27");
    const GENERATOR: i64 = 5;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 5>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<5> for FrParams {
    const MODULUS: BigInt<5> =
        BigInt!("0xd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311");
    const GENERATOR: i64 = 3;
}

/// brainpoolP320t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP320t1;

impl NamedCurve for BrainpoolP320t1 {
    const NAME: &'static str = "brainpoolP320t1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.10";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0xa7f561e038eb1ed560b3d147db782013064c19f27ed27c6780aaf77fb8a547ceb5b4fef422340353"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x925be9fb01afc6fb4d3e7d4990010f813408ab106c4f09cb7ee07868cc136fff3357f624a21bed52"
        )),
        integer(BigInt!(
            "0x63ba3a7a27483ebf6671dbef7abb30ebee084e58a0b077ad42a5a0989d1ee71b1b9bc0455fb0d2c3"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&BrainpoolP320t1::A, &BrainpoolP320t1::GENERATOR);
        &TABLE
    }
}

/// brainpoolP320r1. Multiplications are computed on brainpoolP320t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP320r1;

impl NamedCurve for BrainpoolP320r1 {
    const NAME: &'static str = "brainpoolP320r1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.9";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = integer(BigInt!(
        "0x3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4"
    ));
    const B: &'static Fq = &integer(BigInt!(
        "0x520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611"
        )),
        integer(BigInt!(
            "0x14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1"
        )),
    );
    type Form = AnyA<Fq>;
    const FORM: &'static AnyA<Fq> = &AnyA(Self::A);

    fn odd_multiples() -> &'static Table<Fq> {
        BrainpoolP320t1::odd_multiples()
    }

    fn isomorphism() -> Option<&'static Isomorphism<Fq>> {
        static MAP: Isomorphism<Fq> = isomorphism(&BrainpoolP320r1::GENERATOR, &BrainpoolP320t1::GENERATOR);
        Some(&MAP)
    }
}
