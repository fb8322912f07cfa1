//! See `secant_fuzz::certificate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::certificate::run(bytes));
