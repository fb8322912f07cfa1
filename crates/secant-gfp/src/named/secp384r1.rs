//! secp384r1 (P-384): `y^2 = x^3 - 3 x + b` over a field of 384 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.5.1, and FIPS 186-4, appendix D.1.2.4.

prime_field! {
    /// The base field.
    Fq, FqParams, 6, "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff", non_residue 19
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 6, "0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973", non_residue 2
}

named_curve! {
    /// secp384r1, which NIST calls P-384.
    Secp384r1, "secp384r1", ["P-384"], "1.3.132.0.34", 6, FqParams, FrParams,
    a: minus_three,
    b: "0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
    generator: ("0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7", "0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"),
    batches: on_lanes
}
