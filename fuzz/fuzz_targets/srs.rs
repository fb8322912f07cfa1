//! See `secant_fuzz::srs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::srs::run(bytes));
