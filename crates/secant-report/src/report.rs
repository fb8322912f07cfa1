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
/// The bytes of the longest report. Those of all rows in all columns have a few MiB.
const LONGEST: usize = 32 << 20;
/// Characters of what the reader of JSON says: it repeats what it found, however long that is.
const LONGEST_REASON: usize = 200;

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The revision that was measured, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// The same in the reports of programs that took turns: their rounds belong together one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<String>,
    /// What the machine did meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// What was measured.
    pub rows: Vec<Row>,
    /// How long field products alone take in some of the operations, and in some of other sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
}

/// A row of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[error("not a benchmark report: {}", shorten(&.0.to_string(), LONGEST_REASON))]
    Json(#[from] serde_json::Error),
    /// It is longer than reports are.
    #[error("not a benchmark report: it has more than {LONGEST} bytes")]
    Long,
    /// It is not text.
    #[error("not a benchmark report: {0}")]
    Utf8(#[from] Utf8Error),
    /// It is of another version of the form.
    #[error("a benchmark report of schema {0}, but this version reads schema {SCHEMA}")]
    Schema(u32),
    /// Two rows have a name.
    #[error("not a benchmark report: two rows have the name {0:?}")]
    Twice(String),
    /// A column has a time that is none.
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
    /// A text is long, or not for people: it would do something to a terminal.
    #[error("not a benchmark report: {0} has over 1000 letters, or one that controls a terminal")]
    Text(&'static str),
    /// It is larger than measurements are.
    #[error("not a benchmark report: more than {most} {what}")]
    Size {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
}

/// Why a file has no report.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {path}: {reason}", path = path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: FileReason,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum FileReason {
    /// The system does not give it, or it has no end.
    #[error(transparent)]
    File(#[from] ReadFileError),
    /// It is something else.
    #[error(transparent)]
    Content(#[from] ReadError),
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
            revision: None,
            turns: None,
            conditions: None,
            rows: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// The report in JSON, with a line end.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        to_json(self)
    }

    /// Reads what [`Self::to_json`] wrote, and what earlier versions wrote, which kept no samples.
    ///
    /// # Errors
    /// If the text is not of this form, or of another version of it.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        /// Read first: another version's other fields may be anything.
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
    /// If there is no such file, or it has no report.
    pub fn from_file(path: &Path) -> Result<Self, FileError> {
        let failed = |reason| FileError {
            path: path.to_owned(),
            reason,
        };
        let bytes = read_at_most(path, LONGEST as u64).map_err(|e| failed(e.into()))?;
        let text = str::from_utf8(&bytes).map_err(|e| failed(ReadError::from(e).into()))?;
        Self::from_json(text).map_err(|e| failed(e.into()))
    }

    /// The columns that some row has, in their order.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for row in &self.rows {
            // Before what follows it, where other rows have more.
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

    /// The part by which rounds differ from each other in the middle one of all rows and columns; `None` if no column
    /// has three rounds.
    pub fn noise(&self) -> Option<f64> {
        let spreads = self.rows.iter().flat_map(|row| row.columns.values());
        let spreads: Vec<f64> = spreads.filter_map(Measured::spread).collect();
        (!spreads.is_empty()).then(|| crate::statistics::median(&spreads))
    }

    /// A sentence for a report that says little, since the machine was too noisy.
    pub fn too_noisy(&self) -> Option<String> {
        /// Half of all rows within this part of their medians is what a quiet machine reaches with ease.
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
        // The order of columns is part of a report.
        assert_eq!(read.to_json().expect("JSON"), text);
        assert_eq!((read.rows[0].median("a"), read.rows[0].median("b")), (Some(20), None));
    }

    /// Also of operations that take less than a clock sees.
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

    /// As `secant` wrote it before samples were kept.
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

    /// What a reader of JSON repeats is cut.
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
            // Where it stands is at the end.
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
