//! Prints what secant's host functions take beside upstream's, in the same executor.
#![forbid(unsafe_code)]

use anyhow::Result;
use clap::{Parser, Subcommand};
use secant_polkadot_bench::{SECANT, UPSTREAM, extrinsics, functions, table};
use std::time::Duration;

/// secant's host functions beside upstream's in Substrate's executor.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Only what has this in its name.
    #[arg(global = true, default_value = "")]
    filter: String,
    /// A fifth of the time, and less exact.
    #[arg(long, global = true)]
    quick: bool,
}

#[derive(Subcommand)]
enum Command {
    /// All host functions, called by a guest.
    Functions,
    /// The extrinsics of the example's pallet, run by frame-benchmarking.
    Extrinsics,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let filter = arguments.filter.as_str();
    let duration = Duration::from_millis(if arguments.quick { 20 } else { 100 });
    match arguments.command {
        Command::Functions => {
            let samples = if arguments.quick { 3 } else { 7 };
            let rows = functions::measure(filter, samples, duration)?;
            table::print(&[UPSTREAM, SECANT], &rows, 0, 1);
        }
        Command::Extrinsics => {
            let total = 5 * duration;
            table::print(&extrinsics::COLUMNS[..3], &extrinsics::of_pallet(filter, total)?, 1, 2);
            println!();
            table::print(&extrinsics::COLUMNS, &extrinsics::of_operations(filter, total)?, 1, 2);
        }
    }
    Ok(())
}
