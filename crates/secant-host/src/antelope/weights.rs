//! The weights of the functions in nanoseconds, per call and per unit.

use super::fuel::Weight;

// Made by `examples/antelope_weights.rs` on an AMD Zen 3 with the adx back end: the median of five runs.
pub const ALT_BN128_ADD: Weight = Weight::new(5000, 0);
pub const ALT_BN128_MUL: Weight = Weight::new(110000, 0);
pub const ALT_BN128_PAIR: Weight = Weight::new(900000, 590000);
pub const BLAKE2_F: Weight = Weight::new(200, 110);
pub const BLS_FP_EXP: Weight = Weight::new(110000, 0);
pub const BLS_FP_MOD: Weight = Weight::new(4800, 0);
pub const BLS_FP_MUL: Weight = Weight::new(540, 0);
pub const BLS_G1_ADD: Weight = Weight::new(7800, 0);
pub const BLS_G1_MAP: Weight = Weight::new(180000, 0);
pub const BLS_G2_ADD: Weight = Weight::new(16000, 0);
pub const BLS_G2_MAP: Weight = Weight::new(630000, 0);
pub const BLS_PAIRING: Weight = Weight::new(1500000, 660000);
pub const K1_RECOVER: Weight = Weight::new(190000, 0);
pub const MOD_EXP: Weight = Weight::new(5400, 26);
pub const RIPEMD160: Weight = Weight::new(1200, 520);
pub const SHA1: Weight = Weight::new(310, 82);
pub const SHA256: Weight = Weight::new(310, 86);
pub const SHA3: Weight = Weight::new(1500, 480);
pub const SHA512: Weight = Weight::new(1200, 400);
