//! The suite on `Remote`, with every call made inside wasmtime: from a guest, through its memory, to
//! `secant-host`.

use secant_abi::{Error, Function};
use secant_guest::{Remote, Transport};
use std::cell::RefCell;
use wasmtime::{Engine, Instance, Linker, Memory, Module, Store, TypedFunc};

type Call = TypedFunc<(u32, u32, u32, u32, u32, u32, u32), u32>;

/// A guest whose exports hand every call on to its imports.
struct Guest {
    store: Store<()>,
    memory: Memory,
    calls: Vec<Call>,
}

impl Guest {
    fn new() -> wasmtime::Result<Self> {
        let mut wat = String::from("(module\n");
        for f in Function::ALL {
            let name = f.name();
            wat += &format!(
                "(import \"secant\" \"{name}\" (func ${name} (param i32 i32 i32 i32 i32 i32 i32) (result i32)))\n"
            );
        }
        wat += "(memory (export \"memory\") 1)\n";
        for f in Function::ALL {
            let (name, arguments) = (f.name(), (0..7).map(|i| format!("(local.get {i})")).collect::<String>());
            wat += &format!(
                "(func (export \"{name}\") (param i32 i32 i32 i32 i32 i32 i32) (result i32) (call ${name} {arguments}))\n"
            );
        }
        let engine = Engine::default();
        let module = Module::new(&engine, wat::parse_str(wat + ")")?)?;
        let mut linker = Linker::new(&engine);
        secant_host::wasmtime::add_to_linker(&mut linker)?;
        let mut store = Store::new(&engine, ());
        let instance: Instance = linker.instantiate(&mut store, &module)?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .ok_or(wasmtime::Error::msg("no memory"))?;
        let calls = Function::ALL
            .iter()
            .map(|f| instance.get_typed_func(&mut store, f.name()));
        let calls = calls.collect::<wasmtime::Result<_>>()?;
        Ok(Self { store, memory, calls })
    }

    /// Lays the buffers out in the guest's memory, one behind the other, and makes the call from there.
    fn call(&mut self, f: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> wasmtime::Result<u32> {
        let at = [0, a.len(), a.len() + b.len()];
        let end = at[2] + out.len();
        let pages = (end.div_ceil(65536) as u64).saturating_sub(self.memory.size(&self.store));
        self.memory.grow(&mut self.store, pages)?;
        self.memory.write(&mut self.store, at[0], a)?;
        self.memory.write(&mut self.store, at[1], b)?;
        let [at_a, at_b, at_out] = at.map(|x| x as u32);
        let arguments = (
            curve,
            at_a,
            a.len() as u32,
            at_b,
            b.len() as u32,
            at_out,
            out.len() as u32,
        );
        let code = self.calls[f as usize].call(&mut self.store, arguments)?;
        self.memory.read(&self.store, at[2], out)?;
        Ok(code)
    }
}

thread_local! {
    static GUEST: RefCell<Guest> = RefCell::new(Guest::new().expect("the guest is well-formed"));
}

/// Makes every call from inside the guest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct ThroughWasm;

impl Transport for ThroughWasm {
    fn call(function: Function, curve: u32, a: &[u8], b: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let code = GUEST.with_borrow_mut(|guest| guest.call(function, curve, a, b, out));
        match code.expect("no trap") {
            0 => Ok(()),
            code => Err(Error::from_u32(code)),
        }
    }
}

secant_testing::host_suite!(guest, Remote<ThroughWasm>);
