//! The hash functions used with signatures.

mod prehash;

pub use prehash::{Prehash, PrehashError};

use crate::name;
use core::{fmt, ops::Deref, str::FromStr};
use digest::{ExtendableOutput, FixedOutput, Update, XofReader};

/// The length of the longest digest, in bytes.
const MAX_LEN: usize = 64;

/// A hash function. The two SHAKE functions have output of any length; they are used with a fixed one, twice their
/// security level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(
    missing_docs,
    reason = "they are named as in their standards, FIPS 180-4, FIPS 202 and ISO/IEC 10118-3; Keccak-256 is Ethereum's, \
              which is SHA3-256 but for a bit of its padding"
)]
pub enum Hash {
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512_224,
    Sha512_256,
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
    Shake128,
    Shake256,
    Keccak256,
    Ripemd160,
}

/// The given parameters of a hash function.
struct Parameters {
    name: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// The length of a digest, in bytes.
    len: usize,
    /// The object identifier in DER, without tag and length, if there is one.
    oid: Option<&'static [u8]>,
}

/// NIST's arc of hash functions, 2.16.840.1.101.3.4.2, followed by each last number.
const NIST: [[u8; 9]; 13] = {
    let mut oids = [[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0]; 13];
    let mut number = 0;
    while number < oids.len() {
        oids[number][8] = number as u8;
        number += 1;
    }
    oids
};

impl Hash {
    /// All hash functions.
    pub const ALL: [Self; 15] = [
        Self::Sha1,
        Self::Sha224,
        Self::Sha256,
        Self::Sha384,
        Self::Sha512,
        Self::Sha512_224,
        Self::Sha512_256,
        Self::Sha3_224,
        Self::Sha3_256,
        Self::Sha3_384,
        Self::Sha3_512,
        Self::Shake128,
        Self::Shake256,
        Self::Keccak256,
        Self::Ripemd160,
    ];

    const fn parameters(self) -> Parameters {
        let (name, aliases, len, oid): (_, &[_], _, Option<&[u8]>) = match self {
            Self::Sha1 => ("SHA-1", &[], 20, Some(&[0x2b, 0x0e, 0x03, 0x02, 0x1a])),
            Self::Sha224 => ("SHA-224", &["SHA-2-224"], 28, Some(&NIST[4])),
            Self::Sha256 => ("SHA-256", &["SHA-2-256"], 32, Some(&NIST[1])),
            Self::Sha384 => ("SHA-384", &["SHA-2-384"], 48, Some(&NIST[2])),
            Self::Sha512 => ("SHA-512", &["SHA-2-512"], 64, Some(&NIST[3])),
            Self::Sha512_224 => ("SHA-512/224", &["SHA-2-512/224"], 28, Some(&NIST[5])),
            Self::Sha512_256 => ("SHA-512/256", &["SHA-2-512/256"], 32, Some(&NIST[6])),
            Self::Sha3_224 => ("SHA3-224", &[], 28, Some(&NIST[7])),
            Self::Sha3_256 => ("SHA3-256", &[], 32, Some(&NIST[8])),
            Self::Sha3_384 => ("SHA3-384", &[], 48, Some(&NIST[9])),
            Self::Sha3_512 => ("SHA3-512", &[], 64, Some(&NIST[10])),
            Self::Shake128 => ("SHAKE128", &[], 32, Some(&NIST[11])),
            Self::Shake256 => ("SHAKE256", &[], 64, Some(&NIST[12])),
            Self::Keccak256 => ("Keccak-256", &[], 32, None),
            Self::Ripemd160 => ("RIPEMD-160", &["RMD-160"], 20, Some(&[0x2b, 0x24, 0x03, 0x02, 0x01])),
        };
        Parameters {
            name,
            aliases,
            len,
            oid,
        }
    }

