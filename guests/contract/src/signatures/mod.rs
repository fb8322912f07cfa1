//! ECDSA and RSA signatures.

mod ecdsa;
#[cfg_attr(all(target_arch = "wasm32", feature = "antelope"), path = "host/antelope.rs")]
#[cfg_attr(not(all(target_arch = "wasm32", feature = "antelope")), path = "host/none.rs")]
mod host;
pub mod numbers;
mod recover;
mod rsa;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;
mod verdicts;

pub use ecdsa::verify_ecdsa;
pub use recover::{KEY_LEN, recover_secp256k1};
pub use rsa::verify_rsa;
#[cfg(feature = "rustcrypto")]
pub use rustcrypto::verify_ecdsa as verify_ecdsa_rustcrypto;

use crate::{Error, Verdict};
use numbers::options::DIGEST;
use secant_verify::hash::{Hash, Prehash};
use verdicts::{ecdsa_verdict, rsa_verdict};

/// The length of the longest digest in bytes.
const MAX_DIGEST: usize = 64;

/// Fails if an option outside `known` is set.
fn check_options(options: u32, known: u32) -> Result<(), Error> {
    if options & !known == 0 {
        Ok(())
    } else {
        Err(Error::Options)
    }
}

/// A digest under the hash function with a number, or under a hash function without a number.
fn prehash(hash: u32, digest: &[u8]) -> Result<Prehash<'_>, Error> {
    let prehash = if hash == numbers::OTHER_HASH {
        Prehash::of_unlisted_hash(digest)
    } else {
        Prehash::new(numbers::hash(hash)?, digest)
    };
    prehash.map_err(|_| Error::DigestLength)
}

/// The digest of a message, or the message itself if the options say that it is a digest.
fn digest<'a>(hash: Hash, message: &'a [u8], options: u32, room: &'a mut [u8; MAX_DIGEST]) -> &'a [u8] {
    if options & DIGEST != 0 {
        return message;
    }
    let digest = &mut room[..hash.output_len()];
    host::digest(hash, message, digest);
    digest
}
