//! brainpoolP320r1 and its twist brainpoolP320t1, which is isomorphic to it and has `a = -3`, over a field of 320 bits.
//!
//! Parameters: RFC 5639, section 3.5.

prime_field! {
    /// The base field.
    Fq, FqParams, 5, "0xd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27", non_residue 5
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 5, "0xd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311", non_residue 3
}

named_curve! {
    /// brainpoolP320t1.
    BrainpoolP320t1, "brainpoolP320t1", [], "1.3.36.3.3.2.8.1.1.10", 5, FqParams, FrParams,
    a: minus_three,
    b: "0xa7f561e038eb1ed560b3d147db782013064c19f27ed27c6780aaf77fb8a547ceb5b4fef422340353",
    generator: ("0x925be9fb01afc6fb4d3e7d4990010f813408ab106c4f09cb7ee07868cc136fff3357f624a21bed52", "0x63ba3a7a27483ebf6671dbef7abb30ebee084e58a0b077ad42a5a0989d1ee71b1b9bc0455fb0d2c3")
}

named_curve! {
    /// brainpoolP320r1. Multiplications are computed on brainpoolP320t1.
    BrainpoolP320r1, "brainpoolP320r1", [], "1.3.36.3.3.2.8.1.1.9", 5, FqParams, FrParams,
    a: "0x3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4",
    b: "0x520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6",
    generator: ("0x43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611", "0x14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1"),
    isomorphic_to: BrainpoolP320t1
}
