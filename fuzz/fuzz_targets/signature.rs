//! See `secant_fuzz::signature`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::signature::run(bytes));
