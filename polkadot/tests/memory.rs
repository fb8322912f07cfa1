//! Buffers that reach past the guest's memory, as on wasmtime (`crates/secant-host/tests/rfc0163.rs`).

use secant_abi::{
    Error,
    rfc0163::{self, FatPointer},
};
use secant_substrate::{Fused, HostFunctions};
use sp_wasm_interface::{Function, FunctionContext, HostFunctions as _, Pointer, Result, Value, ValueType, WordSize};

/// A guest that is nothing but memory.
struct Memory(Vec<u8>);

impl Memory {
    fn at(&mut self, address: Pointer<u8>, len: usize) -> Result<&mut [u8]> {
        let address = u32::from(address) as usize;
        let buffer = self.0.get_mut(address..).and_then(|bytes| bytes.get_mut(..len));
        buffer.ok_or_else(|| "memory access is out of bounds".to_owned())
    }
}

impl FunctionContext for Memory {
    fn read_memory_into(&mut self, address: Pointer<u8>, dest: &mut [u8]) -> Result<()> {
        dest.copy_from_slice(self.at(address, dest.len())?);
        Ok(())
    }

    fn write_memory(&mut self, address: Pointer<u8>, data: &[u8]) -> Result<()> {
        self.at(address, data.len())?.copy_from_slice(data);
        Ok(())
    }

    fn allocate_memory(&mut self, _: WordSize) -> Result<Pointer<u8>> {
        panic!("no function allocates")
    }

    fn deallocate_memory(&mut self, _: Pointer<u8>) -> Result<()> {
        panic!("no function deallocates")
    }

    fn register_panic_error_message(&mut self, message: &str) {
        panic!("{message}")
    }
}

const SIZE: u32 = 65536;

const OUTSIDE: [(u32, u32); 8] = [
    (0, SIZE + 1),
    (SIZE, 1),
    (SIZE - 1, 2),
    (SIZE + 1, 0),
    (u32::MAX, 1),
    (u32::MAX, u32::MAX),
    (1, u32::MAX),
    (0, u32::MAX),
];

fn call(function: &dyn Function, memory: &mut Memory, numbers: &[u32], buffers: &[FatPointer]) -> Result<u32> {
    let numbers = numbers.iter().map(|&number| Value::I32(number as i32));
    let buffers = buffers.iter().map(|buffer| Value::I64(buffer.0 as i64));
    match function.execute(memory, &mut numbers.chain(buffers))? {
        Some(Value::I32(code)) => Ok(code as u32),
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_trap() {
    let memory = &mut Memory(vec![0; SIZE as usize]);
    let functions = HostFunctions::host_functions();
    assert_eq!(functions.len(), rfc0163::Function::ALL.len());
    for function in functions {
        let count = function.signature().args.len();
        for i in 0..count {
            for (address, len) in OUTSIDE {
                let mut buffers = vec![FatPointer::new(0, 64); count];
                buffers[i] = FatPointer::new(address, len);
                let result = call(function, memory, &[], &buffers);
                assert!(result.is_err(), "{} {address} {len}", function.name());
            }
        }
        // Empty buffers at the end are in the memory.
        let end = vec![FatPointer::new(SIZE, 0); count];
        let result = call(function, memory, &[], &end);
        assert_eq!(result, Ok(rfc0163::Error::Decode as u32), "{}", function.name());
    }
    assert!(memory.0.iter().all(|byte| *byte == 0));
}

#[test]
fn fused_functions_do_not() {
    let memory = &mut Memory(vec![0xa5; SIZE as usize]);
    let [fused] = Fused::host_functions()[..] else {
        panic!("one import has all numbers")
    };
    assert_eq!(fused.signature().args[..2], [ValueType::I32; 2]);
    for &function in secant_abi::Function::ALL {
        for i in 0..3 {
            for (address, len) in OUTSIDE {
                let mut buffers = [FatPointer::new(0, 64); 3];
                buffers[i] = FatPointer::new(address, len);
                let code = call(fused, memory, &[function as u32, 0], &buffers);
                assert_eq!(
                    code,
                    Ok(Error::OutOfBounds as u32),
                    "{} {address} {len}",
                    function.name()
                );
            }
        }
    }
    // A number that is not known, whatever the buffers.
    let bad = FatPointer::new(SIZE, 1);
    let code = call(fused, memory, &[u32::MAX, 0], &[bad; 3]);
    assert_eq!(code, Ok(Error::UnknownFunction as u32));
    assert!(memory.0.iter().all(|byte| *byte == 0xa5));
}
