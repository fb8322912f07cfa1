//! `secant bench`: every operation, timed in every environment.
#![forbid(unsafe_code)]

mod column;
mod guest;
mod inputs;
#[cfg(feature = "limits")]
mod limiting;
#[cfg(feature = "limits")]
mod limits;
pub mod row;
mod signatures;

use clap::ValueEnum;
use column::{Columns, Runner, Selection};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;
use row::{Arguments, Row};
use secant_cli::{
    arguments::{Bench, Column},
    error::Error,
    layout::layout,
};
use secant_field::backend::Backend;
use secant_report::command::{Format, Measurement};
use secant_report::{Machine, Plan, Recipe, Report, Sampler, Watch, timed};
use std::env;
use std::io::Write;

/// Measures and prints the report.
pub fn run(bench: &Bench, out: &mut dyn Write, backend: Backend) -> Result<(), Error> {
    if bench.turns.is_asked() {
        return interleave(bench, out);
    }
    if bench.judgement.is_asked() {
        return Err(Error::Unusable(
            "--fail-above, --least and --all are of a comparison: --base says with what".to_owned(),
        ));
    }
    if bench.engines && !cfg!(feature = "engines") {
        return Err(Error::Unusable(
            "this program has not all engines: build it with `cargo build --release --bin secant-bench --features secant-bench/engines`"
                .to_owned(),
        ));
    }
    #[cfg(not(feature = "limits"))]
    if bench.sizes {
        return Err(limiting::missing());
    }
    let text = if bench.limits {
        limiting::limits(bench, backend)?
    } else {
        compare(bench, backend)?
    };
    bench.output.write(&text, out)
}

/// The report that compares columns.
fn compare(bench: &Bench, backend: Backend) -> Result<String, Error> {
    let mut rows = filtered(bench, row::all(), |row: &Row| &row.name)?;
    let has = |row: &Row, column: &Column| selection(bench).has(row, *column);
    rows.retain(|row| Column::value_variants().iter().any(|column| has(row, column)));
    if rows.is_empty() {
        return Err(Error::Unusable("the rows have none of the columns".to_owned()));
    }
    bench.output.check()?;
    let threads = ThreadPoolBuilder::new()
        .num_threads(bench.threads.get())
        .build()
        .map_err(|e| Error::unusable("cannot start threads", e))?;
    let mut report = threads.install(|| measure(bench, &rows, backend))?;
    let has_lanes = matches!(backend, Backend::Ifma | Backend::Lanes)
        && rows.iter().any(|row| selection(bench).has(row, Column::SecantNative));
    if has_lanes && (bench.sizes || bench.format == Format::Html) {
        report.limits = limiting::sizes(bench, &rows)?;
    }
    bench.format.render(&layout(&report), &report)
}

/// Measures another revision and this one in turns, and prints the changes.
fn interleave(bench: &Bench, out: &mut dyn Write) -> Result<(), Error> {
    if bench.limits {
        return Err(Error::Unusable(
            "--limits measures this program alone, not a base".to_owned(),
        ));
    }
    filtered(bench, row::all(), |row: &Row| &row.name)?;
    bench.output.check()?;
    bench.judgement.check()?;
    let this = env::current_exe().map_err(|e| Error::unusable("cannot find this program", e))?;
    let measurement = Measurement {
        filter: bench.filter.clone(),
        columns: bench.columns.iter().map(Column::to_string).collect(),
        threads: Some(bench.threads.get()),
        seed: bench.seed,
        quick: bench.quick,
    };
    let progress = ProgressBar::hidden();
    let [base, head] = bench.turns.run(Recipe::default(), &this, &measurement, |run, all| {
        // Until then the compilers use the terminal.
        if run == 1 {
            progress.set_draw_target(ProgressDrawTarget::stderr());
            progress.set_style(style());
            progress.set_length(all as u64);
        }
        progress.set_position(run as u64);
    })?;
    progress.finish_and_clear();
    bench
        .judgement
        .run(&base, &[head], bench.seed, bench.format, &bench.output, out)
}

/// The rows whose names contain the filter.
fn filtered<R>(bench: &Bench, rows: Vec<R>, name: impl Fn(&R) -> &str) -> Result<Vec<R>, Error> {
    let rows: Vec<R> = rows
        .into_iter()
        .filter(|row| name(row).contains(&bench.filter))
        .collect();
    if rows.is_empty() {
        return Err(Error::Unusable(format!("no row's name contains {:?}", bench.filter)));
    }
    Ok(rows)
}

