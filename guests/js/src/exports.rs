//! The boundary of the module: its exports, which take addresses and lengths.
#![allow(unsafe_code, reason = "addresses are the caller's")]

use crate::{Error, Kind, Outcome, Prepared, group, pairing, read_key, read_statement, verify_ecdsa, verify_groth16};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::{alloc::Layout, arch::wasm32, cell::UnsafeCell, slice};

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// The alignment of the caller's buffers.
const ALIGNMENT: usize = 8;
const PAGE: usize = 1 << 16;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}

/// The state that outlives a call.
struct State {
    /// The result of the last call that had one.
    result: Vec<u8>,
    /// The sentence of the last error.
    sentence: String,
    /// The index of the list element that the last error was about, or `-1`.
    index: i32,
    /// Prepared keys. A handle is an index.
    keys: Vec<Option<Box<Prepared>>>,
}

/// Shared state. The module has one thread, and its exports do not call each other.
struct Single(UnsafeCell<State>);

// SAFETY: the module has one thread.
unsafe impl Sync for Single {}

static STATE: Single = Single(UnsafeCell::new(State {
    result: Vec::new(),
    sentence: String::new(),
    index: -1,
    keys: Vec::new(),
}));

/// Allocates this many bytes. Returns zero if there is no memory.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    match Layout::from_size_align(len.max(1), ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { alloc::alloc::alloc(layout) },
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
        let end = (self.0 as usize).checked_add(self.1).ok_or(Kind::Buffer)?;
        // All pages together are 4 GiB, which is one more than the largest address.
        let is_inside = end.div_ceil(PAGE) <= wasm32::memory_size::<0>();
        if self.1 == 0 {
            return Ok(&[]);
        }
        if !is_inside || self.0.is_null() {
            return Err(Kind::Buffer.into());
        }
        // SAFETY: the buffer is in the memory. It belongs to the caller, or holds the last call's result or sentence;
        // `run` writes neither before the call's references to buffers have ended.
        Ok(unsafe { slice::from_raw_parts(self.0, self.1) })
    }
}

/// Runs a call and returns its non-negative number, or the number of the error.
fn run(call: impl FnOnce(&mut Vec<u8>, &mut Vec<Option<Box<Prepared>>>) -> Outcome) -> i32 {
    // SAFETY: there is one thread, exports do not call each other, and no reference to the state outlives an export.
    // The references of `call` to buffers do not point into the state: a buffer lies in memory from `alloc`, or in heap
    // memory that `result` or `sentence` own, which only change after the call.
    let state = unsafe { &mut *STATE.0.get() };
    let mut result = Vec::new();
    match call(&mut result, &mut state.keys) {
        Ok(number) => {
            state.result = result;
            number as i32
        }
        Err(e) => {
            state.result = Vec::new();
            state.sentence = e.sentence.unwrap_or_default();
            state.index = e.index.map_or(-1, |index| index as i32);
            e.kind as i32
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn result() -> *const u8 {
    // SAFETY: as in `run`.
    unsafe { &*STATE.0.get() }.result.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn result_len() -> usize {
    // SAFETY: as in `run`.
    unsafe { &*STATE.0.get() }.result.len()
}

#[unsafe(no_mangle)]
extern "C" fn sentence() -> *const u8 {
    // SAFETY: as in `run`.
    unsafe { &*STATE.0.get() }.sentence.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn sentence_len() -> usize {
    // SAFETY: as in `run`.
    unsafe { &*STATE.0.get() }.sentence.len()
}

#[unsafe(no_mangle)]
extern "C" fn error_index() -> i32 {
    // SAFETY: as in `run`.
    unsafe { &*STATE.0.get() }.index
}

/// Defines exports that take numbers and buffers. Each buffer is two parameters.
macro_rules! exports {
    ($($name:ident($($number:ident),* ; $($buffer:ident $len:ident),*) |$out:ident, $keys:ident| $call:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments, reason = "a buffer is two")]
        extern "C" fn $name($($number: u32,)* $($buffer: *const u8, $len: usize),*) -> i32 {
            $(let $buffer = Buffer($buffer, $len);)*
            run(|$out, $keys| {
                $(let $buffer = $buffer.bytes()?;)*
                $call
            })
        }
    )*};
}

exports! {
    decode(number, len; points points_len) |out, _keys| group(number)?.decode(points, len as usize, out);
    encode(number, compressed; points points_len) |out, _keys| group(number)?.encode(points, compressed != 0, out);
    generator(number;) |out, _keys| group(number)?.generator(out);
    sum(number; points points_len) |out, _keys| group(number)?.sum(points, out);
    negate(number; point point_len) |out, _keys| group(number)?.negate(point, out);
    equal(number; a a_len, b b_len) |_out, _keys| group(number)?.equal(a, b);
    mul(number; point point_len, scalar scalar_len) |out, _keys| group(number)?.mul(point, scalar, out);
    msm(number; points points_len, scalars scalars_len) |out, _keys| group(number)?.msm(points, scalars, out);
    hash(number, uniform; message message_len, dst dst_len)
        |out, _keys| group(number)?.hash(message, dst, uniform != 0, out);
    pairing_product(number; p p_len, q q_len) |out, _keys| pairing(number)?.product(p, q, out);
    pairing_check(number; p p_len, q q_len) |_out, _keys| pairing(number)?.is_one(p, q);
    target_product(number; elements elements_len) |out, _keys| pairing(number)?.target_product(elements, out);
    target_power(number; element element_len, exponent exponent_len)
        |out, _keys| pairing(number)?.target_power(element, exponent, out);
    target_encode(number; element element_len) |out, _keys| pairing(number)?.target_encode(element, out);
    ecdsa_verify(curve, options; key key_len, message message_len, signature signature_len)
        |_out, _keys| verify_ecdsa(curve, key, message, signature, options);
    groth16_read_key(; key key_len) |out, _keys| read_key(key, out);
    groth16_read_statement(number; key key_len, proof proof_len, public public_len)
        |out, _keys| read_statement(number, key, proof, public, out);
    groth16_verify(number; key key_len, statement statement_len) |_out, _keys| verify_groth16(number, key, statement);
    groth16_prepare(number; key key_len) |_out, keys| keep(keys, Prepared::new(number, key)?);
    groth16_verify_prepared(handle; statement statement_len)
        |_out, keys| match keys.get(handle as usize) {
            Some(Some(key)) => key.verify(statement),
            _ => Err(Kind::Handle.into()),
        };
    groth16_free(handle;) |_out, keys| match keys.get_mut(handle as usize) {
        Some(key @ Some(_)) => {
            *key = None;
            Ok(keys.iter().flatten().count() as u32)
        }
        _ => Err(Kind::Handle.into()),
    };
}

/// Stores a key in the first free place and returns its handle.
fn keep(keys: &mut Vec<Option<Box<Prepared>>>, key: Prepared) -> Outcome {
    let handle = keys.iter().position(Option::is_none).unwrap_or_else(|| {
        keys.push(None);
        keys.len() - 1
    });
    keys[handle] = Some(Box::new(key));
    Ok(handle as u32)
}
