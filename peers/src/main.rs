//! secant beside other libraries: the same inputs, results compared first, samples in turns, one thread.

mod blst;
mod rows;
mod run;

use clap::Parser;
use std::process::ExitCode;

/// Measures secant beside arkworks (with `asm`) and blst, on one thread.
#[derive(Debug, Parser)]
struct Args {
    /// Only rows whose name contains this.
    filter: Option<String>,
    /// Fewer samples.
    #[arg(long)]
    quick: bool,
    /// JSON instead of a table.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let filter = args.filter.unwrap_or_default();
    match run::all(rows::all(), &filter, args.quick) {
        Ok(results) if results.is_empty() => {
            eprintln!("no row's name contains {filter:?}");
            ExitCode::from(2)
        }
        Ok(results) => {
            println!(
                "{}",
                if args.json {
                    run::json(&results)
                } else {
                    run::table(&results)
                }
            );
            ExitCode::SUCCESS
        }
        Err(row) => {
            eprintln!("the libraries disagree on {row}");
            ExitCode::from(1)
        }
    }
}
