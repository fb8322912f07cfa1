//! The layout of a report for readers.

use crate::html;
use crate::markdown::escaped;
use crate::report::{Report, Row};
use crate::units::{self, speedup, time};
use std::fmt::Write;

/// What is printed of a report, and under which names.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The title of a page.
    pub title: String,
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// The ratios, to the right of the columns.
    pub ratios: Vec<Ratio>,
    /// The meaning of the numbers, one line each.
    pub legend: Vec<String>,
    /// The names of groups of rows, such as curves. The names of the rows contain them.
    pub groups: Vec<String>,
    /// The column whose operations the report's limits describe.
    pub limited: Option<String>,
}

/// A column of times.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name in the report.
    pub name: String,
    /// Its name for readers.
    pub title: String,
}

/// A column of ratios of two columns.
#[derive(Clone, Debug)]
pub struct Ratio {
    /// Its name for readers, such as `host / wasm`.
    pub title: String,
    /// The columns in the numerator. The least of their times is used.
    pub of: Vec<String>,
    /// The column in the denominator.
    pub by: String,
}

impl Layout {
    /// All columns of a report under their own names. If there is a column `secant`, a ratio shows how many times as
    /// long the fastest other column takes.
    pub fn of(report: &Report) -> Self {
        let names = report.columns();
        let title = |name: &&str| Column {
            name: (*name).to_owned(),
            title: name.replace('_', " "),
        };
        let others: Vec<String> = names
            .iter()
            .filter(|name| **name != "secant")
            .map(|&name| name.to_owned())
            .collect();
        let ratio = Ratio {
            title: "fastest other / secant".to_owned(),
            of: others.clone(),
            by: "secant".to_owned(),
        };
        let has_secant = names.contains(&"secant") && !others.is_empty();
        Self {
            columns: names.iter().map(title).collect(),
            ratios: if has_secant { vec![ratio] } else { Vec::new() },
            limited: ["secant_native", "secant"]
                .into_iter()
                .find(|name| names.contains(name))
                .map(str::to_owned),
            ..Self::default()
        }
    }

    /// For a terminal.
    pub fn table(&self, report: &Report) -> String {
        // A title of two words takes two lines, which keeps the column narrow.
        let titles = self.columns.iter().map(|column| column.title.replacen(' ', "\n", 1));
        let ratios = self.ratios.iter().map(|ratio| ratio.title.replacen(" / ", " /\n", 1));
        let mut table = units::table(["row".to_owned()].into_iter().chain(titles).chain(ratios));
        for row in &report.rows {
            table.add_row(self.cells(row, time));
        }
        let mut text = format!("{table}\n\n");
        text.extend(report.too_noisy().map(|sentence| format!("{sentence}\n")));
        for line in &self.legend {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// For a pull request.
    pub fn markdown(&self, report: &Report) -> String {
        let titles = self.columns.iter().map(|column| format!("{} (µs)", column.title));
        let ratios = self.ratios.iter().map(|ratio| ratio.title.clone());
        let header: Vec<String> = ["row".to_owned()].into_iter().chain(titles).chain(ratios).collect();
        let mut text = format!(
            "| {} |\n| --- |{}\n",
            in_markdown(&header),
            " ---: |".repeat(header.len() - 1)
        );
        for row in &report.rows {
            let microseconds = |ns: u64| format!("{:.2}", ns as f64 / 1e3);
            let _ = writeln!(text, "| {} |", in_markdown(&self.cells(row, microseconds)));
        }
        text.push('\n');
        text.extend(report.too_noisy().map(|sentence| format!("- {sentence}\n")));
        for line in &self.legend {
            let _ = writeln!(text, "- {}", escaped(line));
        }
        text
    }

    /// A page with a table, charts and samples.
    pub fn html(&self, report: &Report) -> String {
        html::report(self, report)
    }

    /// The numerator and the denominator of a ratio, if the row has both.
    pub(crate) fn ratio(&self, ratio: &Ratio, row: &Row) -> Option<(u64, u64)> {
        let least = ratio.of.iter().filter_map(|name| row.median(name)).min();
        least.zip(row.median(&ratio.by))
    }

    /// The cells of a row. A missing value is empty.
    fn cells(&self, row: &Row, time: fn(u64) -> String) -> Vec<String> {
        let times = self
            .columns
            .iter()
            .map(|column| row.median(&column.name).map_or_else(String::new, time));
        let ratios = self.ratios.iter().map(|ratio| {
            let both = self.ratio(ratio, row);
            both.map_or_else(String::new, |(of, by)| speedup(of, by))
        });
        [row.name.clone()].into_iter().chain(times).chain(ratios).collect()
    }
}

/// Joins cells to a line of a table.
fn in_markdown(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    cells.join(" | ")
}
