//! The embedded WASM guests, run by wasmtime.

use crate::error::Error;
use wasmtime::{Config, Engine, Instance, Linker, Memory, Module, OptLevel, Store, TypedFunc, WasmParams, WasmResults};

/// Whose curves a guest is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Those of upstream arkworks.
    Arkworks,
    /// secant's, computing in the guest.
    Plain,
    /// The same, for engines with wide arithmetic.
    PlainWide,
    /// secant's, computing in the host.
    Guest,
    /// secant's, computing nothing.
    Dummy,
}

impl Flavour {
    const fn wasm(self) -> &'static [u8] {
        match self {
            Self::Arkworks => include_bytes!(concat!(env!("OUT_DIR"), "/arkworks.wasm")),
            Self::Plain => include_bytes!(concat!(env!("OUT_DIR"), "/plain.wasm")),
            Self::PlainWide => include_bytes!(concat!(env!("OUT_DIR"), "/plain_wide.wasm")),
            Self::Guest => include_bytes!(concat!(env!("OUT_DIR"), "/guest.wasm")),
            Self::Dummy => include_bytes!(concat!(env!("OUT_DIR"), "/dummy.wasm")),
        }
    }
}

/// The runtime: one for all guests.
pub struct Runtime {
    engine: Engine,
    linker: Linker<()>,
}

impl Runtime {
    /// Cranelift at full optimisation, with wide arithmetic and secant's host functions.
    pub fn new() -> Result<Self, Error> {
        let mut config = Config::new();
        config.cranelift_opt_level(OptLevel::Speed);
        config.wasm_wide_arithmetic(true);
        let engine = Engine::new(&config).map_err(|e| failed("cannot start", e))?;
        let mut linker = Linker::new(&engine);
        secant_host::wasmtime::add_to_linker(&mut linker).map_err(|e| failed("cannot link secant's functions", e))?;
        Ok(Self { engine, linker })
    }

    /// Compiles a guest, which takes seconds.
    pub fn compile(&self, flavour: Flavour) -> Result<Module, Error> {
        Module::new(&self.engine, flavour.wasm()).map_err(|e| failed("cannot compile the guest", e))
    }

    /// A fresh instance of a compiled guest, ready to run `operation` on `input`.
    pub fn prepare(&self, module: &Module, operation: &str, input: &[u8]) -> Result<Call, Error> {
        let mut store = Store::new(&self.engine, ());
        let instance = self
            .linker
            .instantiate(&mut store, module)
            .map_err(|e| failed("cannot instantiate the guest", e))?;
        let len = u32::try_from(input.len()).map_err(|e| failed("cannot pass the arguments", e))?;
        let alloc: TypedFunc<u32, u32> = export(&mut store, &instance, "alloc")?;
        let address = alloc
            .call(&mut store, len)
            .map_err(|e| failed("cannot allocate in the guest", e))?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .ok_or_else(|| failed("no export", "memory"))?;
        memory
            .write(&mut store, address as usize, input)
            .map_err(|e| failed("cannot write to the guest", e))?;
        Ok(Call {
            operation: export(&mut store, &instance, operation)?,
            result: export(&mut store, &instance, "result")?,
            memory,
            arguments: (address, len),
            store,
        })
    }
}

fn export<P: WasmParams, R: WasmResults>(
    store: &mut Store<()>,
    instance: &Instance,
    name: &str,
) -> Result<TypedFunc<P, R>, Error> {
    instance
        .get_typed_func(store, name)
        .map_err(|e| failed(&format!("the guest has no {name}"), e))
}

fn failed(what: &str, e: impl std::fmt::Display) -> Error {
    Error::unusable(format!("the WASM runtime failed: {what}"), format!("{e:#}"))
}

/// An operation of a guest with its arguments in place.
pub struct Call {
    store: Store<()>,
    memory: Memory,
    operation: TypedFunc<(u32, u32, u32), i32>,
    result: TypedFunc<(), u32>,
    arguments: (u32, u32),
}

impl Call {
    /// Runs the operation and discards the result.
    pub fn run(&mut self) -> Result<(), Error> {
        self.call(false).map(|_| ())
    }

    /// Runs the operation and returns the encoded result.
    pub fn result(&mut self) -> Result<Vec<u8>, Error> {
        let len = self.call(true)?;
        let address = self
            .result
            .call(&mut self.store, ())
            .map_err(|e| failed("the guest stopped", e))?;
        let mut bytes = vec![0; len];
        self.memory
            .read(&self.store, address as usize, &mut bytes)
            .map_err(|e| failed("the guest's result is outside its memory", e))?;
        Ok(bytes)
    }

    fn call(&mut self, keep: bool) -> Result<usize, Error> {
        let (address, len) = self.arguments;
        let status = self.operation.call(&mut self.store, (address, len, u32::from(keep)));
        let status = status.map_err(|e| failed("the guest stopped", e.root_cause()))?;
        usize::try_from(status).map_err(|_| match secant_rows::Error::from_code(status) {
            Some(e) => Error::unusable("the guest refused its arguments", e),
            None => Error::unusable("the guest gave an unknown status", status),
        })
    }
}
