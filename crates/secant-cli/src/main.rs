//! The `secant` program.
//!
//! Exit status: 0 yes or done, 1 the thing checked is wrong, 2 bad usage or unreadable input.
#![forbid(unsafe_code)]

mod backend;
mod bench;
mod demo;
mod error;
mod fixtures;
mod guest;
mod info;
mod meter;
mod output;
mod proof;
mod prove;
mod verify;

use clap::{Parser, Subcommand};
use error::Error;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// Elliptic-curve and pairing arithmetic at native speed, wherever the caller lives.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
#[command(after_help = "SECANT_BACKEND=portable|adx|ifma forces a back end. \
    Exit status: 0 yes or done, 1 the thing checked is wrong, 2 bad usage or unreadable input.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Verify real proofs natively and in WASM guests, and show what each costs.
    Demo,
    /// Verify what other tools wrote.
    #[command(subcommand)]
    Verify(verify::Verify),
    /// Measure every operation in every environment, beside upstream arkworks.
    Bench(bench::Bench),
    /// Count the calls and the time of every procedure of an operation, and show who calls whom.
    Meter(meter::Meter),
    /// Prove statements in zero knowledge: Halo 2 circuits, for halo2-axiom's verifier.
    #[command(subcommand)]
    Prove(Box<prove::Prove>),
    /// Show versions, processor, back end, curves and host functions.
    Info,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments.command, &mut stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            if e.status() != 0 {
                eprintln!("secant: {e}");
            }
            ExitCode::from(e.status())
        }
    }
}

fn run(command: &Command, out: &mut dyn Write) -> Result<bool, Error> {
    let backend = backend::backend()?;
    // What is not told otherwise computes on one thread.
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .map_err(|e| Error::unusable("cannot start a thread", e))?;
    match command {
        Command::Demo => demo::run(out),
        Command::Verify(verify) => verify.run(out),
        Command::Bench(bench) => bench.run(out, backend).map(|()| true),
        Command::Meter(meter) => meter.run(out, backend).map(|()| true),
        Command::Prove(prove) => prove.run(out),
        Command::Info => info::run(out, backend).map(|()| true),
    }
}
