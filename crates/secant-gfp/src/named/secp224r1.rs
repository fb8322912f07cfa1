//! secp224r1 (P-224): `y^2 = x^3 - 3 x + b` over a field of 224 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.2.2, and FIPS 186-4, appendix D.1.2.2.

prime_field! {
    /// The base field.
    Fq, FqParams, 4, "0xffffffffffffffffffffffffffffffff000000000000000000000001", non_residue 11
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 4, "0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d", non_residue 2
}

named_curve! {
    /// secp224r1, which NIST calls P-224.
    Secp224r1, "secp224r1", ["P-224"], "1.3.132.0.33", 4, FqParams, FrParams,
    a: minus_three,
    b: "0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
    generator: ("0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21", "0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34")
}
