//! The contract that verifies signatures (`guests/contract`): its modules, and calls of them in wasmtime and in wasmi.
#![forbid(unsafe_code)]

pub use secant_contract::{INVALID, KEY_LEN, VALID, numbers};

use secant_contract::{Verdict, code};

/// Why a runtime does not run a contract.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a contract computes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Everything.
    Plain,
    /// What Antelope's nodes have no function for.
    Antelope,
    /// ECDSA on two curves, by RustCrypto's crates.
    Rustcrypto,
}

impl Flavour {
    /// The module.
    pub const fn wasm(self) -> &'static [u8] {
        match self {
            Self::Plain => include_bytes!(concat!(env!("OUT_DIR"), "/contract.wasm")),
            Self::Antelope => include_bytes!(concat!(env!("OUT_DIR"), "/contract_antelope.wasm")),
            Self::Rustcrypto => include_bytes!(concat!(env!("OUT_DIR"), "/contract_rustcrypto.wasm")),
        }
    }
}

/// A call of the contract.
#[derive(Clone, Copy, Debug)]
pub enum Call<'a> {
    /// `verify_ecdsa`.
    Ecdsa {
        /// The number of a curve, or zero for that of the key.
        curve: u32,
        /// `SubjectPublicKeyInfo`, or a point if the curve has a number.
        key: &'a [u8],
        /// The number of a hash function.
        hash: u32,
        /// What is signed, or its digest.
        message: &'a [u8],
        /// DER or P1363.
        signature: &'a [u8],
        /// A sum of [`numbers::options`].
        options: u32,
    },
    /// `verify_rsa`.
    Rsa {
        /// `SubjectPublicKeyInfo` or `RSAPublicKey`.
        key: &'a [u8],
        /// The number of a hash function.
        hash: u32,
        /// What is signed, or its digest.
        message: &'a [u8],
        /// As long as the modulus.
        signature: &'a [u8],
        /// A sum of [`numbers::options`].
        options: u32,
        /// The number of the hash function of PSS's mask, or zero for the message's.
        mask: u32,
        /// The length of PSS's salt in bytes, -1 for a digest's, -2 for any.
        salt: i32,
    },
    /// `recover_secp256k1`.
    Recover {
        /// What is signed.
        digest: &'a [u8],
        /// `r` and `s`, 32 bytes each.
        signature: &'a [u8],
        /// Which of the keys.
        id: u32,
    },
}

/// What an export takes.
enum Argument<'a> {
    Number(u32),
    Buffer(&'a [u8]),
}

impl<'a> Call<'a> {
    /// The code that the same function gives in this program.
    pub fn native(&self) -> i32 {
        code(self.verdict())
    }

    fn verdict(&self) -> Verdict {
        match *self {
            Self::Ecdsa {
                curve,
                key,
                hash,
                message,
                signature,
                options,
            } => secant_contract::verify_ecdsa(curve, key, hash, message, signature, options),
            Self::Rsa {
                key,
                hash,
                message,
                signature,
                options,
                mask,
                salt,
            } => secant_contract::verify_rsa(key, hash, message, signature, options, mask, salt),
            Self::Recover { digest, signature, id } => {
                secant_contract::recover_secp256k1(digest, signature, id, &mut [0; KEY_LEN])
            }
        }
    }

    /// The export, and its arguments in their order.
    fn export(&self) -> (&'static str, Vec<Argument<'a>>) {
        use Argument::{Buffer, Number};
        match *self {
            Self::Ecdsa {
                curve,
                key,
                hash,
                message,
                signature,
                options,
            } => {
                let buffers = [Buffer(message), Buffer(signature), Number(options)];
                let arguments = [Number(curve), Buffer(key), Number(hash)].into_iter().chain(buffers);
                ("verify_ecdsa", arguments.collect())
            }
            Self::Rsa {
                key,
                hash,
                message,
                signature,
                options,
                mask,
                salt,
            } => {
                let buffers = [Buffer(key), Number(hash), Buffer(message), Buffer(signature)];
                let numbers = [Number(options), Number(mask), Number(salt as u32)];
                ("verify_rsa", buffers.into_iter().chain(numbers).collect())
            }
            Self::Recover { digest, signature, id } => {
                let arguments = [Buffer(digest), Buffer(signature), Number(id), Buffer(&[0; KEY_LEN])];
                ("recover_secp256k1", arguments.into())
            }
        }
    }
}

/// A WASM runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runtime {
    /// Compiles, with Cranelift at full optimisation.
    Wasmtime,
    /// Interprets, and takes no modules that need more than the first version of WebAssembly with mutable globals.
    Wasmi,
}

/// A contract that a runtime has compiled.
pub enum Compiled {
    /// With the functions of Antelope's nodes.
    Wasmtime(wasmtime::InstancePre<()>),
    /// Without imports.
    Wasmi(wasmi::Linker<()>, wasmi::Module),
}

