//! `secant verify jws`

use super::input::read_or_stdin;
use super::key::KeyFile;
use crate::error::{Error, note};
use clap::Args;
use secant_report::units::time;
use secant_verify::formats::{Key, Keys, VerifyError, jws, text};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The largest JWS that is read, in bytes.
const LARGEST: u64 = 1 << 24;
/// The largest detached payload, in bytes.
pub const LARGEST_PAYLOAD: u64 = 1 << 26;

/// A JSON Web Signature.
#[derive(Debug, Args)]
pub struct Jws {
    /// The JWS, compact or JSON; - is standard input.
    ///
    /// Only its signature is verified. For a token, neither the validity period (exp, nbf) nor the issuer and the
    /// audience (iss, aud) are checked. Keys that the JWS contains or names itself (jwk, jku, x5c) are ignored. If
    /// there are several signatures, one of them must be valid.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    key: KeyFile,
    /// The payload, if it is detached.
    #[arg(long, value_name = "FILE")]
    payload: Option<PathBuf>,
}

impl Jws {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let bytes = read_or_stdin(&self.file, "JWS", LARGEST)?;
        let text = text::unmarked(&bytes);
        let jws = jws::Jws::read(&text).map_err(|e| self.bad(e))?;
        let payload = self
            .payload
            .as_ref()
            .map(|path| super::input::read(path, "payload", LARGEST_PAYLOAD));
        let payload = payload.transpose()?;
        let keys = self.key.read()?;
        let start = Instant::now();
        let (mut refused, mut useless) = (None, None);
        for (i, signature) in jws.signatures().enumerate() {
            let signature = match signature {
                Ok(signature) => signature,
                Err(e) => {
                    useless.get_or_insert(self.bad(e));
                    continue;
                }
            };
            let signed = jws.signed(signature, payload.as_deref()).map_err(|e| self.bad(e))?;
            let key = match self.choose(&keys, signature) {
                Ok(key) => key,
                Err(e) => {
                    useless.get_or_insert(e);
                    continue;
                }
            };
            match signature.verify(key, &signed) {
                Ok(()) => return self.say(out, true, (i, signature, key), &jws, start, None),
                Err(e) if e.is_invalid() => refused = refused.or(Some(((i, signature, key), e))),
                Err(e @ (VerifyError::Ecdsa(_) | VerifyError::Rsa(_))) => {
                    useless.get_or_insert(self.bad(e));
                }
                Err(e) => {
                    useless.get_or_insert(self.key.bad(e));
                }
            }
        }
        match (refused, useless) {
            (Some((which, e)), _) => self.say(out, false, which, &jws, start, Some(&e)),
            (None, Some(e)) => Err(e),
            (None, None) => Err(self.bad(jws::JwsError::NoSignature)),
        }
    }

    /// The key of a signature: the one of a set that the signature names, else the only one that fits.
    fn choose<'a>(&self, keys: &'a Keys, signature: &jws::Signature) -> Result<&'a Key, Error> {
        let id = signature.key_id();
        let fits = |key: &Key| signature.algorithm().fits(key);
        self.key
            .choose(keys, id.filter(|_| keys.is_set()), fits)
            .map_err(|e| self.key.bad(e))
    }

    /// Prints the verdict on a signature, and whether the key's name differs from the one that the signature gives.
    fn say(
        &self,
        out: &mut dyn Write,
        valid: bool,
        (i, signature, key): (usize, &jws::Signature, &Key),
        jws: &jws::Jws<'_>,
        start: Instant,
        why: Option<&VerifyError>,
    ) -> Result<bool, Error> {
        if let (Some(id), Some(own)) = (signature.key_id(), &key.id)
            && !own.is(id)
        {
            note(format_args!(
                "the signature is of the key {id:?}, and the key is called {:?}",
                own.to_string()
            ));
        }
        let count = jws.signatures().count();
        let which = if count > 1 {
            format!(", signature {} of {count}", i + 1)
        } else {
            String::new()
        };
        let took = time(start.elapsed().as_nanos() as u64);
        writeln!(
            out,
            "{}: JWS with {}{which}, verified in {}{}",
            if valid { "valid" } else { "invalid" },
            signature.algorithm(),
            took.trim(),
            why.map(|e| format!(": {e}")).unwrap_or_default()
        )?;
        Ok(valid)
    }

    fn bad(&self, reason: impl std::fmt::Display) -> Error {
        Error::unusable(format_args!("cannot use the JWS file {}", self.file.display()), reason)
    }
}
