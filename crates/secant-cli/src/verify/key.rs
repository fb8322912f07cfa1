//! Public keys of files.

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
    /// The public key or certificate: PEM, DER, JWK, JWK set, COSE key, WebAuthn registration, or one of these in base64 or
    /// hexadecimal digits.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Which key of a set: its "kid".
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

    /// The key of the name that was asked for, or else of `id`, or else the only one that fits.
    pub fn choose<'a>(
        &self,
        keys: &'a formats::Keys,
        id: Option<&str>,
        fits: impl Fn(&formats::Key) -> bool,
    ) -> Result<&'a formats::Key, formats::ChoiceError> {
        keys.choose(self.kid.as_deref().or(id), fits)
    }

    /// A key that cannot be used.
    pub fn bad(&self, reason: impl Display) -> Error {
        Error::unusable(cannot_use(&self.key, "key"), reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Beginnings of keys, and keys with one byte changed, are refused or read, but nothing else happens.
    #[test]
    fn damaged_keys() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures/ecdsa/prime256v1");
        let material = |bytes: &[u8]| {
            Some(
                formats::Keys::read(bytes)
                    .ok()?
                    .choose(None, |_| true)
                    .ok()?
                    .material
                    .clone(),
            )
        };
        for name in ["key.pem", "key.der", "certificate.pem", "certificate.der"] {
            let key = fs::read(folder.join(name)).expect("a fixture");
            assert!(matches!(material(&key), Some(Key::Spki(_))), "{name}");
            for at in 0..key.len() {
                // A final line feed may be left out.
                let lines = usize::from(name.ends_with("pem"));
                assert!(
                    at + lines >= key.len() || !matches!(material(&key[..at]), Some(Key::Spki(_))),
                    "{name} {at}"
                );
                for byte in [0, b'\n', b'-', 0x30, 0x80, 0xff] {
                    let mut damaged = key.clone();
                    damaged[at] = byte;
                    let _ = material(&damaged);
                }
            }
        }
    }
}
