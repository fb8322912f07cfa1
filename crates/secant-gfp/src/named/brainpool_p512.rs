//! brainpoolP512r1 and its twist brainpoolP512t1, which is isomorphic to it and has `a = -3`, over a field of 512 bits.
//!
//! Parameters: RFC 5639, section 3.7.

use super::{NamedCurve, Table, isomorphism, odd_multiples};
use crate::{AnyA, Isomorphism, MinusThreeA};
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 8>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<8> for FqParams {
    const MODULUS: BigInt<8> = BigInt!(
        "0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3"
    );
    const GENERATOR: i64 = 2;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 8>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<8> for FrParams {
    const MODULUS: BigInt<8> = BigInt!(
        "0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069"
    );
    const GENERATOR: i64 = 7;
}

/// brainpoolP512t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP512t1;

impl NamedCurve for BrainpoolP512t1 {
    const NAME: &'static str = "brainpoolP512t1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.14";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0x7cbbbcf9441cfab76e1890e46884eae321f70c0bcb4981527897504bec3e36a62bcdfa2304976540f6450085f2dae145c22553b465763689180ea2571867423e"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x640ece5c12788717b9c1ba06cbc2a6feba85842458c56dde9db1758d39c0313d82ba51735cdb3ea499aa77a7d6943a64f7a3f25fe26f06b51baa2696fa9035da"
        )),
        integer(BigInt!(
            "0x5b534bd595f5af0fa2c892376c84ace1bb4e3019b71634c01131159cae03cee9d9932184beef216bd71df2dadf86a627306ecff96dbb8bace198b61e00f8b332"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&BrainpoolP512t1::A, &BrainpoolP512t1::GENERATOR);
        &TABLE
    }
}

/// brainpoolP512r1. Multiplications are computed on brainpoolP512t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP512r1;

impl NamedCurve for BrainpoolP512r1 {
    const NAME: &'static str = "brainpoolP512r1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.13";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = integer(BigInt!(
        "0x7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca"
    ));
    const B: &'static Fq = &integer(BigInt!(
        "0x3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822"
        )),
        integer(BigInt!(
            "0x7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892"
        )),
    );
    type Form = AnyA<Fq>;
    const FORM: &'static AnyA<Fq> = &AnyA(Self::A);

    fn odd_multiples() -> &'static Table<Fq> {
        BrainpoolP512t1::odd_multiples()
    }

    fn isomorphism() -> Option<&'static Isomorphism<Fq>> {
        static MAP: Isomorphism<Fq> = isomorphism(&BrainpoolP512r1::GENERATOR, &BrainpoolP512t1::GENERATOR);
        Some(&MAP)
    }
}
