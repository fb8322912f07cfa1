//! `secant bench --limits`: the report of what limits operations.

use crate::row::Row;
use crate::{filtered, limits, plan, progress};
use secant_cli::{arguments::Bench, error::Error};
use secant_field::backend::Backend;
use secant_report::{Limit, Limits, Machine, command::Format};

/// The report of `--limits`.
pub fn limits(bench: &Bench, backend: Backend) -> Result<String, Error> {
    let operations = filtered(bench, limits::all(), |operation| &operation.name)?;
    if !matches!(backend, Backend::Ifma | Backend::Lanes) {
        return Err(Error::Unusable(format!(
            "--limits counts products on lanes, but the back end {} has none",
            backend.name()
        )));
    }
    if bench.format == Format::Html {
        return Err(Error::Unusable(
            "--limits has no page: one without it has charts of limits".to_owned(),
        ));
    }
    bench.output.check()?;
    let mut report = Limits::new(Machine::this(backend.name()), bench.seed);
    report.rows = limits_of(bench, operations)?;
    match bench.format {
        Format::Markdown => Ok(report.markdown()),
        Format::Json => Ok(report.to_json()?),
        Format::Table | Format::Html => Ok(report.table()),
    }
}

/// The limits of the MSMs among the rows, for more sizes than the rows have.
pub fn sizes(bench: &Bench, rows: &[Row]) -> Result<Vec<Limit>, Error> {
    let has_row = |operation: &limits::Operation| {
        let (name, _) = operation.name.split_once(',').unwrap_or((&operation.name, ""));
        rows.iter().any(|row| row.name.starts_with(&format!("{name},")))
    };
    limits_of(bench, limits::sizes().into_iter().filter(has_row).collect())
}

fn limits_of(bench: &Bench, operations: Vec<limits::Operation>) -> Result<Vec<Limit>, Error> {
    let progress = progress(operations.len());
    let mut limits = Vec::new();
    for operation in operations {
        progress.set_message(operation.name.clone());
        limits.push(operation.limit(bench.seed, plan(bench))?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(limits)
}
