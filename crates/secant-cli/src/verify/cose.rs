//! `secant verify cose`

use super::input::{read, read_or_stdin};
use super::jws::LARGEST_PAYLOAD;
use super::key::KeyFile;
use crate::error::Error;
use clap::Args;
use secant_report::units::time;
use secant_verify::formats::{Key, VerifyError, cose};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A COSE message with one signature.
#[derive(Debug, Args)]
pub struct Cose {
    /// The message, a COSE_Sign1 with its tag or without; - is standard input.
    ///
    /// Only its signature is verified. For a token, neither the validity period nor the issuer and the audience are
    /// checked. Keys that the message contains or names itself are ignored.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    key: KeyFile,
    /// The payload, if it is detached.
    #[arg(long, value_name = "FILE")]
    payload: Option<PathBuf>,
    /// External data that both sides know and that is also signed (external_aad).
    #[arg(long, value_name = "FILE")]
    aad: Option<PathBuf>,
}

impl Cose {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let bytes = read_or_stdin(&self.file, "COSE", cose::LONGEST_MESSAGE as u64)?;
        let message = cose::Sign1::read(&bytes).map_err(|e| self.bad(e))?;
        let beside =
            |path: &Option<PathBuf>, file| path.as_ref().map(|path| read(path, file, LARGEST_PAYLOAD)).transpose();
        let (payload, aad) = (beside(&self.payload, "payload")?, beside(&self.aad, "additional data")?);
        let signed = message
            .signed(payload.as_deref(), aad.as_deref().unwrap_or_default())
            .map_err(|e| self.bad(e))?;
        let keys = self.key.read()?;
        let id = message.key_id().filter(|_| keys.is_set()).map(|id| id.to_string());
        let fits = |key: &Key| message.algorithm().fits(key);
        let key = self
            .key
            .choose(&keys, id.as_deref(), fits)
            .map_err(|e| self.key.bad(e))?;
        let start = Instant::now();
        let result = message.verify(key, &signed);
        let took = time(start.elapsed().as_nanos() as u64);
        let why = match result {
            Ok(()) => None,
            Err(e) if e.is_invalid() => Some(e),
            Err(e @ (VerifyError::Ecdsa(_) | VerifyError::Rsa(_))) => return Err(self.bad(e)),
            Err(e) => return Err(self.key.bad(e)),
        };
        writeln!(
            out,
            "{}: COSE_Sign1 with {}, verified in {}{}",
            if why.is_none() { "valid" } else { "invalid" },
            message.algorithm(),
            took.trim(),
            why.as_ref().map(|e| format!(": {e}")).unwrap_or_default()
        )?;
        Ok(why.is_none())
    }

    fn bad(&self, reason: impl std::fmt::Display) -> Error {
        Error::unusable(format_args!("cannot use the COSE file {}", self.file.display()), reason)
    }
}
