// Made by `examples/weights.rs` on an Intel Xeon of the Emerald Rapids generation with the adx back end: the
// least of three runs (of lines that for four pairs and 64 elements), 4/3 times. So much longer did the Xeon
// take of which `FUEL_PER_NS` is, for multiplications that are what they were.

/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (4300, 62000), msm: [140000, 43000, 23000, 14000], normalize: 800 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (13000, 220000), msm: [390000, 120000, 60000, 36000], normalize: 2000 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (4400, 62000), msm: [130000, 39000, 22000, 13000], normalize: 800 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (14000, 260000), msm: [440000, 150000, 62000, 40000], normalize: 2400 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (15000, 220000), msm: [620000, 190000, 91000, 52000], normalize: 2200 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (13000, 190000), msm: [540000, 160000, 80000, 52000], normalize: 2300 },
    GroupWeights { id: GroupId::Bn254G1, mul: (2400, 35000), msm: [64000, 22000, 13000, 7400], normalize: 360 },
    GroupWeights { id: GroupId::Bn254G2, mul: (6200, 120000), msm: [200000, 60000, 31000, 19000], normalize: 950 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (3000, 55000), msm: [92000, 26000, 13000, 7400], normalize: 390 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (3800, 34000), msm: [67000, 16000, 13000, 8300], normalize: 320 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (3800, 54000), msm: [92000, 24000, 13000, 7400], normalize: 390 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (2600, 35000), msm: [70000, 18000, 14000, 9100], normalize: 320 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (4000, 31000), msm: [62000, 18000, 13000, 8400], normalize: 320 },
    GroupWeights { id: GroupId::Pallas, mul: (2400, 35000), msm: [67000, 23000, 13000, 7400], normalize: 390 },
    GroupWeights { id: GroupId::Vesta, mul: (2400, 35000), msm: [62000, 22000, 12000, 7400], normalize: 390 },
    GroupWeights { id: GroupId::Secp256k1, mul: (2300, 23000), msm: [47000, 15000, 8600, 5400], normalize: 280 },
    GroupWeights { id: GroupId::Secp256r1, mul: (4700, 28000), msm: [63000, 16000, 8600, 5400], normalize: 280 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (110000, 260000), final_exponentiation: 420000, gt_multi_exp: (190000, 260000) },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (130000, 260000), final_exponentiation: 440000, gt_multi_exp: (200000, 280000) },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (540000, 910000), final_exponentiation: 1400000, gt_multi_exp: (700000, 800000) },
    PairingWeights { id: PairingId::Bn254, miller_loop: (62000, 190000), final_exponentiation: 220000, gt_multi_exp: (84000, 220000) },
];
