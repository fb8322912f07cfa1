//! The whole kit inside WASM: each test is an export, called in an instance of its own.

use libtest_mimic::{Arguments, Failed, Trial};
use secant_guest_runner::{Compiled, Engine, Failure, Settings};
use std::cell::RefCell;
use std::process::ExitCode;
use std::sync::Arc;
use wasmtime::{Caller, Extern, Linker};

/// The kit on kernels of one set of instructions.
#[derive(Clone, Copy, Debug)]
struct Kit {
    /// What the kernels use.
    name: &'static str,
    /// The module that the build script made of `src/kit.rs`.
    wasm: &'static [u8],
}

/// All of them.
const KITS: [Kit; 2] = [
    Kit {
        name: "mvp",
        wasm: include_bytes!(concat!(env!("OUT_DIR"), "/kit.wasm")),
    },
    Kit {
        name: "wide",
        wasm: include_bytes!(concat!(env!("OUT_DIR"), "/kit_wide.wasm")),
    },
];

thread_local! {
    /// Why the test that runs in this thread failed.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// `kit.report`.
fn link(linker: &mut Linker<()>) -> wasmtime::Result<()> {
    linker.func_wrap("kit", "report", |mut caller: Caller<'_, ()>, address: u32, len: u32| {
        let memory = caller.get_export("memory").and_then(Extern::into_memory);
        let bytes = memory.and_then(|memory| memory.data(&caller).get(address as usize..)?.get(..len as usize));
        MESSAGE.set(String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned());
    })?;
    Ok(())
}

/// Runs a test.
fn run(compiled: &Compiled, export: &str) -> Result<(), Failed> {
    let call = || {
        let mut guest = compiled.instantiate()?;
        let start = guest.function("start")?;
        guest.call(&start, &[], false)?;
        let test = guest.function(export)?;
        guest.call(&test, &[], false).map(|_| ())
    };
    MESSAGE.set(String::new());
    call().map_err(|e: Failure| format!("{}\n{e}", MESSAGE.take()).into())
}

/// The tests of a kit.
fn trials(kit: Kit) -> Result<Vec<Trial>, Failure> {
    let settings = Settings {
        link: Some(link),
        ..Settings::new(Engine::Cranelift)
    };
    let compiled = Arc::new(Compiled::new(&settings, kit.wasm)?);
    let exports = compiled.exports();
    let tests = exports
        .iter()
        .filter_map(|export| Some((export.strip_prefix("test ")?, export)));
    Ok(tests
        .map(|(test, export)| {
            let (compiled, export) = (Arc::clone(&compiled), export.clone());
            Trial::test(format!("{}::{test}", kit.name), move || run(&compiled, &export))
        })
        .collect())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut all = Vec::new();
    for kit in KITS {
        match trials(kit) {
            // Groups, pairings and fields have hundreds.
            Ok(trials) if trials.len() > 300 => all.extend(trials),
            Ok(trials) => {
                eprintln!("the kit {} has {} tests only", kit.name, trials.len());
                return ExitCode::FAILURE;
            }
            Err(e) => {
                eprintln!("the kit {} does not run: {e}", kit.name);
                return ExitCode::FAILURE;
            }
        }
    }
    libtest_mimic::run(&arguments, all).exit_code()
}
