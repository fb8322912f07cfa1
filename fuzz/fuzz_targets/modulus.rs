//! See `secant_fuzz::modulus`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::modulus::run(bytes));