fn plan(bench: &Bench) -> Plan {
    match (bench.turn, bench.quick) {
        (true, _) => Plan::TURN,
        (false, true) => Plan::QUICK,
        (false, false) => Plan::FULL,
    }
}

/// The columns asked for.
fn selection(bench: &Bench) -> Selection<'_> {
    match &bench.columns[..] {
        _ if bench.engines => Selection::Engines,
        [] if bench.turn => Selection::Secant,
        [] => Selection::Usual,
        columns => Selection::Only(columns),
    }
}

fn measure(bench: &Bench, rows: &[Row], backend: Backend) -> Result<Report, Error> {
    let (plan, watch) = (plan(bench), Watch::start());
    let progress = progress(rows.len() * plan.rounds());
    progress.set_message("compiling the guests");
    let columns = Columns::new(selection(bench), rows)?;
    let mut measured = Vec::new();
    for round in 0..plan.rounds() {
        for (i, row) in rows.iter().enumerate() {
            progress.set_message(row.name.clone());
            if round == 0 {
                measured.push(MeasuredRow::new(row, &columns, bench.seed, plan)?);
            }
            measured[i].round(&columns)?;
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let mut report = Report::new(Machine::this(backend.name()), bench.seed);
    report.threads = rayon::current_num_threads();
    report.rows = measured.into_iter().map(MeasuredRow::finish).collect();
    report.conditions = Some(watch.stop());
    Ok(report)
}

/// Without the feature `limits` the program cannot count products.
#[cfg(not(feature = "limits"))]
mod limiting {
    use secant_cli::{arguments::Bench, error::Error};
    use secant_field::backend::Backend;
    use secant_report::Limit;

    use crate::row::Row;

    pub fn missing() -> Error {
        Error::Unusable(
            "this program cannot count products: build it with `cargo build --release --bin secant-bench --features secant-bench/limits`"
                .to_owned(),
        )
    }

    pub fn limits(_: &Bench, _: Backend) -> Result<String, Error> {
        Err(missing())
    }

    pub fn sizes(_: &Bench, _: &[Row]) -> Result<Vec<Limit>, Error> {
        Ok(Vec::new())
    }
}

fn progress(steps: usize) -> ProgressBar {
    ProgressBar::new(steps as u64).with_style(style())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} (about {eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The state of a row between rounds. Its columns are prepared again in every round, because the place of their data in
/// memory changes their times.
struct MeasuredRow<'a> {
    row: &'a Row,
    arguments: Arguments,
    columns: Vec<String>,
    sampler: Sampler,
}

impl<'a> MeasuredRow<'a> {
    /// Compares the results of all columns of a row.
    fn new(row: &'a Row, columns: &Columns, seed: u64, plan: Plan) -> Result<Self, Error> {
        let arguments = row.arguments(seed)?;
        let mut runners = columns.prepare(row, &arguments)?;
        check(row, &mut runners)?;
        let columns: Vec<String> = runners.iter().map(|(column, _)| column.to_string()).collect();
        let sampler = Sampler::new(columns.len(), plan);
        drop(runners);
        Ok(Self {
            row,
            arguments,
            columns,
            sampler,
        })
    }

    fn round(&mut self, columns: &Columns) -> Result<(), Error> {
        let mut runners = columns.prepare(self.row, &self.arguments)?;
        let mut timed: Vec<_> = runners.iter_mut().map(|(_, runner)| timed(|| runner.run())).collect();
        self.sampler.round(&mut timed)
    }

    fn finish(self) -> secant_report::Row {
        secant_report::Row {
            name: self.row.name.clone(),
            columns: self.columns.into_iter().zip(self.sampler.finish()).collect(),
        }
    }
}

/// Compares the results of all columns that return one.
fn check(row: &Row, runners: &mut [(Column, Runner<'_>)]) -> Result<(), Error> {
    let mut first: Option<(Column, Vec<u8>)> = None;
    for (column, runner) in runners.iter_mut().filter(|(column, _)| *column != Column::Dummy) {
        let result = runner.result()?;
        match &first {
            None => first = Some((*column, result)),
            Some((other, expected)) if *expected != result => {
                return Err(Error::Unusable(format!(
                    "{}: the result of {column} is not that of {other}",
                    row.name
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
