//! See `secant_fuzz::proof`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::proof::run(bytes));
