//! See `secant_fuzz::digest`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::digest::run(bytes));
