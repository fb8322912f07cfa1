//! A report and its JSON form, which `docs/report.md` describes.

use crate::check::check;
use crate::conditions::Conditions;
use crate::file::{ReadFileError, read_at_most};
use crate::json::to_json;
use crate::limits::Limit;
use crate::machine::Machine;
use crate::measure::Measured;
use crate::message::shorten;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::str::Utf8Error;

/// The version of the JSON form.
const SCHEMA: u32 = 1;
/// The largest report in bytes. A report of all rows in all columns has a few MiB.
const LONGEST: usize = 32 << 20;
/// The most characters of an error of the JSON reader, which repeats what it found, however long.
const LONGEST_REASON: usize = 200;

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    schema: u32,
    /// The version of secant.
    pub secant: String,
    /// Where it was measured.
    pub machine: Machine,
    /// The number of threads that an operation could use.
    pub threads: usize,
    /// The seed that the arguments were drawn from.
    pub seed: u64,
    /// The revision that was measured, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// An identifier that the reports of programs that took turns share. Their rounds form pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<String>,
    /// The state of the machine during the measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// The rows that were measured.
    pub rows: Vec<Row>,
    /// The time of field products alone in some of the operations, also at other sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
}

/// A row of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The row's name.
    pub name: String,
    /// The measured times of each column, in printing order.
    pub columns: IndexMap<String, Measured>,
}

impl Row {
    /// The median of a column in nanoseconds, if it was measured.
    pub fn median(&self, column: &str) -> Option<u64> {
        self.columns.get(column).map(|measured| measured.median_ns)
    }
}

/// Why a text is not a report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is not JSON of this form.
    #[error("not a benchmark report: {}", shorten(&.0.to_string(), LONGEST_REASON))]
    Json(#[from] serde_json::Error),
    /// The text is longer than any report.
    #[error("not a benchmark report: it has more than {LONGEST} bytes")]
    Long,
    /// The text is not UTF-8.
    #[error("not a benchmark report: {0}")]
    Utf8(#[from] Utf8Error),
    /// The report has another version of the form.
    #[error("a benchmark report of schema {0}, but this version reads schema {SCHEMA}")]
    Schema(u32),
    /// Two rows have the same name.
    #[error("not a benchmark report: two rows have the name {0:?}")]
    Twice(String),
    /// A column has an invalid time.
    #[error(
        "not a benchmark report: the row {row:?} has a time in the column {column:?} that is not above zero, or over 1e18 ns"
    )]
    Time {
        /// The row.
        row: String,
        /// The column.
        column: String,
    },
    /// Another number is out of its range.
    #[error("not a benchmark report: {0} is out of range")]
    Number(&'static str),
    /// A text is too long, or has characters that affect a terminal.
    #[error("not a benchmark report: {0} has over 1000 letters, or one that controls a terminal")]
    Text(&'static str),
    /// A list is larger than in any measurement.
    #[error("not a benchmark report: more than {most} {what}")]
    Size {
        /// The name of the list.
        what: &'static str,
        /// The largest allowed number.
        most: usize,
    },
}

/// Why a file is not a report.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {path}: {reason}", path = path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: FileReason,
}

