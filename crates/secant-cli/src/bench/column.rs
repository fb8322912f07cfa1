//! The columns of a report: an implementation in an environment.

use crate::error::Error;
use crate::guest::{Call, Flavour, Runtime};
use clap::ValueEnum;
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
    /// secant in a WASM guest.
    SecantWasm,
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
    pub const ALL: [Self; 6] = [
        Self::ArkworksWasm,
        Self::SecantWasm,
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
            Self::SecantWasm => "secant in a WASM guest, which computes everything itself",
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

    const fn name(self) -> &'static str {
        match self {
            Self::ArkworksWasm => "arkworks_wasm",
            Self::SecantWasm => "secant_wasm",
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

/// The columns of a report, ready to prepare any row.
pub struct Columns {
    runtime: Runtime,
    sources: Vec<(Column, Source)>,
}

impl Columns {
    /// Compiles the guests of the columns.
    pub fn new(columns: &[Column]) -> Result<Self, Error> {
        let runtime = Runtime::new()?;
        let mut sources = Vec::new();
        for &column in columns {
            let source = match column {
                Column::ArkworksWasm => Source::Guest(runtime.compile(Flavour::Arkworks)?),
                Column::SecantWasm => Source::Guest(runtime.compile(Flavour::Plain)?),
                Column::SecantHost => Source::Guest(runtime.compile(Flavour::Guest)?),
                Column::Dummy => Source::Guest(runtime.compile(Flavour::Dummy)?),
                Column::ArkworksNative => Source::Native(secant_rows::operation::<Arkworks>),
                Column::SecantNative => Source::Native(secant_rows::operation::<Secant<Native>>),
            };
            sources.push((column, source));
        }
        Ok(Self { runtime, sources })
    }

    /// Each column's operation with its arguments in place.
    pub fn prepare<'a>(&self, operation: &str, input: &'a [u8]) -> Result<Vec<(Column, Runner<'a>)>, Error> {
        let prepare = |(column, source): &(Column, Source)| {
            let runner = match source {
                Source::Native(find) => {
                    let find = find(operation).ok_or_else(|| Error::unusable("no native operation", operation));
                    Runner::Native(find?, input)
                }
                Source::Guest(module) => Runner::Guest(Box::new(self.runtime.prepare(module, operation, input)?)),
            };
            Ok((*column, runner))
        };
        self.sources.iter().map(prepare).collect()
    }
}

/// An operation with its arguments in place.
pub enum Runner<'a> {
    /// In this program.
    Native(Operation, &'a [u8]),
    /// In a guest.
    Guest(Box<Call>),
}

impl Runner<'_> {
    /// Runs the operation and discards the result.
    #[inline]
    pub fn run(&mut self) -> Result<(), Error> {
        match self {
            Self::Native(operation, input) => operation(input, Sink::Discard).map_err(refused),
            Self::Guest(call) => call.run(),
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
        }
    }
}

fn refused(e: secant_rows::Error) -> Error {
    Error::unusable("a native operation refused its arguments", e)
}
