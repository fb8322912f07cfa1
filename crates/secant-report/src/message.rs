//! Messages as they are safe to print: what stands in them may come from a file, or be the name of one.

use std::fmt::Display;

/// Characters of the longest message.
const LONGEST: usize = 300;

/// At most 300 characters on one line, without any that controls a terminal: those are written as escapes. The middle of a
/// longer message is left out, since its end mostly says what was expected.
pub fn printable(message: impl Display) -> String {
    let mut text = String::new();
    for c in message
        .to_string()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
    {
        if is_control(c) {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
    }
    shorten(&text, LONGEST)
}

/// At most so many characters: all, or two thirds of them from the start and the rest from the end.
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

/// Characters that move the cursor, change colours, or turn the direction in which text is written.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_short_line() {
        assert_eq!(printable("a\n  b\tc"), "a b c");
        assert_eq!(
            printable("k\u{e9}y\u{1b}[31m\u{9b}\u{202e}"),
            r"kéy\u{1b}[31m\u{9b}\u{202e}"
        );
        let long = printable(format!("start{}end", "\u{e9}".repeat(1_000_000)));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.starts_with("start") && long.ends_with("end") && long.contains(" ... "));
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), " ... ");
    }
}
