//! The operations that a host could provide, computed here.

use super::super::KEY_LEN;
use secant_gfp::{named::Secp256k1, sec1};
use secant_verify::{
    ecdsa::{Encoding, Error, KeyFile, Options, PublicKey, RecoveryId, Signature},
    hash::{Hash, Prehash},
};

pub use secant_verify::rsa::InPlace as Powers;

/// Writes the digest of a message to `out`, which must have its length.
pub fn digest(hash: Hash, message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&hash.digest(&[message]));
}

/// [`KeyFile::verify_digest`].
pub fn verify_ecdsa(
    key: &KeyFile<'_>,
    digest: Prehash<'_>,
    signature: &[u8],
    encoding: Encoding,
    options: &Options,
) -> Result<(), Error> {
    key.verify_digest(digest, signature, encoding, options)
}

/// Writes the public key of a signature, if there is one. `id` is a [`RecoveryId`].
pub fn recover(digest: Prehash<'_>, signature: &Signature<Secp256k1>, id: u8, key: &mut [u8; KEY_LEN]) -> bool {
    RecoveryId::new(id)
        .and_then(|id| PublicKey::recover(&Secp256k1, digest, signature, id))
        .is_ok_and(|found| sec1::encode(&Secp256k1, found.point(), false, key) == Some(KEY_LEN))
}
