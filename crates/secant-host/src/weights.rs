// The larger of two machines with the adx back end, by `examples/weights.rs`: an AMD Zen 3, the least of five runs; and 4/3 times
// what an Intel Xeon of the Emerald Rapids generation took (so much longer did the Xeon take of which `FUEL_PER_NS` is).

/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (5100, 62000), msm: [200000, 59000, 30000, 18000], normalize: 1200 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (13000, 220000), msm: [560000, 170000, 94000, 54000], normalize: 3400 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (4700, 62000), msm: [200000, 57000, 29000, 18000], normalize: 1200 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (16000, 260000), msm: [660000, 210000, 96000, 60000], normalize: 4100 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (15000, 220000), msm: [800000, 240000, 120000, 78000], normalize: 3300 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (14000, 190000), msm: [790000, 230000, 120000, 78000], normalize: 3300 },
    GroupWeights { id: GroupId::Bn254G1, mul: (3200, 35000), msm: [91000, 30000, 17000, 9800], normalize: 560 },
    GroupWeights { id: GroupId::Bn254G2, mul: (6800, 120000), msm: [300000, 83000, 45000, 28000], normalize: 1800 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (3000, 55000), msm: [140000, 32000, 17000, 10000], normalize: 580 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (4000, 34000), msm: [99000, 24000, 18000, 12000], normalize: 520 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (3800, 54000), msm: [140000, 33000, 17000, 11000], normalize: 590 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (3600, 35000), msm: [110000, 25000, 19000, 13000], normalize: 530 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (4000, 31000), msm: [99000, 24000, 18000, 12000], normalize: 520 },
    GroupWeights { id: GroupId::Pallas, mul: (4100, 35000), msm: [91000, 29000, 16000, 9700], normalize: 560 },
    GroupWeights { id: GroupId::Vesta, mul: (3500, 35000), msm: [91000, 30000, 17000, 9800], normalize: 560 },
    GroupWeights { id: GroupId::Secp256k1, mul: (2300, 23000), msm: [66000, 20000, 12000, 7000], normalize: 400 },
    GroupWeights { id: GroupId::Secp256r1, mul: (4700, 28000), msm: [66000, 19000, 11000, 6500], normalize: 360 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (150000, 350000), final_exponentiation: 580000, gt_multi_exp: (610000, 270000) },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (200000, 440000), final_exponentiation: 680000, gt_multi_exp: (700000, 280000) },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (730000, 1400000), final_exponentiation: 1800000, gt_multi_exp: (2000000, 800000) },
    PairingWeights { id: PairingId::Bn254, miller_loop: (62000, 310000), final_exponentiation: 340000, gt_multi_exp: (370000, 220000) },
];
