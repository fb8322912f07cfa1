//! A report and its JSON form.

use crate::machine::Machine;
use crate::measure::Measured;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The version of the JSON form.
const SCHEMA: u32 = 1;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    schema: u32,
    /// The version of secant.
    pub secant: String,
    /// Where it was measured.
    pub machine: Machine,
    /// How many threads an operation could use.
    pub threads: usize,
    /// What the arguments were drawn from.
    pub seed: u64,
    /// What was measured.
    pub rows: Vec<Row>,
}

/// A row of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The row's name.
    pub name: String,
    /// What each column took, in the order in which it is printed.
    pub columns: IndexMap<String, Measured>,
}

impl Row {
    /// What a column took, if it was measured: its median in nanoseconds.
    pub fn median(&self, column: &str) -> Option<u64> {
        self.columns.get(column).map(|measured| measured.median_ns)
    }
}

/// Why a text is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON of the form.
    #[error("not a benchmark report: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of another version of the form.
    #[error("a benchmark report of schema {0}, but this version reads schema {SCHEMA}")]
    Schema(u32),
}

/// A report of some form in JSON, with a line end.
pub(crate) fn to_json(report: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    Ok(text)
}

impl Report {
    /// A report without rows, of this version of secant and one thread.
    pub fn new(machine: Machine, seed: u64) -> Self {
        Self {
            schema: SCHEMA,
            secant: env!("CARGO_PKG_VERSION").to_owned(),
            machine,
            threads: 1,
            seed,
            rows: Vec::new(),
        }
    }

    /// The report in JSON, with a line end.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        to_json(self)
    }

    /// Reads what [`Self::to_json`] wrote.
    ///
    /// # Errors
    /// If the text is not of this form, or of another version of it.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        /// Read first: another version's other fields may be anything.
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        match serde_json::from_str(text)? {
            Version { schema: SCHEMA } => Ok(serde_json::from_str(text)?),
            Version { schema } => Err(ReadError::Schema(schema)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_both_ways() {
        let mut report = Report::new(Machine::this("portable"), 7);
        let measured = |median_ns| Measured {
            median_ns,
            min_ns: 1,
            mad_ns: 2,
            samples: 3,
        };
        report.rows.push(Row {
            name: "a row".to_owned(),
            columns: [("z", 10), ("a", 20)]
                .map(|(name, ns)| (name.to_owned(), measured(ns)))
                .into(),
        });
        let text = report.to_json().expect("JSON");
        let read = Report::from_json(&text).expect("a report");
        assert_eq!(read, report);
        // The order of columns is part of a report.
        assert_eq!(read.to_json().expect("JSON"), text);
        assert_eq!((read.rows[0].median("a"), read.rows[0].median("b")), (Some(20), None));
    }

    #[test]
    fn what_is_no_report() {
        for text in ["", "{}", "{\"schema\": 1}", "[]"] {
            assert!(matches!(Report::from_json(text), Err(ReadError::Json(_))), "{text}");
        }
        assert!(matches!(
            Report::from_json("{\"schema\": 2}"),
            Err(ReadError::Schema(2))
        ));
    }
}
