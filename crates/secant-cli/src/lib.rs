//! The `secant` program, as a library. It holds what `secant` shares with its companions, the programs of
//! `secant bench`, `secant meter` and `secant prove`. Only they should use it.
//!
//! Exit status: 0 yes or done, 1 the checked thing is wrong, 2 bad usage or unreadable input.
#![forbid(unsafe_code)]

pub mod arguments;
pub mod backend;
pub mod companion;
mod demo;
pub mod error;
pub mod fixtures;
pub mod guest;
mod info;
pub mod layout;
mod manual;
pub mod proof;
pub mod verify;

use arguments::{Bench, Prove};
use clap::{Parser, Subcommand};
use companion::Companion;
use error::Error;
use secant_field::backend::Backend;
use secant_report::command::{Compare, Meter, Show, main_of};
use std::io::Write;
use std::process::ExitCode;

/// Elliptic-curve and pairing arithmetic at native speed, wherever the caller lives.
#[derive(Debug, Parser)]
#[command(name = "secant", version, max_term_width = 100)]
#[command(after_help = "Examples:
  secant demo
  secant bench pairing --quick
  secant bench --base main --fail-above 1.10
  secant compare base.json head.json --format html --out changes.html
  secant completions bash > /etc/bash_completion.d/secant

SECANT_BACKEND=portable|adx|ifma forces a back end; NO_COLOR=1 means no colours.
Exit status: 0 yes or done, 1 the thing checked is wrong, 2 bad usage or unreadable input.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The commands, with their arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Verify real proofs natively and in WASM guests, and show what each costs.
    Demo,
    /// Verify proofs and signatures that other tools wrote.
    #[command(subcommand)]
    Verify(verify::Verify),
    /// Measure every operation in every environment, compared with upstream arkworks.
    Bench(Bench),
    /// Show what changed from one report to others, and how much of it is noise.
    Compare(Compare),
    /// Print a JSON report in another form, such as a page with charts.
    Report(Show),
    /// Count the calls and the time of every procedure of an operation, and show who calls whom.
    Meter(Meter),
    /// Prove statements in zero knowledge with Halo 2 circuits, for halo2-axiom's verifier.
    #[command(subcommand)]
    Prove(Box<Prove>),
    /// Show versions, processor, back end, curves and host functions.
    Info,
    /// Print a script that completes commands and options in a shell.
    Completions(manual::Completions),
    /// Print the manual page, or write the pages of all commands.
    Man(manual::Man),
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run_with(|command, out| run(&command, out))
}

/// Runs a program with the arguments of the process.
fn run_with(run: impl FnOnce(Command, &mut dyn Write) -> Result<bool, Error>) -> ExitCode {
    main_of(|arguments: Arguments, out| run(arguments.command, out))
}

fn run(command: &Command, out: &mut dyn Write) -> Result<bool, Error> {
    match command {
        Command::Demo => prepared(|_| demo::run(out)),
        Command::Verify(verify) => prepared(|_| verify.run(out)),
        Command::Bench(_) => Companion::Bench.run(),
        Command::Compare(compare) => compare.run(out).map(|()| true),
        Command::Report(show) => show.run(layout::layout_of, out).map(|()| true),
        Command::Meter(_) => Companion::Meter.run(),
        Command::Prove(_) => Companion::Prove.run(),
        Command::Info => prepared(|backend| info::run(out, backend)).map(|()| true),
        Command::Completions(completions) => completions.run(out).map(|()| true),
        Command::Man(man) => man.run(out).map(|()| true),
    }
}

/// Runs a computation with the back end. The global thread pool has one thread, so a computation that wants more brings
/// its own.
pub fn prepared<T>(run: impl FnOnce(Backend) -> Result<T, Error>) -> Result<T, Error> {
    let backend = backend::backend()?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .map_err(|e| Error::unusable("cannot start a thread", e))?;
    run(backend)
}
