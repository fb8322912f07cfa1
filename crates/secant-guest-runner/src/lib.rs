//! WASM guests in several engines, for the program and its tests.
//!
//! | engine | |
//! |---|---|
//! | [`Engine::Cranelift`] | wasmtime, optimising compiler |
//! | [`Engine::Winch`] | wasmtime, baseline compiler: one pass, no optimisation; with the feature `winch` |
//! | [`Engine::Pulley`] | wasmtime, interpreter of optimised bytecode; with the feature `pulley` |
//! | [`Engine::Wasmi`] | wasmi, interpreter |
//!
//! A guest exports its memory as `memory`, and functions whose parameters and results are `i32`.
#![forbid(unsafe_code)]

use std::fmt::{Display, Formatter};

/// Why an engine does not run a guest.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Adds what a guest imports.
pub type Link = fn(&mut wasmtime::Linker<()>) -> wasmtime::Result<()>;

/// What runs a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Wasmtime with Cranelift at full optimisation.
    Cranelift,
    /// Wasmtime with its compiler of one pass.
    Winch,
    /// Wasmtime with bytecode that Cranelift made.
    Pulley,
    /// Wasmi.
    Wasmi,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cranelift, Self::Winch, Self::Pulley, Self::Wasmi];

    /// Whether this build has it, and it runs on this machine.
    pub const fn is_available(self) -> bool {
        match self {
            Self::Cranelift | Self::Wasmi => true,
            // It compiles for these alone.
            Self::Winch => cfg!(feature = "winch") && cfg!(any(target_arch = "x86_64", target_arch = "aarch64")),
            Self::Pulley => cfg!(feature = "pulley"),
        }
    }

    /// Whether guests may have products of 128 bits (WASM's wide arithmetic).
    pub const fn has_wide_arithmetic(self) -> bool {
        match self {
            Self::Cranelift | Self::Pulley | Self::Wasmi => true,
            Self::Winch => cfg!(target_arch = "x86_64"),
        }
    }
}

impl Display for Engine {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Cranelift => "cranelift",
            Self::Winch => "winch",
            Self::Pulley => "pulley",
            Self::Wasmi => "wasmi",
        })
    }
}

/// How guests are run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// By what.
    pub engine: Engine,
    /// Whether calls consume fuel.
    pub fuel: bool,
    /// Whether guests that need more than the first version of WebAssembly with mutable globals are refused. Wasmi alone
    /// does that.
    pub first_version: bool,
    /// What guests import, which wasmtime's engines alone have.
    pub link: Option<Link>,
}

impl Settings {
    /// Guests with all instructions that the engine has, without imports and fuel.
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            fuel: false,
            first_version: false,
            link: None,
        }
    }

    fn wasmtime(&self) -> Result<wasmtime::Engine, Failure> {
        let mut config = wasmtime::Config::new();
        config.consume_fuel(self.fuel);
        config.wasm_wide_arithmetic(self.engine.has_wide_arithmetic());
        match self.engine {
            #[cfg(feature = "winch")]
            Engine::Winch => config.strategy(wasmtime::Strategy::Winch),
            #[cfg(feature = "pulley")]
            Engine::Pulley => config
                .target("pulley64")?
                .cranelift_opt_level(wasmtime::OptLevel::Speed),
            engine if !engine.is_available() => return Err(format!("this build has no {engine}").into()),
            _ => config.cranelift_opt_level(wasmtime::OptLevel::Speed),
        };
        Ok(wasmtime::Engine::new(&config)?)
    }

    fn wasmi(&self) -> wasmi::Engine {
        let mut config = wasmi::Config::default();
        config.consume_fuel(self.fuel).wasm_wide_arithmetic(!self.first_version);
        if self.first_version {
            config
                .wasm_mutable_global(true)
                .wasm_sign_extension(false)
                .wasm_saturating_float_to_int(false)
                .wasm_multi_value(false)
                .wasm_multi_memory(false)
                .wasm_bulk_memory(false)
                .wasm_reference_types(false)
                .wasm_tail_call(false)
                .wasm_extended_const(false);
        }
        wasmi::Engine::new(&config)
    }
}

/// A guest that an engine has compiled.
pub enum Compiled {
    /// By one of wasmtime's compilers.
    Wasmtime(wasmtime::InstancePre<()>),
    /// By wasmi.
    Wasmi(wasmi::Linker<()>, wasmi::Module),
}

impl Compiled {
    /// Compiles a guest, which takes seconds.
    ///
    /// # Errors
    /// If it is no module, needs what the engine or the settings do not have, or imports more than is linked.
    pub fn new(settings: &Settings, wasm: &[u8]) -> Result<Self, Failure> {
        if settings.engine == Engine::Wasmi {
            let engine = settings.wasmi();
            let module = wasmi::Module::new(&engine, wasm)?;
            return Ok(Self::Wasmi(wasmi::Linker::new(&engine), module));
        }
        let engine = settings.wasmtime()?;
        let mut linker = wasmtime::Linker::new(&engine);
        if let Some(link) = settings.link {
            link(&mut linker)?;
        }
        let module = wasmtime::Module::new(&engine, wasm)?;
        Ok(Self::Wasmtime(linker.instantiate_pre(&module)?))
    }

