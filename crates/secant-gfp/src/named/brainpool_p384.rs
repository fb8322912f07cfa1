//! brainpoolP384r1 and its twist brainpoolP384t1, which is isomorphic to it and has `a = -3`, over a field of 384 bits.
//!
//! Parameters: RFC 5639, section 3.6.

prime_field! {
    /// The base field.
    Fq, FqParams, 6, "0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53", non_residue 2
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, 6, "0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565", non_residue 2
}

named_curve! {
    /// brainpoolP384t1.
    BrainpoolP384t1, "brainpoolP384t1", [], "1.3.36.3.3.2.8.1.1.12", 6, FqParams, FrParams,
    a: minus_three,
    b: "0x7f519eada7bda81bd826dba647910f8c4b9346ed8ccdc64e4b1abd11756dce1d2074aa263b88805ced70355a33b471ee",
    generator: ("0x18de98b02db9a306f2afcd7235f72a819b80ab12ebd653172476fecd462aabffc4ff191b946a5f54d8d0aa2f418808cc", "0x25ab056962d30651a114afd2755ad336747f93475b7a1fca3b88f2b6a208ccfe469408584dc2b2912675bf5b9e582928"),
    batches: on_lanes
}

named_curve! {
    /// brainpoolP384r1. Multiplications are computed on brainpoolP384t1.
    BrainpoolP384r1, "brainpoolP384r1", [], "1.3.36.3.3.2.8.1.1.11", 6, FqParams, FrParams,
    a: "0x7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826",
    b: "0x4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11",
    generator: ("0x1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e", "0x8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315"),
    isomorphic_to: BrainpoolP384t1,
    batches: on_lanes
}
