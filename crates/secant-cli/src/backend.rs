//! The back end that the program runs.

use crate::error::Error;
use secant_field::backend::{Backend, chosen};
use std::env;

/// The back end that runs. It is an error if the environment forces one that cannot run.
pub fn backend() -> Result<Backend, Error> {
    chosen().map_err(|e| Error::Unusable(e.to_string()))
}

/// Why [`backend`] chose this back end.
pub fn backend_reason(backend: Backend) -> &'static str {
    let forced = env::var("SECANT_BACKEND").is_ok_and(|name| !name.is_empty());
    match backend {
        _ if forced => "SECANT_BACKEND asks for it",
        Backend::Portable | Backend::Lanes => "the processor lacks what the other back ends need",
        Backend::Adx => "the processor has BMI2 and ADX, but not AVX-512 with IFMA",
        Backend::Ifma => "the processor has AVX-512 with IFMA: the fastest",
    }
}
