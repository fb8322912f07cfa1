//! `secant report`

use super::{CommandError, Format, Output};
use crate::layout::Layout;
use crate::report::Report;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Prints a report that was written as JSON in another form: a table, markdown, a page with charts.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant report bench.json --format html --out bench.html
  secant report peers.json")]
pub struct Show {
    /// What `secant bench`, `peers`, `peers/circuits` or `secant prove --report` wrote.
    report: PathBuf,
    /// How to print it.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

impl Show {
    /// Prints it. `layout` says how a report is laid out.
    ///
    /// # Errors
    /// If the file is of no use, or the output cannot be written.
    pub fn run(&self, layout: impl FnOnce(&Report) -> Layout, out: &mut dyn Write) -> Result<(), CommandError> {
        let report = Report::from_file(&self.report)?;
        let text = self.format.render(&layout(&report), &report)?;
        self.output.write(&text, out)
    }
}

impl Format {
    /// A report in this form.
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
