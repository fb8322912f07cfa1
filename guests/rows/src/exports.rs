//! The operations of secant's benchmarks as exports of a WASM module.
//!
//! A feature chooses whose curves the module is built with. The exports are the same. The host writes the encoded
//! arguments to the address that `alloc` returns, then calls the operation, which is an export under its name:
//!
//! | export | |
//! |---|---|
//! | `alloc(len) -> address` | memory for `len` bytes, which stays |
//! | *operation*`(address, len, keep) -> status` | runs the operation on the arguments there |
//! | `result() -> address` | where the last kept result is |
//!
//! A status below zero is the code of a [`crate::Error`]. Otherwise it is the length of the result. The result is kept
//! if `keep` is not zero, and discarded if it is.
#![deny(unsafe_code)]

use crate::{
    Operation, Sink, for_each_operation, groth16_verification, gt_multi_exp, msm, mul_affine, mul_projective, pairing,
};
use alloc::vec::Vec;

#[cfg(feature = "export-arkworks")]
type Curves = crate::Arkworks;
#[cfg(feature = "export-plain")]
type Curves = crate::Secant<secant_curve::Plain>;
#[cfg(feature = "export-guest")]
type Curves = crate::Secant<secant_guest::Guest>;
#[cfg(feature = "export-dummy")]
type Curves = crate::Secant<crate::Dummy>;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The last result that was kept.
static RESULT: Kept = Kept(core::cell::UnsafeCell::new(Vec::new()));

struct Kept(core::cell::UnsafeCell<Vec<u8>>);

#[allow(unsafe_code, reason = "the module has one thread")]
mod memory {
    use super::{Kept, Operation, RESULT, Sink, Vec};

    // SAFETY: the module has one thread.
    unsafe impl Sync for Kept {}

    #[unsafe(export_name = "alloc")]
    extern "C" fn alloc(len: usize) -> *mut u8 {
        alloc::vec![0; len].leak().as_mut_ptr()
    }

    #[unsafe(export_name = "result")]
    extern "C" fn result() -> *const u8 {
        // SAFETY: one thread, and no reference to the value outlives a call from the host.
        unsafe { &*RESULT.0.get() }.as_ptr()
    }

    pub(super) fn run(operation: Operation, address: *const u8, len: usize, keep: u32) -> i32 {
        // SAFETY: the host passes what `alloc` returned, or harms only this module.
        let input = unsafe { core::slice::from_raw_parts(address, len) };
        // SAFETY: as in `result`.
        let kept: &mut Vec<u8> = unsafe { &mut *RESULT.0.get() };
        kept.clear();
        match operation(input, if keep == 0 { Sink::Discard } else { Sink::Keep(kept) }) {
            Ok(()) => kept.len() as i32,
            Err(e) => e.code(),
        }
    }
}

macro_rules! export {
    ($(($name:expr, $function:ident, $type:ty),)*) => {$(
        const _: () = {
            #[allow(unsafe_code, reason = "an export's name is unsafe, as it might clash")]
            #[unsafe(export_name = $name)]
            extern "C" fn export(address: *const u8, len: usize, keep: u32) -> i32 {
                memory::run($function::<$type>, address, len, keep)
            }
        };
    )*};
}

for_each_operation!(export, Curves);