    /// The names of all exports.
    pub fn exports(&self) -> Vec<String> {
        match self {
            Self::Wasmtime(pre) => pre.module().exports().map(|export| export.name().to_owned()).collect(),
            Self::Wasmi(_, module) => module.exports().map(|export| export.name().to_owned()).collect(),
        }
    }

    /// A fresh instance. If calls consume fuel, it has none.
    pub fn instantiate(&self) -> Result<Instance, Failure> {
        const MEMORY: &str = "the guest has no memory";
        Ok(match self {
            Self::Wasmtime(pre) => {
                let mut store = wasmtime::Store::new(pre.module().engine(), ());
                let instance = pre.instantiate(&mut store)?;
                let memory = instance.get_memory(&mut store, "memory").ok_or(MEMORY)?;
                Instance::Wasmtime(store, instance, memory)
            }
            Self::Wasmi(linker, module) => {
                let mut store = wasmi::Store::new(module.engine(), ());
                let instance = linker.instantiate_and_start(&mut store, module)?;
                let memory = instance.get_memory(&store, "memory").ok_or(MEMORY)?;
                Instance::Wasmi(Box::new(store), instance, memory)
            }
        })
    }
}

/// A guest in a memory of its own.
pub enum Instance {
    /// In wasmtime.
    Wasmtime(wasmtime::Store<()>, wasmtime::Instance, wasmtime::Memory),
    /// In wasmi.
    Wasmi(Box<wasmi::Store<()>>, wasmi::Instance, wasmi::Memory),
}

/// A function of a guest.
#[derive(Clone, Copy)]
pub enum Function {
    /// In wasmtime.
    Wasmtime(wasmtime::Func),
    /// In wasmi.
    Wasmi(wasmi::Func),
}

/// A function of three numbers whose result is one, for calls that cost little.
#[derive(Clone)]
pub enum Ternary {
    /// In wasmtime.
    Wasmtime(wasmtime::TypedFunc<(i32, i32, i32), i32>),
    /// In wasmi.
    Wasmi(wasmi::TypedFunc<(i32, i32, i32), i32>),
}

/// What a function of another instance's engine is.
const FOREIGN: &str = "the function is of another engine";

impl Instance {
    /// The memory.
    pub fn memory(&mut self) -> &mut [u8] {
        match self {
            Self::Wasmtime(store, _, memory) => memory.data_mut(store),
            Self::Wasmi(store, _, memory) => memory.data_mut(&mut **store),
        }
    }

    /// The fuel that is left, and will be.
    pub fn refuel(&mut self, fuel: u64) -> Result<u64, Failure> {
        Ok(match self {
            Self::Wasmtime(store, ..) => {
                let left = store.get_fuel()?;
                store.set_fuel(fuel)?;
                left
            }
            Self::Wasmi(store, ..) => {
                let left = store.get_fuel()?;
                store.set_fuel(fuel)?;
                left
            }
        })
    }

    /// An exported function.
    pub fn function(&mut self, name: &str) -> Result<Function, Failure> {
        let function = match self {
            Self::Wasmtime(store, instance, _) => instance.get_func(store, name).map(Function::Wasmtime),
            Self::Wasmi(store, instance, _) => instance.get_func(&**store, name).map(Function::Wasmi),
        };
        function.ok_or_else(|| format!("the guest has no {name}").into())
    }

    /// An exported function of three numbers whose result is one.
    pub fn ternary(&mut self, name: &str) -> Result<Ternary, Failure> {
        Ok(match self.function(name)? {
            Function::Wasmtime(function) => match self {
                Self::Wasmtime(store, ..) => Ternary::Wasmtime(function.typed(&*store)?),
                Self::Wasmi(..) => return Err(FOREIGN.into()),
            },
            Function::Wasmi(function) => match self {
                Self::Wasmi(store, ..) => Ternary::Wasmi(function.typed(&**store)?),
                Self::Wasmtime(..) => return Err(FOREIGN.into()),
            },
        })
    }

    /// Calls a function of numbers whose result is one, or none if `has_result` is false: zero then.
    ///
    /// # Errors
    /// A trap, the end of the fuel, and a function of another type.
    pub fn call(&mut self, function: &Function, arguments: &[i32], has_result: bool) -> Result<i32, Failure> {
        let results = usize::from(has_result);
        match (self, function) {
            (Self::Wasmtime(store, ..), Function::Wasmtime(function)) => {
                let arguments: Vec<_> = arguments.iter().map(|&n| wasmtime::Val::I32(n)).collect();
                let mut result = [wasmtime::Val::I32(0)];
                function.call(store, &arguments, &mut result[..results])?;
                Ok(result[0].i32().unwrap_or_default())
            }
            (Self::Wasmi(store, ..), Function::Wasmi(function)) => {
                let arguments: Vec<_> = arguments.iter().map(|&n| wasmi::Val::I32(n)).collect();
                let mut result = [wasmi::Val::I32(0)];
                function.call(&mut **store, &arguments, &mut result[..results])?;
                Ok(result[0].i32().unwrap_or_default())
            }
            _ => Err(FOREIGN.into()),
        }
    }

