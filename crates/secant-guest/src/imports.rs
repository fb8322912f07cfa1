//! The functions that the host of a WASM guest links.
#![allow(unsafe_code, reason = "calls to imports are unsafe; this is the guest's edge")]

use crate::{Remote, Transport};
use secant_abi::{Error, Function};

/// The functions of the import module `secant`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Imports;

/// The host of this WASM guest.
pub type Guest = Remote<Imports>;

macro_rules! define_imports {
    ($($subject:ident { $(($variant:ident = $number:literal, $name:ident $(=> $method:ident $arguments:tt -> $out:ident)?, $doc:literal),)* })*) => {
        #[link(wasm_import_module = "secant")]
        unsafe extern "C" {
            $($(fn $name(
                curve: u32, a: *const u8, a_len: usize, b: *const u8, b_len: usize, out: *mut u8, out_len: usize,
            ) -> u32;)*)*
        }

        impl Transport for Imports {
            #[inline]
            fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error> {
                // SAFETY: the pointers and lengths are those of live slices. Before it returns, the host reads `a` and
                // `b` and writes at most `out`, where any bytes are valid.
                let code = unsafe {
                    match function {
                        $($(Function::$variant => $name(
                            curve, a.as_ptr(), a.len(), b.as_ptr(), b.len(), out.as_mut_ptr(), out.len(),
                        ),)*)*
                    }
                };
                if code == 0 { Ok(()) } else { Err(Error::from_u32(code)) }
            }
        }
    };
}

secant_abi::for_each_function!(define_imports);
