//! Makes messages safe to print. Parts of them may come from a file or be its name.

use std::fmt::Display;

/// The most characters of a message.
const LONGEST: usize = 300;

/// Makes a message safe to print. Characters that move the cursor, or change colours or the direction of text, are
/// written as escapes. At most 300 characters are kept: the middle of a longer message is left out, since its end
/// usually says what was expected.
pub fn printable(message: impl Display) -> String {
    let mut escaped = String::new();
    for c in message.to_string().chars() {
        if is_control(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    shorten(&escaped, LONGEST)
}

/// Joins the lines of a text to one, with single spaces.
pub fn one_line(text: impl Display) -> String {
    text.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Shortens a text to at most `longest` characters: two thirds of them from the start and the rest from the end.
pub fn shorten(text: &str, longest: usize) -> String {
    const MARK: &str = " ... ";
    let len = text.chars().count();
    if len <= longest {
        return text.to_owned();
    }
    let kept = longest.saturating_sub(MARK.len());
    let end = kept / 3;
    let start = text.chars().take(kept - end);
    start.chain(MARK.chars()).chain(text.chars().skip(len - end)).collect()
}

/// Whether a character is a control character, a line separator, or an invisible Unicode character that affects others.
pub fn is_control(c: char) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_one_short_line() {
        assert_eq!(printable("cannot read k\u{e9}y.pem"), "cannot read k\u{e9}y.pem");
        assert_eq!(printable("a\nb\x1b[31m\tc"), r"a\nb\u{1b}[31m\tc");
        // The second is a C1 control character, and the third reverses the direction of text.
        assert_eq!(printable("\x7f\u{9b}\u{202e}"), r"\u{7f}\u{9b}\u{202e}");
        let long = printable(format!("start{}end", "\u{e9}".repeat(1_000_000)));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.starts_with("start\u{e9}") && long.ends_with("\u{e9}end") && long.contains(" ... "));
        let fits = "x".repeat(LONGEST);
        assert_eq!(printable(&fits), fits);
        // Escapes count as characters.
        assert_eq!(printable("\n".repeat(200)).chars().count(), LONGEST);
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), " ... ");
    }

    #[test]
    fn lines_become_one() {
        assert_eq!(one_line("a\n  b\tc"), "a b c");
    }
}
