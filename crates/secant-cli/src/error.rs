//! How a command ends when it does not end well.

pub use secant_report::command::CommandError as Error;
use secant_report::printable;
use std::fmt::Display;

/// Prints what does not change the exit status, and should be known.
pub fn note(message: impl Display) {
    eprintln!("note: {}", printable(message));
}
