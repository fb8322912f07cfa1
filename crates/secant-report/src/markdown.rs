//! Foreign text in markdown.

/// An invisible comment that keeps GitHub from reading the characters around it as one construct.
const EMPTY_COMMENT: &str = "<!-- -->";

/// Escapes a text so that it is never markdown or HTML, and puts it on one line. Links, mentions and references, which
/// GitHub makes from bare text, are escaped too.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let in_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // A mention would notify somebody, and so would a reference to an issue.
            '@' | '#' => {
                escaped.push(letter);
                escaped.push_str(EMPTY_COMMENT);
            }
            ':' if next == Some('/') => escaped.extend([":", EMPTY_COMMENT]),
            '.' if ends_with(&escaped, "www") => escaped.extend([EMPTY_COMMENT, "."]),
            '-' if ends_with(&escaped, "gh") => escaped.extend([EMPTY_COMMENT, "-"]),
            // Names have underscores between their words, where they have no meaning in markdown.
            '_' if in_word(before) && in_word(next) => escaped.push('_'),
            '|' | '*' | '[' | ']' | '\\' | '!' | '`' | '_' | '~' | '$' => escaped.extend(['\\', letter]),
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
        before = Some(letter);
    }
    escaped
}

fn ends_with(text: &str, end: &str) -> bool {
    let last = text.len().checked_sub(end.len()).and_then(|at| text.get(at..));
    last.is_some_and(|last| last.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_live() {
        for (text, expected) in [
            ("bls12_381_msm_g1, 10", "bls12_381_msm_g1, 10"),
            ("https://a.b/c", "https:<!-- -->//a.b/c"),
            ("www.a.b WWW.a", "www<!-- -->.a.b WWW<!-- -->.a"),
            ("@you #7 o/r#7", "@<!-- -->you #<!-- -->7 o/r#<!-- -->7"),
            ("GH-7", "GH<!-- -->-7"),
            ("_a_ __b__", "\\_a\\_ \\_\\_b\\_\\_"),
            ("`x` ~~y~~ $z$", "\\`x\\` \\~\\~y\\~\\~ \\$z\\$"),
            ("<img src=x> ![a](b)", "&lt;img src=x&gt; \\!\\[a\\](b)"),
            ("a|b\n| c\r\t\u{1b}[1m", "a\\|b \\| c   \\[1m"),
            ("\\`", "\\\\\\`"),
            ("é.www", "é.www"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
