//! Where a report is written, and in which form.

use super::CommandError;
use clap::{Args, ValueEnum};
use std::env;
use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for a terminal.
    Table,
    /// JSON, for programs.
    Json,
    /// Markdown, for a pull request.
    Markdown,
    /// A page with charts: one file that needs no network.
    Html,
}

/// A file, or standard output.
#[derive(Debug, Default, Args)]
pub struct Output {
    /// A file to write the report to, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Output {
    /// Fails if the output file cannot be written, now rather than after minutes of measuring. Its content is not
    /// changed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn check(&self) -> Result<(), CommandError> {
        let Some(path) = &self.out else { return Ok(()) };
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        file.map(drop).map_err(|e| CommandError::cannot_write(path, e))
    }

    /// Writes the report.
    ///
    /// # Errors
    /// If the file or standard output cannot be written.
    pub fn write(&self, text: &str, standard: &mut dyn Write) -> Result<(), CommandError> {
        match &self.out {
            Some(path) => fs::write(path, text).map_err(|e| CommandError::cannot_write(path, e)),
            None => Ok(standard.write_all(text.as_bytes())?),
        }
    }

    /// Whether the output is shown on a terminal with colours.
    pub fn colours(&self) -> bool {
        self.out.is_none() && colours()
    }
}

/// Whether standard output is a terminal whose user wants colours. `NO_COLOR` turns them off (no-color.org).
pub fn colours() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb") && stdout().is_terminal()
}
