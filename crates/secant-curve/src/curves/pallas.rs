//! Pallas: `y^2 = x^3 + 5` over a field of 255 bits. Pallas and Vesta form a cycle of curves.
//!
//! Parameters: <https://github.com/zcash/pasta>.

use crate::{
    GroupId, Hosted, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams},
};
use ark_ec::short_weierstrass as sw;
use ark_ff::{AdditiveGroup, BigInt, Field};
use secant_engine::{Signed, scalars::sw::Endomorphism};
use secant_field::{Prime, PrimeParams, integer};

/// The base field.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> = BigInt!("28948022309329048855892746252171976963363056481941560715954676764349967630337");
    const GENERATOR: i64 = 5;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("28948022309329048855892746252171976963363056481941647379679742748393362948097");
    const GENERATOR: i64 = 5;
}

/// `y^2 = x^3 + 5`.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[1];
}

impl SwParams for Parameters {
    const ID: GroupId = GroupId::Pallas;
    const A: Fq = Fq::ZERO;
    const B: Fq = integer(BigInt!("5"));
    const GENERATOR: (Fq, Fq) = (Fq::NEG_ONE, integer(BigInt!("2")));
    const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
        integer(BigInt!(
            "8503465768106391777493614032514048814691664078728891710322960303815233784505"
        )),
        Signed::positive(BigInt!("0x49e69d1640a899538cb1279300000000")),
        Signed::positive(BigInt!("0x93cd3a2c8198e2690c7c095a00000001")),
    ));
    type Encoding = Arkworks;
    type Compiled = Projective;
}

/// A point in affine coordinates.
pub type Affine<H = Plain> = sw::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = Plain> = sw::Projective<Config<H>>;
