//! See `secant_fuzz::report::run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secant_fuzz::report::run(bytes));
