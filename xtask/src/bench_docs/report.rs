//! What tables need of a report of `secant bench`, whose form `docs/report.md` describes.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The version of the form.
const SCHEMA: u32 = 1;
const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// A report.
#[derive(Clone, Debug, Deserialize)]
pub struct Report {
    schema: u32,
    machine: Machine,
    threads: usize,
    conditions: Option<Conditions>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Deserialize)]
struct Machine {
    cpu: String,
    cores: usize,
    backend: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Conditions {
    started: u64,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    name: String,
    columns: BTreeMap<String, Measured>,
}

#[derive(Clone, Debug, Deserialize)]
struct Measured {
    median_ns: u64,
}

impl Report {
    /// The report of a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("{} is no report", path.display()))
    }

    /// The report of a text.
    pub fn parse(text: &str) -> Result<Self> {
        let report: Self = serde_json::from_str(text)?;
        ensure!(report.schema == SCHEMA, "its schema is {}, not {SCHEMA}", report.schema);
        Ok(report)
    }

    /// What a row took in a column, in nanoseconds.
    pub fn median(&self, row: &str, column: &str) -> Option<u64> {
        let row = self.rows.iter().find(|known| known.name == row)?;
        row.columns.get(column).map(|measured| measured.median_ns)
    }

    /// When measuring began.
    pub fn date(&self) -> Option<String> {
        self.conditions.as_ref().map(|conditions| date(conditions.started))
    }

    /// What it was measured on.
    pub fn machine(&self) -> String {
        let Machine { cpu, cores, backend } = &self.machine;
        let number = |n: usize, what: &str| match n {
            1 => format!("one {what}"),
            _ => format!("{n} {what}s"),
        };
        // A name from elsewhere: none of markdown's letters.
        let cpu = cpu.replace(|c: char| "|`<>[]*_\\".contains(c) || c.is_control(), " ");
        let (cores, threads) = (number(*cores, "core"), number(self.threads, "thread"));
        format!("{} ({cores}), back end `{backend}`, {threads}", cpu.trim())
    }
}

/// The day of seconds since 1970, as 2026-11-29.
fn date(seconds: u64) -> String {
    // The Gregorian calendar repeats every 400 years of 146 097 days. Years that begin in March end with the leap day.
    let days = seconds / SECONDS_OF_A_DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 31, 30, 31, 30, 31 days, and so on.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        ..10 => (year, month + 3),
        _ => (year + 1, month - 9),
    };
    format!("{:04}-{month:02}-{day:02}", year + 400 * era)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_786, "2026-11-29"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days * SECONDS_OF_A_DAY + 4711), expected);
        }
    }

    #[test]
    fn other_forms_are_refused() {
        let text = r#"{"schema": 2, "machine": {"cpu": "c", "cores": 2, "backend": "ifma"}, "threads": 1, "rows": []}"#;
        assert!(Report::parse(text).is_err());
        assert!(Report::parse(&text.replace('2', "1")).is_ok());
        assert!(Report::parse("[]").is_err());
    }
}
