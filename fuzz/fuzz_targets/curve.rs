//! See `secant_fuzz::curve`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::curve::run(bytes));
