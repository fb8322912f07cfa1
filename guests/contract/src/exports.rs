//! The boundary of the module: its exports, which take addresses and lengths.
//!
//! This file has the exports of all flavours. `signatures` and `groth16` have the others.
#![allow(unsafe_code, reason = "addresses are the caller's")]

extern crate alloc;

use crate::Error;
use core::{alloc::Layout, arch::wasm32, slice};

#[cfg(feature = "groth16")]
mod groth16;
#[cfg(feature = "signatures")]
mod signatures;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// The alignment of the caller's buffers.
const ALIGNMENT: usize = 8;
const PAGE: usize = 1 << 16;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}

/// Allocates this many bytes. Returns zero if there is no memory.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    match Layout::from_size_align(len.max(1), ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { alloc::alloc::alloc_zeroed(layout) },
        Err(_) => core::ptr::null_mut(),
    }
}

/// Frees memory that [`alloc`] returned for this length.
#[unsafe(no_mangle)]
extern "C" fn free(address: *mut u8, len: usize) {
    if let Ok(layout) = Layout::from_size_align(len.max(1), ALIGNMENT)
        && !address.is_null()
    {
        // SAFETY: the caller passes what `alloc` returned, or harms only this module.
        unsafe { alloc::alloc::dealloc(address, layout) }
    }
}

/// A buffer of the caller.
struct Buffer(*const u8, usize);

impl Buffer {
    /// The contents of the buffer.
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
        // All pages together are 4 GiB, which is one more than the largest address.
        let is_inside = end.div_ceil(PAGE) <= wasm32::memory_size::<0>();
        // A non-empty buffer cannot have the address zero.
        if is_inside && (self.1 == 0 || !self.0.is_null()) {
            Ok(())
        } else {
            Err(Error::Buffer)
        }
    }
}
