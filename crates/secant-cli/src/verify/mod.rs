//! `secant verify`

mod ecdsa;
mod groth16;
mod input;
mod key;
mod rsa;

pub use ecdsa::{Encoding, curve, named_key};
pub use input::{Signed, hash};

use crate::error::Error;
use clap::Subcommand;
use std::io::Write;

/// What to verify.
#[derive(Debug, Subcommand)]
pub enum Verify {
    /// A Groth16 proof, from the files of snarkjs (JSON) or gnark (binary); tool and curve are detected.
    Groth16(groth16::Groth16),
    /// An ECDSA signature, under a key in PEM or DER or the point of one.
    Ecdsa(ecdsa::Ecdsa),
    /// An RSA signature, PKCS#1 v1.5 or PSS, under a key in PEM or DER.
    Rsa(rsa::Rsa),
}

impl Verify {
    /// Verifies, prints one line and returns whether what was checked is valid.
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        match self {
            Self::Groth16(arguments) => arguments.run(out),
            Self::Ecdsa(arguments) => arguments.run(out),
            Self::Rsa(arguments) => arguments.run(out),
        }
    }
}
