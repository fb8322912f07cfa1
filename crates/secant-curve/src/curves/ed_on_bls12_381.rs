//! Jubjub: `-x^2 + y^2 = 1 + d x^2 y^2` over the scalar field of BLS12-381, and its short Weierstrass form.
//!
//! Parameters: Zcash protocol specification, section 5.4.9.3.

use ark_ff::{BigInt, Field};

pub use super::bls12_381::{Fr as Fq, FrParams as FqParams};

prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "6554484396890773809930967563523245729705921265872317281365359162392183254199",
    generator 6
}

const fn fq(x: BigInt<4>) -> Fq {
    secant_field::Mont::<FqParams, 4>::from_int(x)
}

config_struct! {
    /// Both forms of Jubjub. The addition law of the twisted Edwards form is complete.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[8]);
twisted_edwards! {
    Config = EdOnBls12_381Te,
    a: Fq::NEG_ONE,
    d: fq(BigInt!("19257038036680949359750312669786877991949435402254120286184196891950884077233")),
    generator: (
        fq(BigInt!("8076246640662884909881801758704306714034609987455869804520522091855516602923")),
        fq(BigInt!("13262374693698910701929044844600465831413122818447359594527400194675274060458"))
    ),
    montgomery: (
        fq(BigInt!("40962")),
        secant_field::Mont::<FqParams, 4>::from_i64(-40964)
    ),
    mul_by_a: |x: Fq| -x
}
short_weierstrass! {
    Config = EdOnBls12_381Sw,
    a: fq(BigInt!("52296097456646850916096512823759002727550416093741407922227928430486925478210")),
    b: fq(BigInt!("48351165704696163914533707656614864561753505123260775585269522553028192119009")),
    generator: (
        fq(BigInt!("33835869156188682335217394949746694649676633840125476177319971163079011318731")),
        fq(BigInt!("43777270878440091394432848052353307184915192688165709016756678962558652055320"))
    )
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = crate::Plain> = ark_ec::twisted_edwards::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = crate::Plain> = ark_ec::twisted_edwards::Projective<Config<H>>;
/// A point of the short Weierstrass form in affine coordinates.
pub type SWAffine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point of the short Weierstrass form in Jacobian coordinates.
pub type SWProjective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