/// The reason.
#[derive(Debug, thiserror::Error)]
pub enum FileReason {
    /// The file cannot be read, or is too large.
    #[error(transparent)]
    File(#[from] ReadFileError),
    /// The contents are not a report.
    #[error(transparent)]
    Content(#[from] ReadError),
}

impl Report {
    /// A report without rows, from this version of secant, with one thread.
    pub fn new(machine: Machine, seed: u64) -> Self {
        Self {
            schema: SCHEMA,
            secant: env!("CARGO_PKG_VERSION").to_owned(),
            machine,
            threads: 1,
            seed,
            revision: None,
            turns: None,
            conditions: None,
            rows: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// The report in JSON, ending with a newline.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        to_json(self)
    }

    /// Reads the output of [`Self::to_json`]. Also reads reports of earlier versions, which contain no samples.
    ///
    /// # Errors
    /// If the text does not have this form, or has another version of it.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        /// The version is read first, because the other fields of another version may be anything.
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        if text.len() > LONGEST {
            return Err(ReadError::Long);
        }
        let report: Self = match serde_json::from_str(text)? {
            Version { schema: SCHEMA } => serde_json::from_str(text)?,
            Version { schema } => return Err(ReadError::Schema(schema)),
        };
        check(&report)?;
        Ok(report)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file does not exist, or is not a report.
    pub fn from_file(path: &Path) -> Result<Self, FileError> {
        let failed = |reason| FileError {
            path: path.to_owned(),
            reason,
        };
        let bytes = read_at_most(path, LONGEST as u64).map_err(|e| failed(e.into()))?;
        let text = str::from_utf8(&bytes).map_err(|e| failed(ReadError::from(e).into()))?;
        Self::from_json(text).map_err(|e| failed(e.into()))
    }

    /// The columns that some row has, in order.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for row in &self.rows {
            // Insert before the column that follows it, since other rows may have more columns.
            let mut at = 0;
            for name in row.columns.keys() {
                match columns.iter().position(|column| column == name) {
                    Some(found) => at = found + 1,
                    None => {
                        columns.insert(at, name);
                        at += 1;
                    }
                }
            }
        }
        columns
    }

    /// The median, over all rows and columns, of how much their rounds differ ([`Measured::spread`]). `None` if no
    /// column has three rounds.
    pub fn noise(&self) -> Option<f64> {
        let spreads = self.rows.iter().flat_map(|row| row.columns.values());
        let spreads: Vec<f64> = spreads.filter_map(Measured::spread).collect();
        (!spreads.is_empty()).then(|| crate::statistics::median(&spreads))
    }

    /// A warning for a report that says little because the machine was too noisy.
    pub fn too_noisy(&self) -> Option<String> {
        /// A quiet machine easily keeps half of all rows within this share of their medians.
        const NOISY: f64 = 0.03;
        let noise = self.noise().filter(|noise| *noise > NOISY)?;
        let busy = self.conditions.is_some_and(|conditions| conditions.is_busy());
        Some(format!(
            "TOO NOISY: rounds are {:.1} % from their median in half of all rows{}; measure again, on a quieter machine",
            100.0 * noise,
            if busy { ", and others used the processors" } else { "" }
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(median_ns: u64) -> Measured {
        Measured {
            median_ns,
            min_ns: 1,
            mad_ns: 2,
            samples: 3,
            rounds_ns: vec![vec![1.5, 2.0], vec![9.0]],
        }
    }

    fn row(name: &str, columns: &[&str]) -> Row {
        Row {
            name: name.to_owned(),
            columns: columns
                .iter()
                .enumerate()
                .map(|(i, column)| ((*column).to_owned(), measured(10 * (i as u64 + 1))))
                .collect(),
        }
    }

    #[test]
    fn json_both_ways() {
        let mut report = Report::new(Machine::this("portable"), 7);
        report.rows.push(row("a row", &["z", "a"]));
        let text = report.to_json().expect("JSON");
        let read = Report::from_json(&text).expect("a report");
        assert_eq!(read, report);
        // The order of columns is part of the report.
        assert_eq!(read.to_json().expect("JSON"), text);
        assert_eq!((read.rows[0].median("a"), read.rows[0].median("b")), (Some(20), None));
    }

    /// Operations that take less than the clock's resolution too.
    #[test]
    fn what_is_measured_is_read() {
        let mut report = Report::new(Machine::this("portable"), 7);
        let times = [[0.0, 0.0], [0.01, 0.02], [0.3, 0.4], [1e9, 2e9]];
        for (i, times) in times.iter().enumerate() {
            report.rows.push(row(&i.to_string(), &["x"]));
            report.rows[i].columns["x"] = Measured::of(vec![times.to_vec()]);
        }
        let read = Report::from_json(&report.to_json().expect("JSON")).expect("a report");
        assert_eq!(read, report);
        assert_eq!(read.rows[1].columns["x"].rounds_ns, [[0.01, 0.02]]);
    }

    /// A report as `secant` wrote it before it kept samples.
    #[test]
    fn without_samples() {
        let text = r#"{"schema": 1, "secant": "0.1.0", "machine": {"cpu": "c", "cores": 2, "backend": "ifma",
            "features": ["adx"]}, "threads": 1, "seed": 0, "rows": [{"name": "r", "columns":
            {"c": {"median_ns": 4, "min_ns": 3, "mad_ns": 1, "samples": 7}}}]}"#;
        let report = Report::from_json(text).expect("a report");
        assert!(report.rows[0].columns["c"].rounds_ns.is_empty());
        assert_eq!((report.noise(), report.too_noisy()), (None, None));
    }

    #[test]
    fn what_is_no_report() {
        for text in ["", "{}", "{\"schema\": 1}", "[]", "{\"schema\": 1, \"secant\":"] {
            assert!(matches!(Report::from_json(text), Err(ReadError::Json(_))), "{text}");
        }
        assert!(matches!(
            Report::from_json("{\"schema\": 2}"),
            Err(ReadError::Schema(2))
        ));
        let mut report = Report::new(Machine::this("portable"), 7);
        report.rows = vec![row("a", &["x"]), row("a", &["x"])];
        let read = |report: &Report| Report::from_json(&report.to_json().expect("JSON"));
        assert!(matches!(read(&report), Err(ReadError::Twice(_))));
        report.rows.pop();
        report.rows[0].columns["x"].rounds_ns[1][0] = 0.0;
        assert!(matches!(read(&report), Err(ReadError::Time { .. })));
        report.rows[0].columns["x"].rounds_ns[1][0] = 1e19;
        assert!(matches!(read(&report), Err(ReadError::Time { .. })));
        assert!(matches!(
            Report::from_json(&" ".repeat(LONGEST + 1)),
            Err(ReadError::Long)
        ));
        let missing = Report::from_file(Path::new("no/such/file")).map_err(|e| e.to_string());
        assert!(missing.is_err_and(|e| e.starts_with("cannot read no/such/file: ")));
    }

    /// The text that a JSON reader repeats is cut.
    #[test]
    fn errors_are_short() {
        let long = "A".repeat(1_000_000);
        for text in [
            format!(r#"{{"schema": "{long}"}}"#),
            format!(r#"{{"schema": 1, "secant": "0", "machine": "{long}"}}"#),
            format!(r#"{{"schema": 1, "threads": "{long}"}}"#),
        ] {
            let error = Report::from_json(&text).expect_err("no report").to_string();
            assert!(
                error.starts_with("not a benchmark report: ") && error.chars().count() < 300,
                "{error}"
            );
            // The position is at the end of the message.
            assert!(error.contains(" at line 1 column "), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_without_end() {
        let error = Report::from_file(Path::new("/dev/zero")).expect_err("no report");
        assert!(
            matches!(error.reason, FileReason::File(ReadFileError::Large { .. })),
            "{error}"
        );
    }

    #[test]
    fn all_columns() {
        let mut report = Report::new(Machine::this("portable"), 7);
        report.rows = vec![row("a", &["x", "z"]), row("b", &["x", "y", "z"]), row("c", &["w"])];
        assert_eq!(report.columns(), ["w", "x", "y", "z"]);
    }

    #[test]
    fn noise() {
        let mut report = Report::new(Machine::this("portable"), 7);
        report.rows.push(row("a", &["x"]));
        let mut with = |rounds: [f64; 3]| {
            report.rows[0].columns["x"] = Measured::of(rounds.map(|ns| vec![ns]).into());
            report.too_noisy()
        };
        assert_eq!(with([100.0, 101.0, 99.0]), None);
        assert!(with([100.0, 150.0, 90.0]).is_some_and(|text| text.contains("10.0 %")));
    }
}
