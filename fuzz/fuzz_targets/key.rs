//! See `secant_fuzz::key`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::key::run(bytes));
