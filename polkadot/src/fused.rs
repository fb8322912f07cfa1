//! secant's own contract, for runtimes that are built for nodes with secant.

use crate::function::{guarded, probe, read};
use secant_abi::{
    Error, Function,
    rfc0163::{FUSED_IMPORT, FatPointer},
};
use secant_host::Call;
use sp_wasm_interface::{
    FunctionContext, HostFunctionRegistry, HostFunctions, Pointer, Result, Signature, Value, ValueType,
    wasmtime::Caller,
};
use std::borrow::Cow;

/// The import [`FUSED_IMPORT`]: products of pairings, multi-exponentiations and all else that secant's guests ask for, each
/// in one call. Beside [`HostFunctions`](crate::HostFunctions), for runtimes with
/// `secant_guest::rfc0163::Node<Imports, Secant>`.
pub struct Fused;

impl HostFunctions for Fused {
    fn host_functions() -> Vec<&'static dyn sp_wasm_interface::Function> {
        vec![&Self]
    }

    fn register_static<T: HostFunctionRegistry>(registry: &mut T) -> std::result::Result<(), T::Error> {
        registry.register_static(
            FUSED_IMPORT,
            move |caller: Caller<'_, T::State>, function: u32, curve: u32, a: u64, b: u64, out: u64| {
                let buffers = [a, b, out].map(FatPointer);
                T::with_function_context(caller, |context| serve(function, curve, buffers, context))
                    .map_err(anyhow::Error::msg)
            },
        )
    }
}

impl sp_wasm_interface::Function for Fused {
    fn name(&self) -> &str {
        FUSED_IMPORT
    }

    fn signature(&self) -> Signature {
        const ARGUMENTS: &[ValueType] = &[
            ValueType::I32,
            ValueType::I32,
            ValueType::I64,
            ValueType::I64,
            ValueType::I64,
        ];
        Signature {
            args: Cow::Borrowed(ARGUMENTS),
            return_value: Some(ValueType::I32),
        }
    }

    fn execute(
        &self,
        context: &mut dyn FunctionContext,
        args: &mut dyn Iterator<Item = Value>,
    ) -> Result<Option<Value>> {
        let mut next = || match args.next() {
            Some(Value::I32(number)) => Ok(u64::from(number as u32)),
            Some(Value::I64(pointer)) => Ok(pointer as u64),
            _ => Err("an argument is missing".to_owned()),
        };
        let (function, curve) = (next()? as u32, next()? as u32);
        let buffers = [next()?, next()?, next()?].map(FatPointer);
        serve(function, curve, buffers, context).map(|code| Some(Value::I32(code as i32)))
    }
}

/// Serves a call; the error is a trap.
fn serve(function: u32, curve: u32, [a, b, out]: [FatPointer; 3], context: &mut dyn FunctionContext) -> Result<u32> {
    let Some(function) = Function::from_u32(function) else {
        return Ok(Error::UnknownFunction as u32);
    };
    guarded(function.name(), || {
        // A code, as in all of that contract, and as on wasmtime.
        if [a, b, out].into_iter().any(|buffer| probe(buffer, context).is_err()) {
            return Ok(Error::OutOfBounds as u32);
        }
        let (a, b) = (read(a, context)?, read(b, context)?);
        match Call::new(function, curve, &a, &b, out.len() as usize).and_then(|call| call.execute()) {
            Ok(result) if result.len() == out.len() as usize => {
                context.write_memory(Pointer::new(out.address()), &result)?;
                Ok(0)
            }
            Ok(_) => Ok(Error::Other as u32),
            Err(error) => Ok(error as u32),
        }
    })
}
