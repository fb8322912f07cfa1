//! The tables of pages, and what is measured for them.

use super::report::Report;
use anyhow::{Context as _, Result, ensure};

/// A call of `secant bench`.
pub struct Run {
    /// The text that the names of its rows have; all rows if it is empty.
    pub filter: &'static str,
    /// Its columns.
    pub columns: &'static [&'static str],
}

/// What has the rows and columns of all tables.
pub const RUNS: [Run; 4] = [
    Run {
        filter: "",
        columns: &[
            "arkworks_wasm",
            "secant_wasm",
            "secant_wasm_wide",
            "secant_host",
            "dummy",
            "arkworks_native",
            "secant_native",
        ],
    },
    Run {
        filter: "groth16_verification (b",
        columns: &["arkworks_wasmi", "secant_wasmi", "secant_wasmi_wide"],
    },
    Run {
        filter: "ecdsa",
        columns: SIGNATURES,
    },
    Run {
        filter: "rsa",
        columns: SIGNATURES,
    },
];

const SIGNATURES: &[&str] = &[
    "rustcrypto_wasmi",
    "rustcrypto_wasm",
    "secant_wasmi",
    "secant_wasm",
    "secant_host",
    "secant_native",
];

/// A table of a page.
pub struct Table {
    /// The name in marks.
    pub name: &'static str,
    /// What its rows are.
    head: &'static str,
    /// What a row is called in the table, and in reports.
    rows: &'static [(&'static str, &'static str)],
    /// The name of a column in reports, and in the table; that of reports if it is empty.
    columns: &'static [(&'static str, &'static str)],
    /// The name of a quotient, the column that is divided, the column that it is divided by.
    ratios: &'static [(&'static str, &'static str, &'static str)],
    unit: Unit,
}

/// How times are printed.
#[derive(Clone, Copy)]
enum Unit {
    Microseconds,
    Milliseconds,
    /// Each cell has its own.
    Each,
}

