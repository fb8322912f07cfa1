//! The module's edge: exports, which take addresses and lengths.
#![allow(unsafe_code, reason = "addresses are the caller's")]

extern crate alloc;

use crate::{Error, code};
#[cfg(not(feature = "rustcrypto"))]
use crate::{KEY_LEN, Verdict};
use core::{alloc::Layout, arch::wasm32, slice};

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// What buffers of the caller are aligned to.
const ALIGNMENT: usize = 8;
const PAGE: usize = 1 << 16;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}

/// Memory for so many bytes; zero if there is none.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    match Layout::from_size_align(len.max(1), ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { alloc::alloc::alloc_zeroed(layout) },
        Err(_) => core::ptr::null_mut(),
    }
}

/// Gives back what [`alloc`] gave for this length.
#[unsafe(no_mangle)]
extern "C" fn free(address: *mut u8, len: usize) {
    if let Ok(layout) = Layout::from_size_align(len.max(1), ALIGNMENT)
        && !address.is_null()
    {
        // SAFETY: the caller passes what `alloc` gave it, or hurts this module alone.
        unsafe { alloc::alloc::dealloc(address, layout) }
    }
}

/// A buffer of the caller.
struct Buffer(*const u8, usize);

impl Buffer {
    /// What is in it.
    fn bytes(&self) -> Result<&[u8], Error> {
        self.check()?;
        if self.1 == 0 {
            return Ok(&[]);
        }
        // SAFETY: it is in the memory, and nothing writes there while the caller waits.
        Ok(unsafe { slice::from_raw_parts(self.0, self.1) })
    }

    fn check(&self) -> Result<(), Error> {
        let end = (self.0 as usize).checked_add(self.1).ok_or(Error::Buffer)?;
        // All pages are 4 GiB, one byte more than an address can say.
        let is_inside = end.div_ceil(PAGE) <= wasm32::memory_size::<0>();
        // Zero is no address of a buffer.
        if is_inside && (self.1 == 0 || !self.0.is_null()) {
            Ok(())
        } else {
            Err(Error::Buffer)
        }
    }
}

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
            // SAFETY: so many bytes are in the memory; what was read there is not used any more.
            unsafe { key.copy_from_nonoverlapping(found.as_ptr(), KEY_LEN) };
        }
        Ok(verdict)
    };
    code(recover())
}
