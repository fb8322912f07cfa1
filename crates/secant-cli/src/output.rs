//! Where a report goes.

use crate::error::Error;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file, or standard output.
#[derive(Debug, Args)]
pub struct Output {
    /// A file to write the report to, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Output {
    /// Fails if there is a file to write that cannot be written: better now than after minutes of measuring. What is in
    /// it stays.
    pub fn check(&self) -> Result<(), Error> {
        let Some(path) = &self.out else { return Ok(()) };
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        file.map(drop).map_err(|e| cannot_write(path, e))
    }

    /// Writes the report.
    pub fn write(&self, text: &str, standard: &mut dyn Write) -> Result<(), Error> {
        match &self.out {
            Some(path) => fs::write(path, text).map_err(|e| cannot_write(path, e)),
            None => Ok(standard.write_all(text.as_bytes())?),
        }
    }
}

/// A file that cannot be written.
pub fn cannot_write(path: &Path, e: io::Error) -> Error {
    Error::unusable(format!("cannot write to {}", path.display()), e)
}

/// A report that has no JSON form.
pub fn unwritable(e: serde_json::Error) -> Error {
    Error::unusable("cannot write the report", e)
}
