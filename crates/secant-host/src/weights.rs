/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bn254G1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Bn254G2, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Pallas, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Vesta, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Secp256k1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
    GroupWeights { id: GroupId::Secp256r1, mul: (10000, 25000), msm: [100000, 40000, 20000, 10000], normalize: 1000 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (100000, 300000), final_exponentiation: 500000 },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (100000, 300000), final_exponentiation: 500000 },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (100000, 300000), final_exponentiation: 500000 },
    PairingWeights { id: PairingId::Bn254, miller_loop: (100000, 300000), final_exponentiation: 500000 },
];
