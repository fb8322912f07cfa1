//! Upstream's guest on secant's host gives what upstream's crates give natively, to the last byte.
#![allow(clippy::unwrap_used, reason = "tests")]

use secant_host::rfc0163::Violation;
use secant_polkadot::corpus::{
    Answer, BUFFER_FILL, Case, Expected, answer, compare_host_functions, compare_operations, host_functions, operations,
};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use wasmtime::{Caller, Engine, Error, Linker, Memory, Module, Result, Store, Trap};

/// The guest that is built from upstream's unchanged crates.
const GUEST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guest.wasm"));

/// The same with secant's curves, on the node, in place of upstream's.
const GUEST_SECANT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guest_secant.wasm"));

/// The program that answers as upstream does natively.
const ORACLE: &str = concat!(env!("OUT_DIR"), "/secant-polkadot");

/// Upstream's answers, natively and in another process.
struct Oracle(Child);

impl Oracle {
    fn new() -> Self {
        let program = Command::new(ORACLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Self(program.unwrap())
    }

    fn answer(&mut self, request: &[u8]) -> Answer {
        let stdin = self.0.stdin.as_mut().unwrap();
        stdin
            .write_all(&u32::try_from(request.len()).unwrap().to_le_bytes())
            .unwrap();
        stdin.write_all(request).unwrap();
        stdin.flush().unwrap();
        let stdout = self.0.stdout.as_mut().unwrap();
        let mut head = [0; 5];
        stdout.read_exact(&mut head).unwrap();
        let [came_to_an_end, len @ ..] = head;
        let mut bytes = vec![0; u32::from_le_bytes(len) as usize];
        stdout.read_exact(&mut bytes).unwrap();
        if came_to_an_end == 1 { answer(&bytes) } else { None }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().unwrap();
    }
}

/// The guest in wasmtime, with secant's host functions.
struct Guest {
    engine: Engine,
    linker: Linker<Heap>,
    module: Module,
}

/// Where the memory that the guest may have begins.
#[derive(Default)]
struct Heap(u32);

fn memory(caller: &mut Caller<'_, Heap>) -> Memory {
    caller.get_export("memory").unwrap().into_memory().unwrap()
}

/// A node's allocator that gives memory and takes none back.
fn allocate(mut caller: Caller<'_, Heap>, size: u32) -> Result<u32> {
    let address = caller.data().0.next_multiple_of(8);
    let end = address.checked_add(size).ok_or(Trap::MemoryOutOfBounds)?;
    caller.data_mut().0 = end;
    let memory = memory(&mut caller);
    let missing = (end as usize).saturating_sub(memory.data_size(&caller));
    memory.grow(&mut caller, missing.div_ceil(65536) as u64)?;
    Ok(address)
}

impl Guest {
    fn new(module: &[u8]) -> Self {
        let engine = Engine::default();
        let mut linker = Linker::new(&engine);
        secant_host::rfc0163::add_to_linker(&mut linker).unwrap();
        linker
            .func_wrap("env", "ext_allocator_malloc_version_1", allocate)
            .unwrap();
        linker
            .func_wrap("env", "ext_allocator_free_version_1", |_: u32| ())
            .unwrap();
        let module = Module::new(&engine, module).unwrap();
        Self { engine, linker, module }
    }

    fn try_answer(&self, request: &[u8]) -> Result<Answer> {
        let mut store = Store::new(&self.engine, Heap::default());
        let instance = self.linker.instantiate(&mut store, &self.module)?;
        let base = instance.get_global(&mut store, "__heap_base").unwrap().get(&mut store);
        let memory = instance.get_memory(&mut store, "memory").unwrap();
        let address = base.unwrap_i32() as u32;
        *store.data_mut() = Heap(address + request.len() as u32);
        let missing = (address as usize + request.len()).saturating_sub(memory.data_size(&store));
        memory.grow(&mut store, missing.div_ceil(65536) as u64)?;
        memory.write(&mut store, address as usize, request)?;
        let function = instance.get_typed_func::<(u32, u32), u64>(&mut store, "answer")?;
        let result = function.call(&mut store, (address, request.len() as u32))?;
        let (start, len) = (result as u32 as usize, (result >> 32) as usize);
        Ok(answer(&memory.data(&store)[start..start + len]))
    }

    /// No answer where the guest panics, as it does natively, and where the host stops it, as upstream's host panics.
    fn answer(&self, request: &[u8]) -> Answer {
        let stopped = |e: &Error| e.is::<Violation>() || e.downcast_ref() == Some(&Trap::UnreachableCodeReached);
        match self.try_answer(request) {
            Ok(answer) => answer,
            Err(e) if stopped(&e) => None,
            Err(e) => panic!("{e:?}"),
        }
    }
}

/// Upstream's answers. Its host gives its functions buffers of zeros, whatever is in the guest's.
fn upstream() -> impl FnMut(&Case) -> Answer {
    let mut oracle = Oracle::new();
    move |case| oracle.answer(&case.to_bytes(0))
}

/// The answers of a guest on secant's host functions.
fn secant(module: &[u8]) -> impl FnMut(&Case) -> Answer {
    let guest = Guest::new(module);
    move |case| guest.answer(&case.to_bytes(BUFFER_FILL))
}

/// A number from the environment: `SECANT_SEED` for other cases, `SECANT_ROUNDS` for more.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn host_functions_answer_as_upstream() {
    let cases = host_functions(number("SECANT_SEED", 1), number("SECANT_ROUNDS", 2) as usize);
    let count = |f: fn(&Expected) -> bool| cases.iter().filter(|case| f(&case.expected)).count();
    // All kinds of answers are asked for.
    assert!(count(|e| matches!(e, Expected::Same)) > 3000);
    assert!(count(|e| matches!(e, Expected::OffCurve)) > 50);
    assert!(count(|e| matches!(e, Expected::TrueSum(_))) == 3);
    compare_host_functions(&cases, upstream(), secant(GUEST));
}

#[test]
fn curves_compute_as_upstream() {
    compare_operations(&operations(2), upstream(), secant(GUEST));
}

/// A runtime that is written for secant: upstream's answers, by fused calls where there are some.
#[test]
fn curves_of_secant_compute_as_upstream() {
    // Beside what is no host function: upstream's extension of this curve clears cofactors by another multiple than
    // arkworks, and secant, do.
    let mut cases = operations(3);
    cases.retain(|case| case.name != ".bls12_377_walk");
    compare_operations(&cases, upstream(), secant(GUEST_SECANT));
}
