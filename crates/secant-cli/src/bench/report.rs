//! A report, as `secant bench --format json` prints it.

use super::column::Column;
use super::measure::Measured;
use crate::error::Error;
use crate::machine::Machine;
use secant_field::backend::Backend;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The version of the JSON form.
const SCHEMA: u32 = 1;

/// A report.
#[derive(Debug, Serialize)]
pub struct Report {
    schema: u32,
    secant: &'static str,
    /// Where it was measured.
    pub machine: Machine,
    threads: usize,
    /// What the arguments were drawn from.
    pub seed: u64,
    /// What was measured.
    pub rows: Vec<ReportRow>,
}

/// A row of a report.
#[derive(Debug, Serialize)]
pub struct ReportRow {
    /// The row's name.
    pub name: String,
    /// What each column took.
    #[serde(serialize_with = "as_map")]
    pub columns: Vec<(Column, Measured)>,
}

impl ReportRow {
    /// What a column took, if it was measured: its median in nanoseconds.
    pub fn median(&self, column: Column) -> Option<u64> {
        self.columns
            .iter()
            .find(|(c, _)| *c == column)
            .map(|(_, measured)| measured.median_ns)
    }
}

impl Report {
    /// A report without rows.
    pub fn new(seed: u64, backend: Backend) -> Self {
        let machine = Machine::this(backend);
        Self {
            schema: SCHEMA,
            secant: env!("CARGO_PKG_VERSION"),
            machine,
            threads: 1,
            seed,
            rows: Vec::new(),
        }
    }

    /// The report in JSON, with a line end.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut text = serde_json::to_string_pretty(self).map_err(|e| Error::unusable("cannot write the report", e))?;
        text.push('\n');
        Ok(text)
    }
}

/// Writes the columns as an object, in their order.
fn as_map<S: Serializer>(columns: &[(Column, Measured)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(columns.len()))?;
    for (column, measured) in columns {
        map.serialize_entry(column, measured)?;
    }
    map.end()
}