const fn same<const N: usize>(names: [&'static str; N]) -> [(&'static str, &'static str); N] {
    let mut rows = [("", ""); N];
    let mut i = 0;
    while i < N {
        rows[i] = (names[i], names[i]);
        i += 1;
    }
    rows
}

/// All tables.
pub const TABLES: [Table; 4] = [
    Table {
        name: "guest-host-native",
        head: "row",
        rows: &same([
            "groth16_verification (bls12_381)",
            "groth16_verification (bn254)",
            "bls12_381_pairing",
            "bls12_377_pairing",
            "bw6_761_pairing",
            "bn254_pairing",
            "bls12_381_msm_g1, 10 arguments",
            "bls12_381_msm_g1, 1000 arguments",
            "bls12_381_msm_g2, 1000 arguments",
            "bw6_761_msm_g1, 1000 arguments",
            "bls12_381_gt_multi_exp, 128 arguments",
            "bls12_377_gt_multi_exp, 128 arguments",
            "bw6_761_gt_multi_exp, 128 arguments",
            "bn254_gt_multi_exp, 128 arguments",
            "ed_on_bls12_381_bandersnatch_msm_te, 1000 arguments",
            "ed_on_bls12_381_bandersnatch_msm_sw, 1000 arguments",
            "secp256k1_msm, 1000 arguments",
            "bls12_381_mul_projective_g2, full width",
            "pallas_mul_affine, full width",
        ]),
        columns: &[
            ("arkworks_wasm", ""),
            ("secant_wasm", ""),
            ("secant_host", ""),
            ("dummy", ""),
            ("arkworks_native", ""),
            ("secant_native", ""),
        ],
        ratios: &[
            ("host / arkworks wasm", "arkworks_wasm", "secant_host"),
            ("native / arkworks native", "arkworks_native", "secant_native"),
        ],
        unit: Unit::Microseconds,
    },
    Table {
        name: "guests-compiled",
        head: "row",
        rows: &same([
            "bls12_381_pairing",
            "bls12_377_pairing",
            "bw6_761_pairing",
            "bn254_pairing",
            "bls12_381_msm_g1, 1000 arguments",
            "bls12_381_mul_affine_g1, full width",
            "ed_on_bls12_381_bandersnatch_mul_affine_sw, full width",
            "ed_on_bls12_381_bandersnatch_mul_affine_te, full width",
            "groth16_verification (bls12_381)",
            "groth16_verification (bn254)",
            "secp256k1_msm, 1000 arguments",
        ]),
        columns: &[
            ("arkworks_wasm", ""),
            ("secant_wasm", ""),
            ("secant_wasm_wide", ""),
            ("secant_native", ""),
        ],
        ratios: &[
            ("wasm / arkworks wasm", "arkworks_wasm", "secant_wasm"),
            ("wide / arkworks wasm", "arkworks_wasm", "secant_wasm_wide"),
        ],
        unit: Unit::Microseconds,
    },
    Table {
        name: "guests-interpreted",
        head: "curve",
        rows: &[
            ("bls12_381", "groth16_verification (bls12_381)"),
            ("bls12_377", "groth16_verification (bls12_377)"),
            ("bw6_761", "groth16_verification (bw6_761)"),
            ("bn254", "groth16_verification (bn254)"),
        ],
        columns: &[("arkworks_wasmi", ""), ("secant_wasmi", ""), ("secant_wasmi_wide", "")],
        ratios: &[
            ("wasmi / arkworks wasmi", "arkworks_wasmi", "secant_wasmi"),
            ("wide / arkworks wasmi", "arkworks_wasmi", "secant_wasmi_wide"),
        ],
        unit: Unit::Milliseconds,
    },
    Table {
        name: "contract",
        head: "row",
        rows: &[
            ("secp256k1", "ecdsa_secp256k1"),
            ("secp256r1", "ecdsa_secp256r1"),
            ("secp384r1", "ecdsa_secp384r1"),
            ("secp521r1", "ecdsa_secp521r1"),
            ("secp224r1", "ecdsa_secp224r1"),
            ("brainpoolP256r1", "ecdsa_brainpoolp256r1"),
            ("brainpoolP320r1", "ecdsa_brainpoolp320r1"),
            ("brainpoolP384r1", "ecdsa_brainpoolp384r1"),
            ("brainpoolP512r1", "ecdsa_brainpoolp512r1"),
            ("RSA-2048", "rsa_2048_pkcs1"),
            ("RSA-4096", "rsa_4096_pkcs1"),
        ],
        columns: &[
            ("rustcrypto_wasmi", "RustCrypto, interpreted (wasmi)"),
            ("rustcrypto_wasm", "RustCrypto, compiled (wasmtime)"),
            ("secant_wasmi", "secant, interpreted"),
            ("secant_wasm", "secant, compiled"),
            ("secant_host", "secant, with Antelope's functions"),
            ("secant_native", "secant, native"),
        ],
        ratios: &[],
        unit: Unit::Each,
    },
];

/// The names of tables, for `--help`.
pub fn list() -> String {
    let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    format!("Tables: {}", names.join(", "))
}

impl Table {
    /// The lines of a page: when and where it was measured, and the table. An error if the reports have not all rows, or have a
    /// column in no row.
    pub fn render(&self, reports: &[Report]) -> Result<String> {
        let rows: Vec<(&str, &str, &Report)> = self
            .rows
            .iter()
            .map(|&(label, row)| Ok((label, row, self.report_of(row, reports)?)))
            .collect::<Result<_>>()?;
        for column in self.names() {
            let is_there = rows.iter().any(|(_, row, report)| report.median(row, column).is_some());
            ensure!(is_there, "no row has {column}");
        }
        let mut text = format!("{}\n\n{}", self.conditions(&rows)?, self.header());
        for (label, row, report) in rows {
            let times = self.columns.iter().map(|(column, _)| report.median(row, column));
            let times = times.map(|time| time.map_or_else(String::new, |ns| self.unit.print(ns)));
            let ratios = self.ratios.iter().map(|(_, of, by)| {
                let both = report.median(row, of).zip(report.median(row, by));
                both.map_or_else(String::new, |(of, by)| format!("{:.2}x", of as f64 / by.max(1) as f64))
            });
            let cells: Vec<String> = [label.to_owned()].into_iter().chain(times).chain(ratios).collect();
            text += &format!("| {} |\n", cells.join(" | "));
        }
        Ok(text)
    }

    /// The columns of reports that it needs.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let times = self.columns.iter().map(|(column, _)| *column);
        times.chain(self.ratios.iter().flat_map(|&(_, of, by)| [of, by]))
    }

    /// The report that a row is taken from: the one with the most of the columns, since quotients are within one report.
    fn report_of<'a>(&self, row: &str, reports: &'a [Report]) -> Result<&'a Report> {
        let count = |report: &Report| {
            self.names()
                .filter(|column| report.median(row, column).is_some())
                .count()
        };
        let best = reports.iter().rev().max_by_key(|report| count(report));
        best.filter(|report| count(report) > 0)
            .with_context(|| format!("there is no row {row} with its columns"))
    }

    /// When and where its rows were measured: one machine, or they could not be compared.
    fn conditions(&self, rows: &[(&str, &str, &Report)]) -> Result<String> {
        let (_, _, first) = rows.first().context("it has no rows")?;
        let machine = first.machine();
        let is_one = rows.iter().all(|(_, _, report)| report.machine() == machine);
        ensure!(is_one, "reports are of several machines");
        let date = rows.iter().filter_map(|(_, _, report)| report.date()).max();
        Ok(match date {
            Some(date) => format!("{date}, {machine}."),
            None => format!("{machine}."),
        })
    }

    fn header(&self) -> String {
        let unit = match self.unit {
            Unit::Microseconds => " (µs)",
            Unit::Milliseconds => " (ms)",
            Unit::Each => "",
        };
        let title = |&(column, title): &(&str, &str)| match title {
            "" => format!("{}{unit}", column.replace('_', " ")),
            _ => format!("{title}{unit}"),
        };
        let times = self.columns.iter().map(title);
        let ratios = self.ratios.iter().map(|(title, ..)| (*title).to_owned());
        let titles: Vec<String> = [self.head.to_owned()].into_iter().chain(times).chain(ratios).collect();
        let rule = " ---: |".repeat(titles.len() - 1);
        format!("| {} |\n| --- |{rule}\n", titles.join(" | "))
    }
}

