//! The arguments of `secant bench`.

use super::column::Column;
use clap::Args;
use secant_report::command::{ComparisonOptions, Format, MOST_THREADS, Output, Turns, count};
use std::num::NonZero;

/// Measures operations, each as upstream arkworks and secant do it.
///
/// All columns of a row decode the same bytes and compute the same result with the same generic code. Before a row is
/// timed, their results are compared byte for byte. All rows are visited several times, so that no row is measured only
/// in one bad moment.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant bench pairing --quick
  secant bench msm --columns secant_native --threads 2
  secant bench --format html --out bench.html
  secant bench bls12_381_msm_g1 --limits
  secant bench --base main --quick --fail-above 1.10")]
pub struct Bench {
    /// Only the rows whose name contains this text exactly: `msm`, `bn254_`, or a whole name such as
    /// `bls12_381_msm_g1, 1000 arguments`. All rows if left out. It is an error if no row's name contains the text.
    #[arg(default_value = "", hide_default_value = true)]
    pub filter: String,
    /// Take fewer and shorter samples.
    #[arg(long)]
    pub quick: bool,
    /// Measure one short round, as --base asks of either program: every row once, in secant's columns if no others are
    /// named.
    #[arg(long, conflicts_with_all = ["quick", "limits", "base", "base_program"])]
    pub turn: bool,
    /// Only these columns, separated by commas. The default is the usual ones, or secant's with --base.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    pub columns: Vec<Column>,
    /// Measure guests in every engine: wasmtime's optimising compiler, its one-pass compiler (Winch) and its
    /// interpreter (Pulley), and wasmi's interpreter; each with and without wide arithmetic. Needs a program with the
    /// feature `engines`.
    #[arg(long, conflicts_with_all = ["columns", "turn", "base", "base_program"])]
    pub engines: bool,
    /// Threads that native operations and hosts may use.
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N", value_parser = count::<MOST_THREADS>)]
    pub threads: NonZero<usize>,
    /// Instead of comparing columns: count the field products of MSMs and pairings on secant's lanes, measure one
    /// product and the operation, and print the share of the operation's time that the products explain.
    #[arg(long, conflicts_with_all = ["columns", "engines", "threads"])]
    pub limits: bool,
    /// Also measure MSMs of more sizes on secant's lanes and count their products, for a chart of time against size.
    /// Always on with --format html if the back end has lanes and secant_native is among the columns. Needs a program
    /// that can count products.
    #[arg(long, conflicts_with_all = ["limits", "turn", "base", "base_program"])]
    pub sizes: bool,
    /// Another revision to measure in turns with this one.
    #[command(flatten)]
    pub turns: Turns,
    /// When a comparison fails.
    #[command(flatten)]
    pub judgement: ComparisonOptions,
    /// The seed that the arguments are drawn from.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    pub format: Format,
    /// Where the report goes.
    #[command(flatten)]
    pub output: Output,
}
