//! What the fuzz targets assert, each as a function of any bytes: README.md says how to run them.
//!
//! Assertions are failures of the library. So are a panic, an endless loop, and memory without bounds.
#![forbid(unsafe_code)]

pub mod certificate;
pub mod curve;
pub mod der;
pub mod digest;
pub mod formats;
pub mod groth16;
pub mod input;
pub mod integer;
pub mod key;
pub mod modulus;
pub mod point;
pub mod proof;
pub mod pss;
pub mod report;
pub mod seeds;
pub mod signature;
pub mod srs;
pub mod statement;

/// A target: what it does with any bytes.
pub type Run = fn(&[u8]);

/// All targets by their names.
pub const TARGETS: [(&str, Run); 13] = [
    ("key", key::run),
    ("signature", signature::run),
    ("digest", digest::run),
    ("curve", curve::run),
    ("modulus", modulus::run),
    ("certificate", certificate::run),
    ("formats", formats::run),
    ("groth16", groth16::run),
    ("proof", proof::run),
    ("report", report::run),
    ("statement", statement::run),
    ("configuration", statement::run_configuration),
    ("srs", srs::run),
];
