//! See `secant_fuzz::statement::run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::statement::run(bytes));
