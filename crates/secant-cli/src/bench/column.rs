//! The columns of a report: an implementation in an environment.

use super::row::{Arguments, Row, Work};
use crate::error::Error;
use crate::guest::{Call, Flavour, Runtime};
use clap::ValueEnum;
use secant_contract_runner::{self as contract, VALID};
use secant_curve::Native;
use secant_rows::{Arkworks, Operation, Secant, Sink};
use std::fmt::{Display, Formatter};
use wasmtime::Module;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Column {
    /// Upstream arkworks in a WASM guest.
    ArkworksWasm,
    /// RustCrypto's crates in a WASM guest that is interpreted.
    RustcryptoWasmi,
    /// RustCrypto's crates in a WASM guest.
    RustcryptoWasm,
    /// secant in a WASM guest that is interpreted.
    SecantWasmi,
    /// secant in a WASM guest.
    SecantWasm,
    /// secant in a WASM guest with wide arithmetic.
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
    /// All of them, in the order of a report.
    pub const ALL: [Self; 10] = [
        Self::ArkworksWasm,
        Self::RustcryptoWasmi,
        Self::RustcryptoWasm,
        Self::SecantWasmi,
        Self::SecantWasm,
        Self::SecantWasmWide,
        Self::SecantHost,
        Self::Dummy,
        Self::ArkworksNative,
        Self::SecantNative,
    ];

    /// The name for people.
    pub fn title(self) -> String {
        self.name().replace('_', " ")
    }

    /// What the column measures.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::ArkworksWasm => {
                concat!("upstream arkworks ", env!("GUEST_ARKWORKS_VERSION"), " in a WASM guest")
            }
            Self::RustcryptoWasmi => concat!(
                "`k256` and `p256` ",
                env!("RUSTCRYPTO_VERSION"),
                " in a WASM guest that wasmi ",
                env!("WASMI_VERSION"),
                " interprets"
            ),
            Self::RustcryptoWasm => concat!("`k256` and `p256` ", env!("RUSTCRYPTO_VERSION"), " in a WASM guest"),
            Self::SecantWasmi => concat!(
                "secant in a WASM guest, which computes everything itself, interpreted by wasmi ",
                env!("WASMI_VERSION")
            ),
            Self::SecantWasm => "secant in a WASM guest, which computes everything itself",
            Self::SecantWasmWide => "the same with products of 128 bits (WASM's wide arithmetic)",
            Self::SecantHost => "secant in a WASM guest whose heavy operations are calls to its host",
            Self::Dummy => "a WASM guest that decodes the arguments and computes nothing",
            Self::ArkworksNative => concat!(
                "upstream arkworks ",
                env!("ARKWORKS_VERSION"),
                " in this program (no `asm`, no `parallel`)"
            ),
            Self::SecantNative => "secant in this program",
        }
    }

    /// Whether operations have the column.
    pub const fn has_operations(self) -> bool {
        !matches!(self, Self::RustcryptoWasmi | Self::RustcryptoWasm | Self::SecantWasmi)
    }

    /// Whether it measures secant, which is what changes between revisions.
    pub fn is_secant(self) -> bool {
        self.name().starts_with("secant")
    }

    const fn name(self) -> &'static str {
        match self {
            Self::ArkworksWasm => "arkworks_wasm",
            Self::RustcryptoWasmi => "rustcrypto_wasmi",
            Self::RustcryptoWasm => "rustcrypto_wasm",
            Self::SecantWasmi => "secant_wasmi",
            Self::SecantWasm => "secant_wasm",
            Self::SecantWasmWide => "secant_wasm_wide",
            Self::SecantHost => "secant_host",
            Self::Dummy => "dummy",
            Self::ArkworksNative => "arkworks_native",
            Self::SecantNative => "secant_native",
        }
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Where the operations of a column come from.
enum Source {
    Native(fn(&str) -> Option<Operation>),
    Guest(Module),
}

/// Where the verifications of a column come from.
enum Verifier {
    Native,
    Contract(contract::Compiled),
}

/// The columns of a report, ready to prepare any row.
pub struct Columns {
    runtime: Runtime,
    sources: Vec<(Column, Source)>,
    verifiers: Vec<(Column, Verifier)>,
}

impl Columns {
    /// Compiles the guests of the columns that the rows have.
    pub fn new(columns: &[Column], rows: &[Row]) -> Result<Self, Error> {
        let mut all = Self {
            runtime: Runtime::new()?,
            sources: Vec::new(),
            verifiers: Vec::new(),
        };
        for &column in columns {
            let is_verification = |row: &Row| matches!(row.work, Work::Verification(_));
            let has = |verification| {
                let rows = rows.iter().filter(|row| is_verification(row) == verification);
                rows.into_iter().any(|row| row.has(column))
            };
            if has(false)
                && let Some(source) = source(column, &all.runtime)?
            {
                all.sources.push((column, source));
            }
            if has(true)
                && let Some(verifier) = verifier(column)?
            {
                all.verifiers.push((column, verifier));
            }
        }
        Ok(all)
    }

