//! Numbers and tables for readers.

use comfy_table::{CellAlignment, Table, TableComponent, presets};

/// An empty table: names aligned left, numbers aligned right, lines only around the header.
pub fn table(header: impl IntoIterator<Item = String>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header);
    for component in [TableComponent::HeaderLines, TableComponent::MiddleHeaderIntersections] {
        table.set_style(component, '─');
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A time with three digits and its unit, such as `23.6 ms`. All have the same width.
pub fn time(ns: u64) -> String {
    let ns = ns as f64;
    let (value, unit) = match ns {
        ..1e3 => (ns, "ns"),
        ..1e6 => (ns / 1e3, "µs"),
        ..1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s "),
    };
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:>5.digits$} {unit}")
}

/// A number with its thousands separated, such as `1 510 888`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<_> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(String::from_utf8_lossy)
        .collect();
    groups.join(" ")
}

/// How many times as long `old` is as `new`, such as `6.64x`.
pub fn speedup(old: u64, new: u64) -> String {
    format!("{:.2}x", old as f64 / new.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(
            [7, 1_590, 23_551_780, 999_000_000].map(time),
            [" 7.00 ns", " 1.59 µs", " 23.6 ms", "  999 ms"]
        );
        assert_eq!(time(12_000_000_000), " 12.0 s ");
        assert_eq!(speedup(6_640, 1_000), "6.64x");
        assert_eq!(
            [0, 999, 1_000, 1_510_888].map(count),
            ["0", "999", "1 000", "1 510 888"]
        );
    }
}
