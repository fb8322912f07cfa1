//! Vesta: `y^2 = x^3 + 5` over a field of 255 bits. Vesta and Pallas form a cycle of curves.
//!
//! Parameters: <https://github.com/zcash/pasta>.

use ark_ff::{AdditiveGroup, BigInt, Field};

pub use super::pallas::{Fq as Fr, FqParams as FrParams, Fr as Fq, FrParams as FqParams};

const fn fq(x: BigInt<4>) -> Fq {
    secant_field::Mont::<FqParams, 4>::from_int(x)
}

config_struct! {
    /// `y^2 = x^3 + 5`.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[1]);
short_weierstrass! {
    Config = Vesta, a: Fq::ZERO, b: fq(BigInt!("5")),
    generator: (Fq::NEG_ONE, fq(BigInt!("2"))),
        endomorphism: (
            "2942865608506852014473558576493638302197734138389222805617480874486368177743",
            (- "0x49e69d1640a899538cb1279300000001"),
            (- "0x93cd3a2c8198e2690c7c095a00000001")
        )
}

/// A point in affine coordinates.
pub type Affine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
