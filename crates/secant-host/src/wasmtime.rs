//! The adapter for [wasmtime](https://docs.rs/wasmtime).
//!
//! ```
//! # fn main() -> wasmtime::Result<()> {
//! use wasmtime::{Engine, Linker, Module, Store};
//!
//! let engine = Engine::default();
//! let mut linker = Linker::new(&engine);
//! secant_host::wasmtime::add_to_linker(&mut linker)?;
//! # let wat = r#"(module
//! #     (import "secant" "ping" (func $ping (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
//! #     (memory (export "memory") 1)
//! #     (func (export "run") (result i32)
//! #         (call $ping (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0))))"#;
//! # let module = Module::new(&engine, wat::parse_str(wat)?)?;
//! // Any store type will do: secant keeps nothing in it.
//! let mut store = Store::new(&engine, ());
//! let guest = linker.instantiate(&mut store, &module)?;
//! let run = guest.get_typed_func::<(), u32>(&mut store, "run")?;
//! assert_eq!(run.call(&mut store, ())?, 0);
//! # Ok(())
//! # }
//! ```

use crate::{CALL_FUEL, Call};
use core::ops::Range;
use secant_abi::{Error, Function, MODULE};
use wasmtime::{Caller, Extern, Linker, Memory, Result, Trap, bail};

/// Links all functions of the contract under the import module `secant`.
///
/// The guest must export its memory as `memory`, unshared and with 32-bit addresses. A call without such a memory
/// traps. If the engine consumes fuel, every call is charged by its sizes before any element is read. A call that the
/// remaining fuel does not cover traps with [`Trap::OutOfFuel`].
///
/// # Hosts without fuel
/// Without fuel, the guest alone determines how long a call takes: a list may fill its memory, and the pairings of 4
/// GiB of points take tens of minutes. Calls do not check the engine's epoch, so epochs do not interrupt them. A host
/// that does not trust its guests must do one of these: turn on
/// [`Config::consume_fuel`](wasmtime::Config::consume_fuel); limit the guest's memory
/// ([`Store::limiter`](wasmtime::Store::limiter)) to what it is willing to wait for; or run guests in a process that it
/// can end.
pub fn add_to_linker<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    for &function in Function::ALL {
        linker.func_wrap(
            MODULE,
            function.name(),
            move |mut caller: Caller<'_, T>,
                  curve: u32,
                  a: u32,
                  a_len: u32,
                  b: u32,
                  b_len: u32,
                  out: u32,
                  out_len: u32|
                  -> Result<u32> {
                let memory = memory(&mut caller)?;
                match serve(
                    &mut caller,
                    memory,
                    function,
                    curve,
                    [(a, a_len), (b, b_len), (out, out_len)],
                )? {
                    Ok(()) => Ok(0),
                    Err(e) => Ok(e as u32),
                }
            },
        )?;
    }
    Ok(())
}

pub(crate) fn memory<T>(caller: &mut Caller<'_, T>) -> Result<Memory> {
    match caller.get_export("memory") {
        Some(Extern::Memory(memory)) => Ok(memory),
        _ => bail!("a guest of secant must export an unshared memory named \"memory\""),
    }
}

/// The bytes of a guest's buffer, given as an address and a length, if they are within its memory.
pub(crate) fn range((start, len): (u32, u32), memory_len: usize) -> Option<Range<usize>> {
    let (start, len) = (start as usize, len as usize);
    start
        .checked_add(len)
        .filter(|end| *end <= memory_len)
        .map(|end| start..end)
}

/// Serves a call. The outer error is a trap, the inner one is for the guest.
pub(crate) fn serve<T>(
    caller: &mut Caller<'_, T>,
    memory: Memory,
    function: Function,
    curve: u32,
    [a, b, out]: [(u32, u32); 3],
) -> Result<Result<(), Error>> {
    // A refused call is charged for the way to the host.
    charge(caller, CALL_FUEL)?;
    let bytes = memory.data(&*caller);
    let len = bytes.len();
    let ranges = (range(a, len), range(b, len), range(out, len));
    let (Some(a), Some(b), Some(out)) = ranges else {
        return Ok(Err(Error::OutOfBounds));
    };
    let fuel = match Call::new(function, curve, &bytes[a.clone()], &bytes[b.clone()], out.len()) {
        Ok(call) => call.fuel(),
        Err(e) => return Ok(Err(e)),
    };
    charge(caller, fuel.saturating_sub(CALL_FUEL))?;
    let (bytes, _) = memory.data_and_store_mut(&mut *caller);
    let result = Call::new(function, curve, &bytes[a], &bytes[b], out.len()).and_then(|call| call.execute());
    Ok(result.and_then(|result| {
        if result.len() != out.len() {
            return Err(Error::Other);
        }
        bytes[out].copy_from_slice(&result);
        Ok(())
    }))
}

/// Takes fuel if the engine consumes any.
pub(crate) fn charge<T>(caller: &mut Caller<'_, T>, fuel: u64) -> Result<()> {
    // An error means that this engine does not consume fuel.
    if let Ok(left) = caller.get_fuel() {
        match left.checked_sub(fuel) {
            Some(left) => caller.set_fuel(left)?,
            None => {
                caller.set_fuel(0)?;
                return Err(Trap::OutOfFuel.into());
            }
        }
    }
    Ok(())
}
