//! `secant report`

use super::{CommandError, Format, Output};
use crate::layout::Layout;
use crate::report::Report;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Prints a JSON report in another form: a table, markdown, or a page with charts.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant report bench.json --format html --out bench.html
  secant report peers.json")]
pub struct Show {
    /// A report that `secant bench`, `peers`, `peers/circuits` or `secant prove --report` wrote.
    report: PathBuf,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

impl Show {
    /// Prints the report. `layout` chooses its layout.
    ///
    /// # Errors
    /// If the file is unusable, or the output cannot be written.
    pub fn run(&self, layout: impl FnOnce(&Report) -> Layout, out: &mut dyn Write) -> Result<(), CommandError> {
        let report = Report::from_file(&self.report)?;
        let text = self.format.render(&layout(&report), &report)?;
        self.output.write(&text, out)
    }
}

impl Format {
    /// Renders a report in this form.
    ///
    /// # Errors
    /// If it has no JSON form.
    pub fn render(self, layout: &Layout, report: &Report) -> Result<String, CommandError> {
        Ok(match self {
            Self::Table => layout.table(report),
            Self::Markdown => layout.markdown(report),
            Self::Html => layout.html(report),
            Self::Json => report.to_json()?,
        })
    }
}
