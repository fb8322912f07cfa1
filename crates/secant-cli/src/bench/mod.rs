//! `secant bench`: every operation, timed in every environment.

mod column;
mod inputs;
mod limits;
mod render;
pub mod row;
mod signatures;

use crate::error::Error;
use crate::output::{Format, Output, unwritable};
use clap::{Args, ValueEnum};
use column::{Column, Columns, Runner, Selection};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;
pub use render::layout_of;
use row::{Arguments, Row};
use secant_field::backend::Backend;
use secant_report::command::{Judgement, MOST_THREADS, Measurement, Turns, count};
use secant_report::{Limit, Limits, Machine, Plan, Recipe, Report, Sampler, Watch, timed};
use std::env;
use std::io::Write;
use std::num::NonZero;

/// Measures operations, each as upstream arkworks and secant do it.
///
/// The columns of a row decode the same bytes and compute the same thing in the same generic code. Before a row
/// is timed, their results are compared byte for byte. All rows are visited several times, so that no row is measured in one
/// bad moment.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant bench pairing --quick
  secant bench msm --columns secant_native --threads 2
  secant bench --format html --out bench.html
  secant bench bls12_381_msm_g1 --limits
  secant bench --base main --quick --fail-above 1.10")]
pub struct Bench {
    /// Only the rows whose name contains this text, as it stands: `msm`, `bn254_`, or a whole name such as
    /// `bls12_381_msm_g1, 1000 arguments`. All rows if left out; an error if no row's name contains it.
    #[arg(default_value = "", hide_default_value = true)]
    filter: String,
    /// Fewer and shorter samples.
    #[arg(long)]
    quick: bool,
    /// Take one short turn, as --base asks of either program: all rows once, of secant's columns if no others are named.
    #[arg(long, conflicts_with_all = ["quick", "limits", "base", "base_program"])]
    turn: bool,
    /// Only these columns, separated by commas; the usual ones if left out, but with --base secant's.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    columns: Vec<Column>,
    /// What guests take in every engine: wasmtime's optimising compiler, its compiler of one pass (Winch) and its
    /// interpreter (Pulley), and wasmi's interpreter; with wide arithmetic and without.
    #[arg(long, conflicts_with_all = ["columns", "turn", "base", "base_program"])]
    engines: bool,
    /// Threads that native operations and hosts may use.
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N", value_parser = count::<MOST_THREADS>)]
    threads: NonZero<usize>,
    /// Instead of comparing columns: counts the field products of MSMs and pairings on secant's lanes, measures one
    /// product and the operation, and says which share of its time the products explain.
    #[arg(long, conflicts_with_all = ["columns", "engines", "threads"])]
    limits: bool,
    /// Also measure MSMs of more sizes on secant's lanes and count their products, for a chart of time against size; with
    /// --format html always, where the back end has lanes and secant_native is among the columns.
    #[arg(long, conflicts_with_all = ["limits", "turn", "base", "base_program"])]
    sizes: bool,
    #[command(flatten)]
    turns: Turns,
    #[command(flatten)]
    judgement: Judgement,
    /// The seed that the arguments are drawn from.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

impl Bench {
    /// Measures and prints the report.
    pub fn run(&self, out: &mut dyn Write, backend: Backend) -> Result<(), Error> {
        if self.turns.is_asked() {
            return self.take_turns(out);
        }
        if self.judgement.is_asked() {
            return Err(Error::Unusable(
                "--fail-above, --least and --all are of a comparison: --base says with what".to_owned(),
            ));
        }
        let text = if self.limits {
            self.limits(backend)?
        } else {
            self.compare(backend)?
        };
        Ok(self.output.write(&text, out)?)
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
        let mut report = threads.install(|| self.measure(&rows, backend))?;
        let has_lanes = matches!(backend, Backend::Ifma | Backend::Lanes)
            && rows.iter().any(|row| self.selection().has(row, Column::SecantNative));
        if has_lanes && (self.sizes || self.format == Format::Html) {
            report.limits = self.sizes(&rows)?;
        }
        Ok(self.format.render(&render::layout(&report), &report)?)
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
        if self.format == Format::Html {
            return Err(Error::Unusable(
                "--limits has no page: one without it has charts of limits".to_owned(),
            ));
        }
        self.output.check()?;
        let mut report = Limits::new(Machine::this(backend.name()), self.seed);
        report.rows = self.limits_of(operations)?;
        match self.format {
            Format::Markdown => Ok(report.markdown()),
            Format::Json => report.to_json().map_err(unwritable),
            Format::Table | Format::Html => Ok(report.table()),
        }
    }

