//! Digests that the caller computed.

use super::{Digest, Hash};

/// A digest from elsewhere, with the length that its hash function gives.
///
/// The length check matters for security. If a digest may be empty or short, anybody can make a signature of it under
/// any key. Bytes longer than the function's digests were not made by the function.
///
/// ```
/// use secant_verify::hash::{Hash, Prehash};
///
/// let digest = Hash::Sha256.digest(&[b"message"]);
/// assert!(Prehash::new(Hash::Sha256, &digest).is_ok());
/// assert!(Prehash::new(Hash::Sha384, &digest).is_err());
/// assert!(Prehash::of_unlisted_hash(&digest[..15]).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prehash<'a>(&'a [u8]);

/// Why bytes are not a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrehashError {
    /// It does not have the length that the hash function gives.
    #[error("the digest has {found} bytes where {hash} gives {expected}")]
    Length {
        /// The hash function.
        hash: Hash,
        /// Bytes of its digests.
        expected: usize,
        /// The length that was found, in bytes.
        found: usize,
    },
    /// It is shorter than a digest of any hash function in use.
    #[error(
        "the digest has {found} bytes where at least {} are expected of any hash function",
        Prehash::MIN_LEN
    )]
    TooShort {
        /// The length that was found, in bytes.
        found: usize,
    },
}

impl<'a> Prehash<'a> {
    /// The least length in bytes of a digest of a function that is not in [`Hash`](enum@Hash).
    pub const MIN_LEN: usize = 16;

    /// Takes a digest of a hash function.
    ///
    /// # Errors
    /// If it does not have the function's length.
    pub const fn new(hash: Hash, digest: &'a [u8]) -> Result<Self, PrehashError> {
        if digest.len() != hash.output_len() {
            return Err(PrehashError::Length {
                hash,
                expected: hash.output_len(),
                found: digest.len(),
            });
        }
        Ok(Self(digest))
    }

    /// Takes a digest of a hash function that is not in [`Hash`](enum@Hash), with [`MIN_LEN`](Self::MIN_LEN) or more
    /// bytes. The caller must make sure that it is the digest of a message and not bytes that somebody chose: for
    /// chosen bytes anybody can make a signature under any key.
    ///
    /// # Errors
    /// If it is shorter than [`MIN_LEN`](Self::MIN_LEN).
    /// If it is shorter.
    pub const fn of_unlisted_hash(digest: &'a [u8]) -> Result<Self, PrehashError> {
        if digest.len() < Self::MIN_LEN {
            return Err(PrehashError::TooShort { found: digest.len() });
        }
        Ok(Self(digest))
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

impl<'a> From<&'a Digest> for Prehash<'a> {
    fn from(digest: &'a Digest) -> Self {
        Self(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn prehashes() {
        let bytes = [7; 65];
        for hash in Hash::ALL {
            for len in 0..=65 {
                let (found, expected) = (len, hash.output_len());
                let right = if found == expected {
                    Ok(&bytes[..len])
                } else {
                    Err(PrehashError::Length { hash, expected, found })
                };
                assert_eq!(Prehash::new(hash, &bytes[..len]).map(|it| it.as_bytes()), right);
            }
            let digest = hash.digest(&[b"abc"]);
            assert_eq!(Ok(Prehash::from(&digest)), Prehash::new(hash, &digest));
        }
        for len in 0..=65 {
            let right = if len < 16 {
                Err(PrehashError::TooShort { found: len })
            } else {
                Ok(&bytes[..len])
            };
            assert_eq!(Prehash::of_unlisted_hash(&bytes[..len]).map(|it| it.as_bytes()), right);
        }
        let error = Prehash::new(Hash::Sha256, &[]).expect_err("no digest is empty");
        assert_eq!(error.to_string(), "the digest has 0 bytes where SHA-256 gives 32");
    }
}