    /// The name in its standard, such as `SHA-256`, `SHA-512/256` or `SHA3-256`.
    pub const fn name(self) -> &'static str {
        self.parameters().name
    }

    /// The length of a digest, in bytes.
    pub const fn output_len(self) -> usize {
        self.parameters().len
    }

    /// Whether this is SHAKE128 or SHAKE256.
    pub const fn is_shake(self) -> bool {
        matches!(self, Self::Shake128 | Self::Shake256)
    }

    /// The hash function with this name, in any letter case, with or without hyphens, underscores, dots, slashes and
    /// spaces. `SHA-256`, `sha256`, `Sha_256` and `sha2-256` are the same.
    pub fn parse(name: &str) -> Option<Self> {
        let is = |known: &&str| name::is_same(known, name);
        let names = |hash: &Self| is(&hash.name()) || hash.parameters().aliases.iter().any(is);
        Self::ALL.into_iter().find(names)
    }

    /// The object identifier in DER, without tag and length. Keccak-256 has none.
    pub const fn oid(self) -> Option<&'static [u8]> {
        self.parameters().oid
    }

    /// The digest of a message given as a list of parts.
    pub fn digest(self, message: &[&[u8]]) -> Digest {
        let mut hasher = self.hasher();
        for part in message {
            hasher.update(part);
        }
        hasher.finalize()
    }

    /// A hasher for a message that arrives in parts.
    pub fn hasher(self) -> Hasher {
        Hasher(State::new(self))
    }

    /// XORs a mask of any length, made from `seed`, into `out`. The mask is from MGF1 of RFC 8017 or, for SHAKE, is its
    /// own output (RFC 8702).
    #[cfg(feature = "rsa")]
    pub(crate) fn mask(self, seed: &[u8], out: &mut [u8]) {
        fn add(out: &mut [u8], mask: &[u8]) {
            out.iter_mut().zip(mask).for_each(|(out, mask)| *out ^= mask);
        }
        fn squeeze<H: Default + Update + ExtendableOutput>(seed: &[u8], out: &mut [u8]) {
            let mut hash = H::default();
            hash.update(seed);
            let mut reader = hash.finalize_xof();
            let mut mask = [0; MAX_LEN];
            for out in out.chunks_mut(MAX_LEN) {
                reader.read(&mut mask);
                add(out, &mask);
            }
        }
        match self {
            Self::Shake128 => squeeze::<shake::Shake128>(seed, out),
            Self::Shake256 => squeeze::<shake::Shake256>(seed, out),
            _ => {
                for (counter, out) in (0u32..).zip(out.chunks_mut(self.output_len())) {
                    add(out, &self.digest(&[seed, &counter.to_be_bytes()]));
                }
            }
        }
    }
}

/// A running computation of a digest.
///
/// ```
/// use secant_verify::hash::Hash;
///
/// let mut hasher = Hash::Sha256.hasher();
/// hasher.update(b"first part, ");
/// hasher.update(b"second part");
/// assert_eq!(hasher.finalize(), Hash::Sha256.digest(&[b"first part, second part"]));
/// ```
#[derive(Clone)]
pub struct Hasher(State);

impl Hasher {
    /// The hash function.
    pub fn hash(&self) -> Hash {
        self.0.hash()
    }

    /// Appends a part of the message.
    pub fn update(&mut self, part: &[u8]) {
        self.0.update(part);
    }

    /// The digest of all parts.
    pub fn finalize(self) -> Digest {
        let hash = self.hash();
        let mut bytes = [0; MAX_LEN];
        self.0.finalize(&mut bytes[..hash.output_len()]);
        Digest { bytes, hash }
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hasher").field(&self.hash()).finish()
    }
}

/// Each write appends to the message and never fails.
#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        self.update(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Defines the state of each function, grouped by how the output is produced.
macro_rules! states {
    (fixed { $($fixed:ident($fixed_state:ty),)* } extendable { $($extendable:ident($extendable_state:ty),)* }) => {
        #[derive(Clone)]
        enum State {
            $($fixed($fixed_state),)*
            $($extendable($extendable_state),)*
        }

        impl State {
            fn new(hash: Hash) -> Self {
                match hash {
                    $(Hash::$fixed => Self::$fixed(Default::default()),)*
                    $(Hash::$extendable => Self::$extendable(Default::default()),)*
                }
            }

            fn hash(&self) -> Hash {
                match self {
                    $(Self::$fixed(_) => Hash::$fixed,)*
                    $(Self::$extendable(_) => Hash::$extendable,)*
                }
            }

            fn update(&mut self, part: &[u8]) {
                match self {
                    $(Self::$fixed(state) => state.update(part),)*
                    $(Self::$extendable(state) => state.update(part),)*
                }
            }

            /// Writes as many bytes as a digest has.
            fn finalize(self, out: &mut [u8]) {
                match self {
                    $(Self::$fixed(state) => out.copy_from_slice(&state.finalize_fixed()),)*
                    $(Self::$extendable(state) => state.finalize_xof().read(out),)*
                }
            }
        }
    };
}

