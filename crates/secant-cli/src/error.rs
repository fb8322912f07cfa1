//! How a command ends when it does not end well.

use secant_report::command::CommandError;
use secant_report::one_line;
pub use secant_report::printable;
use std::fmt::Display;
use std::io;

/// Why a command failed, in one plain sentence.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command cannot do what was asked: bad usage, unreadable input. Exit status 2.
    #[error("{0}")]
    Unusable(String),
    /// What was checked is wrong. Exit status 1.
    #[error("{0}")]
    Wrong(String),
    /// Standard output is closed or broken.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// An [`Error::Unusable`] of one line, whatever `reason` prints.
    pub fn unusable(context: impl Display, reason: impl Display) -> Self {
        Self::Unusable(format!("{context}: {}", one_line(reason)))
    }

    /// The exit status that stands for the error.
    pub fn status(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            // A reader that has seen enough, such as `head`, is no error.
            Self::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Unusable(_) | Self::Output(_) => 2,
        }
    }
}

impl From<CommandError> for Error {
    fn from(e: CommandError) -> Self {
        match e {
            CommandError::Unusable(sentence) => Self::Unusable(sentence),
            CommandError::Slower(sentence) => Self::Wrong(sentence),
            CommandError::Output(e) => Self::Output(e),
        }
    }
}

/// Prints what does not change the exit status, and should be known.
pub fn note(message: impl Display) {
    eprintln!("note: {}", printable(message));
}
