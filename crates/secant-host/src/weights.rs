// Made by `examples/weights.rs` on an Intel Xeon (Emerald Rapids) with the adx back end: the least of
// three runs.

/// The weights of all groups.
#[rustfmt::skip]
pub const GROUP_WEIGHTS: &[GroupWeights] = &[
    GroupWeights { id: GroupId::Bls12_381G1, mul: (3200, 46000), msm: [98000, 32000, 17000, 10000], normalize: 600 },
    GroupWeights { id: GroupId::Bls12_381G2, mul: (9100, 160000), msm: [290000, 89000, 45000, 27000], normalize: 1500 },
    GroupWeights { id: GroupId::Bls12_377G1, mul: (3300, 46000), msm: [95000, 29000, 16000, 9500], normalize: 600 },
    GroupWeights { id: GroupId::Bls12_377G2, mul: (9800, 190000), msm: [330000, 110000, 46000, 30000], normalize: 1800 },
    GroupWeights { id: GroupId::Bw6_761G1, mul: (11000, 160000), msm: [460000, 140000, 68000, 39000], normalize: 1600 },
    GroupWeights { id: GroupId::Bw6_761G2, mul: (9200, 140000), msm: [400000, 120000, 60000, 39000], normalize: 1700 },
    GroupWeights { id: GroupId::Bn254G1, mul: (1800, 26000), msm: [48000, 16000, 9100, 5500], normalize: 270 },
    GroupWeights { id: GroupId::Bn254G2, mul: (4600, 84000), msm: [150000, 45000, 23000, 14000], normalize: 710 },
    GroupWeights { id: GroupId::EdOnBls12_381Sw, mul: (2200, 41000), msm: [69000, 19000, 9100, 5500], normalize: 290 },
    GroupWeights { id: GroupId::EdOnBls12_381Te, mul: (2800, 25000), msm: [50000, 12000, 9600, 6200], normalize: 240 },
    GroupWeights { id: GroupId::BandersnatchSw, mul: (2800, 40000), msm: [69000, 18000, 9200, 5500], normalize: 290 },
    GroupWeights { id: GroupId::BandersnatchTe, mul: (1900, 26000), msm: [52000, 13000, 9800, 6800], normalize: 240 },
    GroupWeights { id: GroupId::EdOnBls12_377, mul: (3000, 23000), msm: [46000, 13000, 9300, 6300], normalize: 240 },
    GroupWeights { id: GroupId::Pallas, mul: (1800, 26000), msm: [50000, 17000, 9400, 5500], normalize: 290 },
    GroupWeights { id: GroupId::Vesta, mul: (1800, 26000), msm: [46000, 16000, 8400, 5500], normalize: 290 },
    GroupWeights { id: GroupId::Secp256k1, mul: (1700, 17000), msm: [35000, 11000, 6400, 4000], normalize: 210 },
    GroupWeights { id: GroupId::Secp256r1, mul: (3500, 21000), msm: [47000, 12000, 6400, 4000], normalize: 210 },
];

/// The weights of all pairings.
#[rustfmt::skip]
pub const PAIRING_WEIGHTS: &[PairingWeights] = &[
    PairingWeights { id: PairingId::Bls12_381, miller_loop: (81000, 190000), final_exponentiation: 310000, gt_multi_exp: (140000, 190000) },
    PairingWeights { id: PairingId::Bls12_377, miller_loop: (93000, 190000), final_exponentiation: 330000, gt_multi_exp: (150000, 210000) },
    PairingWeights { id: PairingId::Bw6_761, miller_loop: (400000, 680000), final_exponentiation: 980000, gt_multi_exp: (520000, 600000) },
    PairingWeights { id: PairingId::Bn254, miller_loop: (46000, 140000), final_exponentiation: 160000, gt_multi_exp: (63000, 160000) },
];