    /// Each column of a row with its arguments in place.
    pub fn prepare<'a>(&self, row: &Row, arguments: &'a Arguments) -> Result<Vec<(Column, Runner<'a>)>, Error> {
        match arguments {
            Arguments::Operation(operation, input) => {
                let prepare = |(column, source): &(Column, Source)| {
                    let runner = match source {
                        Source::Native(find) => {
                            let found = find(operation);
                            let found = found.ok_or_else(|| Error::unusable("no native operation", operation));
                            Runner::Native(found?, input)
                        }
                        Source::Guest(module) => {
                            Runner::Guest(Box::new(self.runtime.prepare(module, operation, input)?))
                        }
                    };
                    Ok((*column, runner))
                };
                self.sources.iter().map(prepare).collect()
            }
            Arguments::Verification(signed) => {
                let prepare = |(column, verifier): &(Column, Verifier)| {
                    let runner = match verifier {
                        Verifier::Native => Runner::Verification(signed.call()),
                        Verifier::Contract(compiled) => {
                            let mut instance = compiled.instantiate().map_err(broken)?;
                            let call = instance.prepare(&signed.call()).map_err(broken)?;
                            Runner::Contract(Box::new((instance, call)))
                        }
                    };
                    Ok((*column, runner))
                };
                let verifiers = self.verifiers.iter().filter(|(column, _)| row.has(*column));
                verifiers.map(prepare).collect()
            }
        }
    }
}

/// The operations of a column, if it has any.
fn source(column: Column, runtime: &Runtime) -> Result<Option<Source>, Error> {
    let flavour = match column {
        Column::ArkworksNative => return Ok(Some(Source::Native(secant_rows::operation::<Arkworks>))),
        Column::SecantNative => return Ok(Some(Source::Native(secant_rows::operation::<Secant<Native>>))),
        Column::ArkworksWasm => Flavour::Arkworks,
        Column::SecantWasm => Flavour::Plain,
        Column::SecantWasmWide => Flavour::PlainWide,
        Column::SecantHost => Flavour::Guest,
        Column::Dummy => Flavour::Dummy,
        Column::RustcryptoWasmi | Column::RustcryptoWasm | Column::SecantWasmi => return Ok(None),
    };
    Ok(Some(Source::Guest(runtime.compile(flavour)?)))
}

/// The verifications of a column, if it has any.
fn verifier(column: Column) -> Result<Option<Verifier>, Error> {
    use contract::{Flavour, Runtime};
    let (runtime, flavour) = match column {
        Column::SecantNative => return Ok(Some(Verifier::Native)),
        Column::SecantWasmi => (Runtime::Wasmi, Flavour::Plain),
        Column::SecantWasm => (Runtime::Wasmtime, Flavour::Plain),
        Column::SecantHost => (Runtime::Wasmtime, Flavour::Antelope),
        Column::RustcryptoWasmi => (Runtime::Wasmi, Flavour::Rustcrypto),
        Column::RustcryptoWasm => (Runtime::Wasmtime, Flavour::Rustcrypto),
        Column::ArkworksWasm | Column::SecantWasmWide | Column::Dummy | Column::ArkworksNative => return Ok(None),
    };
    let compiled = contract::Compiled::new(runtime, flavour.wasm(), false).map_err(broken)?;
    Ok(Some(Verifier::Contract(compiled)))
}

/// An operation with its arguments in place.
pub enum Runner<'a> {
    /// In this program.
    Native(Operation, &'a [u8]),
    /// In a guest.
    Guest(Box<Call>),
    /// A verification in this program.
    Verification(contract::Call<'a>),
    /// A verification in a contract.
    Contract(Box<(contract::Instance, contract::Prepared)>),
}

impl Runner<'_> {
    /// Runs the operation and discards the result.
    #[inline]
    pub fn run(&mut self) -> Result<(), Error> {
        match self {
            Self::Native(operation, input) => operation(input, Sink::Discard).map_err(refused),
            Self::Guest(call) => call.run(),
            Self::Verification(_) | Self::Contract(_) => match self.code()? {
                VALID => Ok(()),
                code => Err(Error::unusable("a signature does not hold, code", code)),
            },
        }
    }

    /// Runs the operation and returns the encoded result.
    pub fn result(&mut self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Native(operation, input) => {
                let mut bytes = Vec::new();
                operation(input, Sink::Keep(&mut bytes)).map_err(refused)?;
                Ok(bytes)
            }
            Self::Guest(call) => call.result(),
            Self::Verification(_) | Self::Contract(_) => Ok(self.code()?.to_le_bytes().into()),
        }
    }

    /// The code of a verification.
    #[inline]
    fn code(&mut self) -> Result<i32, Error> {
        match self {
            Self::Verification(call) => Ok(call.native()),
            Self::Contract(contract) => contract.0.run(&contract.1).map_err(broken),
            Self::Native(..) | Self::Guest(_) => Err(Error::unusable("no verification", "an operation")),
        }
    }
}

fn broken(e: contract::Failure) -> Error {
    Error::unusable("the contract failed", e)
}

fn refused(e: secant_rows::Error) -> Error {
    Error::unusable("a native operation refused its arguments", e)
}
