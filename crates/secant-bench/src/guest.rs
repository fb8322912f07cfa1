//! The guests of the columns: those of `secant`, and three more that only measurements use.

use secant_cli::error::Error;
use secant_cli::guest::{Engine, Flavour, Guest};

/// Compiles a guest, which takes seconds.
pub fn compile(flavour: Flavour, engine: Engine) -> Result<Guest, Error> {
    let wasm: &[u8] = match flavour {
        Flavour::Plain | Flavour::Guest => return Guest::compile(flavour, engine),
        Flavour::Arkworks => include_bytes!(concat!(env!("OUT_DIR"), "/arkworks.wasm")),
        Flavour::PlainWide => include_bytes!(concat!(env!("OUT_DIR"), "/plain_wide.wasm")),
        Flavour::Dummy => include_bytes!(concat!(env!("OUT_DIR"), "/dummy.wasm")),
    };
    Guest::of(wasm, engine)
}
