//! Files that cannot be written.

use crate::error::Error;
use std::io;
use std::path::Path;

pub use secant_report::command::{Format, Output};

/// A file that cannot be written.
pub fn cannot_write(path: &Path, e: io::Error) -> Error {
    Error::unusable(format!("cannot write to {}", path.display()), e)
}

/// A report that has no JSON form.
pub fn unwritable(e: serde_json::Error) -> Error {
    Error::unusable("cannot write the report", e)
}
