//! secp256r1 (P-256): `y^2 = x^3 - 3 x + b` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.2, and FIPS 186-4, appendix D.1.2.3.

prime_field! {
    /// The base field.
    Fq, FqParams, 4, "0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff", non_residue 3
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 4, "0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", non_residue 11
}

named_curve! {
    /// secp256r1, which NIST calls P-256.
    Secp256r1, "secp256r1", ["P-256", "prime256v1"], "1.2.840.10045.3.1.7", 4, FqParams, FrParams,
    a: minus_three,
    b: "0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    generator: ("0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296", "0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    batches: on_lanes
}
