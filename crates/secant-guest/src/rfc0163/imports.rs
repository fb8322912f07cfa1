//! The host functions that a node links.
#![allow(unsafe_code, reason = "calls to imports are unsafe; this is the guest's edge")]

use super::Calls;
use secant_abi::{
    Function as Fused,
    rfc0163::{FatPointer, Function},
};

/// The node of this WASM guest. A function that is not called is not imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Imports;

fn fat(bytes: &[u8]) -> u64 {
    FatPointer::new(bytes.as_ptr() as u32, bytes.len() as u32).0
}

fn fat_mut(bytes: &mut [u8]) -> u64 {
    FatPointer::new(bytes.as_mut_ptr() as u32, bytes.len() as u32).0
}

macro_rules! import {
    (FinalExponentiation, $import:literal, $a:ident, $b:ident, $out:ident) => {{
        #[link(wasm_import_module = "env")]
        unsafe extern "C" {
            #[link_name = $import]
            fn host(in_out: u64) -> u32;
        }
        // SAFETY: the pointer is to a live slice, which the host reads and writes before it returns.
        unsafe { host(fat_mut($out)) }
    }};
    ($operation:ident, $import:literal, $a:ident, $b:ident, $out:ident) => {{
        #[link(wasm_import_module = "env")]
        unsafe extern "C" {
            #[link_name = $import]
            fn host(a: u64, b: u64, out: u64) -> u32;
        }
        // SAFETY: the pointers are to live slices; the host reads two and writes the third before it returns.
        unsafe { host(fat($a), fat($b), fat_mut($out)) }
    }};
}

macro_rules! define_imports {
    ($(($variant:ident, $name:ident, $import:literal, $operation:ident, $id:ident, $origin:ident),)*) => {
        impl Calls for Imports {
            #[inline(always)]
            fn call(function: Function, a: &[u8], b: &[u8], out: &mut [u8]) -> u32 {
                match function {
                    $(Function::$variant => import!($operation, $import, a, b, out),)*
                }
            }

            #[inline(always)]
            fn fused(function: Fused, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> u32 {
                #[link(wasm_import_module = "env")]
                unsafe extern "C" {
                    fn ext_secant_call_version_1(function: u32, curve: u32, a: u64, b: u64, out: u64) -> u32;
                }
                // SAFETY: as above.
                unsafe { ext_secant_call_version_1(function as u32, curve, fat(a), fat(b), fat_mut(out)) }
            }
        }
    };
}

secant_abi::for_each_rfc0163_function!(define_imports);
