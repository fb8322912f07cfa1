//! brainpoolP256r1 and its twist brainpoolP256t1, which is isomorphic to it and has `a = -3`, over a field of 256 bits.
//!
//! Parameters: RFC 5639, section 3.4.

prime_field! {
    /// The base field.
    Fq, FqParams, 4, "0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377", non_residue 11
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 4, "0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7", non_residue 3
}

named_curve! {
    /// brainpoolP256t1.
    BrainpoolP256t1, "brainpoolP256t1", [], "1.3.36.3.3.2.8.1.1.8", 4, FqParams, FrParams,
    a: minus_three,
    b: "0x662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04",
    generator: ("0xa3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4", "0x2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be"),
    batches: on_lanes
}

named_curve! {
    /// brainpoolP256r1. Multiplications are computed on brainpoolP256t1.
    BrainpoolP256r1, "brainpoolP256r1", [], "1.3.36.3.3.2.8.1.1.7", 4, FqParams, FrParams,
    a: "0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
    b: "0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
    generator: ("0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262", "0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997"),
    isomorphic_to: BrainpoolP256t1,
    batches: on_lanes
}
