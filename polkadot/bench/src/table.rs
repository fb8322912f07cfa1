//! Times and their tables.

use comfy_table::{CellAlignment, Table, presets::ASCII_MARKDOWN};
use std::time::Duration;

/// The time of a call by the name of a column.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was called.
    pub name: String,
    /// The times, in the order of the columns.
    pub times: Vec<Duration>,
}

/// The median.
pub fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

/// A table in Markdown: times in microseconds, and how many times as long the column `slow` takes as the column `fast`.
pub fn print(columns: &[&str], rows: &[Row], slow: usize, fast: usize) {
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    let mut header = vec![String::new()];
    header.extend(columns.iter().map(|column| format!("{column} (µs)")));
    header.push(format!("{} : {}", columns[slow], columns[fast]));
    table.set_header(header);
    for row in rows {
        let mut cells = vec![row.name.clone()];
        cells.extend(row.times.iter().map(|time| format!("{:.2}", time.as_secs_f64() * 1e6)));
        let ratio = row.times[slow].as_secs_f64() / row.times[fast].as_secs_f64();
        cells.push(format!("{ratio:.2}"));
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
}
