//! Arithmetic modulo odd integers that are chosen at run time.

pub mod big;

pub use big::{BigElement, BigModulus, ModulusError};
