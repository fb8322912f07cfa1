//! Signatures.

use super::Buffer;
use crate::code;
#[cfg(not(feature = "rustcrypto"))]
use crate::{Error, KEY_LEN, Verdict};

/// `verify_ecdsa` of the module.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a buffer is two")]
extern "C" fn verify_ecdsa(
    curve: u32,
    key: *const u8,
    key_len: usize,
    hash: u32,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    signature_len: usize,
    options: u32,
) -> i32 {
    #[cfg(not(feature = "rustcrypto"))]
    use crate::verify_ecdsa as verify;
    #[cfg(feature = "rustcrypto")]
    use crate::verify_ecdsa_rustcrypto as verify;
    let (key, message) = (Buffer(key, key_len), Buffer(message, message_len));
    let signature = Buffer(signature, signature_len);
    let verdict = || verify(curve, key.bytes()?, hash, message.bytes()?, signature.bytes()?, options);
    code(verdict())
}

#[cfg(not(feature = "rustcrypto"))]
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a buffer is two")]
extern "C" fn verify_rsa(
    key: *const u8,
    key_len: usize,
    hash: u32,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    signature_len: usize,
    options: u32,
    mask: u32,
    salt: i32,
) -> i32 {
    let (key, message) = (Buffer(key, key_len), Buffer(message, message_len));
    let signature = Buffer(signature, signature_len);
    let verdict = || {
        let (key, message, signature) = (key.bytes()?, message.bytes()?, signature.bytes()?);
        crate::verify_rsa(key, hash, message, signature, options, mask, salt)
    };
    code(verdict())
}

#[cfg(not(feature = "rustcrypto"))]
#[unsafe(no_mangle)]
extern "C" fn recover_secp256k1(
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
    id: u32,
    key: *mut u8,
    key_len: usize,
) -> i32 {
    let (digest, signature) = (Buffer(digest, digest_len), Buffer(signature, signature_len));
    let recover = || -> Verdict {
        Buffer(key, key_len).check()?;
        if key_len < KEY_LEN {
            return Err(Error::Buffer);
        }
        let mut found = [0; KEY_LEN];
        let verdict = crate::recover_secp256k1(digest.bytes()?, signature.bytes()?, id, &mut found)?;
        if verdict {
            // SAFETY: this many bytes are in the memory, and the slices that were read there are not used any more.
            unsafe { key.copy_from_nonoverlapping(found.as_ptr(), KEY_LEN) };
        }
        Ok(verdict)
    };
    code(recover())
}
