//! `secant verify`

mod cose;
mod ecdsa;
mod groth16;
mod input;
mod jws;
mod key;
mod rsa;
mod webauthn;

pub use ecdsa::{Encoding, curve, named_key};
pub use input::{Signed, hash};

use crate::error::Error;
use clap::Subcommand;
use std::io::Write;

/// What to verify.
#[derive(Debug, Subcommand)]
pub enum Verify {
    /// A Groth16 proof, from the files of snarkjs (JSON) or gnark (binary). The tool and the curve are detected.
    Groth16(groth16::Groth16),
    /// An ECDSA signature of a message or digest.
    #[command(after_help = STATUS)]
    Ecdsa(ecdsa::Ecdsa),
    /// An RSA signature of a message or digest, PKCS#1 v1.5 or PSS.
    #[command(after_help = STATUS)]
    Rsa(rsa::Rsa),
    /// A JSON Web Signature (JWS), such as a signed JWT: ES256, ES384, ES512, ES256K, RS256 to RS512, PS256 to PS512.
    #[command(after_help = STATUS)]
    Jws(jws::Jws),
    /// A COSE message with one signature (COSE_Sign1), such as a signed CWT.
    #[command(after_help = STATUS)]
    Cose(cose::Cose),
    /// A WebAuthn assertion: what an authenticator signs when a user signs in.
    #[command(after_help = STATUS)]
    Webauthn(webauthn::Webauthn),
}

/// The meaning of the exit status for signatures.
const STATUS: &str = "\
Exit status: 0 the signature is valid; 1 it is well-formed and does not hold; 2 a file or an option is of no use.
Well-formed are the DER of two integers that are not negative, r and s of as many bytes as the curve's order has, and a number of \
as many bytes as an RSA key's modulus. Whether r, s or the number are in range is a part of whether the signature holds.
Base64 and hexadecimal digits are detected, and a note says so. A file that can be read in several ways is a valid signature if \
it is one in any of them.";

impl Verify {
    /// Verifies, prints one line and returns whether what was checked is valid.
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        match self {
            Self::Groth16(arguments) => arguments.run(out),
            Self::Ecdsa(arguments) => arguments.run(out),
            Self::Rsa(arguments) => arguments.run(out),
            Self::Jws(arguments) => arguments.run(out),
            Self::Cose(arguments) => arguments.run(out),
            Self::Webauthn(arguments) => arguments.run(out),
        }
    }
}
