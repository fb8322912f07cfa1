//! See `secant_fuzz::formats`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::formats::run(bytes));
