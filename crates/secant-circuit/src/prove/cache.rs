//! Keys and reference strings on disk. Files are named by the hash of their inputs.

use super::{Keys, Srs, keys_of, longest_key, read_at_most, srs};
use crate::{BuiltCircuit, Error};
use halo2_axiom::{
    SerdeFormat,
    halo2curves::{
        bn256::{G1Affine, G2Affine},
        group::GroupEncoding,
        serde::SerdeObject,
    },
};
use rand::{CryptoRng, RngCore};
use sha2::{Digest, Sha256};
use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A folder with keys and reference strings.
///
/// Whoever can write to the folder cannot change what proofs prove. The cache checks all of a file when it reads it.
/// Keys are checked as in [`super::read_keys`]. Reference strings are checked as in [`Srs::read`], and must have the
/// secret of the file they were made from. A file that fails a check is made again ([`Origin::Replaced`]). Only a
/// reference string that was made here ([`Self::unsafe_srs`]) may have been replaced by one with another secret,
/// because nobody may rely on it anyway.
///
/// Files are written under a name that cannot be guessed, readable by their owner alone, and then renamed. So a
/// concurrent reader finds all of a file or nothing, and links in the folder are replaced, not followed.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// A value from the cache, and where it comes from.
#[derive(Debug)]
pub struct Cached<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a value comes from.
#[derive(Debug)]
pub enum Origin {
    /// It was in a file.
    Found,
    /// It was not in a file. It was made, and written to one.
    Made,
    /// A file had other contents, and was made again.
    Replaced {
        /// The file.
        file: PathBuf,
        /// What was wrong with it.
        error: Error,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found => f.write_str("found in the cache"),
            Self::Made => f.write_str("made, and written to the cache"),
            // The error names the file.
            Self::Replaced { error, .. } => write!(f, "a file of the cache was broken, and is made again: {error}"),
        }
    }
}

impl Origin {
    /// Whether it was there before.
    pub fn is_found(&self) -> bool {
        matches!(self, Self::Found)
    }
}

/// Changes when the format of files or of circuits changes.
const VERSION: &[u8] = b"secant-circuit 3";
/// The longest file that is read as a reference string: powers of tau for `2^25` rows, with what snarkjs prepares for
/// them.
const LONGEST_SOURCE: u64 = 40 << 30;
/// The bytes of an uncompressed point, and twice those of a compressed one.
const G1_BYTES: u64 = 64;
const G2_BYTES: usize = 128;

impl Cache {
    /// A cache in a folder, which is created with the first file.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The keys of a circuit, in halo2's raw form: read from a file, or made and written to one.
    ///
    /// # Errors
    /// If the keys cannot be made or written.
    pub fn keys(&self, srs: &Srs, circuit: &BuiltCircuit) -> Result<Cached<Keys>, Error> {
        let path = self.path("keys", &[&srs.digest(), &circuit.digest()]);
        let load = || keys_of(srs, circuit, &path, &read_regular(&path, longest_key(circuit))?);
        let make = || super::keys(srs, circuit);
        self.load_or_make(&path, load, make, |keys| keys.to_bytes(SerdeFormat::RawBytes))
    }

    /// The reference string of a file for `2^k` rows, as [`Srs::read`] returns it. The cache keeps the parts that take
    /// long to compute.
    ///
    /// # Errors
    /// As [`Srs::read`]; also if the file has no end, such as a pipe, or the result cannot be written.
    pub fn srs(&self, file: &Path, k: u32) -> Result<Cached<Srs>, Error> {
        let source = read_source(file)?;
        let (secret, hash) = (secret_of(&source), Sha256::digest(&source));
        drop(source);
        let make = || Srs::read(file, Some(k));
        // A file without a secret is not a reference string: the error says why.
        let Some(secret) = secret else {
            let value = make()?;
            let origin = Origin::Made;
            return Ok(Cached { value, origin });
        };
        let path = self.path("srs", &[&hash, &k.to_le_bytes()]);
        let of_secret = |srs: Srs| match secret == [srs.params().g2(), srs.params().s_g2()] {
            true => Ok(srs),
            false => Err(contents(
                &path,
                "it is of another secret than the file that it was made from",
            )),
        };
        let load = || load_srs(&path, k).and_then(of_secret);
        self.load_or_make(&path, load, || make().and_then(of_secret), Srs::to_bytes)
    }

    /// The reference string for `2^k` rows that was made here before, or one that is made now. For tests only.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// For `k` of more than 28.
    pub fn unsafe_srs(&self, k: u32, rng: impl RngCore + CryptoRng) -> Result<Cached<Srs>, Error> {
        let path = self.path("unsafe-srs", &[&k.to_le_bytes()]);
        let make = || Ok(Srs::unsafe_local(k, rng));
        self.load_or_make(&path, || load_srs(&path, k), make, Srs::to_bytes)
    }

