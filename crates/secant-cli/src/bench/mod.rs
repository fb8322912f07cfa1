//! `secant bench`: every operation, timed in every environment.

mod column;
mod inputs;
mod limits;
mod render;
mod row;
mod signatures;

use crate::error::Error;
use crate::output::{Output, unwritable};
use clap::{Args, ValueEnum};
use column::{Column, Columns, Runner, Selection};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use row::Row;
use secant_field::backend::Backend;
use secant_report::{Limits, Machine, Plan, Report, measure, timed};
use std::io::Write;
use std::num::NonZero;

/// Measures operations, each as upstream arkworks and secant do it.
///
/// The columns of a row decode the same bytes and compute the same thing in the same generic code. Before a row
/// is timed, their results are compared byte for byte.
#[derive(Debug, Args)]
pub struct Bench {
    /// Only the rows whose name contains this text, as it stands: `msm`, `bn254_`, or a whole name such as
    /// `bls12_381_msm_g1, 1000 arguments`. All rows if left out; an error if no row's name contains it.
    #[arg(default_value = "", hide_default_value = true)]
    filter: String,
    /// Fewer and shorter samples.
    #[arg(long)]
    quick: bool,
    /// Only these columns, separated by commas; the usual ones if left out.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    columns: Vec<Column>,
    /// What guests take in every engine: wasmtime's optimising compiler, its compiler of one pass (Winch) and its
    /// interpreter (Pulley), and wasmi's interpreter; with wide arithmetic and without.
    #[arg(long, conflicts_with = "columns")]
    engines: bool,
    /// Threads that native operations and hosts may use.
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N")]
    threads: NonZero<usize>,
    /// Instead of comparing columns: counts the field products of MSMs and pairings on secant's lanes, measures one
    /// product and the operation, and says which share of its time the products explain.
    #[arg(long, conflicts_with_all = ["columns", "engines", "threads"])]
    limits: bool,
    /// The seed that the arguments are drawn from.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal.
    Table,
    /// For programs.
    Json,
    /// For a pull request.
    Markdown,
}

impl Bench {
    /// Measures and prints the report.
    pub fn run(&self, out: &mut dyn Write, backend: Backend) -> Result<(), Error> {
        let text = if self.limits {
            self.limits(backend)?
        } else {
            self.compare(backend)?
        };
        self.output.write(&text, out)
    }

    /// The report that compares columns.
    fn compare(&self, backend: Backend) -> Result<String, Error> {
        let mut rows = self.filtered(row::all(), |row: &Row| &row.name)?;
        let has = |row: &Row, column: &Column| self.selection().has(row, *column);
        rows.retain(|row| Column::value_variants().iter().any(|column| has(row, column)));
        if rows.is_empty() {
            return Err(Error::Unusable("the rows have none of the columns".to_owned()));
        }
        self.output.check()?;
        let threads = ThreadPoolBuilder::new()
            .num_threads(self.threads.get())
            .build()
            .map_err(|e| Error::unusable("cannot start threads", e))?;
        let report = threads.install(|| self.measure(&rows, backend))?;
        let layout = render::layout(&report);
        match self.format {
            Format::Table => Ok(layout.table(&report)),
            Format::Markdown => Ok(layout.markdown(&report)),
            Format::Json => report.to_json().map_err(unwritable),
        }
    }

    /// The report of `--limits`.
    fn limits(&self, backend: Backend) -> Result<String, Error> {
        let operations = self.filtered(limits::all(), |operation| &operation.name)?;
        if !matches!(backend, Backend::Ifma | Backend::Lanes) {
            return Err(Error::Unusable(format!(
                "--limits counts products on lanes, but the back end {} has none",
                backend.name()
            )));
        }
        self.output.check()?;
        let mut report = Limits::new(Machine::this(backend.name()), self.seed);
        let progress = progress(operations.len());
        for operation in operations {
            progress.set_message(operation.name.clone());
            report.rows.push(operation.limit(self.seed, self.plan())?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        match self.format {
            Format::Table => Ok(report.table()),
            Format::Markdown => Ok(report.markdown()),
            Format::Json => report.to_json().map_err(unwritable),
        }
    }

    /// The rows whose names contain the filter.
    fn filtered<R>(&self, rows: Vec<R>, name: impl Fn(&R) -> &str) -> Result<Vec<R>, Error> {
        let rows: Vec<R> = rows
            .into_iter()
            .filter(|row| name(row).contains(&self.filter))
            .collect();
        if rows.is_empty() {
            return Err(Error::Unusable(format!("no row's name contains {:?}", self.filter)));
        }
        Ok(rows)
    }

    fn plan(&self) -> Plan {
        if self.quick { Plan::QUICK } else { Plan::FULL }
    }

    /// The columns asked for.
    fn selection(&self) -> Selection<'_> {
        match &self.columns[..] {
            _ if self.engines => Selection::Engines,
            [] => Selection::Usual,
            columns => Selection::Only(columns),
        }
    }

    fn measure(&self, rows: &[Row], backend: Backend) -> Result<Report, Error> {
        let progress = progress(rows.len());
        progress.set_message("compiling the guests");
        let columns = Columns::new(self.selection(), rows)?;
        let mut report = Report::new(Machine::this(backend.name()), self.seed);
        report.threads = rayon::current_num_threads();
        for row in rows {
            progress.set_message(row.name.clone());
            report.rows.push(measure_row(row, &columns, self.seed, self.plan())?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(report)
    }
}

fn progress(rows: usize) -> ProgressBar {
    let progress = ProgressBar::new(rows as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} (about {eta} left)") {
        progress.set_style(style);
    }
    progress
}

fn measure_row(row: &Row, columns: &Columns, seed: u64, plan: Plan) -> Result<secant_report::Row, Error> {
    let arguments = row.arguments(seed)?;
    let mut runners = columns.prepare(row, &arguments)?;
    check(row, &mut runners)?;
    let names: Vec<String> = runners.iter().map(|(column, _)| column.to_string()).collect();
    let mut timed: Vec<_> = runners.iter_mut().map(|(_, runner)| timed(|| runner.run())).collect();
    let measured = measure(&mut timed, plan)?;
    Ok(secant_report::Row {
        name: row.name.clone(),
        columns: names.into_iter().zip(measured).collect(),
    })
}

/// Compares the results of all columns that compute one.
fn check(row: &Row, runners: &mut [(Column, Runner<'_>)]) -> Result<(), Error> {
    let mut first: Option<(Column, Vec<u8>)> = None;
    for (column, runner) in runners.iter_mut().filter(|(column, _)| *column != Column::Dummy) {
        let result = runner.result()?;
        match &first {
            None => first = Some((*column, result)),
            Some((other, expected)) if *expected != result => {
                return Err(Error::Wrong(format!(
                    "{}: the result of {column} is not that of {other}",
                    row.name
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
