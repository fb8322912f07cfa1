//! The commands of `secant` that need no curves, in a program that compiles in seconds: for workflows that compare
//! revisions, and for benchmarks of others that write the same form.
#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use secant_report::command::{
    CommandError, Compare, ComparisonOptions, Format, Measurement, Output, Show, Turns, main_of,
};
use secant_report::{Layout, Recipe};
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares and prints reports of benchmarks, and measures two revisions in turns.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what changed from one report to others, and what of it is noise.
    Compare(Compare),
    /// Print a report in another form.
    Show(Show),
    /// Build two revisions, measure both in turns, and say what changed.
    Turns(Box<Between>),
}

/// Two revisions of a repository, whose program prints a report of one round, as `secant bench --turn` does.
#[derive(Debug, Args)]
struct Between {
    /// Only the rows whose name contains this text.
    #[arg(default_value = "", hide_default_value = true)]
    filter: String,
    #[command(flatten)]
    turns: Turns,
    /// The command that builds a revision, run in its files, into the folder of CARGO_TARGET_DIR.
    #[arg(long, value_name = "COMMAND", default_value_t = Recipe::default().build)]
    build: String,
    /// The program that this makes, in that folder.
    #[arg(long, value_name = "FILE", default_value_os_t = Recipe::default().program)]
    program: PathBuf,
    /// Beside --base-program: the program of the head.
    #[arg(long, value_name = "FILE", requires = "base_program")]
    head_program: Option<PathBuf>,
    /// Half as many rounds.
    #[arg(long)]
    quick: bool,
    /// Only these columns, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    columns: Vec<String>,
    /// Threads that operations may use.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The seed that the arguments are drawn from.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    judgement: ComparisonOptions,
    /// How to print it.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

impl Between {
    fn run(&self, out: &mut dyn Write) -> Result<(), CommandError> {
        let head = match (&self.turns.base_program, &self.head_program) {
            (Some(_), None) => return Err(CommandError::Unusable("--base-program needs --head-program".to_owned())),
            (None, None) if self.turns.base.is_none() => {
                return Err(CommandError::Unusable(
                    "--base or --base-program must say what to measure".to_owned(),
                ));
            }
            (_, head) => head.clone().unwrap_or_default(),
        };
        self.output.check()?;
        self.judgement.check()?;
        let recipe = Recipe {
            build: self.build.clone(),
            program: self.program.clone(),
        };
        let measurement = Measurement {
            filter: self.filter.clone(),
            columns: self.columns.clone(),
            threads: self.threads,
            seed: self.seed,
            quick: self.quick,
        };
        let watched = stderr().is_terminal();
        let [base, head] = self.turns.run(recipe, &head, &measurement, |run, all| {
            if watched {
                eprint!("\rrun {run} of {all}{}", if run == all { "\n" } else { "" });
            }
        })?;
        self.judgement
            .run(&base, &[head], self.seed, self.format, &self.output, out)
    }
}

fn main() -> ExitCode {
    main_of(|arguments: Arguments, out| {
        match arguments.command {
            Command::Compare(compare) => compare.run(out),
            Command::Show(show) => show.run(Layout::of, out),
            Command::Turns(between) => between.run(out),
        }
        .map(|()| true)
    })
}
