//! The arguments of `secant bench`.

use super::column::Column;
use clap::Args;
use secant_report::command::{Format, Judgement, MOST_THREADS, Output, Turns, count};
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
    pub filter: String,
    /// Fewer and shorter samples.
    #[arg(long)]
    pub quick: bool,
    /// Take one short turn, as --base asks of either program: all rows once, of secant's columns if no others are named.
    #[arg(long, conflicts_with_all = ["quick", "limits", "base", "base_program"])]
    pub turn: bool,
    /// Only these columns, separated by commas; the usual ones if left out, but with --base secant's.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    pub columns: Vec<Column>,
    /// What guests take in every engine: wasmtime's optimising compiler, its compiler of one pass (Winch) and its
    /// interpreter (Pulley), and wasmi's interpreter; with wide arithmetic and without. Needs a program with the feature
    /// `engines`.
    #[arg(long, conflicts_with_all = ["columns", "turn", "base", "base_program"])]
    pub engines: bool,
    /// Threads that native operations and hosts may use.
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N", value_parser = count::<MOST_THREADS>)]
    pub threads: NonZero<usize>,
    /// Instead of comparing columns: counts the field products of MSMs and pairings on secant's lanes, measures one
    /// product and the operation, and says which share of its time the products explain.
    #[arg(long, conflicts_with_all = ["columns", "engines", "threads"])]
    pub limits: bool,
    /// Also measure MSMs of more sizes on secant's lanes and count their products, for a chart of time against size; with
    /// --format html always, where the back end has lanes and secant_native is among the columns. Needs a program that can count.
    #[arg(long, conflicts_with_all = ["limits", "turn", "base", "base_program"])]
    pub sizes: bool,
    /// Another revision to measure beside this one.
    #[command(flatten)]
    pub turns: Turns,
    /// What makes a comparison fail.
    #[command(flatten)]
    pub judgement: Judgement,
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
