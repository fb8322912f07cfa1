// Made by `examples/weights.rs` with the adx back end. Each weight is the larger of two measurements: on an AMD Zen 3
// (the least of five runs), and on an Intel Xeon of the Emerald Rapids generation, scaled to the machine of
// `FUEL_PER_NS`.

/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (13000, 62000), msm: [270000, 79000, 40000, 24000], normalize: 1600 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (28000, 220000), msm: [750000, 230000, 130000, 72000], normalize: 4600 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (8600, 62000), msm: [270000, 76000, 39000, 24000], normalize: 1600 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (32000, 260000), msm: [880000, 280000, 130000, 80000], normalize: 5500 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (26000, 220000), msm: [1100000, 320000, 160000, 110000], normalize: 4400 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (31000, 190000), msm: [1100000, 310000, 160000, 110000], normalize: 4400 },
    GroupWeights { id: GroupId::Bn254G1, mul: (6600, 35000), msm: [130000, 40000, 23000, 14000], normalize: 750 },
    GroupWeights { id: GroupId::Bn254G2, mul: (13000, 120000), msm: [400000, 120000, 60000, 38000], normalize: 2400 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (5600, 55000), msm: [190000, 43000, 23000, 14000], normalize: 780 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (4700, 34000), msm: [140000, 32000, 24000, 16000], normalize: 700 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (6400, 54000), msm: [190000, 44000, 23000, 15000], normalize: 790 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (4700, 35000), msm: [150000, 34000, 26000, 18000], normalize: 710 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (7800, 31000), msm: [140000, 32000, 24000, 16000], normalize: 700 },
    GroupWeights { id: GroupId::Pallas, mul: (7300, 35000), msm: [130000, 39000, 22000, 13000], normalize: 750 },
    GroupWeights { id: GroupId::Vesta, mul: (7100, 35000), msm: [130000, 40000, 23000, 14000], normalize: 750 },
    GroupWeights { id: GroupId::Secp256k1, mul: (3700, 23000), msm: [88000, 27000, 16000, 9400], normalize: 540 },
    GroupWeights { id: GroupId::Secp256r1, mul: (7100, 28000), msm: [88000, 26000, 15000, 8700], normalize: 480 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (200000, 470000), final_exponentiation: 780000, gt_multi_exp: (820000, 360000) },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (270000, 590000), final_exponentiation: 910000, gt_multi_exp: (940000, 360000) },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (980000, 1900000), final_exponentiation: 2400000, gt_multi_exp: (2700000, 980000) },
    PairingWeights { id: PairingId::Bn254, miller_loop: (62000, 420000), final_exponentiation: 460000, gt_multi_exp: (500000, 230000) },
];
