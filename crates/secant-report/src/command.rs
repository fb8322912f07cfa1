//! The commands on reports, which `secant` and `secant-compare` share.

mod compare;
pub mod meter;
mod output;
mod show;
mod turns;

pub use compare::{Compare, ComparisonOptions};
pub use meter::Meter;
pub use output::{Format, Output, colours};
pub use show::Show;
pub use turns::{Measurement, Turns};

use crate::message::{one_line, printable};
use crate::report::FileError;
use crate::revisions::RevisionError;
use crate::turns::TurnError;
use clap::Parser;
use std::fmt::Display;
use std::io::{self, Write, stdout};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The command cannot do what was asked: bad usage or unreadable input. Exit status 2.
    #[error("{0}")]
    Unusable(String),
    /// What was checked is wrong, or slower than it may be. Exit status 1.
    #[error("{0}")]
    Wrong(String),
    /// Standard output is closed or broken.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl CommandError {
    /// The exit status for the error.
    pub fn status(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            // A reader that has seen enough, such as `head`, causes no error.
            Self::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Unusable(_) | Self::Output(_) => 2,
        }
    }

    /// A [`CommandError::Unusable`] on one line, whatever `reason` prints.
    pub fn unusable(context: impl Display, reason: impl Display) -> Self {
        Self::Unusable(format!("{context}: {}", one_line(reason)))
    }

    /// The error for a file that cannot be written.
    pub fn cannot_write(path: &Path, e: io::Error) -> Self {
        Self::unusable(format_args!("cannot write to {}", path.display()), e)
    }

    /// The error on one short line, whatever the reason prints.
    fn of(reason: impl Display) -> Self {
        Self::Unusable(printable(one_line(reason)))
    }
}

impl From<FileError> for CommandError {
    fn from(e: FileError) -> Self {
        Self::of(e)
    }
}

impl From<TurnError> for CommandError {
    fn from(e: TurnError) -> Self {
        Self::of(e)
    }
}

impl From<RevisionError> for CommandError {
    fn from(e: RevisionError) -> Self {
        Self::of(e)
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(e: serde_json::Error) -> Self {
        Self::Unusable(format!("cannot write the report: {e}"))
    }
}

/// The `main` of a program with the arguments `P`. It runs the program, and on failure prints the reason on one line of
/// standard error.
///
/// Exit status: 0 yes or done, 1 the checked thing is wrong, 2 bad usage or unreadable input.
pub fn main_of<P: Parser>(run: impl FnOnce(P, &mut dyn Write) -> Result<bool, CommandError>) -> ExitCode {
    let arguments = P::try_parse().unwrap_or_else(|e| misused::<P>(e));
    match run(arguments, &mut stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(e) => {
            if e.status() != 0 {
                eprintln!("{}: {}", P::command().get_name(), printable(&e));
            }
            ExitCode::from(e.status())
        }
    }
}

/// Prints what is wrong with the arguments, or help, and ends the program.
fn misused<P: Parser>(e: clap::Error) -> ! {
    // The message contains arguments. So it is made again from arguments that are safe to print.
    let arguments = std::env::args_os().map(|argument| printable(argument.to_string_lossy()));
    P::try_parse_from(arguments).err().unwrap_or(e).exit()
}

/// Parses a number from one to `MOST`, for options whose number is allocated or waited for.
///
/// # Errors
/// If the text is not such a number.
pub fn count<const MOST: usize>(text: &str) -> Result<NonZero<usize>, String> {
    let count = text.parse().ok().filter(|count: &NonZero<usize>| count.get() <= MOST);
    count.ok_or_else(|| format!("it is not a number from 1 to {MOST}"))
}

/// The most threads that an option may ask for.
pub const MOST_THREADS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(count::<7>("1").map(NonZero::get), Ok(1));
        assert_eq!(count::<7>("7").map(NonZero::get), Ok(7));
        for text in [
            "0",
            "8",
            "-1",
            "",
            "7.0",
            "1e3",
            "9223372036854775808",
            "99999999999999999999999",
        ] {
            assert!(count::<7>(text).is_err_and(|e| e.contains("from 1 to 7")), "{text}");
        }
    }
}
