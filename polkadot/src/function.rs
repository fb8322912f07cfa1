//! One function: from the guest's memory and back to it.

use secant_abi::rfc0163::{FatPointer, Function, Operation};
use secant_host::rfc0163::{Call, Failure, LONGEST_RESULT};
use sp_wasm_interface::{FunctionContext, Pointer, Result, Signature, Value, ValueType};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A function, as executors ask for it.
pub struct HostFunction(pub Function);

/// All functions.
pub static FUNCTIONS: [HostFunction; Function::ALL.len()] = {
    let mut functions = [const { HostFunction(Function::ALL[0]) }; Function::ALL.len()];
    let mut i = 0;
    while i < functions.len() {
        functions[i] = HostFunction(Function::ALL[i]);
        i += 1;
    }
    functions
};

impl HostFunction {
    /// How many buffers it has.
    fn buffers(&self) -> usize {
        match self.0.operation() {
            Operation::FinalExponentiation(_) => 1,
            _ => 3,
        }
    }
}

impl sp_wasm_interface::Function for HostFunction {
    fn name(&self) -> &str {
        self.0.import()
    }

    fn signature(&self) -> Signature {
        const BUFFERS: &[ValueType] = &[ValueType::I64; 3];
        Signature {
            args: Cow::Borrowed(&BUFFERS[..self.buffers()]),
            return_value: Some(ValueType::I32),
        }
    }

    fn execute(
        &self,
        context: &mut dyn FunctionContext,
        args: &mut dyn Iterator<Item = Value>,
    ) -> Result<Option<Value>> {
        let mut buffers = [FatPointer(0); 3];
        let buffers = &mut buffers[..self.buffers()];
        for buffer in &mut *buffers {
            match args.next() {
                Some(Value::I64(pointer)) => *buffer = FatPointer(pointer as u64),
                _ => return Err("a buffer is missing".to_owned()),
            }
        }
        serve(self.0, buffers, context).map(|code| Some(Value::I32(code as i32)))
    }
}

/// Reads a buffer; nothing is allocated before its end is known to be in the memory.
pub fn read(buffer: FatPointer, context: &mut dyn FunctionContext) -> Result<Vec<u8>> {
    probe(buffer, context)?;
    context.read_memory(Pointer::new(buffer.address()), buffer.len())
}

/// An error if a buffer reaches past the memory.
pub fn probe(buffer: FatPointer, context: &mut dyn FunctionContext) -> Result<()> {
    let Some(last) = buffer.len().checked_sub(1) else {
        return context.read_memory_into(Pointer::new(buffer.address()), &mut []);
    };
    match buffer.address().checked_add(last) {
        Some(last) => context.read_memory_into(Pointer::new(last), &mut [0]),
        None => Err("a buffer reaches past the memory".to_owned()),
    }
}

/// Serves a call with the buffers of its function; the error is a trap.
pub fn serve(function: Function, buffers: &[FatPointer], context: &mut dyn FunctionContext) -> Result<u32> {
    guarded(function.name(), || match *buffers {
        [in_out] => in_place(function, in_out, context),
        [a, b, out] => into(function, [a, b, out], context),
        _ => Err("a function has one buffer or three".to_owned()),
    })
}

/// Nothing here is meant to panic; if something does, the guest traps and the node lives.
pub fn guarded(name: &str, serve: impl FnOnce() -> Result<u32>) -> Result<u32> {
    catch_unwind(AssertUnwindSafe(serve)).unwrap_or_else(|_| Err(format!("{name} panicked")))
}

/// The code of a result that is no trap.
fn code(result: std::result::Result<(), Failure>) -> Result<u32> {
    match result {
        Ok(()) => Ok(0),
        Err(Failure::Code(error)) => Ok(error as u32),
        Err(Failure::Trap(violation)) => Err(violation.to_string()),
    }
}

fn into(function: Function, [a, b, out]: [FatPointer; 3], context: &mut dyn FunctionContext) -> Result<u32> {
    let (a, b) = (read(a, context)?, read(b, context)?);
    probe(out, context)?;
    let mut result = vec![0; out.len() as usize];
    let code = code(Call::new(function, &a, &b).execute(&mut result))?;
    context.write_memory(Pointer::new(out.address()), &result)?;
    Ok(code)
}

fn in_place(function: Function, in_out: FatPointer, context: &mut dyn FunctionContext) -> Result<u32> {
    probe(in_out, context)?;
    // What follows the element is neither read nor written.
    let used = FatPointer::new(in_out.address(), in_out.len().min(LONGEST_RESULT as u32));
    let mut element = read(used, context)?;
    let code = code(secant_host::rfc0163::final_exponentiation(function, &mut element))?;
    context.write_memory(Pointer::new(in_out.address()), &element)?;
    Ok(code)
}
