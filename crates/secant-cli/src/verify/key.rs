//! Public keys from files.

use super::input::{LARGEST, cannot_use, read};
use crate::error::{Error, note};
use clap::Args;
use secant_verify::formats;
use std::fmt::Display;
use std::path::PathBuf;

pub use secant_verify::formats::{KeyError, KeyMaterial as Key};

/// The key of a signature.
#[derive(Clone, Debug, Args)]
pub struct KeyFile {
    /// The public key or certificate: PEM, DER, JWK, JWK set, COSE key, WebAuthn registration, or one of these in
    /// base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Which key of a set to use: its "kid".
    #[arg(long, value_name = "ID")]
    kid: Option<String>,
}

impl KeyFile {
    /// The first key of a file, or the only one of a set.
    pub const fn new(key: PathBuf) -> Self {
        Self { key, kid: None }
    }

    /// All keys of the file.
    pub fn read(&self) -> Result<formats::Keys, Error> {
        let bytes = read(&self.key, "key", LARGEST)?;
        let keys = formats::Keys::read(&bytes).map_err(|e| self.bad(e))?;
        for found in &keys.notes {
            note(format_args!("{}: {found}", self.key.display()));
        }
        Ok(keys)
    }

    /// Chooses the key with the name that was asked for, else with the name `id`, else the only one that fits.
    pub fn choose<'a>(
        &self,
        keys: &'a formats::Keys,
        id: Option<&str>,
        fits: impl Fn(&formats::Key) -> bool,
    ) -> Result<&'a formats::Key, formats::ChoiceError> {
        keys.choose(self.kid.as_deref().or(id), fits)
    }

    /// The error for a key that cannot be used.
    pub fn bad(&self, reason: impl Display) -> Error {
        Error::unusable(cannot_use(&self.key, "key"), reason)
    }
}