    /// Calls an exported function of numbers whose result is one.
    ///
    /// # Errors
    /// As [`Self::call`], and where there is none of the name.
    pub fn call_export(&mut self, name: &str, arguments: &[i32]) -> Result<i32, Failure> {
        let function = self.function(name)?;
        self.call(&function, arguments, true)
    }

    /// Calls a function of three numbers.
    ///
    /// # Errors
    /// As [`Self::call`].
    #[inline]
    pub fn call_ternary(&mut self, function: &Ternary, arguments: (i32, i32, i32)) -> Result<i32, Failure> {
        match (self, function) {
            (Self::Wasmtime(store, ..), Ternary::Wasmtime(function)) => Ok(function.call(store, arguments)?),
            (Self::Wasmi(store, ..), Ternary::Wasmi(function)) => Ok(function.call(&mut **store, arguments)?),
            _ => Err(FOREIGN.into()),
        }
    }

    /// Writes bytes where the guest's `alloc` says, which takes a length and gives an address, or zero.
    pub fn place(&mut self, bytes: &[u8]) -> Result<u32, Failure> {
        const MEMORY: &str = "the guest has no memory left";
        let address = self.call_export("alloc", &[i32::try_from(bytes.len())?])? as u32;
        if address == 0 {
            return Err(MEMORY.into());
        }
        let start = address as usize;
        let buffer = self.memory().get_mut(start..start + bytes.len());
        buffer.ok_or(MEMORY)?.copy_from_slice(bytes);
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUEST: &str = r#"(module
        (memory (export "memory") 1)
        (func (export "alloc") (param i32) (result i32) (i32.const 16))
        (func (export "sum") (param i32 i32 i32) (result i32)
            (i32.add (i32.add (local.get 0) (local.get 1)) (i32.load8_u (local.get 2))))
        (func (export "trap") unreachable))"#;

    #[test]
    fn every_engine_runs_guests() {
        let wasm = wat::parse_str(GUEST).expect("a module");
        for engine in Engine::ALL.into_iter().filter(|engine| engine.is_available()) {
            let settings = Settings {
                fuel: true,
                ..Settings::new(engine)
            };
            let compiled = Compiled::new(&settings, &wasm).expect("the module is valid");
            let mut guest = compiled.instantiate().expect("it imports nothing");
            guest.refuel(1_000_000).expect("fuel is counted");
            assert_eq!(guest.place(&[7]).expect("there is memory"), 16);
            let sum = guest.ternary("sum").expect("it is there");
            assert_eq!(guest.call_ternary(&sum, (1, 2, 16)).expect("no trap"), 10, "{engine}");
            assert_eq!(guest.call_export("sum", &[1, 2, 16]).expect("no trap"), 10);
            assert!(guest.refuel(0).expect("fuel is counted") < 1_000_000);
            assert!(guest.call_export("sum", &[1, 2, 16]).is_err(), "{engine}: no fuel");
            guest.refuel(1000).expect("fuel is counted");
            let trap = guest.function("trap").expect("it is there");
            assert!(guest.call(&trap, &[], false).is_err());
            let mut exports = compiled.exports();
            exports.sort_unstable();
            assert_eq!(exports, ["alloc", "memory", "sum", "trap"]);
            assert!(guest.function("none").is_err() && guest.ternary("trap").is_err());
        }
    }

    #[test]
    fn wide_arithmetic_is_where_it_is_said_to_be() {
        let wasm = r#"(module (memory (export "memory") 1)
            (func (export "f") (param i32 i32 i32) (result i32)
                (i64.mul_wide_u (i64.const -1) (i64.const -1)) (drop) (i32.wrap_i64)))"#;
        let wasm = wat::parse_str(wasm).expect("a module");
        for engine in Engine::ALL.into_iter().filter(|engine| engine.is_available()) {
            let compiled = Compiled::new(&Settings::new(engine), &wasm);
            assert_eq!(compiled.is_ok(), engine.has_wide_arithmetic(), "{engine}");
            let Ok(compiled) = compiled else { continue };
            let mut guest = compiled.instantiate().expect("it imports nothing");
            let f = guest.ternary("f").expect("it is there");
            assert_eq!(guest.call_ternary(&f, (0, 0, 0)).expect("no trap"), 1);
        }
    }

    #[test]
    fn more_than_the_first_version_is_refused_where_that_is_asked() {
        let wasm = wat::parse_str(
            r#"(module (memory (export "memory") 1)
                (func (export "f") (param i32) (result i32) (i32.extend8_s (local.get 0))))"#,
        );
        let wasm = wasm.expect("a module");
        let all = Settings::new(Engine::Wasmi);
        let first = Settings {
            first_version: true,
            ..all
        };
        assert!(Compiled::new(&all, &wasm).is_ok() && Compiled::new(&first, &wasm).is_err());
    }
}
