//! A guest built from upstream's unchanged crates. It answers requests with calls to the host of a Polkadot node.
//!
//! As in all runtimes, memory comes from the host. An export takes the address and the length of its argument, and
//! returns those of its result in one number.
#![deny(unsafe_code)]

use core::alloc::{GlobalAlloc, Layout};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The allocator of the node.
struct Host;

#[global_allocator]
static ALLOCATOR: Host = Host;

#[allow(unsafe_code, reason = "the edge of the guest: imports, exports and the allocator")]
mod edge {
    use super::{GlobalAlloc, Host, Layout};

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn ext_allocator_malloc_version_1(size: usize) -> *mut u8;
        fn ext_allocator_free_version_1(memory: *mut u8);
    }

    // SAFETY: the host returns memory that nobody else uses, aligned to eight bytes.
    unsafe impl GlobalAlloc for Host {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            if layout.align() > 8 {
                return core::ptr::null_mut();
            }
            // SAFETY: any size may be asked for.
            unsafe { ext_allocator_malloc_version_1(layout.size()) }
        }

        unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
            // SAFETY: the caller got the memory from `alloc`.
            unsafe { ext_allocator_free_version_1(memory) }
        }
    }

    /// Calls a host function as often as the first four bytes say. The request follows them.
    #[unsafe(export_name = "repeat")]
    extern "C" fn repeat(address: *const u8, len: usize) -> u64 {
        // SAFETY: as for `answer`.
        let argument = unsafe { core::slice::from_raw_parts(address, len) };
        let status = crate::calls::repeat(argument).leak();
        (status.len() as u64) << 32 | status.as_ptr() as u64
    }

    /// Answers a request of [`crate::calls`].
    #[unsafe(export_name = "answer")]
    extern "C" fn answer(address: *const u8, len: usize) -> u64 {
        // SAFETY: the host passes bytes that it has written and leaves them alone until the export returns.
        let request = unsafe { core::slice::from_raw_parts(address, len) };
        let answer = crate::calls::answer(request).leak();
        (answer.len() as u64) << 32 | answer.as_ptr() as u64
    }
}
