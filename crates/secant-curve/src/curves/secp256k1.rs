//! secp256k1: `y^2 = x^3 + 7` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.1.

use crate::{
    GroupId, Hosted, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams},
};
use ark_ec::short_weierstrass as sw;
use ark_ff::{AdditiveGroup, BigInt};
use secant_engine::{Signed, scalars::sw::Endomorphism};
use secant_field::{Prime, PrimeParams, integer};

/// The base field.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> =
        BigInt!("115792089237316195423570985008687907853269984665640564039457584007908834671663");
    const GENERATOR: i64 = 3;
    const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> =
        BigInt!("115792089237316195423570985008687907852837564279074904382605163141518161494337");
    const GENERATOR: i64 = 7;
    const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
}

/// `y^2 = x^3 + 7`.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[1];
}

impl SwParams for Parameters {
    const ID: GroupId = GroupId::Secp256k1;
    const A: Fq = Fq::ZERO;
    const B: Fq = integer(BigInt!("7"));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "55066263022277343669578718895168534326250603453777594175500187360389116729240"
        )),
        integer(BigInt!(
            "32670510020758816978083085130507043184471273380659243275938904335757337482424"
        )),
    );
    const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
        integer(BigInt!(
            "55594575648329892869085402983802832744385952214688224221778511981742606582254"
        )),
        Signed::positive(BigInt!("0x3086d221a7d46bcde86c90e49284eb15")),
        Signed::negative(BigInt!("0xe4437ed6010e88286f547fa90abfe4c3")),
    ));
    type Encoding = Arkworks;
    type Compiled = Projective;
}

/// A point in affine coordinates.
pub type Affine<H = Plain> = sw::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = Plain> = sw::Projective<Config<H>>;