impl Compiled {
    /// Compiles a contract, which takes seconds. `fuel` says whether calls consume it.
    pub fn new(runtime: Runtime, wasm: &[u8], fuel: bool) -> Result<Self, Failure> {
        Ok(match runtime {
            Runtime::Wasmtime => {
                let mut config = wasmtime::Config::new();
                config.cranelift_opt_level(wasmtime::OptLevel::Speed).consume_fuel(fuel);
                let engine = wasmtime::Engine::new(&config)?;
                let mut linker = wasmtime::Linker::new(&engine);
                secant_host::antelope::add_to_linker(&mut linker)?;
                Self::Wasmtime(linker.instantiate_pre(&wasmtime::Module::new(&engine, wasm)?)?)
            }
            Runtime::Wasmi => {
                let mut config = wasmi::Config::default();
                config
                    .consume_fuel(fuel)
                    .wasm_mutable_global(true)
                    .wasm_sign_extension(false)
                    .wasm_saturating_float_to_int(false)
                    .wasm_multi_value(false)
                    .wasm_multi_memory(false)
                    .wasm_bulk_memory(false)
                    .wasm_reference_types(false)
                    .wasm_tail_call(false)
                    .wasm_extended_const(false);
                let engine = wasmi::Engine::new(&config);
                let module = wasmi::Module::new(&engine, wasm)?;
                Self::Wasmi(wasmi::Linker::new(&engine), module)
            }
        })
    }

    /// A fresh instance, with as much fuel as there can be if calls consume it.
    pub fn instantiate(&self) -> Result<Instance, Failure> {
        const MEMORY: &str = "the contract has no memory";
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

/// A contract in a memory of its own.
pub enum Instance {
    /// Compiled.
    Wasmtime(wasmtime::Store<()>, wasmtime::Instance, wasmtime::Memory),
    /// Interpreted.
    Wasmi(Box<wasmi::Store<()>>, wasmi::Instance, wasmi::Memory),
}

/// A function of a contract.
enum Function {
    Wasmtime(wasmtime::Func),
    Wasmi(wasmi::Func),
}

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

    fn function(&mut self, name: &str) -> Result<Function, Failure> {
        let function = match self {
            Self::Wasmtime(store, instance, _) => instance.get_func(store, name).map(Function::Wasmtime),
            Self::Wasmi(store, instance, _) => instance.get_func(&**store, name).map(Function::Wasmi),
        };
        function.ok_or_else(|| format!("the contract has no {name}").into())
    }

    /// Calls a function of numbers whose result is one, or none if `has_result` is false.
    fn call(&mut self, function: &Function, arguments: &[i32], has_result: bool) -> Result<i32, Failure> {
        let results = usize::from(has_result);
        match (self, function) {
            (Self::Wasmtime(store, ..), Function::Wasmtime(function)) => {
                let arguments: Vec<_> = arguments.iter().map(|&n| wasmtime::Val::I32(n)).collect();
                let mut result = [wasmtime::Val::I32(0)];
                function.call(store, &arguments, &mut result[..results])?;
                Ok(result[0].unwrap_i32())
            }
            (Self::Wasmi(store, ..), Function::Wasmi(function)) => {
                let arguments: Vec<_> = arguments.iter().map(|&n| wasmi::Val::I32(n)).collect();
                let mut result = [wasmi::Val::I32(0)];
                function.call(&mut **store, &arguments, &mut result[..results])?;
                Ok(result[0].i32().unwrap_or_default())
            }
            _ => Err("the function is of another runtime".into()),
        }
    }

    /// Writes a buffer where the contract says.
    fn place(&mut self, bytes: &[u8]) -> Result<u32, Failure> {
        let alloc = self.function("alloc")?;
        let address = self.call(&alloc, &[i32::try_from(bytes.len())?], true)? as u32;
        if address == 0 {
            return Err("no memory".into());
        }
        let start = address as usize;
        let buffer = self.memory().get_mut(start..start + bytes.len());
        buffer.ok_or("no memory")?.copy_from_slice(bytes);
        Ok(address)
    }

    /// A call with its buffers in place.
    pub fn prepare(&mut self, call: &Call<'_>) -> Result<Prepared, Failure> {
        let (name, arguments) = call.export();
        let (mut numbers, mut buffers) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                Argument::Number(number) => numbers.push(number as i32),
                Argument::Buffer(bytes) => {
                    let address = self.place(bytes)? as i32;
                    let len = i32::try_from(bytes.len())?;
                    buffers.push([address, len]);
                    numbers.extend([address, len]);
                }
            }
        }
        Ok(Prepared {
            function: self.function(name)?,
            numbers,
            buffers,
        })
    }

    /// The code that a prepared call returns.
    pub fn run(&mut self, call: &Prepared) -> Result<i32, Failure> {
        self.call(&call.function, &call.numbers, true)
    }

    /// Calls an export with numbers as they are.
    pub fn call_export(&mut self, name: &str, numbers: &[i32]) -> Result<i32, Failure> {
        let function = self.function(name)?;
        self.call(&function, numbers, true)
    }

    /// What is in the last buffer of a call.
    pub fn last_buffer(&mut self, call: &Prepared) -> Option<&[u8]> {
        let [address, len] = call.buffers.last()?.map(|n| n as u32 as usize);
        self.memory().get(address..address + len)
    }

    /// Gives the buffers of a call back.
    pub fn free(&mut self, call: &Prepared) -> Result<(), Failure> {
        let free = self.function("free")?;
        for buffer in &call.buffers {
            self.call(&free, buffer, false)?;
        }
        Ok(())
    }
}

/// A call with its buffers in an instance.
pub struct Prepared {
    function: Function,
    numbers: Vec<i32>,
    buffers: Vec<[i32; 2]>,
}

/// The number of a curve or hash function, which all have.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $type:ty, $of:ident) => {
        $(#[$doc])*
        pub fn $name(value: $type) -> Result<u32, Failure> {
            numbers::$of(value).ok_or_else(|| format!("the contract has no number for {value}").into())
        }
    };
}

number!(
    /// The number of a curve, if the contract has it.
    curve,
    secant_gfp::named::Name,
    curve_number
);
number!(
    /// The number of a hash function.
    hash,
    secant_verify::hash::Hash,
    hash_number
);
