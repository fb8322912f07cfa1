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
//! A key has a modulus of 1024 to 8192 bits, of any length in this range, and an odd exponent of at least 3 and below
//! the modulus. Shorter moduli are refused unless [`KeyOptions::allow_weak`] is set. A key is read from the DER or PEM
//! of a `SubjectPublicKeyInfo` (`PUBLIC KEY`) or of an `RSAPublicKey` of PKCS#1 (`RSA PUBLIC KEY`). It must be DER, not
//! BER: lengths and integers have their shortest form, and nothing follows. The one exception is the default values of
//! PSS parameters, which may be written out or left out (RFC 4055, section 3.1). Nobody can check whether the modulus
//! is the product of two primes.
//!
//! A key of `id-RSASSA-PSS` verifies only PSS. If it has parameters, the signature must use its hash functions and at
//! least its salt length. The identifiers of RFC 8692 for SHAKE fix all parameters.
//!
//! Verification of PKCS#1 v1.5 compares the whole encoded message with the one that RFC 8017 prescribes, in which the
//! parameters of the hash function are NULL. Signatures that leave the NULL out, or are encoded in BER, are refused.
//! SHAKE is not defined for this scheme.
//!
//! PSS takes its mask from MGF1 with any hash function, or directly from SHAKE (RFC 8702).
//!
//! # Exponentiation by somebody else
//! Nearly all time is spent in one power, `s^e mod n`. [`PublicKey::verify_with`] takes it from a [`ModExp`], so that a
//! contract can call its host for it; the other functions use [`InPlace`]. [`PublicKey::prepare`] precomputes what
//! depends only on the key, for many signatures under one key.
//!
//! The time of the power grows with the length of the exponent: 65537 takes 18 products, an exponent of 8192 bits some
//! ten thousand. A caller that verifies under keys of strangers may want to check [`PublicKey::exponent`] first.

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

/// The least length in bits of a key's modulus, unless [`KeyOptions::allow_weak`] is set.
pub const MIN_BITS: usize = 1024;
/// The greatest length in bits of a key's modulus.
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
    /// PSS in its most common form: one hash function for everything, and a salt as long as a digest.
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
