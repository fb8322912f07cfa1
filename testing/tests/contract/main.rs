//! The contract in WASM: the verdicts of native code, in wasmtime and in wasmi, for other people's signatures and for
//! noise; and its size, memory and fuel.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod explicit;
mod groth16;
mod hostile;
mod limits;
mod signatures;
mod vectors;

use secant_contract_runner::{self as contract, Call, Compiled, Engine, Flavour, Instance, Prepared};
use secant_gfp::named::Name;
use secant_verify::hash::Hash;

/// What imports nothing, and what calls its host.
const FLAVOURS: [Flavour; 2] = [Flavour::Plain, Flavour::Antelope];

/// An instance of a contract whose calls consume fuel.
fn instance(engine: Engine, flavour: Flavour) -> Instance {
    let compiled = Compiled::new(&contract::settings(engine, true), flavour.wasm()).unwrap();
    let mut instance = compiled.instantiate().unwrap();
    instance.refuel(u64::MAX / 2).unwrap();
    instance
}

/// A contract in an instance, and the most fuel that a call took.
struct Contract {
    instance: Instance,
    most: u64,
}

impl Contract {
    fn new(engine: Engine, flavour: Flavour) -> Self {
        Self {
            instance: instance(engine, flavour),
            most: 0,
        }
    }

    /// The code of a call, which native code gives as well.
    #[track_caller]
    fn code(&mut self, call: &Call<'_>) -> i32 {
        const FUEL: u64 = u64::MAX / 2;
        let prepared = Prepared::new(&mut self.instance, call).unwrap();
        self.instance.refuel(FUEL).unwrap();
        let code = prepared.run(&mut self.instance).unwrap();
        self.most = self.most.max(FUEL - self.instance.refuel(FUEL).unwrap());
        prepared.free(&mut self.instance).unwrap();
        assert_eq!(code, call.native(), "{call:?}");
        code
    }
}

fn hash(hash: Hash) -> u32 {
    contract::hash(hash).unwrap()
}

fn curve(name: Name) -> u32 {
    contract::curve(name).unwrap()
}
