//! The embedded WASM guests, and the WASM engines that run them.

use crate::error::Error;
use secant_guest_runner::{Compiled, Function, Instance, Settings, Ternary};

pub use secant_guest_runner::Engine;

/// Whose curves a guest was built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Upstream arkworks' curves.
    Arkworks,
    /// secant's curves, computing in the guest.
    Plain,
    /// The same, built for engines with wide arithmetic.
    PlainWide,
    /// secant's curves, computing in the host.
    Guest,
    /// secant's curves without any computation.
    Dummy,
}

impl Flavour {
    /// The WASM module, if this program has it. `secant bench` has the others.
    const fn wasm(self) -> Option<&'static [u8]> {
        match self {
            Self::Plain => Some(include_bytes!(concat!(env!("OUT_DIR"), "/plain.wasm"))),
            Self::Guest => Some(include_bytes!(concat!(env!("OUT_DIR"), "/guest.wasm"))),
            Self::Arkworks | Self::PlainWide | Self::Dummy => None,
        }
    }
}

/// A guest that an engine has compiled.
pub struct Guest(Compiled);

impl Guest {
    /// Compiles a guest that is embedded in this program: [`Flavour::Plain`] or [`Flavour::Guest`].
    pub fn compile(flavour: Flavour, engine: Engine) -> Result<Self, Error> {
        let wasm = flavour.wasm();
        let wasm = wasm.ok_or_else(|| failed("cannot compile the guest", "it is not in this program"))?;
        Self::of(wasm, engine)
    }

    /// Compiles a guest, which takes seconds. The guest can call secant's host functions, except on [`Engine::Wasmi`].
    pub fn of(wasm: &[u8], engine: Engine) -> Result<Self, Error> {
        let settings = Settings {
            link: Some(secant_host::wasmtime::add_to_linker),
            ..Settings::new(engine)
        };
        let compiled = Compiled::new(&settings, wasm).map_err(|e| failed("cannot compile the guest", e))?;
        Ok(Self(compiled))
    }

    /// A fresh instance, ready to run `operation` on `input`.
    pub fn prepare(&self, operation: &str, input: &[u8]) -> Result<Call, Error> {
        let instance = self.0.instantiate();
        let mut instance = instance.map_err(|e| failed("cannot instantiate the guest", e))?;
        let address = instance
            .place(input)
            .map_err(|e| failed("cannot pass the arguments", e))?;
        Ok(Call {
            operation: instance.ternary(operation).map_err(|e| failed("no operation", e))?,
            result: instance.function("result").map_err(|e| failed("no result", e))?,
            arguments: (address as i32, input.len() as i32),
            instance,
        })
    }
}

fn failed(what: &str, e: impl std::fmt::Display) -> Error {
    Error::unusable(format!("the WASM runtime failed: {what}"), e)
}

/// An operation of a guest, prepared with its arguments.
pub struct Call {
    instance: Instance,
    operation: Ternary,
    result: Function,
    arguments: (i32, i32),
}

impl Call {
    /// Runs the operation and discards the result.
    pub fn run(&mut self) -> Result<(), Error> {
        self.call(false).map(|_| ())
    }

    /// Runs the operation and returns the encoded result.
    pub fn result(&mut self) -> Result<Vec<u8>, Error> {
        let len = self.call(true)?;
        let address = self.instance.call(&self.result, &[], true);
        let address = address.map_err(|e| failed("the guest stopped", e))? as u32 as usize;
        let bytes = self.instance.memory().get(address..).and_then(|rest| rest.get(..len));
        let bytes = bytes.ok_or_else(|| failed("the guest's result is outside its memory", address))?;
        Ok(bytes.to_vec())
    }

    fn call(&mut self, keep: bool) -> Result<usize, Error> {
        let (address, len) = self.arguments;
        let status = self
            .instance
            .call_ternary(&self.operation, (address, len, i32::from(keep)));
        let status = status.map_err(|e| failed("the guest stopped", e))?;
        usize::try_from(status).map_err(|_| match secant_rows::Error::from_code(status) {
            Some(e) => Error::unusable("the guest refused its arguments", e),
            None => Error::unusable("the guest gave an unknown status", status),
        })
    }
}
