//! secp256k1: `y^2 = x^3 + 7` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.1.

use ark_ff::{AdditiveGroup, BigInt};

prime_field! {
    /// The base field.
    Fq, FqParams, fq, 4,
    "115792089237316195423570985008687907853269984665640564039457584007908834671663",
    generator 3, small_subgroup (3, 1)
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "115792089237316195423570985008687907852837564279074904382605163141518161494337",
    generator 7, small_subgroup (3, 1)
}

config_struct! {
    /// `y^2 = x^3 + 7`.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[1]);
short_weierstrass! {
    Config = Secp256k1, a: Fq::ZERO, b: fq(BigInt!("7")),
    generator: (fq(BigInt!("55066263022277343669578718895168534326250603453777594175500187360389116729240")), fq(BigInt!("32670510020758816978083085130507043184471273380659243275938904335757337482424"))),
        endomorphism: (
            "55594575648329892869085402983802832744385952214688224221778511981742606582254",
            (+ "0x3086d221a7d46bcde86c90e49284eb15"),
            (- "0xe4437ed6010e88286f547fa90abfe4c3")
        )
}

/// A point in affine coordinates.
pub type Affine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
