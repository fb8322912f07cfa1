//! Jubjub: `-x^2 + y^2 = 1 + d x^2 y^2` over the scalar field of BLS12-381, and its short Weierstrass form.
//!
//! Parameters: Zcash protocol specification, section 5.4.9.3.

use crate::{
    GroupId, Hosted, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams, TeParams},
};
use ark_ec::{short_weierstrass as sw, twisted_edwards as te};
use ark_ff::{BigInt, Field};
use secant_field::{Prime, PrimeParams, integer, small_integer};

pub use super::bls12_381::{Fr as Fq, FrParams as FqParams};

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("6554484396890773809930967563523245729705921265872317281365359162392183254199");
    const GENERATOR: i64 = 6;
}

/// Both forms of Jubjub. The addition law of the twisted Edwards form is complete.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[8];
}

impl TeParams for Parameters {
    const ID: GroupId = GroupId::EdOnBls12_381Te;
    const A: Fq = Fq::NEG_ONE;
    const D: Fq = integer(BigInt!(
        "19257038036680949359750312669786877991949435402254120286184196891950884077233"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "8076246640662884909881801758704306714034609987455869804520522091855516602923"
        )),
        integer(BigInt!(
            "13262374693698910701929044844600465831413122818447359594527400194675274060458"
        )),
    );
    const MONTGOMERY: (Fq, Fq) = (integer(BigInt!("40962")), small_integer(-40964));
    type Compiled = EdwardsProjective;

    #[inline(always)]
    fn mul_by_a(x: Fq) -> Fq {
        -x
    }
}

impl SwParams for Parameters {
    const ID: GroupId = GroupId::EdOnBls12_381Sw;
    const A: Fq = integer(BigInt!(
        "52296097456646850916096512823759002727550416093741407922227928430486925478210"
    ));
    const B: Fq = integer(BigInt!(
        "48351165704696163914533707656614864561753505123260775585269522553028192119009"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "33835869156188682335217394949746694649676633840125476177319971163079011318731"
        )),
        integer(BigInt!(
            "43777270878440091394432848052353307184915192688165709016756678962558652055320"
        )),
    );
    type Encoding = Arkworks;
    type Compiled = SWProjective;
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = Plain> = te::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = Plain> = te::Projective<Config<H>>;
/// A point of the short Weierstrass form in affine coordinates.
pub type SWAffine<H = Plain> = sw::Affine<Config<H>>;
/// A point of the short Weierstrass form in Jacobian coordinates.
pub type SWProjective<H = Plain> = sw::Projective<Config<H>>;
