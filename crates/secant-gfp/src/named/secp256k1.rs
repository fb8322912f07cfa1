//! secp256k1: `y^2 = x^3 + 7` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.1.

prime_field! {
    /// The base field.
    Fq, FqParams, 4, "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f", non_residue 3
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 4, "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", non_residue 7
}

named_curve! {
    /// secp256k1.
    Secp256k1, "secp256k1", ["P-256K", "k256"], "1.3.132.0.10", 4, FqParams, FrParams,
    a: zero,
    b: "0x7",
    generator: ("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    endomorphism: (
        "0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee",
        // The lattice's short basis: (a1, b1) with a negative b1, (a2, b2) with b2 = a1.
        ("0xe4437ed6010e88286f547fa90abfe4c3", "0x3086d221a7d46bcde86c90e49284eb15")
    ),
    batches: on_lanes
}
