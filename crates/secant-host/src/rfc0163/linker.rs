//! Links the functions into [wasmtime](https://docs.rs/wasmtime).

use super::{Call, Failure, LONGEST_RESULT};
use crate::{
    CALL_FUEL,
    wasmtime::{charge, memory},
};
use secant_abi::rfc0163::{FUSED_IMPORT, FatPointer, Function, MODULE, Operation};
use std::ops::Range;
use wasmtime::{Caller, Linker, Result, Trap};

/// Links all functions under the import module [`MODULE`], and [`FUSED_IMPORT`].
///
/// The guest must export its memory as `memory`, unshared and with 32-bit addresses. A call without such a memory
/// traps, and so do a buffer that reaches past the memory ([`Trap::MemoryOutOfBounds`]) and a
/// [`Violation`](super::Violation). If the engine consumes fuel, every call is charged by its lengths before any byte
/// is read. A call that the remaining fuel does not cover traps with [`Trap::OutOfFuel`]. Without fuel, only the
/// guest's lengths bound the time of a call: see [what such a host must
/// do](crate::wasmtime::add_to_linker#hosts-without-fuel).
///
/// As upstream does, a function that fails fills the buffer for its result with zeros, and one that succeeds fills the
/// rest of the buffer with zeros. A final exponentiation leaves these bytes unchanged.
pub fn add_to_linker<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    for &function in Function::ALL {
        match function.operation() {
            Operation::FinalExponentiation(_) => linker.func_wrap(
                MODULE,
                function.import(),
                move |mut caller: Caller<'_, T>, in_out: u64| in_place(&mut caller, function, FatPointer(in_out)),
            )?,
            _ => linker.func_wrap(
                MODULE,
                function.import(),
                move |mut caller: Caller<'_, T>, a: u64, b: u64, out: u64| {
                    serve(&mut caller, function, [a, b, out].map(FatPointer))
                },
            )?,
        };
    }
    linker.func_wrap(MODULE, FUSED_IMPORT, fused)?;
    Ok(())
}

/// Calls a function of secant's own contract by its number.
fn fused<T>(mut caller: Caller<'_, T>, function: u32, curve: u32, a: u64, b: u64, out: u64) -> Result<u32> {
    let memory = memory(&mut caller)?;
    let buffers = [a, b, out].map(|buffer| (FatPointer(buffer).address(), FatPointer(buffer).len()));
    let Some(function) = secant_abi::Function::from_u32(function) else {
        charge(&mut caller, CALL_FUEL)?;
        return Ok(secant_abi::Error::UnknownFunction as u32);
    };
    let result = crate::wasmtime::serve(&mut caller, memory, function, curve, buffers)?;
    Ok(result.err().map_or(0, |error| error as u32))
}

/// The range of a buffer in a memory of `len` bytes.
fn range(buffer: FatPointer, len: usize) -> Result<Range<usize>, Trap> {
    crate::wasmtime::range((buffer.address(), buffer.len()), len).ok_or(Trap::MemoryOutOfBounds)
}

/// The return code of a result that is no trap.
fn code(result: Result<(), Failure>) -> Result<u32> {
    match result {
        Ok(()) => Ok(0),
        Err(Failure::Code(error)) => Ok(error as u32),
        Err(Failure::Trap(violation)) => Err(violation.into()),
    }
}

fn serve<T>(caller: &mut Caller<'_, T>, function: Function, [a, b, out]: [FatPointer; 3]) -> Result<u32> {
    let memory = memory(caller)?;
    let len = memory.data_size(&*caller);
    let (a, b, out) = (range(a, len)?, range(b, len)?, range(out, len)?);
    let bytes = memory.data(&*caller);
    let fuel = Call::new(function, &bytes[a.clone()], &bytes[b.clone()]).fuel();
    charge(caller, fuel.saturating_add(out.len() as u64))?;
    let bytes = memory.data_mut(caller);
    // Buffers may overlap.
    let mut result = [0; LONGEST_RESULT];
    let written = out.len().min(LONGEST_RESULT);
    let code = code(Call::new(function, &bytes[a], &bytes[b]).execute(&mut result[..written]))?;
    let out = &mut bytes[out];
    out.fill(0);
    out[..written].copy_from_slice(&result[..written]);
    Ok(code)
}

fn in_place<T>(caller: &mut Caller<'_, T>, function: Function, in_out: FatPointer) -> Result<u32> {
    let memory = memory(caller)?;
    let in_out = range(in_out, memory.data_size(&*caller))?;
    // Bytes after the element are ignored.
    let fuel = Call::new(function, &[0; LONGEST_RESULT][..in_out.len().min(LONGEST_RESULT)], &[]).fuel();
    charge(caller, fuel.max(CALL_FUEL))?;
    let in_out = &mut memory.data_mut(caller)[in_out];
    let written = in_out.len().min(LONGEST_RESULT);
    code(super::final_exponentiation(function, &mut in_out[..written]))
}
