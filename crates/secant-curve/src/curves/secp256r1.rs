//! secp256r1 (P-256): `y^2 = x^3 - 3 x + b` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.2, and FIPS 186-4, appendix D.1.2.3.

use ark_ff::BigInt;

prime_field! {
    /// The base field.
    Fq, FqParams, fq, 4,
    "115792089210356248762697446949407573530086143415290314195533631308867097853951",
    generator 2
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "115792089210356248762697446949407573529996955224135760342422259061068512044369",
    generator 11
}

config_struct! {
    /// `y^2 = x^3 - 3 x + b`.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[1]);
short_weierstrass! {
    Config = Secp256r1, a: secant_field::Mont::<FqParams, 4>::from_i64(-3), b: fq(BigInt!("41058363725152142129326129780047268409114441015993725554835256314039467401291")),
    generator: (fq(BigInt!("48439561293906451759052585252797914202762949526041747995844080717082404635286")), fq(BigInt!("36134250956749795798585127919587881956611106672985015071877198253568414405109")))
}

/// A point in affine coordinates.
pub type Affine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