states! {
    fixed {
        Sha1(sha1::Sha1),
        Sha224(sha2::Sha224),
        Sha256(sha2::Sha256),
        Sha384(sha2::Sha384),
        Sha512(sha2::Sha512),
        Sha512_224(sha2::Sha512_224),
        Sha512_256(sha2::Sha512_256),
        Sha3_224(sha3::Sha3_224),
        Sha3_256(sha3::Sha3_256),
        Sha3_384(sha3::Sha3_384),
        Sha3_512(sha3::Sha3_512),
        Keccak256(sha3::Keccak256),
        Ripemd160(ripemd::Ripemd160),
    }
    extendable {
        Shake128(shake::Shake128),
        Shake256(shake::Shake256),
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not that of a hash function known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no hash function of this name is known, of SHA-1, SHA-2, SHA-3, SHAKE, Keccak-256 and RIPEMD-160")]
pub struct UnknownHash;

impl FromStr for Hash {
    type Err = UnknownHash;

    fn from_str(name: &str) -> Result<Self, UnknownHash> {
        Self::parse(name).ok_or(UnknownHash)
    }
}

/// A digest. It dereferences to a slice of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    bytes: [u8; MAX_LEN],
    hash: Hash,
}

impl Digest {
    /// The hash function that made it.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// The digest in the form that verifiers of signatures take.
    pub fn prehash(&self) -> Prehash<'_> {
        self.into()
    }
}

impl Deref for Digest {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.hash.output_len()]
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.hash)?;
        self.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString};

    #[test]
    fn names() {
        for hash in Hash::ALL {
            assert_eq!(hash.to_string().parse(), Ok(hash));
            assert_eq!(Hash::parse(&hash.name().to_lowercase()), Some(hash));
            assert_eq!(Hash::parse(&hash.name().replace(['-', '/'], "")), Some(hash));
            assert_eq!(Hash::parse(&format!("{hash}0")), None);
        }
        assert_eq!(Hash::parse("sha3-256"), Some(Hash::Sha3_256));
        assert_eq!(Hash::parse("sha512_256"), Some(Hash::Sha512_256));
        for (hash, names) in [
            (Hash::Sha1, &["sha1", "SHA-1", "sha_1"][..]),
            (Hash::Sha256, &["sha256", "sha-256", "SHA2-256", "sha2_256", "SHA 256"]),
            (
                Hash::Sha512_256,
                &["sha512/256", "SHA-512/256", "sha2-512/256", "sha512.256"],
            ),
            (Hash::Sha3_384, &["sha3-384", "SHA3_384", "sha3384"]),
            (Hash::Shake256, &["shake256", "SHAKE-256"]),
            (Hash::Keccak256, &["keccak256", "keccak-256", "KECCAK_256"]),
            (Hash::Ripemd160, &["ripemd160", "RIPEMD-160", "rmd160"]),
        ] {
            for name in names {
                assert_eq!(Hash::parse(name), Some(hash), "{name}");
            }
        }
        for name in [
            "sha-3",
            "",
            "-",
            "sha",
            "sha2",
            "md5",
            "sha256d",
            "ripemd",
            "ripemd128",
            "keccak512",
        ] {
            assert_eq!(Hash::parse(name), None, "{name}");
        }
    }

    /// The first bytes of the digests of `abc`: from the examples of FIPS 180-4 and FIPS 202, the page of RIPEMD-160's
    /// authors, and the Keccak team's test vectors for Keccak-256.
    #[test]
    fn digests() {
        let expected = [
            "a9993e36", "23097d22", "ba7816bf", "cb00753f", "ddaf35a1", "4634270f", "53048e26", "e642824c", "3a985da7",
            "ec014982", "b751850b", "5881092d", "48336660", "4e03657a", "8eb208f7",
        ];
        for (hash, expected) in Hash::ALL.into_iter().zip(expected) {
            let digest = hash.digest(&[b"a", b"", b"bc"]);
            let mut hasher = hash.hasher();
            hasher.update(b"ab");
            let ab = hasher.clone().finalize();
            hasher.update(b"c");
            assert_eq!((hasher.hash(), hasher.finalize()), (hash, digest));
            assert_ne!(ab, digest);
            assert_eq!(digest.len(), hash.output_len());
            assert!(
                format!("{digest:?}").starts_with(&format!("{hash} {expected}")),
                "{digest:?}"
            );
        }
    }
}
