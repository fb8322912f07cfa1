//! The weights of the functions in nanoseconds, per call and per unit.

use super::fuel::Weight;

macro_rules! weights {
    ($($name:ident: $call:literal, $unit:literal;)*) => {
        $(pub const $name: Weight = Weight { call: $call, unit: $unit };)*
    };
}

// Made by `examples/antelope_weights.rs` on an AMD Zen 3 with the adx back end: the median of five runs.
weights! {
    ALT_BN128_ADD: 5000, 0;
    ALT_BN128_MUL: 110000, 0;
    ALT_BN128_PAIR: 900000, 590000;
    BLAKE2_F: 200, 110;
    BLS_FP_EXP: 110000, 0;
    BLS_FP_MOD: 4800, 0;
    BLS_FP_MUL: 540, 0;
    BLS_G1_ADD: 7800, 0;
    BLS_G1_MAP: 180000, 0;
    BLS_G2_ADD: 16000, 0;
    BLS_G2_MAP: 630000, 0;
    BLS_PAIRING: 1500000, 660000;
    K1_RECOVER: 190000, 0;
    MOD_EXP: 5400, 26;
    RIPEMD160: 1200, 520;
    SHA1: 310, 82;
    SHA256: 310, 86;
    SHA3: 1500, 480;
    SHA512: 1200, 400;
}
