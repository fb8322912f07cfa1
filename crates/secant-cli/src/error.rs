//! How a command ends when it does not end well.

use secant_report::command::CommandError;
use std::fmt::Display;
use std::io;

/// Characters of the longest message.
const LONGEST: usize = 300;

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

fn one_line(text: impl Display) -> String {
    text.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A message as it is safe to print: what stands in it may come from a file, or be the name of one.
///
/// Characters that move the cursor, or change colours or the direction of text, are written as escapes. At most 300
/// characters are kept. The middle of a longer message is left out: its end mostly says what was expected.
pub fn printable(message: impl Display) -> String {
    let mut escaped = String::new();
    for c in message.to_string().chars() {
        if is_control(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    shorten(escaped)
}

/// Prints what does not change the exit status, and should be known.
pub fn note(message: impl Display) {
    eprintln!("note: {}", printable(message));
}

/// Control characters, separators of lines, and characters of Unicode that are not seen but act on others.
fn is_control(c: char) -> bool {
    const UNSEEN: [std::ops::RangeInclusive<char>; 6] = [
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
        '\u{fff9}'..='\u{fffb}',
        '\u{e0000}'..='\u{e007f}',
    ];
    c.is_control() || UNSEEN.iter().any(|range| range.contains(&c))
}

/// Text of at most [`LONGEST`] characters: all of it, or two thirds from its start and one from its end.
fn shorten(text: String) -> String {
    const MARK: &str = " ... ";
    let len = text.chars().count();
    if len <= LONGEST {
        return text;
    }
    let kept = LONGEST - MARK.len();
    let end = kept / 3;
    let (start, rest) = (text.chars().take(kept - end), text.chars().skip(len - end));
    start.chain(MARK.chars()).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_one_short_line() {
        assert_eq!(printable("cannot read k\u{e9}y.pem"), "cannot read k\u{e9}y.pem");
        assert_eq!(printable("a\nb\x1b[31m\tc"), r"a\nb\u{1b}[31m\tc");
        // The second is C1, the third turns text around.
        assert_eq!(printable("\x7f\u{9b}\u{202e}"), r"\u{7f}\u{9b}\u{202e}");
        let long = printable(format!("start{}end", "\u{e9}".repeat(1_000_000)));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.starts_with("start\u{e9}") && long.ends_with("\u{e9}end") && long.contains(" ... "));
        let fits = "x".repeat(LONGEST);
        assert_eq!(printable(&fits), fits);
        // Escapes count.
        assert_eq!(printable("\n".repeat(200)).chars().count(), LONGEST);
    }
}
