//! RSA signatures: RSASSA-PKCS1-v1_5 and RSASSA-PSS of RFC 8017.
//!
//! ```
//! use secant_verify::{hash::Hash, rsa::{PublicKey, Scheme}};
//!
//! # fn main() -> Result<(), secant_verify::rsa::Error> {
//! # let (pem, message, signature) = (include_str!("../fixtures/rsa/key.pem"), b"secant\n", include_bytes!("../fixtures/rsa/signature.bin"));
//! let key = PublicKey::read(pem.as_bytes())?;
//! key.verify(&Scheme::Pkcs1(Hash::Sha256), message, signature)?;
//!
//! let error = key.verify(&Scheme::Pkcs1(Hash::Sha256), b"another message", signature).unwrap_err();
//! assert!(error.is_invalid_signature());
//! # Ok(())
//! # }
//! ```
//!
//! # What is accepted
//! Keys have a modulus of 1024 to 8192 bits, of any number between, and an odd exponent from 3 up to below the modulus;
//! shorter ones are refused unless [`KeyOptions::allow_weak`] asks for them.
//! They are read from the DER or PEM of a `SubjectPublicKeyInfo` (`PUBLIC KEY`) or an `RSAPublicKey` of PKCS#1
//! (`RSA PUBLIC KEY`). DER is what is read, not BER: lengths and integers have their shortest form, nothing follows. Only
//! the defaults of PSS parameters may be written out or left out (RFC 4055, section 3.1). Whether the modulus is the product
//! of two primes, nobody can say.
//!
//! A key of `id-RSASSA-PSS` verifies PSS alone, and, if it has parameters, with its hash functions and at least its
//! length of salt. The identifiers of RFC 8692 for SHAKE fix everything.
//!
//! PKCS#1 v1.5 compares the whole encoded message with the one that RFC 8017 prescribes. There, the parameters of the
//! hash function are NULL: signatures that leave them out, or write the same in BER, are refused. SHAKE is not defined
//! for this scheme.
//!
//! PSS takes its mask from MGF1 with any hash function, or from SHAKE itself (RFC 8702).
//!
//! # Somebody else's exponentiation
//! Nearly all time is spent in one power modulo the key, `s^e mod n`. [`PublicKey::verify_with`] takes it from a
//! [`ModExp`], so that a contract can call its host for it; [`InPlace`] is the one that is used otherwise.
//! [`PublicKey::prepare`] keeps what depends on the key alone, for many signatures under one key.
//!
//! The time of the power grows with the length of the exponent: 65537 takes 18 products, an exponent of 8192 bits some
//! ten thousand. Who verifies under keys of strangers may want to look at [`PublicKey::exponent`] first.

mod error;
mod key;
mod mod_exp;
mod parameters;
mod pkcs1;
mod pss;

pub use error::{Error, Part};
pub use key::{KeyOptions, PreparedKey, PublicKey};
pub use mod_exp::{InPlace, ModExp, ModExpError};
pub use parameters::PssParameters;
pub use pss::{Pss, Salt};

use crate::hash::Hash;

/// Bits of the shortest modulus of a key, unless [`KeyOptions::allow_weak`] asks for others.
pub const MIN_BITS: usize = 1024;
/// Bits of the longest modulus of a key.
pub const MAX_BITS: usize = 8192;

/// How a digest is encoded before it is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// RSASSA-PKCS1-v1_5 with a hash function.
    Pkcs1(Hash),
    /// RSASSA-PSS.
    Pss(Pss),
}

impl Scheme {
    /// PSS as it is used most: one hash function for all, and salt as long as a digest.
    pub const fn pss(hash: Hash) -> Self {
        Self::Pss(Pss {
            hash,
            mask: hash,
            salt: Salt::Exactly(hash.output_len()),
        })
    }

    /// The hash function of the message.
    pub const fn hash(&self) -> Hash {
        match self {
            Self::Pkcs1(hash) => *hash,
            Self::Pss(pss) => pss.hash,
        }
    }
}
