//! Pallas: `y^2 = x^3 + 5` over a field of 255 bits. Pallas and Vesta form a cycle of curves.
//!
//! Parameters: <https://github.com/zcash/pasta>.

use ark_ff::{AdditiveGroup, BigInt, Field};

prime_field! {
    /// The base field.
    Fq, FqParams, fq, 4,
    "28948022309329048855892746252171976963363056481941560715954676764349967630337",
    generator 5
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "28948022309329048855892746252171976963363056481941647379679742748393362948097",
    generator 5
}

config_struct! {
    /// `y^2 = x^3 + 5`.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[1]);
short_weierstrass! {
    Config = Pallas, a: Fq::ZERO, b: fq(BigInt!("5")),
    generator: (Fq::NEG_ONE, fq(BigInt!("2"))),
        endomorphism: (
            "8503465768106391777493614032514048814691664078728891710322960303815233784505",
            (+ "0x49e69d1640a899538cb1279300000000"),
            (+ "0x93cd3a2c8198e2690c7c095a00000001")
        )
}

/// A point in affine coordinates.
pub type Affine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
