//! brainpoolP384r1 and its twist brainpoolP384t1, which is isomorphic to it and has `a = -3`, over a field of 384 bits.
//!
//! Parameters: RFC 5639, section 3.6.

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
pub type Fq = Prime<FqParams, 6>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<6> for FqParams {
    const MODULUS: BigInt<6> =
        BigInt!("0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53");
    const GENERATOR: i64 = 2;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 6>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<6> for FrParams {
    const MODULUS: BigInt<6> =
        BigInt!("0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565");
    const GENERATOR: i64 = 2;
}

/// brainpoolP384t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP384t1;

impl NamedCurve for BrainpoolP384t1 {
    const NAME: &'static str = "brainpoolP384t1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.12";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = small_integer(-3);
    const B: &'static Fq = &integer(BigInt!(
        "0x7f519eada7bda81bd826dba647910f8c4b9346ed8ccdc64e4b1abd11756dce1d2074aa263b88805ced70355a33b471ee"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x18de98b02db9a306f2afcd7235f72a819b80ab12ebd653172476fecd462aabffc4ff191b946a5f54d8d0aa2f418808cc"
        )),
        integer(BigInt!(
            "0x25ab056962d30651a114afd2755ad336747f93475b7a1fca3b88f2b6a208ccfe469408584dc2b2912675bf5b9e582928"
        )),
    );
    type Form = MinusThreeA;
    const FORM: &'static MinusThreeA = &MinusThreeA;

    fn odd_multiples() -> &'static Table<Fq> {
        static TABLE: Table<Fq> = odd_multiples(&BrainpoolP384t1::A, &BrainpoolP384t1::GENERATOR);
        &TABLE
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        static GENERATOR: Generator<Config<BrainpoolP384t1>> = Generator::new();
        GENERATOR.double_mul_each(terms)
    }
}

/// brainpoolP384r1. Multiplications are computed on brainpoolP384t1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrainpoolP384r1;

impl NamedCurve for BrainpoolP384r1 {
    const NAME: &'static str = "brainpoolP384r1";
    const ALIASES: &'static [&'static str] = &[];
    const OID: &'static str = "1.3.36.3.3.2.8.1.1.11";
    type BaseField = Fq;
    type ScalarField = Fr;
    const A: Fq = integer(BigInt!(
        "0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826"
    ));
    const B: &'static Fq = &integer(BigInt!(
        "0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e"
        )),
        integer(BigInt!(
            "0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315"
        )),
    );
    type Form = AnyA<Fq>;
    const FORM: &'static AnyA<Fq> = &AnyA(Self::A);

    fn odd_multiples() -> &'static Table<Fq> {
        BrainpoolP384t1::odd_multiples()
    }

    fn isomorphism() -> Option<&'static Isomorphism<Fq>> {
        static MAP: Isomorphism<Fq> = isomorphism(&BrainpoolP384r1::GENERATOR, &BrainpoolP384t1::GENERATOR);
        Some(&MAP)
    }

    #[cfg(feature = "lanes")]
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        lanes::through_isomorphism(&BrainpoolP384r1, &BrainpoolP384t1, terms)
    }
}
