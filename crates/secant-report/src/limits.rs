//! How close operations come to the time of their field products alone.

use crate::json::to_json;
use crate::machine::Machine;
use crate::markdown::escaped;
use crate::units::{self, time};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A report of limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    schema: u32,
    /// The version of secant.
    pub secant: String,
    /// Where it was measured.
    pub machine: Machine,
    /// The seed that the arguments were drawn from.
    pub seed: u64,
    /// The operations.
    pub rows: Vec<Limit>,
}

/// The field products of an operation, and its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// The operation's name.
    pub name: String,
    /// The number of field products. A sum of `k` products with one reduction counts as `(k + 1) / 2`.
    pub products: f64,
    /// The number of field squares that are computed as squares.
    pub squares: f64,
    /// The time of a product in the fastest loop.
    pub product_ns: f64,
    /// The time of a square in the fastest loop.
    pub square_ns: f64,
    /// The operation's median.
    pub measured_ns: u64,
}

impl Limit {
    /// The time of the products and squares alone.
    pub fn limit_ns(&self) -> f64 {
        self.products * self.product_ns + self.squares * self.square_ns
    }

    /// The share of the time that products and squares explain.
    pub fn share(&self) -> f64 {
        self.limit_ns() / self.measured_ns.max(1) as f64
    }
}

impl Limits {
    const SCHEMA: u32 = 1;

    /// A report without rows, from this version of secant.
    pub fn new(machine: Machine, seed: u64) -> Self {
        Self {
            schema: Self::SCHEMA,
            secant: env!("CARGO_PKG_VERSION").to_owned(),
            machine,
            seed,
            rows: Vec::new(),
        }
    }

    /// The report in JSON, ending with a newline.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        to_json(self)
    }

    /// For a terminal.
    pub fn table(&self) -> String {
        let titles = Self::TITLES.map(|title| title.replacen(' ', "\n", 1));
        let mut table = units::table(titles);
        for row in &self.rows {
            table.add_row(Self::cells(row));
        }
        format!("{table}\n\n{}\n", self.legend())
    }

    /// For a pull request.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |\n| --- |{}\n", Self::TITLES.join(" | "), " ---: |".repeat(7));
        for row in &self.rows {
            let _ = writeln!(
                text,
                "| {} |",
                Self::cells(row).map(|cell| escaped(cell.trim())).join(" | ")
            );
        }
        format!("{text}\n{}\n", escaped(&self.legend()))
    }

    const TITLES: [&str; 8] = [
        "operation",
        "field products",
        "field squares",
        "a product",
        "a square",
        "products alone",
        "measured time",
        "share explained",
    ];

    fn cells(row: &Limit) -> [String; 8] {
        [
            row.name.clone(),
            format!("{:.0}", row.products),
            format!("{:.0}", row.squares),
            format!("{:.2} ns", row.product_ns),
            format!("{:.2} ns", row.square_ns),
            time(row.limit_ns().round() as u64),
            time(row.measured_ns),
            format!("{:.0} %", 100.0 * row.share()),
        ]
    }

    fn legend(&self) -> String {
        format!(
            "counted on lanes, where eight products run side by side, and measured in turns on one thread of {} with the \
             {} back end; a sum of k products with one reduction counts as (k + 1) / 2",
            self.machine.cpu, self.machine.backend
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        let mut limits = Limits::new(Machine::this("ifma"), 0);
        limits.rows.push(Limit {
            name: "an operation".to_owned(),
            products: 1000.5,
            squares: 100.0,
            product_ns: 4.0,
            square_ns: 3.0,
            measured_ns: 8604,
        });
        assert_eq!(limits.rows[0].limit_ns(), 4302.0);
        assert_eq!(limits.rows[0].share(), 0.5);
        assert!(limits.table().contains("50 %"));
        assert!(limits.markdown().contains("| an operation |"));
        let read: Limits = serde_json::from_str(&limits.to_json().expect("JSON")).expect("limits");
        assert_eq!(read, limits);
    }
}
