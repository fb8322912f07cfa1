// Made by `examples/weights.rs` on an Intel Xeon with the adx back end: the
// least of three runs. `gt_multi_exp` was measured later, on an AMD Zen 5, and is
// 1.6 times that: so much longer the Xeon took for multiplications.

/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (4300, 62000), msm: [120000, 37000, 21000, 13000], normalize: 660 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (11000, 160000), msm: [310000, 110000, 110000, 58000], normalize: 1900 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (4100, 62000), msm: [120000, 38000, 27000, 13000], normalize: 660 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (13000, 460000), msm: [370000, 130000, 130000, 44000], normalize: 2100 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (16000, 350000), msm: [660000, 200000, 230000, 88000], normalize: 2800 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (16000, 470000), msm: [660000, 210000, 120000, 100000], normalize: 2800 },
    GroupWeights { id: GroupId::Bn254G1, mul: (2400, 36000), msm: [67000, 21000, 13000, 7200], normalize: 360 },
    GroupWeights { id: GroupId::Bn254G2, mul: (5500, 94000), msm: [160000, 55000, 30000, 19000], normalize: 870 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (2800, 46000), msm: [83000, 22000, 13000, 15000], normalize: 360 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (2900, 31000), msm: [59000, 15000, 12000, 7000], normalize: 290 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (3100, 46000), msm: [83000, 22000, 29000, 11000], normalize: 360 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (2800, 32000), msm: [62000, 16000, 12000, 7300], normalize: 290 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (3400, 32000), msm: [63000, 15000, 11000, 14000], normalize: 280 },
    GroupWeights { id: GroupId::Pallas, mul: (2400, 36000), msm: [64000, 21000, 13000, 11000], normalize: 360 },
    GroupWeights { id: GroupId::Vesta, mul: (2300, 35000), msm: [63000, 21000, 28000, 13000], normalize: 360 },
    GroupWeights { id: GroupId::Secp256k1, mul: (2300, 40000), msm: [67000, 24000, 14000, 13000], normalize: 350 },
    GroupWeights { id: GroupId::Secp256r1, mul: (2600, 44000), msm: [70000, 21000, 13000, 7200], normalize: 310 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (0, 300000), final_exponentiation: 620000, gt_multi_exp: (380000, 190000) },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (0, 350000), final_exponentiation: 710000, gt_multi_exp: (420000, 190000) },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (0, 2800000), final_exponentiation: 2300000, gt_multi_exp: (1500000, 560000) },
    PairingWeights { id: PairingId::Bn254, miller_loop: (0, 240000), final_exponentiation: 490000, gt_multi_exp: (210000, 400000) },
];
