//! The columns of a report, ready to measure.

use super::guest;
use super::row::{Arguments, Row, Work};
use clap::ValueEnum;
use secant_cli::arguments::Column;
use secant_cli::error::Error;
use secant_cli::guest::{Call, Flavour, Guest};
use secant_contract_runner::{self as contract, Compiled, Instance, Prepared, VALID};
use secant_curve::Native;
use secant_rows::{Arkworks, Operation, Secant, Sink};

/// Which columns are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection<'a> {
    /// The columns that most readers want.
    Usual,
    /// The usual columns that measure secant.
    Secant,
    /// The columns of guests, in every engine.
    Engines,
    /// Only these columns.
    Only(&'a [Column]),
}

impl Selection<'_> {
    /// Whether a row has a column under this selection.
    pub fn has(self, row: &Row, column: Column) -> bool {
        let is_verification = matches!(row.work, Work::Verification(_));
        let is_chosen = match self {
            Self::Usual => column.is_usual(is_verification),
            Self::Secant => column.is_secant() && column.is_usual(is_verification),
            Self::Engines => column != Column::Dummy,
            Self::Only(columns) => columns.contains(&column),
        };
        is_chosen && column.is_available() && row.has(column)
    }
}

/// The flavour of the contract whose verifications a column measures, if it measures any.
pub const fn contract_of(column: Column) -> Option<contract::Flavour> {
    match (column, column.place()) {
        (_, Some((_, None))) => Some(contract::Flavour::Rustcrypto),
        (Column::SecantHost, _) => Some(contract::Flavour::Antelope),
        (_, Some((_, Some(Flavour::Plain)))) => Some(contract::Flavour::Plain),
        _ => None,
    }
}

/// Where the operations of a column run.
enum Source {
    Native(fn(&str) -> Option<Operation>),
    Guest(Guest),
}

/// Where the verifications of a column run.
enum Verifier {
    Native,
    Contract(Compiled),
}

/// The columns of a report. They can prepare any row.
pub struct Columns {
    sources: Vec<(Column, Source)>,
    verifiers: Vec<(Column, Verifier)>,
}

impl Columns {
    /// Compiles the guests of the columns that the rows need.
    pub fn new(selection: Selection<'_>, rows: &[Row]) -> Result<Self, Error> {
        let mut all = Self {
            sources: Vec::new(),
            verifiers: Vec::new(),
        };
        let (verifications, operations): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| matches!(row.work, Work::Verification(_)));
        for &column in Column::value_variants() {
            if operations.iter().any(|row| selection.has(row, column))
                && let Some(source) = source(column)?
            {
                all.sources.push((column, source));
            }
            if verifications.iter().any(|row| selection.has(row, column))
                && let Some(verifier) = verifier(column)?
            {
                all.verifiers.push((column, verifier));
            }
        }
        Ok(all)
    }

    /// Prepares each column of a row with the row's arguments.
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
                        Source::Guest(guest) => Runner::Guest(Box::new(guest.prepare(operation, input)?)),
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
                            let call = Prepared::new(&mut instance, &signed.call()).map_err(broken)?;
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

/// Where the operations of a column run, if it has any.
fn source(column: Column) -> Result<Option<Source>, Error> {
    Ok(match (column, column.place()) {
        (Column::ArkworksNative, _) => Some(Source::Native(secant_rows::operation::<Arkworks>)),
        (_, None) => Some(Source::Native(secant_rows::operation::<Secant<Native>>)),
        (_, Some((_, None))) => None,
        (_, Some((engine, Some(flavour)))) => Some(Source::Guest(guest::compile(flavour, engine)?)),
    })
}

/// Where the verifications of a column run, if it has any.
fn verifier(column: Column) -> Result<Option<Verifier>, Error> {
    if column == Column::SecantNative {
        return Ok(Some(Verifier::Native));
    }
    let (Some((engine, _)), Some(flavour)) = (column.place(), contract_of(column)) else {
        return Ok(None);
    };
    let compiled = Compiled::new(&contract::settings(engine, false), flavour.wasm()).map_err(broken)?;
    Ok(Some(Verifier::Contract(compiled)))
}

/// An operation, prepared with its arguments.
pub enum Runner<'a> {
    /// An operation in this program.
    Native(Operation, &'a [u8]),
    /// An operation in a guest.
    Guest(Box<Call>),
    /// A verification in this program.
    Verification(contract::Call<'a>),
    /// A verification in a contract.
    Contract(Box<(Instance, Prepared)>),
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

    /// The return code of a verification.
    #[inline]
    fn code(&mut self) -> Result<i32, Error> {
        match self {
            Self::Verification(call) => Ok(call.native()),
            Self::Contract(contract) => {
                let (instance, call) = &mut **contract;
                call.run(instance).map_err(broken)
            }
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
