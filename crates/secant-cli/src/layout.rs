//! The layout of the reports of `secant bench`.

use crate::arguments::Column;
use clap::ValueEnum;
use secant_curve::GroupId;
use secant_gfp::named::Name;
use secant_report::{self as shared, Layout, Ratio, Report};

/// Speed-ups: the title, the slower column and the faster one.
const SPEEDUPS: [(&str, Column, Column); 9] = [
    ("wasmi / arkworks wasmi", Column::ArkworksWasmi, Column::SecantWasmi),
    ("pulley / arkworks pulley", Column::ArkworksPulley, Column::SecantPulley),
    ("winch / arkworks winch", Column::ArkworksWinch, Column::SecantWinch),
    ("wasm / arkworks wasm", Column::ArkworksWasm, Column::SecantWasm),
    ("wide / arkworks wasm", Column::ArkworksWasm, Column::SecantWasmWide),
    ("host / arkworks wasm", Column::ArkworksWasm, Column::SecantHost),
    ("wasmi / rustcrypto wasmi", Column::RustcryptoWasmi, Column::SecantWasmi),
    ("wasm / rustcrypto wasm", Column::RustcryptoWasm, Column::SecantWasm),
    ("native / arkworks native", Column::ArkworksNative, Column::SecantNative),
];

/// The layout of a report: the columns that some row has, the speed-ups whose columns are both there, and the legend.
pub fn layout(report: &Report) -> Layout {
    let is_there = |column: &Column| {
        report
            .rows
            .iter()
            .any(|row| row.columns.contains_key(&column.to_string()))
    };
    let columns: Vec<Column> = Column::value_variants().iter().copied().filter(is_there).collect();
    let threads = match report.threads {
        1 => "one thread".to_owned(),
        n => format!("{n} threads"),
    };
    let mut legend = vec![format!(
        "medians on {threads} of {} with the {} back end, seed {}; all columns but the dummy gave the same bytes",
        report.machine.cpu, report.machine.backend, report.seed
    )];
    let explanation = |column: &Column| format!("{}: {}", column.title(), column.explanation());
    legend.extend(columns.iter().map(explanation));
    let titled = |column: &Column| shared::Column {
        name: column.to_string(),
        title: column.title(),
    };
    let ratio = |(title, of, by): (&str, Column, Column)| Ratio {
        title: title.to_owned(),
        of: vec![of.to_string()],
        by: by.to_string(),
    };
    Layout {
        title: "secant bench".to_owned(),
        groups: groups(),
        limited: Some(Column::SecantNative.to_string()),
        columns: columns.iter().map(titled).collect(),
        ratios: SPEEDUPS
            .into_iter()
            .filter(|(_, of, by)| columns.contains(of) && columns.contains(by))
            .map(ratio)
            .collect(),
        legend,
    }
}

/// The names of curves, which group rows.
fn groups() -> Vec<String> {
    let curve_of = |name: &str| {
        let group = ["_g1", "_g2", "_sw", "_te"]
            .iter()
            .find_map(|group| name.strip_suffix(group));
        group.unwrap_or(name).to_owned()
    };
    let mut groups: Vec<String> = GroupId::ALL.iter().map(|id| curve_of(id.name())).collect();
    groups.extend(Name::ALL.iter().map(|name| name.as_str().to_lowercase()));
    groups.push("rsa".to_owned());
    groups.dedup();
    groups
}

/// The layout of a report that this program may have written: titles of columns, speed-ups and groups. A report with
/// other columns, such as those of peers or of proofs, keeps its own names.
pub fn layout_of(report: &Report) -> Layout {
    let is_known = |name: &&str| Column::from_str(name, false).is_ok();
    if report.columns().iter().all(is_known) {
        return layout(report);
    }
    Layout {
        groups: groups(),
        ..Layout::of(report)
    }
}