impl Unit {
    fn print(self, ns: u64) -> String {
        let ns = ns as f64;
        match self {
            Self::Microseconds => format!("{:.2}", ns / 1e3),
            Self::Milliseconds => three_digits(ns / 1e6),
            Self::Each => match ns {
                ..1e3 => format!("{} ns", three_digits(ns)),
                ..1e6 => format!("{} µs", three_digits(ns / 1e3)),
                ..1e9 => format!("{} ms", three_digits(ns / 1e6)),
                _ => format!("{} s", three_digits(ns / 1e9)),
            },
        }
    }
}

fn three_digits(value: f64) -> String {
    let decimals = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table {
        name: "t",
        head: "row",
        rows: &[("one", "row, 1"), ("two", "row, 2")],
        columns: &[("a", ""), ("b_c", "B")],
        ratios: &[("B / a", "a", "b_c")],
        unit: Unit::Each,
    };

    fn report(cpu: &str, started: u64, rows: &str) -> Report {
        let text = format!(
            r#"{{"schema": 1, "secant": "0.1.0", "machine": {{"cpu": "{cpu}", "cores": 2, "backend": "ifma", "features": []}},
            "threads": 1, "seed": 0, "conditions": {{"started": {started}, "seconds": 1.5}}, "rows": [{rows}]}}"#
        );
        Report::parse(&text).expect("a report")
    }

    fn row(name: &str, columns: &[(&str, u64)]) -> String {
        let measured = |(column, ns): &(&str, u64)| {
            format!(r#""{column}": {{"median_ns": {ns}, "min_ns": 1, "mad_ns": 0, "samples": 15}}"#)
        };
        let columns: Vec<String> = columns.iter().map(measured).collect();
        format!(r#"{{"name": "{name}", "columns": {{{}}}}}"#, columns.join(","))
    }

    #[test]
    fn rows_of_several_reports() -> Result<()> {
        let first = report(
            "A CPU",
            1_764_000_000,
            &row("row, 1", &[("a", 1_234_567), ("b_c", 61_728)]),
        );
        // Of the second row the later report has more.
        let part = report("A CPU", 0, &row("row, 2", &[("z", 3)]));
        let second = report("A CPU", 1_764_100_000, &row("row, 2", &[("a", 950)]));
        let expected = "2025-11-25, A CPU (2 cores), back end `ifma`, one thread.\n\n\
            | row | a | B | B / a |\n| --- | ---: | ---: | ---: |\n\
            | one | 1.23 ms | 61.7 µs | 20.00x |\n| two | 950 ns |  |  |\n";
        assert_eq!(TABLE.render(&[first, part, second])?, expected);
        Ok(())
    }

    #[test]
    fn what_is_missing_is_told() {
        let error = |reports: &[Report]| TABLE.render(reports).expect_err("no table").to_string();
        let one = row("row, 1", &[("a", 1), ("b_c", 1)]);
        let two = row("row, 2", &[("a", 1)]);
        assert_eq!(error(&[]), "there is no row row, 1 with its columns");
        assert_eq!(
            error(&[report("c", 0, &one)]),
            "there is no row row, 2 with its columns"
        );
        let only_a = format!("{},{two}", row("row, 1", &[("a", 1)]));
        assert_eq!(error(&[report("c", 0, &only_a)]), "no row has b_c");
        assert_eq!(
            error(&[report("c", 0, &one), report("d", 0, &two)]),
            "reports are of several machines"
        );
    }

    #[test]
    fn runs_have_what_tables_need() {
        for table in &TABLES {
            for (_, row) in table.rows {
                // Some rows lack some columns, but none all of them.
                let has = |run: &Run| row.contains(run.filter) && table.names().all(|name| run.columns.contains(&name));
                assert!(RUNS.iter().any(has), "{}: {row}", table.name);
            }
        }
    }

    #[test]
    fn times() {
        assert_eq!(Unit::Microseconds.print(1_234_567), "1234.57");
        assert_eq!(Unit::Milliseconds.print(333_600_000), "334");
        assert_eq!(
            [7, 3_890_000, 93_800, 12_000_000_000].map(|ns| Unit::Each.print(ns)),
            ["7.00 ns", "3.89 ms", "93.8 µs", "12.0 s"]
        );
    }
}
