//! A guest that hands every call through, so that the test is the guest.

use secant_host::antelope::add_to_linker;
use wasmtime::{Config, Engine, Instance, Linker, Memory, Module, Store, Val};

/// What Antelope declares: names, numbers of parameters, all of them i32, and whether there is a result, an i32.
pub const FUNCTIONS: &[(&str, usize, bool)] = &[
    ("alt_bn128_add", 6, true),
    ("alt_bn128_mul", 6, true),
    ("alt_bn128_pair", 2, true),
    ("assert_ripemd160", 3, false),
    ("assert_sha1", 3, false),
    ("assert_sha256", 3, false),
    ("assert_sha512", 3, false),
    ("blake2_f", 12, true),
    ("bls_fp_exp", 6, true),
    ("bls_fp_mod", 4, true),
    ("bls_fp_mul", 6, true),
    ("bls_g1_add", 6, true),
    ("bls_g1_map", 4, true),
    ("bls_g1_weighted_sum", 7, true),
    ("bls_g2_add", 6, true),
    ("bls_g2_map", 4, true),
    ("bls_g2_weighted_sum", 7, true),
    ("bls_pairing", 7, true),
    ("k1_recover", 6, true),
    ("mod_exp", 8, true),
    ("ripemd160", 3, false),
    ("sha1", 3, false),
    ("sha256", 3, false),
    ("sha3", 5, false),
    ("sha512", 3, false),
];

/// Calls of [`Guest::call_often`].
pub const OFTEN: u32 = 8;

/// The size of the guest's memory.
pub const MEMORY: u32 = 3 * 65536;

/// A parameter, or two.
#[derive(Clone, Debug)]
pub enum Arg {
    /// Address and length of these bytes.
    In(Vec<u8>),
    /// Address and length of a buffer for a result.
    Out(usize),
    /// A number.
    Int(u32),
}

pub struct Guest {
    pub store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Guest {
    pub fn new(fuel: Option<u64>) -> Self {
        let (mut imports, mut exports) = (String::new(), String::new());
        for &(name, count, has_result) in FUNCTIONS {
            let parameters = "i32 ".repeat(count);
            let result = if has_result { "(result i32)" } else { "" };
            imports += &format!("(import \"env\" \"{name}\" (func ${name} (param {parameters}) {result}))\n");
            let arguments: String = (0..count).map(|i| format!("(local.get {i}) ")).collect();
            let call = format!("(call ${name} {arguments})");
            let drop = if has_result { "drop" } else { "" };
            exports += &format!(
                "(func (export \"{name}\") (param {parameters}) {result} {call})
                (func (export \"{name} often\") (param {parameters}) (local $i i32)
                  (loop {call} {drop}
                    (local.set $i (i32.add (local.get $i) (i32.const 1)))
                    (br_if 0 (i32.lt_u (local.get $i) (i32.const {OFTEN})))))\n"
            );
        }
        let pages = MEMORY / 65536;
        let wat = format!("(module {imports} (memory (export \"memory\") {pages}) {exports})");
        let mut config = Config::new();
        config.consume_fuel(fuel.is_some());
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, wat::parse_str(wat).unwrap()).unwrap();
        let mut linker = Linker::new(&engine);
        add_to_linker(&mut linker).unwrap();
        let mut store = Store::new(&engine, ());
        if let Some(fuel) = fuel {
            store.set_fuel(fuel).unwrap();
        }
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let memory = instance.get_memory(&mut store, "memory").unwrap();
        Self {
            store,
            instance,
            memory,
        }
    }

    /// Calls with these i32.
    pub fn call(&mut self, name: &str, parameters: &[u32]) -> wasmtime::Result<i32> {
        let function = self.instance.get_func(&mut self.store, name).unwrap();
        let parameters: Vec<_> = parameters.iter().map(|p| Val::I32(*p as i32)).collect();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &parameters, &mut results)?;
        Ok(results.first().map_or(0, Val::unwrap_i32))
    }

    /// Calls [`OFTEN`] times in a row, so that what it costs to enter the guest does not count.
    pub fn call_often(&mut self, name: &str, parameters: &[u32]) -> wasmtime::Result<()> {
        self.call(&format!("{name} often"), parameters).map(drop)
    }

    /// Lays the buffers out one behind the other; the parameters, and where the last buffer is.
    pub fn place(&mut self, args: &[Arg]) -> (Vec<u32>, (u32, u32)) {
        let (mut at, mut parameters, mut last) = (8, Vec::new(), (0, 0));
        for arg in args {
            let bytes = match arg {
                Arg::In(bytes) => bytes.clone(),
                Arg::Out(len) => vec![0; *len],
                Arg::Int(number) => {
                    parameters.push(*number);
                    continue;
                }
            };
            self.put(at, &bytes);
            last = (at, bytes.len() as u32);
            parameters.extend([last.0, last.1]);
            at += last.1;
        }
        (parameters, last)
    }

    /// The code and the last buffer after a call.
    pub fn run(&mut self, name: &str, args: &[Arg]) -> wasmtime::Result<(i32, Vec<u8>)> {
        let (parameters, result) = self.place(args);
        let code = self.call(name, &parameters)?;
        Ok((code, self.get(result)))
    }

    pub fn put(&mut self, at: u32, bytes: &[u8]) {
        self.memory.write(&mut self.store, at as usize, bytes).unwrap();
    }

    pub fn get(&self, (at, len): (u32, u32)) -> Vec<u8> {
        self.memory.data(&self.store)[at as usize..][..len as usize].to_vec()
    }
}
