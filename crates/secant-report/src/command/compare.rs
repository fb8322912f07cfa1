//! `secant compare`

use super::{CommandError, Format, Output};
use crate::compare::{Comparison, Named, Options};
use crate::message::printable;
use crate::report::Report;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Shows what changed from one report to others, and how much of it is noise.
///
/// Reports are the JSON output of `secant bench`, `peers`, `peers/circuits` and `secant prove --report`. A row is
/// better or worse if its time changed by more than --least, as far as the noise of its rounds and the number of rows
/// allow a conclusion. Exit status: 0; 1 if something is slower than --fail-above; 2 if a file is unusable, or if
/// nothing could be compared with --fail-above.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant bench msm --format json --out base.json
  secant compare base.json head.json
  secant compare base.json one.json two.json --all
  secant compare base.json head.json --fail-above 1.10 --format markdown --out comment.md")]
pub struct Compare {
    /// The report that the others are compared with.
    base: PathBuf,
    /// The reports to compare with it.
    #[arg(required = true, value_name = "HEAD")]
    heads: Vec<PathBuf>,
    #[command(flatten)]
    judgement: ComparisonOptions,
    /// The seed for the resamples that intervals are computed from.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// How to print the comparison.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

/// What counts as a change, and which changes fail.
#[derive(Debug, Args)]
pub struct ComparisonOptions {
    /// Exit with status 1 if a row is worse and its estimated change is more than this factor, such as 1.10; exit with
    /// status 2 if no row could be compared. At least --least.
    #[arg(long, value_name = "R", value_parser = factor)]
    fail_above: Option<f64>,
    /// Ignore changes by less than this factor, either way. 1.03 if left out.
    #[arg(long, value_name = "R", value_parser = factor)]
    least: Option<f64>,
    /// List all rows in a table, also those that did not change.
    #[arg(long)]
    all: bool,
}

/// Parses a factor of one or more.
fn factor(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if factor.is_finite() && factor >= 1.0 {
        Ok(factor)
    } else {
        Err("must be 1 or more: 1.10 is ten per cent".to_owned())
    }
}

impl Compare {
    /// Compares the reports and prints the result.
    ///
    /// # Errors
    /// If a file is unusable, or something is slower than it may be.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), CommandError> {
        let base = named(&self.base)?;
        let heads = self
            .heads
            .iter()
            .map(|path| named(path))
            .collect::<Result<Vec<_>, _>>()?;
        self.judgement
            .run(&base, &heads, self.seed, self.format, &self.output, out)
    }
}

fn named(path: &Path) -> Result<Named, CommandError> {
    let report = Report::from_file(path)?;
    let file = printable(path.display());
    let name = match &report.revision {
        Some(revision) => format!("{revision} in {file}"),
        None => file,
    };
    Ok(Named { name, report })
}

impl ComparisonOptions {
    /// Whether any of these options is given. They need a comparison.
    pub fn is_asked(&self) -> bool {
        self.fail_above.is_some() || self.least.is_some() || self.all
    }

    /// Checks the options before anything is measured for them.
    ///
    /// # Errors
    /// If a change that should fail is too small to count as a change.
    pub fn check(&self) -> Result<(), CommandError> {
        let least = self.options(0).least;
        match self.fail_above {
            Some(most) if most < least => Err(CommandError::Unusable(format!(
                "--fail-above {most} is less than --least {least}, and changes by less than that count as none"
            ))),
            _ => Ok(()),
        }
    }

    fn options(&self, seed: u64) -> Options {
        let options = Options::default();
        Options {
            least: self.least.unwrap_or(options.least),
            seed,
            ..options
        }
    }

    /// Compares reports with a base, and prints the result.
    ///
    /// # Errors
    /// If the result cannot be written; with `--fail-above` also if something is slower than that, or nothing could be
    /// compared.
    pub fn run(
        &self,
        base: &Named,
        heads: &[Named],
        seed: u64,
        format: Format,
        output: &Output,
        out: &mut dyn Write,
    ) -> Result<(), CommandError> {
        self.check()?;
        let comparison = Comparison::new(base, heads, self.options(seed));
        let text = match format {
            Format::Table => comparison.table(self.all, output.colours()),
            Format::Markdown => comparison.markdown(),
            Format::Html => comparison.html(base, heads),
            Format::Json => comparison.to_json()?,
        };
        output.write(&text, out)?;
        self.fail_above.map_or(Ok(()), |most| judge(&comparison, most))
    }
}

/// Fails if something is slower by more than a factor. Prints on standard error for how many cells this is not known.
fn judge(comparison: &Comparison, most: f64) -> Result<(), CommandError> {
    let count = |name: &str| {
        let cells = comparison.heads.iter().flat_map(|head| &head.cells);
        cells.filter(|cell| cell.verdict.name() == name).count()
    };
    let (undecided, gone) = (count("undecided"), count("gone"));
    if undecided + gone > 0 {
        // A closed standard error does not change the verdict.
        let _ = writeln!(
            io::stderr(),
            "--fail-above says nothing of cells that are undecided ({undecided}) or gone ({gone})"
        );
    }
    if comparison.tests == 0 {
        return Err(CommandError::Unusable(
            "nothing could be compared: no cell has enough rounds of samples on both sides".to_owned(),
        ));
    }
    let mut slower = comparison.slower_than(most);
    slower.sort_by(|a, b| b.ratio().unwrap_or(0.0).total_cmp(&a.ratio().unwrap_or(0.0)));
    match slower.first() {
        None => Ok(()),
        Some(worst) => Err(CommandError::Wrong(format!(
            "{} of {} are slower by more than a factor of {most}; the most {}, {}, by {:.3}",
            slower.len(),
            comparison.tests,
            worst.row,
            worst.column,
            worst.ratio().unwrap_or(0.0)
        ))),
    }
}
