//! The columns of a report of `secant bench`. A column is an implementation in an environment.

use crate::guest::{Engine, Flavour};
use clap::ValueEnum;
use std::fmt::{Display, Formatter};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Column {
    /// Upstream arkworks in a WASM guest that wasmi interprets.
    ArkworksWasmi,
    /// Upstream arkworks in a WASM guest that wasmtime interprets.
    ArkworksPulley,
    /// Upstream arkworks in a WASM guest that is compiled in one pass.
    ArkworksWinch,
    /// Upstream arkworks in a WASM guest.
    ArkworksWasm,
    /// RustCrypto's crates in a WASM guest that wasmi interprets.
    RustcryptoWasmi,
    /// RustCrypto's crates in a WASM guest.
    RustcryptoWasm,
    /// secant in a WASM guest that wasmi interprets.
    SecantWasmi,
    /// The same with wide arithmetic.
    SecantWasmiWide,
    /// secant in a WASM guest that wasmtime interprets.
    SecantPulley,
    /// The same with wide arithmetic.
    SecantPulleyWide,
    /// secant in a WASM guest that is compiled in one pass.
    SecantWinch,
    /// The same with wide arithmetic.
    SecantWinchWide,
    /// secant in a WASM guest.
    SecantWasm,
    /// The same with wide arithmetic.
    SecantWasmWide,
    /// secant in a WASM guest with host calls.
    SecantHost,
    /// What is left in a WASM guest if nothing is computed.
    Dummy,
    /// Upstream arkworks in this program.
    ArkworksNative,
    /// secant in this program.
    SecantNative,
}

impl Column {
    /// The title for readers.
    pub fn title(self) -> String {
        self.to_string().replace('_', " ")
    }

    /// What the column measures.
    pub fn explanation(self) -> String {
        let wide = " with products of 128 bits (WASM's wide arithmetic)";
        match (self, self.place()) {
            (Self::SecantHost, _) => "secant in a WASM guest whose heavy operations are calls to its host".to_owned(),
            (Self::Dummy, _) => "a WASM guest that decodes the arguments and computes nothing".to_owned(),
            (Self::ArkworksNative, _) => concat!(
                "upstream arkworks ",
                env!("ARKWORKS_VERSION"),
                " in this program (no `asm`, no `parallel`)"
            )
            .to_owned(),
            (_, None) => "secant in this program".to_owned(),
            (_, Some((engine, flavour))) => {
                let whose = match flavour {
                    None => concat!("`k256` and `p256` ", env!("RUSTCRYPTO_VERSION")),
                    Some(Flavour::Arkworks) => concat!("upstream arkworks ", env!("GUEST_ARKWORKS_VERSION")),
                    Some(_) => "secant",
                };
                let how = match engine {
                    Engine::Cranelift => "",
                    Engine::Winch => " that wasmtime compiles in one pass (Winch)",
                    Engine::Pulley => " that wasmtime interprets (Pulley)",
                    Engine::Wasmi => concat!(" that wasmi ", env!("WASMI_VERSION"), " interprets"),
                };
                let wide = if flavour == Some(Flavour::PlainWide) { wide } else { "" };
                format!("{whose} in a WASM guest{how}{wide}")
            }
        }
    }

    /// The engine and the guest of a column whose operations run in a guest. The guest of RustCrypto's crates has no
    /// operations.
    pub const fn place(self) -> Option<(Engine, Option<Flavour>)> {
        let (engine, flavour) = match self {
            Self::ArkworksWasmi => (Engine::Wasmi, Flavour::Arkworks),
            Self::ArkworksPulley => (Engine::Pulley, Flavour::Arkworks),
            Self::ArkworksWinch => (Engine::Winch, Flavour::Arkworks),
            Self::ArkworksWasm => (Engine::Cranelift, Flavour::Arkworks),
            Self::RustcryptoWasmi => return Some((Engine::Wasmi, None)),
            Self::RustcryptoWasm => return Some((Engine::Cranelift, None)),
            Self::SecantWasmi => (Engine::Wasmi, Flavour::Plain),
            Self::SecantWasmiWide => (Engine::Wasmi, Flavour::PlainWide),
            Self::SecantPulley => (Engine::Pulley, Flavour::Plain),
            Self::SecantPulleyWide => (Engine::Pulley, Flavour::PlainWide),
            Self::SecantWinch => (Engine::Winch, Flavour::Plain),
            Self::SecantWinchWide => (Engine::Winch, Flavour::PlainWide),
            Self::SecantWasm => (Engine::Cranelift, Flavour::Plain),
            Self::SecantWasmWide => (Engine::Cranelift, Flavour::PlainWide),
            Self::SecantHost => (Engine::Cranelift, Flavour::Guest),
            Self::Dummy => (Engine::Cranelift, Flavour::Dummy),
            Self::ArkworksNative | Self::SecantNative => return None,
        };
        Some((engine, Some(flavour)))
    }

    /// Whether the column measures operations.
    pub const fn has_operations(self) -> bool {
        !matches!(self.place(), Some((_, None)))
    }

    /// Whether the column measures secant, which is what changes between revisions.
    pub fn is_secant(self) -> bool {
        self.to_string().starts_with("secant")
    }

    /// Whether most readers want this column, for operations or for the verification of signatures.
    pub const fn is_usual(self, is_verification: bool) -> bool {
        match self.place() {
            Some((Engine::Cranelift, _)) | None => true,
            Some((Engine::Wasmi, Some(Flavour::Plain) | None)) => is_verification,
            _ => false,
        }
    }

    /// Whether this machine has the engine.
    pub fn is_available(self) -> bool {
        self.place().is_none_or(|(engine, flavour)| {
            engine.is_available() && (flavour != Some(Flavour::PlainWide) || engine.has_wide_arithmetic())
        })
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.to_possible_value()
            .map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}
