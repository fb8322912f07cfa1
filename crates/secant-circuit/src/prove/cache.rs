//! Keys on disk, under the hash of what they depend on.

use super::{Keys, Srs};
use crate::{BuiltCircuit, Error};
use halo2_axiom::{SerdeFormat, plonk::ProvingKey};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder with keys.
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
const VERSION: &[u8] = b"secant-circuit keys 1";
const HASH: usize = 32;

impl Cache {
    /// The keys in a folder, which is made with the first of them.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The keys of a circuit: from a file, or made and written to one.
    ///
    /// A file is read only if its contents have the hash that it says; another one is replaced. Who can write to the folder
    /// can still replace keys.
    ///
    /// # Errors
    /// If keys cannot be made, or not be written.
    pub fn keys(&self, srs: &Srs, circuit: &BuiltCircuit) -> Result<Cached, Error> {
        let mut name = Sha256::new();
        name.update(VERSION);
        name.update(srs.digest());
        name.update(circuit.digest());
        let name: String = name.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = self.folder.join(name);
        if let Some(keys) = read(&path, circuit) {
            return Ok(Cached { keys, found: true });
        }
        let keys = super::keys(srs, circuit)?;
        self.write(&path, &keys).map_err(|source| Error::File {
            path: path.display().to_string(),
            source,
        })?;
        Ok(Cached { keys, found: false })
    }

    fn write(&self, path: &Path, keys: &Keys) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let bytes = keys.to_bytes(SerdeFormat::RawBytesUnchecked);
        // Whoever reads meanwhile finds all of it or nothing.
        let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
        let mut file = Sha256::digest(&bytes).to_vec();
        file.extend(bytes);
        fs::write(&unfinished, file)?;
        fs::rename(unfinished, path)
    }
}

fn read(path: &Path, circuit: &BuiltCircuit) -> Option<Keys> {
    let file = fs::read(path).ok()?;
    let (hash, bytes) = file.split_at_checked(HASH)?;
    if Sha256::digest(bytes)[..] != *hash {
        return None;
    }
    let params = halo2_axiom::plonk::Circuit::params(circuit);
    ProvingKey::from_bytes::<BuiltCircuit>(bytes, SerdeFormat::RawBytesUnchecked, params).ok()
}
