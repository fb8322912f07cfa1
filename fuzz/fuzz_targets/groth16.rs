//! See `secant_fuzz::groth16`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::groth16::run(bytes));
