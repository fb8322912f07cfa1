//! Vesta: `y^2 = x^3 + 5` over a field of 255 bits. Vesta and Pallas form a cycle of curves.
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
use secant_field::integer;

pub use super::pallas::{Fq as Fr, FqParams as FrParams, Fr as Fq, FrParams as FqParams};

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
    const ID: GroupId = GroupId::Vesta;
    const A: Fq = Fq::ZERO;
    const B: Fq = integer(BigInt!("5"));
    const GENERATOR: (Fq, Fq) = (Fq::NEG_ONE, integer(BigInt!("2")));
    const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
        integer(BigInt!(
            "2942865608506852014473558576493638302197734138389222805617480874486368177743"
        )),
        Signed::negative(BigInt!("0x49e69d1640a899538cb1279300000001")),
        Signed::negative(BigInt!("0x93cd3a2c8198e2690c7c095a00000001")),
    ));
    type Encoding = Arkworks;
    type Compiled = Projective;
}

/// A point in affine coordinates.
pub type Affine<H = Plain> = sw::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = Plain> = sw::Projective<Config<H>>;
