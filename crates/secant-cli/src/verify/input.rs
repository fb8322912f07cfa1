//! Files to verify.

use super::key::{Key, KeyFile};
use crate::error::{Error, note};
use clap::Args;
use secant_verify::formats::{self, TextEncoding, signature};
use secant_verify::hash::Hash;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest key, signature or digest that is read, in bytes.
pub const LARGEST: u64 = 1 << 20;
/// The largest message that is hashed, so that an endless one ends.
const LARGEST_MESSAGE: u64 = 1 << 40;

/// A signature, what it signs, and its public key.
#[derive(Debug, Args)]
pub struct Signed {
    /// The hash function of the message: SHA-1, SHA-2, SHA-3, SHAKE, Keccak-256 or RIPEMD-160, such as sha256,
    /// SHA-512/256 or sha3-256.
    #[arg(long, value_name = "HASH", value_parser = hash)]
    pub hash: Hash,
    #[command(flatten)]
    key: KeyFile,
    /// The signature: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE")]
    signature: PathBuf,
    #[command(flatten)]
    source: Source,
}

/// Where the digest comes from.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The message, which is hashed unchanged; - is standard input.
    #[arg(long, value_name = "FILE")]
    message: Option<PathBuf>,
    /// The digest of the message, instead of the message: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE")]
    digest: Option<PathBuf>,
}

/// Parses the name of a hash function.
pub fn hash(name: &str) -> Result<Hash, String> {
    Hash::parse(name).ok_or_else(|| format!("known are {}", list(&Hash::ALL)))
}

/// Joins names to a list.
pub fn list<T: Display>(names: &[T]) -> String {
    names.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl Signed {
    /// Built from arguments with other requirements. The input is a file with the message or with its digest.
    pub fn new(
        hash: Hash,
        key: PathBuf,
        signature: PathBuf,
        message: Option<PathBuf>,
        digest: Option<PathBuf>,
    ) -> Self {
        Self {
            hash,
            key: KeyFile::new(key),
            signature,
            source: Source { message, digest },
        }
    }

    /// Reads the key, for ECDSA.
    pub fn key(&self) -> Result<Key, Error> {
        // A bare point is taken as one of the curve that was asked for.
        self.choose(|key| !matches!(key.material, Key::Pkcs1(_)) && key.rsa().is_err())
    }

    /// Reads the key, for one of RSA's schemes.
    pub fn rsa_key(&self, is_pss: bool) -> Result<Key, Error> {
        let scheme = |key: &formats::Key| key.algorithm.and_then(|algorithm| algorithm.rsa_scheme());
        let is_of_scheme = |key: &formats::Key| {
            scheme(key).is_none_or(|scheme| matches!(scheme, secant_verify::rsa::Scheme::Pss(_)) == is_pss)
        };
        let is_rsa = |key: &formats::Key| matches!(key.material, Key::Pkcs1(_)) || key.rsa().is_ok();
        let key = self.choose_with_algorithm(|key| is_rsa(key) && is_of_scheme(key))?;
        if !is_of_scheme(&key) {
            let name = key.algorithm.map_or("", |algorithm| algorithm.name());
            return Err(self.bad_key(format_args!(
                "it is for {name} alone, which is not the scheme of --scheme"
            )));
        }
        Ok(key.material)
    }

    fn choose(&self, fits: impl Fn(&formats::Key) -> bool) -> Result<Key, Error> {
        self.choose_with_algorithm(fits).map(|key| key.material)
    }

    /// A key that fits, and that allows the hash function if it names any.
    fn choose_with_algorithm(&self, fits: impl Fn(&formats::Key) -> bool) -> Result<formats::Key, Error> {
        let keys = self.key.read()?;
        let key = self.key.choose(&keys, None, fits).map_err(|e| self.bad_key(e))?;
        match key.algorithm {
            Some(algorithm) if algorithm.hash() != self.hash => Err(self.bad_key(format_args!(
                "it is for {algorithm} alone, with {}, where --hash says {}",
                algorithm.hash(),
                self.hash
            ))),
            _ => Ok(key.clone()),
        }
    }

    /// The bytes of the signature's file.
    pub fn signature_file(&self) -> Result<Vec<u8>, Error> {
        read(&self.signature, "signature", LARGEST)
    }

    /// Notes the text encoding of the signature, if it is text.
    pub fn note_text(&self, text: Option<TextEncoding>) {
        note_text(&self.signature, text);
    }

    /// The digest. Its length is that of the hash function.
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
        let read = open(path)
            .and_then(|file| io::copy(&mut file.take(LARGEST_MESSAGE + 1), &mut hasher))
            .map_err(|e| Error::unusable(cannot_read(path, "message"), e))?;
        if read > LARGEST_MESSAGE {
            return Err(too_large(path, "message", LARGEST_MESSAGE));
        }
        Ok(hasher.finalize().to_vec())
    }

    fn read_digest(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let bytes = read(path, "digest", LARGEST)?;
        let (digest, text) =
            signature::digest(&bytes, self.hash).map_err(|e| Error::unusable(cannot_use(path, "digest"), e))?;
        note_text(path, text);
        Ok(digest.into_owned())
    }

    /// The error for a key that cannot be used.
    pub fn bad_key(&self, reason: impl Display) -> Error {
        self.key.bad(reason)
    }

    /// The error for bytes that are not a signature.
    pub fn unreadable_signature(&self, reason: impl Display) -> Error {
        Error::unusable(self.name_signature(), reason)
    }

    /// Warns if nobody should sign with this hash function any more.
    pub fn warn(&self) {
        if self.hash == Hash::Sha1 {
            note("SHA-1 has collisions: whoever chose the message may have another one with this signature");
        }
    }

    fn name_signature(&self) -> String {
        cannot_use(&self.signature, "signature")
    }
}

fn note_text(path: &Path, text: Option<TextEncoding>) {
    if let Some(encoding) = text {
        note(format_args!("{}: read as {encoding}", path.display()));
    }
}

pub fn cannot_use(path: &Path, file: &str) -> String {
    format!("cannot use the {file} file {}", path.display())
}

fn cannot_read(path: &Path, file: impl Display) -> String {
    format!("cannot read the {file} file {}", path.display())
}

fn too_large(path: &Path, file: impl Display, largest: u64) -> Error {
    Error::unusable(
        cannot_read(path, file),
        format_args!("it is larger than {} MiB", largest >> 20),
    )
}

/// Opens a file, or standard input for a hyphen.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(fs::File::open(path)?))
}

/// Reads a file of at most `largest` bytes. `file` names its use in errors.
pub fn read(path: &Path, file: impl Display, largest: u64) -> Result<Vec<u8>, Error> {
    let opened = fs::File::open(path).map_err(|e| Error::unusable(cannot_read(path, &file), e))?;
    read_from(opened, path, file, largest)
}

/// Like [`read`], but a hyphen is standard input.
pub fn read_or_stdin(path: &Path, file: impl Display, largest: u64) -> Result<Vec<u8>, Error> {
    let opened = open(path).map_err(|e| Error::unusable(cannot_read(path, &file), e))?;
    read_from(opened, path, file, largest)
}

fn read_from(opened: impl Read, path: &Path, file: impl Display, largest: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    opened
        .take(largest + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Error::unusable(cannot_read(path, &file), e))?;
    if bytes.len() as u64 > largest {
        return Err(too_large(path, file, largest));
    }
    Ok(bytes)
}
