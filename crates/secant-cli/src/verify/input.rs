//! Files to verify.

use super::key::Key;
use crate::error::Error;
use clap::Args;
use secant_verify::hash::Hash;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest key, signature or digest that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A signature, with what it is of and the key that it is under.
#[derive(Debug, Args)]
pub struct Signed {
    /// The hash function of the message: SHA-1, SHA-2, SHA-3 or SHAKE, such as sha256, SHA-512/256 or sha3-256.
    #[arg(long, value_name = "HASH", value_parser = hash)]
    pub hash: Hash,
    /// The public key or certificate.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The signature, in bytes.
    #[arg(long, value_name = "FILE")]
    signature: PathBuf,
    #[command(flatten)]
    source: Source,
}

/// Where the digest comes from.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The message, which is hashed as it is.
    #[arg(long, value_name = "FILE")]
    message: Option<PathBuf>,
    /// The message's digest, in bytes, in place of the message.
    #[arg(long, value_name = "FILE")]
    digest: Option<PathBuf>,
}

/// The hash function of a name.
pub fn hash(name: &str) -> Result<Hash, String> {
    Hash::parse(name).ok_or_else(|| format!("known are {}", list(&Hash::ALL)))
}

/// Names in a row.
pub fn list<T: Display>(names: &[T]) -> String {
    names.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl Signed {
    /// From arguments with other requirements; the message is a file or its digest's.
    pub fn new(
        hash: Hash,
        key: PathBuf,
        signature: PathBuf,
        message: Option<PathBuf>,
        digest: Option<PathBuf>,
    ) -> Self {
        Self {
            hash,
            key,
            signature,
            source: Source { message, digest },
        }
    }

    /// The key.
    pub fn key(&self) -> Result<Key, Error> {
        let bytes = read(&self.key, "key", LARGEST)?;
        Key::read(&bytes).map_err(|e| self.bad_key(e))
    }

    /// The signature.
    pub fn signature(&self) -> Result<Vec<u8>, Error> {
        let bytes = read(&self.signature, "signature", LARGEST)?;
        if bytes.is_empty() {
            return Err(Error::unusable(self.name_signature(), "it is empty"));
        }
        Ok(bytes)
    }

    /// The digest, of as many bytes as the hash function gives.
    pub fn digest(&self) -> Result<Vec<u8>, Error> {
        match (&self.source.message, &self.source.digest) {
            (Some(path), _) => self.hash_file(path),
            (None, Some(path)) => self.read_digest(path),
            (None, None) => Err(Error::Unusable("neither --message nor --digest is given".into())),
        }
    }

    /// The digest of a file, which may be larger than the memory.
    fn hash_file(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let mut hasher = self.hash.hasher();
        fs::File::open(path)
            .and_then(|mut file| io::copy(&mut file, &mut hasher))
            .map_err(|e| Error::unusable(cannot_read(path, "message"), e))?;
        Ok(hasher.finalize().to_vec())
    }

    fn read_digest(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let bytes = read(path, "digest", LARGEST)?;
        let (found, expected) = (bytes.len(), self.hash.output_len());
        if found != expected {
            return Err(Error::unusable(
                cannot_use(path, "digest"),
                format_args!("it has {found} bytes where {} gives {expected}", self.hash),
            ));
        }
        Ok(bytes)
    }

    /// A key that cannot be used.
    pub fn bad_key(&self, reason: impl Display) -> Error {
        Error::unusable(cannot_use(&self.key, "key"), reason)
    }

    /// A signature that cannot be one of the key, whatever the message.
    pub fn bad_signature(&self, reason: impl Display) -> Error {
        Error::Wrong(format!("{}: {reason}", self.name_signature()))
    }

    fn name_signature(&self) -> String {
        cannot_use(&self.signature, "signature")
    }
}

fn cannot_use(path: &Path, file: &str) -> String {
    format!("cannot use the {file} file {}", path.display())
}

fn cannot_read(path: &Path, file: impl Display) -> String {
    format!("cannot read the {file} file {}", path.display())
}

/// The bytes of a file, which `file` says the use of, if they are not more than `largest`.
pub fn read(path: &Path, file: impl Display, largest: u64) -> Result<Vec<u8>, Error> {
    let context = || cannot_read(path, &file);
    let mut bytes = Vec::new();
    let opened = fs::File::open(path).map_err(|e| Error::unusable(context(), e))?;
    opened
        .take(largest + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Error::unusable(context(), e))?;
    if bytes.len() as u64 > largest {
        return Err(Error::unusable(
            context(),
            format_args!("it is larger than {} MiB", largest >> 20),
        ));
    }
    Ok(bytes)
}
