//! Nanoseconds of the functions: of a call, and of each unit.

use super::fuel::Weight;

macro_rules! weights {
    ($($name:ident: $call:literal, $unit:literal;)*) => {
        $(pub const $name: Weight = Weight { call: $call, unit: $unit };)*
    };
}

// Made by `examples/antelope_weights.rs` on an AMD Zen 5 with the adx back end, the longest of three
// runs beside other load.
weights! {
    ALT_BN128_ADD: 2800, 0;
    ALT_BN128_MUL: 44000, 0;
    ALT_BN128_PAIR: 400000, 270000;
    BLAKE2_F: 84, 52;
    BLS_FP_EXP: 42000, 0;
    BLS_FP_MOD: 2100, 0;
    BLS_FP_MUL: 230, 0;
    BLS_G1_ADD: 4300, 0;
    BLS_G1_MAP: 66000, 0;
    BLS_G2_ADD: 6500, 0;
    BLS_G2_MAP: 230000, 0;
    BLS_PAIRING: 480000, 230000;
    K1_RECOVER: 80000, 0;
    MOD_EXP: 3100, 13;
    RIPEMD160: 370, 310;
    SHA1: 130, 53;
    SHA256: 130, 56;
    SHA3: 330, 220;
    SHA512: 190, 150;
}
