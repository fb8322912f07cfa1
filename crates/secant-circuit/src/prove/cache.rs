//! Keys and reference strings on disk, under the hash of what they depend on.

use super::{Keys, Srs};
use crate::{BuiltCircuit, Error};
use halo2_axiom::{
    SerdeFormat,
    plonk::{Circuit, ProvingKey},
};
use rand::{CryptoRng, RngCore};
use sha2::{Digest, Sha256};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A folder with keys and reference strings.
///
/// A file is read only if its contents have the hash that it says; another one is replaced. Who can write to the folder can
/// still replace files.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Keys, and whether they were there before.
#[derive(Debug)]
pub struct Cached {
    /// The keys.
    pub keys: Keys,
    /// Whether they came from a file.
    pub found: bool,
}

/// Changes with the form of files and of circuits.
const VERSION: &[u8] = b"secant-circuit 2";
const HASH: usize = 32;

impl Cache {
    /// What is in a folder, which is made with the first file.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The keys of a circuit: from a file, or made and written to one.
    ///
    /// # Errors
    /// If keys cannot be made, or not be written.
    pub fn keys(&self, srs: &Srs, circuit: &BuiltCircuit) -> Result<Cached, Error> {
        let path = self.path("keys", &[&srs.digest(), &circuit.digest()]);
        let found = load(&path).and_then(|bytes| {
            ProvingKey::from_bytes::<BuiltCircuit>(&bytes, SerdeFormat::RawBytesUnchecked, circuit.params()).ok()
        });
        if let Some(keys) = found {
            return Ok(Cached { keys, found: true });
        }
        let keys = super::keys(srs, circuit)?;
        self.store(&path, &keys.to_bytes(SerdeFormat::RawBytesUnchecked))?;
        Ok(Cached { keys, found: false })
    }

    /// The reference string of a file for `2^k` rows, as [`Srs::read`] gives it: what that takes long for is kept.
    ///
    /// # Errors
    /// As [`Srs::read`], or if it cannot be written.
    pub fn srs(&self, file: &Path, k: u32) -> Result<Srs, Error> {
        let contents = fs::read(file).map_err(|source| Error::file(file, source))?;
        self.srs_or("srs", &[&Sha256::digest(contents), &k.to_le_bytes()], || {
            Srs::read(file, Some(k))
        })
    }

    /// The reference string for `2^k` rows that was made here before, or one that is made now: for tests alone.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// For `k` of more than 28.
    pub fn unsafe_srs(&self, k: u32, rng: impl RngCore + CryptoRng) -> Result<Srs, Error> {
        self.srs_or("unsafe-srs", &[&k.to_le_bytes()], || Ok(Srs::unsafe_local(k, rng)))
    }

    fn srs_or(&self, kind: &str, of: &[&[u8]], make: impl FnOnce() -> Result<Srs, Error>) -> Result<Srs, Error> {
        let path = self.path(kind, of);
        if let Some(srs) = load(&path).and_then(|bytes| Srs::from_bytes(&bytes)) {
            return Ok(srs);
        }
        let srs = make()?;
        self.store(&path, &srs.to_bytes())?;
        Ok(srs)
    }

    fn path(&self, kind: &str, of: &[&[u8]]) -> PathBuf {
        let mut name = Sha256::new();
        name.update(VERSION);
        of.iter().for_each(|part| name.update(part));
        let name = hex::encode(name.finalize());
        self.folder.join(format!("{kind}-{name}"))
    }

    fn store(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let write = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            // Whoever reads meanwhile finds all of it or nothing.
            let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
            fs::write(&unfinished, [&Sha256::digest(bytes)[..], bytes].concat())?;
            fs::rename(unfinished, path)
        };
        write().map_err(|source| Error::file(path, source))
    }
}

/// The contents of a file, if they have the hash that stands before them.
fn load(path: &Path) -> Option<Vec<u8>> {
    let mut file = fs::read(path).ok()?;
    let (hash, bytes) = file.split_at_checked(HASH)?;
    if Sha256::digest(bytes)[..] != *hash {
        return None;
    }
    Some(file.split_off(HASH))
}
