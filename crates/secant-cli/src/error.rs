//! How a command reports failure.

pub use secant_report::command::CommandError as Error;
use secant_report::printable;
use std::fmt::Display;

/// Prints a note that does not change the exit status.
pub fn note(message: impl Display) {
    eprintln!("note: {}", printable(message));
}
