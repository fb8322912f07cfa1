//! A report for people.

use super::column::Column;
use super::report::{Report, ReportRow};
use crate::units::{self, speedup, time};
use std::fmt::Write;

/// Speed-ups: title, the slower column, the faster one.
const SPEEDUPS: [(&str, Column, Column); 2] = [
    ("host / arkworks wasm", Column::ArkworksWasm, Column::SecantHost),
    ("native / arkworks native", Column::ArkworksNative, Column::SecantNative),
];

/// For a terminal.
pub fn table(report: &Report, columns: &[Column]) -> String {
    let speedups = speedups(columns);
    // Titles of two words take two lines, which keeps the columns narrow.
    let titles = columns.iter().map(|column| column.title().replacen(' ', "\n", 1));
    let gains = speedups.iter().map(|(title, ..)| title.replacen(" / ", " /\n", 1));
    let mut table = units::table(["row".to_owned()].into_iter().chain(titles).chain(gains));
    for row in &report.rows {
        table.add_row(cells(row, columns, &speedups, time));
    }
    let mut text = format!("{table}\n\n");
    for line in legend(report, columns) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// For a pull request.
pub fn markdown(report: &Report, columns: &[Column]) -> String {
    let speedups = speedups(columns);
    let titles = columns.iter().map(|column| format!("{} (µs)", column.title()));
    let gains = speedups.iter().map(|(title, ..)| (*title).to_owned());
    let header: Vec<String> = ["row".to_owned()].into_iter().chain(titles).chain(gains).collect();
    let mut text = format!(
        "| {} |\n| --- |{}\n",
        header.join(" | "),
        " ---: |".repeat(header.len() - 1)
    );
    for row in &report.rows {
        let microseconds = |ns: u64| format!("{:.2}", ns as f64 / 1e3);
        let _ = writeln!(text, "| {} |", cells(row, columns, &speedups, microseconds).join(" | "));
    }
    text.push('\n');
    for line in legend(report, columns) {
        let _ = writeln!(text, "- {line}");
    }
    text
}

/// The speed-ups both of whose columns are there.
fn speedups(columns: &[Column]) -> Vec<(&'static str, Column, Column)> {
    SPEEDUPS
        .into_iter()
        .filter(|(_, old, new)| columns.contains(old) && columns.contains(new))
        .collect()
}

fn cells(
    row: &ReportRow,
    columns: &[Column],
    speedups: &[(&str, Column, Column)],
    time: fn(u64) -> String,
) -> Vec<String> {
    let times = columns
        .iter()
        .map(|column| row.median(*column).map_or_else(String::new, time));
    let gains = speedups
        .iter()
        .map(|(_, old, new)| match (row.median(*old), row.median(*new)) {
            (Some(old), Some(new)) => speedup(old, new),
            _ => String::new(),
        });
    [row.name.clone()].into_iter().chain(times).chain(gains).collect()
}

/// What the numbers are, a line each.
fn legend(report: &Report, columns: &[Column]) -> Vec<String> {
    let mut lines = vec![format!(
        "medians on one thread of {} with the {} back end, seed {}; all columns but the dummy gave the same bytes",
        report.machine.cpu, report.machine.backend, report.seed
    )];
    lines.extend(
        columns
            .iter()
            .map(|column| format!("{}: {}", column.title(), column.explanation())),
    );
    lines
}
