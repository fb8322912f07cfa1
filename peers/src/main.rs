//! secant beside other libraries: the same inputs, results compared first, samples in turns, one thread.
//!
//! To add a row: a line in `rows.rs`. An operation: a function in `operations.rs` (verifications of signatures are in
//! `signatures.rs`), one for each library that has it in `libraries/`, and its name in `gnark/`; gnark-crypto takes part in
//! every row whose operation it names. A library: a file in `libraries/` and its name in `run.rs`.

mod exchange;
mod libraries;
mod operations;
mod rows;
mod run;
mod signatures;

use clap::Parser;
use libraries::gnark::Gnark;
use rayon::ThreadPoolBuilder;
use run::{Error, Library};
use secant_report::command::Format;
use secant_report::{Machine, Plan, Report, Watch};
use std::process::ExitCode;

/// Measures secant beside other libraries on one thread, each where it has the operation.
///
/// All libraries of a row get the same inputs, and their results are compared before anything is timed. gnark-crypto
/// takes part if `go` is in PATH. Exit status: 0 measured, 1 two results differ, 2 anything else.
#[derive(Debug, Parser)]
struct Args {
    /// Only rows whose name contains this.
    #[arg(default_value = "", hide_default_value = true)]
    filter: String,
    /// Fewer and shorter samples.
    #[arg(long)]
    quick: bool,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    format: Format,
    /// Do not build and run the Go program that measures gnark-crypto.
    #[arg(long)]
    no_gnark: bool,
}

fn main() -> ExitCode {
    match measure(&Args::parse()) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("peers: {e}");
            ExitCode::from(match e {
                Error::Differ(_) => 1,
                Error::Failed(_) => 2,
            })
        }
    }
}

/// Measures, and gives the report in the form asked for.
fn measure(args: &Args) -> Result<String, Error> {
    // Libraries that use rayon's threads get this one alone.
    ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global()
        .map_err(|e| Error::Failed(format!("cannot keep rayon to one thread: {e}")))?;
    let backend = secant_field::backend::chosen().map_err(|e| Error::Failed(e.to_string()))?;
    let rows: Vec<_> = rows::all()
        .into_iter()
        .filter(|row| row.name.contains(&args.filter))
        .collect();
    if rows.is_empty() {
        return Err(Error::Failed(format!("no row's name contains {:?}", args.filter)));
    }
    let gnark = if args.no_gnark { None } else { Gnark::start() };
    let plan = if args.quick { Plan::QUICK } else { Plan::FULL };
    let watch = Watch::start();
    let mut report = Report::new(Machine::this(backend.name()), operations::SEED);
    for row in rows {
        report.rows.push(run::measure_row(row, gnark.as_ref(), plan)?);
    }
    report.conditions = Some(watch.stop());
    let text = args.format.render(&Library::layout(&report), &report);
    text.map_err(|e| Error::Failed(e.to_string()))
}
