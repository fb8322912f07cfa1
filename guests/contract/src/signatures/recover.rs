//! Recovery of public keys from signatures.

use super::{Error, Verdict, host, numbers::OTHER_HASH, prehash};
use secant_gfp::named::Secp256k1;
use secant_verify::ecdsa::{RecoveryId, Signature};

/// The length in bytes of a recovered key, `04 x y`.
pub const KEY_LEN: usize = 65;

/// Writes the key on secp256k1 under which a signature, `r` and `s` of 32 bytes each, is valid for a digest.
///
/// `id` says which of the points with the signature's `r` the signer used: bit 0 is the parity of the second
/// coordinate, and bit 1 says that the first coordinate is `r + n`. Nothing is written if there is no key.
///
/// # Errors
/// If `id` is not below four, or the digest has fewer than 16 bytes.
pub fn recover_secp256k1(digest: &[u8], signature: &[u8], id: u32, key: &mut [u8; KEY_LEN]) -> Verdict {
    let id = u8::try_from(id).map_err(|_| Error::RecoveryId)?;
    RecoveryId::new(id).map_err(|_| Error::RecoveryId)?;
    let digest = prehash(OTHER_HASH, digest)?;
    let Ok(signature) = Signature::from_p1363(&Secp256k1, signature) else {
        return Ok(false);
    };
    Ok(host::recover(digest, &signature, id, key))
}
