//! Nanoseconds of the functions: of a call, and of each unit.

use super::fuel::Weight;

macro_rules! weights {
    ($($name:ident: $call:literal, $unit:literal;)*) => {
        $(pub const $name: Weight = Weight { call: $call, unit: $unit };)*
    };
}

// Made by `examples/antelope_weights.rs` on an AMD Zen 3 with the adx back end, the median of five runs, and nowhere below
// 1.6 times what an AMD Zen 5 took.
weights! {
    ALT_BN128_ADD: 3700, 0;
    ALT_BN128_MUL: 78000, 0;
    ALT_BN128_PAIR: 670000, 440000;
    BLAKE2_F: 150, 83;
    BLS_FP_EXP: 80000, 0;
    BLS_FP_MOD: 3600, 0;
    BLS_FP_MUL: 400, 0;
    BLS_G1_ADD: 5800, 0;
    BLS_G1_MAP: 130000, 0;
    BLS_G2_ADD: 12000, 0;
    BLS_G2_MAP: 470000, 0;
    BLS_PAIRING: 1100000, 490000;
    K1_RECOVER: 140000, 0;
    MOD_EXP: 4000, 20;
    RIPEMD160: 850, 390;
    SHA1: 230, 62;
    SHA256: 230, 65;
    SHA3: 1100, 360;
    SHA512: 890, 300;
}