    /// What limits the MSMs among the rows, of more sizes than rows have.
    fn sizes(&self, rows: &[Row]) -> Result<Vec<Limit>, Error> {
        let has_row = |operation: &limits::Operation| {
            let (name, _) = operation.name.split_once(',').unwrap_or((&operation.name, ""));
            rows.iter().any(|row| row.name.starts_with(&format!("{name},")))
        };
        self.limits_of(limits::sizes().into_iter().filter(has_row).collect())
    }

    fn limits_of(&self, operations: Vec<limits::Operation>) -> Result<Vec<Limit>, Error> {
        let progress = progress(operations.len());
        let mut limits = Vec::new();
        for operation in operations {
            progress.set_message(operation.name.clone());
            limits.push(operation.limit(self.seed, self.plan())?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(limits)
    }

    /// Measures another revision and this one in turns, and prints what changed.
    fn take_turns(&self, out: &mut dyn Write) -> Result<(), Error> {
        if self.limits {
            return Err(Error::Unusable(
                "--limits measures this program alone, not a base".to_owned(),
            ));
        }
        self.filtered(row::all(), |row: &Row| &row.name)?;
        self.output.check()?;
        self.judgement.check()?;
        let this = env::current_exe().map_err(|e| Error::unusable("cannot find this program", e))?;
        let measurement = Measurement {
            filter: self.filter.clone(),
            columns: self.columns.iter().map(Column::to_string).collect(),
            threads: Some(self.threads.get()),
            seed: self.seed,
            quick: self.quick,
        };
        let progress = ProgressBar::hidden();
        let [base, head] = self.turns.run(Recipe::default(), &this, &measurement, |run, all| {
            // Compilers have the terminal before.
            if run == 1 {
                progress.set_draw_target(ProgressDrawTarget::stderr());
                progress.set_style(style());
                progress.set_length(all as u64);
            }
            progress.set_position(run as u64);
        })?;
        progress.finish_and_clear();
        Ok(self
            .judgement
            .run(&base, &[head], self.seed, self.format, &self.output, out)?)
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
        match (self.turn, self.quick) {
            (true, _) => Plan::TURN,
            (false, true) => Plan::QUICK,
            (false, false) => Plan::FULL,
        }
    }

    /// The columns asked for.
    fn selection(&self) -> Selection<'_> {
        match &self.columns[..] {
            _ if self.engines => Selection::Engines,
            [] if self.turn => Selection::Secant,
            [] => Selection::Usual,
            columns => Selection::Only(columns),
        }
    }

    fn measure(&self, rows: &[Row], backend: Backend) -> Result<Report, Error> {
        let (plan, watch) = (self.plan(), Watch::start());
        let progress = progress(rows.len() * plan.rounds());
        progress.set_message("compiling the guests");
        let columns = Columns::new(self.selection(), rows)?;
        let mut measured = Vec::new();
        for round in 0..plan.rounds() {
            for (i, row) in rows.iter().enumerate() {
                progress.set_message(row.name.clone());
                if round == 0 {
                    measured.push(MeasuredRow::new(row, &columns, self.seed, plan)?);
                }
                measured[i].round(&columns)?;
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        let mut report = Report::new(Machine::this(backend.name()), self.seed);
        report.threads = rayon::current_num_threads();
        report.rows = measured.into_iter().map(MeasuredRow::finish).collect();
        report.conditions = Some(watch.stop());
        Ok(report)
    }
}

fn progress(steps: usize) -> ProgressBar {
    ProgressBar::new(steps as u64).with_style(style())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} (about {eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A row between rounds. Its columns are prepared anew in every round, so that none keeps one place in memory, which changes
/// its times.
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

/// Compares the results of all columns that compute one.
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