    fn load_or_make<T>(
        &self,
        path: &Path,
        load: impl FnOnce() -> Result<T, Error>,
        make: impl FnOnce() -> Result<T, Error>,
        bytes: impl FnOnce(&T) -> Vec<u8>,
    ) -> Result<Cached<T>, Error> {
        let origin = match load() {
            Ok(value) => {
                let origin = Origin::Found;
                return Ok(Cached { value, origin });
            }
            Err(Error::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => Origin::Made,
            Err(error) => Origin::Replaced {
                file: path.to_owned(),
                error,
            },
        };
        let value = make()?;
        self.store(path, &bytes(&value))
            .map_err(|source| Error::file(path, source))?;
        Ok(Cached { value, origin })
    }

    fn path(&self, kind: &str, of: &[&[u8]]) -> PathBuf {
        let mut name = Sha256::new();
        name.update(VERSION);
        of.iter().for_each(|part| name.update(part));
        let name = hex::encode(name.finalize());
        self.folder.join(format!("{kind}-{name}"))
    }

    fn store(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        // The file is removed again unless it is written completely.
        let mut unfinished = tempfile::Builder::new()
            .prefix(".unfinished-")
            .tempfile_in(&self.folder)?;
        unfinished.write_all(bytes)?;
        unfinished.persist(path)?;
        Ok(())
    }
}

fn contents(path: &Path, what: &str) -> Error {
    Error::Contents {
        path: path.display().to_string(),
        what: what.to_owned(),
    }
}

/// The contents of a file of the cache. Links are refused, because the folder does not say where they lead. Pipes are
/// refused, because reading one may never end. If the file has more than `most` bytes, `most + 1` bytes are returned.
fn read_regular(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let metadata = fs::symlink_metadata(path).map_err(|source| Error::file(path, source))?;
    if !metadata.is_file() {
        return Err(contents(path, "it is no regular file"));
    }
    read_at_most(path, most).map_err(|source| Error::file(path, source))
}

/// The contents of the file that a reference string is made from, which is read twice.
fn read_source(path: &Path) -> Result<Vec<u8>, Error> {
    let metadata = fs::metadata(path).map_err(|source| Error::file(path, source))?;
    if !metadata.is_file() {
        return Err(contents(
            path,
            "it is no regular file, of which alone the cache keeps what is in it",
        ));
    }
    if metadata.len() > LONGEST_SOURCE {
        let what = format!(
            "it has {} bytes, and reference strings at most {LONGEST_SOURCE}",
            metadata.len()
        );
        return Err(contents(path, &what));
    }
    read_at_most(path, metadata.len()).map_err(|source| Error::file(path, source))
}

/// The reference string that was written, checked like a stranger's file.
fn load_srs(path: &Path, k: u32) -> Result<Srs, Error> {
    let len = 4 + ((2 * G1_BYTES) << k) + 2 * G2_BYTES as u64;
    let bytes = read_regular(path, len)?;
    let srs = Srs::from_bytes(&bytes).ok_or_else(|| contents(path, "it is no reference string"))?;
    if srs.k() != k {
        return Err(contents(path, &format!("it is for 2^{} rows, not for 2^{k}", srs.k())));
    }
    srs::check(srs.params()).map_err(|what| contents(path, what))?;
    Ok(srs)
}

/// The points of the second group in a file that [`Srs::read`] accepts: its generator, and the secret times the
/// generator.
fn secret_of(source: &[u8]) -> Option<[G2Affine; 2]> {
    if source.starts_with(b"ptau") {
        let params = srs::ptau(source, Some(1)).ok()?;
        return Some([params.g2(), params.s_g2()]);
    }
    let k = u32::from_le_bytes(*source.first_chunk()?);
    let points = 2usize.checked_shl(k).filter(|_| k < 32)? * size_of::<<G1Affine as GroupEncoding>::Repr>();
    let len = source.len().checked_sub(4)?;
    let points_of = |bytes: usize, read: fn(&[u8]) -> Option<G2Affine>| {
        let (first, second) = source[source.len() - 2 * bytes..].split_at(bytes);
        Some([read(first)?, read(second)?])
    };
    match len {
        _ if len == 2 * points + 2 * G2_BYTES => points_of(G2_BYTES, G2Affine::from_raw_bytes),
        _ if len == points + G2_BYTES => points_of(G2_BYTES / 2, |bytes| {
            let mut compressed = <G2Affine as GroupEncoding>::Repr::default();
            compressed.as_mut().copy_from_slice(bytes);
            G2Affine::from_bytes(&compressed).into()
        }),
        _ => None,
    }
}
