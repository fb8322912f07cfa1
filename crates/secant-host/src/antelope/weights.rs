//! Nanoseconds of the functions: of a call, and of each unit.

use super::fuel::Weight;

macro_rules! weights {
    ($($name:ident: $call:literal, $unit:literal;)*) => {
        $(pub const $name: Weight = Weight { call: $call, unit: $unit };)*
    };
}

// Made by `examples/antelope_weights.rs` on an AMD Zen 5 with the adx back end, the longer of two runs.
weights! {
    ALT_BN128_ADD: 2700, 0;
    ALT_BN128_MUL: 43000, 0;
    ALT_BN128_PAIR: 400000, 270000;
    BLAKE2_F: 84, 47;
    BLS_FP_EXP: 41000, 0;
    BLS_FP_MOD: 2000, 0;
    BLS_FP_MUL: 210, 0;
    BLS_G1_ADD: 4200, 0;
    BLS_G1_MAP: 64000, 0;
    BLS_G2_ADD: 6500, 0;
    BLS_G2_MAP: 230000, 0;
    BLS_PAIRING: 480000, 220000;
    K1_RECOVER: 78000, 0;
    MOD_EXP: 3100, 8;
    RIPEMD160: 350, 300;
    SHA1: 110, 53;
    SHA256: 130, 56;
    SHA3: 330, 210;
    SHA512: 190, 150;
}
